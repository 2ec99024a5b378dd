use std::path::Path;

use golfchess_pages::catalog::{Catalog, Variant};
use golfchess_script::Strategy;

use super::*;

fn load() -> (Catalog, Builder) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let catalog = Catalog::load(&folder).unwrap();
    let builder = Builder::load(&folder, &catalog).unwrap();
    (catalog, builder)
}

/// The share of the tokens, apart from punctuation, that have an origin in the script.
fn traced(script: &Composed, built: &Minified, options: &MinifyOptions) -> f64 {
    let tokens = trace(&script.text, built, options).unwrap();
    let tokens = || tokens.iter().filter(|token| !token.punctuation);
    tokens().filter(|token| token.source.is_some()).count() as f64 / tokens().count() as f64
}

/// Every third unpacked page, and a packed one: packing takes longer than all the rest.
#[test]
fn the_parts_of_a_page_are_the_page() {
    let (catalog, builder) = load();
    let is_packed = |variant: &&Variant| catalog.manifest().packs(&variant.flags);
    let (packed, unpacked): (Vec<_>, Vec<_>) = catalog.variants().iter().partition(is_packed);
    let pages = unpacked.iter().step_by(3).chain(packed.iter().take(1));
    parts_are_the_page(&catalog, &builder, pages.copied());
}

#[test]
#[ignore = "slow: a third of the pages are compared"]
fn the_parts_of_every_page_are_the_page() {
    let (catalog, builder) = load();
    parts_are_the_page(&catalog, &builder, catalog.variants());
}

fn parts_are_the_page<'v>(
    catalog: &Catalog,
    builder: &Builder,
    pages: impl IntoIterator<Item = &'v Variant>,
) {
    let options = catalog.manifest().minify_options();
    for variant in pages {
        let name = &variant.name;
        let built = builder.build(variant).unwrap();
        let script = builder.script(variant).unwrap();
        let parts = anatomy(builder, &script, &built, &options, "page.js");
        let code: String = parts.iter().map(|part| part.code.as_str()).collect();
        assert_eq!(code, built.page, "{name}");
        let bytes: usize = parts.iter().map(|part| part.bytes).sum();
        assert_eq!(bytes, code.len(), "{name}");
        let firsts = parts.iter().filter(|part| part.first);
        let sum: usize = firsts.map(|part| part.fragment_bytes).sum();
        assert_eq!(sum, code.len(), "{name}");
        // What a packed page unpacks has no place in the page.
        if built.packed.is_some() {
            continue;
        }
        let share = traced(&script, &built, &options);
        let least = if built.strategy == Strategy::Own {
            1.0
        } else {
            0.9
        };
        assert!(
            share >= least,
            "{name}: only {share:.2} of the tokens are traced"
        );
        for part in &parts {
            let fragments = builder.templates().fragments();
            let is_known = fragments.contains_key(&part.fragment);
            assert!(is_known || part.fragment == WRAPPER, "{name}: {part:?}");
            assert_eq!(
                part.remarks.iter().all(|remark| remark.html.is_empty()),
                part.fragment == WRAPPER,
                "{name}: {part:?}"
            );
            for remark in &part.remarks {
                let raw = ["/*=", "/*%", "//%"];
                let raw = raw.iter().find(|tag| remark.text.contains(**tag));
                assert_eq!(raw, None, "{name}: {}", remark.text);
            }
        }
    }
}
