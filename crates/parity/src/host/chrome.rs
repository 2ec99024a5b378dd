//! A real browser: each game in a document of its own, many in one call.

use golfchess_devtools::Tab;
use serde_json::json;

use super::browser::Running;
use super::{DRIVER, Host, HostError, real};
use crate::{Answer, Ending, Mode, Plan, Transcript};

/// Plays many games in one call: each call takes a tenth of a second by itself.
const BATCH: &str = include_str!("batch.js");

/// How long a page may take for one dialog, in milliseconds, on a machine with other things to do.
const DIALOG_PATIENCE: usize = 300;

/// The same in a batch, after which each game gets all the time it needs by itself.
const BATCH_PATIENCE: usize = 15;

/// What a call may take besides.
const CALL_PATIENCE: usize = 3_000;

/// A Chrome or Chromium without a window.
pub struct Chrome {
    running: Running,
    tab: Tab,
}

impl Chrome {
    /// Starts a browser.
    ///
    /// # Errors
    /// There is none, or it does not start.
    pub(crate) fn launch() -> Result<Self, HostError> {
        let running = Running::start()?;
        let tab = running.browser()?.new_tab().map_err(lost)?;
        Ok(Self { running, tab })
    }

    /// Plays the games of a batch; fewer than there are plans when time ran out.
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
        let patience = if plans.len() > 1 {
            BATCH_PATIENCE
        } else {
            DIALOG_PATIENCE
        };
        let time = CALL_PATIENCE + patience * dialogs;
        let done = match self.evaluate(format!("({BATCH})({DRIVER}, {page}, {games})"), Some(time))
        {
            Ok(done) => done,
            // The time is over, or the browser is gone: then this fails too.
            Err(_) => self.evaluate("JSON.stringify(run.done)".to_owned(), None)?,
        };
        let done: Vec<(Vec<String>, Option<String>)> = json_of(&done)?;
        let transcripts = done.into_iter();
        Ok(transcripts
            .map(|(log, error)| Transcript::from_log(&log, error, false))
            .collect())
    }

    fn evaluate(&self, expression: String, time: Option<usize>) -> Result<String, HostError> {
        let mut params = json!({ "expression": expression, "returnByValue": true });
        if let Some(time) = time {
            params["timeout"] = json!(time);
        }
        let evaluated = self.tab.call("Runtime.evaluate", params).map_err(lost)?;
        match evaluated["result"]["value"].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(HostError::Lost(evaluated["exceptionDetails"].to_string())),
        }
    }

    /// What the page had shown when the time ran out.
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

/// The browser's answer, which the scripts here have written.
fn json_of<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, HostError> {
    serde_json::from_str(text).map_err(|error| HostError::Lost(error.to_string()))
}

/// Any fault between here and the browser.
pub(super) fn lost(error: impl std::fmt::Display) -> HostError {
    HostError::Lost(error.to_string())
}
