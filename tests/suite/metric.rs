//! Catalogs whose pages are counted by another metric than bytes.

use serde_json::Value;

use crate::support::root;
use crate::support::workspace::Workspace;

/// A catalog of greetings that counts by a metric.
fn catalog(metric: &str) -> Workspace {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    set(&workspace, "", metric);
    workspace
}

fn set(workspace: &Workspace, old: &str, new: &str) {
    let line = |metric: &str| match metric {
        "" => "entry = \"greet.js\"\n".to_owned(),
        metric => format!("entry = \"greet.js\"\nmetric = \"{metric}\"\n"),
    };
    workspace.edit("templates/catalog.toml", &line(old), &line(new));
}

fn record(workspace: &Workspace) -> Value {
    serde_json::from_str(&workspace.read("catalog/sizes.json")).expect("JSON")
}

#[test]
fn tables_records_budgets_and_the_gate_take_the_metric_of_the_manifest() {
    let workspace = catalog("zip");
    let table = workspace.generate(&["--all"]).good();
    let header: Vec<&str> = table
        .lines()
        .next()
        .expect("a header")
        .split_whitespace()
        .collect();
    assert_eq!(header[..3], ["variant", "zip", "bytes"]);
    let record = record(&workspace);
    assert_eq!(record["metric"], "zip");
    let page = &record["pages"][0];
    let size = page["size"].as_u64().expect("a size");
    assert_eq!(page["baseline"].as_u64(), Some(size));
    assert!(
        size > 100 + page["bytes"].as_u64().expect("bytes") / 2,
        "{page}"
    );
    let sizes = workspace.read("catalog/SIZES.md");
    assert!(sizes.contains("Zip bytes of 3 pages: "), "{sizes}");
    assert!(
        sizes.contains("| variant | flags | zip | bytes |"),
        "{sizes}"
    );
    // The budget of 80 is less than an empty archive.
    let over = workspace.generate(&["check"]);
    assert_eq!(over.code, 1, "{over:?}");
    assert!(over.out.contains("zip bytes, ") && over.out.contains("over its budget of 80"));
    workspace.edit("templates/catalog.toml", "hello_LN = 80", "hello_LN = 800");
    let passed = workspace.generate(&["check"]).good();
    assert!(passed.contains(" zip bytes: up to date"), "{passed}");
    workspace.edit("templates/greet.js", "'Hello'", "'Good morning'");
    workspace.generate(&["--all"]).good();
    let grown = workspace.generate(&["check"]);
    assert_eq!(grown.code, 1, "{grown:?}");
    assert!(grown.out.contains("hello_plain grew by "), "{grown:?}");
    assert!(grown.out.contains(" zip bytes (accepted: "), "{grown:?}");
}

#[test]
fn a_record_with_another_metric_is_an_error_until_it_is_replaced() {
    let workspace = catalog("chars");
    workspace.generate(&["--all"]).good();
    set(&workspace, "chars", "brotli");
    for command in ["check", "--all", "sizes"] {
        let words = match command {
            "sizes" => vec![command, "--baseline", "catalog"],
            _ => vec![command],
        };
        let failed = workspace.generate(&words);
        assert_eq!(failed.code, 2, "{failed:?}");
        assert!(
            failed
                .err
                .contains("counts chars, and the manifest counts brotli bytes"),
            "{failed:?}"
        );
        assert!(failed.err.contains("`gen record`"), "{failed:?}");
    }
    workspace.generate(&["record"]).good();
    let sizes = record(&workspace);
    assert_eq!(
        (&sizes["metric"], &sizes["pages"][0]["size"]),
        (&Value::from("brotli"), &sizes["pages"][0]["brotli"])
    );
    set(&workspace, "brotli", "");
    workspace.generate(&["record"]).good();
    let sizes = workspace.read("catalog/sizes.json");
    assert!(
        !sizes.contains("metric") && !sizes.contains("\"size\""),
        "{sizes}"
    );
}

#[test]
fn the_build_chooses_the_spelling_that_is_smallest_by_the_metric() {
    // Twelve letters of its own are fewer bytes, and the repetition is smaller when compressed.
    let choice = "\n[[choice]]\nname = \"text\"\ntext = \"the text\"\n\n\
                  [[choice.spelling]]\nname = \"short\"\ntext = \"few\"\nvalue = \"'qjxzkvwpybgm'\"\n\n\
                  [[choice.spelling]]\nname = \"long\"\ntext = \"many\"\nvalue = \"'aaaaaaaaaaaaaaaaaaaa'\"\n";
    for (metric, chosen) in [("", "qjxz"), ("zip", "aaaa")] {
        let workspace = catalog(metric);
        let manifest = workspace.read("templates/catalog.toml") + choice;
        std::fs::write(workspace.path().join("templates/catalog.toml"), manifest).expect("written");
        workspace.edit("templates/greet.js", "'Hello'", "/*= text =*/");
        let page = workspace.generate(&["build", "hello_plain"]).good();
        assert!(page.contains(chosen), "{metric}: {page}");
    }
}

#[test]
fn a_change_of_the_metric_passes_the_gate_of_a_revision_if_the_record_accepts_it() {
    let workspace = catalog("");
    workspace.generate(&["record"]).good();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "bytes"]);
    set(&workspace, "", "gzip");
    workspace.edit("templates/catalog.toml", "hello_LN = 80", "hello_LN = 800");
    let check = ["check", "--baseline", "HEAD", "--accept-recorded"];
    assert_eq!(workspace.generate(&check).code, 2);
    workspace.generate(&["record"]).good();
    let passed = workspace.generate(&check);
    assert_eq!(passed.code, 0, "{passed:?}");
    let note = "note: HEAD counts bytes, and the manifest counts gzip bytes; the accepted sizes";
    assert!(passed.err.contains(note), "{passed:?}");
    assert_eq!(workspace.generate(&check[..3]).code, 2);
    workspace.edit("templates/greet.js", "'Hello'", "'Good morning'");
    workspace.generate(&["--all"]).good();
    assert_eq!(
        workspace.generate(&check).code,
        1,
        "the record is the limit"
    );
}
