//! The listing of a duel.

use anyhow::Result;
use serde::Serialize;

use crate::game::Played;
use crate::score::{BOUND, Elo, Score, Sprt};
use crate::times::{self, Times};
use golfchess::output::{Exporter, Format, Table, count};

/// The result of a duel, for programs.
#[derive(Serialize)]
pub struct Duel {
    first: String,
    second: String,
    seed: u64,
    games: usize,
    /// Of the first side.
    #[serde(flatten)]
    pub score: Score,
    elo: Elo,
    sprt: Option<Decision>,
    /// Of the sides whose moves are timed.
    times: Vec<Times>,
}

/// A sequential test after its last game.
#[derive(Serialize)]
struct Decision {
    #[serde(flatten)]
    sprt: Sprt,
    ratio: f64,
    /// Whether it accepts the second hypothesis; `None` if it has not decided.
    accepts_elo1: Option<bool>,
}

impl Duel {
    pub fn of(sides: [String; 2], seed: u64, played: &[Played], sprt: Option<Sprt>) -> Self {
        let mut score = Score::default();
        played.iter().for_each(|game| score.add(game.points()));
        let times = sides.iter().enumerate().filter_map(|(at, side)| {
            let of_side = played.iter().flat_map(|game| &game.times[at]);
            Times::of(side, &of_side.copied().collect::<Vec<_>>())
        });
        let times = times.collect();
        let decision = |sprt: Sprt| Decision {
            sprt,
            ratio: sprt.ratio(score),
            accepts_elo1: sprt.verdict(score),
        };
        let [first, second] = sides;
        Self {
            first,
            second,
            seed,
            games: score.games(),
            score,
            elo: score.elo(),
            sprt: sprt.map(decision),
            times,
        }
    }

    pub fn export(&self, format: Format) -> Result<String> {
        let Self { first, second, .. } = self;
        let games = count(self.games, "game");
        let mut exporter = Exporter::new(self)
            .text(format!(
                "{first} against {second}: {games}, seed {}",
                self.seed
            ))
            .table(self.results());
        if !self.times.is_empty() {
            exporter = exporter.summary(times::table(&self.times));
        }
        if let Some(decision) = &self.sprt {
            exporter = exporter.text(decision.sentence());
        }
        exporter.export(format)
    }

    fn results(&self) -> Table {
        let Score {
            wins,
            draws,
            losses,
        } = self.score;
        let bound = |elo: Option<f64>, beyond: &str| {
            elo.map_or(beyond.to_owned(), |elo| format!("{elo:+.0}"))
        };
        let beyond = if wins > losses { "+∞" } else { "-∞" };
        let (low, high) = (bound(self.elo.low, "-∞"), bound(self.elo.high, "+∞"));
        Table::of([()])
            .right("wins", |()| wins)
            .right("draws", |()| draws)
            .right("losses", |()| losses)
            .right("score", |()| format!("{:.1} %", 100.0 * self.score.share()))
            .right("Elo difference", |()| bound(self.elo.difference, beyond))
            .left("95 %", |()| format!("{low} to {high}"))
            .into()
    }
}

impl Decision {
    fn sentence(&self) -> String {
        let Sprt { elo0, elo1 } = self.sprt;
        let ratio = format!(
            "log-likelihood ratio {:.2}, bounds -{BOUND:.2} and {BOUND:.2}",
            self.ratio
        );
        match self.accepts_elo1 {
            Some(true) => format!("The test accepts {elo1:+} Elo rather than {elo0:+}: {ratio}."),
            Some(false) => format!("The test accepts {elo0:+} Elo rather than {elo1:+}: {ratio}."),
            None => {
                format!("The test has not decided between {elo0:+} and {elo1:+} Elo: {ratio}.")
            }
        }
    }
}
