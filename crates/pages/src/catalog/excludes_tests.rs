//! Tests of flags that exclude each other.

use std::path::Path;

use super::{Catalog, FlagSet, UnknownVariant};

/// The flags A to D, with keys of C and D and further tables.
fn read(c: &str, d: &str, more: &str) -> Result<Catalog, String> {
    let text = format!(
        "title = 't'
        entry = 'page.js'
        naming = {{ stem = 'p', bare = 'plain', parts = ['AB', 'CD'] }}
        wrapper = [{{ name = 'script', open = '<script>', close = '</script>' }}]
        source = {{ open = '', close = '' }}
        flag = [
          {{ letter = 'A', group = 'g', title = 'a', text = 'a' }},
          {{ letter = 'B', group = 'g', title = 'b', text = 'b', requires = ['A'] }},
          {{ letter = 'C', group = 'g', title = 'c', text = 'c', {c} }},
          {{ letter = 'D', group = 'g', title = 'd', text = 'd', {d} }},
        ]
        {more}"
    );
    Catalog::parse(&text, Path::new("catalog.toml")).map_err(|error| error.to_string())
}

#[test]
fn the_listed_sets_are_those_that_are_legal() {
    for (c, d) in [
        ("excludes = ['B']", ""),
        ("requires = ['A', 'D']", "excludes = ['B']"),
        ("requires = ['D'], excludes = ['A']", "requires = ['C']"),
    ] {
        let catalog = read(c, d, "").unwrap();
        let manifest = catalog.manifest();
        let all = FlagSet::subsets_that("ABCD", |_| true);
        let legal: Vec<FlagSet> = all.filter(|flags| manifest.is_legal(flags)).collect();
        assert_eq!(manifest.legal_sets(), legal, "{c} {d}");
    }
}

#[test]
fn sets_with_both_flags_are_no_variants() {
    for keys in [("excludes = ['B']", ""), ("excludes = ['B', 'D']", "")] {
        let catalog = read(keys.0, keys.1, "").unwrap();
        let variants = catalog.variants();
        assert!(variants.iter().any(|variant| variant.name == "p_A_C"));
        assert!(variants.iter().any(|variant| variant.name == "p_AB"));
        let both = |variant: &&super::Variant| variant.flags.has('B') && variant.flags.has('C');
        assert_eq!(variants.iter().find(both), None);
    }
    // It does not matter which of the two names the other.
    let names = |c, d| {
        let catalog = read(c, d, "").unwrap();
        let variants = catalog.variants().iter();
        variants
            .map(|variant| variant.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("excludes = ['D']", ""), names("", "excludes = ['C']"));
    assert_eq!(names("excludes = ['D']", "").len(), 9);
}

#[test]
fn the_error_of_a_set_with_both_names_the_flags_and_the_file() {
    let catalog = read("excludes = ['B']", "", "").unwrap();
    let expected = "flag C excludes B, so no page has both (`excludes` in catalog.toml)";
    let by_name = catalog.variant("p_AB_C").unwrap_err();
    assert_eq!(by_name.to_string(), expected);
    let by_flags = catalog.with_flags(&FlagSet::new("CBA")).unwrap_err();
    let pairs = vec![('C', 'B')];
    assert_eq!(by_flags, UnknownVariant::ExcludedFlags { pairs });
    // What is missing comes first: without it the set is no page anyway.
    let error = catalog.variant("p_B_C").unwrap_err().to_string();
    assert_eq!(error, "flag B also needs A");
}

#[test]
fn collections_budgets_and_spellings_leave_out_excluded_sets() {
    let choice = "
        [[choice]]
        name = 'way'
        text = 'way'
        spelling = [
          { name = 'one', value = 1, text = 'one', unless = ['B'] },
          { name = 'two', value = 2, text = 'two', unless = ['C'] },
        ]";
    assert!(read("excludes = ['B']", "", choice).is_ok());
    let error = read("", "", choice).unwrap_err();
    assert!(error.contains("no spelling for p_AB_C"), "{error}");

    let page = "[[collection]]\nname = 'one'\ntitle = 't'\ntext = 't'\npages = ['p_AB_C']";
    let error = read("excludes = ['B']", "", page).unwrap_err();
    assert!(error.contains("catalog.toml: "), "{error}");
    assert!(error.contains("`one`: flag C excludes B"), "{error}");

    let error = read("excludes = ['B']", "", "[budget]\np_AB_C = 9").unwrap_err();
    assert!(error.contains("`p_AB_C` under published or budget is no variant"));
}

#[test]
fn exclusions_that_are_not_valid_are_refused() {
    for (c, d, expected) in [
        (
            "excludes = ['X']",
            "",
            "flag C excludes X, which is no flag",
        ),
        ("excludes = ['C']", "", "flag C can never be on"),
        (
            "requires = ['B'], excludes = ['A']",
            "",
            "flag C can never be on: flag C excludes A",
        ),
        (
            "requires = ['D']",
            "requires = ['B'], excludes = ['C']",
            "flag C can never be on: flag D excludes C",
        ),
    ] {
        let error = read(c, d, "").unwrap_err();
        assert!(error.starts_with("in the manifest catalog.toml: "));
        assert!(error.contains(expected), "{error}");
    }
}
