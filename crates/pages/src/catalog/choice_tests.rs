use std::path::Path;

use super::*;
use crate::catalog::Catalog;

/// A catalog of the flags A and B, where B needs A.
const MANIFEST: &str = "
title = 't'
entry = 'page.js'
naming = { stem = 'p', bare = 'bare', parts = ['AB'] }
wrapper = [{ name = 'script', open = '<script>', close = '</script>' }]
source = { open = '', close = '' }
flag = [
  { letter = 'A', group = 'g', title = 'a', text = 'a' },
  { letter = 'B', group = 'g', title = 'b', text = 'b', requires = ['A'] },
]
";

fn manifest(choices: &str) -> Manifest {
    toml::from_str(&format!("{MANIFEST}{choices}")).expect("a manifest")
}

fn problem(choices: &str) -> Option<String> {
    validate(&manifest(choices)).err()
}

/// A choice with spellings that have these limits.
fn choice(name: &str, spellings: &[&str]) -> String {
    let mut text = format!("[[choice]]\nname = '{name}'\ntext = ''\n");
    for (at, limits) in spellings.iter().enumerate() {
        text += &format!("[[choice.spelling]]\nname = '{at}'\nvalue = {at}\ntext = ''\n{limits}\n");
    }
    text
}

#[test]
fn flags_decide_which_spellings_are_allowed() {
    let choices = choice("c", &["only = ['A']", "unless = ['B']", ""]);
    let choice = &manifest(&choices).choices[0];
    let allowed = |flags: &str| choice.allowed(&FlagSet::new(flags));
    assert_eq!(allowed(""), [1, 2]);
    assert_eq!(allowed("A"), [0, 1, 2]);
    assert_eq!(allowed("AB"), [0, 2]);
}

#[test]
fn every_variant_needs_a_spelling() {
    assert_eq!(
        problem(&choice("c", &["unless = ['A']", "only = ['A']"])),
        None
    );
    let message = problem(&choice("c", &["unless = ['A']", "only = ['B']"]));
    assert_eq!(
        message.as_deref(),
        Some("choice `c` has no spelling for p_A")
    );
    // B alone is no variant, so nothing has to be there for it.
    let choices = choice("c", &["unless = ['B']", "only = ['A', 'B']"]);
    assert_eq!(validate(&manifest(&choices)), Ok(()));
}

#[test]
fn invalid_names_and_flags_are_refused() {
    for (choices, expected) in [
        (
            choice("c", &["unless = ['Q']"]),
            "choice `c` names Q, which is no flag",
        ),
        (
            choice("c", &["only = ['Q']"]),
            "choice `c` names Q, which is no flag",
        ),
        (choice("a b", &[""]), "choice `a b` is not an identifier"),
        (choice("A", &[""]), "choice `A` has the name of a flag"),
        (choice("c", &[""]).repeat(2), "choice `c` is declared twice"),
        (
            "[[choice]]\nname = 'c'\ntext = ''\nspelling = []\n".to_owned(),
            "choice `c` has no [[choice.spelling]]",
        ),
    ] {
        assert_eq!(problem(&choices).as_deref(), Some(expected));
    }
}

#[test]
fn only_the_combinations_of_a_group_are_limited() {
    let five = choice("c", &[""; 5]);
    let grouped = |name: &str, choice: &str| {
        let named = format!("name = '{name}'\ngroup = 'g'\n");
        choice.replacen("name = 'c'\n", &named, 1)
    };
    let apart = five.clone() + &five.replacen("'c'", "'d'", 1);
    assert_eq!(problem(&apart), None);
    let together = grouped("c", &five) + &grouped("d", &five);
    let message = problem(&together).expect("a problem");
    assert!(
        message.contains("choice `c` has 25 combinations, more than 24"),
        "{message}"
    );
    let fewer = grouped("c", &five) + &grouped("d", &choice("c", &[""; 4]));
    assert_eq!(problem(&fewer), None);
}

#[test]
fn groups_keep_the_order_of_their_first_choice() {
    let of = |name: &str, group: &str| {
        choice(name, &[""]).replacen("text", &format!("{group}\ntext"), 1)
    };
    let choices = [
        of("a", ""),
        of("b", "group = 'g'"),
        of("c", ""),
        of("d", "group = 'g'"),
        of("e", "group = 'h'"),
    ];
    // Single letters are flags only if the manifest has them.
    let manifest = manifest(&choices.concat());
    assert_eq!(
        groups(&manifest.choices),
        [vec![0], vec![1, 3], vec![2], vec![4]]
    );
    let catalog = Catalog::new(manifest, Path::new("catalog.toml")).unwrap();
    assert!(catalog.variants().len() == 3);
}
