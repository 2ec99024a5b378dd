//! The suites: what is tried on every page.

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use serde::Serialize;

use super::{Plan, Subject, suites};

/// A family of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Suite {
    /// Scripted cases for every rule, from both sides.
    Rules,
    /// Every sequence of moves to a depth, and squares of all pairs.
    Perft,
    /// Adversarial input.
    Input,
    /// Fifty moves, threefold repetition, dead positions.
    Draws,
    /// Think times and flags.
    Clock,
    /// Real games.
    Games,
    /// Random play.
    Random,
    /// Real dialogs, where the host has such.
    Dialogs,
    /// The readable page against the page.
    Mirror,
}

impl Suite {
    /// All of them.
    pub const ALL: [Suite; 9] = [
        Suite::Rules,
        Suite::Perft,
        Suite::Input,
        Suite::Draws,
        Suite::Clock,
        Suite::Games,
        Suite::Random,
        Suite::Dialogs,
        Suite::Mirror,
    ];

    /// What it is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Suite::Rules => "rules",
            Suite::Perft => "perft",
            Suite::Input => "input",
            Suite::Draws => "draws",
            Suite::Clock => "clock",
            Suite::Games => "games",
            Suite::Random => "random",
            Suite::Dialogs => "dialogs",
            Suite::Mirror => "mirror",
        }
    }

    /// Its plans for one page.
    pub fn plans(self, setting: &Setting<'_>) -> Vec<Plan> {
        let mut plans = match self {
            Suite::Rules => suites::rules::plans(setting),
            Suite::Perft => suites::perft::plans(setting),
            Suite::Input => suites::input::plans(setting),
            Suite::Draws => suites::draws::plans(setting),
            Suite::Clock => suites::clock::plans(setting),
            Suite::Games => suites::games::plans(setting),
            Suite::Random => suites::random::plans(setting),
            Suite::Dialogs => suites::dialogs::plans(setting),
            Suite::Mirror => suites::mirror::plans(setting),
        };
        // A fresh document for each game takes about as long as ten dialogs do.
        let again = setting.effort < Effort::Deep || self == Suite::Perft;
        for plan in &mut plans {
            plan.again = again;
        }
        plans
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Suite {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Suite::ALL.into_iter().find(|suite| suite.name() == text);
        found.ok_or_else(|| {
            let names = Suite::ALL.map(Suite::name);
            format!(
                "there is no suite `{text}`; the suites are {}",
                names.join(", ")
            )
        })
    }
}

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A part of each suite, another one on each page: for a host without a browser.
    Quick,
    /// Every suite as it is meant, the long lists spread over the pages.
    Usual,
    /// Everything on every page.
    Deep,
}

/// What a suite plans for.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'s> {
    /// The page and its rules.
    pub subject: &'s Subject,
    /// How much is wanted.
    pub effort: Effort,
    /// The seed of all chance.
    pub seed: u64,
}

impl Setting<'_> {
    /// What the effort asks for.
    pub(super) fn by_effort<T>(&self, quick: T, usual: T, deep: T) -> T {
        match self.effort {
            Effort::Quick => quick,
            Effort::Usual => usual,
            Effort::Deep => deep,
        }
    }

    /// The chance of one suite: the same on every page.
    pub(super) fn chance(&self, suite: Suite) -> Rng {
        Rng::with_seed(self.seed << 16 | suite as u64)
    }

    /// The chance of one suite on this page.
    pub(super) fn chance_of_page(&self, suite: Suite) -> Rng {
        let place = self.subject.place as u64 + 1;
        Rng::with_seed(self.seed << 16 | place << 8 | suite as u64)
    }

    /// Whether this page is among those that try something that one in `of` pages tries.
    pub(super) fn is_one_in(&self, of: usize) -> bool {
        self.tries(0, of)
    }

    /// The part of a list that this page tries when each page tries one item in `of`.
    pub(super) fn share<T>(&self, items: Vec<T>, of: usize) -> Vec<T> {
        let items = items.into_iter().enumerate();
        items
            .filter(|(at, _)| self.tries(*at, of))
            .map(|(_, item)| item)
            .collect()
    }

    /// Whether the item at a place of a list is in this page's part of one in `of`.
    fn tries(&self, at: usize, of: usize) -> bool {
        at % of == (self.subject.place + self.seed as usize) % of
    }
}
