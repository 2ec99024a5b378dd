//! Pages that stay open, for programs that decide each answer by the dialogs before it.

use std::time::Duration;

use super::HostError;
use super::embedded::{play, script};
use super::tab::{Tab, TabEvent, UNEXPECTED_TIMEOUT};
use crate::{Answer, Dialog, Ending, Transcript};

/// How long to wait for the next dialog of a page, which may think.
const LIMIT: Duration = Duration::from_secs(60);

/// How long to wait for a dialog after an alert, which usually ends a page, in a browser that does not
/// tell when a page has ended.
const AFTER_ALERT: Duration = Duration::from_secs(2);

/// The most dialogs in one call of [`Session::play`], besides one for each answer.
const MOST_ALERTS: usize = 8;

/// A host with one page that stays open. A browser ignores the think times of the answers, and does not
/// replace the clock or `Math.random`: a script before the page can. The embedded engine does both, as in
/// [`Host::run`](super::Host::run).
pub trait Session: Send {
    /// Opens a page in the place of the last one.
    ///
    /// # Errors
    /// The host itself does not work.
    fn open(&mut self, page: &str) -> Result<(), HostError>;

    /// Answers the next prompts. Returns all dialogs since the last call, up to the prompt after the
    /// last answer or the end of the page. Only Chromium tells that a page has ended. In other browsers
    /// a page counts as ended if it opens no dialog for a minute, or for two seconds after an alert.
    ///
    /// # Errors
    /// The host itself does not work.
    fn play(&mut self, answers: &[Answer]) -> Result<Transcript, HostError>;
}

/// A session in a browser.
pub(super) struct TabSession<T> {
    tab: T,
    state: State,
}

/// What the page of a tab does.
enum State {
    /// There is none.
    Blank,
    /// It loads.
    Loading,
    /// Its script runs, or has ended.
    Running,
    /// It waits for an answer.
    Asking(Dialog),
    /// It has opened no dialog in time.
    Hung,
}

impl<T: Tab + Send> TabSession<T> {
    pub fn new(tab: T) -> Self {
        let state = State::Blank;
        Self { tab, state }
    }

    /// Whether the page is idle for certain.
    fn is_idle(&mut self) -> Result<bool, HostError> {
        // A page that loads is idle until its script starts.
        Ok(matches!(self.state, State::Running) && self.tab.is_idle()?)
    }
}

impl<T: Tab + Send> Session for TabSession<T> {
    fn open(&mut self, page: &str) -> Result<(), HostError> {
        // A page that has ended is replaced faster.
        if let State::Asking(dialog) = &self.state {
            self.tab.answer(dialog, None)?;
            self.state = State::Running;
        }
        if !matches!(self.state, State::Blank) {
            let hung = matches!(self.state, State::Hung);
            let is_idle =
                !hung && (self.is_idle()? || self.tab.next_event(UNEXPECTED_TIMEOUT)?.is_none());
            self.tab.unload(is_idle)?;
        }
        self.state = State::Loading;
        self.tab.load(page)
    }

    fn play(&mut self, answers: &[Answer]) -> Result<Transcript, HostError> {
        let mut shown = Transcript::default();
        let most = answers.len() + MOST_ALERTS;
        let mut answers = answers.iter();
        while shown.dialogs.len() <= most {
            if let State::Asking(dialog) = &self.state {
                let Some(Answer(text, _)) = answers.next() else {
                    return Ok(shown);
                };
                self.tab.answer(dialog, text.as_deref())?;
                self.state = State::Running;
            }
            if self.is_idle()? {
                return Ok(shown);
            }
            let is_last = !self.tab.can_detect_idle()
                && matches!(shown.dialogs.last(), Some(Dialog::Alert(_)));
            let limit = if is_last { AFTER_ALERT } else { LIMIT };
            match self.tab.next_event(limit)? {
                Some(TabEvent::Dialog(dialog)) => {
                    shown.dialogs.push(dialog.clone());
                    self.state = match dialog {
                        Dialog::Alert(_) => {
                            self.tab.answer(&dialog, Some(""))?;
                            State::Running
                        }
                        _ => State::Asking(dialog),
                    };
                }
                Some(TabEvent::Error(error)) => {
                    self.state = State::Running;
                    shown.ending = Ending::Threw(error);
                    return Ok(shown);
                }
                // A page that ends without a dialog has loaded by now.
                None if matches!(self.state, State::Loading) && self.tab.can_detect_idle() => {
                    self.state = State::Running;
                }
                None => {
                    if self.tab.can_detect_idle() {
                        self.state = State::Hung;
                        shown.ending = Ending::Hung;
                    }
                    return Ok(shown);
                }
            }
        }
        if !(answers.as_slice().is_empty() && matches!(self.state, State::Asking(_))) {
            shown.ending = Ending::Threw("more dialogs than answers".to_owned());
        }
        Ok(shown)
    }
}

/// A session in an engine that cannot wait: it plays the game again from its start with each call.
#[derive(Default)]
pub(super) struct ReplaySession {
    script: String,
    answers: Vec<Answer>,
    /// How many dialogs the earlier calls have returned.
    returned: usize,
}

impl Session for ReplaySession {
    fn open(&mut self, page: &str) -> Result<(), HostError> {
        *self = Self {
            script: script(page)?,
            ..Self::default()
        };
        Ok(())
    }

    fn play(&mut self, answers: &[Answer]) -> Result<Transcript, HostError> {
        self.answers.extend_from_slice(answers);
        let mut shown = play(&self.script, &self.answers, 0)?;
        let is_prompt = |dialog: &&Dialog| matches!(dialog, Dialog::Prompt(_));
        if shown.dialogs.iter().filter(is_prompt).count() > self.answers.len() {
            // The driver ends a page that waits for an answer with an error.
            shown.ending = Ending::Quiet;
        }
        let all = shown.dialogs.len();
        shown.dialogs.drain(..self.returned.min(all));
        self.returned = all;
        Ok(shown)
    }
}
