//! The source map of modules, through each bundler.

use super::json;
use super::maps::{content, origin};
use crate::source_map::{original, thrown};
use crate::support::file::{folder_with, minify};
use crate::support::needs::bundlers;
use crate::support::workspace::Workspace;

const LIB: &str = "export function twice(text: string): string[] {\n  return [text, text];\n}\n";

fn game(page: &str, main: &str) -> Workspace {
    folder_with(&[("index.html", page), ("main.ts", main), ("lib.ts", LIB)])
}

#[test]
fn an_error_in_a_module_is_found_at_its_line() {
    let main = "import { twice } from './lib';\n\ninterface Shown { text: string }\n\n\
                function show(shown: Shown): void {\n  const list: any = twice(shown.text);\n  \
                document.title = list.missing();\n}\n\nshow({ text: 'a' });\nshow({ text: document.title });\n";
    let page = "<title>t</title>\n<script type=module src=main.ts></script>\n";
    for bundler in bundlers() {
        let workspace = game(page, main);
        // (Chromium counts the columns of an event handler from the end of its tag.)
        for (file, out) in [
            ("index.html", "a.html"),
            ("main.ts --wrapper script", "b.html"),
        ] {
            let words =
                format!("game/{file} --no-check --source-map --out {out} --bundler {bundler}");
            assert_eq!(minify(&workspace, &words).good(), "");
            let map = json(&workspace.read(&format!("{out}.map")));
            let (source, line, column, _) = original(&map, thrown(&workspace, out).in_page);
            assert_eq!(source, "game/main.ts", "{map}");
            assert_eq!(content(&map, &source), main);
            let line = main.lines().nth(line as usize).expect("a line");
            assert!(
                line[column as usize..].starts_with("missing()"),
                "{bundler}: {line} {column}"
            );
        }
    }
}

#[test]
fn a_module_in_the_page_has_its_places_there() {
    let page = "<title>\u{1F600}\u{e9}</title><p>\u{e9}</p>\n<script type=module>import { twice } from './lib'; \
                onkeydown = event => twice(event.key).inFirst;\nimport '/main.ts';\nfunction late(value) {\n  \
                return value.inPage;\n}\nonclick = () => late(late(event));\n</script>\n";
    for bundler in bundlers() {
        let workspace = game(page, "onblur = event => event.inMain;\n");
        let words = format!("game/index.html --no-check --bundler {bundler}");
        let made = minify(&workspace, &format!("{words} --format json"));
        let said = format!(
            "the module on line 2 of game/index.html: bundled with 2 other files by {bundler} "
        );
        assert!(made.err.contains(&said), "{made:?}");
        let report = json(&made.good());
        let result = report["page"].as_str().expect("a page");
        let mapped = minify(&workspace, &format!("{words} --source-map --out a.html"));
        assert_eq!(mapped.good(), "");
        assert_eq!(workspace.read("a.html"), result);
        let map = json(&workspace.read("a.html.map"));
        for (text, file) in [
            ("inFirst", "index.html"),
            ("inPage", "index.html"),
            ("inMain", "main.ts"),
        ] {
            let (source, line, column) = origin(&map, result, text);
            assert_eq!(source, format!("game/{file}"), "{text}: {result}");
            let own = workspace.read(&source);
            assert_eq!(content(&map, &source), own);
            let line: Vec<u16> = own
                .lines()
                .nth(line as usize)
                .expect("a line")
                .encode_utf16()
                .collect();
            let found = String::from_utf16_lossy(&line[column as usize..]);
            assert!(found.starts_with(text), "{bundler}: {text}: {found}");
        }
        let contributions = report["contributions"].as_array().expect("a list");
        let bytes = |file: &str| {
            let name = format!("game/{file}");
            let found = contributions.iter().find(|one| one["file"] == *name);
            found
                .and_then(|one| one["bytes"].as_u64())
                .unwrap_or_default()
        };
        assert!(bytes("index.html") > 100, "{report}");
        assert!(bytes("main.ts") > 15 && bytes("lib.ts") > 0, "{report}");
    }
}
