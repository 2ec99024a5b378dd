//! What each file contributes to a result.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{game, json};
use crate::support::file::{folder, minify, write};
use crate::support::needs::needs;
use crate::support::workspace::Workspace;

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
