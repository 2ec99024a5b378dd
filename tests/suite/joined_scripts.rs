//! `gen minify`: classic scripts of a page that follow each other become one.

use crate::folder_report::json;
use crate::folder_report::maps::{content, origin};
use crate::support::file::{folder, minify, write};
use crate::support::workspace::Workspace;

/// A page with two scripts that follow each other.
fn page(first: &str, second: &str) -> Workspace {
    let workspace = folder();
    let page = format!("<p>a\n</p><script src=first.js></script>\n<script>\n{second}\n</script>\n");
    write(&workspace, "a.html", &page);
    write(&workspace, "first.js", first);
    workspace
}

#[test]
fn scripts_become_one_and_its_names_short() {
    let workspace = page(
        "function greeting(name) { return 'hello ' + name }\n",
        "for (let turn = 0; turn < 2; turn++) alert(greeting(prompt()))",
    );
    let made = minify(&workspace, "a.html");
    let note = "note: 2 scripts that follow each other become one\n";
    assert!(made.err.contains(note), "{}", made.err);
    assert!(made.err.contains("no difference"), "{}", made.err);
    let page = made.good();
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    assert!(!page.contains("greeting"), "{page}");
}

#[test]
fn scripts_stay_apart_where_the_result_would_show_something_else() {
    // The browser ends the first script, and not the second one.
    let workspace = page("missing.name = 1;\n", "alert(prompt())");
    let made = minify(&workspace, "a.html");
    assert!(!made.err.contains("become one"), "{}", made.err);
    let page = made.good();
    assert_eq!(page.matches("<script").count(), 2, "{page}");
}

#[test]
fn the_source_map_leads_to_each_of_the_scripts() {
    let workspace = page(
        "alert('first'),\n  inFirst();\nfunction inFirst() { alert('own') }\n",
        "alert('second')",
    );
    let made = minify(&workspace, "a.html --no-check --out b.html --source-map");
    assert_eq!(made.good(), "");
    let result = workspace.read("b.html");
    assert_eq!(result.matches("<script").count(), 1, "{result}");
    let map = json(&workspace.read("b.html.map"));
    for (text, file, line, column) in [
        ("`first`", "first.js", 0, 6),
        ("`own`", "first.js", 2, 27),
        ("`second`", "a.html", 3, 6),
    ] {
        let quoted = |quote: &str| text.replace('`', quote);
        let found = ["`", "'", "\""].map(quoted);
        let found = found.iter().find(|text| result.contains(*text));
        let found = found.unwrap_or_else(|| panic!("{text}: {result}"));
        let place = (file.to_owned(), line, column);
        assert_eq!(origin(&map, &result, found), place, "{result}");
        assert_eq!(content(&map, file), workspace.read(file));
    }
}

#[test]
fn what_each_file_contributes_is_counted_in_one_script() {
    let workspace = page("alert(prompt('first'))\n", "alert(prompt('the second'))");
    let made = minify(&workspace, "a.html --format json");
    let story = json(&made.good());
    let bytes = |name: &str| {
        let files = story["contributions"].as_array().expect("a list");
        let file = files.iter().find(|row| row["file"] == name);
        let file = file.unwrap_or_else(|| panic!("{name}: {files:?}"));
        file["bytes"].as_u64().expect("a number")
    };
    assert!(bytes("first.js") > 15, "{story}");
    assert!(bytes("a.html") > bytes("first.js"), "{story}");
}

#[test]
fn a_warning_names_the_script_that_was_written() {
    let workspace = page(
        "var first = 1;\nalert(first);\n",
        "var second = prompt();\nalert(second, read(window, 'second'));\n\
         function read(object, name) { return object[name] }",
    );
    let made = minify(&workspace, "a.html --no-check");
    let error = &made.err;
    assert!(error.contains("a.html:5: `second`"), "{error}");
    assert!(!error.contains("first.js:"), "{error}");
}
