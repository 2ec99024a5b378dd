//! A game with the browser's own mouse on the cells of a page that is opened from a file. Time is real.

use std::time::{Duration, Instant};

use super::HostError;
use super::cells::CELLS;
use super::socket::lost;
use super::tab::{CALL_TIMEOUT, Tab, TabEvent};
use crate::{Cells, Dialog, Effect, Ending, Plan, Press, Transcript};

/// How long a page may take to load.
const LOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a page is asked whether it has loaded.
const POLL: Duration = Duration::from_millis(20);

/// The name under which the page has the reader of its cells.
const READER: &str = "window['the reader of the cells']";

/// Plays a plan. Its think times and the times of its presses pass really.
pub(super) fn play(
    tab: &mut impl Tab,
    page: &str,
    plan: &Plan,
    cells: &Cells,
) -> Result<Transcript, HostError> {
    tab.load(page)?;
    let mut shown = Transcript::default();
    let ended = game(tab, plan, cells, &mut shown)?;
    // A call that runs out of time has unloaded the page.
    if let Some(ending) = ended {
        shown.ending = ending;
    }
    if shown.ending != Ending::Hung {
        tab.unload(shown.ending == Ending::Quiet)?;
    }
    Ok(shown)
}

/// Plays a plan in the loaded page. Returns why it has ended early.
fn game(
    tab: &mut impl Tab,
    plan: &Plan,
    cells: &Cells,
    shown: &mut Transcript,
) -> Result<Option<Ending>, HostError> {
    let Cells { rows, look, .. } = cells;
    // A browser may still have the document of the last page, and send the event that starts the script
    // late.
    let open = format!(
        "document.readyState=='complete'&&location.protocol=='file:'&&\
         ({READER}=({CELLS})(window,{rows},{look})).find().length?'yes':'no'"
    );
    let until = Instant::now() + LOAD_TIMEOUT;
    loop {
        // A page that loads may throw an error: a call of the reader would drop it.
        if let Some(ending) = happened(tab, shown)? {
            return Ok(Some(ending));
        }
        let loaded = match tab.evaluate(&open, CALL_TIMEOUT) {
            // The document may go while it is asked.
            Err(_) if Instant::now() < until => Some(String::new()),
            loaded => loaded?,
        };
        match loaded {
            None => return Ok(Some(Ending::Hung)),
            Some(loaded) if loaded == "yes" => break,
            Some(_) if Instant::now() > until => {
                return Ok(Some(Ending::Threw("the page has no cells".to_owned())));
            }
            Some(_) => std::thread::sleep(POLL),
        }
    }
    if let Some(ending) = read(tab, shown)? {
        return Ok(Some(ending));
    }
    for (answer, presses) in plan.answers.iter().zip(&cells.presses) {
        if answer.1 > 0 {
            std::thread::sleep(Duration::from_millis(answer.1));
            if let Some(ending) = read(tab, shown)? {
                return Ok(Some(ending));
            }
        }
        for press in presses {
            let Some((x, y)) = place(tab, *press)? else {
                return Ok(Some(Ending::Threw(format!(
                    "there is no cell {}",
                    press.cell
                ))));
            };
            tab.press(x, y, Duration::from_millis(press.hold))?;
            if let Some(ending) = read(tab, shown)? {
                return Ok(Some(ending));
            }
        }
    }
    Ok(None)
}

/// The point of the window at which a cell is, after the page has been scrolled there.
fn place(tab: &mut impl Tab, press: Press) -> Result<Option<(f64, f64)>, HostError> {
    let place = format!(
        "(()=>{{const cell={READER}.find()[{}];if(!cell)return 'null';\
         cell.element.scrollIntoView({{block:'center',inline:'center'}});\
         const {{left,top,width,height}}={READER}.place(cell.element);\
         return JSON.stringify([Math.round(left+width/2),Math.round(top+height/2)])}})()",
        press.cell
    );
    let found = tab.evaluate(&place, CALL_TIMEOUT)?;
    serde_json::from_str(found.as_deref().unwrap_or("null")).map_err(lost)
}

/// Adds what the page shows now. Returns why it has ended.
fn read(tab: &mut impl Tab, shown: &mut Transcript) -> Result<Option<Ending>, HostError> {
    if let Some(ending) = happened(tab, shown)? {
        return Ok(Some(ending));
    }
    let read = format!(
        "JSON.stringify({{...JSON.parse({READER}.read()),time:Math.round(performance.now())}})"
    );
    Ok(match tab.evaluate(&read, CALL_TIMEOUT)? {
        Some(reading) => {
            shown.dialogs.push(Dialog::Effect(Effect::Cells, reading));
            None
        }
        None => Some(Ending::Hung),
    })
}

/// A dialog or an uncaught error since the last call: either ends the game.
fn happened(tab: &mut impl Tab, shown: &mut Transcript) -> Result<Option<Ending>, HostError> {
    Ok(match tab.next_event(Duration::ZERO)? {
        Some(TabEvent::Error(message)) => Some(Ending::Threw(message)),
        Some(TabEvent::Dialog(dialog)) => {
            tab.answer(&dialog, None)?;
            shown.dialogs.push(dialog);
            Some(Ending::Threw("a dialog".to_owned()))
        }
        None => None,
    })
}
