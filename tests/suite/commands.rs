//! The other commands of `gen`, as a user calls them.

use crate::support::page;
use crate::support::workspace::{Workspace, files, generate};

#[test]
fn one_page_goes_to_stdout_a_file_or_a_folder() {
    let workspace = Workspace::chess();
    let expected = page("index_TMP_D_SU");
    for arguments in [
        &["build", "index_TMP_D_SU"][..],
        &["build", "index_TMP_D_SU.html"],
        &["build", "--flags", "TMPDSU"],
        &["build", "--flags", "USDPMT"],
        &["--templates", "templates", "build", "index_TMP_D_SU"],
    ] {
        assert_eq!(
            workspace.generate(arguments).good(),
            expected,
            "{arguments:?}"
        );
    }
    workspace
        .generate(&["build", "index_L1", "--out", "one.html"])
        .good();
    assert_eq!(workspace.read("one.html"), page("index_L1"));
    workspace
        .generate(&["build", "index_L1", "index_T_S", "--out", "some"])
        .good();
    assert_eq!(workspace.read("some/index_T_S.html"), page("index_T_S"));
    assert_eq!(files(&workspace.path().join("some")).len(), 2);
}

#[test]
fn several_pages_need_a_folder() {
    let workspace = Workspace::tip();
    workspace.write("file", "kept");
    let failed = workspace.generate(&["build", "tip_R", "tip_G", "--out", "file"]);
    assert_eq!(failed.code, 2);
    assert_eq!(workspace.read("file"), "kept");
}

#[test]
fn a_misspelt_variant_gets_the_nearest_names() {
    for (name, near) in [
        ("index_TMP_D_US", "index_TMP_D_SU"),
        ("index_L2", "index_L1"),
        ("index_tmp", "index_TMP, "),
        ("idnex_TM", "index_TM"),
        ("", "index_"),
    ] {
        let failed = generate(&["build", name]);
        assert_eq!(failed.code, 2);
        let expected = format!("there is no variant `{name}`; the nearest names are ");
        assert!(
            failed.err.contains(&expected) && failed.err.contains(near),
            "{}",
            failed.err
        );
    }
}

#[test]
fn an_error_names_the_flags_that_another_flag_needs() {
    for (arguments, expected) in [
        (["build", "index_D_S"], "flag D also needs T and M and P"),
        (["build", "--flags=MD"], "flag D also needs T and P"),
    ] {
        let failed = generate(&arguments);
        assert_eq!(failed.code, 2);
        assert!(failed.err.contains(expected), "{}", failed.err);
    }
}

#[test]
fn the_source_is_readable_and_plays_like_the_page() {
    let workspace = Workspace::chess();
    let source = workspace.generate(&["source", "index_TMP_D_SU"]).good();
    assert!(source.starts_with("<!doctype html>\n"), "{source}");
    for word in ["// THREEFOLD", "generate = ("] {
        assert!(source.contains(word), "{word}");
    }
    assert!(!source.contains("/*%"));
    let plan = crate::support::plan::Plan::random("TMPDSU", &mut fastrand::Rng::with_seed(3), 40);
    assert_eq!(crate::support::host::difference(&source, &plan), None);
}

#[test]
fn explain_has_the_names_of_the_fragments_for_a_rewritten_script() {
    let snake = crate::support::root().join("examples/snake");
    let folders = [snake.join("templates"), snake.join("catalog")];
    let [templates, catalog] = folders.each_ref().map(|path| path.to_str().expect("UTF-8"));
    let folders = ["--templates", templates, "--catalog", catalog];
    let text = generate(&[&folders[..], &["explain", "snake_W"]].concat()).good();
    let (_, names) = text.split_once("\nnames\n").expect("names");
    let script = generate(&[&folders[..], &["source", "snake_W"]].concat()).good();
    let names: Vec<&str> = names
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    assert!(names.len() > 9, "{text}");
    for line in names {
        let name = line.split_whitespace().next().expect("a name");
        assert!(
            script.contains(name),
            "{name} is not in the fragments: {text}"
        );
    }
}

#[test]
fn explain_shows_stages_candidates_and_names() {
    let workspace = Workspace::chess();
    let text = workspace.generate(&["explain", "index_L1"]).good();
    for part in ["\nspellings\n", "\nstages\n", "\ncandidates\n", "\nnames\n"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.ends_with(&format!("\n{}\n", page("index_L1"))),
        "{text}"
    );
    let json = workspace
        .generate(&["explain", "index_L1", "--format", "json"])
        .good();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["page"], page("index_L1"));
    assert_eq!(json["decisions"][0]["choice"], "code");
}

#[test]
fn sizes_come_in_every_format() {
    let workspace = Workspace::chess();
    let table = workspace.generate(&["sizes"]).good();
    assert!(!table.contains('\u{1b}'));
    insta::assert_snapshot!("sizes", table);
    let csv = workspace.generate(&["sizes", "--format", "csv"]).good();
    let header =
        "name,flags,bytes,change,baseline,published,gzip,brotli,sha256,strategy,wrapper,collection";
    assert_eq!(
        (csv.lines().count(), csv.lines().next()),
        (37, Some(header))
    );
    let markdown = workspace
        .generate(&["sizes", "--format", "markdown"])
        .good();
    assert!(markdown.starts_with("| variant "), "{markdown}");
    let json = workspace.generate(&["sizes", "--format", "json"]).good();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let classic = &json["collections"][0];
    assert_eq!(classic["name"], "classic");
    let rows = classic["pages"].as_array().expect("pages");
    assert_eq!(rows.len(), 36);
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        assert_eq!(row["bytes"], page(name).len());
    }
    assert_eq!(rows[0]["published"], 1072);
}

#[test]
fn sizes_show_the_change_against_the_last_commit() {
    let workspace = Workspace::chess();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "before"]);
    workspace.edit("templates/start.js", "0, 0, 0, 0", "0, 0, 0, 0,0");
    // Even after the catalog has been rebuilt.
    workspace.generate(&["--all"]).good();
    let table = workspace.generate(&["sizes"]).good();
    assert_eq!(table.matches(" +2 ").count(), 36, "{table}");
    assert_eq!(table.matches(" +72 ").count(), 1, "{table}");
}

#[test]
fn variants_are_compared_by_their_flags() {
    let workspace = Workspace::chess();
    let text = workspace
        .generate(&["compare", "index_TMP", "index_TMP_D_S"])
        .good();
    assert!(
        text.starts_with("flags added: DS, removed: none\n"),
        "{text}"
    );
    let difference = page("index_TMP_D_S").len() - page("index_TMP").len();
    assert!(text.contains(&format!("+{difference}")), "{text}");
    let same = workspace
        .generate(&["compare", "catalog", "catalog/sizes.json"])
        .good();
    assert_eq!(same, "no page changed\n");
    for (a, b, expected) in [
        ("index_TMP", "index_TPM", "nearest names"),
        ("index_TMP", "catalog", "two of a kind"),
        (
            "none.json",
            "catalog",
            "`none.json` is no variant: cannot find a size record",
        ),
        ("--upload-pack=x", "catalog", ""),
    ] {
        let failed = workspace.generate(&["compare", a, b]);
        assert_eq!(failed.code, 2, "{a} {b}");
        assert!(failed.err.contains(expected), "{}", failed.err);
    }
}

#[test]
fn cost_is_the_difference_of_two_pages() {
    let workspace = Workspace::chess();
    let json = workspace
        .generate(&["cost", "--pairs", "--format", "json"])
        .good();
    let costs: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
    let cost = |flag: &str| {
        costs
            .iter()
            .find(|cost| cost["flag"] == flag)
            .expect("a flag")
    };
    let d = cost("D");
    assert_eq!(d["pairs"].as_array().expect("pairs").len(), 4);
    let one = page("index_TMP_D").len() as i64 - page("index_TMP").len() as i64;
    assert_eq!(d["pairs"][0]["bytes"], one);
    // Published: promotion costs 43 bytes, fullwidth glyphs 52.
    assert_eq!(cost("P")["published"][0]["bytes"], 43);
    assert_eq!(cost("U")["published"][0]["bytes"], 52);
    assert_eq!(cost("S")["pairs"].as_array().expect("pairs").len(), 18);
    let table = workspace.generate(&["cost", "--pairs"]).good();
    assert!(table.contains("index_TMP_D_S "), "{table}");
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        &["--out", "x"][..],
        &["--catalog", "elsewhere"],
        &["check", "--templates", "nowhere"],
    ] {
        let failed = generate(arguments);
        assert_eq!(
            (failed.code, failed.out.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            failed.err
        );
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_keeps_its_pages() {
    let workspace = Workspace::tip();
    workspace.write("file", "kept");
    let failed = workspace.generate(&["--all", "--out", "file"]);
    assert_eq!(failed.code, 2);
    assert!(
        failed.err.contains("cannot write file: not a directory"),
        "{}",
        failed.err
    );
    assert_eq!(workspace.read("file"), "kept");
}

#[test]
fn a_dash_stands_for_standard_output() {
    let workspace = Workspace::tip();
    let page = workspace.read("catalog/tip_R.html");
    let run = workspace.generate(&["build", "tip_R", "--out", "-"]);
    assert_eq!(run.good(), page);
    for arguments in [
        &["build", "tip_R", "--source-map", "--out", "-"][..],
        &["build", "tip_R", "tip_G", "--out", "-"],
    ] {
        let refused = workspace.generate(arguments);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains("--out"), "{refused:?}");
    }
    workspace.write("one.js", "alert(1 + 1)");
    let minified = workspace.generate(&["minify", "one.js", "--out", "-"]);
    assert_eq!(
        minified.good(),
        workspace.generate(&["minify", "one.js"]).good()
    );
    assert!(!workspace.path().join("-").exists());
}

#[test]
fn costs_as_json_list_the_pairs_only_if_they_are_wanted() {
    let workspace = Workspace::tip();
    let costs = |arguments: &[&str]| -> serde_json::Value {
        let run = workspace.generate(&[&["cost", "--format", "json"], arguments].concat());
        serde_json::from_str(&run.good()).expect("JSON")
    };
    let (short, long) = (costs(&[]), costs(&["--pairs"]));
    let pairs = long[0]["pairs"].as_array().expect("pairs");
    assert!(!pairs.is_empty());
    assert_eq!(short[0]["pairs"], pairs.len());
    assert_eq!(short[0]["median"], long[0]["median"]);
}

#[test]
fn sizes_refuse_a_misspelt_baseline() {
    let workspace = Workspace::tip();
    let refused = workspace.generate(&["sizes", "--baseline", "typo"]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    let message = "cannot find a size record for `typo`";
    assert!(refused.err.contains(message), "{}", refused.err);
    // Without git, nothing is compared.
    let sizes = workspace.generate(&["sizes"]);
    assert_eq!(sizes.err, "");
    sizes.good();
}

#[test]
fn the_example_of_the_help_shows_a_page() {
    let help = generate(&["--help"]).good();
    let (_, lines) = help.split_once("gen sizes --quiet | head -").expect(&help);
    let lines = lines.split_whitespace().next().expect("a number");
    let shown = generate(&["sizes", "--quiet"]).good();
    let mut shown = shown.lines().take(lines.parse().expect("a number"));
    assert!(shown.any(|line| line.contains(" index_L1 ")));
}
