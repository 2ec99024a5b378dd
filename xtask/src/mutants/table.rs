//! The table of a run: one row for each rule.

use std::collections::BTreeMap;

use super::journal::Outcome;
use super::list::Mutant;

/// The results of all mutants, in the order of the list.
pub type Results<'m> = [(&'m Mutant, Outcome)];

/// How many mutants of each rule are detected on one of the pages that they change, or more.
pub fn by_mutant(results: &Results<'_>) -> String {
    let mut rows = BTreeMap::<&str, [usize; 2]>::new();
    for (mutant, outcome) in results {
        let row = rows.entry(&mutant.rule).or_default();
        row[0] += 1;
        row[1] += usize::from(outcome.is_detected());
    }
    let mut text = "| rule | mutants | detected |\n|---|---:|---:|\n".to_owned();
    for (rule, [mutants, detected]) in rows {
        text += &format!("| {rule} | {mutants} | {detected} |\n");
    }
    text
}

/// On how many of the pages that they change the mutants of each rule are detected.
pub fn by_page(results: &Results<'_>) -> String {
    let mut rows = BTreeMap::<&str, [usize; 4]>::new();
    for (mutant, outcome) in results {
        let Outcome {
            pages,
            missed_by_quick,
            missed,
        } = outcome;
        let counts = [
            1,
            *pages,
            pages - missed_by_quick.len(),
            pages - missed.len(),
        ];
        let row = rows.entry(&mutant.rule).or_default();
        row.iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
    }
    let mut text = "| rule | mutants | pages | detected by `--quick` | by default |\n\
                    |---|---:|---:|---:|---:|\n"
        .to_owned();
    for (rule, [mutants, pages, quick, usual]) in rows {
        text += &format!("| {rule} | {mutants} | {pages} | {quick} | {usual} |\n");
    }
    text
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
            ["| castling | 1 | 3 | 0 | 0 |", "| pawns | 2 | 9 | 6 | 8 |"]
        );
        assert_eq!(
            rows(by_mutant(&results)),
            ["| castling | 1 | 0 |", "| pawns | 2 | 2 |"]
        );
    }
}
