//! Shrinks the inputs of a finding.

use super::examine::examine;
use super::host::{Host, HostError};
use super::{Answer, Difference, Plan, Step, Subject};

/// The limit of the work for one finding, in dialogs: about 20 s on a quiet machine. It is not a time,
/// so that a busy machine shrinks as far as a quiet one.
const BUDGET: usize = 40_000;

/// The cost of starting a game, in dialogs.
const GAME_COST: usize = 10;

/// The additional cost of a game that hangs, in dialogs: its timeout is some seconds.
const HANG_COST: usize = 4_000;

/// The inputs of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tried {
    /// The answers to dialogs.
    pub answers: Vec<Answer>,
    /// What happens besides.
    pub steps: Vec<Step>,
}

impl Tried {
    /// The inputs of a plan.
    pub(super) fn of(plan: &Plan) -> Self {
        Self {
            answers: plan.answers.clone(),
            steps: plan.steps().to_vec(),
        }
    }
}

/// Drops answers and steps, and sets think times to 0, as long as the page still differs from its
/// oracle. Stops when nothing can go, or when the budget is spent.
///
/// # Errors
/// The host does not work.
pub(super) fn shrink(
    host: &mut dyn Host,
    subject: &Subject,
    plan: &Plan,
    found: (Tried, Difference),
) -> Result<(Tried, Difference), HostError> {
    let mut search = Search {
        host,
        subject,
        plan,
        best: found,
        budget: BUDGET,
    };
    if plan.stage.is_none() {
        search.cut()?;
    } else {
        search.drop_chunks(|inputs| &mut inputs.steps)?;
        search.halve_times()?;
    }
    search.drop_chunks(|inputs| &mut inputs.answers)?;
    search.drop_think()?;
    Ok(search.best)
}

struct Search<'s> {
    host: &'s mut dyn Host,
    subject: &'s Subject,
    plan: &'s Plan,
    best: (Tried, Difference),
    budget: usize,
}

impl Search<'_> {
    /// Accepts a candidate if it differs too. Without a stage, it is cut at the difference.
    fn accept(&mut self, mut candidate: Tried) -> Result<bool, HostError> {
        if self.budget == 0 {
            return Ok(false);
        }
        let reference = self.subject.reference.as_ref();
        let mut plan = self.plan.with_answers(reference, &candidate.answers);
        if let Some(stage) = &mut plan.stage {
            stage.steps.clone_from(&candidate.steps);
        }
        self.spend(GAME_COST + plan.work());
        let Some((_, difference)) = examine(self.host, self.subject, &[&plan])?.found else {
            return Ok(false);
        };
        if difference.is_hang() {
            self.spend(HANG_COST);
        }
        if plan.stage.is_none() {
            let until = plan.answers_until(difference.at);
            candidate.answers.truncate(until.max(1));
        }
        self.best = (candidate, difference);
        Ok(true)
    }

    fn accept_answers(&mut self, answers: Vec<Answer>) -> Result<bool, HostError> {
        let steps = self.best.0.steps.clone();
        self.accept(Tried { answers, steps })
    }

    fn spend(&mut self, cost: usize) {
        self.budget = self.budget.saturating_sub(cost);
    }

    /// Drops the answers after the dialog that differs: they do not matter, and the reference adds
    /// Cancel.
    fn cut(&mut self) -> Result<(), HostError> {
        let answers = &self.best.0.answers;
        let until = self.plan.answers_until(self.best.1.at);
        let head = answers[..until.min(answers.len())].to_vec();
        if !self.accept_answers(head)? {
            let typed = self.best.0.answers.iter();
            let typed = typed.filter(|answer| answer.0.is_some()).cloned();
            let typed = typed.collect();
            self.accept_answers(typed)?;
        }
        Ok(())
    }

    /// Delta debugging: drops ever smaller runs of answers or steps until no single one can go.
    fn drop_chunks<T>(&mut self, of: impl Fn(&mut Tried) -> &mut Vec<T>) -> Result<(), HostError> {
        let mut size = of(&mut self.best.0).len().div_ceil(2);
        while size > 0 && self.budget > 0 {
            let mut at = 0;
            let mut dropped = false;
            while at < of(&mut self.best.0).len() {
                let mut candidate = self.best.0.clone();
                let items = of(&mut candidate);
                let end = (at + size).min(items.len());
                items.drain(at..end);
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

    /// Halves the frames and times of steps.
    fn halve_times(&mut self) -> Result<(), HostError> {
        for at in 0..self.best.0.steps.len() {
            while let Some(half) = self.best.0.steps[at].halved() {
                let mut candidate = self.best.0.clone();
                candidate.steps[at] = half;
                if !self.accept(candidate)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn drop_think(&mut self) -> Result<(), HostError> {
        let untimed = |answer: &Answer| Answer(answer.0.clone(), 0);
        let candidate: Vec<Answer> = self.best.0.answers.iter().map(untimed).collect();
        if candidate != self.best.0.answers && self.accept_answers(candidate)? {
            return Ok(());
        }
        for at in 0..self.best.0.answers.len() {
            let mut candidate = self.best.0.answers.clone();
            if candidate.get(at).is_some_and(|answer| answer.1 > 0) {
                candidate[at].1 = 0;
                self.accept_answers(candidate)?;
            }
        }
        Ok(())
    }
}
