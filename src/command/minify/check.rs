//! Plays a file and its minified page, and compares what they show.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use anyhow::Result;
use golfchess_parity::host::{HostError, Kind};
use golfchess_parity::mirror::{Mirror, ReadablePageModel};
use golfchess_parity::{
    Difference, Effort, Finding, Inputs, Known, Options, Subject, Verdict, VerifyError, verify,
};
use golfchess_script::{Minified, Wrapper};
use serde::Serialize;

use super::preset::Preset;
use super::served::Served;
use crate::command::itself;
use crate::output::count;

/// Runs a module that is a script.
const MODULE: &str = include_str!("module.js");

/// Compares candidates with a file.
#[derive(Clone)]
pub struct Check {
    subject: Subject,
    /// Where pages are played: in the embedded engine until a page needs a document.
    host: Kind,
    /// Whether the file is a page.
    is_page: bool,
    preset: Option<Preset>,
    /// Whether the file is a module.
    is_module: bool,
    /// The folder of the page, from which a browser loads its files.
    folder: Option<Arc<Served>>,
    /// What the file has shown.
    known: Arc<Known>,
    /// Whether the file shows the same each time in the host; `None` before a page differs from it.
    is_steady: Option<bool>,
    pub result: Compared,
}

/// What was compared.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Compared {
    /// Where the file and its page were played; `None` if they were not.
    pub host: Option<Kind>,
    /// The games of the last comparison.
    pub games: usize,
    /// The dialogs, console lines and other outputs of these games.
    pub outputs: usize,
    /// The smaller pages that showed something else, by their strategies and wrappers.
    pub refused: Vec<String>,
    /// The first output of the last of these pages that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// Why nothing was compared.
    pub reason: Option<String>,
    /// How many files were in the page, unchanged, when it was played beside the result.
    #[serde(skip_serializing_if = "is_none")]
    pub files: usize,
}

/// Whether a number of files is not worth a word.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_none(files: &usize) -> bool {
    *files == 0
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for refused in &self.refused {
            writeln!(
                f,
                "note: the result of {refused} shows something else than the file"
            )?;
        }
        if let Some(difference) = self
            .difference
            .as_ref()
            .filter(|_| !self.refused.is_empty())
        {
            writeln!(f, "note: in the last of them, {difference}")?;
        }
        match (&self.host, &self.reason) {
            (Some(_), _) if self.outputs == 0 => {
                f.write_str("not compared: the file shows nothing")
            }
            (Some(host), _) => write!(
                f,
                "compared with the file {}in {host}: {} of {}, no difference",
                match self.files {
                    0 => String::new(),
                    files => format!("and {} in it, ", count(files, "file")),
                },
                count(self.outputs, "output"),
                count(self.games, "game")
            ),
            (None, Some(reason)) => write!(f, "not compared: {reason}"),
            (None, None) => f.write_str("not compared"),
        }
    }
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
fn page_of(script: &str, preset: Option<Preset>) -> String {
    let script = match preset {
        Some(preset) => preset.played(script),
        None => script.to_owned(),
    };
    let wrapper = Wrapper::script();
    if wrapper.holds(&script) {
        return wrapper.page(&script);
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
    pub fn new(
        name: &str,
        source: &str,
        is_page: bool,
        preset: Option<Preset>,
        files: usize,
    ) -> Self {
        let texts = match is_page {
            true => golfchess_script::code_of(source)
                .into_iter()
                .map(|code| code.text)
                .collect(),
            false => vec![source.to_owned()],
        };
        let readable = match is_page {
            true => source.to_owned(),
            false => page_of(source, preset),
        };
        // A script with an error has no result to check.
        let words = texts
            .iter()
            .flat_map(|text| golfchess_script::dictionary(text).unwrap_or_default());
        let dictionary: BTreeSet<String> = words.collect();
        Self {
            subject: Subject {
                name: name.to_owned(),
                place: 0,
                same_as: None,
                reference: Arc::new(ReadablePageModel {
                    dictionary: dictionary.into_iter().collect(),
                    inputs: Inputs::of_script(source),
                    scenarios: Vec::new(),
                }),
                page: String::new(),
                readable,
            },
            host: Kind::Embedded,
            is_page,
            preset,
            is_module: false,
            folder: None,
            known: Arc::default(),
            is_steady: None,
            result: Compared {
                files,
                ..Compared::default()
            },
        }
    }

    /// What shows what a script does.
    fn page_of(&self, script: &str) -> String {
        match self.is_module {
            true => page_of(&format!("{MODULE}{script}"), None),
            false => page_of(script, self.preset),
        }
    }

    /// Lets code around modules run them, and call what they export.
    pub fn play_modules(&mut self, module: &str) {
        self.is_module = true;
        self.subject.readable = self.page_of(module);
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
            true => self.page_of(&minified.page),
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
        self.accepts_page(match self.is_page {
            true => text.to_owned(),
            false => self.page_of(text),
        })
    }

    /// The same for a page as it is.
    pub fn accepts_page(&mut self, page: String) -> Result<bool> {
        if self.is_steady == Some(false) {
            return Ok(true);
        }
        self.subject.page = page;
        let verdict = match self.play() {
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
