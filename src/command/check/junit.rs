//! The result of the gate as JUnit XML: a test for each page, each sum and the files.

use std::fmt::Write;

use golfchess_pages::gate::Finding;
use golfchess_parity::report::junit::escaped;

use super::Check;

/// A test with the findings that it has.
struct Case<'c> {
    class: &'static str,
    name: &'c str,
    findings: Vec<&'c Finding>,
}

/// What a finding is about: a kind of tests, and the name of one.
fn place(finding: &Finding) -> (&'static str, Option<&str>) {
    match finding {
        Finding::Grew { name, .. }
        | Finding::OverBudget { name, .. }
        | Finding::Unrecorded { name, .. } => ("pages", Some(name)),
        Finding::TotalGrew { collection, .. } => ("sums", collection.as_deref()),
        Finding::TotalOverBudget { collection, .. } => ("sums", Some(collection)),
        _ => ("files", None),
    }
}

impl Check {
    pub(super) fn junit(&self) -> String {
        let pages = self
            .record
            .pages
            .iter()
            .map(|entry| ("pages", &*entry.name));
        let sums = self.collections.iter().map(|one| ("sums", &*one.name));
        let cases = pages.chain(sums).chain([("files", "catalog")]);
        let cases: Vec<Case<'_>> = cases
            .map(|(class, name)| Case {
                class,
                name,
                findings: self
                    .findings
                    .iter()
                    .filter(|finding| {
                        let (of, place) = place(finding);
                        // Without a name it is about the only test of its kind.
                        of == class && place.is_none_or(|place| place == name)
                    })
                    .collect(),
            })
            .collect();
        let failures = |cases: &[Case<'_>]| {
            let failed = cases.iter().filter(|case| !case.findings.is_empty());
            failed.count()
        };
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gen check\" tests=\"{}\" \
             failures=\"{}\">\n",
            cases.len(),
            failures(&cases)
        );
        for suite in cases.chunk_by(|left, right| left.class == right.class) {
            let _ = writeln!(
                xml,
                "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">",
                suite[0].class,
                suite.len(),
                failures(suite)
            );
            for Case {
                class,
                name,
                findings,
            } in suite
            {
                let name = escaped(name);
                let _ = write!(xml, "    <testcase classname=\"{class}\" name=\"{name}\"");
                let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
                let _ = match lines.as_slice() {
                    [] => writeln!(xml, "/>"),
                    [first, ..] => writeln!(
                        xml,
                        ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
                        escaped(first),
                        escaped(&lines.join("\n"))
                    ),
                };
            }
            xml.push_str("  </testsuite>\n");
        }
        xml.push_str("</testsuites>\n");
        xml
    }
}
