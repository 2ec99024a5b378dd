//! Games with the mouse on the cells of a page in a tab of any browser: many in one call, one by one if a
//! call runs out of time, or in one call for each turn of a player.

use std::time::Duration;

use super::events::read_log;
use super::socket::lost;
use super::tab::{Limits, SCOPE, Tab, times};
use super::{FAKES, HostError};
use crate::plan::TICK;
use crate::{Answer, Cells, Dialog, Effect, Ending, Mode, Plan, Reference, Transcript, Turns};

/// The script that finds and reads the cells of a page.
pub const CELLS: &str = include_str!("cells.js");

/// Plays games.
const GAMES: &str = include_str!("cell_games.js");

/// How long a page may think after a turn of a player, besides the time of a call.
const THINKING: Duration = Duration::from_secs(10);

/// The most turns of a player in one game.
const TURNS: usize = 2_000;

/// The reading that is the same as the one before it.
const SAME: &str = "=";

/// The games of a page without players. `None` when time runs out in one of several games.
pub(super) fn play(
    tab: &mut impl Tab,
    page: &str,
    plans: &[&Plan],
) -> Result<Option<Vec<Transcript>>, HostError> {
    let Some(first) = plans.first().and_then(|plan| plan.cells.as_ref()) else {
        return Ok(Some(Vec::new()));
    };
    let is_shared = |plan: &Plan| plan.mode == Mode::Shared && plans.len() > 1;
    let games = plans
        .iter()
        .map(|plan| (is_shared(plan), start(plan), steps(plan)));
    let games: Vec<_> = games.collect();
    let games = serde_json::to_string(&games).map_err(lost)?;
    let limits = tab.limits();
    let each = match plans.len() {
        1 => limits.single,
        _ => limits.batch,
    };
    let work = plans.iter().map(|plan| plan.work()).sum();
    let limit = limits.call + times(each, work);
    let opened = opened(page, first)?;
    let all = format!(
        "(()=>{{const games=window.games={opened};return JSON.stringify({games}.map(([again,start,steps])=>{{\
         games.open(again,...start);games.act(steps);return games.take()}}))}})()"
    );
    if let Some(logs) = tab.evaluate(&all, limit)? {
        let logs: Vec<String> = serde_json::from_str(&logs).map_err(lost)?;
        let transcripts = logs.iter().map(|log| {
            let dialogs = restored(read_log(log)?);
            Ok(Transcript {
                dialogs,
                ending: Ending::Quiet,
            })
        });
        return transcripts.collect::<Result<_, HostError>>().map(Some);
    }
    if plans.len() > 1 {
        return Ok(None);
    }
    let dialogs = restored(rest(tab)?);
    Ok(Some(vec![Transcript {
        dialogs,
        ending: Ending::Hung,
    }]))
}

/// A game that a player continues after the answers of the plan. Returns all answers.
pub(super) fn improvise(
    tab: &mut impl Tab,
    page: &str,
    plan: &Plan,
    reference: &dyn Reference,
) -> Result<(Vec<Answer>, Transcript), HostError> {
    let (Some(cells), Some(player)) = (&plan.cells, &plan.player) else {
        return Err(lost("a game without a player"));
    };
    let mut player = player.start();
    let mut answers = plan.answers.clone();
    let mut shown = Transcript::default();
    let start = serde_json::to_string(&start(plan)).map_err(lost)?;
    let mut steps = steps(plan);
    let opened = opened(page, cells)?;
    let again = plan.mode == Mode::Shared;
    let mut open = format!("const games=window.games={opened};games.open({again},...{start});");
    for _ in 0..TURNS {
        let act = serde_json::to_string(&steps).map_err(lost)?;
        let call = format!("(()=>{{{open}games.act({act});return games.take()}})()");
        open.clear();
        let limit = limit(&tab.limits(), &steps);
        let Some(log) = tab.evaluate(&call, limit)? else {
            shown.dialogs.extend(rest(tab)?);
            shown.ending = Ending::Hung;
            break;
        };
        let known = shown.dialogs.len();
        shown.dialogs.extend(read_log(&log)?);
        shown.dialogs = restored(shown.dialogs);
        let new = &shown.dialogs[known..];
        let next = turn(player.as_mut(), new, reference);
        if next.is_empty() {
            break;
        }
        steps = match reference.cells(&next) {
            Some(cells) => pairs(&next, &cells).collect(),
            None => Vec::new(),
        };
        answers.extend(next);
    }
    shown.dialogs = restored(shown.dialogs);
    Ok((answers, shown))
}

/// How long a page may take for some steps of one turn: after each press, and each tick of a clock, it may
/// draw its board.
fn limit(limits: &Limits, steps: &[Pair]) -> Duration {
    let work = |(wait, presses): &Pair| {
        let held: u64 = presses.iter().map(|press| press.1).sum();
        let ticks = (wait + held) / TICK;
        presses.len() + usize::try_from(ticks).unwrap_or(usize::MAX / 2)
    };
    let work = steps.iter().map(work).fold(0, usize::saturating_add);
    limits.call + THINKING + times(limits.single, work)
}

/// The next answers of a player.
fn turn(player: &mut dyn Turns, new: &[Dialog], reference: &dyn Reference) -> Vec<Answer> {
    let canonical = |dialog: &Dialog| dialog.clone().canonical(reference);
    let new: Vec<Dialog> = new.iter().map(canonical).collect();
    player.next(&new)
}

/// The expression of the games of a page.
fn opened(page: &str, cells: &Cells) -> Result<String, HostError> {
    let page = serde_json::to_string(page).map_err(lost)?;
    let Cells { rows, look, .. } = cells;
    Ok(format!(
        "({GAMES})({FAKES}, {CELLS}, {SCOPE}, {page}, {rows}, {look})"
    ))
}

/// What a game begins with: the number that selects the random numbers, which is the first time and 1 as in a
/// game of dialogs, and the fragment of the address.
fn start(plan: &Plan) -> (u64, Option<&str>) {
    let mut answers = plan.answers.iter().peekable();
    let address = answers.next_if(|answer| answer.address().is_some());
    let seed = answers.next().map_or(0, |answer| answer.1) + 1;
    (seed, address.and_then(|answer| answer.0.as_deref()))
}

/// The time before some presses, and the presses, each with a time.
type Pair = (u64, Vec<(usize, u64)>);

/// The steps of a plan.
fn steps(plan: &Plan) -> Vec<Pair> {
    let cells = plan.cells.as_ref();
    cells.map_or_else(Vec::new, |cells| pairs(&plan.answers, cells).collect())
}

fn pairs(answers: &[Answer], cells: &Cells) -> impl Iterator<Item = Pair> {
    answers.iter().zip(&cells.presses).map(|(answer, presses)| {
        let presses = presses.iter().map(|press| (press.cell, press.hold));
        (answer.1, presses.collect())
    })
}

/// What the page has shown when a call has run out of time, as far as the tab still has it.
fn rest(tab: &mut impl Tab) -> Result<Vec<Dialog>, HostError> {
    let limit = tab.limits().call;
    let rest = tab.evaluate("window.games ? games.take() : \"[]\"", limit)?;
    read_log(rest.as_deref().unwrap_or("[]"))
}

/// The same with the text of each reading that repeats the one before it.
fn restored(mut dialogs: Vec<Dialog>) -> Vec<Dialog> {
    let mut last = String::new();
    for dialog in &mut dialogs {
        if let Dialog::Effect(Effect::Cells, text) = dialog {
            if text == SAME {
                text.clone_from(&last);
            } else {
                last.clone_from(text);
            }
        }
    }
    dialogs
}

#[cfg(test)]
#[path = "cells_tests.rs"]
mod tests;
