//! Constructs of the language that minifiers have got wrong: each script shows the same before and
//! after.

use std::fs;

use golfchess_script::{MinifyOptions, Wrapper};

use crate::support::host::run;
use crate::support::referee::Dialog;
use crate::support::root;
use crate::support::workspace::Workspace;

const CONSTRUCTS: &str = include_str!("constructs.txt");

/// What a page with a script element shows. The embedded engine has no window.
fn shown(page: &str) -> (Vec<Dialog>, Option<String>) {
    let window = "<script>globalThis.window=globalThis;";
    run(&page.replacen("<script>", window, 1), &[])
}

fn page(script: &str) -> String {
    format!("<script>{script}</script>")
}

/// The scripts of the list. A line that begins with a digit or a letter of a statement without its
/// end continues the line before it.
fn scripts() -> Vec<String> {
    let mut scripts: Vec<String> = Vec::new();
    for line in CONSTRUCTS.lines().filter(|line| !line.starts_with("# ")) {
        let open = scripts.last().is_some_and(|last| !last.contains("alert"));
        match scripts.last_mut() {
            Some(last) if open || last.ends_with('\\') => *last += &format!("\n{line}"),
            _ => scripts.push(line.to_owned()),
        }
    }
    scripts
}

#[test]
fn each_construct_shows_the_same_when_it_is_minified() {
    let scripts = scripts();
    assert!(scripts.len() >= 226, "{} scripts", scripts.len());
    let wrappers = [
        vec![Wrapper::script()],
        vec![Wrapper::svg(), Wrapper::script()],
    ];
    let mut wrong = Vec::new();
    for script in &scripts {
        let expected = shown(&page(script));
        assert!(
            !expected.0.is_empty() && expected.1.is_none(),
            "{script}: {expected:?}"
        );
        for wrappers in &wrappers {
            let options = MinifyOptions {
                wrappers: wrappers.clone(),
                ..MinifyOptions::default()
            };
            let built = match golfchess_script::minify(script, &options) {
                Ok(built) => built,
                Err(error) => {
                    wrong.push(format!("{script}\n  refused: {error}"));
                    continue;
                }
            };
            if built.wrapper != "script" {
                // The test's host does not run handlers as browsers do.
                continue;
            }
            let after = shown(&built.page);
            if after != expected {
                wrong.push(format!("{script}\n  {}\n  {after:?}", built.page));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn names_that_a_direct_eval_or_a_with_may_find_stay() {
    for (script, expected) in [
        (
            "total=1;alert(eval('total'))",
            "total=1;alert(eval('total'))",
        ),
        ("total={a:1};with(total)alert(a)", "t={a:1};with(t)alert(a)"),
    ] {
        let options = MinifyOptions {
            wrappers: vec![golfchess_script::Wrapper::none()],
            ..MinifyOptions::default()
        };
        let made = golfchess_script::minify(script, &options).expect(script);
        assert_eq!(made.page.replace('`', "'"), expected);
    }
}

#[test]
fn bytes_around_the_script_change_nothing() {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let plain = "count=1;\nalert('a'+count);\nalert(count)\n";
    let minified = |name: &str, text: &str| {
        fs::write(workspace.path().join(name), text).expect("written");
        workspace.generate(&["minify", name, "--wrapper", "script"])
    };
    let expected = minified("plain.js", plain).good();
    let with_crlf = minified("crlf.js", &plain.replace('\n', "\r\n"));
    assert_eq!(with_crlf.good(), expected);
    let commented = format!("<!-- old browsers\n{plain}--> end\n");
    assert_eq!(minified("comment.js", &commented).good(), expected);
    let marked = minified("bom.js", &format!("\u{feff}{plain}"));
    assert_eq!(marked.good(), expected);
}

#[test]
fn an_end_tag_in_a_text_does_not_end_the_script() {
    for text in ["</script>", "<!--<script>", "a</SCRIPT b"] {
        let script = format!(
            "alert('{}')",
            text.replace("</", "<\\/").replace("<!", "<\\!")
        );
        let expected = run(&page(&script), &[]);
        let options = MinifyOptions {
            wrappers: vec![Wrapper::script(), Wrapper::svg()],
            ..MinifyOptions::default()
        };
        let built = golfchess_script::minify(&script, &options).expect(text);
        if built.wrapper == "script" {
            assert_eq!(run(&built.page, &[]), expected, "{}", built.page);
        } else {
            let unescaped = built.page.replace("<\\", "<");
            assert!(unescaped.contains(text), "{}", built.page);
        }
    }
}
