//! The tables of the corpus: both halves side by side.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::SIZES;
use super::halves::Half;
use super::list::Kind;
use super::run::Outcome;
use super::tally::Tally;
use crate::comparison::Row;

/// The upper ends of the classes of sizes, in bytes.
const CLASSES: [(&str, usize); 5] = [
    ("below 1 kB", 1000),
    ("to 4 kB", 4000),
    ("to 16 kB", 16_000),
    ("to 64 kB", 64_000),
    ("above", usize::MAX),
];

/// The outcomes of a half that have been run.
pub struct Part {
    pub half: Half,
    pub outcomes: Vec<Outcome>,
}

impl Part {
    fn rows(&self) -> impl Iterator<Item = (&Outcome, &Row)> {
        let rows = self.outcomes.iter();
        rows.filter_map(|one| Some((one, one.row.as_ref().ok()?)))
    }

    /// A tally for each metric.
    pub fn tallies(&self) -> Vec<Tally> {
        let of = |at| Tally::of(self.rows().map(|(_, row)| row), at);
        (0..SIZES.len()).map(of).collect()
    }

    /// How many have no results to compare.
    pub fn uncomparable(&self) -> usize {
        self.outcomes.iter().filter(|one| one.row.is_err()).count()
    }

    /// Smallest or tied by bytes, of the inputs for which this holds.
    fn good(&self, holds: impl Fn(&Outcome, &Row) -> bool) -> String {
        let rows = self.rows().filter(|(outcome, row)| holds(outcome, row));
        let tally = Tally::of(rows.map(|(_, row)| row), 0);
        format!("{} / {}", tally.good(), tally.inputs)
    }
}

/// All tables in Markdown. They have no names of inputs.
pub fn text(parts: &[Part]) -> String {
    format!("{}\n{}", numbers(parts), classes(parts))
}

fn head(first: &str, columns: &[String]) -> String {
    let rules = "---:|".repeat(columns.len());
    format!("| {first} | {} |\n|---|{rules}\n", columns.join(" | "))
}

/// A row for each number, a column for each metric of each half.
fn numbers(parts: &[Part]) -> String {
    let by = |part: &Part| SIZES.map(|metric| format!("{} half, {metric}", part.half.name()));
    let columns: Vec<String> = parts.iter().flat_map(by).collect();
    let tallies: Vec<Tally> = parts.iter().flat_map(Part::tallies).collect();
    let mut text = head("", &columns);
    let mut row = |title: &str, cell: &dyn Fn(&Tally) -> String| {
        let cells: Vec<String> = tallies.iter().map(cell).collect();
        let _ = writeln!(text, "| {title} | {} |", cells.join(" | "));
    };
    row("inputs", &|tally| tally.inputs.to_string());
    row("`gen` is the smallest", &|tally| tally.smallest.to_string());
    row("tied", &|tally| tally.tied.to_string());
    row("lost", &|tally| tally.lost.to_string());
    row("lost, bytes in all", &|tally| tally.lost_bytes.to_string());
    row("refused", &|tally| tally.refused.to_string());
    row("wrong", &|tally| tally.wrong.to_string());
    row("`gen` / best other of each input", &|tally| {
        pair(tally.best)
    });
    let all = tallies
        .iter()
        .flat_map(|tally| tally.pairs.keys().chain(tally.failures.keys()));
    let tools: BTreeSet<&String> = all.collect();
    for tool in &tools {
        row(&format!("`gen` / {tool}"), &|tally| {
            tally
                .pairs
                .get(*tool)
                .copied()
                .map_or_else(String::new, pair)
        });
    }
    for tool in &tools {
        row(&format!("{tool}: wrong, without a result"), &|tally| {
            let [wrong, none] = tally.failures.get(*tool).copied().unwrap_or_default();
            format!("{wrong}, {none}")
        });
    }
    for part in parts {
        let count = part.uncomparable();
        let _ = writeln!(
            text,
            "\nNot comparable in the {} half: {count}",
            part.half.name()
        );
    }
    text
}

fn pair([ours, theirs]: [usize; 2]) -> String {
    format!("{ours} / {theirs}")
}

/// Smallest or tied by bytes for each kind and each class of sizes.
fn classes(parts: &[Part]) -> String {
    let columns: Vec<String> = parts
        .iter()
        .map(|part| format!("{} half", part.half.name()))
        .collect();
    let mut text = head("smallest or tied by bytes / inputs", &columns);
    let mut row = |title: &str, holds: &dyn Fn(&Outcome, &Row) -> bool| {
        let cells: Vec<String> = parts.iter().map(|part| part.good(holds)).collect();
        let _ = writeln!(text, "| {title} | {} |", cells.join(" | "));
    };
    for kind in Kind::ALL {
        row(kind.name(), &|outcome, _| outcome.entry.kind == kind);
    }
    let mut least = 0;
    for (title, end) in CLASSES {
        row(title, &|_, row| (least..end).contains(&row.before));
        least = end;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::list::Entry;
    use super::*;

    fn part(half: Half, rows: Vec<Result<Row, String>>) -> Part {
        let outcome = |row| Outcome {
            entry: Entry {
                package: "secret@1.0.0".into(),
                file: "secret.js".into(),
                kind: Kind::Module,
                licence: "MIT".into(),
                sha256: String::new(),
            },
            row,
            difference: Some("secret".into()),
        };
        Part {
            half,
            outcomes: rows.into_iter().map(outcome).collect(),
        }
    }

    #[test]
    fn tables_have_both_halves_and_no_names() {
        let row = |ours, right| {
            Ok(Row::of(
                [("gen", ours, right), ("swc", 5, true)],
                SIZES.len(),
            ))
        };
        let work = part(
            Half::Work,
            vec![row(4, true), row(7, true), Err("secret".into())],
        );
        let counted = part(Half::Counted, vec![row(4, false)]);
        let text = text(&[work, counted]);
        for line in [
            "| inputs | 2 | 2 | 2 | 1 | 1 | 1 |",
            "| lost, bytes in all | 2 | 2 | 2 | 0 | 0 | 0 |",
            "| wrong | 0 | 0 | 0 | 1 | 1 | 1 |",
            "| `gen` / swc | 11 / 10 | 11 / 10 | 11 / 10 |  |  |  |",
            "Not comparable in the work half: 1",
            "| module | 1 / 2 | 0 / 1 |",
            "| below 1 kB | 1 / 2 | 0 / 1 |",
            "| above | 0 / 0 | 0 / 0 |",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(!text.contains("secret"), "{text}");
    }
}
