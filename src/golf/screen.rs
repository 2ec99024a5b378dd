//! The screens that a candidate has to pass, the cheapest first.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::richness::richest_first;
use crate::parity::host::embedded::run_script;
use crate::parity::{Answer, Dialog, Effort, Plan, Setting, Subject, Suite};
use crate::rules::{Show, canonical};

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is no script.
    Malformed,
    /// It is no lighter.
    Heavy,
    /// The same script has been tried before.
    Known,
    /// It does not get through the first dialogs.
    FailedAtOnce,
    /// A game that killed others before killed it too.
    FailedAgain,
    /// Another game of the suites killed it.
    FailedSuite,
    /// It takes more steps than the speed of the page allows.
    Slow,
    /// It is lighter but its page is not shorter.
    NotShorter,
    /// The parity proof found something.
    FailedProof,
    /// A saving.
    Saved,
}

/// A game that has killed a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Killer {
    /// Its answers.
    pub answers: Vec<Answer>,
    /// How many it has killed.
    pub kills: u64,
}

/// A candidate may take so many times the steps of the script it came from.
const PATIENCE: f64 = 1.3;

/// So many dialogs come before the question whether the page is shorter at all.
const FIRST_DIALOGS: usize = 12;

/// Steps are counted in thousands; a short game must not fail for one of them.
const SLACK: u64 = 8;

/// The games of the suites, and what the present script takes for them.
pub(super) struct Screens {
    show: Show,
    plans: Vec<Plan>,
    /// The steps of the present script for each plan.
    steps: Vec<u64>,
    /// For each plan: how many candidates it has killed.
    kills: Mutex<Vec<u64>>,
}

impl Screens {
    /// The screens for a script that is known to be right.
    ///
    /// # Errors
    /// The script fails one of the games: which, in words.
    pub(super) fn new(
        subject: &Subject,
        script: &str,
        seed: u64,
        old: &[Killer],
    ) -> Result<Self, String> {
        let plans = |suite: &Suite| {
            // Each page of a catalog tries a part of the rules only; a page alone tries all.
            let effort = match suite {
                Suite::Rules => Effort::Deep,
                _ => Effort::Quick,
            };
            suite.plans(&Setting {
                subject,
                effort,
                seed,
            })
        };
        let suites = Suite::ALL
            .iter()
            .filter(|suite| !matches!(suite, Suite::Dialogs | Suite::Mirror));
        let mut plans: Vec<Plan> = suites.flat_map(plans).collect();
        let known: HashMap<&Vec<Answer>, u64> = old
            .iter()
            .map(|killer| (&killer.answers, killer.kills))
            .collect();
        plans = richest_first(plans, subject.profile);
        let known_only = old
            .iter()
            .filter(|killer| !plans.iter().any(|plan| plan.answers == killer.answers));
        let more: Vec<Plan> = known_only
            .map(|killer| Plan::of(subject, Suite::Random, "found before", &killer.answers))
            .collect();
        plans.extend(more);
        let kills = plans
            .iter()
            .map(|plan| known.get(&plan.answers).copied().unwrap_or(0))
            .collect();
        let mut screens = Self {
            show: subject.show,
            steps: vec![u64::MAX; plans.len()],
            plans,
            kills: Mutex::new(kills),
        };
        screens.steps = (0..screens.plans.len())
            .into_par_iter()
            .map(|at| {
                let (fate, steps) = screens.play(script, at, u64::MAX);
                match fate {
                    None => Ok(steps),
                    Some(_) => Err(format!("it fails the game \"{}\"", screens.plans[at].case)),
                }
            })
            .collect::<Result<_, _>>()?;
        Ok(screens)
    }

    /// Adds a game by which a candidate was told from the contract after all screens.
    pub(super) fn remember(&mut self, subject: &Subject, answers: &[Answer]) {
        let plan = Plan::of(subject, Suite::Random, "found by the proof", answers);
        self.plans.push(plan);
        self.steps.push(u64::MAX);
        let mut kills = self.kills.lock().unwrap_or_else(PoisonError::into_inner);
        kills.push(1);
    }

    /// The games that have killed, for the next run.
    pub(super) fn killers(&self) -> Vec<Killer> {
        let kills = self.kills.lock().unwrap_or_else(PoisonError::into_inner);
        let pairs = self
            .plans
            .iter()
            .zip(kills.iter())
            .filter(|(_, kills)| **kills > 0);
        pairs
            .map(|(plan, &kills)| Killer {
                answers: plan.answers.clone(),
                kills,
            })
            .collect()
    }

    /// The first screen that the script fails; `None` if it passes all. `is_shorter` is asked
    /// after the first games: it takes longer than they do, and less than all the others.
    pub(super) fn judge(&self, script: &str, is_shorter: impl Fn() -> bool) -> Option<Fate> {
        let order = self.order();
        let mut slow = false;
        let mut question = Some(is_shorter);
        let mut dialogs = 0;
        for (rank, &at) in order.iter().enumerate() {
            dialogs += self.plans[at].expected.len();
            let is_time = dialogs > FIRST_DIALOGS || rank + 1 == order.len();
            let is_shorter = question.take_if(|_| is_time);
            if is_shorter.is_some_and(|is_shorter| !is_shorter()) {
                return Some(Fate::NotShorter);
            }
            let limit = ((self.steps[at] as f64 * PATIENCE) as u64).saturating_add(SLACK);
            let (fate, _) = self.play(script, at, limit);
            match fate {
                None => {}
                Some(Fate::Slow) if !slow => slow = true,
                Some(fate) => {
                    let mut kills = self.kills.lock().unwrap_or_else(PoisonError::into_inner);
                    let first = kills[at] == 0;
                    kills[at] += 1;
                    return Some(match fate {
                        Fate::Slow => Fate::Slow,
                        _ if rank == 0 => Fate::FailedAtOnce,
                        _ if first => Fate::FailedSuite,
                        _ => Fate::FailedAgain,
                    });
                }
            }
        }
        slow.then_some(Fate::Slow)
    }

    /// The shortest game first, then those that kill most for their length, then the others.
    fn order(&self) -> Vec<usize> {
        let kills = self.kills.lock().unwrap_or_else(PoisonError::into_inner);
        let mut order: Vec<usize> = (0..self.plans.len()).collect();
        let worth = |at: usize| kills[at] * 1_000 / self.plans[at].expected.len().max(1) as u64;
        order[1..].sort_by_key(|&at| std::cmp::Reverse(worth(at)));
        order
    }

    /// Plays a game until the first wrong dialog, for at most so many steps.
    fn play(&self, script: &str, at: usize, limit: u64) -> (Option<Fate>, u64) {
        let plan = &self.plans[at];
        let wrong = Arc::new(AtomicU64::new(0));
        let steps = Arc::new(AtomicU64::new(0));
        let (is_wrong, count) = (Arc::clone(&wrong), Arc::clone(&steps));
        let stop = move || {
            let steps = count.fetch_add(1, Ordering::Relaxed);
            is_wrong.load(Ordering::Relaxed) == 1 || steps > limit
        };
        let (expected, show) = (plan.expected.clone(), self.show);
        let (next, says_wrong) = (Rc::new(Cell::new(0)), Arc::clone(&wrong));
        let shown = Rc::clone(&next);
        let tick = move |line: rquickjs::Value<'_>| {
            let line = line.get::<String>().ok();
            let dialog = line.as_deref().map(|line| dialog(line, show));
            if dialog.as_ref() != expected.get(next.get()) {
                says_wrong.store(1, Ordering::Relaxed);
            }
            next.set(next.get() + 1);
        };
        let run = run_script(script, &plan.answers, tick, stop);
        let steps = steps.load(Ordering::Relaxed);
        let whole = shown.get() == plan.expected.len() && wrong.load(Ordering::Relaxed) == 0;
        let fate = match run {
            Ok((_, None)) if whole => None,
            _ if wrong.load(Ordering::Relaxed) == 0 && steps > limit => Some(Fate::Slow),
            _ => Some(Fate::FailedSuite),
        };
        (fate, steps)
    }
}

fn dialog(line: &str, show: Show) -> Dialog {
    match line.split_at_checked(1) {
        Some(("!", text)) => Dialog::Alert(text.to_owned()),
        Some((_, text)) => Dialog::Prompt(canonical(text, show)),
        None => Dialog::Prompt(String::new()),
    }
}
