//! The output of `gen verify`.

use std::collections::BTreeSet;

use anyhow::Result;
use golfchess_parity::host::Kind;
use golfchess_parity::report::junit::junit;
use golfchess_parity::{Difference, Effort, Finding, Suite, Tally, Verdict};
use serde::Serialize;

use super::hosts::and;
use crate::output::{Exporter, Format, Report, Table, count};

/// The result of a run, or of several in different hosts.
#[derive(Serialize)]
pub struct Verified<'v> {
    /// The verdicts of all hosts as one.
    #[serde(flatten)]
    pub verdict: &'v Verdict,
    /// The pages that differ from what the fragments build.
    pub outdated: &'v [String],
    /// Whether an interrupt ended the run: it has only what was compared before.
    #[serde(skip_serializing_if = "is_false")]
    pub stopped: bool,
    /// The verdict of each host.
    #[serde(skip)]
    pub hosts: &'v [Verdict],
    #[serde(skip)]
    pub suites: &'v [&'static dyn Suite],
}

impl Verified<'_> {
    /// The listing of the result, and whether there is a finding.
    pub fn report(&self, format: Format) -> Result<Report> {
        let found = self.verdict.findings().next().is_some() || !self.outdated.is_empty();
        let text = match format {
            Format::Table if self.hosts.is_empty() => String::new(),
            Format::Table if self.stopped && self.verdict.tallies.is_empty() => {
                "nothing was compared\n".to_owned()
            }
            Format::Junit => junit(self.verdict, "gen verify"),
            format => listing(self).export(format)?,
        };
        Ok(Report::with_findings(text, found))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A column for each suite, a row for each variant in each host, the totals, and every finding.
fn listing<'r>(result: &'r Verified<'r>) -> Exporter<'r, Verified<'r>> {
    let verdict = result.verdict;
    let mut suites: Vec<&'static str> = Vec::new();
    for tally in &verdict.tallies {
        if !suites.contains(&tally.suite) {
            suites.push(tally.suite);
        }
    }
    let many = result.hosts.len() > 1;
    let pages: Vec<&[Tally]> = verdict.pages().collect();
    let variants: BTreeSet<&str> = pages.iter().map(|page| &*page[0].variant).collect();
    let mut table = Table::of(pages)
        .left("host", |page| page[0].host.to_string())
        .total(count(result.hosts.len(), "host"))
        .only_if(many)
        .left("variant", |page| &page[0].variant)
        .total(count(variants.len(), "page"));
    for suite in suites {
        let cell = |page: &[Tally]| {
            let tally = page.iter().find(|tally| tally.suite == suite);
            tally.map(|tally| match tally.finding {
                Some(_) => "FAIL".to_owned(),
                None => tally.dialogs.to_string(),
            })
        };
        let tallies = verdict.tallies.iter().filter(|tally| tally.suite == suite);
        table = table.right(suite, cell).total(dialogs(tallies));
    }
    let table = table.right("total", dialogs).total(verdict.dialogs());
    let findings: String = verdict.findings().map(finding).collect();
    // A run that was stopped has not played what its suites play.
    let mut sum = match result.stopped {
        true => String::new(),
        false => coverage(verdict, result.suites),
    };
    for run in result.hosts {
        let games: usize = run.tallies.iter().map(|tally| tally.games).sum();
        let speed = run.dialogs() as f64 / run.seconds.max(1e-9);
        let processor = run.processor_seconds.map_or_else(String::new, |seconds| {
            format!("{seconds:.1} s of processor time in gen, ")
        });
        sum.push_str(&format!(
            "{} dialogs of {games} games compared in {:.1} s ({processor}{speed:.0} a second, {}), {}\n",
            run.dialogs(),
            run.seconds,
            run.host,
            count(run.findings().count(), "finding"),
        ));
    }
    let exporter = Exporter::new(result).csv(rows(verdict)).summary(table);
    match findings.is_empty() {
        true => exporter.text(sum),
        false => exporter.preformatted(findings).text(sum),
    }
}

/// A row for each tally, with its columns in JSON. The finding is the name of its case.
fn rows(verdict: &Verdict) -> Table {
    Table::of(&verdict.tallies)
        .left("variant", |tally| &tally.variant)
        .left("host", |tally| tally.host.to_string())
        .left("suite", |tally| tally.suite)
        .left("effort", |tally| {
            format!("{:?}", tally.effort).to_lowercase()
        })
        .right("games", |tally| tally.games)
        .right("dialogs", |tally| tally.dialogs)
        .right("seconds", |tally| format!("{:.3}", tally.seconds))
        .left("finding", |tally| {
            tally.finding.as_ref().map(|finding| finding.case.clone())
        })
        .into()
}

fn dialogs<'t>(tallies: impl IntoIterator<Item = &'t Tally>) -> usize {
    tallies.into_iter().map(|tally| tally.dialogs).sum()
}

/// The pages of some hosts that play the same games.
struct Covered {
    effort: Effort,
    pages: Vec<String>,
    hosts: Vec<Kind>,
    suites: Vec<&'static str>,
}

impl Covered {
    /// The groups of all tallies.
    fn groups(tallies: &[Tally]) -> Vec<Self> {
        let mut of_hosts: Vec<Self> = Vec::new();
        for tally in tallies {
            let mine =
                |group: &&mut Self| (group.effort, group.hosts[0]) == (tally.effort, tally.host);
            let at = of_hosts.iter_mut().find(mine);
            let group = match at {
                Some(group) => group,
                None => of_hosts.push_mut(Self {
                    effort: tally.effort,
                    pages: Vec::new(),
                    hosts: vec![tally.host],
                    suites: Vec::new(),
                }),
            };
            if !group.pages.contains(&tally.variant) {
                group.pages.push(tally.variant.clone());
            }
            if !group.suites.contains(&tally.suite) {
                group.suites.push(tally.suite);
            }
        }
        let mut groups: Vec<Self> = Vec::new();
        for group in of_hosts {
            let same = |other: &&mut Self| {
                (other.effort, &other.pages, &other.suites)
                    == (group.effort, &group.pages, &group.suites)
            };
            match groups.iter_mut().find(same) {
                Some(other) => other.hosts.extend(group.hosts),
                None => groups.push(group),
            }
        }
        groups
    }

    fn title(&self) -> String {
        let hosts: Vec<String> = self.hosts.iter().map(Kind::to_string).collect();
        let names = match self.pages.len() {
            1..=FEW => format!(" ({})", self.pages.join(", ")),
            _ => String::new(),
        };
        format!(
            "{}{names} in {}:\n",
            count(self.pages.len(), "page"),
            and(&hosts)
        )
    }
}

/// The largest number of pages that are named.
const FEW: usize = 6;

/// What each suite plays, for each group of pages and hosts.
fn coverage(verdict: &Verdict, suites: &[&dyn Suite]) -> String {
    let groups = Covered::groups(&verdict.tallies);
    let mut text = String::new();
    for group in &groups {
        if groups.len() > 1 {
            text.push_str(&group.title());
        }
        for suite in suites
            .iter()
            .filter(|suite| group.suites.contains(&suite.name()))
        {
            let plays = suite.coverage(group.effort);
            text.push_str(&format!("{}: {plays}\n", suite.name()));
        }
        if groups.len() > 1 {
            text.push('\n');
        }
    }
    text
}

/// A finding for people.
pub fn finding(finding: &Finding) -> String {
    let Difference {
        expected, shown, ..
    } = &finding.difference;
    format!(
        "{} fails {} in {}: {}\n{}\n  {}\n\n",
        finding.variant,
        finding.suite,
        finding.host,
        finding.case,
        beside("expected", &expected.to_string(), "shown", shown),
        finding.replay,
    )
}

/// Two texts side by side under their titles.
pub fn beside(left_title: &str, left: &str, right_title: &str, right: &str) -> String {
    // A fullwidth character takes two columns of a terminal.
    let columns = |line: &str| -> usize {
        let wide = |c: char| {
            if matches!(c, '\u{ff01}'..='\u{ff60}') {
                2
            } else {
                1
            }
        };
        line.chars().map(wide).sum()
    };
    let mut left: Vec<&str> = left.split('\n').collect();
    let mut right: Vec<&str> = right.split('\n').collect();
    left.insert(0, left_title);
    right.insert(0, right_title);
    let width = left.iter().map(|line| columns(line)).max().unwrap_or(0);
    let lines = (0..left.len().max(right.len())).map(|at| {
        let (left, right) = (left.get(at).unwrap_or(&""), right.get(at).unwrap_or(&""));
        let mark = if at > 0 && left != right { '|' } else { ' ' };
        let gap = " ".repeat(width - columns(left));
        format!("  {left}{gap} {mark} {right}")
            .trim_end()
            .to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The games of a suite on the pages that play it with one effort.
#[derive(Serialize)]
struct Planned {
    suite: &'static str,
    games: usize,
    dialogs: usize,
    pages: usize,
    hosts: Vec<String>,
    coverage: String,
}

/// The games of each suite without playing them.
pub fn counts(planned: &[Tally], suites: &[&dyn Suite], format: Format) -> Result<String> {
    let groups = Covered::groups(planned);
    let grouped = groups.len() > 1;
    let mut rows = Vec::new();
    for suite in suites {
        for group in &groups {
            let mine = planned.iter().filter(|tally| {
                tally.suite == suite.name()
                    && tally.effort == group.effort
                    && group.hosts.contains(&tally.host)
            });
            let (games, dialogs) = mine.fold((0, 0), |(games, dialogs), tally| {
                (games + tally.games, dialogs + tally.dialogs)
            });
            rows.push(Planned {
                suite: suite.name(),
                games,
                dialogs,
                pages: group.pages.len(),
                hosts: group.hosts.iter().map(ToString::to_string).collect(),
                coverage: suite.coverage(group.effort).to_string(),
            });
        }
    }
    rows.retain(|row| row.games > 0);
    let table = Table::of(&rows)
        .left("suite", |row| row.suite)
        .total("all")
        .right("games", |row| row.games)
        .total(rows.iter().map(|row| row.games).sum::<usize>())
        .right("dialogs", |row| row.dialogs)
        .total(rows.iter().map(|row| row.dialogs).sum::<usize>())
        .right("pages", |row| row.pages)
        .only_if(grouped)
        .left("hosts", |row| and(&row.hosts))
        .only_if(grouped)
        .left("coverage", |row| row.coverage.as_str());
    Exporter::new(&rows).table(table).export(format)
}
