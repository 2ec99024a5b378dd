//! Figures in documents are those of the record.

use std::fs;

use golfchess_pages::catalog::Catalog;
use golfchess_pages::measure::{FILE_NAME, Record};

use crate::support::root;

fn record() -> Record {
    let path = root().join("catalog").join(FILE_NAME);
    let record = Record::load(&path).expect("the record can be read");
    record.expect("there is a record")
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the document can be read")
}

/// A number with a comma before the last three digits, as documents write it.
fn with_comma(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}

#[test]
fn the_readme_has_the_sizes_of_the_record() {
    let (readme, record) = (document("README.md"), record());
    let catalog = Catalog::load(&root().join("templates")).expect("a manifest");
    let classic = record.part(catalog.collection("classic").expect("a collection"));
    let sum = format!(
        "36 pages have {} bytes in total",
        with_comma(classic.total())
    );
    assert!(readme.contains(&sum), "{sum}");
    let largest = record.entry("index_TMP_D_SU").expect("the largest page");
    assert!(readme.contains(&format!("`index_TMP_D_SU`, has {}", largest.bytes)));
    let mut rows = 0;
    for row in readme.lines().filter(|line| line.starts_with("| `index_")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let entry = record.entry(cells[1].trim_matches('`')).expect(row);
        let Some(published) = entry.published else {
            assert_eq!(cells[3], with_comma(entry.bytes), "{row}");
            if let Some(unpacked) = entry.name.strip_suffix("_Z") {
                let unpacked = record.entry(unpacked).expect(row);
                assert_eq!(cells[2], with_comma(unpacked.bytes), "{row}");
            }
            continue;
        };
        let share = entry.share().expect(row);
        let expected = [with_comma(entry.bytes), with_comma(published), share];
        assert_eq!(cells[3..6], expected, "{row}");
        rows += 1;
    }
    let published = record
        .pages
        .iter()
        .filter(|entry| entry.published.is_some());
    assert_eq!(rows, published.count());
}

#[test]
fn the_documents_count_the_mutants() {
    let list = document("xtask/mutants.toml");
    let count = list.lines().filter(|line| *line == "[[mutant]]").count();
    let expected = format!("the {count} mutants");
    assert!(document("docs/parity.md").contains(&expected), "{expected}");
}

#[test]
fn the_documents_name_the_sizes_of_the_default_run_and_of_a_quick_one() {
    // The games and dialogs of a run.
    let planned = |arguments: &[&str]| -> [usize; 2] {
        let plan = crate::support::workspace::generate(arguments).good();
        let sum = plan
            .lines()
            .rfind(|line| line.trim_start().starts_with("all"));
        let words: Vec<&str> = sum.expect("a sum").split_whitespace().collect();
        [words[1], words[2]].map(|word| word.parse().expect("a number"))
    };
    let [_, dialogs] = planned(&["verify", "--plan"]);
    assert!(dialogs >= 50_000, "{dialogs}");
    let expected = format!("{} dialogs", with_comma(dialogs));
    assert!(document("docs/parity.md").contains(&expected), "{expected}");
    let [games, dialogs] = planned(&["verify", "--plan", "--quick"]).map(with_comma);
    let expected = format!("{games} games, {dialogs} dialogs");
    let performance = document("docs/performance.md");
    assert!(performance.contains(&expected), "{expected}");
}
