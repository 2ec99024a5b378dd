//! `gen minify`: packed scripts, containers and presets.

use std::fs;

use serde_json::Value;

use crate::support::file::{folder, minify, write};

#[test]
fn a_script_is_packed_where_that_is_smaller() {
    let workspace = folder();
    let write = |name: &str, text: &str| write(&workspace, name, text);
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
    let write = |text: &str| write(&workspace, "a.js", text);
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
        run.err.contains("30 outputs of 6 runs, no difference"),
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
