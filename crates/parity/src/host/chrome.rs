//! Chromium: each game in a document of its own, many games in one call.

use std::sync::Arc;

use headless_chrome::Tab;
use headless_chrome::protocol::cdp::Runtime::Evaluate;

use super::browser::Running;
use super::{DRIVER, Host, HostError, real};
use crate::{Answer, Ending, Mode, Plan, Transcript};

/// Plays many games in one call, since each call takes a tenth of a second.
const BATCH: &str = include_str!("batch.js");

/// The timeout for one dialog in milliseconds. It allows for a busy machine.
const DIALOG_TIMEOUT: usize = 300;

/// The same in a batch. A batch that runs out of time is continued game by game.
const BATCH_DIALOG_TIMEOUT: usize = 15;

/// The additional timeout of each call in milliseconds.
const CALL_TIMEOUT: usize = 3_000;

/// A Chrome or Chromium without a window.
pub struct Chrome {
    running: Running,
    tab: Arc<Tab>,
}

impl Chrome {
    /// Starts a browser.
    ///
    /// # Errors
    /// There is no browser, or it does not start.
    pub(crate) fn launch() -> Result<Self, HostError> {
        let running = Running::start()?;
        let tab = running.browser()?.new_tab().map_err(lost)?;
        Ok(Self { running, tab })
    }

    /// Plays the games of a batch. Returns fewer transcripts than plans when the time ran out.
    fn batch(&self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        let games: Vec<(bool, &[Answer])> = plans
            .iter()
            .map(|plan| (plan.mode == Mode::Shared, plan.answers.as_slice()))
            .collect();
        let json = |value: serde_json::Result<String>| {
            value.map_err(|error| HostError::Lost(error.to_string()))
        };
        let (page, games) = (
            json(serde_json::to_string(page))?,
            json(serde_json::to_string(&games))?,
        );
        let dialogs: usize = plans.iter().map(|plan| plan.expected.len()).sum();
        let per_dialog = if plans.len() > 1 {
            BATCH_DIALOG_TIMEOUT
        } else {
            DIALOG_TIMEOUT
        };
        let time = CALL_TIMEOUT + per_dialog * dialogs;
        let done = match self.evaluate(format!("({BATCH})({DRIVER}, {page}, {games})"), Some(time))
        {
            Ok(done) => done,
            // Either the time is over, or the browser has ended: then this fails too.
            Err(_) => self.evaluate("JSON.stringify(run.done)".to_owned(), None)?,
        };
        let done: Vec<(Vec<String>, Option<String>)> = json_of(&done)?;
        let transcripts = done.into_iter();
        Ok(transcripts
            .map(|(log, error)| Transcript::from_log(&log, error, false))
            .collect())
    }

    fn evaluate(&self, expression: String, time: Option<usize>) -> Result<String, HostError> {
        let evaluated = self
            .tab
            .call_method(Evaluate {
                expression,
                timeout: time.map(|time| time as f64),
                return_by_value: Some(true),
                object_group: None,
                include_command_line_api: None,
                silent: None,
                context_id: None,
                generate_preview: None,
                user_gesture: None,
                await_promise: None,
                throw_on_side_effect: None,
                disable_breaks: None,
                repl_mode: None,
                allow_unsafe_eval_blocked_by_csp: None,
                unique_context_id: None,
                serialization_options: None,
            })
            .map_err(lost)?;
        let value = evaluated.result.value;
        match value.as_ref().and_then(|value| value.as_str()) {
            Some(text) => Ok(text.to_owned()),
            None => Err(HostError::Lost(format!(
                "{:?}",
                evaluated.exception_details
            ))),
        }
    }

    /// The dialogs until the time ran out.
    fn interrupted(&self) -> Result<Transcript, HostError> {
        let log = self.evaluate("JSON.stringify(run.log)".to_owned(), None)?;
        let log: Vec<String> = json_of(&log)?;
        Ok(Transcript::from_log(&log, None, true))
    }
}

impl Host for Chrome {
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        let mut transcripts = Vec::with_capacity(plans.len());
        let mut alone = false;
        while transcripts.len() < plans.len() {
            let left = &plans[transcripts.len()..];
            if left[0].mode == Mode::RealDialogs {
                let shown = real::play(&mut self.tab, &self.running, page, left[0])?;
                transcripts.push(shown);
                continue;
            }
            let count = left
                .iter()
                .take_while(|plan| plan.mode != Mode::RealDialogs)
                .count();
            let count = if alone { 1 } else { count };
            let done = self.batch(page, &left[..count])?;
            let late = done.len() < count;
            transcripts.extend(done);
            if late && count == 1 {
                transcripts.push(self.interrupted()?);
                break;
            }
            alone = late;
        }
        debug_assert!(
            transcripts
                .iter()
                .rev()
                .skip(1)
                .all(|shown| shown.ending != Ending::Hung)
        );
        Ok(transcripts)
    }

    fn batch(&self) -> usize {
        400
    }
}

/// Parses what the scripts of this module return.
fn json_of<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, HostError> {
    serde_json::from_str(text).map_err(|error| HostError::Lost(error.to_string()))
}

/// An error of the connection to the browser.
pub(super) fn lost(error: impl std::fmt::Display) -> HostError {
    HostError::Lost(error.to_string())
}
