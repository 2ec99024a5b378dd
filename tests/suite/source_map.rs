//! Source maps of `gen build --source-map`, as Chromium's developer tools use them.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use headless_chrome::protocol::cdp::Debugger;
use headless_chrome::protocol::cdp::types::Event;
use serde_json::Value;

use crate::support::chromium::Chromium;
use crate::support::root;
use crate::support::workspace::Workspace;

/// What the browser reports of a page whose script throws.
pub struct Thrown {
    /// The map that the script names.
    map: Option<String>,
    /// Line and column of the error in the page, from 0.
    pub in_page: (u32, u32),
    /// Line and column of the error, from 0, relative to the start of the script: developer tools
    /// subtract the script's place in the page in the same way.
    place: (u32, u32),
}

pub fn thrown(workspace: &Workspace, page: &str) -> Thrown {
    let chromium = Chromium::launch();
    let (sender, events) = channel();
    let listener = move |event: &Event| {
        let _ = sender.send(event.clone());
    };
    let tab = &chromium.tab;
    tab.add_event_listener(Arc::new(listener))
        .expect("a listener");
    tab.enable_runtime().expect("a runtime");
    let enable = Debugger::Enable {
        max_scripts_cache_size: None,
    };
    tab.call_method(enable).expect("a debugger");
    let address = format!("file://{}", workspace.path().join(page).display());
    tab.navigate_to(&address).expect("the page opens");
    let mut scripts = Vec::new();
    loop {
        match events
            .recv_timeout(Duration::from_secs(60))
            .expect("an error")
        {
            Event::DebuggerScriptParsed(parsed) => scripts.push(parsed.params),
            Event::RuntimeExceptionThrown(thrown) => {
                let error = thrown.params.exception_details;
                let script = scripts
                    .iter()
                    .find(|script| Some(&script.script_id) == error.script_id.as_ref())
                    .expect("the script of the error");
                let line = error.line_number - script.start_line;
                let start = if line == 0 { script.start_column } else { 0 };
                return Thrown {
                    map: script.source_map_url.clone(),
                    in_page: (error.line_number, error.column_number),
                    place: (line, error.column_number - start),
                };
            }
            _ => {}
        }
    }
}

/// A decoder of mappings: source, line, column and name of the last mapping that starts at or
/// before a place.
pub fn original(map: &Value, (line, column): (u32, u32)) -> (String, u64, u64, Option<String>) {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut fields = [0_i64; 5];
    let mut found = None;
    for (number, mappings) in map["mappings"]
        .as_str()
        .expect("mappings")
        .split(';')
        .enumerate()
    {
        fields[0] = 0;
        for mapping in mappings.split(',').filter(|mapping| !mapping.is_empty()) {
            let (mut field, mut value, mut shift) = (0, 0, 0);
            for digit in mapping.chars() {
                let digit = DIGITS.find(digit).expect("base 64") as i64;
                value |= (digit & 31) << shift;
                shift += 5;
                if digit & 32 == 0 {
                    fields[field] += if value & 1 == 1 {
                        -(value >> 1)
                    } else {
                        value >> 1
                    };
                    (field, value, shift) = (field + 1, 0, 0);
                }
            }
            if (number as i64, fields[0]) <= (i64::from(line), i64::from(column)) {
                found = Some((fields, field == 5));
            }
        }
    }
    let ([_, source, line, column, name], has_name) = found.expect("a mapping");
    let text = |list: &str, at: i64| map[list][at as usize].as_str().expect("a text").to_owned();
    (
        text("sources", source),
        line as u64,
        column as u64,
        has_name.then(|| text("names", name)),
    )
}

/// Builds a page with a planted error, runs it, and maps the place of the error. The error is
/// planted in front of `marker` in a fragment.
fn check(workspace: &Workspace, variant: &str, fragment: &str, marker: &str, wrapper: &str) {
    let file = format!("templates/{fragment}");
    let planted = format!("planted = 'text'; alert(planted.missing());\n{marker}");
    workspace.edit(&file, marker, &planted);
    let plain = workspace.generate(&["build", variant]).good();
    assert!(plain.starts_with(wrapper), "{plain}");
    workspace
        .generate(&["build", variant, "--source-map", "--out", "built.html"])
        .good();
    let page = workspace.read("built.html");
    // The map has the name of the file that is written.
    let comment = "\n//# sourceMappingURL=built.html.map\n";
    assert_eq!(page.replace(comment, ""), plain);
    let map: Value = serde_json::from_str(&workspace.read("built.html.map")).expect("JSON");
    assert_eq!(map["version"], 3);
    let thrown = thrown(workspace, "built.html");
    assert_eq!(thrown.map.as_deref(), Some("built.html.map"));
    let (source, line, column, _) = original(&map, thrown.place);
    assert_eq!(source, fragment);
    let sources = map["sources"].as_array().expect("a list").iter();
    let at = sources
        .clone()
        .position(|source| source == fragment)
        .expect("the fragment");
    let content = map["sourcesContent"][at].as_str().expect("a text");
    assert_eq!(content, workspace.read(&file));
    let line = content.lines().nth(line as usize).expect("a line");
    assert!(
        line[column as usize..].starts_with("missing()"),
        "{line} {column}"
    );
    // Names that were shortened are given back.
    let names = map["names"].as_array().expect("a list");
    assert!(names.contains(&Value::from("planted")), "{names:?}");
}

#[test]
fn an_error_in_a_script_element_is_mapped_to_its_fragment() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    check(
        &workspace,
        "hello_LN",
        "parts/name.js",
        "greeting",
        "<script>",
    );
}

#[test]
fn an_error_in_an_event_handler_is_mapped_to_its_fragment() {
    let workspace = Workspace::chess();
    check(
        &workspace,
        "index_TMP_D_SU",
        "start.js",
        "/*= \"square =\" if C and not late else \"\" =*/ board = [",
        "<SVG onload=\"",
    );
}

#[test]
fn a_map_needs_a_place_for_its_file() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let run = workspace.generate(&["build", "hello_LN", "--source-map"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("--out"), "{run:?}");
    let arguments = [
        "build",
        "hello_L",
        "hello_LN",
        "--source-map",
        "--out",
        "pages",
    ];
    workspace.generate(&arguments).good();
    for file in [
        "hello_L.html",
        "hello_L.html.map",
        "hello_LN.html",
        "hello_LN.html.map",
    ] {
        assert!(!workspace.read(&format!("pages/{file}")).is_empty());
    }
}
