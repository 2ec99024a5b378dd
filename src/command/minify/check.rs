//! Plays a file and its minified page, and compares what they show.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::Result;
use golfchess_parity::host::{HostError, Kind};
use golfchess_parity::mirror::{Mirror, ReadablePageModel};
use golfchess_parity::{
    Difference, Effort, Finding, Inputs, Known, Options, Subject, Verdict, VerifyError, verify,
};
use golfchess_script::{Minified, Wrapper};

use super::Args;
use super::compared::Compared;
use super::coverage::{self, Coverage};
use super::preset::Preset;
use super::scene::{self, Scene};
use super::served::Served;
use crate::command::itself;

/// Compares candidates with a file.
#[derive(Clone)]
pub struct Check {
    subject: Subject,
    /// What is played, and what it is played with.
    model: ReadablePageModel,
    source: Arc<str>,
    /// Where pages are played: in the embedded engine until a page needs a document.
    host: Kind,
    /// Whether the file is a page.
    is_page: bool,
    /// Where its scripts are played.
    scene: Scene,
    /// Whether the functions of a script may be called that shows nothing by itself.
    may_call: bool,
    /// The folder of the page, from which a browser loads its files.
    folder: Option<Arc<Served>>,
    /// What the file has shown.
    known: Arc<Known>,
    /// Whether the file shows the same each time in the host; `None` before a page differs from it.
    is_steady: Option<bool>,
    pub result: Compared,
}

/// Where a result first differs from the file, in one line.
fn differing(finding: &Finding) -> String {
    let one_line = |text: &str| {
        let text: Vec<&str> = text.split_whitespace().collect();
        let text = text.join(" ");
        match text.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => format!("`{}…`", &text[..end]),
            None => format!("`{text}`"),
        }
    };
    let Difference {
        at,
        expected,
        shown,
    } = &finding.difference;
    format!(
        "output {} is {} instead of {}",
        at + 1,
        one_line(shown),
        one_line(&expected.to_string())
    )
}

/// The most characters of an output in a message.
const MOST_SHOWN: usize = 120;

/// A page with a script.
fn page_of(script: &str) -> String {
    let wrapper = Wrapper::script();
    if wrapper.holds(script) {
        return wrapper.page(script);
    }
    // HTML would end the element within the script.
    let text = serde_json::json!(script)
        .to_string()
        .replace('<', "\\u003c");
    let element = "document.head.appendChild(document.createElement('script'))";
    wrapper.page(&format!("{element}.text={text}"))
}

impl Check {
    /// A check of pages for a script or a page with this number of files in it.
    pub fn new(name: &str, source: &str, is_page: bool, args: &Args, files: usize) -> Self {
        let texts = match is_page {
            true => golfchess_script::code_of(source)
                .into_iter()
                .map(|code| code.text)
                .collect(),
            false => vec![source.to_owned()],
        };
        // A script with an error has no result to check.
        let words = texts
            .iter()
            .flat_map(|text| golfchess_script::dictionary(text).unwrap_or_default());
        let dictionary: BTreeSet<String> = words.collect();
        // Other code does not know the short names of properties.
        let may_call = !is_page && args.preset.is_none() && !args.mangle_props;
        let scene = Scene {
            preset: args.preset.filter(|_| !is_page),
            names: match may_call {
                true => args.keep.clone(),
                false => Vec::new(),
            },
            ..Scene::default()
        };
        let mut inputs = Inputs::of_script(source);
        let has_dialogs = inputs.answers.is_none();
        if scene.preset.is_some_and(Preset::has_events) {
            inputs.steps.clear();
        }
        let model = ReadablePageModel {
            dictionary: dictionary.into_iter().collect(),
            inputs,
            ..ReadablePageModel::default()
        };
        let mut check = Self {
            subject: Subject {
                name: name.to_owned(),
                place: 0,
                same_as: None,
                reference: Arc::new(ReadablePageModel::default()),
                page: String::new(),
                readable: String::new(),
            },
            model,
            source: source.into(),
            host: Kind::Embedded,
            is_page,
            scene,
            may_call,
            folder: None,
            known: Arc::default(),
            is_steady: None,
            result: Compared {
                files,
                are_games: is_page || has_dialogs,
                ..Compared::default()
            },
        };
        check.stage();
        check
    }

    /// Puts the file into its place. What it has shown elsewhere does not count.
    fn stage(&mut self) {
        self.model.before = self.scene.before(&self.source);
        self.subject.reference = Arc::new(self.model.clone());
        self.subject.readable = self.text_of(&self.source);
        self.known = Arc::default();
        self.is_steady = None;
    }

    /// What shows what a text of the file does.
    fn text_of(&self, text: &str) -> String {
        match self.is_page {
            true => text.to_owned(),
            false => page_of(&self.scene.played(text)),
        }
    }

    /// Lets code before modules run them, and call what they export.
    pub fn play_modules(&mut self, module: &str) {
        self.scene = Scene {
            is_module: true,
            ..Scene::default()
        };
        self.may_call = false;
        self.source = module.into();
        self.stage();
    }

    /// Lets a browser play in a folder.
    pub fn play_in(&mut self, folder: Arc<Served>) {
        self.folder = Some(folder);
    }

    /// What is played beside the results.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Whether a page shows what the file shows. A page that cannot be played counts as right.
    pub fn accepts(&mut self, minified: &Minified) -> Result<bool> {
        let page = match minified.wrapper == Wrapper::none().name {
            true => page_of(&self.scene.played(&minified.page)),
            false => minified.page.clone(),
        };
        let is_right = self.accepts_page(page)?;
        if !is_right {
            let Minified {
                strategy, wrapper, ..
            } = minified;
            let refused = format!("{} in {wrapper}", strategy.name());
            self.result.refused.push(refused);
        }
        Ok(is_right)
    }

    /// Whether another text of the file shows what the file shows.
    pub fn accepts_file(&mut self, text: &str) -> Result<bool> {
        self.accepts_page(self.text_of(text))
    }

    /// The same for a page as it is.
    pub fn accepts_page(&mut self, page: String) -> Result<bool> {
        if self.is_steady == Some(false) {
            return Ok(true);
        }
        self.subject.page = page;
        let verdict = match self.play() {
            Ok(_) if self.scene.calls() && self.known.is_empty() => {
                // A function that is called with anything may not end.
                return self.accepts_without_calls();
            }
            Ok(_) if self.is_library() => {
                self.scene.exports = true;
                return self.accepts_again();
            }
            // What the page shows may be in its document.
            Ok(verdict)
                if verdict.dialogs() == 0 && self.is_page && self.host == Kind::Embedded =>
            {
                return self.accepts_in_browser();
            }
            Ok(verdict) => verdict,
            Err(VerifyError::Host(HostError::Unsupported { .. }))
                if self.host == Kind::Embedded =>
            {
                return self.accepts_in_browser();
            }
            Err(VerifyError::Host(HostError::NoBrowser)) if self.scene.calls() => {
                return self.accepts_without_calls();
            }
            Err(VerifyError::Host(error)) => {
                self.result.host = None;
                self.result.reason = Some(match error {
                    HostError::NoBrowser => "it needs a browser, and there is none".to_owned(),
                    error => error.to_string(),
                });
                return Ok(true);
            }
            Err(error) => return Err(error.into()),
        };
        let finding = verdict.findings().next();
        let is_right = finding.is_none();
        if let Some(finding) = finding {
            self.result.difference = Some(differing(finding));
        }
        if !is_right && !self.is_steady()? {
            return Ok(true);
        }
        self.result.host = Some(self.host);
        self.result.games = verdict.tallies.iter().map(|tally| tally.games).sum();
        self.result.outputs = verdict.dialogs();
        Ok(is_right)
    }

    /// Whether the file shows the same each time that it is played. If not, nothing is compared.
    fn is_steady(&mut self) -> Result<bool> {
        if let Some(is_steady) = self.is_steady {
            return Ok(is_steady);
        }
        let difference = itself::differs(&self.subject, &self.options())?;
        if let Some(difference) = &difference {
            self.result = Compared {
                reason: Some(format!(
                    "the file shows something else each time, as with the network or \
                     `crypto.getRandomValues`: {}",
                    itself::in_words(difference)
                )),
                ..Compared::default()
            };
        }
        self.is_steady = Some(difference.is_none());
        Ok(difference.is_none())
    }

    /// Whether a script shows nothing by itself, or only errors, and other code may use it.
    fn is_library(&self) -> bool {
        self.may_call
            && !self.scene.exports
            && !self.known.is_empty()
            && self.known.has_only_errors()
            && scene::exports(&self.source)
    }

    /// The same in another place.
    fn accepts_again(&mut self) -> Result<bool> {
        self.stage();
        let page = std::mem::take(&mut self.subject.page);
        self.accepts_page(page)
    }

    /// The same, without calls of functions.
    fn accepts_without_calls(&mut self) -> Result<bool> {
        self.host = Kind::Embedded;
        self.may_call = false;
        self.scene.names.clear();
        self.scene.exports = false;
        self.accepts_again()
    }

    /// Counts the functions that run, if something was compared.
    pub fn count(&mut self) {
        if self.result.host.is_some() && self.result.outputs > 0 {
            self.result.coverage = self.coverage();
        }
    }

    fn coverage(&self) -> Option<Coverage> {
        let text = coverage::counted(&self.source, self.is_page)?;
        let model = ReadablePageModel {
            before: (coverage::before() + &*self.model.before).into(),
            ..self.model.clone()
        };
        let subject = Subject {
            reference: Arc::new(model),
            readable: self.text_of(&text.script),
            ..self.subject.clone()
        };
        // The line on what was compared is right without it.
        let shown = golfchess_parity::shown(&subject, &self.options()).ok()?;
        Some(Coverage::of(text.functions, &shown))
    }

    fn accepts_in_browser(&mut self) -> Result<bool> {
        self.host = Kind::Chrome;
        self.is_steady = None;
        let page = std::mem::take(&mut self.subject.page);
        self.accepts_page(page)
    }

    fn options(&self) -> Options<'static> {
        // The embedded engine loads nothing.
        let folder = self.folder.as_ref().filter(|_| self.host == Kind::Chrome);
        Options {
            workers: 1,
            fail_fast: true,
            shrinks: false,
            site: folder.map(|folder| folder.address.clone()),
            ..Options::new(vec![&Mirror], Effort::Quick, self.host)
        }
    }

    /// Plays the page, and the file if nobody knows what it shows.
    fn play(&self) -> Result<Verdict, VerifyError> {
        let options = Options {
            known: Some(&self.known),
            ..self.options()
        };
        verify(std::slice::from_ref(&self.subject), &options, &|_| ())
    }
}
