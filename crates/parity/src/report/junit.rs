//! JUnit XML, which CI systems read.

use std::fmt::Write;

use crate::Verdict;

/// A test suite for each variant, with a test case for each of its suites. `name` is the name of
/// the whole run.
pub fn junit(verdict: &Verdict, name: &str) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let failures = verdict.findings().count();
    let tests = verdict.tallies.len();
    let _ = writeln!(
        xml,
        "<testsuites name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" time=\"{:.3}\">",
        escaped(name),
        verdict.seconds
    );
    for tallies in verdict.pages() {
        let failures = tallies
            .iter()
            .filter(|tally| tally.finding.is_some())
            .count();
        let time: f64 = tallies.iter().map(|tally| tally.seconds).sum();
        let variant = escaped(&tallies[0].variant);
        let host = tallies[0].host;
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{variant} in {host}\" tests=\"{}\" failures=\"{failures}\" time=\"{time:.3}\">",
            tallies.len()
        );
        for tally in tallies {
            let _ = write!(
                xml,
                "    <testcase classname=\"{host}.{variant}\" name=\"{}\" assertions=\"{}\" time=\"{:.3}\"",
                tally.suite, tally.dialogs, tally.seconds
            );
            let Some(finding) = &tally.finding else {
                xml.push_str("/>\n");
                continue;
            };
            let text = format!(
                "{}\nhost: {}\nexpected: {}\nshown: {}\n{}",
                finding.case,
                finding.host,
                finding.difference.expected,
                finding.difference.shown,
                finding.replay
            );
            let _ = writeln!(
                xml,
                ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
                escaped(&finding.case),
                escaped(&text)
            );
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

/// A text for XML, in an attribute or between tags. Characters that XML does not allow become question marks.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(c),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('?'),
            c => safe.push(c),
        }
    }
    safe
}
