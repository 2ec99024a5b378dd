//! `gen minify` and `gen init`: files and catalogs that have nothing to do with chess.

use std::fs;

use crate::support::root;
use crate::support::workspace::{Run, Workspace};
use serde_json::Value;

/// A folder with a script, and pages with it.
fn folder() -> Workspace {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let script = "total = 0;\nfor (;;) {\n  text = prompt('How many? ' + total);\n  if (text == null) break;\n  total += +text;\n}\nalert('\u{2211} ' + total);\n";
    let write = |name: &str, text: &str| {
        fs::write(workspace.path().join(name), text).expect("written");
    };
    write("sum.js", script);
    write(
        "sum.html",
        &format!("<!doctype html>\n<title>Sum</title>\n<script>{script}</script>\n"),
    );
    workspace
}

fn minify(workspace: &Workspace, words: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    workspace.generate(&[&["minify"][..], &words].concat())
}

#[test]
fn a_script_becomes_the_smallest_page_or_script() {
    let workspace = folder();
    let page = minify(&workspace, "sum.js");
    let script = "for(l=0;o=prompt(`How many? `+l),o!=null;)l+=+o;alert(`\\u2211 `+l)";
    let bytes = format!("sum.js: {} bytes instead of", page.out.len());
    assert!(page.err.contains(&bytes), "{page:?}");
    assert!(
        page.err.starts_with("compared with the file in embedded: "),
        "{page:?}"
    );
    let unchecked = minify(&workspace, "sum.js --no-check");
    assert!(unchecked.err.starts_with(&bytes), "{unchecked:?}");
    assert_eq!(page.good(), format!("<SVG onload=\"{script}\">"));
    let element = minify(&workspace, "sum.js --wrapper script").good();
    assert!(element.starts_with("<script>for(") && element.ends_with("</script>"));
    let kept = minify(&workspace, "sum.js --wrapper none --keep total").good();
    assert!(kept.starts_with("for(total=0;"), "{kept}");
}

#[test]
fn a_script_is_packed_where_that_is_smaller() {
    let workspace = folder();
    let write = |name: &str, text: &str| {
        fs::write(workspace.path().join(name), text).expect("written");
    };
    let line =
        "for(at=0;at<9;at++)for(to=0;to<9;to++)console.log(`move ${at} to ${to}`,at*to<9);\n";
    write("a.js", &line.repeat(9));
    let plain = minify(&workspace, "a.js --no-check").good();
    for words in [
        "--pack",
        "--pack-ascii",
        "--pack --wrapper none",
        "--pack --wrapper script",
    ] {
        let packed = minify(&workspace, &format!("a.js --effort 3000 {words}"));
        assert!(
            packed.err.starts_with("compared with the file"),
            "{packed:?}"
        );
        let page = packed.good();
        assert!(
            page.len() < plain.len() && page.contains("eval("),
            "{words}: {page}"
        );
        let is_printable = |c: char| (' '..='~').contains(&c);
        assert!(
            words != "--pack-ascii" || page.chars().all(is_printable),
            "{page:?}"
        );
    }
    let json = minify(&workspace, "a.js --effort 3000 --pack --format json").good();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let report = &json["scripts"][0]["packed"];
    assert!(
        report["script"]
            .as_str()
            .expect("a script")
            .contains("console.log")
    );
    assert!(report["dictionary"][0]["uses"].as_u64().expect("a number") > 0);
    // The same seed gives the same result, another one rarely.
    let seeded = |seed: u64| {
        minify(
            &workspace,
            &format!("a.js --pack --effort 3000 --seed {seed}"),
        )
        .good()
    };
    assert_eq!(seeded(7), seeded(7));

    let small = minify(&workspace, "sum.js --pack --effort 3000");
    assert!(small.err.contains("note: not packed: "), "{small:?}");
    assert_eq!(small.out, minify(&workspace, "sum.js").out);
    write(
        "b.js",
        &format!("let shared=1;{}console.log(shared)", line.repeat(9)),
    );
    let kept = minify(
        &workspace,
        "b.js --pack --effort 3000 --wrapper none --keep shared",
    );
    assert!(
        kept.err.contains("`shared` is declared locally in `eval`"),
        "{kept:?}"
    );
    assert!(!kept.out.contains("eval("), "{kept:?}");
}

/// The compressor of oxc and the rewriting take functions of the text of a script for functions without one.
#[test]
fn a_result_that_shows_something_else_is_not_printed() {
    let workspace = folder();
    let file = workspace.path().join("a.js");
    let named = "class Sample{static says(){return this.name}}console.log(Sample.says())";
    fs::write(&file, named).expect("written");
    let unchecked = minify(&workspace, "a.js --wrapper none --no-check").good();
    assert!(!unchecked.contains("Sample"), "{unchecked}");
    let checked = minify(&workspace, "a.js --wrapper none");
    assert!(checked.out.contains("class Sample{"), "{checked:?}");
    let note = "note: the result of rewrite in none shows something else than the file";
    assert!(checked.err.contains(note), "{checked:?}");
    let json = minify(&workspace, "a.js --wrapper none --format json").good();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["compared"]["host"], "embedded", "{json}");
    assert!(json["compared"]["outputs"].as_u64() > Some(0), "{json}");

    let own_text = "function f(){/* a */}console.log(f.toString())";
    fs::write(&file, own_text).expect("written");
    let refused = minify(&workspace, "a.js");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("shows something else"), "{refused:?}");

    fs::write(&file, "function f(){return 1}").expect("written");
    let library = minify(&workspace, "a.js --wrapper none");
    assert!(
        library.err.contains("nothing is left of the script"),
        "{library:?}"
    );
    assert!(library.err.contains("--keep"), "{library:?}");
}

#[test]
fn a_script_that_is_nested_too_deeply_is_an_error() {
    let workspace = folder();
    for (open, close) in [("(", ")"), ("!", ""), ("if(1)", ""), ("a=>", "")] {
        let script = format!("a={}1{}", open.repeat(200_000), close.repeat(200_000));
        fs::write(workspace.path().join("deep.js"), script).expect("written");
        let failed = minify(&workspace, "deep.js");
        assert_eq!(failed.code, 2, "{open}: {}", failed.err);
        let said = "deep.js:1: the script is nested more than 100000 levels deep";
        assert!(failed.err.contains(said), "{open}: {}", failed.err);
    }
}

#[test]
fn strategies_are_those_that_are_asked_for() {
    let workspace = folder();
    let strategies = |words: &str| -> Vec<String> {
        let made = minify(
            &workspace,
            &format!("sum.js --wrapper none --format json{words}"),
        );
        let made: Value = serde_json::from_str(&made.good()).expect("JSON");
        let candidates = made["scripts"][0]["candidates"]
            .as_array()
            .expect("candidates")
            .iter();
        candidates
            .map(|one| one["strategy"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(strategies(""), ["own", "oxc-minify"]);
    assert_eq!(strategies(" --strategy minify-js"), ["own", "minify-js"]);
}

#[test]
fn a_handler_loses_its_quotes_where_the_script_has_no_spaces_and_angles() {
    let workspace = folder();
    for (file, text, page) in [
        ("a.js", "alert( 1 )", "<SVG onload=alert(1)>"),
        (
            "b.js",
            "for(n=9;n-->5;)alert(n)",
            "<SVG onload=\"for(r=9;r-->5;)alert(r)\">",
        ),
        (
            "c.html",
            "<body onload='alert( 1 )'>",
            "<body onload=alert(1)>",
        ),
        ("d.html", "<svg onload=alert(1.0)>", "<svg onload=alert(1)>"),
        (
            "e.js",
            "alert(new Date)",
            "<SVG onload=\"alert(new Date)\">",
        ),
    ] {
        fs::write(workspace.path().join(file), text).expect("written");
        assert_eq!(minify(&workspace, file).good(), page);
    }
}

#[test]
fn the_metric_decides() {
    let workspace = folder();
    let chars = minify(&workspace, "sum.js --wrapper none --metric chars").good();
    assert!(chars.contains('\u{2211}'), "{chars}");
    let size = |metric: &str, of: &str| -> u64 {
        let words = format!("sum.html --format json --metric {of}");
        let story: Value = serde_json::from_str(&minify(&workspace, &words).good()).expect("JSON");
        let page = workspace.path().join("page.html");
        fs::write(&page, story["page"].as_str().expect("a page")).expect("written");
        let measured = minify(
            &workspace,
            &format!("page.html --format json --metric {metric}"),
        );
        let measured: Value = serde_json::from_str(&measured.good()).expect("JSON");
        measured["before"].as_u64().expect("a size")
    };
    for metric in ["bytes", "chars", "gzip", "brotli", "zip"] {
        for other in ["bytes", "gzip", "brotli", "zip"] {
            assert!(
                size(metric, metric) <= size(metric, other),
                "{metric}, {other}"
            );
        }
    }
}

#[test]
fn a_container_has_the_size_of_the_metric() {
    let workspace = folder();
    let story = minify(&workspace, "sum.js --zip a.zip --format json").good();
    let story: Value = serde_json::from_str(&story).expect("JSON");
    let container = || fs::read(workspace.path().join("a.zip")).expect("a container");
    let bytes = container();
    assert_eq!(story["metric"], "zip");
    assert_eq!(story["after"], bytes.len());
    assert_eq!(story["container"], bytes.len());
    // The name is in the local header and in the directory.
    let named = |name: &[u8]| {
        bytes
            .windows(name.len())
            .filter(|part| *part == name)
            .count()
    };
    assert_eq!(named(b"index.html"), 2);

    let run = minify(&workspace, "sum.js --zip a.zip");
    assert!(run.out.is_empty(), "{}", run.out);
    assert_eq!(container(), bytes);
    minify(
        &workspace,
        "sum.js --zip a.zip --add sum.html --out page.html",
    )
    .good();
    assert!(container().len() > bytes.len());
    assert_eq!(
        workspace.read("page.html"),
        story["page"].as_str().expect("a page")
    );

    for (words, reason) in [
        ("--zip a.zip --wrapper none", "--zip holds a page"),
        (
            "--zip a.zip --add sum.js --add sum.js",
            "two entries have the name `sum.js`",
        ),
        ("--zip a.zip --add none.js", "cannot read none.js"),
        ("--add sum.js", "--zip"),
    ] {
        let refused = minify(&workspace, &format!("sum.js {words}"));
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
}

#[test]
fn a_script_for_dwitter_keeps_its_names_and_is_drawn() {
    let workspace = folder();
    let write = |text: &str| fs::write(workspace.path().join("a.js"), text).expect("written");
    write(
        "c.width |= 0;\nfor (column = 99; column--;) {\n  x.fillStyle = R(column, S(t) * 99);\n  x.fillRect(column * 20, 99, 9, 9 + '\u{2b1b}'.length);\n}",
    );
    let run = minify(&workspace, "a.js --preset dwitter");
    let names = ["c.width|=0", "S(t)", "x.fillStyle=R("];
    assert!(
        names.iter().all(|name| run.out.contains(name)),
        "{}",
        run.out
    );
    assert!(
        run.err.contains("30 outputs of 6 games, no difference"),
        "{}",
        run.err
    );
    let count = run.out.chars().count();
    let line = format!("dwitter: {count} of 140 characters, {} left", 140 - count);
    assert!(run.err.contains(&line), "{}", run.err);

    // What it draws is part of what it shows.
    write("x.fillText(function(){ return alert }, t, 9)");
    let run = minify(&workspace, "a.js --preset dwitter");
    assert!(
        run.err.contains("shows something else than the file"),
        "{}",
        run.err
    );
    write(&"x.fillRect(t,9,9,9);x.fillRect(S(t),9,9,9);".repeat(6));
    let run = minify(&workspace, "a.js --preset dwitter");
    assert!(run.err.contains(" too many"), "{}", run.err);
    assert_eq!(
        minify(&workspace, "a.js --preset dwitter --metric bytes").code,
        2
    );
}

#[test]
fn the_html_of_a_page_stays() {
    let workspace = folder();
    minify(&workspace, "sum.html --out small.html").good();
    let small = workspace.read("small.html");
    assert!(small.starts_with("<!doctype html>\n<title>Sum</title>\n<script>for("));
    assert!(small.ends_with("</script>\n"));
    assert!(small.contains("\\u2211"));
}

#[test]
fn names_outside_of_ascii_become_shorter_names() {
    let workspace = folder();
    let write = |text: &str| fs::write(workspace.path().join("names.js"), text);
    write("var \u{e9} = prompt();\nalert(\u{e9} + \u{e9})\n").expect("written");
    let small = minify(&workspace, "names.js").good();
    assert!(small.is_ascii() && small.len() < 50, "{small}");
    write("alert({\u{e9}: 1}.\u{e9})").expect("written");
    let small = minify(&workspace, "names.js").good();
    assert!(small.is_ascii(), "{small}");
}

#[test]
fn a_page_with_the_syntax_of_a_template_starts_no_catalog() {
    let workspace = folder();
    for (page, said) in [
        ("<script>\nalert('src/*# and #*/')</script>", "src/*# and"),
        ("<script>\n//% of all\nalert(1)</script>", "//% of all"),
        ("<p>{name}<script>alert(1)</script>", "the text {name}"),
    ] {
        fs::write(workspace.path().join("page.html"), page).expect("written");
        let refused = workspace.generate(&["init", "new", "--from", "page.html"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(said), "{refused:?}");
        assert!(!workspace.path().join("new").exists());
    }
}

#[test]
fn what_cannot_be_minified_is_an_error_with_its_line() {
    let workspace = folder();
    workspace.edit("sum.html", "total += +text", "total += = text");
    let wrong = minify(&workspace, "sum.html --out sum.html");
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.starts_with("error: sum.html:7: "), "{wrong:?}");
    assert!(workspace.read("sum.html").contains("= = text"));
    fs::write(workspace.path().join("none.html"), "<p>").expect("written");
    let none = minify(&workspace, "none.html");
    assert!(
        none.err.contains("note: none.html has no script"),
        "{none:?}"
    );
    assert_eq!(none.good(), "<p>");
    let none = minify(&workspace, "none.html --wrapper svg");
    assert_eq!(none.code, 2);
    assert!(
        none.err
            .contains("none.html: the page has no inline classic script")
    );
    assert!(none.err.contains("help: "), "{none:?}");
    fs::write(workspace.path().join("empty.js"), "// nothing\n").expect("written");
    let empty = minify(&workspace, "empty.js");
    assert_eq!(empty.code, 2);
    assert!(
        empty.err.contains("empty.js: the script is empty"),
        "{empty:?}"
    );
}

#[test]
fn advice_about_one_file_means_no_manifest() {
    let workspace = folder();
    for (script, code, advice) in [
        ("alert(totla)", 0, "the name `totla` stays"),
        (
            "total=1;alert(window['total'])",
            0,
            "the name `total` stays",
        ),
        (
            "total=1;Function('alert(total)')()",
            0,
            "the name `total` stays",
        ),
        // A warning.
        (
            "total=1;Function(prompt(total))()",
            0,
            "list the names that it uses with --keep",
        ),
    ] {
        fs::write(workspace.path().join("a.js"), script).expect("written");
        let advised = minify(&workspace, "a.js");
        assert_eq!(advised.code, code, "{script}: {advised:?}");
        assert!(advised.err.contains(advice), "{script}: {advised:?}");
        assert!(!advised.err.contains("manifest"), "{script}: {advised:?}");
    }
}

/// Runs `gen` in a folder of a workspace.
fn in_folder(workspace: &Workspace, folder: &str, words: &[&str]) -> Run {
    let mut command = workspace.command(words);
    command.current_dir(workspace.path().join(folder));
    Run::of(command.output().expect("gen runs"))
}

#[test]
fn a_new_catalog_builds_verifies_and_gates() {
    let workspace = folder();
    let listing = workspace.generate(&["init", "greeting"]).good();
    assert!(listing.starts_with("greeting/.gitattributes\ngreeting/.gitignore\n"));
    let inside = |words: &[&str]| in_folder(&workspace, "greeting", words);
    // The state of a search is nothing to commit.
    workspace.git(&["init", "--quiet"]);
    let golfed = [
        "golf",
        "greeting_NL",
        "--candidates",
        "1",
        "--host",
        "embedded",
    ];
    inside(&golfed).good();
    assert!(workspace.path().join("greeting/target/golf").is_dir());
    let mut status = workspace.system("git", &["status", "--porcelain", "--untracked-files=all"]);
    let status = Run::of(status.output().expect("git runs")).good();
    assert!(status.contains("greeting/templates/page.js"), "{status}");
    assert!(!status.contains("target"), "{status}");
    assert!(inside(&["--all"]).good().contains(" greeting_NL "));
    inside(&["check"]).good();
    let verified = inside(&["verify", "--host", "embedded"]);
    assert!(verified.out.contains("0 findings"), "{verified:?}");
    assert_eq!(verified.code, 0);
    workspace.edit("greeting/templates/page.js", "'Hello'", "'Welcome'");
    assert_eq!(inside(&["check"]).code, 1);
    let again = workspace.generate(&["init", "greeting"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains(".gitattributes exists"), "{again:?}");
    let name = workspace.generate(&["init", "a b"]);
    assert_eq!(name.code, 2);
    assert!(name.err.contains("a b cannot be the name of pages"));
}

/// A workflow with a placeholder would fail in each push.
#[test]
fn a_workflow_is_written_for_an_action_that_is_named() {
    let workspace = folder();
    let file = "/.github/workflows/pages.yml";
    let plain = workspace.generate(&["init", "plain"]).good();
    assert!(!plain.contains(file), "{plain}");
    for (name, from) in [("greeting", &[][..]), ("sum", &["--from", "sum.html"])] {
        let action = ["--action", "someone/golfchess@v1"];
        let words = [&["init", name][..], from, &action].concat();
        let listing = workspace.generate(&words).good();
        let path = format!("{name}{file}");
        assert!(listing.contains(&path), "{listing}");
        let workflow = workspace.read(&path);
        assert!(
            workflow.contains("uses: someone/golfchess@v1\n"),
            "{workflow}"
        );
        // Only expressions of GitHub are left in braces.
        let braces = workflow.matches("{{").count();
        assert_eq!(braces, workflow.matches("${{").count(), "{workflow}");
        assert!(!workflow.contains("OWNER"), "{workflow}");
    }
    for action in [
        "golfchess@v1",
        "owner/golfchess",
        "a b/c@v1",
        "a/b@v1\nrun: x",
    ] {
        let refused = workspace.generate(&["init", "other", "--action", action]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains("owner/golfchess@v1"), "{refused:?}");
        assert!(!workspace.path().join("other").exists());
    }
}

#[test]
fn a_catalog_starts_from_a_page() {
    let workspace = folder();
    workspace
        .generate(&["init", "sum", "--from", "sum.html"])
        .good();
    let inside = |words: &[&str]| in_folder(&workspace, "sum", words);
    inside(&["--all"]).good();
    let page = workspace.read("sum/catalog/sum_plain.html");
    assert!(page.starts_with("<!doctype html>\n<title>Sum</title>\n<script>"));
    assert_eq!(page, minify(&workspace, "sum.html").good());
    inside(&["verify", "--host", "embedded"]).good();
}

#[test]
fn a_catalog_from_a_page_keeps_the_names_of_its_elements() {
    let workspace = folder();
    let page = "<!doctype html>\n<p id=out>0</p><button id='more'>More</button>\n<script>\n\
                count = 0;\nmore.onclick = () => { count++; out.textContent = count; };\n\
                onkeydown = event => { document.title = event.key + count; };\n</script>\n";
    fs::write(workspace.path().join("count.html"), page).expect("written");
    workspace
        .generate(&["init", "count", "--from", "count.html"])
        .good();
    let manifest = workspace.read("count/templates/catalog.toml");
    let keep = "\nkeep = [\"more\", \"onkeydown\", \"out\"]\n";
    assert!(manifest.contains(keep), "{manifest}");
    let inside = |words: &[&str]| in_folder(&workspace, "count", words);
    inside(&["--all"]).good();
    let page = workspace.read("count/catalog/count_plain.html");
    assert!(page.contains("more.onclick"), "{page}");
    let verified = inside(&["verify"]);
    assert!(verified.out.contains("0 findings"), "{verified:?}");
}
