//! The cases of the `arbiter` suite.

mod material;
mod quiet;
mod repetitions;
mod talks;

use super::scripted_game::{ScriptedGame, game, one_sided};

pub(super) use material::MATERIAL;
pub(super) use quiet::{QUIET, Quiet};
pub(super) use repetitions::REPETITIONS;
pub(super) use talks::TALKS;

/// A scripted game with F and the announcement at its end. A script that does not end the game is
/// followed by Cancel, which resigns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// The game. Its words are those of a script.
    pub game: ScriptedGame,
    /// The announcement; in the mirrored game with the sides exchanged.
    pub end: &'static str,
}

/// A case from one side.
pub(super) struct Side {
    pub name: String,
    pub words: String,
    pub end: String,
}

impl Case {
    /// The game, and the mirrored one if there is one.
    pub fn sides(&self) -> Vec<Side> {
        let other = |c| match c {
            'W' => 'B',
            'B' => 'W',
            c => c,
        };
        let ends = [self.end.to_owned(), self.end.chars().map(other).collect()];
        let sides = self.game.sides().into_iter().zip(ends);
        sides
            .map(|((name, words), end)| Side { name, words, end })
            .collect()
    }
}

const fn case(name: &'static str, words: &'static str, end: &'static str) -> Case {
    let game = game(name, "h2h3", words);
    Case { game, end }
}

const fn alone(name: &'static str, words: &'static str, end: &'static str) -> Case {
    let game = one_sided(name, words);
    Case { game, end }
}
