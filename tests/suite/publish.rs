//! `gen publish` as a user runs it.

use std::fs;

use crate::support::workspace::{Workspace, files};

#[test]
fn a_site_is_published_whole_and_checked() {
    let work = Workspace::few();
    let said = work.generate(&["publish"]).good();
    assert!(said.contains("files"), "{said}");
    let site = work.path().join("dist");
    let index = fs::read(site.join("index.html")).expect("a page");
    let page = fs::read(work.catalog().join("index_TMP_D_SU.html")).expect("a page");
    assert_eq!(index, page);
    assert_eq!(work.generate(&["publish", "--check"]).code, 0);
    // What is not as it should be is named.
    fs::write(site.join("home.html"), "broken").expect("written");
    fs::write(site.join("letter.txt"), "text").expect("written");
    fs::remove_file(site.join("site.css")).expect("removed");
    work.edit("docs/anatomy.md", "# Anatomy of a page", "# Anatomy");
    work.edit("docs/rejected.md", "# Rejected ideas", "# Ideas");
    let run = work.generate(&["publish", "--check"]);
    assert_eq!(run.code, 1, "{run:?}");
    for named in [
        "home.html is stale",
        "letter.txt is not a file of the site",
        "site.css is missing",
        "docs/anatomy.md is stale",
        "docs/rejected.md is stale",
    ] {
        assert!(run.out.contains(named), "{run:?}");
    }
    // A file of somebody else is not deleted; the others are put right.
    let run = work.generate(&["publish"]);
    assert_eq!(run.code, 2, "{run:?}");
    let reason = "letter.txt in it is not a file of the site";
    assert!(run.err.contains(reason), "{run:?}");
    fs::remove_file(site.join("letter.txt")).expect("it is still there");
    work.generate(&["publish"]).good();
    assert_eq!(work.generate(&["publish", "--check"]).code, 0);
}

#[test]
fn what_cannot_be_published_leaves_the_old_site() {
    let work = Workspace::few();
    work.generate(&["publish"]).good();
    let site = work.path().join("dist");
    let before = files(&site);
    let refused = |reason: &str| {
        let run = work.generate(&["publish"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(reason), "{run:?}");
        assert_eq!(files(&site), before);
    };
    let texts = "templates/site/text/home.toml";
    let home = work.read(texts);
    work.edit(texts, "[start]", "[begin]");
    refused("there is no text `start`");
    work.write(texts, &home);
    work.edit(texts, "tr = \"Kılavuzu okuyun\"", "tr = \"\"");
    refused("`learn` has no text for `tr`");
    work.write(texts, &home);
    // The board of the site reads no clocks with an `s`.
    let reader = "templates/site/script/play_rules.js";
    work.edit(reader, "W:(-?\\d+)s? B:(-?\\d+)s?", "W:(-?\\d+) B:(-?\\d+)");
    refused("the board of the site cannot read what index_TMP_D_SU shows");
    refused("change `readPrompt` in templates/site/script/play_rules.js");
    work.edit(reader, "W:(-?\\d+) B:(-?\\d+)", "W:(-?\\d+)s? B:(-?\\d+)s?");
    // A catalog that is not what the fragments make.
    let page = work.catalog().join("index_TMP_D_S.html");
    let right = fs::read_to_string(&page).expect("a page");
    fs::write(&page, right.replace("W#", "B#")).expect("written");
    // It is reported before the experiments, which take longer.
    let experiments = work.read("experiments/experiments.toml");
    let list = work.path().join("experiments/experiments.toml");
    fs::write(&list, "broken").expect("written");
    refused("stale: index_TMP_D_S.html is out of date");
    fs::write(&page, right).expect("written");
    refused("experiments.toml");
    fs::write(list, experiments).expect("written");
    // Nor one with a page, a size or a record of another.
    let other = work.catalog().join("index_X.html");
    fs::write(&other, "").expect("written");
    refused("stale: index_X.html is no page of the catalog");
    fs::remove_file(other).expect("removed");
    let sizes = work.catalog().join("sizes.json");
    fs::remove_file(sizes).expect("removed");
    refused("stale: sizes.json is missing");
}

#[test]
fn a_folder_of_something_else_is_not_replaced() {
    let work = Workspace::few();
    fs::create_dir(work.path().join("notes")).expect("a folder");
    work.write("notes/diary.txt", "");
    let run = work.generate(&["publish", "--out", "notes"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err.contains("in it is not a file of the site"),
        "{run:?}"
    );
    assert!(work.path().join("notes/diary.txt").exists());
}
