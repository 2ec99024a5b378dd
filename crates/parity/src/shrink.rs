//! Shrinks the answers of a finding.

use super::examine::examine;
use super::host::{Host, HostError};
use super::{Answer, Difference, Plan, Reference, Subject};

/// The limit of the work for one finding, in dialogs: about 20 s on a quiet machine. It is not a time,
/// so that a busy machine shrinks as far as a quiet one.
const BUDGET: usize = 40_000;

/// The cost of starting a game, in dialogs.
const GAME_COST: usize = 10;

/// The additional cost of a game that hangs, in dialogs: its timeout is some seconds.
const HANG_COST: usize = 4_000;

/// Drops answers, and sets think times to 0, as long as the page still differs from the reference.
/// Stops when no answer can go, or when the budget is spent.
///
/// # Errors
/// The host does not work.
pub(super) fn shrink<R: Reference>(
    host: &mut dyn Host,
    subject: &Subject<R>,
    plan: &Plan,
    found: (Vec<Answer>, Difference),
) -> Result<(Vec<Answer>, Difference), HostError> {
    let mut search = Search {
        host,
        subject,
        plan,
        best: found,
        budget: BUDGET,
    };
    // Answers after the dialog that differs do not matter; the reference adds Cancel.
    let needed = search.best.1.at.min(search.best.0.len());
    let head = search.best.0[..needed].to_vec();
    if !search.accept(head)? {
        let typed = search.best.0.iter().filter(|answer| answer.0.is_some());
        let typed = typed.cloned().collect();
        search.accept(typed)?;
    }
    search.drop_chunks()?;
    search.drop_think()?;
    Ok(search.best)
}

struct Search<'s, R> {
    host: &'s mut dyn Host,
    subject: &'s Subject<R>,
    plan: &'s Plan,
    best: (Vec<Answer>, Difference),
    budget: usize,
}

impl<R: Reference> Search<'_, R> {
    /// Accepts a candidate if it differs too, and cuts it at the difference.
    fn accept(&mut self, candidate: Vec<Answer>) -> Result<bool, HostError> {
        if self.budget == 0 {
            return Ok(false);
        }
        let plan = self.plan.with_answers(&self.subject.reference, &candidate);
        self.spend(GAME_COST + plan.work());
        let Some((_, difference)) = examine(self.host, self.subject, &[&plan])?.found else {
            return Ok(false);
        };
        if difference.is_hang() {
            self.spend(HANG_COST);
        }
        let answers = candidate.into_iter().take(difference.at.max(1)).collect();
        self.best = (answers, difference);
        Ok(true)
    }

    fn spend(&mut self, cost: usize) {
        self.budget = self.budget.saturating_sub(cost);
    }

    /// Delta debugging: drops ever smaller runs of answers until no single answer can go.
    fn drop_chunks(&mut self) -> Result<(), HostError> {
        let mut size = self.best.0.len().div_ceil(2);
        while size > 0 && self.budget > 0 {
            let mut at = 0;
            let mut dropped = false;
            while at < self.best.0.len() {
                let mut candidate = self.best.0.clone();
                let end = (at + size).min(candidate.len());
                candidate.drain(at..end);
                if self.accept(candidate)? {
                    dropped = true;
                } else {
                    at += size;
                }
            }
            if !dropped || size > 1 {
                size /= 2;
            }
        }
        Ok(())
    }

    fn drop_think(&mut self) -> Result<(), HostError> {
        let untimed = |answer: &Answer| Answer(answer.0.clone(), 0);
        let candidate: Vec<Answer> = self.best.0.iter().map(untimed).collect();
        if candidate != self.best.0 && self.accept(candidate)? {
            return Ok(());
        }
        for at in 0..self.best.0.len() {
            let mut candidate = self.best.0.clone();
            if candidate.get(at).is_some_and(|answer| answer.1 > 0) {
                candidate[at].1 = 0;
                self.accept(candidate)?;
            }
        }
        Ok(())
    }
}
