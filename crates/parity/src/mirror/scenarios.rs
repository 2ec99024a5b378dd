//! The suite of scenarios.

use super::ReadablePageModel;
use crate::scenario::Scenario;
use crate::{Effort, Oracle, Plan, Suite, SuiteContext};

impl Scenario {
    /// The plan of the scenario for one page. Before the first recording, the readable page is the oracle.
    pub fn plan(&self) -> Plan {
        let reference = ReadablePageModel::default();
        let plan = Plan::new(&reference, Scenarios.name(), &self.name, &self.answers);
        Plan {
            oracle: match self.shown {
                Some(_) => Oracle::Recorded,
                None => Oracle::ReadablePage,
            },
            expected: self.shown.clone().unwrap_or_default(),
            ..plan.with_stage(self.stage.clone())
        }
    }
}

/// The suite that compares pages with the scenarios for them.
#[derive(Clone, Copy, Debug)]
pub struct Scenarios;

impl Suite for Scenarios {
    fn name(&self) -> &'static str {
        "scenarios"
    }

    fn coverage(&self, _effort: Effort) -> &'static str {
        "the scenarios for each page"
    }

    fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
        let model = context.subject.reference_as::<ReadablePageModel>();
        let scenarios = model.into_iter().flat_map(|model| &model.scenarios);
        scenarios.map(Scenario::plan).collect()
    }

    fn oracle(&self) -> Oracle {
        Oracle::Recorded
    }

    fn applies(&self, subject: &crate::Subject) -> bool {
        let model = subject.reference_as::<ReadablePageModel>();
        model.is_some_and(|model| !model.scenarios.is_empty())
    }
}
