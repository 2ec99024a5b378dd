//! Catalogs that are not about chess, and fragments with faults.

use std::fs;

use crate::support::root;
use crate::support::workspace::{Run, Workspace, files};

fn example() -> Workspace {
    Workspace::with(&root().join("examples/tip/templates"))
}

/// Another one, with words for all that a page says.
fn greeting() -> Workspace {
    Workspace::with(&root().join("tests/fixtures/greeting"))
}

#[test]
fn a_catalog_needs_no_chess() {
    let workspace = example();
    workspace.generate(&["--all"]).good();
    let catalog = files(&workspace.catalog());
    let names: Vec<_> = catalog.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "SIZES.md",
            "sizes.json",
            "tip_G.html",
            "tip_GU.html",
            "tip_R.html",
            "tip_R_G.html",
            "tip_R_GU.html",
            "tip_plain.html",
        ]
    );
    assert!(workspace.read("catalog/tip_R.html").contains("Tip in %?"));
    assert_eq!(workspace.generate(&["check"]).code, 0);
    let wrong = workspace.generate(&["build", "tip_U"]);
    assert!(wrong.err.contains("flag U also needs G"), "{}", wrong.err);
}

/// The example with one more flag, B, on which no fragment depends.
fn with_flag() -> Workspace {
    let workspace = example();
    let manifest = "templates/catalog.toml";
    workspace.edit(manifest, "[\"R\", \"GU\"]", "[\"R\", \"GU\", \"B\"]");
    let flag =
        "\n[[flag]]\nletter = \"B\"\ngroup = \"end\"\ntitle = \"bye\"\ntext = \"says goodbye\"\n";
    workspace.edit(manifest, "\n[budget]", &format!("{flag}\n[budget]"));
    workspace
}

#[test]
fn a_new_flag_is_an_entry_and_a_condition() {
    let workspace = with_flag();
    workspace.edit(
        "templates/page.js",
        "alert(",
        "/*% if B %*/ alert('Bye'); /*% endif %*/\nalert(",
    );
    workspace.generate(&["--all"]).good();
    assert_eq!(files(&workspace.catalog()).len(), 14);
    assert!(workspace.read("catalog/tip_R_GU_B.html").contains("Bye"));
}

#[test]
fn a_flag_that_changes_no_page_gets_a_warning() {
    let workspace = with_flag();
    let warnings = |run: Run| -> Vec<String> {
        let lines = run.err.lines().filter(|line| line.starts_with("warning"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        warnings(workspace.generate(&["--all"])),
        ["warning: the flag B changes no page: no fragment depends on it"]
    );
    workspace.edit(
        "templates/page.js",
        "alert(",
        "/*% if B and G %*/ alert('Bye'); /*% endif %*/\nalert(",
    );
    assert_eq!(warnings(workspace.generate(&["--all"])), [""; 0]);
}

#[test]
fn html_in_the_manifest_is_no_template() {
    for (key, html) in [
        ("wrapper `script`: `open`", "open = \"<script>"),
        ("source.close", "close = \"</script>\\n"),
    ] {
        let workspace = example();
        let conditional = format!("{html}/*% if R %*/");
        workspace.edit("templates/catalog.toml", html, &conditional);
        let failed = workspace.generate(&["--all"]);
        assert_eq!(failed.code, 2, "{failed:?}");
        let message = format!("{key} has `/*%`, but it is no template; write the HTML into a file");
        assert!(failed.err.contains(&message), "{failed:?}");
    }
}

#[test]
fn a_cycle_of_includes_is_reported_where_it_closes() {
    let workspace = example();
    let include = |name: &str| format!("//% include \"{name}\"\n");
    workspace.edit(
        "templates/page.js",
        "alert(",
        &format!("{}alert(", include("parts/first.js")),
    );
    workspace.write("templates/parts/first.js", &include("parts/second.js"));
    let second = format!("last = 1;\n{}", include("parts/first.js"));
    workspace.write("templates/parts/second.js", &second);
    let failed = workspace.generate(&["build", "tip_R"]);
    assert_eq!(failed.code, 2, "{failed:?}");
    let message = "templates/parts/second.js:2:13: fragments include each other without end: \
                   parts/first.js, parts/second.js, parts/first.js";
    assert!(failed.err.contains(message), "{failed:?}");
}

/// The error of a build after an edit of the example; nothing may be written.
fn fault(file: &str, from: &str, to: &str) -> String {
    let workspace = example();
    workspace.edit(&format!("templates/{file}"), from, to);
    let failed = workspace.generate(&["--all"]);
    assert_eq!(
        (failed.code, failed.out.as_str()),
        (2, ""),
        "{}",
        failed.err
    );
    assert!(!workspace.catalog().exists());
    failed.err
}

#[test]
fn a_fault_in_the_template_language_names_file_line_and_excerpt() {
    let error = fault("parts/group.js", "// Everybody", "//% iff R\n// Everybody");
    assert!(error.contains("group.js:1"), "{error}");
    assert!(error.contains("//% iff R"), "{error}");
    let error = fault("page.js", "parts/group.js", "parts/grope.js");
    assert!(
        error.contains("page.js:6") && error.contains("parts/grope.js"),
        "{error}"
    );
}

#[test]
fn an_undeclared_flag_is_an_error_with_its_place() {
    let error = fault("page.js", "//% if G", "//% if Q");
    assert!(
        error.contains("page.js:5:10: `Q` is not a flag; the manifest declares RGU"),
        "{error}"
    );
    let error = fault("parts/group.js", "'How many?'", "'/*= question =*/'");
    assert!(
        error.contains("group.js:2:15: `question` is not a flag"),
        "{error}"
    );
}

#[test]
fn a_misspelt_identifier_is_an_error_with_its_place() {
    let error = fault("parts/group.js", "prompt(", "promt(");
    assert!(
        error.contains("`promt` is read but nothing writes it"),
        "{error}"
    );
    assert!(error.contains("parts/group.js:2"), "{error}");
    assert!(error.contains("tip_G"), "{error}");
}

#[test]
fn a_name_of_the_browser_is_an_error() {
    let error = fault("page.js", "alert(", "history = alert(");
    assert!(
        error.contains("`history` is written without a declaration"),
        "{error}"
    );
    assert!(error.contains("page.js:2"), "{error}");
}

#[test]
fn a_fault_in_the_script_is_an_error_with_its_place() {
    let error = fault("page.js", "alert(", "sum = = alert(");
    assert!(error.contains("page.js:2"), "{error}");
    assert!(error.contains("sum = = alert("), "{error}");
}

#[test]
fn a_fault_leaves_the_standing_catalog_alone() {
    let workspace = Workspace::chess();
    let before = files(&workspace.catalog());
    workspace.edit("templates/answer.js", "prompt(", "promt(");
    for command in ["--all", "record", "check", "sizes"] {
        assert_eq!(workspace.generate(&[command]).code, 2);
    }
    assert_eq!(files(&workspace.catalog()), before);
}

#[test]
fn a_manifest_that_contradicts_itself_is_an_error() {
    for (from, to, said) in [
        (
            "letter = \"U\"",
            "letter = \"G\"",
            "flag G is declared twice",
        ),
        (
            "[\"R\", \"GU\"]",
            "[\"R\", \"G\"]",
            "flag U must occur exactly once",
        ),
        (
            "[\"R\", \"GU\"]",
            "[\"R\", \"GUX\"]",
            "naming.parts has X, which is no flag",
        ),
        (
            "requires = [\"G\"]",
            "requires = [\"Z\"]",
            "flag U requires Z, which is no flag",
        ),
        (
            "tip_R_GU = ",
            "tip_R_U = ",
            "`tip_R_U` under published or budget is no variant",
        ),
        (
            "title = \"rate\"",
            "titel = \"rate\"",
            "unknown field `titel`",
        ),
        ("[naming]", "[naming", "catalog.toml"),
    ] {
        let error = fault("catalog.toml", from, to);
        assert!(error.contains(said), "{said}: {error}");
    }
}

#[test]
fn a_misspelt_target_of_an_assignment_is_an_error_with_its_place() {
    let error = fault("parts/group.js", "prompt(", "(sun = 2) * prompt(");
    assert!(error.contains("`sun` is written but never"), "{error}");
    assert!(error.contains("parts/group.js:2"), "{error}");
}

#[test]
fn line_ends_change_no_page() {
    let workspace = Workspace::chess();
    // One within a template literal, where it is a part of the page.
    workspace.edit(
        "templates/typed.js",
        "typed.slice/",
        "(typed + `\n`).slice/",
    );
    workspace.generate(&["--all"]).good();
    let before = files(&workspace.catalog());
    assert!(workspace.read("catalog/index_L1.html").contains("`\n`"));
    let templates = files(&workspace.path().join("templates"));
    for end in ["\r\n", "\r"] {
        for (name, bytes) in &templates {
            let text = String::from_utf8(bytes.clone()).expect("UTF-8");
            let text = text.replace('\n', end);
            fs::write(workspace.path().join("templates").join(name), text).expect("written");
        }
        fs::remove_dir_all(workspace.catalog()).expect("removed");
        workspace.generate(&["record"]).good();
        assert_eq!(files(&workspace.catalog()).len(), 38);
        for (name, bytes) in files(&workspace.catalog()) {
            if name.ends_with(".html") {
                let (_, good) = before
                    .iter()
                    .find(|(other, _)| *other == name)
                    .expect("a page");
                assert_eq!(&bytes, good, "{end:?} in {name}");
            }
        }
    }
}

/// The error of a build after a file among the templates has got other bytes.
fn refused(file: &str, bytes: &[u8]) -> String {
    let workspace = greeting();
    fs::write(workspace.path().join("templates").join(file), bytes).expect("written");
    let failed = workspace.generate(&["--all"]);
    assert_eq!((failed.code, failed.out.as_str()), (2, ""), "{failed:?}");
    assert!(!workspace.catalog().exists());
    assert!(
        failed.err.contains(&format!("templates/{file}: ")),
        "{}",
        failed.err
    );
    failed.err
}

#[test]
fn what_is_no_source_text_is_refused_with_its_name_and_what_to_do() {
    for file in ["greet.js", "parts/name.js", "catalog.toml"] {
        let path = root().join("tests/fixtures/greeting").join(file);
        let text = fs::read(path).expect("a file");
        let error = refused(file, &[b"\xef\xbb\xbf", &text[..]].concat());
        assert!(error.contains("byte order mark"), "{error}");
        let help = "help: save the file as UTF-8 without a byte order mark\n";
        assert!(error.contains(help), "{error}");
        let error = refused(file, &[&text[..], b"// gr\xfc\xdf dich"].concat());
        let line = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
        assert!(
            error.contains(&format!(
                "line {line} is not UTF-8\nhelp: save the file as UTF-8"
            )),
            "{error}"
        );
        let error = refused(file, &vec![b' '; (1 << 20) + 1]);
        assert!(error.contains("larger than 1048576 bytes"), "{error}");
    }
}

#[test]
fn a_large_fragment_is_still_read() {
    let workspace = greeting();
    let text = workspace.read("templates/greet.js");
    let large = format!("{}{text}", "// x\n".repeat(((1 << 20) - text.len()) / 5));
    fs::write(workspace.path().join("templates/greet.js"), large).expect("written");
    let page = workspace.generate(&["build", "hello_plain"]).good();
    assert_eq!(page, greeting().generate(&["build", "hello_plain"]).good());
}

#[test]
fn deep_and_long_scripts_are_refused_or_built() {
    let workspace = greeting();
    let text = workspace.read("templates/greet.js");
    let with = |more: String| {
        let text = format!("{text}\n{more};\nalert(deep);");
        fs::write(workspace.path().join("templates/greet.js"), text).expect("written");
        workspace.generate(&["build", "hello_plain"])
    };
    let nested = |open: &str, close: &str, levels| {
        format!("deep = {}1{}", open.repeat(levels), close.repeat(levels))
    };
    for (open, close) in [("(", ")"), ("!", "")] {
        let failed = with(nested(open, close, 100_001));
        assert_eq!(failed.code, 2, "{}", failed.err);
        // The words and signs before the first bracket count too.
        let said = format!("greet.js:8:{}: the script is nested", 7 + 99_999);
        assert!(failed.err.contains(&said), "{}", failed.err);
    }
    let deep = with(nested("[", "]", 501)).good();
    assert!(deep.contains(&"[".repeat(501)));
    assert_eq!(with(nested("(", ")", 90_000)).code, 0);
    let long = with(format!("deep = {}'b'", "'a' + ".repeat(20_000)));
    assert_eq!(long.code, 0, "{}", long.err);
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_not_utf_8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let name = |bytes| std::ffi::OsStr::from_bytes(bytes);
    let workspace = greeting();
    workspace.generate(&["--all"]).good();
    let stray = workspace.catalog().join(name(b"hello_\xff.html"));
    fs::write(&stray, "").expect("written");
    let found = workspace.generate(&["check"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains("is no page of the catalog"), "{found:?}");
    fs::remove_file(stray).expect("removed");
    let fragment = workspace
        .path()
        .join("templates")
        .join(name(b"gr\xfc\xdf.js"));
    fs::write(fragment, "hello = 1").expect("written");
    let failed = workspace.generate(&["check"]);
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed
            .err
            .contains("gr\\xFC\\xDF.js\" is not UTF-8; rename it"),
        "{failed:?}"
    );
}

#[test]
#[cfg(unix)]
fn links_are_followed_and_a_loop_of_links_is_an_error() {
    let workspace = example();
    let templates = workspace.path().join("templates");
    fs::rename(templates.join("parts"), workspace.path().join("elsewhere")).expect("moved");
    std::os::unix::fs::symlink(workspace.path().join("elsewhere"), templates.join("parts"))
        .expect("a link");
    workspace.generate(&["--all"]).good();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, templates.join(name)).expect("a link");
    };
    // The lock files of editors are not fragments.
    link("me@there.1:2", ".#page.js");
    workspace.generate(&["check"]).good();
    for (to, name) in [
        ("../templates", "again"),
        ("self.js", "self.js"),
        ("none", "none.js"),
    ] {
        link(to, name);
        let failed = workspace.generate(&["--all"]);
        assert_eq!(failed.code, 2, "{name}: {failed:?}");
        assert!(
            failed.err.contains("cannot read the templates"),
            "{failed:?}"
        );
        assert!(failed.err.contains(name), "{failed:?}");
        fs::remove_file(templates.join(name)).expect("removed");
    }
}
