//! `gen minify`: modules that stay modules.

use std::fs;

use crate::support::file::{folder, minify};

const MODULE: &str = "import { readFile as read } from 'node:fs';\n/** How it greets. */\nexport const greeting = 'h\u{e9}llo';\n\
    export function load(name) { const text = read(name); return text + greeting + text; }\n\
    export class Counter { constructor(start) { this.count = start; } add(step) { return this.count += step; } }\n";

#[test]
fn a_module_keeps_its_imports_and_exports() {
    let workspace = folder();
    fs::write(workspace.path().join("a.mjs"), MODULE).expect("written");
    let small = "import{readFile as t}from'node:fs';";
    let made = minify(&workspace, "a.mjs");
    assert!(made.out.starts_with(small), "{made:?}");
    for part in ["load", " as Counter}", "h\u{e9}llo"] {
        assert!(made.out.contains(part), "{part}: {made:?}");
    }
    let said = "a.mjs is a module, and stays one\ncompared with the file in embedded: ";
    assert!(made.err.contains(said), "{made:?}");
    assert!(made.err.contains("of 6 runs, no difference"), "{made:?}");
    let made = made.good();
    for words in ["", " --metric gzip", " --mangle-props", " --watch"]
        .iter()
        .take(3)
    {
        let other = minify(&workspace, &format!("a.mjs --wrapper none{words}"));
        assert!(other.out.starts_with("import{readFile as "), "{other:?}");
    }
    assert_eq!(minify(&workspace, "a.mjs --wrapper none").good(), made);
    let ascii = minify(&workspace, "a.mjs --ascii").good();
    assert!(ascii.is_ascii() && ascii.contains(r"h\xe9llo"), "{ascii}");

    let typed = "import type { Box } from './box';\nexport const width = (box: Box): number => box.width;\n";
    fs::write(workspace.path().join("b.ts"), typed).expect("written");
    let made = minify(&workspace, "b.ts --wrapper none").good();
    assert_eq!(made, "export let width=t=>t.width");

    let program =
        "import fs from 'fs';\nconst text = fs.read(); console.log(text.length + text.length);";
    fs::write(workspace.path().join("c.js"), program).expect("written");
    let made = minify(&workspace, "c.js --wrapper none").good();
    assert_eq!(
        made,
        "import e from'fs';let l=e.read();console.log(l.length+l.length)"
    );
}

/// The exports are called, so a result that returns something else is seen.
#[test]
fn a_module_that_does_something_else_is_not_printed() {
    let workspace = folder();
    let named = "export class Sample { static says() { return this.name } }\nexport let says = () => Sample.says()";
    fs::write(workspace.path().join("a.mjs"), named).expect("written");
    let made = minify(&workspace, "a.mjs");
    assert!(made.out.contains("export class Sample{"), "{made:?}");
    let own_text = "export let text = () => { /* a */ return text.toString() }";
    fs::write(workspace.path().join("a.mjs"), own_text).expect("written");
    let refused = minify(&workspace, "a.mjs");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("shows something else"), "{refused:?}");
}

#[test]
fn options_for_pages_are_refused_for_modules() {
    let workspace = folder();
    fs::write(workspace.path().join("a.mjs"), MODULE).expect("written");
    for words in ["--pack", "--source-map --out b.mjs"] {
        let refused = minify(&workspace, &format!("a.mjs --wrapper none {words}"));
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(
            refused
                .err
                .contains("a.mjs is a module, for which there is no"),
            "{refused:?}"
        );
    }
    assert!(!workspace.path().join("b.mjs").exists());
    let broken = "import a from 'a';\nexport let b = ;\n";
    fs::write(workspace.path().join("a.mjs"), broken).expect("written");
    let refused = minify(&workspace, "a.mjs --wrapper none");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("a.mjs:2: "), "{refused:?}");
}

#[test]
fn a_module_of_a_page_stays_one() {
    let workspace = folder();
    let page = "<!doctype html><title>G</title><p id=out>1</p>\n<script type=module>\n\
                import { other } from 'https://example.com/x.js';\nconst message = other(1);\n\
                document.querySelector('#out').textContent = message + message;\n</script>";
    fs::write(workspace.path().join("page.html"), page).expect("written");
    let made = minify(&workspace, "page.html --no-check").good();
    let module = "<script type=module>import{other as t}from'https://example.com/x.js';";
    assert!(made.contains(module), "{made}");
    assert!(!made.contains("message"), "{made}");
}
