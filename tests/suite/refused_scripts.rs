//! Scripts that other people would write: what the build refuses, what it warns of, what it
//! escapes, and how pages of any kind are compared with their sources.

use std::fs;

use crate::support::host::run;
use crate::support::referee::Dialog;
use crate::support::root;
use crate::support::workspace::{Run, Workspace};

/// A catalog with the wrappers `svg` and `script`.
fn catalog() -> Workspace {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let svg = "[[wrapper]]\nname = \"svg\"\nopen = '<SVG onload=\"'\nclose = '\">'\n\n";
    workspace.edit(
        "templates/catalog.toml",
        "[[wrapper]]",
        &format!("{svg}[[wrapper]]"),
    );
    workspace
}

/// A catalog whose pages are event handlers only.
fn handlers() -> Workspace {
    let workspace = catalog();
    let script = "[[wrapper]]\nname = \"script\"\nopen = \"<script>\"\nclose = \"</script>\"\n";
    workspace.edit("templates/catalog.toml", script, "");
    workspace
}

/// The build of a page from a script, which starts in the second line of a fragment.
fn build(workspace: &Workspace, script: &str) -> Run {
    let text = format!("// A stranger's script.\n{script}\n");
    fs::write(workspace.path().join("templates/greet.js"), text).expect("written");
    workspace.generate(&["build", "hello_plain"])
}

/// Checks that a build fails with these parts of its message, and with advice.
fn refused(workspace: &Workspace, script: &str, place: &str, said: &str, help: &str) {
    let failed = build(workspace, script);
    assert_eq!(
        (failed.code, failed.out.as_str()),
        (2, ""),
        "{script}: {}",
        failed.err
    );
    let place = format!("error: hello_plain: templates/greet.js:{place}: ");
    assert!(failed.err.starts_with(&place), "{script}: {}", failed.err);
    assert!(failed.err.contains(said), "{script}: {}", failed.err);
    let advice: Vec<&str> = failed
        .err
        .lines()
        .filter_map(|line| line.strip_prefix("help: "))
        .collect();
    assert!(
        advice.iter().any(|line| line.contains(help)),
        "{script}: {}",
        failed.err
    );
}

#[test]
fn a_lookup_of_a_variable_by_its_text_is_an_error_with_place_and_advice() {
    let workspace = catalog();
    for (script, place, said, help) in [
        (
            "counter = 1; window.counter++",
            "2:14",
            "the variable `counter` by its name",
            "write `counter`",
        ),
        (
            "counter = 1; alert(globalThis[\"counter\"])",
            "2:20",
            "`counter`",
            "`keep`",
        ),
        (
            "counter = 1;\nthis.counter++",
            "3:1",
            "`counter`",
            "write `counter`",
        ),
        (
            "counter = 1;\nsetTimeout(\"counter++\")",
            "3:12",
            "`setTimeout` runs a text",
            "give it a function",
        ),
        (
            "counter = 1;\nsetInterval(`counter++`, 9)",
            "3:13",
            "`setInterval` runs a text",
            "give it a function",
        ),
        (
            "counter = 1; Function(\"counter++\")()",
            "2:23",
            "`Function` runs a text",
            "outside of the text",
        ),
        (
            "counter = 1; (0, eval)(\"counter++\")",
            "2:24",
            "`eval` runs a text",
            "outside of the text",
        ),
        (
            "function tick() {}\nsetTimeout(\"tick()\")",
            "3:12",
            "`tick`",
            "give it a function",
        ),
        (
            "function tick() {}\nwindow.tick()",
            "3:1",
            "the variable `tick`",
            "write `tick`",
        ),
        (
            "import tick from \"./tick.js\"",
            "2:1",
            "`import` needs a module",
            "//% include",
        ),
        (
            "alert(1);\nexport const tick = 1",
            "3:1",
            "`export` needs a module",
            "delete `export`",
        ),
    ] {
        refused(&workspace, script, place, said, help);
    }
}

#[test]
fn a_kept_name_may_be_looked_up() {
    let workspace = catalog();
    workspace.edit(
        "templates/catalog.toml",
        "[naming]",
        "keep = [\"counter\"]\n[naming]",
    );
    for script in [
        "counter = 1; window.counter++",
        "counter = 1; setTimeout('counter++')",
    ] {
        let built = build(&workspace, script);
        assert_eq!((built.code, built.err.as_str()), (0, ""), "{script}");
        assert!(built.out.contains("counter=1"), "{}", built.out);
    }
    // A declaration in an event handler is local.
    let built = build(&workspace, "var counter = 1; setTimeout('counter++')");
    assert!(built.out.starts_with("<script>"), "{built:?}");
}

#[test]
fn what_may_be_a_lookup_is_a_warning_with_place_and_advice() {
    let workspace = catalog();
    for (script, place) in [
        (
            "counter = 1; key = prompt();\nalert(counter + window[key])",
            "3:17",
        ),
        (
            "counter = 1; code = prompt();\nalert(counter, Function(code)())",
            "3:25",
        ),
        (
            "counter = 1; all = window;\nalert(counter, all.counter)",
            "3:20",
        ),
        (
            "counter = 1;\nfunction f() { alert(counter, this.counter) }\nf()",
            "3:31",
        ),
    ] {
        let built = build(&workspace, script);
        assert_eq!(built.code, 0, "{script}: {}", built.err);
        let warning = format!("warning: templates/greet.js:{place}: ");
        assert!(built.err.starts_with(&warning), "{script}: {}", built.err);
        assert!(built.err.contains("\nhelp: "), "{script}: {}", built.err);
        // Once for all pages.
        let all = workspace.generate(&["--all"]);
        let count = all.err.matches("warning: templates/").count();
        assert_eq!(count, 1, "{}", all.err);
    }
}

#[test]
fn a_name_that_a_handler_finds_elsewhere_is_not_put_into_one() {
    for (script, place, said, help) in [
        (
            "alert(1);\nclose()",
            "3:1",
            "`close` is a property",
            "write `window.close`",
        ),
        (
            "open('a.html')",
            "2:1",
            "`open` is a property",
            "write `window.open`",
        ),
        (
            "focus()",
            "2:1",
            "`focus` is a property",
            "write `window.focus`",
        ),
        (
            "addEventListener('keydown', e => alert(e))",
            "2:1",
            "`addEventListener` is",
            "`window.addEventListener`",
        ),
        (
            "alert(this == window)",
            "2:7",
            "`this` is the element",
            "write `window`",
        ),
        (
            "onkeydown = event => alert(event.key), alert(event)",
            "2:45",
            "`event` is a property",
            "parameter",
        ),
    ] {
        let script_element = catalog();
        let handler = handlers();
        for workspace in [&script_element, &handler] {
            workspace.edit(
                "templates/catalog.toml",
                "[naming]",
                "keep = [\"onkeydown\"]\n[naming]",
            );
        }
        let built = build(&script_element, script);
        assert_eq!((built.code, built.err.as_str()), (0, ""), "{script}");
        assert!(built.out.starts_with("<script>"), "{script}: {}", built.out);
        let explained = script_element.generate(&["explain", "hello_plain"]).good();
        if script.starts_with("onkeydown") {
            // The first of several reasons.
            assert!(
                explained.contains("`onkeydown` is a property"),
                "{explained}"
            );
            continue;
        }
        assert!(explained.contains(said), "{script}: {explained}");
        refused(&handler, script, place, said, help);
    }
    for script in ["window.close()", "function close() { alert(1) }\nclose()"] {
        let built = build(&catalog(), script).good();
        assert!(built.starts_with("<SVG"), "{built}");
    }
}

#[test]
fn text_that_is_not_ascii_is_escaped_in_the_shortest_way() {
    let built = build(
        &catalog(),
        "alert('\u{e9}\u{265a}\u{1f600}' + `\u{fc}`.replace(/\u{fc}/, '\u{df}'))",
    )
    .good();
    assert!(built.is_ascii(), "{built}");
    for escape in ["\\xe9", "\\u265a", "\\u{1f600}"] {
        assert!(built.contains(escape), "{escape}: {built}");
    }
    let (dialogs, error) = run(&built.replace("<SVG", "<svg"), &[]);
    let text = "\u{e9}\u{265a}\u{1f600}\u{df}".to_owned();
    assert_eq!((dialogs, error), (vec![Dialog::Alert(text)], None));
}

#[test]
fn text_that_no_wrapper_can_hold_is_named_with_its_place_and_what_to_write() {
    for (workspace, script, place, said, help) in [
        (
            handlers(),
            "alert(1);\nalert('a', `say \"'`)",
            "3:17",
            "no wrapper can hold the script: in `svg`, `\"` ends the attribute",
            "write `\\x22` for `\"`",
        ),
        (
            handlers(),
            "alert(1);\nalert('a &lt; b')",
            "3:10",
            "in `svg`, `&lt;` is a character reference",
            "write `\\x26` for `&`",
        ),
        (
            catalog(),
            "alert(String.raw`gr\u{fc}n`)",
            "2:20",
            "in `svg` and `script`, `\u{fc}` is not ASCII",
            "write `\\u00fc`",
        ),
    ] {
        refused(&workspace, script, place, said, help);
    }
}

#[test]
fn the_manifest_says_whether_pages_are_chess_pages() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let manifest = "templates/catalog.toml";
    for (letter, of_chess) in [("L", "S"), ("N", "U")] {
        let old = workspace.read(manifest);
        let new = old
            .replace(&format!("\"{letter}\""), &format!("\"{of_chess}\""))
            .replace("\"LN\"", "\"SU\"")
            .replace("hello_LN", "hello_SU");
        std::fs::write(workspace.path().join(manifest), new).expect("written");
    }
    workspace.edit("templates/greet.js", "if N", "if U");
    workspace.edit("templates/greet.js", "if L", "if S");
    workspace.generate(&["--all"]).good();
    let verified = workspace.generate(&["verify", "--host", "embedded"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    let refused = workspace.generate(&["plans", "hello_S"]);
    assert!(
        refused.err.contains("has the line `reference = \"chess\"`"),
        "{refused:?}"
    );
    workspace.edit(manifest, "entry =", "reference = \"ches\"\nentry =");
    let unknown = workspace.generate(&["sizes"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(
        unknown.err.contains("there is no reference `ches`"),
        "{unknown:?}"
    );
}

#[test]
fn a_page_of_any_catalog_is_compared_with_its_readable_page() {
    let workspace = Workspace::tip();
    let verify = ["verify", "--host", "embedded"];
    let good = workspace.generate(&verify);
    assert_eq!(good.code, 0, "{good:?}");
    assert_eq!(good.err, "");
    assert!(good.out.contains("0 findings"), "{}", good.out);
    // Another rate of the tip, in one page.
    workspace.edit("catalog/tip_plain.html", "1.15", "1.25");
    let mirror = ["--suite", "mirror", "--pages", "catalog"];
    let bad = workspace.generate(&[&verify[..], &mirror].concat());
    assert_eq!(bad.code, 1, "{bad:?}");
    assert!(bad.out.contains("tip_plain fails mirror"), "{}", bad.out);
    assert!(bad.out.contains("1 finding\n"), "{}", bad.out);
    let replay = bad
        .out
        .lines()
        .find_map(|line| line.trim().strip_prefix("gen "))
        .expect("a command");
    let words: Vec<&str> = replay.split(' ').collect();
    let replayed = workspace.generate(&words);
    assert_eq!(replayed.code, 1, "{replay}: {replayed:?}");
    assert!(replayed.out.contains("readable page"), "{replayed:?}");
    assert!(replayed.out.ends_with("they differ\n"), "{replayed:?}");
    let same = workspace.generate(&["replay", "tip_R", "--host", "embedded", "40", "5"]);
    assert_eq!(same.code, 0, "{same:?}");
    assert!(same.out.contains("alert: 42.00"), "{same:?}");
}

#[test]
fn a_difference_that_the_build_only_warns_of_is_a_finding() {
    let workspace = catalog();
    let built = build(
        &workspace,
        "counter = 1; key = 'count';\nglobalThis[key + 'er']++;\nalert(counter)",
    );
    assert!(built.err.contains("warning: "), "{built:?}");
    workspace.generate(&["--all"]).good();
    let found = workspace.generate(&["verify", "hello_plain", "--host", "embedded"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains("hello_plain fails mirror"), "{found:?}");
}

#[test]
fn a_page_that_shows_nothing_or_needs_a_document_is_not_called_compared() {
    let workspace = catalog();
    build(&workspace, "Math.max(1, 2)").good();
    workspace.generate(&["--all"]).good();
    let silent = workspace.generate(&["verify", "hello_plain", "--host", "embedded"]);
    assert!(
        silent
            .err
            .contains("warning: hello_plain shows nothing, so nothing of it was compared"),
        "{silent:?}"
    );
    build(&workspace, "total = 1; document.title = total").good();
    workspace.generate(&["--all"]).good();
    let refused = workspace.generate(&["verify", "hello_plain", "--host", "embedded"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused
            .err
            .contains("the host embedded has no `document`, which the page uses\nhelp: use --host"),
        "{refused:?}"
    );
}

#[test]
fn the_handler_that_the_build_avoids_is_a_finding_in_a_browser() {
    let workspace = catalog();
    let names = ["focus", "open", "close", "blur", "scroll"];
    let same: Vec<String> = names
        .iter()
        .map(|name| format!("{name} == window.{name}"))
        .collect();
    let script = format!("alert([{}, this == window])", same.join(", "));
    let built = build(&workspace, &script).good();
    workspace.generate(&["--all"]).good();
    let verified = workspace.generate(&["verify", "hello_plain", "--quick"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    let script = built
        .trim_end()
        .strip_prefix("<script>")
        .and_then(|rest| rest.strip_suffix("</script>"));
    let handler = format!("<SVG onload=\"{}\">", script.expect("a script element"));
    fs::write(workspace.catalog().join("hello_plain.html"), handler).expect("written");
    let found = workspace.generate(&["verify", "hello_plain", "--quick", "--pages", "catalog"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains("alert\n"), "{}", found.out);
    let all = ["false"; 6].join(",");
    assert!(found.out.contains(&all), "{}", found.out);
}
