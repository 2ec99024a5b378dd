//! Games of dialogs that a player continues: `prompt` cannot wait for it, so that the game is played from
//! its beginning again with more answers.

use super::HostError;
use super::socket::lost;
use crate::{Answer, Ending, Plan, Reference, Transcript};

/// The most turns of a player in one game.
const TURNS: usize = 100;

/// Plays the answers of a plan, and those that its player adds. `run` plays plans.
pub(super) fn dialogs(
    mut run: impl FnMut(&[&Plan]) -> Result<Vec<Transcript>, HostError>,
    plan: &Plan,
    reference: &dyn Reference,
) -> Result<(Vec<Answer>, Transcript), HostError> {
    let player = plan.player.as_ref();
    let mut player = player
        .ok_or_else(|| lost("a game without a player"))?
        .start();
    let mut answers = plan.answers.clone();
    answers.retain(|answer| answer.0.is_some());
    let mut known = 0;
    for _ in 0..TURNS {
        let mut ended = answers.clone();
        ended.push(Answer::CANCEL);
        let tried = Plan {
            answers: ended.clone(),
            player: None,
            ..plan.clone()
        };
        let shown = run(&[&tried])?.pop().ok_or_else(|| lost("no transcript"))?;
        // What follows Cancel is no part of the game yet.
        let until = shown.dialogs.len().min(answers.len() + 1);
        let canonical = |dialog: &crate::Dialog| dialog.clone().canonical(reference);
        let new: Vec<_> = shown.dialogs[known.min(until)..until]
            .iter()
            .map(canonical)
            .collect();
        known = until;
        let next = match shown.ending {
            Ending::Hung => Vec::new(),
            _ => player.next(&new),
        };
        if next.is_empty() {
            return Ok((ended, shown));
        }
        answers.extend(next);
    }
    Err(lost("a player without an end"))
}
