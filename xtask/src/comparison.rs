//! Sizes of inputs by several tools: `gen` beside others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// An input with the results of all tools.
#[derive(Deserialize)]
pub struct Row {
    pub name: String,
    pub before: usize,
    /// The characters of the recorded values.
    #[serde(default)]
    pub values: usize,
    pub measured: Vec<Measured>,
}

/// The result of a tool.
#[derive(Clone, Deserialize)]
pub struct Measured {
    pub tool: String,
    /// The kind of size by which the tool chose it; `None` if it counts for all.
    #[serde(default)]
    pub metric: Option<String>,
    /// Why the tool made none.
    #[serde(default)]
    pub error: Option<String>,
    #[serde(default)]
    pub milliseconds: usize,
    /// Whether it does the same as the input.
    pub right: bool,
    /// Its sizes of all kinds.
    pub sizes: Vec<usize>,
}

/// What a benchmark compares.
pub struct Comparison {
    /// The command that makes it.
    pub command: &'static str,
    /// The tools with their versions.
    pub tools: &'static [&'static str],
    /// The kinds of sizes.
    pub sizes: &'static [&'static str],
    /// The columns of the tables, by the names of the tools.
    pub columns: Vec<String>,
    /// The column of `gen`.
    pub ours: &'static str,
    /// What a result is that does something else than its input.
    pub wrong: &'static str,
    /// The licences of the inputs.
    pub licences: BTreeMap<String, String>,
    pub rows: Vec<Row>,
}

/// The folder of the tables of all inputs.
const TABLES: &str = "docs/tables";

impl Row {
    /// The result for a column of the table of a kind of size.
    pub fn result(&self, column: &str, size: &str) -> Option<&Measured> {
        let counts = |one: &&Measured| {
            one.tool == column && one.metric.as_ref().is_none_or(|metric| metric == size)
        };
        self.measured.iter().find(counts)
    }
}

impl Comparison {
    /// A comparison with a column for each tool, in the order of the first input. `licences` are those of the inputs, by
    /// their names.
    pub fn new<'l>(
        command: &'static str,
        [tools, sizes]: [&'static [&'static str]; 2],
        wrong: &'static str,
        licences: impl Iterator<Item = (&'l String, &'l String)>,
        rows: Vec<Row>,
    ) -> Self {
        let measured = rows.first().map_or(&[][..], |row| &row.measured);
        Self {
            command,
            tools,
            sizes,
            columns: measured.iter().map(|one| one.tool.clone()).collect(),
            ours: "gen",
            wrong,
            licences: licences
                .map(|(name, licence)| (name.clone(), licence.clone()))
                .collect(),
            rows,
        }
    }

    /// The smallest right size of an input in some columns.
    pub fn least(&self, row: &Row, at: usize, is_in: impl Fn(&str) -> bool) -> Option<usize> {
        let columns = self.columns.iter().filter(|column| is_in(column));
        let measured = columns.filter_map(|column| row.result(column, self.sizes[at]));
        let right = measured.filter(|one| one.right);
        right.map(|one| one.sizes[at]).min()
    }

    /// The smallest right size by `gen`.
    pub fn own(&self, row: &Row, at: usize) -> Option<usize> {
        self.least(row, at, |column| column == self.ours)
    }

    /// Whether `gen` is smaller than the other tools. Its script before a packer is none of them.
    pub fn is_smallest(&self, row: &Row, at: usize) -> bool {
        let others = self.least(row, at, |column| column != self.ours && column != "gen");
        self.own(row, at)
            .is_some_and(|ours| others.is_none_or(|theirs| ours < theirs))
    }

    /// Prints on how many inputs `gen` is the smallest by a kind of size, and returns this number.
    pub fn smallest(&self, at: usize) -> usize {
        let rows = self.rows.iter();
        let count = rows.filter(|row| self.is_smallest(row, at)).count();
        println!(
            "by {}, {} is smaller than all others on {count} of {}",
            self.sizes[at],
            self.ours,
            self.rows.len()
        );
        count
    }

    /// The inputs on which `gen` is wrong, as findings.
    pub fn wrong_ones(&self) -> Vec<String> {
        let kinds = 0..self.sizes.len();
        let is_wrong = |row: &&Row| kinds.clone().any(|at| self.own(row, at).is_none());
        let rows = self.rows.iter().filter(is_wrong);
        rows.map(|row| format!("{} is {} on {}", self.ours, self.wrong, row.name))
            .collect()
    }

    /// Prints how often `gen` is right and the smallest by the first kind of size, and returns the number of findings: it
    /// must be on each input.
    pub fn everywhere(&self) -> usize {
        let mut findings = self.wrong_ones();
        let all = self.rows.len();
        println!(
            "{} is right on {} of {all}",
            self.ours,
            all - findings.len()
        );
        self.smallest(0);
        for row in &self.rows {
            let refused = row.result(self.ours, self.sizes[0]);
            if let Some(reason) = refused.and_then(|one| one.error.as_ref()) {
                println!("{} refuses {}: {reason}", self.ours, row.name);
            }
            if self.own(row, 0).is_some() && !self.is_smallest(row, 0) {
                findings.push(format!("{} is not the smallest on {}", self.ours, row.name));
            }
        }
        report(&findings)
    }

    /// Prints the totals, and writes the sizes of each input to a file of the documentation.
    pub fn publish(&self, root: &Path, name: &str) -> Result<(), String> {
        println!("{}\n\n{}", self.tools.join(", "), self.totals());
        let file = root.join(TABLES).join(name);
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        fs::create_dir_all(root.join(TABLES)).map_err(failed)?;
        fs::write(&file, self.document()).map_err(failed)
    }

    /// Prints the table, and puts its rows into the file that [`Self::publish`] has written, which has one table.
    pub fn publish_rows(&self, root: &Path, name: &str) -> Result<(), String> {
        println!("{}\n\n{}", self.tools.join(", "), self.table(0));
        let file = root.join(TABLES).join(name);
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        let text = fs::read_to_string(&file).map_err(failed)?;
        fs::write(&file, self.with_rows(&text)).map_err(failed)
    }

    /// A document with the rows of this table in the place of those of the same names.
    fn with_rows(&self, document: &str) -> String {
        let table = self.table(0);
        let name = |line: &str| line.split('|').nth(1).map(str::to_owned);
        let lines = document.lines().map(|line| {
            let mut rows = table.lines().skip(2);
            let row = rows.find(|row| line.starts_with('|') && name(row) == name(line));
            format!("{}\n", row.unwrap_or(line))
        });
        lines.collect()
    }

    /// The sizes of each input, a table for each kind of size.
    fn document(&self) -> String {
        let tables = (0..self.sizes.len()).map(|at| self.table(at));
        let tables: Vec<String> = tables.collect();
        format!(
            "# The sizes of `{}`\n\nThe command writes this file. In bold is the smallest right result.\n\n{}\n\n{}",
            self.command,
            self.tools.join(", "),
            tables.join("\n")
        )
    }

    /// A table in Markdown of a kind of size.
    fn table(&self, at: usize) -> String {
        let columns = self.columns.join(" | ");
        let rules = "---:|".repeat(self.columns.len());
        let title = self.sizes[at];
        let mut text =
            format!("| {title} | licence | before | {columns} |\n|---|---|---:|{rules}\n");
        for row in &self.rows {
            let licence = self.licences.get(&row.name).map_or("", String::as_str);
            let least = self.least(row, at, |_| true);
            let _ = write!(text, "| {} | {licence} | {} |", row.name, row.before);
            for column in &self.columns {
                text += &match row.result(column, title) {
                    None => " |".to_owned(),
                    Some(one) if one.error.is_some() => " none |".to_owned(),
                    Some(one) if !one.right => format!(" {} {} |", one.sizes[at], self.wrong),
                    Some(one) if Some(one.sizes[at]) == least => {
                        format!(" **{}** |", one.sizes[at])
                    }
                    Some(one) => format!(" {} |", one.sizes[at]),
                };
            }
            text.push('\n');
        }
        text
    }

    /// A table in Markdown with a row for each kind of size: the sums over all inputs of which each tool has
    /// a right result.
    fn totals(&self) -> String {
        let columns = self.columns.join(" | ");
        let rules = "---:|".repeat(self.columns.len());
        let mut text = format!("| sum | inputs | {columns} |\n|---|---:|{rules}\n");
        for (at, title) in self.sizes.iter().enumerate() {
            let right = |row: &Row, column: &String| {
                let one = row.result(column, title).filter(|one| one.right)?;
                Some(one.sizes[at])
            };
            let sizes = |row: &Row| -> Option<Vec<usize>> {
                self.columns
                    .iter()
                    .map(|column| right(row, column))
                    .collect()
            };
            let all: Vec<Vec<usize>> = self.rows.iter().filter_map(sizes).collect();
            let _ = write!(text, "| {title} | {} |", all.len());
            for at in 0..self.columns.len() {
                let sum: usize = all.iter().map(|sizes| sizes[at]).sum();
                let _ = write!(text, " {sum} |");
            }
            text.push('\n');
        }
        text
    }
}

/// Prints findings, and returns their number.
pub fn report(findings: &[String]) -> usize {
    for finding in findings {
        println!("finding: {finding}");
    }
    findings.len()
}

#[cfg(test)]
impl Row {
    /// A row with results: their tools, bytes, and whether they are right.
    pub fn of<const N: usize>(results: [(&str, usize, bool); N], kinds: usize) -> Self {
        let measured = results.map(|(tool, bytes, right)| Measured {
            tool: tool.into(),
            metric: None,
            error: None,
            milliseconds: 1,
            right,
            sizes: vec![bytes; kinds],
        });
        Self {
            name: "a".into(),
            before: 9,
            values: 9,
            measured: measured.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(rows: Vec<Row>) -> Comparison {
        let licences = BTreeMap::from([("a".to_owned(), "MIT".to_owned())]);
        let lists: [&[&str]; 2] = [&["terser@5"], &["bytes", "zip"]];
        Comparison {
            columns: ["gen", "terser", "swc"].map(str::to_owned).into(),
            ..Comparison::new("cargo xtask bench a", lists, "wrong", licences.iter(), rows)
        }
    }

    #[test]
    fn a_larger_result_a_wrong_one_and_none_are_findings() {
        let row = |(ours, is_ours_right), (theirs, is_right)| {
            let results = [("gen", ours, is_ours_right), ("terser", theirs, is_right)];
            Row::of(results, 2)
        };
        let smaller = vec![row((4, true), (5, true)), row((5, true), (4, false))];
        assert_eq!(comparison(smaller).everywhere(), 0);
        let larger = vec![row((5, true), (5, true)), row((4, false), (5, true))];
        assert_eq!(comparison(larger).everywhere(), 2);
        let mut refused = row((0, false), (5, true));
        refused.measured[0].error = Some("no bundler".into());
        assert_eq!(comparison(vec![refused]).everywhere(), 1);
    }

    #[test]
    fn rows_take_the_place_of_those_with_their_names() {
        let (head, other) = (
            "| bytes | licence | before | gen |\n",
            "| b | MIT | 9 | 7 |\n",
        );
        let document = |row: &str| format!("{head}|---|---|---:|---:|\n{row}\n{other}\nA text.\n");
        let new = comparison(vec![Row::of([("gen", 4, true)], 2)]);
        let table = new.table(0);
        let row = table.lines().nth(2).expect("a row");
        assert!(row.starts_with("| a | MIT | 9 | **4** |"), "{row}");
        assert_eq!(
            new.with_rows(&document("| a | MIT | 9 | **5** |")),
            document(row)
        );
    }

    #[test]
    fn a_table_has_the_smallest_right_result_in_bold() {
        let results = [("gen", 5, true), ("terser", 4, false)];
        let table = comparison(vec![Row::of(results, 2)]).table(0);
        let expected = "| bytes | licence | before | gen | terser | swc |\n\
                        |---|---|---:|---:|---:|---:|\n\
                        | a | MIT | 9 | **5** | 4 wrong | |\n";
        assert_eq!(table, expected);
    }

    #[test]
    fn a_result_counts_for_its_kind_of_size() {
        let mut row = Row::of([("gen", 3, true), ("gen", 4, true), ("swc", 4, true)], 2);
        row.measured[0].metric = Some("bytes".into());
        row.measured[1].metric = Some("zip".into());
        let compared = comparison(vec![row]);
        assert_eq!(
            [0, 1].map(|at| compared.own(&compared.rows[0], at)),
            [Some(3), Some(4)]
        );
        assert_eq!([0, 1].map(|at| compared.smallest(at)), [1, 0]);
    }

    #[test]
    fn totals_have_the_inputs_on_which_all_are_right() {
        let all = |right| [("gen", 1, true), ("terser", 2, right), ("swc", 3, true)];
        let rows = vec![
            Row::of(all(true), 2),
            Row::of(all(true), 2),
            Row::of(all(false), 2),
        ];
        let totals = comparison(rows).totals();
        assert!(totals.ends_with("| zip | 2 | 2 | 4 | 6 |\n"), "{totals}");
    }
}
