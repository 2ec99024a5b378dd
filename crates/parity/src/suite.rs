//! Suites: groups of plans.

use fastrand::Rng;
use serde::Serialize;

use crate::{Mode, Oracle, Plan, Subject};

/// A group of plans with one purpose, for every page.
pub trait Suite: Sync {
    /// Its name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// What it plays at an effort, in one phrase: all of its cases or which part of them.
    fn coverage(&self, _effort: Effort) -> &'static str {
        "all of its games"
    }

    /// Its plans for one page.
    fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan>;

    /// How its plans are run.
    fn mode(&self, _effort: Effort) -> Mode {
        Mode::Fresh
    }

    /// What a page is compared with.
    fn oracle(&self) -> Oracle {
        Oracle::Reference
    }

    /// Whether it has plans for this page.
    fn applies(&self, _subject: &Subject) -> bool {
        true
    }

    /// Whether its games are samples of many: on a slow page a search plays fewer and shorter ones.
    fn is_sample(&self) -> bool {
        false
    }

    /// The number of parts into which its plans for a page are split, so that several hosts can
    /// play them at once. A suite with more than one part counts as long, and long suites start first.
    fn parts(&self, _subject: &Subject) -> usize {
        1
    }
}

/// A page that must do the same as another one plays one in this number of the games of a small sample.
const ONE_IN_OF_THE_SAME: usize = 4;

/// The plans of a suite for one page, with the suite's mode and oracle; none if the suite does not apply.
/// A plan whose dialogs depend on the page keeps its oracle, unless the suite compares with the readable
/// page; so does a plan for which nothing is recorded. A page that must do the same as another one plays a
/// small sample with [`Effort::Quick`]. With [`Effort::Usual`] it plays what others play with
/// [`Effort::Quick`], and is compared with its readable page as they are.
pub fn plans_of(suite: &dyn Suite, context: &SuiteContext<'_>) -> Vec<Plan> {
    if !suite.applies(context.subject) {
        return Vec::new();
    }
    let is_same = context.subject.same_as.is_some();
    let (effort, one_in) = match (context.effort, suite.oracle()) {
        (Effort::Quick, _) if is_same => (Effort::Smoke, ONE_IN_OF_THE_SAME),
        (Effort::Usual, Oracle::Reference) if is_same => (Effort::Quick, 1),
        (effort, _) => (effort, 1),
    };
    let context = &SuiteContext { effort, ..*context };
    let (mode, oracle) = (suite.mode(effort), suite.oracle());
    let plans = suite.plans(context).into_iter().step_by(one_in);
    plans
        .map(|plan| Plan {
            mode,
            oracle: match (oracle, plan.oracle) {
                (Oracle::Reference, Oracle::PageChooses) => Oracle::PageChooses,
                (Oracle::Recorded, Oracle::ReadablePage) => Oracle::ReadablePage,
                _ => oracle,
            },
            ..plan
        })
        .collect()
}

/// How many of the possible games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A small sample of each suite, a different one on each page: for pages that change while
    /// somebody edits them.
    Smoke,
    /// A part of each suite, a different one on each page.
    Quick,
    /// Every suite, with long lists spread over the pages.
    Usual,
    /// Everything on every page.
    Deep,
}

/// The page and the options that a suite makes plans for.
#[derive(Clone, Copy, Debug)]
pub struct SuiteContext<'s> {
    /// The page and its reference.
    pub subject: &'s Subject,
    /// How many of the possible games are wanted.
    pub effort: Effort,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl SuiteContext<'_> {
    /// The value for the wanted effort.
    pub fn by_effort<T>(&self, quick: T, usual: T, deep: T) -> T {
        match self.effort {
            Effort::Smoke | Effort::Quick => quick,
            Effort::Usual => usual,
            Effort::Deep => deep,
        }
    }

    /// Random numbers of one suite, the same on every page. `suite` is a number of the suite.
    pub fn rng(&self, suite: u64) -> Rng {
        Rng::with_seed(self.seed << 16 | suite)
    }

    /// Random numbers of one suite on this page. `suite` is a number of the suite.
    pub fn rng_of_page(&self, suite: u64) -> Rng {
        let place = self.subject.place as u64 + 1;
        Rng::with_seed(self.seed << 16 | place << 8 | suite)
    }

    /// Where this page starts in a list: one further on the next page and with the next seed, so that
    /// pages take turns in what they select.
    pub fn start_offset(&self) -> usize {
        self.subject.place + self.seed as usize
    }

    /// Whether this page is among those that try something that one in `of` pages tries.
    pub fn is_sampled(&self, of: usize) -> bool {
        self.tries(0, of)
    }

    /// The part of a list that this page tries when each page tries one item in `of`.
    pub fn sample<T>(&self, items: Vec<T>, of: usize) -> Vec<T> {
        let items = items.into_iter().enumerate();
        items
            .filter(|(at, _)| self.tries(*at, of))
            .map(|(_, item)| item)
            .collect()
    }

    /// Whether the item at a position of a list is in this page's part of one in `of`.
    fn tries(&self, at: usize, of: usize) -> bool {
        at % of == self.start_offset() % of
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mirror::ReadablePageModel;

    /// A suite that plans one game for each page, and applies to pages with a script.
    struct OfScripts;

    impl Suite for OfScripts {
        fn name(&self) -> &'static str {
            "scripts"
        }

        fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
            let reference = context.subject.reference.as_ref();
            vec![Plan::new(reference, "scripts", "a game", &[])]
        }

        fn applies(&self, subject: &Subject) -> bool {
            subject.page.contains("<script>")
        }
    }

    #[test]
    fn a_suite_that_does_not_apply_to_a_page_has_no_plans_for_it() {
        let count = |page: &str| {
            let subject = Subject::of(ReadablePageModel::default(), page, "");
            let context = SuiteContext {
                subject: &subject,
                effort: Effort::Usual,
                seed: 1,
            };
            plans_of(&OfScripts, &context).len()
        };
        assert_eq!((count("<script>a=1</script>"), count("<p>")), (1, 0));
    }

    /// A suite whose game is named by its effort.
    struct OfEffort;

    impl Suite for OfEffort {
        fn name(&self) -> &'static str {
            "effort"
        }

        fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
            let reference = context.subject.reference.as_ref();
            let case = format!("{:?}", context.effort);
            vec![Plan::new(reference, "effort", &case, &[])]
        }
    }

    #[test]
    fn a_page_that_is_the_same_as_another_one_plays_a_smaller_sample_unless_the_run_is_deep() {
        for (effort, same_as, expected) in [
            (Effort::Quick, None, "Quick"),
            (Effort::Usual, None, "Usual"),
            (Effort::Quick, Some("other"), "Smoke"),
            (Effort::Usual, Some("other"), "Quick"),
            (Effort::Deep, Some("other"), "Deep"),
        ] {
            let subject = Subject {
                same_as: same_as.map(str::to_owned),
                ..Subject::of(ReadablePageModel::default(), "", "")
            };
            let context = SuiteContext {
                subject: &subject,
                effort,
                seed: 1,
            };
            assert_eq!(plans_of(&OfEffort, &context)[0].case, expected);
        }
    }
}
