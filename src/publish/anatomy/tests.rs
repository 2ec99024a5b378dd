use std::path::Path;

use super::*;
use golfchess_pages::build::CatalogBuild;
use golfchess_pages::catalog::Catalog;
use golfchess_pages::compose::Templates;

fn load() -> (Catalog, Templates) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let catalog = Catalog::load(&folder).unwrap();
    let templates = Templates::load(&folder, &catalog).unwrap();
    (catalog, templates)
}

/// The share of a page's letters, numbers and texts that have a partner.
fn attributed(script: &str, page: &str, names: &[Renaming]) -> f64 {
    let (open, close) = wrapper(page);
    let source = lexer::tokens(script);
    let short = lexer::tokens(&page[open..close]);
    let partners = partners(&source, &short, names);
    let telling = |(token, _): &(&Token, _)| token.kind != Kind::Punctuation;
    let pairs = || short.iter().zip(&partners).filter(telling);
    let found = pairs().filter(|(_, partner)| partner.is_some()).count();
    found as f64 / pairs().count() as f64
}

#[test]
fn the_parts_of_every_page_are_the_page() {
    let (catalog, templates) = load();
    let edition = CatalogBuild::new(&catalog, &templates, || ()).unwrap();
    assert_eq!(edition.pages.len(), 36);
    for built in &edition.pages {
        let name = &built.variant.name;
        let page = &built.built.page;
        let script = templates.compose(&built.variant).unwrap();
        let names = &built.built.names;
        let parts = anatomy(templates.fragments(), &script, page, names);
        let code: String = parts.iter().map(|part| part.code.as_str()).collect();
        assert_eq!(&code, page, "{name}");
        let bytes: usize = parts.iter().map(|part| part.bytes).sum();
        assert_eq!(bytes, page.len(), "{name}");
        let firsts = parts.iter().filter(|part| part.first);
        let sum: usize = firsts.map(|part| part.fragment_bytes).sum();
        assert_eq!(sum, page.len(), "{name}");
        let share = attributed(&script, page, names);
        assert!(share > 0.9, "{name}: only {share:.2} are attributed");
        for part in &parts {
            let is_known = templates.fragments().contains_key(&part.fragment);
            assert!(is_known || part.fragment == WRAPPER, "{name}: {part:?}");
            assert_eq!(
                part.remarks.iter().all(|remark| remark.html.is_empty()),
                part.fragment == WRAPPER,
                "{name}: {part:?}"
            );
        }
    }
}

#[test]
fn wrappers_are_told_apart_from_scripts() {
    assert_eq!(wrapper("<svg onload=\"a=b=>c\">"), (13, 19));
    assert_eq!(wrapper("<script>a=\"b\"</script>"), (8, 13));
}
