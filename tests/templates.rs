//! Catalogs that are not about chess, and fragments with faults.

mod support;

use std::fs;

use support::root;
use support::workspace::{Workspace, files};

fn greeting() -> Workspace {
    Workspace::with(&root().join("tests/fixtures/greeting"))
}

#[test]
fn a_catalog_needs_no_chess() {
    let workspace = greeting();
    let table = workspace.generate(&["--all"]).good();
    assert_eq!(table.lines().count(), 5, "{table}");
    let catalog = files(&workspace.catalog());
    let names: Vec<_> = catalog.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "SIZES.md",
            "hello_L.html",
            "hello_LN.html",
            "hello_plain.html",
            "sizes.json"
        ]
    );
    assert_eq!(
        workspace.read("catalog/hello_L.html"),
        "<script>e='Hello';alert(e.toUpperCase())</script>"
    );
    assert!(workspace.read("catalog/hello_LN.html").contains("Who?"));
    assert_eq!(workspace.generate(&["check"]).code, 0);
    let wrong = workspace.generate(&["build", "hello_N"]);
    assert!(wrong.err.contains("flag N also needs L"), "{}", wrong.err);
}

#[test]
fn a_new_flag_is_an_entry_and_a_condition() {
    let workspace = greeting();
    workspace.edit(
        "templates/catalog.toml",
        "parts = [\"LN\"]",
        "parts = [\"LN\", \"B\"]",
    );
    let path = workspace.path().join("templates/catalog.toml");
    let flag =
        "\n[[flag]]\nletter = \"B\"\ngroup = \"end\"\ntitle = \"bye\"\ntext = \"says goodbye\"\n";
    let text = fs::read_to_string(&path).expect("a manifest");
    fs::write(
        &path,
        text.replace("\n[budget]", &format!("{flag}\n[budget]")),
    )
    .expect("written");
    let fragment = workspace.path().join("templates/greet.js");
    let text = fs::read_to_string(&fragment).expect("a fragment");
    fs::write(&fragment, text + "/*% if B %*/alert('Bye')/*% endif %*/\n").expect("written");
    workspace.generate(&["--all"]).good();
    assert_eq!(files(&workspace.catalog()).len(), 8);
    assert!(workspace.read("catalog/hello_LN_B.html").contains("Bye"));
}

/// The error of a build after an edit of the greeting; nothing may be written.
fn fault(file: &str, from: &str, to: &str) -> String {
    let workspace = greeting();
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
    let error = fault("parts/name.js", "// Whom", "//% iff L\n// Whom");
    assert!(error.contains("name.js:1"), "{error}");
    assert!(error.contains("//% iff L"), "{error}");
    let error = fault("greet.js", "parts/name.js", "parts/nome.js");
    assert!(
        error.contains("greet.js:4") && error.contains("parts/nome.js"),
        "{error}"
    );
}

#[test]
fn an_undeclared_flag_is_an_error_with_its_place() {
    let error = fault("greet.js", "//% if N", "//% if Q");
    assert!(
        error.contains("greet.js:3: `Q` is no flag; the manifest declares LN"),
        "{error}"
    );
    let error = fault("parts/name.js", "'Who?'", "'/*= person =*/'");
    assert!(error.contains("name.js:2: `person` is no flag"), "{error}");
}

#[test]
fn a_misspelt_identifier_is_an_error_with_its_place() {
    let error = fault("parts/name.js", "prompt(", "promt(");
    assert!(
        error.contains("`promt` is read but nothing writes it"),
        "{error}"
    );
    assert!(error.contains("parts/name.js:2"), "{error}");
    assert!(error.contains("hello_LN"), "{error}");
}

#[test]
fn a_name_of_the_browser_is_an_error() {
    let error = fault(
        "greet.js",
        "greeting = 'Hello'",
        "history = greeting = 'Hello'",
    );
    assert!(
        error.contains("`history` is written without a declaration"),
        "{error}"
    );
    assert!(error.contains("greet.js:2"), "{error}");
}

#[test]
fn a_fault_in_the_script_is_an_error_with_its_place() {
    let error = fault("greet.js", "greeting = 'Hello';", "greeting = = 'Hello';");
    assert!(error.contains("greet.js:2"), "{error}");
    assert!(error.contains("greeting = = 'Hello';"), "{error}");
}

#[test]
fn a_fault_leaves_the_standing_catalog_alone() {
    let workspace = Workspace::chess();
    let before = files(&workspace.catalog());
    workspace.edit("templates/two_runs.js", "prompt(", "promt(");
    for command in ["--all", "record", "check", "sizes"] {
        assert_eq!(workspace.generate(&[command]).code, 2);
    }
    assert_eq!(files(&workspace.catalog()), before);
}

#[test]
fn a_manifest_that_contradicts_itself_is_an_error() {
    for (from, to, said) in [
        (
            "letter = \"N\"",
            "letter = \"L\"",
            "flag L is declared twice",
        ),
        (
            "parts = [\"LN\"]",
            "parts = [\"L\"]",
            "flag N must stand exactly once",
        ),
        (
            "parts = [\"LN\"]",
            "parts = [\"LNX\"]",
            "naming.parts has X, which is no flag",
        ),
        (
            "requires = [\"L\"]",
            "requires = [\"Z\"]",
            "flag N requires Z, which is no flag",
        ),
        (
            "hello_LN = 80",
            "hello_N = 80",
            "`hello_N` under published or budget is no variant",
        ),
        (
            "title = \"loud\"",
            "titel = \"loud\"",
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
    let error = fault("parts/name.js", "greeting +=", "greating +=");
    assert!(error.contains("`greating` is written but never"), "{error}");
    assert!(error.contains("parts/name.js:2"), "{error}");
}

#[test]
fn line_ends_change_no_page() {
    let workspace = Workspace::chess();
    // One within a template literal, where it is a part of the page.
    workspace.edit("templates/typed.js", "typed.slice", "(typed + `\n`).slice");
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
        assert!(error.contains("save it as UTF-8 without one"), "{error}");
        let error = refused(file, &[&text[..], b"// gr\xfc\xdf dich"].concat());
        let line = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
        assert!(
            error.contains(&format!("line {line} is not UTF-8; save")),
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
    for levels in [501, 100_000] {
        let failed = with(format!(
            "deep = {}1{}",
            "(".repeat(levels),
            ")".repeat(levels)
        ));
        assert_eq!(failed.code, 2, "{}", failed.err);
        let said = "greet.js:8: more than 500 brackets are open at once; part";
        assert!(failed.err.contains(said), "{}", failed.err);
    }
    let deep = with(format!("deep = {}1{}", "[".repeat(400), "]".repeat(400))).good();
    assert!(deep.contains(&"[".repeat(400)));
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
    assert!(found.out.contains("belongs to no variant"), "{found:?}");
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
    let workspace = greeting();
    let templates = workspace.path().join("templates");
    fs::rename(templates.join("parts"), workspace.path().join("elsewhere")).expect("moved");
    std::os::unix::fs::symlink(workspace.path().join("elsewhere"), templates.join("parts"))
        .expect("a link");
    workspace.generate(&["--all"]).good();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, templates.join(name)).expect("a link");
    };
    // What editors keep beside a file is no fragment.
    link("me@there.1:2", ".#greet.js");
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
        assert!(
            failed.err.contains(name) && failed.err.contains("mend or remove it"),
            "{failed:?}"
        );
        fs::remove_file(templates.join(name)).expect("removed");
    }
}
