//! A catalog with packed pages: the build, the stored solutions and the commands.

use serde_json::Value;

use crate::support::workspace::Workspace;

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
    workspace.generate(&["record"]).good();
    let other = workspace.read("catalog/tip_R_Z.html");
    assert!(other.len() > page.len() && workspace.read("catalog/packed.json") != solutions);
    workspace.generate(&["check"]).good();

    // A longer search makes it smaller, and is not repeated by the build.
    let found = workspace.generate(&["pack", "tip_R_Z", "--effort", "3000"]);
    assert!(found.err.ends_with("1 page smaller\n"), "{found:?}");
    let again = workspace.generate(&["pack", "tip_R_Z", "--effort", "3000"]);
    assert!(again.err.contains("tip_R_Z: nothing smaller"), "{again:?}");
    workspace.generate(&["--all"]).good();
    assert!(bytes(&workspace, "tip_R_Z") < other.len());

    workspace.write("catalog/packed.json", "<<<<<<< ours\n");
    let searched = workspace.generate(&["--all"]);
    assert!(searched.err.contains("packed.json"), "{searched:?}");
    assert!(
        searched.err.contains("packed pages are searched for"),
        "{searched:?}"
    );
    assert!(bytes(&workspace, "tip_R_Z") > page.len());
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
