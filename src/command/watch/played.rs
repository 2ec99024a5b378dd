//! What the play of changed pages has shown, in words.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use golfchess_parity::host::Kind;
use golfchess_parity::{Finding, Verdict};

use crate::command::verify::{and, finding};
use crate::output::count;

/// The maximum number of findings that are shown whole.
const WHOLE: usize = 3;

/// The maximum number of pages that are named in one line.
const NAMED: usize = 12;

/// What some pages have shown.
#[derive(Default)]
pub struct Played {
    /// The pages that a host has played.
    pub pages: BTreeSet<String>,
    /// The hosts, in the order of their first games.
    hosts: Vec<Kind>,
    /// The games played.
    cases: usize,
    /// The dialogs compared.
    dialogs: usize,
    /// The first finding of each page that has one.
    pub findings: Vec<Finding>,
    /// Pages that were not played, with the reason: those of the last suite that needed them.
    pub unplayed: BTreeMap<String, String>,
    /// Suites that no host could play, with the reason.
    pub left_out: Vec<(&'static str, String)>,
}

impl Played {
    /// Adds what a page has shown.
    pub fn add(&mut self, page: &str, verdict: Verdict) {
        self.pages.insert(page.to_owned());
        self.unplayed.remove(page);
        self.dialogs += verdict.dialogs();
        for tally in verdict.tallies {
            if !self.hosts.contains(&tally.host) {
                self.hosts.push(tally.host);
            }
            self.cases += tally.games;
            let is_new = |finding: &Finding| !self.has_failed(&finding.variant);
            let new = tally.finding.filter(is_new);
            self.findings.extend(new);
        }
    }

    /// Whether a page has a finding.
    pub fn has_failed(&self, page: &str) -> bool {
        self.findings.iter().any(|finding| finding.variant == page)
    }

    /// The findings that are shown whole: one of each case, the first ones.
    pub fn shown(&self) -> Vec<&Finding> {
        let mut shown: Vec<&Finding> = Vec::new();
        for finding in &self.findings {
            let is_same =
                |other: &&Finding| (other.suite, &other.case) == (finding.suite, &finding.case);
            if shown.len() < WHOLE && !shown.iter().any(is_same) {
                shown.push(finding);
            }
        }
        shown
    }

    /// The result in lines.
    pub fn text(&self, time: Duration) -> String {
        let pages: Vec<&String> = self.pages.iter().collect();
        let hosts: Vec<String> = self.hosts.iter().map(Kind::to_string).collect();
        let amount = format!(
            "({}, {} in {:.1} s in {})",
            count(pages.len(), "page"),
            count(self.dialogs, "dialog"),
            time.as_secs_f64(),
            and(&hosts)
        );
        let mut text = String::new();
        if !self.findings.is_empty() {
            let failed = self.findings.iter().map(|finding| finding.variant.as_str());
            text += &format!("FAIL: {} {amount}\n", named(failed));
            for shown in self.shown() {
                text += &finding(shown);
            }
        } else if !pages.is_empty() {
            let of = match pages[..] {
                [page] => format!(" {page}"),
                _ => String::new(),
            };
            let cases = count(self.cases, "case");
            text += &format!("{cases} agree {amount}; run `gen verify{of}` for all suites\n");
        }
        for (reason, pages) in self.by_reason() {
            text += &format!("not played: {}: {reason}\n", named(pages.into_iter()));
        }
        let mut left_out: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (suite, reason) in &self.left_out {
            left_out.entry(reason).or_default().push(suite);
        }
        for (reason, suites) in left_out {
            text += &format!("not played: suites {}: {reason}\n", suites.join(", "));
        }
        text
    }

    fn by_reason(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (page, reason) in &self.unplayed {
            reasons.entry(reason).or_default().push(page);
        }
        reasons
    }
}

/// The number of pages, and the first names.
fn named<'n>(pages: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = pages.collect();
    let shown = names[..names.len().min(NAMED)].join(", ");
    match names.len() {
        0 | 1 => shown,
        all if all > NAMED => format!("{all} pages: {shown} and {} more", all - NAMED),
        all => format!("{all} pages: {shown}"),
    }
}
