//! Games that decide whether a whole page is right, for pages of any kind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::hosts::Hosts;
use crate::host::{Host, HostError, Kind};
use crate::{
    Effort, Ending, Oracle, Plan, Reference, Step, Subject, Suite, SuiteContext, Transcript,
    compare_pages, plans_of,
};

/// The games of some suites for one subject. The readable page plays its games once, at the start;
/// each candidate first plays short games, and those that rejected others.
pub struct Games {
    reference: Arc<dyn Reference>,
    games: Vec<Game>,
    /// For each game, the number of pages that it rejected.
    rejections: Mutex<Vec<u64>>,
    hosts: Hosts,
}

struct Game {
    plan: Plan,
    /// What the readable page showed, if that is the oracle.
    readable: Option<Transcript>,
}

impl Games {
    /// Plans the games, and plays those of the readable page. A game on which the readable page hangs
    /// is left out: each candidate would wait for its time limit.
    ///
    /// # Errors
    /// The host does not work, or lacks something that the readable page uses.
    pub fn new(
        subject: &Subject,
        suites: &[&dyn Suite],
        (effort, seed): (Effort, u64),
        host: Kind,
    ) -> Result<Self, HostError> {
        let context = SuiteContext {
            subject,
            effort,
            seed,
        };
        let suites = suites.iter().filter(|suite| suite.applies(subject));
        let plans: Vec<Plan> = suites
            .flat_map(|suite| plans_of(*suite, &context))
            .collect();
        let hosts = Hosts::new(host);
        // `Hosts` starts a second host if the first has ended; there is none to stop yet.
        let started = AtomicBool::new(false);
        let readable = hosts.with(&started, |host| {
            let mirrored = |plan: &&Plan| plan.oracle == Oracle::ReadablePage;
            let mirrored: Vec<&Plan> = plans.iter().filter(mirrored).collect();
            all_transcripts(host, &subject.readable, &mirrored)
        })?;
        let mut readable = readable.into_iter();
        let games = plans.into_iter().filter_map(|plan| {
            let readable = match plan.oracle {
                Oracle::ReadablePage => {
                    Some(readable.next()?.canonical(subject.reference.as_ref()))
                }
                _ => None,
            };
            let hangs = readable
                .as_ref()
                .is_some_and(|shown| shown.ending == Ending::Hung);
            (!hangs).then_some(Game { plan, readable })
        });
        let games: Vec<Game> = games.collect();
        Ok(Self {
            reference: subject.reference.clone(),
            rejections: Mutex::new(vec![0; games.len()]),
            games,
            hosts,
        })
    }

    /// The number of outputs that a right page shows in all games together.
    pub fn outputs(&self) -> usize {
        let outputs = self.games.iter().map(|game| match &game.readable {
            Some(shown) => shown.outputs(),
            None => {
                let expected = game.plan.expected.iter();
                expected.filter(|dialog| dialog.is_output()).count()
            }
        });
        outputs.sum()
    }

    /// The suite and the name of a game that a page fails. Returns `None` early after `stop`.
    ///
    /// # Errors
    /// The host does not work.
    pub fn failing_game(
        &self,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<Option<(&'static str, &str)>, HostError> {
        let order = self.order();
        let failed = self.hosts.with(stop, |host| {
            let mut left = &order[..];
            // Most candidates fail the first games; calls for many games are faster for the others.
            let mut count = 1;
            while !left.is_empty() && !stop.load(Ordering::Relaxed) {
                let (some, rest) = left.split_at(count.min(left.len()));
                if let Some(at) = self.first_failure(host, page, some)? {
                    return Ok(Some(at));
                }
                left = rest;
                count *= 2;
            }
            Ok(None)
        })?;
        Ok(failed.map(|at| {
            self.lock()[at] += 1;
            let plan = &self.games[at].plan;
            (plan.suite, plan.case.as_str())
        }))
    }

    /// The first of some games that a page fails. A page that uses what the host lacks, and what the
    /// readable page does not use, fails the first one.
    fn first_failure(
        &self,
        host: &mut dyn Host,
        page: &str,
        games: &[usize],
    ) -> Result<Option<usize>, HostError> {
        let plans: Vec<&Plan> = games.iter().map(|&at| &self.games[at].plan).collect();
        let shown = match host.run(page, &plans) {
            Err(HostError::Unsupported { .. }) => return Ok(games.first().copied()),
            shown => shown?,
        };
        let mut shown = shown.into_iter();
        Ok(games
            .iter()
            .find(|&&at| {
                // After a game on which the page hangs there are no others.
                let shown = shown.next();
                shown.is_none_or(|shown| self.differs(at, shown))
            })
            .copied())
    }

    fn differs(&self, at: usize, shown: Transcript) -> bool {
        let Game { plan, readable } = &self.games[at];
        let shown = shown.canonical(self.reference.as_ref());
        let difference = match readable {
            Some(readable) => compare_pages(readable, &shown),
            None => plan.judge(self.reference.as_ref(), &shown),
        };
        difference.is_some()
    }

    /// The games, those with most rejections for their length first.
    fn order(&self) -> Vec<usize> {
        let rejections = self.lock();
        let rate = |at: usize| (rejections[at] + 1) * 1_000_000 / length(&self.games[at].plan);
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(rate(at)));
        order
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<u64>> {
        self.rejections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The length of a game in frames, about: a new document takes as long as some frames.
fn length(plan: &Plan) -> u64 {
    const DOCUMENT: u64 = 20;
    let steps = plan.steps().iter().map(|step| match step {
        Step::Frames(count) => u64::from(*count),
        _ => 1,
    });
    DOCUMENT + plan.answers.len() as u64 + steps.sum::<u64>()
}

/// One transcript for each plan, also after one on which the page hangs.
fn all_transcripts(
    host: &mut dyn Host,
    page: &str,
    plans: &[&Plan],
) -> Result<Vec<Transcript>, HostError> {
    let mut shown = Vec::with_capacity(plans.len());
    while shown.len() < plans.len() {
        let before = shown.len();
        shown.extend(host.run(page, &plans[before..])?);
        if shown.len() == before {
            return Err(HostError::Lost("it played no game".to_owned()));
        }
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mirror::{Mirror, ReadablePageModel};
    use crate::scenario::{Scenario, Scenarios};

    fn games(readable: &str, scenario: Option<&str>) -> Games {
        let scenarios = scenario.map(|text| Scenario::parse(text, "one.toml".as_ref()));
        let reference = ReadablePageModel {
            scenarios: scenarios
                .into_iter()
                .map(|one| one.expect(readable))
                .collect(),
            ..ReadablePageModel::default()
        };
        let subject = Subject::of(reference, "", readable);
        let suites: [&dyn Suite; 1] = match scenario {
            Some(_) => [&Scenarios],
            None => [&Mirror],
        };
        Games::new(&subject, &suites, (Effort::Quick, 1), Kind::Embedded).expect("games")
    }

    fn failed(games: &Games, page: &str) -> Option<String> {
        let failed = games.failing_game(page, &AtomicBool::new(false));
        failed.expect("a host").map(|(_, case)| case.to_owned())
    }

    #[test]
    fn the_readable_page_is_the_oracle_and_the_game_that_rejected_a_page_comes_first() {
        let games = games(
            "<script>a = prompt(1); if (a == 2.5) alert(a)</script>",
            None,
        );
        assert_eq!(games.games.len(), 1 + 14 + 5);
        assert!(games.outputs() > games.games.len());
        let same = "<script>b=prompt(1),b==2.5&&alert(b)</script>";
        assert_eq!(failed(&games, same), None);
        let first = "\"2.5\" at 12 dialogs";
        assert_eq!(
            failed(&games, "<script>prompt(1)</script>").as_deref(),
            Some(first)
        );
        assert_eq!(games.games[games.order()[0]].plan.case, first);
        for wrong in ["for(;;);", "document.title=1"] {
            let page = format!("<script>{wrong}</script>");
            assert_eq!(failed(&games, &page).as_deref(), Some(first), "{wrong}");
        }
    }

    #[test]
    fn a_scenario_without_what_is_shown_compares_with_the_readable_page() {
        let readable = "<script>alert(prompt(1))</script>";
        let wrong = "<script>alert(0+prompt(1))</script>";
        let unrecorded = games(readable, Some("answers = [\"a\"]"));
        assert_eq!(unrecorded.outputs(), 2);
        assert_eq!(failed(&unrecorded, readable), None);
        assert_eq!(failed(&unrecorded, wrong).as_deref(), Some("one"));
        let recorded = "answers = [\"a\"]\nshown = [\"prompt: 1\", \"alert: 0a\"]";
        let recorded = games(readable, Some(recorded));
        assert_eq!(failed(&recorded, readable).as_deref(), Some("one"));
        assert_eq!(failed(&recorded, wrong), None);
    }

    #[test]
    fn a_game_on_which_the_readable_page_hangs_is_left_out() {
        let readable = "<script>alert(1);while(prompt(2)=='3');for(a=prompt(4);a=='3';);</script>";
        let games = games(readable, None);
        assert!(games.games.len() >= 14);
        assert_eq!(failed(&games, readable), None);
    }
}
