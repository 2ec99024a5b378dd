//! Advice about the findings of the gate. The library does not know the commands.

use golfchess_pages::gate::Finding;

/// Returns what the user can do about a finding.
pub fn finding(finding: &Finding) -> &'static str {
    match finding {
        Finding::Grew { growth, .. } | Finding::TotalGrew { growth, .. }
            if growth.against.is_none() =>
        {
            "make the pages smaller, or accept their sizes with `gen record`"
        }
        Finding::Grew { .. } | Finding::TotalGrew { .. } => {
            "make the pages smaller, or accept their sizes with `gen record` and check with \
             --accept-recorded"
        }
        Finding::OverBudget { .. } => "make the page smaller, or raise its budget in the manifest",
        Finding::TotalOverBudget { .. } => {
            "make the pages smaller, or raise the budget of the collection in the manifest"
        }
        Finding::Stale { .. } | Finding::Missing { .. } => "rebuild the files with `gen --all`",
        Finding::Damaged { .. } => {
            "write the files again with `gen --all`; a line `catalog/* -text` in .gitattributes keeps git \
             from changing them"
        }
        Finding::Orphan { .. } => "delete the file, or declare its flags in the manifest",
        Finding::Unrecorded { own: true, .. } => "write a new record with `gen record`",
        Finding::Unrecorded { own: false, .. } => {
            "record the new pages with `gen record` and check with --accept-recorded"
        }
        _ => "see `gen check --help`",
    }
}

/// Returns the advice about several findings, each once, in their order.
pub fn findings(findings: &[Finding]) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for advice in findings.iter().map(finding) {
        if !all.contains(&advice) {
            all.push(advice);
        }
    }
    all
}

/// Returns what the user can do about packed pages that have grown because nobody has searched for their
/// present scripts.
pub fn search_again(names: &[&str]) -> Option<String> {
    /// More names are not listed.
    const MOST: usize = 6;
    match names {
        [] => None,
        few if few.len() <= MOST => Some(format!("search again: gen pack {}", few.join(" "))),
        many => Some(format!("search again for {} pages: gen pack", many.len())),
    }
}
