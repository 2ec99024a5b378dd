//! The table of a run: one row for each rule.

use std::collections::BTreeMap;

use super::journal::Outcome;
use super::list::Mutant;

/// The results of all mutants, in the order of the list.
pub type Results<'m> = [(&'m Mutant, Outcome)];

/// How many mutants of each rule are detected on one of the pages that they change, or more.
pub fn by_mutant(results: &Results<'_>) -> String {
    let counts = |outcome: &Outcome| [1, usize::from(outcome.is_detected())];
    "| rule | mutants | detected |\n|---|---:|---:|\n".to_owned() + &rows(results, counts)
}

/// On how many of the pages that they change the mutants of each rule are detected.
pub fn by_page(results: &Results<'_>) -> String {
    let counts = |outcome: &Outcome| {
        let Outcome {
            pages,
            missed_by_quick,
            missed,
        } = outcome;
        [
            1,
            *pages,
            pages - missed_by_quick.len(),
            pages - missed.len(),
        ]
    };
    "| rule | mutants | pages | detected by `--quick` | by default |\n\
     |---|---:|---:|---:|---:|\n"
        .to_owned()
        + &rows(results, counts)
}

/// A row with the sums of each rule, and one with those of all.
fn rows<const COLUMNS: usize>(
    results: &Results<'_>,
    counts: impl Fn(&Outcome) -> [usize; COLUMNS],
) -> String {
    let mut rules = BTreeMap::<&str, [usize; COLUMNS]>::new();
    let mut all = [0; COLUMNS];
    for (mutant, outcome) in results {
        let counts = counts(outcome);
        for sums in [rules.entry(&mutant.rule).or_insert([0; COLUMNS]), &mut all] {
            sums.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
    }
    let row = |(name, sums): (&str, [usize; COLUMNS])| {
        let cells: String = sums.iter().map(|sum| format!(" {sum} |")).collect();
        format!("| {name} |{cells}\n")
    };
    rules.into_iter().chain([("all", all)]).map(row).collect()
}

impl Outcome {
    /// Whether some page shows a difference.
    pub fn is_detected(&self) -> bool {
        self.missed.len() < self.pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sums_over_the_mutants_of_a_rule() {
        let mutant = |rule: &str| -> Mutant {
            let text = format!(
                "name = 'a'\nrule = '{rule}'\nfile = 'c'\nfind = 'd'\nreplace = ''\nsuite = 'e'"
            );
            toml::from_str(&text).expect("a mutant")
        };
        let names = |count: usize| vec![String::new(); count];
        let outcome = |pages, quick, missed| Outcome {
            pages,
            missed_by_quick: names(quick),
            missed: names(missed),
        };
        let (castling, pawns) = (mutant("castling"), mutant("pawns"));
        let results = [
            (&pawns, outcome(4, 1, 0)),
            (&castling, outcome(3, 3, 3)),
            (&pawns, outcome(5, 2, 1)),
        ];
        let rows = |text: String| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            rows(by_page(&results)),
            [
                "| castling | 1 | 3 | 0 | 0 |",
                "| pawns | 2 | 9 | 6 | 8 |",
                "| all | 3 | 12 | 6 | 8 |"
            ]
        );
        assert_eq!(
            rows(by_mutant(&results)),
            [
                "| castling | 1 | 0 |",
                "| pawns | 2 | 2 |",
                "| all | 3 | 2 |"
            ]
        );
    }
}
