//! The suites of chess pages: which games are played on each page.

mod address;
mod arbiter;
mod arbiter_cases;
mod balances;
mod chess960;
mod clicks;
mod clock;
mod dialogs;
mod draws;
mod endgames;
mod games;
mod increment;
mod input;
mod mirror;
mod opponent;
mod passed;
mod perft;
mod players;
mod promotion;
mod random;
mod reduce;
mod rules;
mod rules_cases;
mod scripted_game;
mod stalemates;
mod white;

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

use golfchess_pages::catalog::FlagSet;
use golfchess_parity::{Effort, Mode, Oracle, Plan, Subject, Suite};
use serde::Serialize;

pub use games::TEXT as GAMES;

use crate::contract::{Contract, First, FlagError};

/// A page of a variant. `place` is the variant's position in the catalog.
///
/// # Errors
/// [`FlagError`] when the flags do not select a set of rules.
pub fn subject(
    name: &str,
    place: usize,
    flags: &FlagSet,
    page: String,
    readable: String,
) -> Result<Subject, FlagError> {
    Ok(Subject {
        name: name.to_owned(),
        place,
        same_as: None,
        reference: Arc::new(Contract::new(flags)?),
        page,
        readable,
    })
}

/// The page, the options and the contract that a suite makes plans for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuiteContext<'s> {
    /// The contract of the page.
    pub(crate) contract: Contract,
    options: golfchess_parity::SuiteContext<'s>,
}

impl<'s> SuiteContext<'s> {
    /// `None` if the page is no chess page.
    fn of(options: &golfchess_parity::SuiteContext<'s>) -> Option<Self> {
        Some(Self {
            contract: *options.subject.reference_as()?,
            options: *options,
        })
    }
}

impl<'s> Deref for SuiteContext<'s> {
    type Target = golfchess_parity::SuiteContext<'s>;

    fn deref(&self) -> &Self::Target {
        &self.options
    }
}

/// A suite of chess pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChessSuite {
    /// Scripted cases for every rule, from both sides.
    Rules,
    /// Every sequence of moves to a depth, and pairs of squares that are not legal moves.
    Perft,
    /// Invalid and unusual input: texts, or clicks with C.
    Input,
    /// Fifty moves, threefold repetition, dead positions.
    Draws,
    /// Thinking times and fallen flags.
    Clock,
    /// Real games.
    Games,
    /// Random play.
    Random,
    /// The browser's own dialogs, if the host has them, or its own mouse with C.
    Dialogs,
    /// The readable page against the page.
    Mirror,
    /// With F: results, claims, offers, and sides that cannot mate.
    Arbiter,
    /// With A: the page's own moves, and with C those of Black.
    Opponent,
}

impl ChessSuite {
    /// All suites.
    pub const ALL: [Self; 11] = [
        Self::Rules,
        Self::Perft,
        Self::Input,
        Self::Draws,
        Self::Clock,
        Self::Games,
        Self::Random,
        Self::Dialogs,
        Self::Mirror,
        Self::Arbiter,
        Self::Opponent,
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
            Self::Arbiter => "arbiter",
            Self::Opponent => "opponent",
        }
    }

    /// The same as a suite of the parity check.
    pub fn as_suite(self) -> &'static dyn Suite {
        let at = Self::ALL.iter().position(|suite| *suite == self);
        &Self::ALL[at.unwrap_or_default()]
    }
}

/// Whether a page has no flag at all or all of T, M, P, D, S and U, and none of F, A and B. Suites try
/// these two pages most.
fn is_extreme(contract: &Contract) -> bool {
    let Contract { rules, show, .. } = contract;
    if contract.arbiter || contract.opponent.is_some() {
        return false;
    }
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

/// A smoke test plays one in this many scripted cases on each page: all of them on as many pages.
const ONE_IN_SMOKE: usize = 4;

/// A page without a rule plays one in this many cases of the rule.
fn one_in_absent(effort: Effort) -> usize {
    match effort {
        Effort::Smoke | Effort::Quick => 16,
        Effort::Usual => 8,
        Effort::Deep => 1,
    }
}

/// The number of parts into which the longest suites are split.
const PARTS: usize = 6;

impl Suite for ChessSuite {
    fn name(&self) -> &'static str {
        Self::name(*self)
    }

    fn coverage(&self, effort: Effort) -> &'static str {
        match (*self, effort) {
            (Self::Rules | Self::Draws, Effort::Smoke) => "1 case in 4 on each page with the rule",
            (Self::Rules, Effort::Quick) => {
                "the essential cases and 1 in 6 of the others on each page with the rule, 1 in 16 on others"
            }
            (Self::Rules, Effort::Usual) => {
                "every case on every page with the rule, from one side, 1 in 8 on others"
            }
            (Self::Draws, Effort::Quick) => {
                "each rule on each page with it, a third of the dead positions, fewer on others"
            }
            (Self::Draws, Effort::Usual) => {
                "every case on every page with the rule, from one side, fewer on others"
            }
            (Self::Clock, Effort::Smoke | Effort::Quick) => {
                "every case on every page with clocks, a part of the long ones with C, 1 in 8 on others"
            }
            (Self::Clock, Effort::Usual) => {
                "every case on every page with clocks, 1 in 8 on others"
            }
            (Self::Rules | Self::Draws | Self::Clock, Effort::Deep) => "every case on every page",
            (Self::Perft, Effort::Smoke | Effort::Quick) => {
                "every first move, and a sample of pairs of squares"
            }
            (Self::Perft, Effort::Usual) => {
                "1 in 4 of the sequences of 2 moves (every move with F, A or C), others on the next pages, and a sample of pairs of squares"
            }
            (Self::Perft, Effort::Deep) => {
                "every sequence of 3 moves, and all pairs of squares in some positions"
            }
            (Self::Input, Effort::Smoke | Effort::Quick) => "a sample",
            (Self::Input, _) => "every fixed text, and random ones",
            (Self::Games, Effort::Smoke | Effort::Quick) => {
                "the opening of 1 game in 47 on each page"
            }
            (Self::Games, Effort::Usual) => "1 game in 47 on each page",
            (Self::Games, Effort::Deep) => "every game on every page",
            (Self::Random | Self::Mirror, _) => "random games",
            (Self::Dialogs, _) => "two games on every page",
            (Self::Arbiter, Effort::Smoke) => "1 case in 8 on each page with F, from one side",
            (Self::Arbiter, Effort::Quick) => {
                "each case on each page with F, from one side; 1 in 13 of the ways to lose; 1 in 14 of the other long games; each dead position with a mark or an offer"
            }
            (Self::Arbiter, Effort::Usual) => {
                "every case on every page with F, half of the ways to lose with little material"
            }
            (Self::Arbiter, Effort::Deep) => "every case on every page with F",
            (Self::Opponent, Effort::Smoke | Effort::Quick) => "a few games on each page with A",
            (Self::Opponent, _) => {
                "games against itself and between typed moves on every page with A, mates in one with B"
            }
        }
    }

    fn plans(&self, context: &golfchess_parity::SuiteContext<'_>) -> Vec<Plan> {
        let Some(context) = &SuiteContext::of(context) else {
            return Vec::new();
        };
        if context.contract.draws_start() {
            return chess960::plans(context, *self);
        }
        match self {
            Self::Rules => rules::plans(context),
            Self::Perft => perft::plans(context),
            Self::Input if context.contract.first == First::Address => {
                [input::plans(context), address::plans(context)].concat()
            }
            Self::Input => input::plans(context),
            Self::Draws => draws::plans(context),
            Self::Clock => clock::plans(context),
            Self::Games => games::plans(context),
            Self::Random => random::plans(context),
            Self::Dialogs => dialogs::plans(context),
            Self::Mirror => mirror::plans(context),
            Self::Arbiter => arbiter::plans(context),
            Self::Opponent => opponent::plans(context),
        }
    }

    fn mode(&self, effort: Effort) -> Mode {
        match self {
            Self::Dialogs => Mode::RealDialogs,
            // A fresh document for each game costs as much time as about ten dialogs.
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

    fn applies(&self, subject: &Subject) -> bool {
        let applies = |contract: &Contract| match self {
            Self::Arbiter => contract.arbiter,
            Self::Opponent => contract.opponent.is_some(),
            // Nobody else can play the recorded moves of Black, and nobody those of another first rank.
            Self::Games => !contract.page_is_black() && !contract.draws_start(),
            _ => true,
        };
        subject.reference_as().is_some_and(applies)
    }

    fn parts(&self, subject: &Subject) -> usize {
        match self {
            Self::Perft if subject.reference_as().is_some_and(is_extreme) => PARTS,
            Self::Opponent => PARTS,
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

/// All variants of the catalog, without their pages, which the reference does not need.
#[cfg(test)]
pub(crate) fn catalog_subjects() -> Vec<Subject> {
    use golfchess_pages::catalog::{Catalog, Variant};

    let templates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let catalog = Catalog::load(&templates).expect("a catalog");
    let variants = catalog.variants().iter().enumerate();
    let subject = |(place, variant): (usize, &Variant)| {
        let none = String::new;
        Subject {
            same_as: catalog.unpacked(variant).map(|other| other.name.clone()),
            ..subject(&variant.name, place, &variant.flags, none(), none()).expect("rules")
        }
    };
    variants.map(subject).collect()
}

/// The pages without a board whose opponent looks ahead, or does not. A packed page has the same games as another.
#[cfg(test)]
pub(crate) fn opponents(ahead: bool) -> impl Iterator<Item = Subject> {
    use crate::contract::Opponent;

    let is_wanted = move |subject: &Subject| {
        let contract = subject.reference_as::<Contract>();
        let contract =
            contract.filter(|contract| !contract.show.board && subject.same_as.is_none());
        let opponent = contract.and_then(|contract| contract.opponent);
        opponent.is_some_and(|opponent| (opponent == Opponent::LooksAhead) == ahead)
    };
    catalog_subjects().into_iter().filter(is_wanted)
}

/// The context of a chess page.
#[cfg(test)]
pub(crate) fn context(subject: &Subject, effort: Effort, seed: u64) -> SuiteContext<'_> {
    let options = golfchess_parity::SuiteContext {
        subject,
        effort,
        seed,
    };
    SuiteContext::of(&options).expect("a chess page")
}

#[cfg(test)]
#[path = "suites_tests.rs"]
mod tests;
