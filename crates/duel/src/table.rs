//! The games of a duel.

use std::collections::BTreeMap;
use std::sync::Mutex;

use anyhow::Result;
use golfchess_rules::{Color, Game, Profile};
use indicatif::ProgressBar;

use crate::args::Args;
use crate::game::{Played, play};
use crate::openings::Openings;
use crate::score::Score;
use crate::side::Side;
use crate::workers::{locked, share};

/// What the workers of a duel share.
pub struct Table<'d> {
    pub args: &'d Args,
    pub sides: &'d [Side; 2],
    pub openings: &'d Openings,
    pub rules: Profile,
    pub pairs: usize,
    pub bar: &'d ProgressBar,
    /// The games in the order of their ends.
    pub so_far: &'d Mutex<Vec<Played>>,
}

impl Table<'_> {
    /// Plays all pairs of games, or until the sequential test has decided. Returns the games in their
    /// order. Workers may have played further than the test needed; these games do not count.
    pub fn play_all(&self) -> Result<Vec<Played>> {
        let (args, rules) = (self.args, self.rules);
        let done = share(
            args.threads(),
            self.pairs,
            || Ok([self.sides[0].open()?, self.sides[1].open()?]),
            |players, pair| {
                let is_black = [0, 1].map(|at| self.sides[at].is_black());
                let colors = match is_black {
                    [true, _] => [Color::Black; 2],
                    [_, true] => [Color::White; 2],
                    _ => [Color::White, Color::Black],
                };
                let [first, second] = [0, 1].map(|at| {
                    // A page that plays Black only chooses its moves of the opening too.
                    let (start, free) = match is_black.contains(&true) {
                        true => (Game::new(rules), args.plies),
                        false => {
                            let (plies, seed) = (args.plies, args.seed);
                            (self.openings.start(pair, plies, rules, seed)?, 0)
                        }
                    };
                    let seed = (args.seed << 32) + 2 * pair as u64 + at as u64;
                    let played = play(players, colors[at], start, (free, args.longest), seed);
                    self.bar.inc(1);
                    locked(self.so_far).extend(played.as_ref().ok().cloned());
                    played
                });
                Ok([first?, second?])
            },
            |done| self.decided(done).is_some(),
        )?;
        let count = self.decided(&done).unwrap_or(self.pairs);
        Ok(done.into_values().take(count).flatten().collect())
    }

    /// The number of pairs after which the sequential test has decided, going by their order.
    fn decided(&self, done: &BTreeMap<usize, [Played; 2]>) -> Option<usize> {
        let sprt = self.args.sprt?;
        let mut score = Score::default();
        for (at, (pair, games)) in done.iter().enumerate() {
            if *pair != at {
                return None;
            }
            games.iter().for_each(|game| score.add(game.points()));
            self.bar
                .set_message(format!("log-likelihood ratio {:.2}", sprt.ratio(score)));
            if sprt.verdict(score).is_some() {
                return Some(at + 1);
            }
        }
        None
    }
}
