use std::cell::RefCell;

use super::*;

/// Choices by name, group and spellings; a spelling is its name.
fn choices(given: &[(&str, Option<&str>, &[&str])]) -> Vec<Choice> {
    let spelling = |name: &&str| Spelling {
        name: (*name).to_owned(),
        value: (*name).into(),
        text: String::new(),
        unless: Vec::new(),
        only: Vec::new(),
    };
    let choice = |(name, group, spellings): &(&str, Option<&str>, &[&str])| Choice {
        name: (*name).to_owned(),
        text: String::new(),
        group: group.map(str::to_owned),
        spellings: spellings.iter().map(spelling).collect(),
    };
    given.iter().map(choice).collect()
}

/// Decides where the script is the spellings' names, and this table its bytes.
fn decided(choices: &[Choice], flags: &str, bytes: &[(&str, usize)]) -> Vec<Decision> {
    let compose = |spellings: &[&Spelling]| -> Result<String, String> {
        let names: Vec<_> = spellings.iter().map(|spelling| &*spelling.name).collect();
        Ok(names.join(" "))
    };
    let measure = |_: &[&Spelling], script: &str| {
        let found = bytes.iter().find(|(text, _)| *text == script);
        found
            .map(|found| found.1)
            .ok_or(format!("not expected: {script}"))
    };
    decide(choices, &FlagSet::new(flags), compose, measure).expect("a decision")
}

fn winners(decisions: &[Decision]) -> Vec<&str> {
    let names = decisions.iter().map(|decision| &*decision.spelling);
    names.collect()
}

fn tried(decision: &Decision) -> Vec<(&str, usize, bool)> {
    let trials = decision.tried.iter();
    trials
        .map(|trial| (&*trial.spelling, trial.bytes, trial.won))
        .collect()
}

#[test]
fn the_shortest_wins_and_among_equals_the_first() {
    let choices = choices(&[("c", None, &["x", "y", "z"])]);
    let decisions = decided(&choices, "", &[("x", 9), ("y", 7), ("z", 7)]);
    assert_eq!(winners(&decisions), ["y"]);
    let expected = [("x", 9, false), ("y", 7, true), ("z", 7, false)];
    assert_eq!(tried(&decisions[0]), expected);
}

#[test]
fn choices_apart_are_decided_with_the_first_spelling_of_the_others() {
    let choices = choices(&[("c", None, &["x", "y"]), ("d", None, &["u", "v"])]);
    // `y v` would be shortest, but is never tried.
    let bytes = [("x u", 9), ("y u", 10), ("x v", 8)];
    assert_eq!(winners(&decided(&choices, "", &bytes)), ["x", "v"]);
}

#[test]
fn choices_of_a_group_are_decided_together() {
    let choices = choices(&[
        ("c", Some("g"), &["x", "y"]),
        ("apart", None, &["u", "w"]),
        ("d", Some("g"), &["m", "n"]),
    ]);
    let bytes = [
        ("x u m", 9),
        ("x u n", 10),
        ("y u m", 10),
        ("y u n", 6),
        ("x w m", 12),
    ];
    let decisions = decided(&choices, "", &bytes);
    assert_eq!(winners(&decisions), ["y", "u", "n"]);
    let trials = [
        ("x", 9, false),
        ("x", 10, false),
        ("y", 10, false),
        ("y", 6, true),
    ];
    assert_eq!(tried(&decisions[0]), trials);
    let trials = [
        ("m", 9, false),
        ("n", 10, false),
        ("m", 10, false),
        ("n", 6, true),
    ];
    assert_eq!(tried(&decisions[2]), trials);
}

#[test]
fn forbidden_spellings_are_not_tried() {
    let mut choices = choices(&[("c", None, &["x", "y", "z"])]);
    choices[0].spellings[0].unless = vec!['A'];
    choices[0].spellings[1].only = vec!['B'];
    let bytes = [("x", 1), ("y", 2), ("z", 3)];
    assert_eq!(winners(&decided(&choices, "", &bytes)), ["x"]);
    assert_eq!(winners(&decided(&choices, "AB", &bytes)), ["y"]);
    let decisions = decided(&choices, "A", &bytes);
    assert_eq!(winners(&decisions), ["z"]);
    assert_eq!(tried(&decisions[0]), []);
}

#[test]
fn equal_scripts_are_not_measured_and_no_script_is_measured_twice() {
    let both = choices(&[("c", None, &["x", "y"]), ("d", None, &["u", "v", "w"])]);
    let measured = RefCell::new(Vec::new());
    let compose = |spellings: &[&Spelling]| -> Result<String, String> {
        // Only whether the second choice is its last spelling can be seen.
        Ok((spellings[1].name == "w").to_string())
    };
    let measure = |_: &[&Spelling], script: &str| {
        measured.borrow_mut().push(script.to_owned());
        Ok(script.len())
    };
    let decisions = decide(&both, &FlagSet::default(), compose, measure).expect("a decision");
    assert_eq!(winners(&decisions), ["x", "w"]);
    assert_eq!(tried(&decisions[0]), []);
    let trials = [("u", 5, false), ("v", 5, false), ("w", 4, true)];
    assert_eq!(tried(&decisions[1]), trials);
    assert_eq!(measured.into_inner(), ["false", "true"]);
}

#[test]
fn errors_are_passed_on() {
    let choices = choices(&[("c", None, &["x", "y"])]);
    let flags = FlagSet::default();
    let script = |spellings: &[&Spelling]| Ok(spellings[0].name.clone());
    let result = decide(&choices, &flags, script, |_, _| Err("no page"));
    assert_eq!(result, Err("no page"));
    let result = decide(&choices, &flags, |_| Err("no script"), |_, _| Ok(1));
    assert_eq!(result, Err("no script"));
}
