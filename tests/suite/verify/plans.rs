//! The plans of the suites: their sizes, and the shards of the work.

use super::{generate, run, verdict};

/// The rows of `--plan`: suite, games, dialogs.
fn plan(args: &[&str]) -> Vec<(String, usize, usize)> {
    let run = run(generate(&["verify", "--plan"]).args(args), 0);
    let rows = run.out.lines().skip(1).map(|line| {
        let cells: Vec<_> = line.split_whitespace().collect();
        let number = |at: usize| cells[at].parse().expect("a number");
        (cells[0].to_owned(), number(1), number(2))
    });
    rows.collect()
}

#[test]
fn plans_are_counted_as_they_are_played() {
    let args = ["index_T", "--quick", "--suite", "clock", "--suite", "input"];
    let planned = plan(&args);
    let verdict = verdict(None, &[&args[..], &["--host", "embedded"]].concat(), 0);
    for (suite, games, dialogs) in &planned[..2] {
        let tallies = verdict["tallies"].as_array().expect("tallies");
        let tally = tallies.iter().find(|tally| tally["suite"] == **suite);
        let tally = tally.expect("the suite");
        assert_eq!(
            (&tally["games"], &tally["dialogs"]),
            (&(*games).into(), &(*dialogs).into())
        );
    }
}

#[test]
fn deep_plans_are_larger() {
    let all = |args: &[&str]| plan(args).pop().expect("the total").2;
    // Planning all that is deep takes long; these stand for all but the two extremes.
    const SOME: [&str; 3] = ["index_M_U", "index_TM_S", "index_TMP_U"];
    let some = |more: &[&str]| all(&[&SOME[..], more].concat());
    let (usual, deep) = (some(&[]), some(&["--deep"]));
    assert!(deep >= 15 * usual, "{deep} against {usual}");
    // Each case of the rules is for every page; 30 and more for each.
    let rules = plan(&["--deep", "--suite", "rules", "index_TMP_D_SU"]);
    assert!(rules[0].1 >= 30, "{rules:?}");
}

#[test]
fn the_shards_together_are_the_whole_work() {
    let units = |shard: &[&str]| {
        let mut args = vec!["index_L1", "index_S", "--host", "embedded", "--quick"];
        args.extend([
            "--suite", "clock", "--suite", "random", "--suite", "dialogs",
        ]);
        args.extend(shard);
        let verdict = verdict(None, &args, 0);
        let tallies = verdict["tallies"].as_array().expect("tallies").clone();
        tallies
            .iter()
            .map(|tally| format!("{} {}", tally["variant"], tally["suite"]))
            .collect::<Vec<_>>()
    };
    let mut parts = [units(&["--shard", "1/2"]), units(&["--shard", "2/2"])].concat();
    let mut whole = units(&[]);
    parts.sort();
    whole.sort();
    assert_eq!(parts, whole);
}

#[test]
fn a_plan_has_the_formats_of_a_listing() {
    let plan = |format: &str| {
        let words = ["verify", "index_L1", "--plan", "--format", format];
        crate::support::workspace::generate(&words)
    };
    let json: serde_json::Value = serde_json::from_str(&plan("json").good()).expect("JSON");
    let rules = json.as_array().expect("rows").iter();
    let mut rules = rules.filter(|row| row["suite"] == "rules");
    let row = rules.next().expect("a row");
    assert!(row["games"].as_u64() > Some(0), "{row}");
    assert_eq!(row["pages"], 1);
    assert!(plan("csv").good().starts_with("suite,games,dialogs"));
    let refused = plan("junit");
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(
        refused
            .err
            .contains("a plan has no results for --format junit")
    );
}

#[test]
fn a_row_for_spreadsheets_has_the_columns_of_a_tally() {
    let listing = |format: &str| {
        let words =
            "verify index_L1 index_S --host embedded --quick --suite dialogs,random --format";
        let words: Vec<&str> = words.split(' ').chain([format]).collect();
        run(&mut generate(&words), 0).out
    };
    let json: serde_json::Value = serde_json::from_str(&listing("json")).expect("JSON");
    let tallies = json["tallies"].as_array().expect("tallies");
    let mut keys: Vec<&String> = tallies[0].as_object().expect("a tally").keys().collect();
    keys.sort();
    let csv = listing("csv");
    let (titles, rows) = csv.split_once('\n').expect("titles");
    let titles: Vec<&str> = titles.split(',').collect();
    let mut sorted = titles.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, keys);
    assert_eq!(rows.lines().count(), tallies.len());
    for (row, tally) in rows.lines().zip(tallies) {
        for (title, cell) in titles.iter().zip(row.split(',')) {
            let value = match &tally[title] {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                number => number.to_string(),
            };
            // Each run has another time.
            assert!(*title == "seconds" || cell == value, "{title}: {row}");
        }
    }
}
