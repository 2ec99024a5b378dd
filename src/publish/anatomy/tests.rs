use std::path::Path;

use golfchess_pages::builder::CatalogBuild;
use golfchess_pages::catalog::Catalog;
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

#[test]
fn the_parts_of_every_page_are_the_page() {
    let (catalog, builder) = load();
    let build = CatalogBuild::new(&catalog, &builder, || ()).unwrap();
    assert_eq!(build.pages.len(), 98);
    let options = catalog.manifest().minify_options();
    for page in &build.pages {
        let name = &page.variant.name;
        let script = builder.script(&page.variant).unwrap();
        let parts = anatomy(&builder, &script, &page.built, &options, "page.js");
        let code: String = parts.iter().map(|part| part.code.as_str()).collect();
        assert_eq!(code, page.built.page, "{name}");
        let bytes: usize = parts.iter().map(|part| part.bytes).sum();
        assert_eq!(bytes, code.len(), "{name}");
        let firsts = parts.iter().filter(|part| part.first);
        let sum: usize = firsts.map(|part| part.fragment_bytes).sum();
        assert_eq!(sum, code.len(), "{name}");
        // What a packed page unpacks has no place in the page.
        if page.built.packed.is_some() {
            continue;
        }
        let share = traced(&script, &page.built, &options);
        let least = if page.built.strategy == Strategy::Own {
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
