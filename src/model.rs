//! The models of catalogs: which one a manifest names, and the model of chess pages.

use std::path::Path;
use std::sync::Arc;

use golfchess_pages::catalog::{Catalog, FlagSet, InputRules};
use golfchess_parity::host::Kind;
use golfchess_parity::mirror::ReadablePages;
use golfchess_parity::scenario::{Scenario, ScenarioError};
use golfchess_parity::search::SearchGames;
use golfchess_parity::{
    CatalogPage, Effort, Inputs, Model, ModelError, Reference, Round, StepError, Subject, Suite,
};

use crate::contract::{Contract, FlagError};
use crate::suites::ChessSuite;

/// Chess pages: the contract says what they show, by their flags.
#[derive(Clone, Copy, Debug)]
pub struct Chess {
    /// No value without [`Chess::open`].
    _checked: (),
}

/// Why a catalog has no model.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The manifest names a reference that there is not.
    #[error("catalog.toml: there is no reference `{0}`")]
    UnknownReference(String),
    /// The contract has no rule for a flag.
    #[error(
        "the chess contract does not know the flag {flag} of the manifest: it knows {}",
        listed(Contract::FLAGS)
    )]
    UnknownFlag {
        /// The flag.
        flag: char,
    },
    /// The names of the catalog allow a page that is no chess page.
    #[error("the flags of {variant} are not a set of chess rules")]
    NotRules {
        /// The variant.
        variant: String,
        /// Why they are not.
        source: FlagError,
    },
    /// A scenario cannot be read.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A scenario is for pages with a flag that there is not.
    #[error("the scenario {scenario} names {flag}, which is no flag")]
    ScenarioFlag {
        /// The scenario.
        scenario: String,
        /// The letter.
        flag: char,
    },
    /// The inputs of the manifest have a wrong step.
    #[error("in the manifest: `[inputs]` has a wrong step")]
    Inputs(#[from] StepError),
}

/// Letters with commas between them.
fn listed(letters: &str) -> String {
    letters
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Chooses the model of a catalog, whose manifest is in the folder.
pub type Open = fn(&Catalog, &Path) -> Result<Arc<dyn Model>, OpenError>;

/// The model of a catalog: chess, if its manifest says so, or else the readable pages and the
/// scenarios in the folder of the manifest.
///
/// # Errors
/// See [`OpenError`].
pub fn open(catalog: &Catalog, folder: &Path) -> Result<Arc<dyn Model>, OpenError> {
    match catalog.manifest().reference.as_deref() {
        Some(Chess::REFERENCE) => Ok(Arc::new(Chess::open(catalog)?)),
        Some(other) => Err(OpenError::UnknownReference(other.to_owned())),
        None => Ok(Arc::new(readable_pages(catalog, folder)?)),
    }
}

/// The readable pages and the scenarios of a catalog of any kind.
///
/// # Errors
/// A scenario or the inputs of the manifest cannot be read.
pub fn readable_pages(catalog: &Catalog, folder: &Path) -> Result<ReadablePages, OpenError> {
    let scenarios = Scenario::load_all(&folder.join(Scenario::FOLDER))?;
    let manifest = catalog.manifest();
    for scenario in &scenarios {
        let mut letters = scenario.with.iter().chain(&scenario.without);
        let is_flag = |letter: char| manifest.flags.iter().any(|flag| flag.letter == letter);
        if let Some(&flag) = letters.find(|letter| !is_flag(**letter)) {
            let scenario = scenario.name.clone();
            return Err(OpenError::ScenarioFlag { scenario, flag });
        }
    }
    let inputs = manifest.inputs.as_ref().map(inputs).transpose()?;
    Ok(ReadablePages { scenarios, inputs })
}

/// The inputs that a manifest declares.
fn inputs(rules: &InputRules) -> Result<Inputs, StepError> {
    let steps = rules.steps().map(|step| step.parse());
    Ok(Inputs {
        answers: rules.answers.clone(),
        steps: steps.collect::<Result<_, _>>()?,
        frames: rules.frames,
    })
}

/// Whether the contract of a page has something.
fn has(page: &Subject, something: fn(&Contract) -> bool) -> bool {
    page.reference_as().is_some_and(something)
}

impl Chess {
    /// The `reference` of chess pages in a manifest.
    pub const REFERENCE: &'static str = "chess";

    /// # Errors
    /// A flag or a page of the catalog has no meaning in the contract.
    pub fn open(catalog: &Catalog) -> Result<Self, OpenError> {
        let manifest = catalog.manifest();
        let flags = manifest.flags.iter().filter(|flag| !flag.pack);
        let mut flags = flags.map(|flag| flag.letter);
        if let Some(flag) = flags.find(|flag| !Contract::FLAGS.contains(*flag)) {
            return Err(OpenError::UnknownFlag { flag });
        }
        for variant in catalog.variants() {
            Contract::new(&manifest.unpacked(&variant.flags)).map_err(|source| {
                OpenError::NotRules {
                    variant: variant.name.clone(),
                    source,
                }
            })?;
        }
        Ok(Self { _checked: () })
    }
}

impl Model for Chess {
    fn pages(&self) -> &'static str {
        "chess pages"
    }

    fn suites(&self) -> Vec<&'static dyn Suite> {
        ChessSuite::ALL.map(ChessSuite::as_suite).to_vec()
    }

    fn reference(&self, page: &CatalogPage) -> Result<Arc<dyn Reference>, ModelError> {
        let contract = Contract::new(&FlagSet::new(&page.flags));
        let contract = contract.map_err(|source| OpenError::NotRules {
            variant: page.name.clone(),
            source,
        })?;
        Ok(Arc::new(contract))
    }

    /// One short game on each page without a board, and scripted cases on some: these in a browser, which
    /// plays them several times as fast as the embedded engine. The short games of a page with a board
    /// take seconds of real time; it plays cases of the rules instead.
    fn short_check(&self) -> Vec<Round> {
        use ChessSuite::{Arbiter, Clock, Dialogs, Draws, Opponent, Rules};
        use Kind::{Chrome, Embedded, Firefox, WebKit};

        let of = |suite: ChessSuite, sample_of: fn(&Subject) -> bool| Round {
            suite: suite.as_suite(),
            hosts: &Kind::BROWSERS,
            sample_of: Some(sample_of),
        };
        vec![
            Round {
                suite: Dialogs.as_suite(),
                hosts: &[Embedded],
                sample_of: None,
            },
            Round {
                hosts: &[Chrome, Firefox, WebKit, Embedded],
                ..of(Rules, |page| {
                    has(page, |contract| {
                        contract.rules.moves.special_moves && contract.rules.moves.promotion_choice
                    })
                })
            },
            of(Clock, |page| {
                has(page, |contract| contract.rules.clock_seconds.is_some())
            }),
            of(Draws, |page| {
                has(page, |contract| contract.rules.draws.dead_position)
            }),
            of(Arbiter, |_| true),
            of(Opponent, |_| true),
        ]
    }

    /// A search changes one page, so this page plays all cases of the scripted suites. `perft` verifies
    /// at the usual effort, because deeper sequences outnumber all other games. A candidate has no
    /// readable page for `mirror`.
    fn search_games(&self, effort: Effort) -> SearchGames {
        use ChessSuite::{Clock, Dialogs, Draws, Mirror, Perft, Rules};

        let suites = |without: [ChessSuite; 2]| {
            let suites = ChessSuite::ALL.into_iter();
            suites.filter(move |suite| !without.contains(suite))
        };
        let filter = |suite: ChessSuite| match suite {
            Rules | Draws | Clock => (suite.as_suite(), Effort::Deep),
            _ => (suite.as_suite(), Effort::Quick),
        };
        let most = suites([Perft, Mirror]).map(ChessSuite::as_suite);
        SearchGames {
            filters: suites([Dialogs, Mirror]).map(filter).collect(),
            verification: vec![
                (most.collect(), effort),
                (vec![Perft.as_suite()], Effort::Usual),
            ],
        }
    }
}
