//! `gen minify`: files that have nothing to do with chess.

use std::fs;

use golfchess_sizes::metric::Metric;
use serde_json::Value;

use crate::support::file::{folder, minify, write};

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
        write(&workspace, "deep.js", &script);
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
    assert_eq!(strategies(" --strategy own"), ["own"]);
}

#[test]
fn a_handler_loses_its_quotes_where_no_string_has_spaces_and_the_script_no_angles() {
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
            "<SVG onload=alert(new\u{b}Date)>",
        ),
        ("f.js", "alert('a b')", "<SVG onload=\"alert('a b')\">"),
    ] {
        write(&workspace, file, text);
        assert_eq!(minify(&workspace, file).good(), page);
    }
}

#[test]
fn the_metric_decides() {
    let workspace = folder();
    let chars = minify(&workspace, "sum.js --wrapper none --metric chars").good();
    assert!(chars.contains('\u{2211}'), "{chars}");
    let page = |metric: &str| {
        let words = format!("sum.html --format json --metric {metric}");
        let story: Value = serde_json::from_str(&minify(&workspace, &words).good()).expect("JSON");
        story["page"].as_str().expect("a page").to_owned()
    };
    let metrics = [
        Metric::Bytes,
        Metric::Gzip,
        Metric::Brotli,
        Metric::Zip,
        Metric::Chars,
    ];
    let pages = ["bytes", "gzip", "brotli", "zip", "chars"].map(page);
    for (metric, own) in metrics.into_iter().zip(&pages) {
        for other in &pages {
            assert!(
                metric.measure(own) <= metric.measure(other),
                "{metric:?}: {other}"
            );
        }
    }
}

#[test]
fn the_html_of_a_page_stays_if_an_option_says_so() {
    let workspace = folder();
    minify(&workspace, "sum.html --keep-html --out small.html").good();
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
fn what_cannot_be_minified_is_an_error_with_its_line() {
    let workspace = folder();
    workspace.edit("sum.html", "total += +text", "total += = text");
    let wrong = minify(&workspace, "sum.html --in-place");
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.starts_with("error: sum.html:7: "), "{wrong:?}");
    assert!(workspace.read("sum.html").contains("= = text"));
    write(&workspace, "none.html", "<p>");
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
    write(&workspace, "blank.html", "\n");
    let blank = minify(&workspace, "blank.html");
    assert_eq!(blank.code, 2);
    assert!(
        blank.err.contains("blank.html: the page is empty"),
        "{blank:?}"
    );
    write(
        &workspace,
        "two.html",
        "<p>a</p><script>var a = ;</script><script>alert( 1 )</script>",
    );
    let two = minify(&workspace, "two.html --no-check");
    assert!(
        two.err.contains("note: the script on line 1 stays"),
        "{two:?}"
    );
    assert!(two.good().contains("var a = ;</script><script>alert(1)"));
    write(&workspace, "empty.js", "// nothing\n");
    let empty = minify(&workspace, "empty.js");
    assert_eq!(empty.code, 2);
    assert!(
        empty.err.contains("empty.js: the script is empty"),
        "{empty:?}"
    );
}

#[test]
fn what_another_script_of_a_page_finds_stays() {
    let workspace = folder();
    for (page, note, kept) in [
        (
            "<script id=q>var  a = 1;</script><script>alert( document.getElementById('q').text )</script>",
            "the script on line 1 stays as it is: a script may read its text",
            "<script id=q>var  a = 1;</script>",
        ),
        (
            "<script>function go_left() { alert(1) }\ngo_left()</script>\n\
             <script>window['go_' + prompt()]()</script>",
            "the name `go_left` stays: a text that is put together may have it",
            "go_left",
        ),
    ] {
        write(&workspace, "a.html", page);
        let small = minify(&workspace, "a.html --no-check");
        assert!(small.err.contains(&format!("note: {note}")), "{small:?}");
        let result = small.good();
        assert!(
            result.contains(kept) && result.len() < page.len(),
            "{result}"
        );
    }
}

#[test]
fn a_handler_with_this_stays_in_its_element() {
    let workspace = folder();
    write(&workspace, "a.html", "<body onload=\"alert(this)\">");
    let small = minify(&workspace, "a.html --no-check");
    let note = "note: the event handler on line 1 stays as it is\n";
    assert!(small.err.contains(note), "{small:?}");
    assert_eq!(small.good(), "<body onload=alert(this)>");
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
        write(&workspace, "a.js", script);
        let advised = minify(&workspace, "a.js");
        assert_eq!(advised.code, code, "{script}: {advised:?}");
        assert!(advised.err.contains(advice), "{script}: {advised:?}");
        assert!(!advised.err.contains("manifest"), "{script}: {advised:?}");
    }
}

#[test]
fn a_warning_is_said_once_with_the_number_of_its_places() {
    let workspace = folder();
    let call = "Function(prompt(total))();\n";
    write(&workspace, "a.js", &format!("total=1;\n{}", call.repeat(3)));
    let warned = minify(&workspace, "a.js");
    assert_eq!(warned.err.matches("warning: ").count(), 1, "{warned:?}");
    assert!(warned.err.contains("warning: a.js:2: "), "{warned:?}");
    assert!(
        warned.err.contains(" (and in 2 other places)\n"),
        "{warned:?}"
    );
    assert_eq!(warned.err.matches("help: ").count(), 1, "{warned:?}");
}

#[test]
fn a_page_that_shows_something_else_each_time_is_not_compared() {
    let workspace = folder();
    let script = "longName=crypto.getRandomValues(new Uint32Array(9)).join();alert(longName);\n\
                  function shown(){alert(longName)}\nshown()";
    write(&workspace, "a.js", script);
    let played = minify(&workspace, "a.js");
    let note = "not compared: the file shows something else each time";
    assert!(played.err.contains(note), "{played:?}");
    assert!(!played.err.contains("the result of"), "{played:?}");
    assert!(played.good().len() < script.len());
    let json = minify(&workspace, "a.js --format json").good();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["compared"]["reason"].is_string(), "{json}");
}

#[test]
fn css_and_html_that_the_check_refuses_are_named() {
    let workspace = folder();
    let page = |of: &str| {
        format!(
            "<!doctype html>\n<style>\np {{ color : red }}\n</style>\n<table><tr><td class=''>a<!-- b --></td></tr></table>\n\
             <script>read=atob('b3V0ZXJIVE1M');alert(document.querySelector('{of}')[read])</script>\n"
        )
    };
    for (of, what, key) in [("style", "CSS", "css"), ("table", "HTML", "html")] {
        write(&workspace, "a.html", &page(of));
        let kept = minify(&workspace, "a.html");
        assert_eq!(kept.code, 0, "{kept:?}");
        let note = format!("note: the {what} stays as it is: with the smaller {what}, the page");
        assert_eq!(kept.err.matches("stays as it is").count(), 1, "{kept:?}");
        assert!(kept.err.contains(&note), "{kept:?}");
        let json = minify(&workspace, "a.html --format json").good();
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert!(json["around"][key]["kept"].is_string(), "{json}");
    }
}

/// In the embedded engine, the data would be an error of both pages, and hide the script.
#[test]
fn a_script_beside_data_or_another_script_is_compared_too() {
    let workspace = folder();
    let own_text = "function f(){/* a */}alert(f+'')";
    for other in [
        "<script type=application/json>{\"a\":1}</script>",
        "<script>alert(1)</script>",
        "<script type=module>alert(1)</script>",
    ] {
        write(
            &workspace,
            "a.html",
            &format!("{other}<script>{own_text}</script>"),
        );
        let refused = minify(&workspace, "a.html");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(
            refused.err.contains("shows something else than the file"),
            "{refused:?}"
        );
    }
}
