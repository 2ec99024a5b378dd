//! Collections: pages of a catalog with a sum, limits and a budget of their own.

use std::fs;

use serde_json::Value;

use crate::support::workspace::{Run, Workspace, generate};

/// The collections of most tests: every set of G and U, and one of the pages with R.
const COLLECTIONS: &str = r#"
[[collection]]
name = "shares"
title = "a bill for several people"
text = "The rate is fixed."
flags = "GU"

[[collection]]
name = "rates"
title = "the rate is asked for"
text = "With and without shares."
pages = ["tip_R_GU", "tip_R"]
"#;

/// The example of six small pages with collections and without budgets of pages.
fn tip_with(collections: &str) -> Workspace {
    let workspace = Workspace::tip();
    let manifest = workspace.read("templates/catalog.toml");
    let (before, _) = manifest
        .split_once("# The largest allowed")
        .expect("budgets");
    let text = before.to_owned() + collections;
    fs::write(workspace.path().join("templates/catalog.toml"), text).expect("written");
    fs::remove_dir_all(workspace.catalog()).expect("removed");
    workspace.generate(&["--all"]).good();
    workspace
}

fn refused(run: Run, message: &str) {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains(message), "{run:?}");
}

fn html(workspace: &Workspace) -> Vec<String> {
    let entries = fs::read_dir(workspace.catalog()).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".html")).collect();
    names.sort();
    names
}

#[test]
fn the_catalog_has_the_pages_of_all_collections_and_each_has_a_sum() {
    let workspace = tip_with(COLLECTIONS);
    let pages = ["tip_G", "tip_GU", "tip_R", "tip_R_GU", "tip_plain"];
    assert_eq!(html(&workspace), pages.map(|name| format!("{name}.html")));

    let sizes = workspace.generate(&["sizes", "--quiet"]).good();
    let first = sizes
        .find("shares: a bill for several people\n")
        .expect("a heading");
    let second = sizes
        .find("rates: the rate is asked for\n")
        .expect("a heading");
    assert!(first < second, "{sizes}");
    for sum in [" 3 pages      201 ", " 2 pages     174 "] {
        assert!(sizes.contains(sum), "{sizes}");
    }

    let text = workspace.read("catalog/SIZES.md");
    for part in [
        "\n## shares: a bill for several people\n\nThe rate is fixed.\n\nBytes of 3 pages: 201.\n",
        "\n## rates: the rate is asked for\n\nWith and without shares.\n\nBytes of 2 pages: 174.\n",
    ] {
        assert!(text.contains(part), "{text}");
    }

    let check = workspace.generate(&["check"]).good();
    assert_eq!(
        check,
        "shares: 3 pages, 201 bytes\nrates: 2 pages, 174 bytes\n\
         5 pages: up to date, none grew, none over budget\n"
    );
    let check = workspace
        .generate(&["check", "--format", "markdown"])
        .good();
    let lines = "- shares: 3 pages, 201 bytes, +0\n- rates: 2 pages, 174 bytes, +0\n";
    assert!(check.contains(lines), "{check}");
}

#[test]
fn listings_for_programs_name_the_collections() {
    let workspace = tip_with(COLLECTIONS);
    let json = |arguments: &[&str]| -> Value {
        let run = workspace.generate(&[arguments, &["--format", "json"]].concat());
        serde_json::from_str(&run.good()).expect("JSON")
    };
    let sizes = json(&["sizes", "--baseline", "catalog"]);
    let groups = sizes["collections"].as_array().expect("collections");
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[0]["name"], "shares");
    assert_eq!(
        (&groups[0]["bytes"], &groups[0]["change"]),
        (&201.into(), &0.into())
    );
    assert_eq!(groups[1]["title"], "the rate is asked for");
    assert_eq!(groups[1]["pages"][0]["name"], "tip_R_GU");
    assert_eq!(groups[1]["bytes"], 174);

    let costs = json(&["cost"]);
    let costs = costs.as_array().expect("costs");
    let of = |collection: &str| -> Vec<&str> {
        let of_it = costs.iter().filter(|cost| cost["collection"] == collection);
        of_it
            .map(|cost| cost["flag"].as_str().expect("a flag"))
            .collect()
    };
    assert_eq!(of("shares"), ["G", "U"]);
    // The page without R may be in the other collection.
    assert_eq!(of("rates"), ["R"]);

    let csv = workspace
        .generate(&["sizes", "--quiet", "--format", "csv"])
        .good();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 6, "{csv}");
    assert!(
        lines[0].ends_with(",brotli,sha256,strategy,wrapper,collection"),
        "{csv}"
    );
    assert!(
        lines[4].starts_with("tip_R_GU,RGU,96,") && lines[4].ends_with(",rates"),
        "{csv}"
    );
}

#[test]
fn sizes_of_one_collection() {
    let workspace = tip_with(COLLECTIONS);
    let sizes = workspace
        .generate(&["sizes", "--quiet", "--collection", "rates"])
        .good();
    assert!(sizes.contains(" 2 pages     174 "), "{sizes}");
    assert!(!sizes.contains("tip_G "), "{sizes}");
    let run = workspace.generate(&["sizes", "--collection", "rate"]);
    refused(
        run,
        "there is no collection `rate`; the collections are shares, rates",
    );
    let run = Workspace::tip().generate(&["sizes", "--collection", "all"]);
    refused(
        run,
        "there is no collection `all`: the manifest declares no [[collection]]",
    );
}

/// Makes the pages with the flag R larger by bytes.
fn lengthen_rates(workspace: &Workspace, bytes: usize) {
    let more = "?".repeat(bytes);
    workspace.edit(
        "templates/parts/tip.js",
        "Tip in %?",
        &format!("Tip in %?{more}"),
    );
}

#[test]
fn the_gate_checks_the_sum_of_each_collection() {
    let gates = "[gate]\npage = { limit = 9 }\ntotal = { limit = 3 }\n";
    let workspace = tip_with(&format!("{COLLECTIONS}{gates}"));
    lengthen_rates(&workspace, 2);
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    let line =
        "the sum of the collection rates grew by 4 to 178 bytes (accepted: 174, limit: +3)\n";
    assert!(stopped.out.contains(line), "{stopped:?}");
    assert!(!stopped.out.contains("collection shares"), "{stopped:?}");

    // A collection may have limits of its own, and a budget.
    let own = "gate = { page = { limit = 9 }, total = { limit = 4 } }\nbudget = 177\n";
    let manifest = format!("{COLLECTIONS}{own}{gates}");
    let workspace = tip_with(&manifest);
    lengthen_rates(&workspace, 2);
    workspace.generate(&["--all"]).good();
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.code, 1);
    assert_eq!(
        stopped.out,
        "the collection rates has 178 bytes, 1 over its budget of 177\n"
    );
    let help =
        "help: make the pages smaller, or raise the budget of the collection in the manifest";
    assert!(stopped.err.contains(help), "{stopped:?}");
}

#[test]
fn a_record_without_collections_is_accepted_as_a_baseline() {
    // The record of all six pages, from before the catalog had collections.
    let before = Workspace::tip().read("catalog/sizes.json");
    let workspace = tip_with(COLLECTIONS);
    let file = workspace.path().join("before.json");
    fs::write(&file, &before).expect("written");
    let passed = workspace
        .generate(&["check", "--baseline", "before.json"])
        .good();
    assert!(passed.contains("rates: 2 pages, 174 bytes\n"), "{passed}");
    let sizes = workspace
        .generate(&["sizes", "--baseline", "before.json"])
        .good();
    assert!(!sizes.contains("new") && !sizes.contains('+'), "{sizes}");

    // The other way round, a manifest without collections reads the record of one with them.
    let old = Workspace::tip();
    fs::write(
        old.catalog().join("sizes.json"),
        workspace.read("catalog/sizes.json"),
    )
    .expect("written");
    old.generate(&["record"]).good();
    assert_eq!(old.read("catalog/sizes.json"), before);
}

#[test]
fn records_are_compared_by_collection() {
    let workspace = tip_with(COLLECTIONS);
    let before = Workspace::tip().read("catalog/sizes.json");
    let before = before.replace("\"sha256\": \"", "\"sha256\": \"0");
    fs::write(workspace.path().join("before.json"), before).expect("written");
    let compared = workspace
        .generate(&["compare", "before.json", "catalog"])
        .good();
    let places = ["shares: ", "rates: ", "in no collection\n"].map(|part| compared.find(part));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{compared}"
    );
    let (_, others) = compared.split_once("in no collection").expect("a heading");
    assert!(
        others.contains("tip_R_G ") && others.contains("1 changed"),
        "{compared}"
    );
}

#[test]
fn variants_outside_of_the_collections_are_built_on_demand() {
    let workspace = tip_with(COLLECTIONS);
    let page = workspace.generate(&["build", "tip_R_G"]).good();
    assert_eq!(page, Workspace::tip().read("catalog/tip_R_G.html"));
    assert_eq!(workspace.generate(&["build", "--flags", "GR"]).good(), page);
    let verify = [
        "verify", "tip_R_G", "--host", "embedded", "--quick", "--quiet",
    ];
    let verified = workspace.generate(&verify).good();
    assert!(verified.contains("0 findings"), "{verified}");
    let replay = ["replay", "tip_R_G", "20", "--host", "embedded"];
    workspace.generate(&replay).good();
    let compared = workspace.generate(&["compare", "tip_G", "tip_R_G"]).good();
    assert!(
        compared.contains("flags added: R, removed: none"),
        "{compared}"
    );
    for command in ["explain", "source"] {
        let text = workspace.generate(&[command, "tip_R_G"]).good();
        assert!(text.contains("tip_R_G"), "{text}");
    }

    // Its page is none of the catalog.
    fs::write(workspace.catalog().join("tip_R_G.html"), page).expect("written");
    let stopped = workspace.generate(&["check"]);
    assert_eq!(stopped.out, "tip_R_G.html is no page of the catalog\n");
}

#[test]
fn verify_plays_the_pages_of_one_collection() {
    let workspace = tip_with(COLLECTIONS);
    let planned = |arguments: &[&str]| {
        let rest = ["--host", "embedded", "--plan", "--quiet", "--format", "csv"];
        let run = workspace.generate(&[&["verify"], arguments, &rest].concat());
        run.good()
    };
    let both = planned(&["tip_R", "tip_R_GU.html", "tip_R"]);
    assert_eq!(planned(&["--collection", "rates"]), both);
    assert_ne!(planned(&[]), both);
}

#[test]
fn completions_know_the_pages_and_the_collections() {
    let workspace = tip_with(COLLECTIONS);
    let script = workspace.generate(&["completions", "bash"]).good();
    assert!(script.contains("tip_R_GU") && script.contains("shares rates"));
    assert!(!script.contains("tip_R_G "), "the page is in no collection");
}

#[test]
fn collections_that_are_not_valid_name_their_place() {
    let workspace = tip_with(COLLECTIONS);
    workspace.edit("templates/catalog.toml", "\"tip_R\"]", "\"tip_X\"]");
    refused(
        workspace.generate(&["sizes"]),
        "in the manifest templates/catalog.toml: collection `rates`: there is no variant `tip_X`; \
         the nearest names are ",
    );
    workspace.edit("templates/catalog.toml", "\"tip_X\"]", "\"tip_U\"]");
    refused(
        workspace.generate(&["sizes"]),
        "collection `rates`: flag U also needs G",
    );
}

#[test]
fn a_chess_page_is_built_with_any_legal_flags() {
    let page = generate(&["build", "--flags", "TMSA"]).good();
    assert_eq!(page, generate(&["build", "index_TM_S_A"]).good());
    for (name, missing) in [
        ("index_S_B", "flag B also needs A"),
        ("index_TMP_F", "flag F also needs D and S"),
        ("index_TM_D_S", "flag D also needs P"),
    ] {
        for command in ["build", "source", "explain", "play", "replay", "verify"] {
            refused(generate(&[command, name]), missing);
        }
    }
    refused(generate(&["build", "--flags", "TB"]), "flag B also needs A");
}

#[test]
fn the_history_counts_the_pages_of_the_first_collection() {
    let workspace = tip_with(COLLECTIONS);
    workspace.git(&["init", "--quiet", "--initial-branch=main"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "first"]);
    let bytes = |arguments: &[&str]| {
        let run = workspace.generate(&[&["history", "--format", "json"], arguments].concat());
        let history: Value = serde_json::from_str(&run.good()).expect("JSON");
        history[0]["bytes"].as_u64().expect("bytes")
    };
    assert_eq!(bytes(&[]), 201);
    assert_eq!(bytes(&["--collection", "rates"]), 174);
}
