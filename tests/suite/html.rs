//! The HTML of a catalog as a template with flags.

use std::fs;

use super::support::workspace::Workspace;

const MANIFEST: &str = "\
title = 'count'
entry = 'page.js'
html = 'page.html'
keep = ['out', 'more', 'less']

[naming]
stem = 'count'
bare = 'plain'
parts = ['L']

[[flag]]
letter = 'L'
group = 'buttons'
title = 'less'
text = 'a second button counts down'
";

const HTML: &str = "\
<!doctype html>
<title>{name}</title>
<p id=\"out\">0</p>
<button id=\"more\"> More </button>
//% if L
<button id=\"less\"> Less </button>
//% endif
<script src=\"page.js\"></script>
";

const SCRIPT: &str = "\
count = 0;
show = step => {
  count += step;
  out.textContent = count;
};
more.onclick = () => show(1);
//% if L
less.onclick = () => show(-1);
//% endif
";

/// A folder with these files of a catalog.
fn catalog(files: &[(&str, &str)]) -> Workspace {
    let workspace = Workspace::empty();
    let folder = workspace.path().join("templates");
    fs::create_dir_all(&folder).expect("created");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
    workspace
}

#[test]
fn a_flag_changes_the_html_and_the_script_of_a_page() {
    let workspace = catalog(&[
        ("catalog.toml", MANIFEST),
        ("page.html", HTML),
        ("page.js", SCRIPT),
    ]);
    workspace.generate(&["--all"]).good();
    let plain = workspace.read("catalog/count_plain.html");
    let open = "<!doctype html><title>count_plain</title><p id=out>0</p><button id=more>More</button><script>";
    assert!(plain.starts_with(open), "{plain}");
    assert!(!plain.contains("less"), "{plain}");
    let both = workspace.read("catalog/count_L.html");
    let buttons = "<button id=more>More</button> <button id=less>Less</button><script>";
    assert!(both.contains(buttons), "{both}");
    assert!(both.contains("less.onclick"), "{both}");

    let source = workspace.generate(&["source", "count_L"]).good();
    assert!(
        source.contains("<button id=\"less\"> Less </button>\n<script>\ncount = 0;"),
        "{source}"
    );
    let explained = workspace.generate(&["explain", "count_L"]).good();
    assert!(explained.contains("page"), "{explained}");
    workspace.generate(&["check"]).good();
    let verified = workspace.generate(&["verify"]);
    assert!(verified.out.contains("0 findings"), "{verified:?}");

    // A smaller text in the HTML alone is another page.
    let shorter = HTML.replace(" Less ", "-");
    fs::write(workspace.path().join("templates/page.html"), shorter).expect("written");
    let size = workspace.generate(&["sizes"]);
    assert!(size.out.contains("count_L"), "{size:?}");
    workspace.generate(&["--all"]).good();
    let smaller = workspace.read("catalog/count_L.html");
    assert_eq!(smaller.len(), both.len() - 3, "{smaller}");
}

#[test]
fn html_without_a_place_for_the_script_says_what_to_write() {
    for (manifest, html, said) in [
        (MANIFEST, "<p>no place", "<script src=\"page.js\"></script>"),
        (
            MANIFEST,
            "<p>\u{e9}<script src=page.js></script>",
            "is not ASCII",
        ),
        (
            MANIFEST,
            "//% if X\n//% endif\n<script src=page.js></script>",
            "`X` is not a flag",
        ),
        (
            &format!("{MANIFEST}\n[[wrapper]]\nname='a'\nopen='<script>'\nclose='</script>'\n"),
            HTML,
            "leave [[wrapper]] and [source] away",
        ),
        (
            &MANIFEST.replace("page.html", "other.html"),
            HTML,
            "other.html: there is no such file",
        ),
        (
            &MANIFEST.replace("html = 'page.html'\n", ""),
            HTML,
            "there is no [[wrapper]]",
        ),
    ] {
        let workspace = catalog(&[
            ("catalog.toml", manifest),
            ("page.html", html),
            ("page.js", SCRIPT),
        ]);
        let refused = workspace.generate(&["--all"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(said), "{said}: {}", refused.err);
    }
}
