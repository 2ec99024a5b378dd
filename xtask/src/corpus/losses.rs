//! The losses of the work half by name.

use std::fmt::Write as _;

use super::SIZES;
use super::run::Outcome;
use super::tally::{End, best, end, own};

/// A document with the losses, the largest first, the refusals and the wrong results.
pub fn text(outcomes: &[Outcome]) -> String {
    let mut losses = Vec::new();
    let [mut refused, mut wrong, mut others] = [const { String::new() }; 3];
    for outcome in outcomes {
        let name = format!("{} {}", outcome.entry.package, outcome.entry.file);
        let kind = outcome.entry.kind.name();
        let row = match &outcome.row {
            Ok(row) => row,
            Err(reason) => {
                let _ = writeln!(others, "- {name} ({kind}): {}", line(reason));
                continue;
            }
        };
        for (at, metric) in SIZES.iter().enumerate() {
            match (end(row, at), own(row, at), best(row, at)) {
                (End::Lost(more), Some(ours), Some(theirs)) => losses.push((
                    more,
                    format!(
                        "| {name} | {kind} | {metric} | {} | {} | {} | {more} |",
                        ours.sizes[at], theirs.sizes[at], theirs.tool
                    ),
                )),
                (End::Refused, Some(ours), _) => {
                    let reason = ours.error.as_deref().unwrap_or_default();
                    let _ = writeln!(refused, "- {name} ({kind}, {metric}): {}", line(reason));
                }
                (End::Wrong, ..) => {
                    let first = outcome.difference.as_deref().unwrap_or_default();
                    let _ = writeln!(wrong, "- {name} ({kind}, {metric}): `{}`", line(first));
                }
                _ => {}
            }
        }
    }
    losses.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let rows: String = losses.into_iter().map(|(_, row)| row + "\n").collect();
    format!(
        "# Losses of the work half\n\n| input | kind | by | gen | best other | who | more |\n\
         |---|---|---|---:|---:|---|---:|\n{rows}\n# Refused\n\n{refused}\n# Wrong\n\n{wrong}\n\
         # Not comparable\n\n{others}"
    )
}

/// A text in one line.
fn line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" / ")
}

#[cfg(test)]
mod tests {
    use super::super::list::{Entry, Kind};
    use super::*;
    use crate::comparison::Row;

    #[test]
    fn the_largest_loss_is_first() {
        let outcome = |name: &str, ours, right| Outcome {
            entry: Entry {
                package: format!("{name}@1.0.0"),
                file: "a.js".into(),
                kind: Kind::Module,
                licence: "MIT".into(),
                sha256: String::new(),
            },
            row: Ok(Row::of(
                [("gen", ours, right), ("swc", 5, true)],
                SIZES.len(),
            )),
            difference: Some("1\n2".into()),
        };
        let all = [
            outcome("b", 6, true),
            outcome("c", 9, true),
            outcome("d", 4, true),
            outcome("e", 4, false),
        ];
        let text = text(&all);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("| ") && line.contains("bytes"))
            .collect();
        assert_eq!(
            lines,
            [
                "| c@1.0.0 a.js | module | bytes | 9 | 5 | swc | 4 |",
                "| b@1.0.0 a.js | module | bytes | 6 | 5 | swc | 1 |"
            ]
        );
        assert!(
            text.contains("- e@1.0.0 a.js (module, gzip): `1 / 2`"),
            "{text}"
        );
        assert!(!text.contains("d@1"), "{text}");
    }
}
