//! The lines of the fragments that no scenario reaches.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use golfchess_pages::catalog::Variant;
use golfchess_pages::compose::Composed;
use golfchess_parity::Plan;
use golfchess_parity::host::coverage::Coverage;
use golfchess_parity::scenario::Scenario;

use crate::command::project::Project;
use crate::output::{count, help};

/// A line of a fragment: its name and its number.
type Line = (String, usize);

/// Measures the readable pages. Lines that no scenario reaches are no finding.
pub fn run(project: &Project, scenarios: &[&Scenario]) -> Result<String> {
    let mut coverage = Coverage::launch()?;
    // Whether all code of a line has run on some page.
    let mut lines: BTreeMap<Line, bool> = BTreeMap::new();
    for variant in project.catalog.variants() {
        let applies = |scenario: &&&Scenario| scenario.applies(|flag| variant.flags.has(flag));
        let plans = scenarios.iter().filter(applies);
        let plans: Vec<Plan> = plans.map(|one| one.plan()).collect();
        let composed = project.builder.script(variant)?;
        let marked = marked(project, variant, &composed.text)?;
        let reached = coverage.reached(&marked.page, MARK, &plans)?;
        for (line, ran) in lines_of(&composed, &reached[marked.start.min(reached.len())..]) {
            *lines.entry(line).or_default() |= ran;
        }
    }
    let missed = lines.iter().filter(|(_, ran)| !**ran);
    let missed: Vec<&Line> = missed.map(|(line, _)| line).collect();
    let mut text = String::new();
    for (fragment, line) in &missed {
        let source = project.builder.templates().fragments().get(fragment);
        let source = source.and_then(|text| text.lines().nth(line - 1));
        text += &format!("{fragment}:{line}: {}\n", source.unwrap_or_default().trim());
    }
    text += &format!(
        "{} of {} not reached by a scenario\n",
        missed.len(),
        count(lines.len(), "line")
    );
    Ok(text)
}

/// The name of the script in the measurement.
const MARK: &str = "golfchess-readable-script";

/// A readable page whose script has a name.
struct Marked {
    page: String,
    /// Where the script of the fragments starts in the script element, in UTF-16 code units.
    start: usize,
}

fn marked(project: &Project, variant: &Variant, script: &str) -> Result<Marked> {
    let page = project.builder.source_page(variant)?;
    let at = page
        .find(script)
        .context("the readable page lacks its script")?;
    let tag = page[..at].to_ascii_lowercase().rfind("<script");
    let start = tag.and_then(|tag| Some(tag + page[tag..at].find('>')? + 1));
    let start = start.ok_or_else(|| {
        help::error(
            "the readable page has no script element around its script",
            "end `open` of [source] in the manifest with a script tag",
        )
    })?;
    let (before, after) = page.split_at(at + script.len());
    Ok(Marked {
        start: page[start..at].encode_utf16().count(),
        page: format!("{before}\n//# sourceURL={MARK}\n{after}"),
    })
}

/// The lines of the fragments in a script, and whether all of their code has run.
fn lines_of(composed: &Composed, reached: &[bool]) -> BTreeMap<Line, bool> {
    let mut lines = BTreeMap::new();
    let (mut offset, mut unit) = (0, 0);
    let mut in_comment = false;
    for line in composed.text.split_inclusive('\n') {
        let code = code_of(line, &mut in_comment);
        if let Some(position) = code.and_then(|at| composed.position(offset + at)) {
            let first = unit + line[..code.unwrap_or_default()].encode_utf16().count();
            // V8 counts the bracket before a block with the block.
            let end = line.trim_end_matches(|c: char| c.is_whitespace() || c == '{');
            let last = unit + end.encode_utf16().count();
            let range = reached.get(first..last).unwrap_or_default();
            let ran = !range.is_empty() && range.iter().all(|reached| *reached);
            let entry = lines.entry((position.fragment, position.line));
            *entry.or_insert(true) &= ran;
        }
        offset += line.len();
        unit += line.encode_utf16().count();
    }
    lines
}

/// Where the code of a line starts; `None` if it has only comments, brackets or white space.
fn code_of(line: &str, in_comment: &mut bool) -> Option<usize> {
    let mut rest = line;
    loop {
        if *in_comment {
            rest = &rest[rest.find("*/")? + 2..];
            *in_comment = false;
        }
        let code = rest.trim_start_matches(|c: char| c.is_whitespace() || "{}();,".contains(c));
        if code.is_empty() || code.starts_with("//") {
            return None;
        }
        if !code.starts_with("/*") {
            return Some(line.len() - code.len());
        }
        *in_comment = true;
        rest = &code[2..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_brackets_are_no_code() {
        let mut in_comment = false;
        let mut code = |line: &str| code_of(line, &mut in_comment);
        assert_eq!(code("  a = 1;\n"), Some(2));
        assert_eq!(code("  // a\n"), None);
        assert_eq!(code("});\n"), None);
        assert_eq!(code("} else b()\n"), Some(2));
        assert_eq!(code("/* a */ b\n"), Some(8));
        assert_eq!(code("/* a\n"), None);
        assert_eq!(code("b */ c\n"), Some(5));
    }
}
