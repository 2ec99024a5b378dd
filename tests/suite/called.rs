//! `gen minify`: the check calls what other code would call, presses the keys that a script names, and says how many of the
//! functions have run.

use serde_json::Value;

use crate::support::file::{folder, minify, write};

#[test]
fn kept_functions_are_called_in_the_check() {
    let workspace = folder();
    write(
        &workspace,
        "a.js",
        "function total(first, second) { return first + second * 2 }\nconst other = value => value.length + unknownName;\nfunction unused() {}",
    );
    let made = minify(&workspace, "a.js --keep total --keep other --wrapper none");
    assert!(
        made.err.contains(" outputs of 6 runs, no difference"),
        "{made:?}"
    );
    // Nothing is called with short names of properties: other code does not know them.
    let made = minify(
        &workspace,
        "a.js --keep total --keep other --wrapper none --mangle-props",
    );
    assert!(
        made.err.contains("not compared: the file shows nothing"),
        "{made:?}"
    );

    // The text of a function is not looked at, but what it returns is.
    for (script, is_refused) in [
        ("function total() { return total.toString().length }", true),
        ("function total() { return total.name }", false),
        (
            "function helper() {} function total(value) { if (typeof value == 'function') throw helper.toString() }",
            true,
        ),
        ("function total(a, b) { console.log(a, b) }", false),
    ] {
        write(&workspace, "a.js", script);
        let made = minify(&workspace, "a.js --keep total");
        let refused = made.err.contains("shows something else than the file");
        assert_eq!(refused || made.code != 0, is_refused, "{script}: {made:?}");
        assert!(!made.err.contains("shows nothing"), "{script}: {made:?}");
    }

    // A function that does not end is not called.
    write(
        &workspace,
        "a.js",
        "function total(value) { for (; value != 3;); }\nconsole.log(1)",
    );
    let made = minify(&workspace, "a.js --keep total");
    assert!(
        made.err.contains("6 outputs of 6 runs, no difference"),
        "{made:?}"
    );
}

const UMD: &str = "(function (root, factory) {\n  if (typeof define === 'function' && define.amd) define([], factory);\n  \
    else if (typeof exports === 'object') module.exports = factory();\n  else root.Sums = factory();\n}(this, function () {\n  \
    function twice(value) { return value * 2 }\n  return { twice: twice, more: function (value) { return twice(value) + 1 } };\n}));\n";

#[test]
fn what_a_library_exports_is_called() {
    let workspace = folder();
    let node = "const fs = require('fs');\nexports.read = function (name) { return fs.readFileSync(name) + 1 };\nexports.more = class { go() { return 1 } };";
    let global = "(function () { var hidden = 1; this.Sums = { next: function (value) { return value + hidden } } }).call(this)";
    for script in [UMD, node, global] {
        write(&workspace, "a.js", script);
        let made = minify(&workspace, "a.js --wrapper none");
        assert!(
            made.err
                .contains(" outputs of 6 runs, no difference; coverage: "),
            "{script}: {made:?}"
        );
    }
    write(
        &workspace,
        "a.js",
        &UMD.replace("value * 2", "value + twice.toString()"),
    );
    let made = minify(&workspace, "a.js --wrapper none");
    assert!(
        made.err.contains("shows something else than the file"),
        "{made:?}"
    );
    // A script that shows something is no library, whatever it exports to.
    write(
        &workspace,
        "a.js",
        &format!("{UMD}console.log(Sums.twice(2))"),
    );
    let made = minify(&workspace, "a.js --wrapper none");
    assert!(
        made.err.contains("6 outputs of 6 runs, no difference"),
        "{made:?}"
    );
}

#[test]
fn the_keys_that_a_script_names_are_pressed() {
    let workspace = folder();
    let script = "addEventListener('keydown', event => {\n  if (event.key == 'F4') pressed(1);\n  if (event.keyCode === 82) pressed(2);\n});\n\
        function pressed(value) { document.title = value + pressed.toString().length }";
    write(
        &workspace,
        "a.html",
        &format!("<p>a</p><script>{script}</script>"),
    );
    let made = minify(&workspace, "a.html");
    assert!(
        made.err.contains("shows something else than the file"),
        "{made:?}"
    );
}

#[test]
fn the_line_of_the_check_says_how_many_functions_have_run() {
    let workspace = folder();
    let script = "function first() { 'use strict'; return () => ({ a: 1 }) }\nclass A { constructor() { this.b = 1 } }\nclass B extends A { constructor(c = () => 2) { super(); this.c = c } never() {} }\n\
        console.log(first()(), new B().b);\nfunction never(d) { return d }\nsetTimeout(() => console.log(never.name.length > 99), 9)";
    write(&workspace, "a.js", script);
    let json = minify(&workspace, "a.js --format json").good();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let coverage = &json["compared"]["coverage"];
    assert_eq!(
        (&coverage["functions"], &coverage["run"]),
        (&8.into(), &5.into()),
        "{json}"
    );
    let made = minify(&workspace, "a.js");
    assert!(
        made.err.contains("; coverage: 62 % of the functions\n"),
        "{made:?}"
    );

    // In Chromium too, with several scripts.
    let page = "<p>a</p><script>function go() { document.title = 2 }</script><script>go(); function never() {}</script>";
    write(&workspace, "a.html", page);
    let made = minify(&workspace, "a.html");
    assert!(made.err.contains("in chrome: "), "{made:?}");
    assert!(
        made.err.contains("; coverage: 50 % of the functions\n"),
        "{made:?}"
    );

    write(&workspace, "a.js", "alert(1)");
    assert!(!minify(&workspace, "a.js").err.contains("coverage"));
    // Dialogs make games.
    assert!(
        minify(&workspace, "sum.js")
            .err
            .contains(" games, no difference")
    );
}
