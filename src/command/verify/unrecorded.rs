//! Scenarios that do not say what a page must show: a finding each.

use golfchess_pages::catalog::Variant;
use golfchess_parity::host::Kind;
use golfchess_parity::mirror::Scenarios;
use golfchess_parity::scenario::Scenario;
use golfchess_parity::{
    Difference, Finding, Model, Options, Suite, Tally, Verdict, Wanted, replay,
};

use crate::command::project::{Project, replay_command};
use crate::command::scenarios::unrecorded;
use crate::output::count;

/// The scenarios of a run that are not recorded for a page.
#[derive(Clone)]
pub struct Unrecorded {
    scenarios: Vec<Missing>,
    /// The start of the command that records them.
    command: String,
}

/// A scenario with the pages for which it is not recorded.
#[derive(Clone)]
struct Missing {
    scenario: Scenario,
    pages: Vec<String>,
}

impl Unrecorded {
    /// The scenarios of some suites on some pages, which the scenario's first page reports.
    pub fn of(
        project: &Project,
        model: &dyn Model,
        suites: &[&'static dyn Suite],
        variants: &[&Variant],
    ) -> Self {
        let mut scenarios: Vec<Missing> = Vec::new();
        let is_played = suites.iter().any(|suite| suite.name() == Scenarios.name());
        // `record` plays the pages of the catalog.
        let listed = |variant: &&&Variant| is_played && project.catalog.lists(variant);
        for variant in variants.iter().filter(listed) {
            for scenario in unrecorded(model, variant) {
                let mut known = scenarios.iter_mut();
                match known.find(|known| known.scenario.name == scenario.name) {
                    Some(known) => known.pages.push(variant.name.clone()),
                    None => scenarios.push(Missing {
                        scenario: scenario.clone(),
                        pages: vec![variant.name.clone()],
                    }),
                }
            }
        }
        let command = replay_command(project, Kind::default(), None);
        Self {
            scenarios,
            command: command.replacen("replay", "scenarios record", 1),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.scenarios.is_empty()
    }

    /// Adds the findings to the verdict of a run with these options. One of several machines has them.
    pub fn add_to(&self, verdict: &mut Verdict, options: &Options<'_>) {
        for missing in self.scenarios.iter().filter(|_| options.shard.part == 1) {
            let tally = self.tally(missing, options);
            let tallies = &mut verdict.tallies;
            let is_same =
                |other: &Tally| (&other.variant, other.suite) == (&tally.variant, tally.suite);
            match tallies.iter().position(is_same) {
                Some(at) if tallies[at].finding.is_none() => tallies[at].finding = tally.finding,
                Some(at) => tallies.insert(at + 1, tally),
                None => {
                    let at = tallies
                        .iter()
                        .position(|other| other.variant == tally.variant);
                    tallies.insert(at.unwrap_or(tallies.len()), tally);
                }
            }
        }
    }

    /// The result of a scenario on its first page.
    fn tally(&self, missing: &Missing, options: &Options<'_>) -> Tally {
        let Missing { scenario, pages } = missing;
        let more = match pages.len() {
            1 => String::new(),
            all => format!(" and {}", count(all - 1, "other page")),
        };
        let name = &scenario.name;
        Tally {
            variant: pages[0].clone(),
            host: options.host,
            suite: Scenarios.name(),
            effort: options.effort,
            games: 0,
            dialogs: 0,
            seconds: 0.0,
            finding: Some(Finding {
                variant: pages[0].clone(),
                host: options.host,
                suite: Scenarios.name(),
                case: format!("{name} is not recorded for this page{more}"),
                answers: scenario.answers.clone(),
                steps: scenario.stage.steps.clone(),
                difference: Difference {
                    at: 0,
                    expected: Wanted::Choice("(not recorded)".to_owned()),
                    shown: "(not played)".to_owned(),
                },
                replay: format!("{} {}", self.command, replay::quoted(name)),
            }),
        }
    }
}
