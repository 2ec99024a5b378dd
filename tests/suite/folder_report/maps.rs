//! The source map of a result.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{game, json};
use crate::source_map::original;
use crate::support::file::{folder, minify, write};
use crate::support::workspace::Workspace;

/// The source, the line and the column of the text that a source map gives for a text of a result, from 0.
pub fn origin(map: &Value, result: &str, text: &str) -> (String, u64, u64) {
    let at = result
        .find(text)
        .unwrap_or_else(|| panic!("{text}: {result}"));
    let start = result[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = result[..at].matches('\n').count();
    let column: usize = result[start..at].chars().map(char::len_utf16).sum();
    let place = (
        u32::try_from(line).expect("a line"),
        u32::try_from(column).expect("a column"),
    );
    let (source, line, column, _) = original(map, place);
    (source, line, column)
}

/// The text of a source of a map.
pub fn content(map: &Value, source: &str) -> String {
    let sources = map["sources"].as_array().expect("a list");
    let at = sources.iter().position(|one| one == source);
    let at = at.unwrap_or_else(|| panic!("{source}: {sources:?}"));
    map["sourcesContent"][at]
        .as_str()
        .expect("a text")
        .to_owned()
}

#[test]
fn each_script_of_a_page_leads_to_its_file() {
    let workspace = game();
    let made = minify(
        &workspace,
        "game/index.html --no-check --out out/a.html --source-map",
    );
    assert_eq!(made.good(), "");
    let page = workspace.read("out/a.html");
    // No byte of the page is for the map.
    assert!(!page.contains("sourceMappingURL"), "{page}");
    assert_eq!(
        page,
        minify(&workspace, "game/index.html --no-check").good()
    );
    let map = json(&workspace.read("out/a.html.map"));
    assert_eq!(
        (&map["version"], &map["file"]),
        (&Value::from(3), &Value::from("a.html"))
    );
    for (text, file) in [
        ("inLib", "lib.js"),
        ("inPage", "index.html"),
        ("inHandler", "index.html"),
        ("inMain", "main.js"),
        ("`Escape`", "main.js"),
        ("Error(", "main.js"),
    ] {
        let (source, line, column) = origin(&map, &page, text);
        assert_eq!(source, format!("../game/{file}"), "{text}: {page}");
        let own = workspace.read(&format!("game/{file}"));
        assert_eq!(content(&map, &source), own);
        let line = own.lines().nth(line as usize).expect("a line");
        let word = text.trim_matches(['(', '`']);
        let found = line[column as usize..].trim_start_matches('\'');
        assert!(found.starts_with(word), "{text}: {line} {column}");
    }
    // What is behind a script is of no file.
    let behind = page.find("<img").expect("an image") as u32;
    assert!(page.lines().count() == 1);
    let segment = segment(&map, behind);
    assert_eq!(segment, 1, "{page}");
    assert!(
        map["names"]
            .as_array()
            .expect("a list")
            .contains(&Value::from("event"))
    );
}

/// The number of fields of the segment at or before a column of the first line.
fn segment(map: &Value, column: u32) -> usize {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mappings = map["mappings"].as_str().expect("mappings");
    let (mut at, mut found) = (0, 0);
    for segment in mappings.split([',', ';']) {
        let digits: Vec<usize> = segment.chars().filter_map(|c| DIGITS.find(c)).collect();
        let fields: Vec<&[usize]> = digits.split_inclusive(|digit| digit & 32 == 0).collect();
        let first = fields[0]
            .iter()
            .rev()
            .fold(0, |sum, digit| sum << 5 | digit & 31);
        at += first >> 1;
        if at > column as usize {
            break;
        }
        found = fields.len();
    }
    found
}

#[test]
fn typescript_without_modules_leads_to_its_lines() {
    let workspace = folder();
    let script = "interface A { b: string }\n\nlet a: A = { b: prompt() as string };\n\n\nalert(a.b.inScript)\n";
    write(&workspace, "a.ts", script);
    assert_eq!(
        minify(&workspace, "a.ts --no-check --source-map --out a.html").good(),
        ""
    );
    let map = json(&workspace.read("a.html.map"));
    let (source, line, _) = origin(&map, &workspace.read("a.html"), "inScript");
    assert_eq!((&*source, line), ("a.ts", 5));
    assert_eq!(content(&map, "a.ts"), script);
}

#[test]
fn properties_with_short_names_have_their_own_names_in_the_map() {
    let workspace = folder();
    let script = "const state = { tally: 0, bonus: +prompt() };\n\nfunction next() {\n  \
                  state.tally += state.bonus;\n  return state;\n}\n\nalert(next().tally + next().tally);\n";
    write(&workspace, "a.js", script);
    let words = "a.js --no-check --mangle-props --source-map --wrapper none --out b.js";
    let made = minify(&workspace, words);
    assert!(made.err.contains("2 short names of properties"), "{made:?}");
    let map = json(&workspace.read("b.js.map"));
    let names = map["names"].as_array().expect("a list");
    for name in ["tally", "bonus"] {
        assert!(names.contains(&Value::from(name)), "{names:?}");
    }
    assert_eq!(content(&map, "a.js"), script);
}

/// A folder with a module, and a command that prints its bundle.
fn bundled(bundle: &str) -> Workspace {
    let workspace = game();
    write(
        &workspace,
        "game/entry.js",
        "import './lib.js';\n\n\nalert(1, prompt());\n",
    );
    write(&workspace, "bundle.js", bundle);
    write(&workspace, "bundle.sh", "#!/bin/sh\ncat bundle.js\n");
    let program = workspace.path().join("bundle.sh");
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("rights");
    workspace
}

const WITH_BUNDLER: &str =
    "game/entry.js --no-check --bundler ./bundle.sh --wrapper none --source-map --out out/b.js";

#[test]
fn the_map_in_a_bundle_is_composed_with_that_of_the_result() {
    // The first line is of no file, the second one of the fourth line of the module.
    let map = r#"{"version":3,"sources":["entry.js"],"names":[],"mappings":";AAGA"}"#;
    let map = STANDARD.encode(map);
    let comment = format!("//# sourceMappingURL=data:application/json;base64,{map}");
    let workspace = bundled(&format!(
        "prompt('runtime');\nalert(1, prompt());\n{comment}\n"
    ));
    assert_eq!(minify(&workspace, WITH_BUNDLER).good(), "");
    let result = workspace.read("out/b.js");
    let map = json(&workspace.read("out/b.js.map"));
    assert_eq!(map["sources"], serde_json::json!(["../game/entry.js"]));
    let (source, line, _) = origin(&map, &result, "alert");
    assert_eq!((&*source, line), ("../game/entry.js", 3));
    // The map names the file without its text.
    assert_eq!(content(&map, &source), workspace.read("game/entry.js"));
}

#[test]
fn a_bundle_without_a_map_is_a_source_of_its_own() {
    for wrong in [
        "",
        "\n//# sourceMappingURL=data:application/json;base64,e30",
    ] {
        let workspace = bundled(&format!("\nalert(1, prompt());{wrong}"));
        assert_eq!(minify(&workspace, WITH_BUNDLER).good(), "");
        let map = json(&workspace.read("out/b.js.map"));
        let (source, line, _) = origin(&map, &workspace.read("out/b.js"), "alert");
        assert_eq!((&*source, line), ("game/entry.js (bundled)", 2));
        assert!(content(&map, &source).contains("alert(1, prompt());"));
    }
}

#[test]
fn the_map_is_beside_the_output_and_never_in_the_container() {
    let workspace = game();
    let made = minify(
        &workspace,
        "game/index.html --no-check --zip out/a.zip --source-map",
    );
    assert!(made.err.contains("bytes with 1 file\n"), "{made:?}");
    assert_eq!(made.code, 0, "{made:?}");
    assert_eq!(json(&workspace.read("out/a.zip.map"))["file"], "index.html");
    let before = fs::read(workspace.path().join("out/a.zip")).expect("a container");
    assert_eq!(
        minify(&workspace, "game/index.html --no-check --zip out/b.zip").code,
        0
    );
    assert_eq!(
        before,
        fs::read(workspace.path().join("out/b.zip")).expect("a container")
    );
}

#[test]
fn a_map_that_cannot_be_is_refused() {
    let workspace = game();
    write(
        &workspace,
        "game/b.html",
        "<script src=out.html.map></script>",
    );
    write(&workspace, "game/out.html.map", "alert(1)");
    for (words, said) in [
        (
            "sum.js --source-map --out a.html --pack",
            "error: a script that unpacks itself has no places that a source map could name\n",
        ),
        (
            "sum.js --source-map",
            "help: name a file with --out or --zip\n",
        ),
        (
            "sum.js --source-map --out -",
            "help: name a file with --out or --zip\n",
        ),
        (
            "sum.js --source-map --out a.json --format json",
            "error: --out holds JSON",
        ),
        ("sum.html --source-map --in-place", "cannot be used with"),
        (
            "game/b.html --no-check --source-map --out game/out.html",
            "error: --source-map would overwrite game/out.html.map, which the command reads",
        ),
        (
            "sum.js --no-check --source-map --out a --zip a.map",
            "error: --zip and --source-map write the same file",
        ),
    ] {
        minify(&workspace, words).refused(said);
    }
    assert_eq!(workspace.read("game/out.html.map"), "alert(1)");
    assert!(!workspace.path().join("a.html").exists());
}
