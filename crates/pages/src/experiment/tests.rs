use super::list::parse;
use super::*;
use crate::minify::{Minified, Strategy, Wrapper};

const ENTRY: &str = "[[experiment]]\nname = 'a'\ntitle = 't'\nvariant = 'index_L1'\nwhy = 'w'\n";

#[test]
fn an_experiment_is_made_in_exactly_one_way() {
    let list = parse(&format!("{ENTRY}page = 'a.html'")).unwrap();
    assert_eq!(list[0].make, Make::Page("a.html".to_owned()));
    let both = format!("{ENTRY}page = 'a.html'\npack = 'pairs'");
    for text in [ENTRY, &both] {
        assert!(parse(text).unwrap_err().contains("exactly one of"));
    }
}

#[test]
fn names_are_words_and_differ() {
    let entry = format!("{ENTRY}pack = 'pairs'\n");
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

/// A page with this script, and wrappers that can hold it.
fn page(script: &str) -> (Minified, Vec<Wrapper>) {
    let wrapper = Wrapper {
        name: "script".to_owned(),
        open: "<script>".to_owned(),
        close: "</script>".to_owned(),
        reserved: Vec::new(),
    };
    let built = Minified {
        page: format!("<script>{script}</script>"),
        strategy: Strategy::Own,
        wrapper: "script".to_owned(),
        stages: Vec::new(),
        candidates: Vec::new(),
        obstacles: Vec::new(),
        names: Vec::new(),
        packed: None,
        mixed: None,
    };
    (built, vec![wrapper])
}

#[test]
fn what_is_inflated_is_the_script() {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD_NO_PAD;
    use std::io::Read;

    // Of many lengths, so that the text form ends in every way.
    for length in 1..=12 {
        let script = format!("alert({})", "1234567890+".repeat(length) + "1");
        let (built, wrappers) = page(&script);
        let packed = Packer::Inflate.pack(&built, &wrappers).expect("a page");
        let (_, data) = packed.split_once("data:;base64,").expect("data");
        let (data, _) = data.split_once('\'').expect("an end");
        let data = STANDARD_NO_PAD.decode(data).expect("RFC 4648");
        let mut text = String::new();
        let mut decoder = flate2::read::DeflateDecoder::new(data.as_slice());
        decoder.read_to_string(&mut text).expect("RFC 1951");
        assert!(
            built.page.contains(&text) && text.contains("alert"),
            "{text}"
        );
    }
}
