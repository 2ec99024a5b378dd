//! A game on a stage in a tab of any browser: in one call, or in one call for each step if the browser
//! does not wait for promises or the call runs out of time.

use std::time::{Duration, Instant};

use super::socket::lost;
use super::tab::Tab;
use super::{HostError, STAGE};
use crate::{Answer, Dialog, Ending, Stage, Step, Transcript};

/// Opens a page, and does the steps.
const SCENE: &str = include_str!("scene.js");

/// The real time that a page gets to load. A page that waits for the network is played as it is.
const LOAD_TIMEOUT: Duration = Duration::from_secs(5);

/// The time of each step in a call for all of them.
const STEP: Duration = Duration::from_millis(50);

/// How often a page is asked whether it has loaded.
const POLL: Duration = Duration::from_millis(1);

/// Plays one game in a new frame.
pub(super) fn play(
    tab: &mut impl Tab,
    page: &str,
    answers: &[Answer],
    stage: &Stage,
) -> Result<Transcript, HostError> {
    let limit = tab.limits().call;
    let page = serde_json::to_string(page).map_err(lost)?;
    let answers = serde_json::to_string(answers).map_err(lost)?;
    let open = format!("({SCENE})({STAGE}, {page}, {answers}, {})", stage.seed);
    let steps: Vec<_> = stage.steps.iter().map(Step::words).collect();
    let mut shown = Shown::default();
    let all = serde_json::to_string(&steps).map_err(lost)?;
    let long = limit + STEP * u32::try_from(steps.len()).unwrap_or(u32::MAX / 1_000);
    if let Some(log) = tab.evaluate_promise(&format!("{open}.play({all})"), long)? {
        shown.add(&log)?;
        return Ok(shown.end(Ending::Quiet));
    }
    let opened = tab.evaluate(&format!("{open} && 'opened'"), limit)?;
    if opened.is_none() || !load(tab, limit)? {
        return shown.hung(tab, limit);
    }
    for words in &steps {
        let words = serde_json::to_string(words).map_err(lost)?;
        let done = tab.evaluate(&format!("scene.step(...{words})"), limit)?;
        let Some(log) = done else {
            return shown.hung(tab, limit);
        };
        shown.add(&log)?;
    }
    match tab.evaluate("scene.end()", limit)? {
        Some(log) => shown.add(&log)?,
        None => return shown.hung(tab, limit),
    }
    Ok(shown.end(Ending::Quiet))
}

/// Waits until a page has loaded. Returns false if its script does not end.
fn load(tab: &mut impl Tab, limit: Duration) -> Result<bool, HostError> {
    let until = Instant::now() + LOAD_TIMEOUT;
    loop {
        match tab.evaluate("scene.loaded()", limit)? {
            None => return Ok(false),
            Some(loaded) if loaded == "yes" || Instant::now() > until => return Ok(true),
            Some(_) => std::thread::sleep(POLL),
        }
    }
}

/// What a page has shown so far.
#[derive(Default)]
pub(super) struct Shown(Vec<Dialog>);

impl Shown {
    /// Adds a log of `stage.js`.
    pub fn add(&mut self, log: &str) -> Result<(), HostError> {
        let log: Vec<(String, String)> = serde_json::from_str(log).map_err(lost)?;
        for (kind, text) in log {
            let dialog = Dialog::from_parts(&kind, &text);
            self.0
                .push(dialog.ok_or_else(|| lost(format_args!("the log has the kind {kind}")))?);
        }
        Ok(())
    }

    /// The transcript.
    pub fn end(self, ending: Ending) -> Transcript {
        Transcript {
            dialogs: self.0,
            ending,
        }
    }

    /// The transcript of a page whose script was stopped, as far as the tab still has it.
    fn hung(mut self, tab: &mut impl Tab, limit: Duration) -> Result<Transcript, HostError> {
        let rest = tab.evaluate("window.scene ? scene.take() : \"[]\"", limit)?;
        self.add(rest.as_deref().unwrap_or("[]"))?;
        Ok(self.end(Ending::Hung))
    }
}
