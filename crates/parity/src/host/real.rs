//! A page loaded from its file, its real dialogs answered through the browser's protocol.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use headless_chrome::Tab;
use headless_chrome::protocol::cdp::Page::{DialogType, HandleJavaScriptDialog};
use headless_chrome::protocol::cdp::types::Event;

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
    tab: &mut Arc<Tab>,
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
            let _ = old.close_target();
        }
        tries += 1;
        if !slow || tries == TRIES {
            return Ok(shown);
        }
    }
}

/// Plays one game, and tells whether some prompt was open for too long.
fn once(tab: &Tab, address: &str, plan: &Plan) -> Result<(Transcript, bool), HostError> {
    let (send, told) = channel();
    let listen = move |event: &Event| {
        let message = match event {
            Event::PageJavascriptDialogOpening(opening) => {
                let text = opening.params.message.clone();
                Told::Dialog(match opening.params.Type {
                    DialogType::Prompt => Dialog::Prompt(text),
                    _ => Dialog::Alert(text),
                })
            }
            Event::RuntimeExceptionThrown(thrown) => {
                let details = &thrown.params.exception_details;
                let told = details.exception.as_ref();
                let told = told.and_then(|exception| exception.description.clone());
                Told::Error(told.unwrap_or_else(|| details.text.clone()))
            }
            _ => return,
        };
        let _ = send.send(message);
    };
    tab.enable_runtime().map_err(lost)?;
    let listener = tab.add_event_listener(Arc::new(listen)).map_err(lost)?;
    tab.navigate_to(address).map_err(lost)?;
    let answered = answer(tab, &told, plan);
    let _ = tab.remove_event_listener(&listener);
    answered
}

fn answer(tab: &Tab, told: &Receiver<Told>, plan: &Plan) -> Result<(Transcript, bool), HostError> {
    let mut answers = plan.answers.iter();
    let mut shown = Transcript {
        dialogs: Vec::new(),
        ending: Ending::Quiet,
    };
    let mut slow = false;
    loop {
        let enough = shown.dialogs.len() >= plan.expected.len();
        let Ok(message) = told.recv_timeout(if enough { QUIET } else { PATIENCE }) else {
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
                tab.call_method(HandleJavaScriptDialog {
                    accept: answer.0.is_some(),
                    prompt_text: answer.0,
                })
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
