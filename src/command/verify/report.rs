//! The output of `gen verify`.

use std::collections::BTreeSet;

use golfchess_parity::host::Kind;
use golfchess_parity::{Difference, Effort, Finding, Suite, Tally, Verdict};
use serde::Serialize;

use super::hosts::and;
use crate::output::{Align, Exporter, Table, count};

/// The result of a run.
#[derive(Serialize)]
pub struct Verified<'v> {
    /// The verdicts of all hosts as one.
    #[serde(flatten)]
    pub verdict: &'v Verdict,
    /// The pages that differ from what the fragments build.
    pub outdated: &'v [String],
    /// The verdict of each host.
    #[serde(skip)]
    pub hosts: &'v [Verdict],
    #[serde(skip)]
    pub suites: &'v [&'static dyn Suite],
}

/// A column for each suite, a row for each variant in each host, the totals, and every finding.
pub fn listing<'r>(result: &'r Verified<'r>) -> Exporter<'r, Verified<'r>> {
    let verdict = result.verdict;
    let mut suites: Vec<&'static str> = Vec::new();
    for tally in &verdict.tallies {
        if !suites.contains(&tally.suite) {
            suites.push(tally.suite);
        }
    }
    let many = result.hosts.len() > 1;
    let mut columns = vec![("variant", Align::Left)];
    if many {
        columns.insert(0, ("host", Align::Left));
    }
    columns.extend(suites.iter().map(|suite| (*suite, Align::Right)));
    columns.push(("total", Align::Right));
    let mut table = Table::new(&columns);
    let row = |host: String, first: String, cells: Vec<String>| {
        let host = many.then_some(host).into_iter();
        let row: Vec<String> = host.chain([first]).chain(cells).collect();
        row
    };
    for tallies in verdict.pages() {
        let cell = |suite: &&str| {
            let tally = tallies.iter().find(|tally| tally.suite == *suite);
            tally.map_or_else(String::new, |tally| match tally.finding {
                Some(_) => "FAIL".to_owned(),
                None => tally.dialogs.to_string(),
            })
        };
        let sum: usize = tallies.iter().map(|tally| tally.dialogs).sum();
        let mut cells: Vec<String> = suites.iter().map(cell).collect();
        cells.push(sum.to_string());
        table.row(row(
            tallies[0].host.to_string(),
            tallies[0].variant.clone(),
            cells,
        ));
    }
    let total = |suite: &&str| {
        let tallies = verdict.tallies.iter().filter(|tally| tally.suite == *suite);
        let dialogs: usize = tallies.map(|tally| tally.dialogs).sum();
        dialogs.to_string()
    };
    let mut cells: Vec<String> = suites.iter().map(total).collect();
    cells.push(verdict.dialogs().to_string());
    let hosts = count(result.hosts.len(), "host");
    let pages: BTreeSet<&str> = verdict.pages().map(|page| &*page[0].variant).collect();
    table.total(row(hosts, count(pages.len(), "page"), cells));
    let findings: String = verdict.findings().map(finding).collect();
    let mut sum = coverage(verdict, result.suites);
    for run in result.hosts {
        let games: usize = run.tallies.iter().map(|tally| tally.games).sum();
        let speed = run.dialogs() as f64 / run.seconds.max(1e-9);
        sum.push_str(&format!(
            "{} dialogs of {games} games compared in {:.1} s ({speed:.0} a second, {}), {}\n",
            run.dialogs(),
            run.seconds,
            run.host,
            count(run.findings().count(), "finding"),
        ));
    }
    let exporter = Exporter::new(result).table(table);
    match findings.is_empty() {
        true => exporter.text(sum),
        false => exporter.preformatted(findings).text(sum),
    }
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

/// The planned games and dialogs of each suite, where hosts or pages differ by host and page.
pub fn counts(planned: &[Tally], suites: &[&dyn Suite]) -> String {
    let groups = Covered::groups(planned);
    let grouped = groups.len() > 1;
    let mut columns = vec![
        ("suite", Align::Left),
        ("games", Align::Right),
        ("dialogs", Align::Right),
        ("coverage", Align::Left),
    ];
    if grouped {
        columns.splice(3..3, [("pages", Align::Right), ("hosts", Align::Left)]);
    }
    let mut table = Table::new(&columns);
    let mut total = (0, 0);
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
            total = (total.0 + games, total.1 + dialogs);
            if games == 0 {
                continue;
            }
            let mut row = vec![
                suite.name().to_owned(),
                games.to_string(),
                dialogs.to_string(),
            ];
            if grouped {
                let hosts: Vec<String> = group.hosts.iter().map(Kind::to_string).collect();
                row.extend([group.pages.len().to_string(), and(&hosts)]);
            }
            row.push(suite.coverage(group.effort).to_owned());
            table.row(row);
        }
    }
    let mut all = vec!["all".to_owned(), total.0.to_string(), total.1.to_string()];
    all.resize(columns.len(), String::new());
    table.row(all);
    table.text()
}
