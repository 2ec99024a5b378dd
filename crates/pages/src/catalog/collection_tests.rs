//! Tests of collections.

use std::path::Path;

use super::{Amount, Catalog, FlagSet, UnknownCollection};

/// The flags A, B and C, of which C requires A, with some collections and other tables.
fn read(collections: &str) -> Result<Catalog, String> {
    let text = format!(
        "title = 't'
        entry = 'page.js'
        naming = {{ stem = 'p', bare = 'plain', parts = ['AB', 'C'] }}
        wrapper = [{{ name = 'script', open = '<script>', close = '</script>' }}]
        source = {{ open = '', close = '' }}
        flag = [
          {{ letter = 'A', group = 'g', title = 'a', text = 'a' }},
          {{ letter = 'B', group = 'g', title = 'b', text = 'b' }},
          {{ letter = 'C', group = 'g', title = 'c', text = 'c', requires = ['A'] }},
        ]
        {collections}"
    );
    Catalog::parse(&text, Path::new("catalog.toml")).map_err(|error| error.to_string())
}

/// A `[[collection]]` with a name and other keys.
fn collection(name: &str, keys: &str) -> String {
    format!("[[collection]]\nname = '{name}'\ntitle = 'the {name}'\ntext = 'about'\n{keys}\n")
}

fn names(catalog: &Catalog) -> Vec<&str> {
    let variants = catalog.variants().iter();
    variants.map(|variant| variant.name.as_str()).collect()
}

const ALL: [&str; 6] = ["p_plain", "p_A", "p_A_C", "p_B", "p_AB", "p_AB_C"];

#[test]
fn a_manifest_without_collections_has_one_of_all_variants() {
    let catalog = read("").unwrap();
    assert_eq!(names(&catalog), ALL);
    let [only] = catalog.collections() else {
        panic!("one collection")
    };
    assert!(!only.declared && only.variants == catalog.variants());
    let error = catalog.collection("all").unwrap_err();
    assert!(matches!(error, UnknownCollection::Undeclared { .. }));
}

#[test]
fn a_rule_has_all_legal_sets_of_its_flags() {
    let pages = |keys: &str| {
        let catalog = read(&collection("one", keys)).unwrap();
        names(&catalog).join(" ")
    };
    assert_eq!(pages("flags = 'AB'"), "p_plain p_A p_B p_AB");
    assert_eq!(pages("flags = 'BC'"), "p_plain p_B");
    assert_eq!(pages("flags = 'ABC'\nonly = ['C']"), "p_A_C p_AB_C");
    assert_eq!(pages("flags = 'ABC'\nonly = ['B', 'C']"), "p_AB_C");
    assert_eq!(pages("flags = ''"), "p_plain");
}

#[test]
fn pages_are_in_the_order_of_the_collections_and_lists() {
    let text = collection("rule", "flags = 'B'")
        + &collection("list", "pages = ['p_AB_C', 'p_A.html']\nbudget = 90");
    let catalog = read(&text).unwrap();
    assert_eq!(names(&catalog), ["p_plain", "p_B", "p_AB_C", "p_A"]);
    let list = catalog.collection("list").unwrap();
    assert_eq!((list.variants.len(), list.budget), (2, Some(90)));
    let only = catalog.only("list").unwrap();
    assert_eq!(names(&only), ["p_AB_C", "p_A"]);
    let error = catalog.collection("lists").unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no collection `lists`; the collections are rule, list"
    );
}

#[test]
fn variants_outside_of_the_collections_can_be_named() {
    let catalog = read(&collection("rule", "flags = 'A'")).unwrap();
    let outside = catalog.variant("p_AB").unwrap();
    assert!(!catalog.lists(outside) && catalog.lists(catalog.variant("p_A").unwrap()));
    assert_eq!(catalog.with_flags(&FlagSet::new("BA")), Ok(outside));
    assert!(catalog.place(outside) >= catalog.variants().len());
    // Pages of the catalog are suggested before others that are as near.
    let error = catalog.variant("p_D").unwrap_err().to_string();
    assert!(error.contains("are p_A, p_B, "), "{error}");
    let error = catalog.variant("p_B_C").unwrap_err().to_string();
    assert_eq!(error, "flag C also needs A");
}

#[test]
fn limits_of_a_collection_replace_those_of_the_manifest() {
    let text = "[gate]\ntotal = { limit = 5 }\n".to_owned()
        + &collection("one", "flags = 'A'")
        + &collection("two", "pages = ['p_B']\ngate = { page = { limit = 3 } }");
    let catalog = read(&text).unwrap();
    let gate = |name: &str| catalog.collection(name).unwrap().gate.clone();
    assert_eq!(gate("one").total.unwrap().limit, Amount::Bytes(5));
    assert_eq!(gate("two").page.limit, Amount::Bytes(3));
    assert_eq!(gate("two").total, None);
}

#[test]
fn collections_that_are_not_valid_are_refused() {
    let twice = collection("one", "flags = 'A'") + &collection("One", "pages = ['p_B']");
    let shared = collection("one", "flags = 'A'") + &collection("two", "pages = ['p_A']");
    for (text, expected) in [
        (
            collection("one", ""),
            "`one`: give either `flags` or `pages`",
        ),
        (
            collection("one", "flags = 'A'\npages = ['p_B']"),
            "`one`: give either `flags` or `pages`",
        ),
        (
            collection("one", "pages = ['p_B']\nonly = ['B']"),
            "`one`: `only` belongs to `flags`",
        ),
        (collection("one", "pages = []"), "`one` has no page"),
        (
            collection("one", "flags = 'C'\nonly = ['C']"),
            "`one` has no page",
        ),
        (
            collection("one", "flags = 'AX'"),
            "`one`: `flags` has X, which is no flag",
        ),
        (
            collection("one", "flags = 'A'\nonly = ['B']"),
            "`one`: `only` has B, which is not in `flags`",
        ),
        (
            collection("one", "pages = ['p_Aa']"),
            "`one`: there is no variant `p_Aa`; the nearest names are p_A, ",
        ),
        (
            collection("one", "pages = ['p_B_C']"),
            "`one`: flag C also needs A",
        ),
        (
            collection("one", "pages = ['p_A', 'p_B', 'p_A']"),
            "`one`: p_A is listed twice",
        ),
        (twice, "`One` is declared twice"),
        (shared, "p_A is in the collections `one` and `two`"),
        (collection("a b", "flags = 'A'"), "collection.name `a b`"),
        (
            collection("one", "flags = 'A'") + "[budget]\np_B = 3\n",
            "`p_B` under budget is in no collection",
        ),
    ] {
        let error = read(&text).unwrap_err();
        assert!(
            error.starts_with("in the manifest catalog.toml: "),
            "{error}"
        );
        assert!(error.contains(expected), "{error}");
    }
}
