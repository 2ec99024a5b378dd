use super::list::parse;
use super::*;

const ENTRY: &str = "[[experiment]]\nname = 'a'\ntitle = 't'\nvariant = 'index_L1'\nwhy = 'w'\n";

#[test]
fn an_experiment_is_made_in_exactly_one_way() {
    let list = parse(&format!("{ENTRY}page = 'a.html'")).unwrap();
    assert_eq!(list[0].make, Make::Page("a.html".to_owned()));
    let both = format!(
        "{ENTRY}page = 'a.html'\n[[experiment.patch]]\nfile = 'a.js'\nfind = 'a'\nreplace = 'b'"
    );
    for text in [ENTRY, &both] {
        assert!(parse(text).unwrap_err().contains("exactly one of"));
    }
}

#[test]
fn only_patches_leave_spellings_out() {
    let page = format!("{ENTRY}page = 'a.html'\nleave_out = ['b']");
    assert!(parse(&page).unwrap_err().contains("delete leave_out"));
    let patch = "leave_out = ['b']\n[[experiment.patch]]\nfile = 'a.js'\nfind = 'a'\nreplace = 'b'";
    let list = parse(&format!("{ENTRY}{patch}")).unwrap();
    assert_eq!(list[0].leave_out, ["b"]);
}

#[test]
fn names_are_words_and_differ() {
    let entry = format!("{ENTRY}page = 'a.html'\n");
    let twice = format!("{entry}{entry}");
    assert_eq!(parse(&twice).unwrap_err(), "two experiments are called `a`");
    for name in ["", "../a", "A", "a b"] {
        let entry = entry.replace("'a'", &format!("'{name}'"));
        assert!(parse(&entry).unwrap_err().contains("a to z"), "{name}");
    }
    assert!(parse(&entry.replace("why", "because")).is_err());
}

#[test]
fn a_patch_fits_once_or_not_at_all() {
    let patch = Patch {
        file: "page.js".to_owned(),
        find: "ab".to_owned(),
        replace: "c".to_owned(),
    };
    assert_eq!(patch.apply("1ab2").as_deref(), Ok("1c2"));
    for (text, count) in [("a b", 0), ("abab", 2)] {
        let error = patch.apply(text).unwrap_err();
        assert!(
            error.contains(&format!("occurs {count} times in page.js")),
            "{error}"
        );
        assert!(error.ends_with("\nab"), "{error}");
    }
}
