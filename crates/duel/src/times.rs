//! The times of moves.

use serde::Serialize;

use golfchess::output::Table;

/// The time of a move.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    pub millis: f64,
    /// Milliseconds of a fixed piece of work just after the move, on the same machine in the same engine.
    pub work: Option<f64>,
}

/// The times of the moves of a side, in milliseconds.
#[derive(Debug, Serialize)]
pub struct Times {
    side: String,
    moves: usize,
    pub median: f64,
    /// 95 % of the moves take no longer.
    pub p95: f64,
    pub max: f64,
    /// The mean of the fixed piece of work; `None` for an engine, which does not do it.
    pub work: Option<f64>,
}

impl Times {
    /// The times of a side; `None` without any.
    pub fn of(side: &str, times: &[Time]) -> Option<Self> {
        let mut millis: Vec<f64> = times.iter().map(|time| time.millis).collect();
        let works: Vec<f64> = times.iter().filter_map(|time| time.work).collect();
        // A single one is not much longer than the clock's step.
        let work = works.iter().sum::<f64>() / works.len() as f64;
        millis.sort_by(f64::total_cmp);
        let max = *millis.last()?;
        let at = |share: f64| millis[(share * (millis.len() - 1) as f64).round() as usize];
        Some(Self {
            side: side.to_owned(),
            moves: millis.len(),
            median: at(0.5),
            p95: at(0.95),
            max,
            work: (work > 0.0).then_some(work),
        })
    }
}

/// A row for each side.
pub fn table(times: &[Times]) -> Table {
    let round = |millis: f64| format!("{millis:.0}");
    Table::of(times)
        .left("ms per move", |times| &times.side)
        .right("moves", |times| times.moves)
        .right("median", |times| round(times.median))
        .right("95 %", |times| round(times.p95))
        .right("max", |times| round(times.max))
        .right("max, in fixed works", |times| {
            times.work.map(|work| round(times.max / work))
        })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_moves_take_no_longer_than_the_quantile() {
        let work = |at: u32| (at > 0).then(|| f64::from(4 + at % 3));
        let times: Vec<Time> = (0..=99)
            .rev()
            .map(|at| Time {
                millis: f64::from(at),
                work: work(at),
            })
            .collect();
        let found = Times::of("page", &times).expect("times");
        assert_eq!((found.median, found.p95, found.max), (50.0, 94.0, 99.0));
        assert_eq!(found.work, Some(5.0));
        let engine = Times::of("engine", &times[99..]).expect("times");
        assert_eq!(engine.work, None);
        assert!(Times::of("page", &[]).is_none());
    }
}
