//! The times of moves.

use serde::Serialize;

use crate::output::Table;

/// Milliseconds of the moves of a side.
#[derive(Debug, Serialize)]
pub struct Times {
    side: String,
    moves: usize,
    median: f64,
    /// 95 % of the moves take no longer.
    p95: f64,
    max: f64,
}

impl Times {
    /// The times of a side; `None` without any.
    pub fn of(side: &str, mut millis: Vec<f64>) -> Option<Self> {
        millis.sort_by(f64::total_cmp);
        let max = *millis.last()?;
        let at = |share: f64| millis[(share * (millis.len() - 1) as f64).round() as usize];
        Some(Self {
            side: side.to_owned(),
            moves: millis.len(),
            median: at(0.5),
            p95: at(0.95),
            max,
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
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_moves_take_no_longer_than_the_quantile() {
        let millis = (0..=100).rev().map(f64::from).collect();
        let times = Times::of("page", millis).expect("times");
        assert_eq!((times.median, times.p95, times.max), (50.0, 95.0, 100.0));
        assert!(Times::of("page", Vec::new()).is_none());
    }
}
