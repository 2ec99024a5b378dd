//! How games are played in a tab of any browser: many in one call, or one by one if a call runs
//! out of time.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::socket::lost;
use super::{DRIVER, Host, HostError, LoggedGame, cells, events, improvise, no_files, real_cells};
use crate::{Answer, Dialog, Ending, Mode, Oracle, Plan, Reference, Transcript};

/// Plays many games in one call.
const BATCH: &str = include_str!("batch.js");

/// Makes the later ones of many games in one document faster.
pub(super) const SCOPE: &str = include_str!("scope.js");

/// Plays games up to the first unexpected entry of a log.
const FIRST_DIFFERENCE: &str = include_str!("first_difference.js");

/// How much time [`FIRST_DIFFERENCE`] gets for each entry of a log, and besides. A script that takes
/// longer is judged elsewhere, so the limit is short.
const DIFFERENCE_ENTRY: Duration = Duration::from_millis(40);
const DIFFERENCE_CALL: Duration = Duration::from_millis(250);

/// How long a call may take that runs no script of a page.
pub(super) const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// How long to wait for a dialog that must come.
const EXPECTED_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for a dialog that must not come.
pub(super) const UNEXPECTED_TIMEOUT: Duration = Duration::from_millis(400);

/// Page clocks count whole seconds. A prompt that was open for longer may have cost one, and the
/// game is played again.
const SLOW: Duration = Duration::from_millis(800);

/// How often a game is played on a machine that is too slow.
const TRIES: usize = 20;

/// A tab of a browser.
pub(super) trait Tab {
    /// The limits of the calls that play games. Usually a tab that runs out of time costs a new browser.
    fn limits(&self) -> Limits {
        Limits {
            batch: Duration::from_millis(60),
            single: Duration::from_millis(400),
            call: Duration::from_secs(6),
            dialogs: 200,
            stops_scripts: false,
        }
    }

    /// The value of an expression, which is a string; `None` if it takes longer than `limit`. The
    /// tab can then be used for another call; it may be another one, which has loaded nothing.
    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError>;

    /// The value of an expression that gives a promise of a string. `None` if the tab does not wait for
    /// promises, or as in [`Tab::evaluate`].
    fn evaluate_promise(
        &mut self,
        _expression: &str,
        _limit: Duration,
    ) -> Result<Option<String>, HostError> {
        Ok(None)
    }

    /// Opens an address, which new tabs keep.
    fn visit(&mut self, _address: &str) -> Result<(), HostError> {
        Err(no_files())
    }

    /// Loads a page from a file, without waiting for it.
    fn load(&mut self, page: &str) -> Result<(), HostError>;

    /// The next dialog or uncaught error of the loaded page within `limit`.
    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError>;

    /// Answers the open dialog: the text of a prompt, or `None` for Cancel.
    fn answer(&mut self, dialog: &Dialog, text: Option<&str>) -> Result<(), HostError>;

    /// Presses the mouse button at a point of the window for some time.
    fn press(&mut self, x: f64, y: f64, hold: Duration) -> Result<(), HostError>;

    /// After a call that ran out of time: the value of `window.run` in the driver, if the tab still
    /// has it.
    fn interrupted(&mut self) -> Result<Interrupted, HostError> {
        Ok(Interrupted::default())
    }

    /// Whether [`Tab::is_idle`] can be true.
    fn can_detect_idle(&self) -> bool {
        false
    }

    /// Whether the loaded page is idle for certain. If not, a dialog may still come.
    fn is_idle(&mut self) -> Result<bool, HostError> {
        Ok(false)
    }

    /// Makes the tab ready for other pages; `is_idle` says whether the page is idle.
    fn unload(&mut self, is_idle: bool) -> Result<(), HostError>;
}

/// The actions of WebDriver that press the mouse button at a point of the window for some time.
pub(super) fn press_actions(x: f64, y: f64, hold: Duration) -> Value {
    json!([{
        "type": "pointer",
        "id": "mouse",
        "parameters": {"pointerType": "mouse"},
        "actions": [
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": hold.as_millis() as u64},
            {"type": "pointerUp", "button": 0},
        ],
    }])
}

/// The limits of a call that plays games.
pub(super) struct Limits {
    /// For each dialog of a batch. A game that does not finish is played again by itself.
    pub batch: Duration,
    /// For each dialog of a game that is played by itself.
    pub single: Duration,
    /// For each call besides.
    pub call: Duration,
    /// See [`Host::batch`].
    pub dialogs: usize,
    /// Whether the tab stops a script that runs out of time, and can be used again at once.
    pub stops_scripts: bool,
}

/// What had been played when a call ran out of time.
#[derive(Default, serde::Deserialize)]
pub(super) struct Interrupted {
    /// The logs and errors of the finished games.
    pub done: Vec<(Vec<String>, Option<String>)>,
    /// The log of the unfinished game.
    pub log: Vec<String>,
}

/// What a loaded page does.
pub(super) enum TabEvent {
    /// It has opened a dialog.
    Dialog(Dialog),
    /// It has thrown an error that nobody caught.
    Error(String),
}

impl<T: Tab + Send> Host for T {
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        let mut transcripts = Vec::with_capacity(plans.len());
        let mut single = false;
        while transcripts.len() < plans.len() {
            let left = &plans[transcripts.len()..];
            let is_real = |plan: &Plan| plan.mode == Mode::RealDialogs;
            let has_cells = |plan: &&&Plan| plan.cells.is_some() && !is_real(plan);
            let count = left.iter().take_while(has_cells).count();
            if count > 0 {
                let count = if single { 1 } else { count };
                match cells::play(self, page, &left[..count])? {
                    Some(shown) => transcripts.extend(shown),
                    // One by one: the next game may be the one on which the page hangs.
                    None => single = true,
                }
                let last = transcripts.last();
                if last.is_some_and(|shown| shown.ending == Ending::Hung) {
                    break;
                }
                continue;
            }
            let is_framed =
                |plan: &&&Plan| !is_real(plan) && plan.stage.is_none() && plan.cells.is_none();
            let count = left.iter().take_while(is_framed).count();
            if count == 0 {
                let Plan {
                    mode,
                    stage,
                    cells,
                    answers,
                    ..
                } = left[0];
                let shown = match (mode, stage, cells) {
                    (Mode::RealDialogs, _, Some(cells)) => {
                        real_cells::play(self, page, left[0], cells)?
                    }
                    (Mode::Fresh | Mode::Shared, Some(stage), _) => {
                        events::play(self, page, answers, stage)?
                    }
                    _ => real_dialogs(self, page, left[0])?,
                };
                let hung = shown.ending == Ending::Hung;
                transcripts.push(shown);
                if hung {
                    break;
                }
                continue;
            }
            let count = if single { 1 } else { count };
            if let Some(shown) = batch(self, page, &left[..count], single)? {
                transcripts.extend(shown);
                continue;
            }
            let is_fresh = single || count == 1 && left[0].mode == Mode::Fresh;
            let Interrupted { done, log } = self.interrupted()?;
            let late = done.len() < count;
            transcripts.extend(finished(done));
            if late && is_fresh {
                transcripts.push(Transcript::from_log(&log, None, true));
                break;
            }
            // The rest one by one, each in a document of its own: the next game may be the one on which the
            // page hangs.
            single = true;
        }
        Ok(transcripts)
    }

    fn first_difference(
        &mut self,
        script: &str,
        games: &[LoggedGame<'_>],
    ) -> Result<Option<(usize, Vec<String>)>, HostError> {
        if !self.limits().stops_scripts {
            return Ok(None);
        }
        let entries: usize = games.iter().map(|game| game.log.len()).sum();
        let script = serde_json::to_string(script).map_err(lost)?;
        let games = serde_json::to_string(games).map_err(lost)?;
        let limit = DIFFERENCE_CALL + times(DIFFERENCE_ENTRY, entries);
        let expression = format!("({FIRST_DIFFERENCE})({DRIVER}, {script}, {games})");
        match self.evaluate(&expression, limit)?.as_deref() {
            None | Some("") => Ok(None),
            Some(found) => serde_json::from_str(found).map_err(lost),
        }
    }

    fn improvise(
        &mut self,
        page: &str,
        plan: &Plan,
        reference: &dyn Reference,
    ) -> Result<(Vec<Answer>, Transcript), HostError> {
        match plan.cells {
            Some(_) => cells::improvise(self, page, plan, reference),
            None => improvise::dialogs(|plans| self.run(page, plans), plan, reference),
        }
    }

    fn visit(&mut self, address: &str) -> Result<(), HostError> {
        Tab::visit(self, address)
    }

    fn batch(&self) -> usize {
        self.limits().dialogs
    }
}

/// A duration for each of a number of things.
pub(super) fn times(each: Duration, count: usize) -> Duration {
    each * u32::try_from(count).unwrap_or(u32::MAX / 1_000)
}

/// What a dialog is, by the parameters of an event.
pub(super) fn dialog(params: &Value) -> TabEvent {
    let [kind, text] = ["type", "message"].map(|key| params[key].as_str().unwrap_or_default());
    let dialog = Dialog::from_parts(kind, text);
    TabEvent::Dialog(dialog.unwrap_or_else(|| Dialog::Alert(text.to_owned())))
}

/// Plays games in a frame, each in a new document if `fresh` or its plan says so; `None` when time
/// runs out.
fn batch(
    tab: &mut impl Tab,
    page: &str,
    plans: &[&Plan],
    fresh: bool,
) -> Result<Option<Vec<Transcript>>, HostError> {
    let games: Vec<(bool, &[Answer], u64)> = plans
        .iter()
        .map(|plan| {
            (
                plan.mode == Mode::Shared && !fresh,
                plan.answers.as_slice(),
                plan.pace,
            )
        })
        .collect();
    let page = serde_json::to_string(page).map_err(lost)?;
    let games = serde_json::to_string(&games).map_err(lost)?;
    let dialogs: usize = plans.iter().map(|plan| plan.work()).sum();
    let limits = tab.limits();
    let each = if plans.len() > 1 {
        limits.batch
    } else {
        limits.single
    };
    let limit = limits.call + times(each, dialogs);
    let expression = format!("({BATCH})({DRIVER}, {SCOPE}, {page}, {games})");
    let Some(done) = tab.evaluate(&expression, limit)? else {
        return Ok(None);
    };
    let done: Vec<_> = serde_json::from_str(&done).map_err(lost)?;
    Ok(Some(finished(done).collect()))
}

/// The transcripts of finished games.
fn finished(games: Vec<(Vec<String>, Option<String>)>) -> impl Iterator<Item = Transcript> {
    let games = games.into_iter();
    games.map(|(log, error)| Transcript::from_log(&log, error, false))
}

/// Plays one game with the browser's own dialogs, again if some prompt was open for too long.
fn real_dialogs(tab: &mut impl Tab, page: &str, plan: &Plan) -> Result<Transcript, HostError> {
    let mut tries = 0;
    loop {
        tab.load(page)?;
        let (mut shown, slow) = answer_dialogs(tab, plan)?;
        if shown.dialogs.is_empty() && shown.ending == Ending::Quiet {
            shown.ending = why_nothing(tab)?;
        }
        let is_idle = shown.ending == Ending::Quiet && shown.dialogs.len() == plan.expected.len();
        // A call that runs out of time has unloaded the page.
        if shown.ending != Ending::Hung {
            tab.unload(is_idle)?;
        }
        tries += 1;
        if !slow || tries == TRIES {
            return Ok(shown);
        }
    }
}

/// Why a page has opened no dialog: browsers take some files for something else than HTML.
fn why_nothing(tab: &mut impl Tab) -> Result<Ending, HostError> {
    Ok(
        match tab.evaluate("document.contentType", EXPECTED_TIMEOUT)? {
            None => Ending::Hung,
            Some(kind) if kind == "text/html" => Ending::Quiet,
            Some(kind) => {
                Ending::Threw(format!("the browser opens the file as {kind}, not as HTML"))
            }
        },
    )
}

/// The transcript of one game, and whether some prompt was open for too long.
fn answer_dialogs(tab: &mut impl Tab, plan: &Plan) -> Result<(Transcript, bool), HostError> {
    let mut answers = plan.answers.iter();
    let mut shown = Transcript::default();
    let mut slow = false;
    // The dialogs of a page that has choices are not known, but it has a prompt for each answer.
    let expected = match plan.oracle {
        Oracle::PageChooses => plan.expected.len().max(plan.answers.len()),
        _ => plan.expected.len(),
    };
    loop {
        let complete = shown.dialogs.len() >= expected;
        if complete && tab.is_idle()? {
            break;
        }
        let limit = if complete {
            UNEXPECTED_TIMEOUT
        } else {
            EXPECTED_TIMEOUT
        };
        let asked = Instant::now();
        let Some(event) = tab.next_event(limit)? else {
            break;
        };
        match event {
            TabEvent::Error(message) => {
                shown.ending = Ending::Threw(message);
                break;
            }
            TabEvent::Dialog(dialog) => {
                let answer = match dialog {
                    Dialog::Prompt(_) | Dialog::Confirm(_) => {
                        answers.next().cloned().unwrap_or(Answer::CANCEL)
                    }
                    Dialog::Alert(_) | Dialog::Effect(..) => Answer::typed(""),
                };
                tab.answer(&dialog, answer.0.as_deref())?;
                shown.dialogs.push(dialog);
            }
        }
        slow |= asked.elapsed() > SLOW;
        // A flood is cut.
        if shown.dialogs.len() > expected + 3 {
            break;
        }
    }
    Ok((shown, slow))
}
