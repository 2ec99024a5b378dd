//! The committed catalog: the right 100 pages, made from the present fragments,
//! the same on every run.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::workspace::{Workspace, files};
use crate::support::{classic, flags_of, page, pages, root};

#[test]
fn there_are_the_100_names_of_the_contract_and_no_others() {
    let mut expected = BTreeSet::new();
    for rules in ["", "T", "M", "P", "TM", "TP", "MP", "TMP", "TMP_D"] {
        for show in ["", "S", "U", "SU"] {
            let parts: Vec<_> = [rules, show]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect();
            let name = if parts.is_empty() {
                "L1".into()
            } else {
                parts.join("_")
            };
            expected.insert(format!("index_{name}"));
        }
    }
    assert_eq!(expected.len(), 36);
    let arbiter = ["TMP_DF_S", "TMP_DF_SU"];
    let opponent = [
        "A",
        "S_A",
        "S_AB",
        "M_S_A",
        "TMP_S_A",
        "TMP_D_S_A",
        "TMP_D_S_AB",
        "TMP_D_SU_A",
        "TMP_D_SU_AB",
        "TMP_DF_S_AB",
    ];
    let board = [
        "C",
        "UC",
        "MP_SC",
        "MP_SUC",
        "TMP_D_SC",
        "TMP_D_SUC",
        "SC_AB",
        "TMP_D_SC_AB",
        "TMP_D_SUC_AB",
    ];
    let variants = [
        "TMP_DW_S",
        "TMP_DFW_S",
        "TMPX_D_S",
        "TMPX_D_SU",
        "TMPX_D_SUC",
        "TMPI_D_S",
        "TMPI_D_SUC",
        "TMPI_DF_S",
        "TMPXI_D_SUC",
        "TMPE_D_S",
        "TMP_D_SV",
        "TMP_D_SUV",
        "TMP_D_SUCV",
    ];
    let packed = [
        "TMP_DF_S_Z",
        "TMP_D_S_AB_Z",
        "TMP_D_SU_AB_Z",
        "TMP_DF_S_AB_Z",
        "TMP_D_SUC_Z",
        "TMP_D_SUC_AB_Z",
    ];
    // Of the 36, packing makes all others smaller.
    let without = [
        "L1", "S", "U", "SU", "T", "T_U", "P", "P_S", "P_U", "P_SU", "TP", "TP_U",
    ];
    let gains = |name: &&String| !without.iter().any(|one| **name == format!("index_{one}"));
    let gaining: Vec<String> = expected.iter().filter(gains).cloned().collect();
    assert_eq!(gaining.len(), 24);
    expected.extend(gaining.iter().map(|name| format!("{name}_Z")));
    let others = arbiter.iter().chain(&opponent).chain(&board).chain(&packed);
    let others = others.chain(&variants);
    expected.extend(others.map(|name| format!("index_{name}")));
    let found: BTreeSet<_> = pages().into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, expected);
}

#[test]
fn each_packed_page_is_smaller_than_the_unpacked_one() {
    let sizes: BTreeMap<_, _> = pages()
        .into_iter()
        .map(|(name, page)| (name, page.len()))
        .collect();
    let is_packed = |name: &&String| name.ends_with('Z');
    for name in sizes.keys().filter(is_packed) {
        let unpacked = name.strip_suffix("_Z").or_else(|| name.strip_suffix('Z'));
        assert!(sizes[name] < sizes[unpacked.expect("a name")], "{name}");
    }
}

#[test]
fn the_committed_catalog_is_what_a_fresh_build_makes() {
    let workspace = Workspace::committed();
    workspace.generate(&["check"]).good();
    let before = files(&workspace.catalog());
    workspace.generate(&["--all"]).good();
    for ((name, fresh), committed) in files(&workspace.catalog()).into_iter().zip(&before) {
        assert!(
            (&name, &fresh) == (&committed.0, &committed.1),
            "{name} is out of date: run `gen --all`"
        );
    }
    assert_eq!(files(&workspace.catalog()).len(), before.len());
}

#[test]
fn two_builds_are_byte_identical() {
    let workspace = Workspace::chess();
    workspace.generate(&["--all", "--out", "one"]).good();
    workspace.generate(&["--all", "--out", "two"]).good();
    assert_eq!(
        files(&workspace.path().join("one")),
        files(&workspace.path().join("two"))
    );
    assert_eq!(files(&workspace.path().join("one")).len(), 38);
}

#[test]
fn pages_are_ascii_and_need_nothing_from_outside() {
    for (name, text) in pages() {
        assert!(text.is_ascii(), "{name}");
        for word in ["http", "src=", "href", "import", "fetch", "//"] {
            assert!(!text.contains(word), "{name} has {word}");
        }
    }
}

/// The functions and the properties that pages use, all of them older than `??`.
const CALLED: [&str; 16] = [
    "charCodeAt",
    "exec",
    "fromCharCode",
    "hash",
    "indexOf",
    "innerHTML",
    "join",
    "map",
    "push",
    "random",
    "reduce",
    "replace",
    "slice",
    "sort",
    "split",
    "test",
];

/// Whether the text behind a point is the fraction of a number.
fn is_number(text: &str) -> bool {
    text.chars().all(|digit| digit.is_ascii_digit())
}

#[test]
fn pages_need_no_newer_language() {
    let manual = std::fs::read_to_string(root().join("docs/anatomy.md")).expect("the anatomy");
    for listed in [
        "| `??` and `??=` | those whose turn is one run, or with `D` and without `F` | 85 ",
        "| lookbehind in regular expressions | those with `W` | 62 ",
    ] {
        assert!(manual.contains(listed), "the anatomy lists what pages need");
    }
    // What a packed page unpacks is the script of another page.
    let is_packed = |(name, _): &(String, String)| flags_of(name).contains('Z');
    for (name, text) in pages().into_iter().filter(|page| !is_packed(page)) {
        let unspread = text.replace("...", " ");
        let calls = unspread.split('.').skip(1).map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            &rest[..end.unwrap_or(rest.len())]
        });
        for call in calls.filter(|call| !call.is_empty() && *call != "Array" && !is_number(call)) {
            assert!(CALLED.contains(&call), "{name} calls {call}");
        }
        // One run needs to know whether something has been typed; a test for dead positions takes the
        // board where a position is new.
        let flags = flags_of(&name);
        let one_run = text.contains("??=");
        let tests_new = flags.contains('D') && !flags.contains('F');
        assert_eq!(one_run || tests_new, text.contains("??"), "{name}");
        assert_eq!(flags.contains('W'), text.contains("(?<"), "{name}");
        for newer in ["?.", "||=", "&&=", "class", "async", "#", "\\p"] {
            // The stored letters of a page with fullwidth characters are no code.
            let mut text = text.clone();
            if let Some(from) = text.find("`\\xff") {
                let length = text[from + 1..].find('`').expect("the literal ends");
                text.replace_range(from..=from + 1 + length, "");
            }
            let codes = ["W#", "B#", "&#", "`#`", "[#M]", "'#'", ":#d9", "#rnbqkbnr"];
            let text = codes
                .iter()
                .fold(text.clone(), |text, code| text.replace(code, ""));
            assert!(!text.contains(newer), "{name} has {newer}");
        }
    }
}

#[test]
fn pages_are_within_the_promised_sizes() {
    for (name, most) in [
        ("index_L1", 406),
        ("index_TMP", 681),
        ("index_TMP_D_S", 796),
        ("index_TMP_D_SU", 824),
    ] {
        assert!(page(name).len() <= most, "{name}");
    }
    let sum: usize = classic().iter().map(|(_, text)| text.len()).sum();
    assert!(sum <= 21_710, "{sum}");
    // The published record holder's pages.
    for (name, published) in [
        ("index_L1", 1072),
        ("index_TM", 1673),
        ("index_TMP", 1716),
        ("index_TMP_D_S", 1996),
        ("index_TMP_D_SU", 2048),
    ] {
        assert!(page(name).len() * 100 <= published * 60, "{name}");
    }
}

#[test]
fn a_flag_more_never_makes_a_page_much_smaller() {
    let sizes: Vec<(String, usize)> = pages()
        .iter()
        .map(|(name, text)| (flags_of(name), text.len()))
        .collect();
    for (flags, bytes) in &sizes {
        for (fewer, least) in &sizes {
            // A board takes the place of the dialogs, which is no addition.
            if flags.contains('C') != fewer.contains('C') {
                continue;
            }
            // To make pages smaller is what the flag Z is for.
            if flags.contains('Z') != fewer.contains('Z') {
                continue;
            }
            let has_all = fewer.chars().all(|flag| flags.contains(flag));
            // A page could then take over the richer one's spelling.
            assert!(!has_all || bytes + 2 >= *least, "{flags} and {fewer}");
        }
    }
}

#[test]
fn fragments_are_readable() {
    let all = files(&root().join("templates")).into_iter();
    // The pages of the site are no fragments.
    for (name, bytes) in all.filter(|(name, _)| !name.starts_with("site/")) {
        let text = String::from_utf8(bytes).expect("UTF-8");
        for (at, line) in text.lines().enumerate() {
            assert!(line.len() <= 110, "{name}:{} is too long to read", at + 1);
        }
        if name.ends_with(".js") {
            assert!(text.contains("// "), "{name} explains nothing");
        }
    }
}

/// The rules of shared-mime-info and `file`: `<svg` near the start means an image, in lower case
/// only. WebKit then shows an XML error instead of the page.
#[test]
fn no_page_looks_like_an_svg_image() {
    for (name, text) in pages() {
        let image = ["<svg", "<?xml", "<!DOCTYPE svg"];
        assert!(!image.iter().any(|mark| text.contains(mark)), "{name}");
    }
}

/// The example catalog, with one text of its manifest replaced.
fn refused(from: &str, to: &str) -> (Workspace, String) {
    let workspace = Workspace::tip();
    workspace.edit("templates/catalog.toml", from, to);
    let failed = workspace.generate(&["--all"]);
    assert_eq!((failed.code, failed.out.as_str()), (2, ""), "{failed:?}");
    (workspace, failed.err)
}

#[test]
fn names_that_leave_the_folder_are_refused_and_nothing_is_written() {
    for (from, to, expected) in [
        (
            "stem = \"tip\"",
            "stem = \"../../x\"",
            "naming.stem `../../x` is not a plain file name",
        ),
        ("stem = \"tip\"", "stem = \"\"", "naming.stem is empty"),
        (
            "bare = \"plain\"",
            "bare = \"/tmp/x\"",
            "naming.bare `/tmp/x` is not a plain file name",
        ),
        ("bare = \"plain\"", "bare = \"R\"", "`tip_R` occurs twice"),
        (
            "letter = \"U\"",
            "letter = \"/\"",
            "flag '/' is not a letter",
        ),
        ("name = \"svg\"", "name = \"\"", "wrapper.name is empty"),
        (
            "name = \"svg\"",
            "name = \"script\"",
            "wrapper `script` is declared twice",
        ),
    ] {
        let (workspace, error) = refused(from, to);
        assert!(
            error.contains("templates/catalog.toml: ") && error.contains(expected),
            "{error}"
        );
        let names = std::fs::read_dir(workspace.path())
            .expect("a folder")
            .count();
        assert_eq!(names, 2, "{to}");
    }
}

#[test]
fn a_wrapper_whose_script_no_browser_runs_is_refused() {
    let script = "open = \"<script>\"\nclose = \"</script>\"";
    for (to, expected) in [
        (
            "open = \"<div>\"\nclose = \"</div>\"",
            "wrapper `script`: a browser shows the script as text",
        ),
        (
            "open = \"<script>\"\nclose = \"\"",
            "wrapper `script`: `close` does not end the script element",
        ),
        (
            "open = '<svg title=\"'\nclose = '\">'",
            "wrapper `script`: the script is the value of an attribute that is no event handler",
        ),
    ] {
        let (_, error) = refused(script, to);
        assert!(error.contains(expected), "{error}");
    }
}
