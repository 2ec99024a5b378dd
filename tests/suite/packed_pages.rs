//! A catalog with packed pages: the build, the stored solutions and the commands.

use serde_json::Value;

use crate::support::workspace::{Workspace, files};

/// The example of small pages with a flag that packs, and pages that are long enough.
fn packed() -> Workspace {
    let workspace = Workspace::tip();
    let manifest = "templates/catalog.toml";
    workspace.edit(
        manifest,
        "parts = [\"R\", \"GU\"]",
        "parts = [\"R\", \"GU\", \"Z\"]",
    );
    workspace.edit(
        manifest,
        "# The largest allowed sizes in bytes.",
        "[[flag]]
letter = \"Z\"
group = \"size\"
title = \"packed\"
text = \"the page unpacks itself\"
pack = true

[pack]
effort = 3000

# The largest allowed sizes in bytes.",
    );
    workspace.edit(manifest, "tip_plain = 53\ntip_R_GU = 100", "");
    let line = "for (at = 0; at < 9; at++) for (to = 0; to < 9; to++) console.log('from ' + at, at * to, at < to);\n";
    let page = workspace.read("templates/page.js");
    workspace.write("templates/page.js", &(line.repeat(8) + &page));
    workspace
}

fn bytes(workspace: &Workspace, page: &str) -> usize {
    workspace.read(&format!("catalog/{page}.html")).len()
}

#[test]
fn a_flag_that_packs_makes_the_same_page_smaller() {
    let workspace = packed();
    workspace.generate(&["record"]).good();
    for page in ["tip_R", "tip_G", "tip_R_GU"] {
        assert!(
            bytes(&workspace, &format!("{page}_Z")) < bytes(&workspace, page),
            "{page}"
        );
    }
    let solutions: Value =
        serde_json::from_str(&workspace.read("catalog/packed.json")).expect("JSON");
    assert_eq!(solutions.as_object().expect("solutions").len(), 6);
    workspace.generate(&["check"]).good();
    let verified = workspace.generate(&[
        "verify",
        "tip_Z",
        "tip_R_GU_Z",
        "--suite",
        "mirror",
        "--host",
        "embedded",
    ]);
    assert!(verified.good().contains("tip_R_GU_Z"));
    // A page that does something else is a finding.
    let page = workspace.read("catalog/tip_Z.html");
    let wrong = page.replacen("console", "console.log(1);console", 1);
    assert_ne!(page, wrong);
    workspace.write("catalog/tip_Z.html", &wrong);
    let found = workspace.generate(&["verify", "tip_Z", "--suite", "mirror", "--host", "embedded"]);
    assert_eq!(found.code, 1, "{found:?}");
    let found = workspace.generate(&["check"]);
    assert!(found.out.contains("tip_Z.html is out of date"), "{found:?}");
}

#[test]
fn solutions_are_applied_without_a_search_until_the_script_changes() {
    let workspace = packed();
    workspace.generate(&["record"]).good();
    let solutions = workspace.read("catalog/packed.json");
    let page = workspace.read("catalog/tip_R_Z.html");
    // With one step, a search would find nothing.
    workspace.edit("templates/catalog.toml", "effort = 3000", "effort = 1");
    workspace.generate(&["--all"]).good();
    assert_eq!(workspace.read("catalog/tip_R_Z.html"), page);
    assert_eq!(workspace.read("catalog/packed.json"), solutions);
    let script = workspace.read("templates/page.js");
    workspace.write("templates/page.js", &script.replace("'from '", "'to '"));
    let fitted = workspace.generate(&["--all"]);
    assert!(
        fitted.err.contains("6 packed pages wait for a search"),
        "{fitted:?}"
    );
    let other = workspace.read("catalog/tip_R_Z.html");
    assert!(other.contains("to ") && workspace.read("catalog/packed.json") != solutions);
    assert!(other.len() < page.len() + 9, "{other}");
    workspace.generate(&["check"]).good();

    // A search is not repeated, neither by the build nor by itself.
    let found = workspace.generate(&["pack", "tip_R_Z", "--effort", "30000"]);
    assert_eq!(found.code, 0, "{found:?}");
    let searched = workspace.read("catalog/packed.json");
    let again = workspace.generate(&["pack", "tip_R_Z", "--effort", "3000"]);
    assert!(again.err.contains("tip_R_Z: searched before"), "{again:?}");
    let other_seed = ["pack", "tip_R_Z", "--effort", "30000", "--seed", "9"];
    let other_seed = workspace.generate(&other_seed);
    assert!(!other_seed.err.contains("before"), "{other_seed:?}");
    workspace.write("catalog/packed.json", &searched);
    let rest = workspace.generate(&["--all"]);
    assert!(
        rest.err.contains("5 packed pages wait for a search"),
        "{rest:?}"
    );
    assert_eq!(workspace.read("catalog/packed.json"), searched);
    assert!(bytes(&workspace, "tip_R_Z") <= other.len());

    workspace.write("catalog/packed.json", "<<<<<<< ours\n");
    let searched = workspace.generate(&["--all"]);
    assert!(searched.err.contains("packed.json"), "{searched:?}");
    assert!(
        searched.err.contains("packed pages are searched for"),
        "{searched:?}"
    );
    assert!(bytes(&workspace, "tip_R_Z") > page.len());
}

/// A search is minutes of work, so nothing that it found may get lost by an edit.
#[test]
fn a_script_that_comes_back_gets_its_solution_back() {
    let workspace = packed();
    workspace.generate(&["record"]).good();
    let before = files(&workspace.catalog());
    let script = workspace.read("templates/page.js");
    let edit = |word: &str| {
        let edited = script.replace("'from '", &format!("'{word} '"));
        workspace.write("templates/page.js", &edited);
        workspace.generate(&["--all"]).good();
    };
    // Without a commit, smaller pages lower the accepted sizes for good: these words are longer.
    for word in ["form it", "from up", "from at"] {
        edit(word);
    }
    edit("from");
    assert_eq!(files(&workspace.catalog()), before);

    // Solutions that a search has found stay, the newest four.
    let searched = |word: &str| {
        edit(word);
        let search = ["pack", "tip_Z", "--effort", "300"];
        workspace.generate(&search);
        workspace.generate(&["--all"]).good();
        workspace.read("catalog/tip_Z.html")
    };
    let words = ["to it", "to be", "to do", "to us", "to me"];
    let pages = words.map(searched);
    let solutions: Value =
        serde_json::from_str(&workspace.read("catalog/packed.json")).expect("JSON");
    assert_eq!(solutions["tip_Z"].as_array().expect("a list").len(), 5);
    for (word, page) in words.iter().zip(&pages) {
        edit(word);
        assert_eq!(workspace.read("catalog/tip_Z.html"), *page, "{word}");
    }
    edit("from");
    assert_ne!(files(&workspace.catalog()), before, "the oldest one went");
}

/// A page whose solution is only fitted passes the gate within the tolerance; one that was searched does not.
#[test]
fn the_gate_waits_for_a_search() {
    let workspace = packed();
    workspace.generate(&["record"]).good();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "first"]);
    let manifest = workspace.read("templates/catalog.toml");
    let tolerance = |share: &str| {
        let manifest = manifest.replace("[pack]", &format!("[pack]\ntolerance = \"{share}\""));
        workspace.write("templates/catalog.toml", &manifest);
    };
    let accepted = bytes(&workspace, "tip_R_Z");
    // Shorter, and with little that repeats.
    let script = workspace.read("templates/page.js");
    let line = script.lines().next().expect("a line");
    let edited = script.replacen(line, "console.log(7 * Math.PI, at => isNaN(at));", 2);
    workspace.write("templates/page.js", &edited);
    tolerance("90 %");
    workspace.generate(&["--all"]).good();
    assert!(bytes(&workspace, "tip_R_Z") > accepted);
    let check = workspace.generate(&["check"]);
    assert!(check.err.contains("search again: gen pack"), "{check:?}");
    let note = "note: tip_R_Z grew by ";
    assert!(check.err.contains(note), "{check:?}");
    assert!(
        check
            .err
            .contains("of a packed page that waits for a search"),
        "{check:?}"
    );
    assert!(
        !check.out.contains("tip_R_Z"),
        "a note is no finding: {check:?}"
    );
    tolerance("0 %");
    let strict = workspace.generate(&["check"]);
    assert_eq!(strict.code, 1, "{strict:?}");
    assert!(strict.out.contains("tip_R_Z grew by "), "{strict:?}");
    // After a search the size counts.
    tolerance("90 %");
    workspace.generate(&["pack", "tip_R_Z", "--effort", "300"]);
    workspace.generate(&["--all"]).good();
    let searched = workspace.generate(&["check"]);
    assert!(searched.out.contains("tip_R_Z grew by "), "{searched:?}");
    let recorded = workspace.generate(&["record"]);
    assert!(recorded.err.contains("note: tip_R_Z has "), "{recorded:?}");
    assert!(
        recorded.err.contains("more than in the last commit"),
        "{recorded:?}"
    );
}

/// The golfer's case: a byte saved in a fragment that many pages share.
#[test]
fn a_saving_passes_the_gate_and_leaves_nothing_behind_when_it_is_taken_back() {
    let workspace = Workspace::committed();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "first"]);
    let clean = || {
        let status = workspace.system("git", &["status", "--porcelain"]).output();
        String::from_utf8(status.expect("git runs").stdout).expect("UTF-8")
    };
    workspace.edit("templates/two_runs.js", "quiet < 201", "quiet < 99");
    workspace.generate(&["--all"]).good();
    let record = workspace.read("catalog/sizes.json");
    let check = workspace.generate(&["check"]);
    assert_eq!(check.code, 0, "{check:?}");
    assert!(clean().lines().count() > 17, "17 pages are smaller");
    workspace.edit("templates/two_runs.js", "quiet < 99", "quiet < 201");
    workspace.generate(&["--all"]).good();
    assert_ne!(workspace.read("catalog/sizes.json"), record);
    assert_eq!(clean(), "");
    workspace.generate(&["check"]).good();
}

#[test]
fn commands_know_packed_pages() {
    let workspace = packed();
    let explained = workspace.generate(&["explain", "tip_R_GU_Z"]).good();
    for text in [
        "\npacked",
        "characters saved",
        "\nunpacked\n",
        "console.log",
    ] {
        assert!(explained.contains(text), "{text}: {explained}");
    }
    assert!(
        !workspace
            .generate(&["explain", "tip_R_GU"])
            .good()
            .contains("unpacked")
    );
    workspace
        .generate(&["build", "tip_Z", "--source-map", "--out", "page.html"])
        .good();
    let page = workspace.read("page.html");
    assert!(
        page.contains("page.html.map") && !page.contains("eval("),
        "{page}"
    );
    assert!(workspace.read("page.html.map").contains("page.js"));
    let source = workspace.generate(&["source", "tip_Z"]).good();
    assert!(source.contains("<title>tip_Z</title>") && !source.contains("eval("));
    let other = workspace.generate(&["pack", "tip_R"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("tip_R is not packed"), "{other:?}");
    let even = workspace.generate(&["golf", "tip_Z", "--even", "--host", "embedded"]);
    assert_eq!(even.code, 2, "{even:?}");
    assert!(
        even.err.contains("--even is not for packed pages"),
        "{even:?}"
    );
}

#[test]
fn fragments_and_flags_do_not_know_a_flag_that_packs() {
    let workspace = packed();
    let page = workspace.read("templates/page.js");
    workspace.write(
        "templates/page.js",
        &format!("{page}//% if Z\nalert(1)\n//% endif\n"),
    );
    let error = workspace.generate(&["build", "tip_Z"]);
    assert_eq!(error.code, 2);
    assert!(
        error
            .err
            .contains("`Z` is not a flag; the manifest declares RGU"),
        "{error:?}"
    );
    workspace.write("templates/page.js", &page);
    workspace.edit(
        "templates/catalog.toml",
        "requires = [\"G\"]",
        "requires = [\"G\", \"Z\"]",
    );
    let error = workspace.generate(&["build", "tip_Z"]);
    assert!(
        error.err.contains("flag U requires Z, which packs"),
        "{error:?}"
    );
    workspace.edit("templates/catalog.toml", "[\"G\", \"Z\"]", "[\"G\"]");
    workspace.edit("templates/catalog.toml", "effort = 3000", "effort = 0");
    let error = workspace.generate(&["build", "tip_Z"]);
    assert!(
        error.err.contains("pack.effort must be from 1"),
        "{error:?}"
    );
}

#[test]
fn a_page_that_cannot_be_packed_is_an_error() {
    let workspace = packed();
    let script = "let shared = prompt('?');\nalert(shared);\n";
    workspace.write("templates/page.js", script);
    workspace.edit(
        "templates/catalog.toml",
        "entry = ",
        "keep = [\"shared\"]\nentry = ",
    );
    workspace.generate(&["build", "tip_R"]).good();
    let error = workspace.generate(&["build", "tip_R_Z"]);
    assert_eq!(error.code, 2);
    let reason = "tip_R_Z cannot be packed: `shared` is declared locally in `eval`";
    assert!(error.err.contains(reason), "{error:?}");
}

#[test]
fn a_longer_spelling_that_packs_smaller_is_found() {
    let workspace = packed();
    let manifest = workspace.read("templates/catalog.toml");
    let choice = "
[[choice]]
name = \"last\"
text = \"the last word\"

[[choice.spelling]]
name = \"other\"
text = \"shorter\"
value = \"'a'+at\"

[[choice.spelling]]
name = \"same\"
text = \"as in the lines before\"
value = \"'from ' + at\"
";
    workspace.write("templates/catalog.toml", &(manifest + choice));
    let page = workspace.read("templates/page.js");
    let line = page.lines().next().expect("a line");
    let last = line.replace("'from ' + at", "/*= last =*/");
    assert_ne!(last, line);
    workspace.write("templates/page.js", &format!("{last}\n{page}"));
    workspace.generate(&["record"]).good();
    let before = bytes(&workspace, "tip_Z");
    let chosen = |page: &str| {
        let json = workspace.generate(&["explain", page, "--format", "json"]);
        let json: Value = serde_json::from_str(&json.good()).expect("JSON");
        json["decisions"][0]["spelling"].clone()
    };
    assert_eq!(chosen("tip_Z"), "other");
    let found = workspace.generate(&["pack", "tip_Z", "--effort", "30000"]);
    assert!(found.err.ends_with("1 page smaller\n"), "{found:?}");
    assert_eq!(
        (chosen("tip_Z"), chosen("tip_plain")),
        ("same".into(), "other".into())
    );
    // The build makes the same page again.
    let solutions = workspace.read("catalog/packed.json");
    workspace.generate(&["--all"]).good();
    assert_eq!(workspace.read("catalog/packed.json"), solutions);
    assert!(bytes(&workspace, "tip_Z") < before);
    workspace.generate(&["check"]).good();
    let verified = ["verify", "tip_Z", "--suite", "mirror", "--host", "embedded"];
    workspace.generate(&verified).good();
    // Another script has the spelling that makes the unpacked page shortest.
    let page = workspace.read("templates/page.js");
    workspace.write("templates/page.js", &page.replace("'from '", "'to '"));
    workspace.generate(&["record"]).good();
    assert_eq!(chosen("tip_Z"), "other");
    workspace.generate(&["check"]).good();
}
