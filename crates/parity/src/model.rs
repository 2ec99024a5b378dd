//! The model of a catalog: what its pages are compared with, and by which games.

use std::any::Any;
use std::error::Error;
use std::fmt::Debug;
use std::sync::Arc;

use crate::host::Kind;
use crate::scenario::Scenario;
use crate::search::SearchGames;
use crate::{Effort, Oracle, Reference, Subject, Suite};

/// Why a model has no reference for a page.
pub type ModelError = Box<dyn Error + Send + Sync>;

/// A page of a catalog, as a model gets it.
#[derive(Clone, Debug)]
pub struct CatalogPage {
    /// The name of its variant.
    pub name: String,
    /// Its position in the catalog.
    pub place: usize,
    /// Another page that must do the same and plays more cases, if there is one.
    pub same_as: Option<String>,
    /// The letters of its flags.
    pub flags: String,
    /// Its readable script.
    pub script: String,
    /// The strings of the script.
    pub dictionary: Vec<String>,
    /// The page as it is on disk.
    pub page: String,
    /// The readable page that it was built from.
    pub readable: String,
}

/// What the pages of a catalog are compared with. A catalog has one model, and commands ask nothing
/// else about the kind of its pages.
pub trait Model: Any + Debug + Send + Sync {
    /// Its pages in a few words, as errors name them.
    fn pages(&self) -> &'static str;

    /// Its suites, in the order of reports.
    fn suites(&self) -> Vec<&'static dyn Suite>;

    /// The model of the behaviour of one page.
    ///
    /// # Errors
    /// The model cannot describe a page with these flags.
    fn reference(&self, page: &CatalogPage) -> Result<Arc<dyn Reference>, ModelError>;

    /// What a page is compared with in a game that no suite has planned. With
    /// [`Oracle::ReadablePage`] everything that the page shows counts, and a game may have steps.
    fn oracle(&self) -> Oracle {
        Oracle::Reference
    }

    /// The scenarios that its suites play.
    fn scenarios(&self) -> &[Scenario] {
        &[]
    }

    /// The rounds of a short check, one after the other.
    fn short_check(&self) -> Vec<Round> {
        let round = |suite| Round {
            suite,
            hosts: &[Kind::Embedded, Kind::Chrome, Kind::Firefox, Kind::WebKit],
            sample_of: None,
        };
        self.suites().into_iter().map(round).collect()
    }

    /// The games that judge the candidates of a search, with those of an effort in the end.
    fn search_games(&self, effort: Effort) -> SearchGames {
        let suites = self.suites().into_iter();
        SearchGames {
            filters: suites.map(|suite| (suite, effort)).collect(),
            verification: Vec::new(),
        }
    }

    /// The subject of a page.
    ///
    /// # Errors
    /// See [`Model::reference`].
    fn subject(&self, page: CatalogPage) -> Result<Subject, ModelError> {
        Ok(Subject {
            reference: self.reference(&page)?,
            name: page.name,
            place: page.place,
            same_as: page.same_as,
            page: page.page,
            readable: page.readable,
        })
    }
}

/// A part of a short check.
#[derive(Clone, Copy)]
pub struct Round {
    /// The suite.
    pub suite: &'static dyn Suite,
    /// The host that plays it, and those that play the pages which the ones before cannot play.
    pub hosts: &'static [Kind],
    /// Which pages it tests most, if a few of them play it for all; `None` if all pages play it.
    pub sample_of: Option<fn(&Subject) -> bool>,
}
