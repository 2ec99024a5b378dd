//! Accessibility, by axe-core: every page, with what opens on it, in both languages and colour schemes.

use serde_json::json;

use super::{PAGES, play};
use crate::support::tab::Visit;

/// Opens something on a page.
type Open = fn(&Visit);

/// What is opened on a page. (Another page lies between two of one address: a change of the fragment loads
/// nothing.)
const OPENED: [(&str, Open); 6] = [
    ("play.html#index_TMP_D_SU", |visit| {
        play::promotion(visit, 'w')
    }),
    // A move that is refused.
    ("click.html#index_MP_SUC", |visit| {
        visit.until("document.querySelector('#turn').innerText");
        visit.ask(
            "[38, 35].map(at => document.querySelector('#frame iframe').contentDocument
               .querySelectorAll('[onclick]')[at].click()).length",
        );
        visit.until("document.querySelector('#status').dataset.state == 'refused'");
    }),
    ("play.html#index_TMP_D_SU", |visit| {
        play::promotion(visit, 'b')
    }),
    ("version_generator.html#index_TMP_D_SU_A", |visit| {
        // A page of no collection.
        visit.click("#flag-S");
        visit.until("!document.querySelector('#outside').hidden");
    }),
    // All buttons of the board.
    ("play.html#index_TMP_DF_S_AB", |visit| {
        play::play(visit, "e2e4")
    }),
    // A finding.
    ("test_helper.html", |visit| {
        visit.ask(
            "(() => { const at = id => document.getElementById(id);
               at('own-page').value = '<script>prompt()</script>'; at('own-run').click(); })()",
        );
        visit.until("document.querySelector('.finding')");
    }),
];

#[test]
fn no_page_shuts_anybody_out() {
    let visit = Visit::start();
    visit.width(1280);
    for page in PAGES {
        visit.page(&format!("{page}.html"));
        passes(&visit, page);
    }
    for (address, open) in OPENED {
        visit.page(address);
        open(&visit);
        passes(&visit, address);
    }
}

/// Fails if axe-core finds something on the open page.
fn passes(visit: &Visit, page: &str) {
    let axe = include_str!("../../vendor/axe-core/axe.min.js");
    visit.ask(&format!("(() => {{ {axe} }})()"));
    for language in ["en", "tr"] {
        visit.click(&format!("[data-language={language}]"));
        // Only the contrast depends on the colour scheme.
        for (scheme, options) in [("light", "{}"), ("dark", "{ runOnly: ['color-contrast'] }")] {
            visit.scheme(scheme);
            let violations = visit.ask(&format!(
                "axe.run({options}).then(result => result.violations.map(violation => violation.id
                 + ': ' + violation.nodes.slice(0, 3)
                 .map(node => node.html + ' ' + node.failureSummary).join('; ')))",
            ));
            assert_eq!(violations, json!([]), "{page} in {scheme} and {language}");
        }
    }
}
