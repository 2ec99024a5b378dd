//! A page loaded from its file, its real dialogs answered through the browser's protocol.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use golfchess_devtools::{Event, Tab};
use serde_json::{Value, json};

use super::HostError;
use super::browser::Running;
use super::chrome::lost;
use crate::{Answer, Dialog, Ending, Plan, Transcript};

/// How long to wait for a dialog that has to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait for one that must not come.
const QUIET: Duration = Duration::from_millis(400);

/// A page's clocks take whole seconds; a prompt that was open for longer than this may have cost
/// one, and the game is played anew.
const SLOW: Duration = Duration::from_millis(800);

/// How often a game is played anew on a machine that is too slow.
const TRIES: usize = 4;

/// What the tab tells.
enum Told {
    Dialog(Dialog),
    Error(String),
}

/// Plays one game; a tab that does not come to rest is replaced by a new one.
pub(super) fn play(
    tab: &mut Tab,
    running: &Running,
    page: &str,
    plan: &Plan,
) -> Result<Transcript, HostError> {
    let file = running.folder().join("page.html");
    std::fs::write(&file, page).map_err(lost)?;
    let address = format!("file://{}", file.display());
    let mut tries = 0;
    loop {
        let (shown, slow) = once(tab, &address, plan)?;
        // What has not come to rest would disturb the next game.
        if shown.ending != Ending::Quiet || shown.dialogs.len() != plan.expected.len() {
            let old = std::mem::replace(tab, running.browser()?.new_tab().map_err(lost)?);
            let _ = old.close();
        }
        tries += 1;
        if !slow || tries == TRIES {
            return Ok(shown);
        }
    }
}

/// Plays one game, and tells whether some prompt was open for too long.
fn once(tab: &Tab, address: &str, plan: &Plan) -> Result<(Transcript, bool), HostError> {
    tab.call("Runtime.enable", json!({})).map_err(lost)?;
    let events = tab.events();
    tab.navigate(address).map_err(lost)?;
    answer(tab, &events, plan)
}

/// The dialog or the error that an event of the tab reports.
fn told(event: &Event) -> Option<Told> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match event.method.as_str() {
        "Page.javascriptDialogOpening" => {
            let message = text(&event.params["message"])?;
            Some(Told::Dialog(match event.params["type"].as_str() {
                Some("prompt") => Dialog::Prompt(message),
                _ => Dialog::Alert(message),
            }))
        }
        "Runtime.exceptionThrown" => {
            let details = &event.params["exceptionDetails"];
            let description = text(&details["exception"]["description"]);
            description
                .or_else(|| text(&details["text"]))
                .map(Told::Error)
        }
        _ => None,
    }
}

/// The next dialog or error within a time.
fn next(events: &Receiver<Event>, limit: Duration) -> Option<Told> {
    let until = Instant::now() + limit;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if let Some(message) = told(&events.recv_timeout(left).ok()?) {
            return Some(message);
        }
    }
}

fn answer(
    tab: &Tab,
    events: &Receiver<Event>,
    plan: &Plan,
) -> Result<(Transcript, bool), HostError> {
    let mut answers = plan.answers.iter();
    let mut shown = Transcript {
        dialogs: Vec::new(),
        ending: Ending::Quiet,
    };
    let mut slow = false;
    loop {
        let enough = shown.dialogs.len() >= plan.expected.len();
        let Some(message) = next(events, if enough { QUIET } else { PATIENCE }) else {
            break;
        };
        let opened = Instant::now();
        match message {
            Told::Error(message) => {
                shown.ending = Ending::Threw(message);
                break;
            }
            Told::Dialog(dialog) => {
                let is_prompt = matches!(dialog, Dialog::Prompt(_));
                shown.dialogs.push(dialog);
                let answer = match is_prompt {
                    true => answers.next().cloned().unwrap_or(Answer::CANCEL),
                    false => Answer::typed(""),
                };
                let mut params = json!({ "accept": answer.0.is_some() });
                if let Some(text) = answer.0 {
                    params["promptText"] = json!(text);
                }
                tab.call("Page.handleJavaScriptDialog", params)
                    .map_err(lost)?;
            }
        }
        slow |= opened.elapsed() > SLOW;
        // A flood is seen by its length.
        if shown.dialogs.len() > plan.expected.len() + 3 {
            break;
        }
    }
    Ok((shown, slow))
}
