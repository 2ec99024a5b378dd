//! `gen init`: new catalogs.

use crate::support::file::{folder, minify, write};
use crate::support::workspace::{Run, Workspace};

/// Runs `gen` in a folder of a workspace.
pub fn in_folder(workspace: &Workspace, folder: &str, words: &[&str]) -> Run {
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
    assert!(page.starts_with("<!doctype html><title>Sum</title><script>"));
    assert_eq!(page, minify(&workspace, "sum.html").good());
    inside(&["verify", "--host", "embedded"]).good();
}

#[test]
fn a_catalog_from_a_page_keeps_the_names_of_its_elements() {
    let workspace = folder();
    let page = "<!doctype html>\n<p id=out>0</p><button id='more'>More</button>\n<script>\n\
                count = 0;\nmore.onclick = () => { count++; out.textContent = count; };\n\
                onkeydown = event => { document.title = event.key + count; };\n</script>\n";
    write(&workspace, "count.html", page);
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

#[test]
fn a_page_with_the_syntax_of_a_template_starts_no_catalog() {
    let workspace = folder();
    for (page, said) in [
        ("<script>\nalert('src/*# and #*/')</script>", "src/*# and"),
        ("<script>\n//% of all\nalert(1)</script>", "//% of all"),
        ("<p>{name}<script>alert(1)</script>", "the text {name}"),
        (
            "<style>/*# a */</style><script>alert(1)</script>",
            "the HTML of",
        ),
    ] {
        write(&workspace, "page.html", page);
        let refused = workspace.generate(&["init", "new", "--from", "page.html"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(said), "{refused:?}");
        assert!(!workspace.path().join("new").exists());
    }
}

#[test]
fn a_new_catalog_outside_of_git_has_no_word_of_commits() {
    let workspace = Workspace::empty();
    workspace.generate(&["init", "greeting"]).good();
    for words in [&["--all"][..], &["sizes"], &["check"]] {
        let run = in_folder(&workspace, "greeting", words);
        assert_eq!(run.code, 0, "{run:?}");
        let text = run.out + &run.err;
        assert!(!text.contains("HEAD") && !text.contains("commit"), "{text}");
    }
    workspace.git(&["init", "--quiet"]);
    let run = in_folder(&workspace, "greeting", &["sizes"]);
    let note = "note: the last commit has no size record, so no change is shown\n";
    assert_eq!(run.err, note);
}
