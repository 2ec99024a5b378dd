//! Finding the shortest answers that still show a difference.

use std::time::{Duration, Instant};

use super::examine::examine;
use super::host::{Host, HostError};
use super::{Answer, Difference, Plan, Reference, Subject};

/// Drops answers as long as the page still differs from the reference, which plans every candidate
/// anew; think times that do not matter become 0. It ends with the last answer that matters, or
/// when the time is over.
///
/// # Errors
/// The host does not work.
pub(super) fn shrink<R: Reference>(
    host: &mut dyn Host,
    subject: &Subject<R>,
    plan: &Plan,
    found: (Vec<Answer>, Difference),
    time: Duration,
) -> Result<(Vec<Answer>, Difference), HostError> {
    let mut search = Search {
        host,
        subject,
        plan,
        best: found,
        until: Instant::now() + time,
    };
    // The dialog that differs is the one after so many answers; Cancel is written by the planner.
    let needed = search.best.1.at.min(search.best.0.len());
    let head = search.best.0[..needed].to_vec();
    if !search.accept(head)? {
        let without = |answers: &[Answer]| {
            answers
                .iter()
                .filter(|answer| answer.0.is_some())
                .cloned()
                .collect()
        };
        let typed = without(&search.best.0);
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
    until: Instant,
}

impl<R: Reference> Search<'_, R> {
    /// Takes candidates that differ too, cut at the difference.
    fn accept(&mut self, candidate: Vec<Answer>) -> Result<bool, HostError> {
        if Instant::now() > self.until {
            return Ok(false);
        }
        let plan = self.plan.with_answers(&self.subject.reference, &candidate);
        let Some((_, difference)) = examine(self.host, self.subject, &[&plan])? else {
            return Ok(false);
        };
        // What comes after the difference does not matter.
        let answers = candidate.into_iter().take(difference.at.max(1)).collect();
        self.best = (answers, difference);
        Ok(true)
    }

    /// Delta debugging: drops ever smaller runs of answers until no single one can go.
    fn drop_chunks(&mut self) -> Result<(), HostError> {
        let mut size = self.best.0.len().div_ceil(2);
        while size > 0 && Instant::now() < self.until {
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
        let idle = |answers: &[Answer]| {
            answers
                .iter()
                .map(|answer| Answer(answer.0.clone(), 0))
                .collect()
        };
        let candidate = idle(&self.best.0);
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
