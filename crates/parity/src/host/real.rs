//! Plays a page from its file with the browser's own dialogs.

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

/// The timeout for an expected dialog.
const EXPECTED_TIMEOUT: Duration = Duration::from_secs(10);

/// The wait for a dialog that must not open.
const UNEXPECTED_TIMEOUT: Duration = Duration::from_millis(400);

/// A page's clocks count whole seconds. A prompt that was open for longer than this may have cost
/// a second, so the game is played again.
const SLOW: Duration = Duration::from_millis(800);

/// The maximum number of times that a game is played on a slow machine.
const TRIES: usize = 4;

/// What happens in the tab.
enum TabEvent {
    Dialog(Dialog),
    Error(String),
}

/// Plays one game. A tab in which the page still runs is replaced by a new one.
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
        // A page that still runs would disturb the next game.
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

/// Plays one game. Also returns whether some prompt was open for too long.
fn once(tab: &Tab, address: &str, plan: &Plan) -> Result<(Transcript, bool), HostError> {
    let (send, events) = channel();
    let listen = move |event: &Event| {
        let message = match event {
            Event::PageJavascriptDialogOpening(opening) => {
                let text = opening.params.message.clone();
                TabEvent::Dialog(match opening.params.Type {
                    DialogType::Prompt => Dialog::Prompt(text),
                    _ => Dialog::Alert(text),
                })
            }
            Event::RuntimeExceptionThrown(thrown) => {
                let details = &thrown.params.exception_details;
                let exception = details.exception.as_ref();
                let description = exception.and_then(|exception| exception.description.clone());
                TabEvent::Error(description.unwrap_or_else(|| details.text.clone()))
            }
            _ => return,
        };
        let _ = send.send(message);
    };
    tab.enable_runtime().map_err(lost)?;
    let listener = tab.add_event_listener(Arc::new(listen)).map_err(lost)?;
    tab.navigate_to(address).map_err(lost)?;
    let answered = answer(tab, &events, plan);
    let _ = tab.remove_event_listener(&listener);
    answered
}

fn answer(
    tab: &Tab,
    events: &Receiver<TabEvent>,
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
        let Ok(message) = events.recv_timeout(if enough {
            UNEXPECTED_TIMEOUT
        } else {
            EXPECTED_TIMEOUT
        }) else {
            break;
        };
        let opened = Instant::now();
        match message {
            TabEvent::Error(message) => {
                shown.ending = Ending::Threw(message);
                break;
            }
            TabEvent::Dialog(dialog) => {
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
        // Too many dialogs are a difference already.
        if shown.dialogs.len() > plan.expected.len() + 3 {
            break;
        }
    }
    Ok((shown, slow))
}
