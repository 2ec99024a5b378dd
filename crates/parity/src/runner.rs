//! Plays many suites on many pages, on several hosts at once.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cpu_time::ProcessTime;

use super::examine::{batches, examine_with, play_readable};
use super::host::{Host, HostError, Kind};
use super::known::Batch;
use super::shrink::{Tried, shrink};
use super::so_far::{Compared, Place};
use super::{
    Difference, Effort, Finding, Mode, Options, Oracle, Plan, Shard, Subject, SuiteContext, Tally,
    Verdict, VerifyError, plans_of,
};

/// A callback that gets each batch that was compared, and each finding before it is shrunk.
pub type Progress<'p> = &'p (dyn Fn(Compared<'_>) + Sync);

/// The data stays valid if a worker panics, so a poisoned lock is safe to use.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One suite on one page, or a part of it.
#[derive(Clone, Copy)]
struct Unit {
    subject: usize,
    /// The index of the suite in the options.
    suite: usize,
    part: Shard,
}

impl Unit {
    fn plans(self, subjects: &[Subject], options: &Options<'_>) -> Vec<Plan> {
        let mut plans = self.all_parts(subjects, options);
        let Range { start, end } = self.range(plans.len());
        plans.truncate(end);
        plans.split_off(start)
    }

    /// The plans of its suite on its page.
    fn all_parts(self, subjects: &[Subject], options: &Options<'_>) -> Vec<Plan> {
        let subject = &subjects[self.subject];
        let context = SuiteContext {
            subject,
            effort: options.effort_on(&subject.name),
            seed: options.seed,
        };
        let mut plans = plans_of(options.suites[self.suite], &context);
        if let Some(case) = &options.case {
            plans.retain(|plan| plan.case.contains(case));
        }
        plans
    }

    /// The range of its own plans among `plans` plans of its suite.
    const fn range(self, plans: usize) -> Range<usize> {
        let Shard { part, of } = self.part;
        plans * (part - 1) / of..plans * part / of
    }

    /// Where its tally stands in a verdict.
    const fn place(self) -> Place {
        Place(self.subject, self.suite, self.part.part)
    }

    fn is_beside(&self, other: &Self) -> bool {
        (self.subject, self.suite) == (other.subject, other.suite)
    }
}

/// The number of units for which another browser starts. Its start takes as long as some hundred
/// dialogs.
const fn units_per_browser(effort: Effort) -> usize {
    match effort {
        Effort::Smoke => 2,
        Effort::Quick => 9,
        Effort::Usual => 2,
        Effort::Deep => 1,
    }
}

/// The maximum number of findings of a run that are shrunk.
const MAX_SHRUNK: usize = 12;

/// Counts the games and dialogs of a run without playing them.
pub fn planned(subjects: &[Subject], options: &Options<'_>) -> Vec<Tally> {
    let mut tallies = Vec::new();
    // The parts of one suite are planned together.
    for parts in units(subjects, options).chunk_by(Unit::is_beside) {
        let all = parts[0].all_parts(subjects, options);
        tallies.extend(parts.iter().map(|unit| {
            let plans = &all[unit.range(all.len())];
            Tally {
                games: plans.len(),
                dialogs: plans
                    .iter()
                    .map(|plan| plan.expected.len().max(plan.answers.len()))
                    .sum(),
                ..Tally::new(
                    options,
                    &subjects[unit.subject],
                    options.suites[unit.suite].name(),
                )
            }
        }));
    }
    tallies
}

/// Plays the suites on the pages.
///
/// # Errors
/// A host does not work, or there is nothing to do.
pub fn verify(
    subjects: &[Subject],
    options: &Options<'_>,
    progress: Progress<'_>,
) -> Result<Verdict, VerifyError> {
    let started = Instant::now();
    let processor = ProcessTime::try_now().ok();
    let units = units(subjects, options);
    if units.is_empty() {
        return Err(VerifyError::Nothing(subjects.len() * options.suites.len()));
    }
    let (real, rest): (Vec<_>, Vec<_>) = units
        .into_iter()
        .enumerate()
        .partition(|(_, unit)| is_real(*unit, options) && options.host != Kind::Embedded);
    let effort = match options.full_effort_pages {
        Some(_) => Effort::Quick,
        None => options.effort,
    };
    let busy = match options.host {
        Kind::Chrome => rest.len().div_ceil(units_per_browser(effort)),
        // Their start takes longer than that of Chromium.
        Kind::Firefox | Kind::WebKit => rest.len().div_ceil(2 * units_per_browser(effort)),
        Kind::Embedded => rest.len(),
    };
    let workers = options.workers.min(busy).max(1);
    let scheduler = Scheduler {
        subjects,
        options,
        progress,
        // Real dialogs mostly wait, so they have a host of their own.
        real: Mutex::new(real.into()),
        rest: Mutex::new(rest.into()),
        tallies: Mutex::new(Vec::new()),
        failed: Mutex::new(None),
        stop: AtomicBool::new(false),
        shrunk: AtomicUsize::new(0),
    };
    std::thread::scope(|scope| {
        if !lock(&scheduler.real).is_empty() {
            scope.spawn(|| scheduler.work(&scheduler.real));
        }
        if !lock(&scheduler.rest).is_empty() {
            for _ in 0..workers {
                scope.spawn(|| scheduler.work(&scheduler.rest));
            }
        }
    });
    if let Some((_, error)) = lock(&scheduler.failed).take() {
        return Err(error.into());
    }
    let mut tallies = std::mem::take(&mut *lock(&scheduler.tallies));
    tallies.sort_by_key(|(unit, _)| unit.place());
    Ok(Verdict {
        seconds: started.elapsed().as_secs_f64(),
        processor_seconds: processor
            .and_then(|start| Some(start.try_elapsed().ok()?.as_secs_f64())),
        ..Verdict::of(options, tallies.into_iter().map(|(_, tally)| tally))
    })
}

/// Whether the suite of a unit plays with the browser's own dialogs.
fn is_real(unit: Unit, options: &Options<'_>) -> bool {
    options.suites[unit.suite].mode(options.effort) == Mode::RealDialogs
}

/// The units of this shard. The longest pages come first: they take longer to play, and the hosts
/// finish at about the same time if the last units are short.
fn units(subjects: &[Subject], options: &Options<'_>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        for (suite, planner) in options.suites.iter().enumerate() {
            if !planner.applies(subject) {
                continue;
            }
            let of = planner.parts(subject);
            let parts = (1..=of).map(|part| Shard { part, of });
            units.extend(parts.map(|part| Unit {
                subject: at,
                suite,
                part,
            }));
        }
    }
    // Page by page: a browser that has compiled a page plays it faster.
    let effort = |unit: &Unit| options.effort_on(&subjects[unit.subject].name);
    units.sort_by_key(|unit| {
        (
            Reverse(effort(unit)),
            Reverse(subjects[unit.subject].page.len()),
            unit.subject,
            unit.suite,
        )
    });
    let mine = |at: &usize| at % options.shard.of == options.shard.part - 1;
    (0..units.len()).filter(mine).map(|at| units[at]).collect()
}

/// The units of a run that no worker has taken, in their order, with their places in the run.
type Queue = Mutex<VecDeque<(usize, Unit)>>;

/// Hands units to the workers and collects their results.
struct Scheduler<'f> {
    subjects: &'f [Subject],
    options: &'f Options<'f>,
    progress: Progress<'f>,
    real: Queue,
    rest: Queue,
    tallies: Mutex<Vec<(Unit, Tally)>>,
    /// The error of the first unit that failed, with the place of the unit.
    failed: Mutex<Option<(usize, HostError)>>,
    stop: AtomicBool,
    shrunk: AtomicUsize,
}

impl Scheduler<'_> {
    /// Takes units from a queue until it is empty or the host of some worker has failed.
    fn work(&self, queue: &Queue) {
        let kind = self.options.host;
        let opened = match self.options.pool {
            Some(pool) => pool.take(kind),
            None => kind.open(),
        };
        let mut host = match opened {
            Ok(host) => host,
            Err(error) => return self.fail(usize::MAX, error),
        };
        if let Some(site) = &self.options.site
            && let Err(error) = host.visit(site)
        {
            return self.fail(usize::MAX, error);
        }
        // The error of a unit that is taken counts, even if a later unit fails before it.
        while !self.stop.load(Ordering::Relaxed) {
            let Some((place, unit)) = lock(queue).pop_front() else {
                break;
            };
            match self.unit(host.as_mut(), place, unit) {
                Ok(tally) => lock(&self.tallies).push((unit, tally)),
                // This host may not work again.
                Err(error) => return self.fail(place, error),
            }
        }
        if let Some(pool) = self.options.pool {
            pool.keep(kind, host);
        }
    }

    /// Ends the run. Of several errors, that of the first unit is reported: among units of one
    /// queue, it does not depend on the speed of the workers.
    fn fail(&self, place: usize, error: HostError) {
        // Locked first: to `is_over`, a stop without an error is a finding.
        let mut failed = lock(&self.failed);
        self.stop.store(true, Ordering::Relaxed);
        if failed.as_ref().is_none_or(|(first, _)| place < *first) {
            *failed = Some((place, error));
        }
    }

    /// Whether a unit need not be played to its end: the run ends with a finding, or with the error
    /// of an earlier unit.
    fn is_over(&self, place: usize) -> bool {
        let failed = lock(&self.failed);
        let is_later = |(first, _): &(usize, HostError)| *first < place;
        self.stop.load(Ordering::Relaxed) && failed.as_ref().is_none_or(is_later)
    }

    fn unit(&self, host: &mut dyn Host, place: usize, unit: Unit) -> Result<Tally, HostError> {
        let subject = &self.subjects[unit.subject];
        let plans = unit.plans(self.subjects, self.options);
        let suite = self.options.suites[unit.suite].name();
        let mut tally = Tally::new(self.options, subject, suite);
        for (number, batch) in batches(&plans, host.batch()).into_iter().enumerate() {
            let started = Instant::now();
            let key = || Batch {
                host: self.options.host,
                site: self.options.site.clone(),
                place: [unit.subject, unit.suite, unit.part.part, number],
            };
            let mut play = || play_readable(host, subject, &batch);
            let readable = match self.options.known {
                Some(known) => known.of(key(), play)?,
                None => play()?.into(),
            };
            let examined = examine_with(host, subject, &batch, &readable)?;
            tally.seconds += started.elapsed().as_secs_f64();
            tally.games += examined.plans;
            tally.dialogs += examined.dialogs;
            let say = |tally: &Tally| {
                (self.progress)(Compared {
                    dialogs: examined.dialogs,
                    place: unit.place(),
                    tally,
                });
            };
            if let Some((at, difference)) = examined.found {
                let plan = examined.improvised.as_ref().unwrap_or(batch[at]);
                let found = (Tried::of(plan), difference);
                tally.finding = Some(self.reported(subject, plan, found.clone()));
                say(&tally);
                tally.finding = Some(self.finding(host, subject, plan, found)?);
                break;
            }
            say(&tally);
            if self.is_over(place) {
                break;
            }
        }
        Ok(tally)
    }

    /// The finding of a game that differs, with the shortest inputs.
    fn finding(
        &self,
        host: &mut dyn Host,
        subject: &Subject,
        plan: &Plan,
        mut found: (Tried, Difference),
    ) -> Result<Finding, HostError> {
        if self.options.fail_fast {
            self.stop.store(true, Ordering::Relaxed);
        } else if self.options.shrinks
            && self.shrunk.fetch_add(1, Ordering::Relaxed) < MAX_SHRUNK
            && plan.mode != Mode::RealDialogs
            && plan.oracle != Oracle::Recorded
        {
            found = shrink(host, subject, plan, found)?;
        }
        Ok(self.reported(subject, plan, found))
    }

    fn reported(&self, subject: &Subject, plan: &Plan, found: (Tried, Difference)) -> Finding {
        let (Tried { answers, steps }, difference) = found;
        let replay = match plan.mode {
            Mode::RealDialogs => &self.options.replay_real,
            Mode::Fresh | Mode::Shared => &self.options.replay,
        };
        Finding {
            variant: subject.name.clone(),
            host: self.options.host,
            suite: plan.suite,
            case: plan.case.clone(),
            replay: super::replay::of_plan(replay, plan, &steps, &subject.name, &answers),
            answers,
            steps,
            difference,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mirror::ReadablePageModel;
    use crate::{Dialog, Stage, Step, Suite};

    /// Clicks on an element, which the embedded engine lacks. The first page plays
    /// more games than one batch holds before.
    struct Clicks;

    impl Suite for Clicks {
        fn name(&self) -> &'static str {
            "clicks"
        }

        fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
            let plan = |steps| Plan {
                expected: vec![Dialog::Alert("1".to_owned())],
                stage: Some(Stage {
                    steps,
                    ..Stage::default()
                }),
                ..Plan::new(context.subject.reference.as_ref(), "clicks", "", &[])
            };
            let slow = if context.subject.place == 0 { 200 } else { 0 };
            let click = Step::Click(context.subject.name.clone());
            let mut plans = vec![plan(Vec::new()); slow];
            plans.push(plan(vec![click]));
            plans
        }
    }

    #[test]
    fn the_error_of_the_first_unit_is_reported_even_if_it_is_the_last_to_fail() {
        let page = |place, name: &str, script: &str| Subject {
            name: name.to_owned(),
            place,
            ..Subject::of(
                ReadablePageModel::default(),
                &format!("<script>{script}</script>"),
                "",
            )
        };
        let subjects = [
            page(0, "#first", "for(i=0;i<1e4;i++);alert(1)"),
            page(1, "#second", ""),
        ];
        let options = Options {
            workers: 2,
            ..Options::new(vec![&Clicks], Effort::Quick, Kind::Embedded)
        };
        let error = verify(&subjects, &options, &|_| ()).expect_err("no events");
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        let is_first = |cause: &String| cause.contains("`click #first`");
        assert!(cause.as_ref().is_some_and(is_first), "{cause:?}");
    }
}
