//! The suites of chess pages: what is tried on every page.

mod clock;
mod dialogs;
mod draws;
mod games;
mod input;
mod mirror;
mod perft;
mod random;
mod reduce;
mod rules;
mod rules_cases;
mod scripted_game;

use std::fmt;
use std::str::FromStr;

use golfchess_pages::catalog::FlagSet;
use golfchess_parity::{Effort, Mode, Oracle, Plan, Subject, Suite};
use serde::Serialize;

use crate::contract::{Contract, FlagError};

/// A page with the contract that it must keep.
pub type ChessSubject = Subject<Contract>;

/// A page of a variant. `place` is the variant's position in the catalog.
///
/// # Errors
/// [`FlagError`] when the flags do not name a set of rules.
pub fn subject(
    name: &str,
    place: usize,
    flags: &FlagSet,
    page: String,
    readable: String,
) -> Result<ChessSubject, FlagError> {
    Ok(Subject {
        name: name.to_owned(),
        place,
        reference: Contract::new(flags)?,
        page,
        readable,
    })
}

/// What a suite of chess pages plans for.
pub type SuiteContext<'s> = golfchess_parity::SuiteContext<'s, Contract>;

/// A suite of chess pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChessSuite {
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

impl ChessSuite {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Rules,
        Self::Perft,
        Self::Input,
        Self::Draws,
        Self::Clock,
        Self::Games,
        Self::Random,
        Self::Dialogs,
        Self::Mirror,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Perft => "perft",
            Self::Input => "input",
            Self::Draws => "draws",
            Self::Clock => "clock",
            Self::Games => "games",
            Self::Random => "random",
            Self::Dialogs => "dialogs",
            Self::Mirror => "mirror",
        }
    }

    /// What the suite plays at an effort, in one phrase: all of its cases or which part of them.
    pub const fn coverage(self, effort: Effort) -> &'static str {
        match (self, effort) {
            (Self::Rules, Effort::Quick) => {
                "each case once on each page with the rule, 1 in 16 on others"
            }
            (Self::Rules, Effort::Usual) => {
                "every case on every page with the rule, 1 in 8 on others"
            }
            (Self::Draws, Effort::Quick) => {
                "each rule on each page with it, half of the dead positions, fewer on others"
            }
            (Self::Draws, Effort::Usual) => {
                "every case on every page with the rule, fewer on others"
            }
            (Self::Clock, Effort::Quick | Effort::Usual) => {
                "every case on every page with clocks, 1 in 8 on others"
            }
            (Self::Rules | Self::Draws | Self::Clock, Effort::Deep) => "every case on every page",
            (Self::Perft, Effort::Quick) => "every first move, and a sample of pairs of squares",
            (Self::Perft, Effort::Usual) => {
                "every sequence of 2 moves and a third move, and a sample of pairs of squares"
            }
            (Self::Perft, Effort::Deep) => {
                "every sequence of 3 moves, and all pairs of squares in some positions"
            }
            (Self::Input, Effort::Quick) => "a sample",
            (Self::Input, _) => "every fixed text, and random ones",
            (Self::Games, Effort::Quick) => "the opening of 1 game in 47 on each page",
            (Self::Games, Effort::Usual) => "1 game in 47 on each page",
            (Self::Games, Effort::Deep) => "every game on every page",
            (Self::Random | Self::Mirror, _) => "random games",
            (Self::Dialogs, _) => "two games on every page",
        }
    }

    /// The same as a suite of the parity check.
    pub fn as_suite(self) -> &'static dyn Suite<Contract> {
        let at = Self::ALL.iter().position(|suite| *suite == self);
        &Self::ALL[at.unwrap_or_default()]
    }
}

/// Whether a page has no flag at all or all of them. Suites try these two pages most.
fn is_extreme(contract: &Contract) -> bool {
    let Contract { rules, show } = contract;
    let moves = rules.moves;
    let most = rules.draws.threefold && show.result && show.fullwidth;
    let some = [
        rules.clock_seconds.is_some(),
        moves.special_moves,
        moves.promotion_choice,
        show.result,
        show.fullwidth,
    ];
    most || !some.contains(&true)
}

/// A page without a rule plays one in this many cases of the rule.
fn one_in_absent(effort: Effort) -> usize {
    match effort {
        Effort::Quick => 16,
        Effort::Usual => 8,
        Effort::Deep => 1,
    }
}

/// Into how many parts the longest suites are split.
const PARTS: usize = 6;

impl Suite<Contract> for ChessSuite {
    fn name(&self) -> &'static str {
        Self::name(*self)
    }

    fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
        match self {
            Self::Rules => rules::plans(context),
            Self::Perft => perft::plans(context),
            Self::Input => input::plans(context),
            Self::Draws => draws::plans(context),
            Self::Clock => clock::plans(context),
            Self::Games => games::plans(context),
            Self::Random => random::plans(context),
            Self::Dialogs => dialogs::plans(context),
            Self::Mirror => mirror::plans(context),
        }
    }

    fn mode(&self, effort: Effort) -> Mode {
        match self {
            Self::Dialogs => Mode::RealDialogs,
            // A fresh document for each game takes about as long as ten dialogs do.
            _ if effort < Effort::Deep || *self == Self::Perft => Mode::Shared,
            _ => Mode::Fresh,
        }
    }

    fn oracle(&self) -> Oracle {
        match self {
            Self::Mirror => Oracle::ReadablePage,
            _ => Oracle::Reference,
        }
    }

    fn parts(&self, subject: &ChessSubject) -> usize {
        match self {
            Self::Perft if is_extreme(&subject.reference) => PARTS,
            _ => 1,
        }
    }
}

impl fmt::Display for ChessSuite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<ChessSuite> for &'static str {
    fn from(suite: ChessSuite) -> Self {
        suite.name()
    }
}

impl FromStr for ChessSuite {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|suite| suite.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            format!(
                "there is no suite `{text}`; the suites are {}",
                names.join(", ")
            )
        })
    }
}
