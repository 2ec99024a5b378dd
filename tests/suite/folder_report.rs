//! `gen minify`: where the parts of a result come from, as a source map and as bytes of each file.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::source_map::{original, thrown};
use crate::support::file::{folder, minify, write};
use crate::support::needs::needs;
use crate::support::workspace::Workspace;

/// A page with scripts in files, in the page and in an attribute.
const PAGE: &str = "<!doctype html>\n<meta charset=utf-8>\n<title>\u{1F600}\u{e9}</title>\n\
    <link rel=stylesheet href=style.css>\n<script src=lib.js></script>\n<script>\n\
    const end = 'no';\nfunction late(value) {\n  return helper(value).inPage + end;\n}\n</script>\n\
    <p onclick='late(7).inHandler'>a</p>\n<img src=a.png>\n<script src=main.js></script>\n";

const MAIN: &str = "\n// The keys.\nfunction pressed(event) {\n  const key = event.key;\n  \
    if (key == 'Escape') {\n    throw new Error('escaped');\n  }\n  \
    document.title = late(key.length).inMain;\n}\n\nonkeydown = pressed;\n";

fn game() -> Workspace {
    let workspace = folder();
    fs::create_dir_all(workspace.path().join("game")).expect("a folder");
    fs::create_dir_all(workspace.path().join("out")).expect("a folder");
    for (name, text) in [
        ("index.html", PAGE),
        ("style.css", "@import 'more.css';\np { color: #ff0000 }\n"),
        ("more.css", "p { margin: 0px; background: url(a.png) }\n"),
        (
            "lib.js",
            "// Helpers.\nfunction helper(value) {\n  const tag = '</script>';\n  return value.inLib + tag.length;\n}\n",
        ),
        ("main.js", MAIN),
        ("a.png", "PNG of many bytes"),
    ] {
        write(&workspace, &format!("game/{name}"), text);
    }
    workspace
}

/// The source, the line and the column of the text that a source map gives for a text of a result, from 0.
fn origin(map: &Value, result: &str, text: &str) -> (String, u64, u64) {
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
fn content(map: &Value, source: &str) -> String {
    let sources = map["sources"].as_array().expect("a list");
    let at = sources.iter().position(|one| one == source);
    let at = at.unwrap_or_else(|| panic!("{source}: {sources:?}"));
    map["sourcesContent"][at]
        .as_str()
        .expect("a text")
        .to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
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
fn an_error_in_a_module_is_found_at_its_line() {
    if !needs("esbuild") {
        return;
    }
    let workspace = folder();
    fs::create_dir_all(workspace.path().join("game")).expect("a folder");
    let main = "import { twice } from './lib';\n\ninterface Shown { text: string }\n\n\
                function show(shown: Shown): void {\n  const list: any = twice(shown.text);\n  \
                document.title = list.missing();\n}\n\nshow({ text: 'a' });\nshow({ text: document.title });\n";
    write(&workspace, "game/main.ts", main);
    write(
        &workspace,
        "game/lib.ts",
        "export function twice(text: string): string[] {\n  return [text, text];\n}\n",
    );
    write(
        &workspace,
        "game/index.html",
        "<title>t</title>\n<script type=module src=main.ts></script>\n",
    );
    // (Chromium counts the columns of an event handler from the end of its tag.)
    for (file, out) in [
        ("index.html", "a.html"),
        ("main.ts --wrapper script", "b.html"),
    ] {
        let words = format!("game/{file} --no-check --source-map --out {out}");
        assert_eq!(minify(&workspace, &words).good(), "");
        let map = json(&workspace.read(&format!("{out}.map")));
        let (source, line, column, _) = original(&map, thrown(&workspace, out).in_page);
        assert_eq!(source, "game/main.ts", "{map}");
        assert_eq!(content(&map, &source), main);
        let line = main.lines().nth(line as usize).expect("a line");
        assert!(
            line[column as usize..].starts_with("missing()"),
            "{line} {column}"
        );
    }
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
        let refused = minify(&workspace, words);
        assert_eq!(refused.code, 2, "{words}: {refused:?}");
        assert!(refused.err.contains(said), "{words}: {refused:?}");
    }
    assert_eq!(workspace.read("game/out.html.map"), "alert(1)");
    assert!(!workspace.path().join("a.html").exists());
}

/// The files and bytes of a report in JSON, and the size of the page.
fn contributions(workspace: &Workspace, words: &str) -> (Vec<(String, u64)>, usize) {
    let made = json(&minify(workspace, &format!("{words} --no-check --format json")).good());
    let page = made["page"].as_str().expect("a page").len();
    let rows = made["contributions"].as_array().expect("a list").iter();
    let rows = rows.map(|row| {
        let file = row["file"].as_str().unwrap_or_default().to_owned();
        (file, row["bytes"].as_u64().expect("a number"))
    });
    (rows.collect(), page)
}

#[test]
fn the_bytes_of_the_page_are_those_of_its_files() {
    let workspace = game();
    let (rows, page) = contributions(&workspace, "game/index.html");
    assert_eq!(
        rows.iter().map(|(_, bytes)| bytes).sum::<u64>(),
        page as u64
    );
    assert!(
        rows.is_sorted_by_key(|(_, bytes)| u64::MAX - bytes),
        "{rows:?}"
    );
    let bytes = |name: &str| {
        let row = rows
            .iter()
            .find(|(file, _)| *file == format!("game/{name}"));
        row.unwrap_or_else(|| panic!("{name}: {rows:?}")).1
    };
    // It is in the page twice.
    let address = format!(
        "data:image/png;base64,{}",
        STANDARD.encode("PNG of many bytes")
    );
    assert_eq!(bytes("a.png"), 2 * address.len() as u64);
    let made = minify(&workspace, "game/index.html --no-check");
    let text = &made.out;
    let css = text.find("</style>").expect("a style") - text.find("<style>").expect("a style");
    let css = css - "<style>".len() - address.len();
    assert_eq!(bytes("style.css") + bytes("more.css"), css as u64);
    let starts: Vec<usize> = text
        .match_indices("<script>")
        .map(|(at, _)| at + 8)
        .collect();
    let ends: Vec<usize> = text.match_indices("</script>").map(|(at, _)| at).collect();
    assert_eq!(bytes("lib.js"), (ends[0] - starts[0]) as u64);
    assert_eq!(bytes("main.js"), (ends[2] - starts[2]) as u64);
    let report = format!(
        "the result has {page} bytes:\n  {:3} from {}\n",
        rows[0].1, rows[0].0
    );
    assert!(made.err.contains(&report), "{report}: {made:?}");
}

#[test]
fn a_bundle_is_divided_among_its_modules() {
    if !needs("esbuild") {
        return;
    }
    let workspace = game();
    write(&workspace, "game/own.css", "p { color: #00ff00 }\n");
    write(
        &workspace,
        "game/entry.js",
        "import './own.css';\nimport { deep } from './deep.js';\nalert(deep(prompt('entry')));\n",
    );
    write(
        &workspace,
        "game/deep.js",
        "export const deep = text => {\n  for (const part of text.split('deep')) console.log(part, 'deep deep');\n  return text.length;\n};\n",
    );
    write(
        &workspace,
        "game/b.html",
        "<p>b</p>\n<script type=module src=entry.js></script>\n",
    );
    for more in ["", " --pack --effort 200"] {
        let (rows, page) = contributions(&workspace, &format!("game/b.html{more}"));
        assert_eq!(
            rows.iter().map(|(_, bytes)| bytes).sum::<u64>(),
            page as u64,
            "{rows:?}"
        );
        let names: Vec<&str> = rows.iter().map(|(file, _)| file.as_str()).collect();
        for name in ["deep.js", "entry.js", "own.css", "b.html"] {
            let name = format!("game/{name}");
            assert!(names.contains(&name.as_str()), "{name}: {rows:?}");
        }
        let at = |name: &str| {
            rows.iter()
                .find(|(file, _)| *file == format!("game/{name}"))
        };
        assert!(
            at("deep.js").map(|row| row.1) > at("entry.js").map(|row| row.1),
            "{rows:?}"
        );
        // The directive of strict mode is of no module.
        assert_eq!(names.last(), Some(&""), "{rows:?}");
    }
}

#[test]
fn the_report_names_the_ten_largest() {
    let workspace = folder();
    let mut page = String::new();
    for number in 0..13 {
        write(
            &workspace,
            &format!("a{number}.js"),
            &format!("alert({})", "1+".repeat(number) + "prompt()"),
        );
        page += &format!("<script src=a{number}.js></script>");
    }
    write(&workspace, "a.html", &page);
    let made = minify(&workspace, "a.html --no-check");
    let lines: Vec<&str> = made
        .err
        .lines()
        .filter(|line| line.contains(" from "))
        .collect();
    assert_eq!(lines.len(), 11, "{made:?}");
    assert!(lines[10].ends_with(" from 4 others"), "{lines:?}");
    let bytes = lines.iter().map(|line| {
        let number = line.split_whitespace().next().expect("a number");
        number.parse::<usize>().expect("a number")
    });
    assert_eq!(bytes.sum::<usize>(), made.out.len());
    // A script that is one file has nothing to divide.
    let alone = minify(&workspace, "sum.js --no-check");
    assert!(!alone.err.contains(" from "), "{alone:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_has_a_bar_on_a_terminal_only() {
    use std::io::Read;

    use crate::support::terminal;

    let workspace = folder();
    write(&workspace, "a.js", "alert(1)");
    let words = "minify a.js --no-check --wrapper none --out b.js --limit";
    let words: Vec<&str> = words.split(' ').collect();
    let shown = |limit: &str, variables: &[(&str, &str)]| {
        let mut command = workspace.command(&[&words[..], &[limit]].concat());
        command.env_remove("NO_COLOR").env_remove("COLUMNS");
        command.envs(variables.iter().copied());
        let (mut program, mut output) = terminal::spawn(command);
        program.wait().expect("it ends");
        let mut text = Vec::new();
        // A terminal whose programs have ended is an error.
        let _ = output.read_to_end(&mut text);
        String::from_utf8(text).expect("a text")
    };
    let plain = [("NO_COLOR", "1"), ("COLUMNS", "17")];
    let half = shown("16", &plain);
    assert!(
        half.contains(
            "\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2591}\u{2591}\u{2591}\u{2591} 50.0 %\r\n"
        ),
        "{half}"
    );
    let above = shown("4", &[("NO_COLOR", "1"), ("COLUMNS", "20")]);
    assert!(
        above.contains(&format!("{} 200.0 %\r\n", "\u{2588}".repeat(11))),
        "{above}"
    );
    let green = shown("16", &[("COLUMNS", "100")]);
    let bar = "\u{2588}".repeat(25) + &"\u{2591}".repeat(25);
    assert!(
        green.contains(&format!("\u{1b}[32m{bar}\u{1b}[0m 50.0 %")),
        "{green:?}"
    );
    let red = shown("4", &[("COLUMNS", "100")]);
    assert!(red.contains("\u{1b}[31m"), "{red:?}");
    assert!(!shown("16", &[("COLUMNS", "12")]).contains('\u{2588}'));
    let without = workspace.generate(&[&words[..], &["16"]].concat());
    assert!(
        without.err.contains("limit: 8 of 16 bytes, 8 left\n"),
        "{without:?}"
    );
    assert!(!without.err.contains('\u{2588}'), "{without:?}");
}
