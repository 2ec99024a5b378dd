//! Errors that a packer could make, on pages of the catalog: playing them must find each.

use std::fs;

use crate::support::workspace::Workspace;

/// A mutant of a packed page, with what is wrong.
type Mutant = (&'static str, String);

/// The end of the string that starts behind the first delimiter at or after a place.
fn string(page: &str, from: usize) -> (usize, usize) {
    let start = from + page[from..].find(['\'', '"', '`']).expect("a string");
    let delimiter = page[start..].chars().next().expect("a delimiter");
    let mut characters = page[start + 1..].char_indices();
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if character == delimiter {
            return (start + 1, start + 1 + at);
        }
    }
    panic!("no end of the string at {start}");
}

fn replaced(page: &str, (start, end): (usize, usize), text: &str) -> String {
    [&page[..start], text, &page[end..]].concat()
}

/// Mutants of a page that `pairs` unpack: `eval('…'.replace(/…/g,i=>'TABLE'.substr(…)))`.
fn mutants(page: &str) -> Vec<Mutant> {
    let payload = string(page, page.find("eval(").expect("a decoder") + 4);
    let text = &page[payload.0..payload.1];
    let mut mutants = Vec::new();
    // The text has a letter that is no token; in its place stands a token.
    let token = text.chars().find(char::is_ascii_control).expect("a token");
    let letter = text.rfind(';').expect("a sign");
    let place = (payload.0 + letter, payload.0 + letter + 1);
    let wrong = replaced(page, place, &token.to_string());
    mutants.push(("a token in the text", wrong));
    // Two neighbours of the table exchanged are other pairs.
    let table = string(
        page,
        payload.1 + page[payload.1..].find("i=>").expect("a table"),
    );
    let pairs: Vec<char> = page[table.0..table.1].chars().collect();
    let two = (0..pairs.len() - 1).find(|&at| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ",;()=".contains(c);
        pairs[at] != pairs[at + 1] && is_plain(pairs[at]) && is_plain(pairs[at + 1])
    });
    let mut others = pairs.clone();
    let two = two.expect("two letters");
    others.swap(two, two + 1);
    let others: String = others.into_iter().collect();
    mutants.push(("entries in another order", replaced(page, table, &others)));
    // An escape that is not followed by a quote, so that the string still ends at the same place.
    let escape = text.match_indices("\\\\").next().map(|(at, _)| at);
    if let Some(at) = escape {
        let place = (payload.0 + at, payload.0 + at + 1);
        mutants.push(("an escape lost", replaced(page, place, "")));
    }
    mutants
}

#[test]
fn playing_finds_what_a_wrong_packer_does() {
    let workspace = Workspace::committed();
    let mut kinds = Vec::new();
    for name in ["index_TMP_Z", "index_TMP_D_SU_Z"] {
        let file = workspace.catalog().join(format!("{name}.html"));
        let page = fs::read_to_string(&file).expect("a page");
        // The first finding is enough. `gen verify --quick` plays the right page in Chromium.
        let verify = [
            "verify",
            name,
            "--quick",
            "--fail-fast",
            "--host",
            "embedded",
        ];
        for (kind, mutant) in mutants(&page) {
            assert_ne!(mutant, page, "{kind}");
            fs::write(&file, mutant).expect("written");
            let found = workspace.generate(&verify);
            assert_eq!(found.code, 1, "{name}, {kind}: {found:?}");
            kinds.push(kind);
        }
        fs::write(&file, page).expect("written");
        workspace
            .generate(&[&verify[..], &["--suite", "games"]].concat())
            .good();
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}
