//! The games on a stage, as the readable page plays them: fewer and shorter ones if it is slow.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::games::Game;
use super::hosts::Hosts;
use super::pace::Pace;
use crate::host::{Host, HostError};
use crate::{Ending, Oracle, Plan, Step, Subject, Transcript};

/// The least number of samples for which there is time: their frames become fewer until they fit.
const LEAST: u32 = 8;

/// How many times the time of the games their choice may take: games on which the page hangs do not count.
const PATIENCE: u32 = 4;

/// The same while it hangs on all of them.
const LONG_PATIENCE: u32 = 20;

/// The part of its frames that a game keeps on which the page hangs.
const AFTER_HANG: f64 = 0.125;

/// A little less than would fit: a new document takes as long with fewer frames.
const MARGIN: f64 = 0.8;

/// The milliseconds of a frame, about.
const FRAME: u32 = 16;

/// The games on a stage.
#[derive(Default)]
pub(super) struct StageGames {
    pub(super) games: Vec<Game>,
    pub(super) pace: Pace,
}

impl StageGames {
    /// All of some games, with what the readable page shows in those that it decides. A game on which it hangs is left out.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn of(
        hosts: &Hosts,
        subject: &Subject,
        plans: Vec<Plan>,
    ) -> Result<Self, HostError> {
        let mut stage = Self::default();
        for plan in plans {
            match plan.oracle {
                Oracle::ReadablePage => {
                    let (shown, time) = shown(hosts, subject, &plan)?;
                    if shown.ending != Ending::Hung {
                        let frames = frames(&plan);
                        stage.add(plan, Some(shown), time, frames);
                    }
                }
                _ => stage.add(plan, None, Duration::ZERO, 0),
            }
        }
        stage.pace.planned_games = stage.pace.games;
        Ok(stage)
    }

    /// Adds samples until all games take `most`, the first one and others from all parts of the list.
    ///
    /// # Errors
    /// The host does not work.
    pub(super) fn add_samples(
        &mut self,
        hosts: &Hosts,
        subject: &Subject,
        plans: Vec<Plan>,
        most: Duration,
    ) -> Result<(), HostError> {
        let started = Instant::now();
        let (mut share, mut hung) = (None, 0);
        for at in spread(plans.len()) {
            let spent = started.elapsed();
            let is_late = self.pace.time >= most || spent >= most * PATIENCE;
            if share.is_some() && is_late || spent >= most * LONG_PATIENCE {
                break;
            }
            let (plan, shown, time) = match share {
                Some(share) => {
                    let plan = shorter(&plans[at], share);
                    let (shown, time) = shown(hosts, subject, &plan)?;
                    (plan, shown, time)
                }
                None => {
                    let (own, fitting) = fitting(hosts, subject, &plans[at], most / LEAST)?;
                    share = (fitting.1.ending != Ending::Hung).then_some(own);
                    fitting
                }
            };
            match shown.ending {
                Ending::Hung => hung += 1,
                _ => self.add(plan, Some(shown), time, frames(&plans[at])),
            }
        }
        self.pace.planned_games += plans.len() - hung;
        Ok(())
    }

    fn add(&mut self, plan: Plan, shown: Option<Transcript>, time: Duration, planned_frames: u64) {
        self.pace.time += time;
        self.pace.games += 1;
        self.pace.frames += frames(&plan);
        self.pace.planned_frames += planned_frames;
        self.games.push(Game::new(plan, shown));
    }
}

/// A game that takes no longer than `most`, if fewer frames do that, with the part of its frames.
fn fitting(
    hosts: &Hosts,
    subject: &Subject,
    plan: &Plan,
    most: Duration,
) -> Result<(f64, (Plan, Transcript, Duration)), HostError> {
    let mut share = 1.0;
    loop {
        let plan = shorter(plan, share);
        let (shown, time) = shown(hosts, subject, &plan)?;
        let hangs = shown.ending == Ending::Hung;
        let times = most.as_secs_f64() / time.as_secs_f64().max(1e-6);
        // One frame in each step may take too long already.
        if !hangs && times >= 1.0 || frames(&plan) <= steps_of_time(&plan) {
            return Ok((share, (plan, shown, time)));
        }
        share *= if hangs { AFTER_HANG } else { times * MARGIN };
    }
}

/// What the readable page shows in a game, and how long it takes.
fn shown(
    hosts: &Hosts,
    subject: &Subject,
    plan: &Plan,
) -> Result<(Transcript, Duration), HostError> {
    // `Hosts` starts a second host if the first has ended; there is none to stop yet.
    let (shown, time) = hosts.with(&AtomicBool::new(false), |host: &mut dyn Host| {
        // A browser takes a second to start: that is no time of the game.
        let started = Instant::now();
        let shown = host.run(&subject.readable, &[plan])?;
        Ok((shown, started.elapsed()))
    })?;
    let lost = || HostError::Lost("it played no game".to_owned());
    let shown = shown.into_iter().next().ok_or_else(lost)?;
    Ok((shown.canonical(subject.reference.as_ref()), time))
}

/// The frames of a game. Time that passes counts as frames too.
fn frames(plan: &Plan) -> u64 {
    let steps = plan.stage.iter().flat_map(|stage| &stage.steps);
    let frames = steps.map(|step| match step {
        Step::Frames(count) => u64::from(*count),
        Step::Wait(time) => frames_in(u64::from(*time)),
        _ => 0,
    });
    frames.sum()
}

/// The number of steps in which time passes: each keeps at least one frame.
fn steps_of_time(plan: &Plan) -> u64 {
    let steps = plan.stage.iter().flat_map(|stage| &stage.steps);
    let steps = steps.filter(|step| matches!(step, Step::Frames(1..) | Step::Wait(1..)));
    steps.count() as u64
}

/// The frames in some milliseconds.
fn frames_in(time: u64) -> u64 {
    time.div_ceil(u64::from(FRAME))
}

/// A game with this part of its frames, at least one in each step.
fn shorter(plan: &Plan, share: f64) -> Plan {
    let mut plan = plan.clone();
    let steps = plan.stage.iter_mut().flat_map(|stage| &mut stage.steps);
    for step in steps {
        match step {
            Step::Frames(count) if *count > 0 => {
                *count = ((f64::from(*count) * share) as u32).max(1);
            }
            Step::Wait(time) => {
                *time = ((f64::from(*time) * share) as u32).max((*time).min(FRAME));
            }
            _ => {}
        }
    }
    plan
}

/// The numbers below `count`, each once: those of any start come from all parts of the list.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let bits = count.next_power_of_two().trailing_zeros();
    let all = 0..count.next_power_of_two();
    let reversed = all.map(move |number| match bits {
        0 => number,
        bits => number.reverse_bits() >> (usize::BITS - bits),
    });
    reversed.filter(move |number| *number < count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Kind;
    use crate::mirror::{Mirror, ReadablePageModel};
    use crate::{Effort, Inputs, SuiteContext, plans_of};

    fn pace(page: &str, most: Duration) -> Pace {
        let reference = ReadablePageModel {
            inputs: Inputs::of_script(page),
            ..ReadablePageModel::default()
        };
        let subject = Subject::of(reference, "", page);
        let context = SuiteContext {
            subject: &subject,
            effort: Effort::Quick,
            seed: 1,
        };
        let mut stage = StageGames::default();
        let hosts = Hosts::new(Kind::Embedded);
        let plans = plans_of(&Mirror, &context);
        stage
            .add_samples(&hosts, &subject, plans, most)
            .expect("an engine");
        assert_eq!(stage.games.len(), stage.pace.games);
        stage.pace
    }

    #[test]
    fn a_slow_page_has_fewer_games_with_fewer_frames() {
        let page = |turns: u32| {
            format!(
                "<script>draw=()=>{{for(i=0;i<{turns};)i++;console.log(i);requestAnimationFrame(draw)}};\
                 draw()</script>"
            )
        };
        let long = pace(&page(1), Duration::from_secs(600));
        assert!(!long.is_reduced(), "{long:?}");
        let most = Duration::from_millis(400);
        let slow = pace(&page(100_000), most);
        assert!(slow.frames < slow.planned_frames, "{slow:?}");
        assert!((1..=6).contains(&slow.games), "{slow:?}");
        assert_eq!(slow.planned_games, 6);
    }

    #[test]
    fn games_on_which_the_page_hangs_take_no_frames_from_the_others() {
        let page = "<script>if(prompt()==null)for(;;);alert(1);\
            draw=()=>requestAnimationFrame(draw);draw()</script>";
        let pace = pace(page, Duration::from_secs(600));
        assert!(pace.games > 9 && !pace.is_reduced(), "{pace:?}");
    }

    #[test]
    fn each_start_of_the_numbers_is_from_all_parts() {
        assert_eq!(spread(8).collect::<Vec<_>>(), [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(spread(5).collect::<Vec<_>>(), [0, 4, 2, 1, 3]);
        assert_eq!(spread(1).collect::<Vec<_>>(), [0]);
        assert_eq!(spread(0).count(), 0);
    }
}
