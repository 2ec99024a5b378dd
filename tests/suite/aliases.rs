//! `gen minify`: names of properties and texts that occur often become variables.

use std::fs;

use crate::support::file::{folder, minify};

const SUMS: &str = "'children scrollTop title length lastModified characterSet'.split(' ').map(name => {\n\
    const one = { name, length: name.length };\n\
    console.log(one.name, one.length, one.name.length, one.name.toUpperCase().length, one.name.trim().length);\n\
    console.log(one?.name?.length, [one.name].length, [one.name, one.name].length, 'length');\n\
})";

#[test]
fn names_of_properties_become_variables_if_bytes_count() {
    let workspace = folder();
    fs::write(workspace.path().join("a.js"), SUMS).expect("written");
    let made = minify(&workspace, "a.js");
    let note = "names of properties and texts that occur often are variables";
    assert!(made.err.contains(note), "{made:?}");
    assert!(made.err.contains("no difference"), "{made:?}");
    assert!(!made.out.contains(".length"), "{made:?}");
    let made = made.good();
    let plain = minify(&workspace, "a.js --no-aliases");
    assert!(!plain.err.contains(note), "{plain:?}");
    assert!(plain.out.contains(".length"), "{plain:?}");
    assert!(made.len() < plain.out.len(), "{made} {plain:?}");
    for words in ["--metric gzip", "--metric zip", "--pack --effort 1"] {
        let made = minify(&workspace, &format!("a.js {words}"));
        assert!(!made.err.contains(note), "{words}: {made:?}");
    }
    let chars = minify(&workspace, "a.js --metric chars");
    assert!(chars.err.contains(note), "{chars:?}");
}

/// A script for other pages has them in its function, a module at its top.
#[test]
fn variables_are_local() {
    let workspace = folder();
    let factory = format!(
        "!function (root, make) {{ root.sums = make() }}(this, function () {{ return () => {{ {SUMS} }} }})"
    );
    fs::write(workspace.path().join("a.js"), factory).expect("written");
    let made = minify(&workspace, "a.js --wrapper none").good();
    assert!(
        made.contains("(){var ") || made.contains("=>{var "),
        "{made}"
    );
    fs::write(
        workspace.path().join("b.mjs"),
        format!("export let sums = () => {SUMS}"),
    )
    .expect("written");
    let made = minify(&workspace, "b.mjs").good();
    assert!(made.starts_with("var "), "{made}");
    // A script of another host may have any name, so they are in a function.
    let page = format!(
        "<!doctype html><meta charset=utf-8><script src=https://a.example/a.js></script><p>a<script>{SUMS}</script>"
    );
    fs::write(workspace.path().join("d.html"), page).expect("written");
    let made = minify(&workspace, "d.html").good();
    assert!(made.contains("{var "), "{made}");
    // Those that it imports may call its functions before its variables have values.
    let related = format!("import a from './a.js'; export function sums() {{ {SUMS}; a() }}");
    fs::write(workspace.path().join("c.mjs"), related).expect("written");
    let made = minify(&workspace, "c.mjs").good();
    assert!(!made.contains("=\"length\""), "{made}");
}
