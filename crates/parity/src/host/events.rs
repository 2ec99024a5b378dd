//! A game on a stage in a tab of any browser: in one call, or in one call for each step if the browser
//! does not wait for promises or the call runs out of time.

use std::time::{Duration, Instant};

use super::socket::lost;
use super::tab::{Tab, times};
use super::{FAKES, HostError};
use crate::{Answer, Dialog, Ending, Stage, Step, Transcript};

/// Opens a page, and does the steps.
const EVENTS: &str = include_str!("events.js");

/// What keys do in fields.
const FIELDS: &str = include_str!("fields.js");

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
    let before = serde_json::to_string(&*stage.before).map_err(lost)?;
    let open = format!(
        "({EVENTS})({FAKES}, {FIELDS}, {page}, {answers}, {}, {before})",
        stage.seed
    );
    let steps: Vec<_> = stage.steps.iter().map(Step::words).collect();
    let all = serde_json::to_string(&steps).map_err(lost)?;
    let long = limit + times(STEP, steps.len());
    let mut dialogs = Vec::new();
    let mut ending = Ending::Quiet;
    if let Some(log) = tab.evaluate_promise(&format!("{open}.play({all})"), long)? {
        dialogs = read_log(&log)?;
    } else if !play_steps(tab, &open, &steps, &mut dialogs)? {
        // What the page has shown since the last step, as far as the tab still has it.
        let rest = tab.evaluate("window.events ? events.take() : \"[]\"", limit)?;
        dialogs.extend(read_log(rest.as_deref().unwrap_or("[]"))?);
        ending = Ending::Hung;
    }
    Ok(Transcript { dialogs, ending }.without(&stage.ignored))
}

/// Plays a game in one call for each step. Returns false if a script does not end.
fn play_steps(
    tab: &mut impl Tab,
    open: &str,
    steps: &[(&str, String)],
    dialogs: &mut Vec<Dialog>,
) -> Result<bool, HostError> {
    let limit = tab.limits().call;
    if tab
        .evaluate(&format!("{open} && 'opened'"), limit)?
        .is_none()
    {
        return Ok(false);
    }
    let until = Instant::now() + LOAD_TIMEOUT;
    loop {
        match tab.evaluate("events.loaded()", limit)? {
            None => return Ok(false),
            Some(loaded) if loaded == "yes" || Instant::now() > until => break,
            Some(_) => std::thread::sleep(POLL),
        }
    }
    let mut calls = Vec::new();
    for words in steps {
        let words = serde_json::to_string(words).map_err(lost)?;
        calls.push(format!("events.step(...{words})"));
    }
    calls.push("events.end()".to_owned());
    for call in calls {
        let Some(log) = tab.evaluate(&call, limit)? else {
            return Ok(false);
        };
        dialogs.extend(read_log(&log)?);
    }
    Ok(true)
}

/// Reads a log of `fakes.js`.
pub(super) fn read_log(log: &str) -> Result<Vec<Dialog>, HostError> {
    let log: Vec<(String, String)> = serde_json::from_str(log).map_err(lost)?;
    let dialogs = log.iter().map(|(kind, text)| {
        let dialog = Dialog::from_parts(kind, text);
        dialog.ok_or_else(|| lost(format_args!("the log has the kind {kind}")))
    });
    dialogs.collect()
}
