//! The site as its visitors meet it, in a real browser.

mod access;
mod click;
mod play;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use golfchess_parity::host::Kind;

use crate::support::needs::needs_browsers;
use crate::support::served::Served;
use crate::support::tab::{Visit, dist};
use crate::support::workspace::generate;
use crate::support::{flags_of, pages};
use serde_json::Value;

const PAGES: [&str; 8] = [
    "home",
    "manual",
    "catalog",
    "version_generator",
    "anatomy",
    "test_helper",
    "play",
    "click",
];

#[test]
fn the_committed_site_is_fresh() {
    let run = generate(&["publish", "--check"]);
    assert_eq!(run.code, 0, "{run:?}");
    let front = fs::read(dist().join("index.html")).expect("a page");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalog/index_TMP_D_SU.html");
    assert_eq!(front, fs::read(page).expect("a page"));
}

#[test]
fn every_link_resolves_and_nothing_comes_from_elsewhere() {
    let site = Served::start();
    let visit = Visit::start();
    let mut addresses = BTreeSet::new();
    for page in PAGES {
        visit.open(&site.address(&format!("{page}.html")));
        let links = visit.ask(
            "[...document.querySelectorAll('a[href],link[rel=stylesheet],script[src]')]
             .map(element => (element.href || element.src))",
        );
        for link in links.as_array().expect("links") {
            addresses.insert(link.as_str().expect("an address").to_owned());
        }
        let loaded = visit.ask("performance.getEntriesByType('resource').map(entry => entry.name)");
        for address in loaded.as_array().expect("addresses") {
            let address = address.as_str().expect("an address");
            assert!(
                address.starts_with(&site.address("")),
                "{page} loads {address}"
            );
        }
        // Links within a page lead to something in it, or choose something.
        let lost = visit.ask(
            "[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href'))
             .filter(href => !document.getElementById(href.slice(1)))
             .filter(href => !document.querySelector(`option[value=${href.slice(1)}]`))",
        );
        assert_eq!(lost, serde_json::json!([]), "{page}");
    }
    let mut elsewhere = Vec::new();
    for address in &addresses {
        let Some(path) = address.strip_prefix(&site.address("")) else {
            elsewhere.push(address.as_str());
            continue;
        };
        let path = path.split('#').next().unwrap_or(path);
        assert!(dist().join(path).is_file(), "{address}");
    }
    // Visitors can follow them; no page loads anything from there.
    let others = [
        "https://2kbfullfidejs.com/",
        "https://en.wikipedia.org/wiki/1K_ZX_Chess",
        "https://en.wikipedia.org/wiki/BootChess",
        "https://nanochess.org/",
        "https://vole.wtf/kilobytes-gambit/",
    ];
    assert_eq!(elsewhere, others);
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn pages_fit_their_window_without_errors() {
    let visit = Visit::start();
    for page in PAGES {
        visit.page(&format!("{page}.html"));
        for width in [360, 1000, 1280] {
            visit.width(width);
            let wide = visit.ask(
                "[...document.querySelectorAll('body *')].filter(element =>
                 element.getBoundingClientRect().right > innerWidth + 1
                 && !element.closest('.scroll, pre, .visually-hidden, .skip, svg'))
                 .map(element => element.outerHTML.slice(0, 120)).slice(0, 5)",
            );
            assert_eq!(wide, serde_json::json!([]), "{page} at {width}");
            let scrolls = visit.ask("document.scrollingElement.scrollWidth > innerWidth");
            assert_eq!(scrolls, false, "{page} at {width}");
        }
    }
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn the_label_of_a_box_begins_on_its_line() {
    let visit = Visit::start();
    for page in ["version_generator", "play"] {
        visit
            .window(390, 844)
            .page(&format!("{page}.html#index_TMP_D_SU_AB"));
        let apart = visit.ask(
            "[...document.querySelectorAll('input:is([type=checkbox], [type=radio])')]
             .filter(box => box.offsetParent)
             .filter(box => {
               const label = [...box.labels[0].getClientRects()][0], at = box.getBoundingClientRect();
               return label.top > at.bottom || label.bottom < at.top;
             }).map(box => box.value)",
        );
        assert_eq!(apart, serde_json::json!([]), "{page}");
    }
}

/// The number of pages that draw a board.
fn boards() -> usize {
    let is_board = |(name, _): &(String, String)| flags_of(name).contains('C');
    pages().into_iter().filter(is_board).count()
}

/// The number of pages whose games are recorded: they have dialogs and a fixed start position.
fn recorded() -> usize {
    let is_other = |name: &str| flags_of(name).contains(['C', 'X']);
    pages().iter().filter(|(name, _)| !is_other(name)).count()
}

#[test]
fn counts_and_lists_come_from_the_catalog() {
    let visit = Visit::start();
    let all = pages().len();
    let recorded = recorded();
    visit.page("test_helper.html").click("[data-language=en]");
    let lead = visit.text("main p");
    assert!(
        lead.contains(&format!(
            "any of the {recorded} pages with dialogs and a fixed start"
        )),
        "{lead}"
    );
    assert!(
        lead.contains(&format!("other {} of the {all} pages", all - recorded)),
        "{lead}"
    );
    // As many as the check is ready to play, and as can be chosen.
    assert!(
        visit
            .text("#verdict")
            .ends_with(&format!("on {recorded} pages."))
    );
    let offered = visit.ask("document.querySelectorAll('#own-variant option').length");
    assert_eq!(offered, recorded);
    visit.page("play.html");
    let offered = visit.ask("document.querySelectorAll('#variant option').length");
    assert_eq!(offered, all - boards());
    visit.page("manual.html");
    let lead = visit.text(".lead");
    assert!(
        lead.starts_with(&format!("{} of the {all} pages", all - boards())),
        "{lead}"
    );
    assert!(
        lead.contains(&format!("The other {} draw", boards())),
        "{lead}"
    );
    visit.page("home.html");
    let counted = visit.ask(
        "[...document.querySelectorAll('main li:has(a[href^=\"catalog.html#\"]) [lang=en]')]
         .map(text => parseInt(text.textContent)).filter(Boolean).reduce((sum, count) => sum + count)",
    );
    assert_eq!(counted, all);
}

#[test]
fn the_table_of_sizes_says_what_the_compared_pages_do() {
    let visit = Visit::start();
    visit.page("home.html");
    let rows = visit.ask(
        "[...document.querySelectorAll('.beside tbody tr')].map(({ cells }) => cells[0].textContent)",
    );
    let compared = visit.ask(
        "golfchess.variants.filter(variant => variant.published).map(variant => variant.name)",
    );
    assert_eq!(rows, compared);
    // Each flag is in one of the lists.
    let flags = |list: &str| {
        let letters = visit.ask(&format!(
            "[...document.querySelectorAll('.{list} strong')].map(flag => flag.textContent).join('')"
        ));
        letters.as_str().expect("letters").to_owned()
    };
    let (does, lacks) = (flags("does"), flags("lacks"));
    let has = |flag: char| {
        let names = compared.as_array().expect("names").iter();
        names
            .map(|name| name.as_str().expect("a name"))
            .any(|name| flags_of(name).contains(flag))
    };
    let used: BTreeSet<char> = pages()
        .iter()
        .flat_map(|(name, _)| flags_of(name).chars().collect::<Vec<_>>())
        .collect();
    assert!(!does.is_empty() && !lacks.is_empty());
    assert!(does.chars().all(has), "{does}");
    assert!(!lacks.chars().any(has), "{lacks}");
    assert_eq!((does + &lacks).chars().collect::<BTreeSet<_>>(), used);
}

#[test]
fn the_language_is_switched_and_remembered() {
    language(&Visit::start());
}

fn language(visit: &Visit) {
    visit.page("home.html").click("[data-language=en]");
    let english = visit.text("h1");
    visit.click("[data-language=tr]");
    let turkish = visit.text("h1");
    assert_ne!(english, turkish);
    visit.page("manual.html");
    assert_eq!(visit.ask("document.documentElement.lang"), "tr");
    assert_eq!(visit.ask("document.title"), "Kılavuz – golfchess");
    // Nothing is left in the other language.
    let left = visit.ask(
        "[...document.querySelectorAll('main [lang=en]:not(.keep)')]
         .filter(element => element.offsetParent).length",
    );
    assert_eq!(left, 0);
    visit.click("[data-language=en]");
    visit.page("home.html");
    assert_eq!(visit.text("h1"), english);
}

#[test]
fn the_catalog_sorts_and_filters() {
    sorting(&Visit::start());
}

fn sorting(visit: &Visit) {
    visit.page("catalog.html");
    let rows = || {
        let rows = visit.ask(
            "[...document.querySelector('#table tbody').rows].filter(row => !row.hidden)
             .map(row => [row.dataset.name, +row.cells[2].dataset.value])",
        );
        serde_json::from_value::<Vec<(String, u64)>>(rows).expect("rows")
    };
    assert_eq!(rows().len(), 36);
    visit.click("[data-sort=bytes]");
    assert!(rows().is_sorted_by_key(|row| row.1));
    visit.click("[data-sort=bytes]");
    assert!(rows().iter().rev().is_sorted_by_key(|row| row.1));
    visit.click("#flag-D");
    let names: BTreeSet<_> = rows().into_iter().map(|row| row.0).collect();
    assert_eq!(names.len(), 4);
    assert!(names.iter().all(|name| name.contains("_D")));
    visit.click("#flag-D");
    assert_eq!(rows().len(), 32);
    visit.ask(
        "(() => { const search = document.getElementById('search'); search.value = 'tmp';
         search.dispatchEvent(new Event('input')); })()",
    );
    assert_eq!(rows().len(), 4);
}

#[test]
fn every_legal_choice_of_flags_gives_the_bytes_of_its_page() {
    generator(&Visit::start());
}

fn generator(visit: &Visit) {
    visit.page("version_generator.html");
    // WebKit allows a page to change its address 100 times in 10 s, more than visitors need.
    visit.ask("(() => { history.replaceState = () => null; })()");
    // All 64 choices, by clicks on what is enabled.
    let shown = visit.ask(
        "(() => {
           const boxes = [...document.querySelectorAll('#choice input')];
           const set = (letter, on) => {
             const box = boxes.find(box => box.value == letter);
             if (box.checked != on) box.click();
             return box.checked == on;
           };
           const shown = {};
           let refused = 0;
           for (let choice = 0; choice < 64; choice++) {
             set('D', false);
             // D goes last: it needs the others.
             const letters = ['T', 'M', 'P', 'S', 'U', 'D'];
             if (letters.every((letter, at) => set(letter, Boolean(choice >> at & 1)))) {
               shown[document.getElementById('name').textContent] =
                 document.getElementById('minified').textContent;
             } else refused++;
           }
           return { shown, refused };
         })()",
    );
    let pages = shown["shown"].as_object().expect("pages");
    assert_eq!((pages.len(), &shown["refused"]), (36, &Value::from(28)));
    for (name, page) in pages {
        let file = dist().join(format!("catalog/{name}.html"));
        assert_eq!(fs::read_to_string(file).expect("a page"), *page, "{name}");
    }
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn the_catalog_leads_to_the_minified_and_the_readable_page() {
    links_to_pages(&Visit::start());
}

fn links_to_pages(visit: &Visit) {
    for name in ["index_L1", "index_TP_S"] {
        visit.page("catalog.html");
        let link = visit.ask(&format!(
            "document.querySelector('[data-name={name}] a[href^=version_generator]').href"
        ));
        visit.open(link.as_str().expect("an address"));
        assert_eq!(visit.text("#name"), name);
        let shown = |id: &str| visit.ask(&format!("document.getElementById('{id}').textContent"));
        let file = dist().join(format!("catalog/{name}.html"));
        assert_eq!(shown("minified"), fs::read_to_string(file).expect("a page"));
        let readable = generate(&["source", name]).good();
        assert_eq!(shown("readable"), readable);
    }
    // Another name in the address of the open page is followed too.
    visit.ask("location.hash = 'index_MP'");
    visit.until("document.getElementById('name').textContent == 'index_MP'");
    assert_eq!(visit.errors(), [""; 0]);
}

/// Pages with and without each flag; the proof plays all of them.
const PLAYED: [&str; 2] = ["index_U", "index_TMP_D_S"];

#[test]
fn the_test_helper_is_green_for_the_pages_and_red_for_spoilt_ones() {
    test_helper(&Visit::start());
}

fn test_helper(visit: &Visit) {
    visit.page("test_helper.html").click("#none");
    let chosen = visit.ask(&format!(
        "{PLAYED:?}.map(name => document.querySelector(`#results [value=${{name}}]`).click()).length"
    ));
    assert_eq!(chosen, PLAYED.len());
    visit.click("#run");
    visit.until("document.querySelector('#verdict').dataset.state != 'running'");
    let verdict = visit.text("#verdict");
    let state = || visit.ask("document.querySelector('#verdict').dataset.state");
    assert_eq!(state(), "green", "{verdict}");
    let cells = visit.ask(
        "[...document.querySelectorAll('[data-suite]:not([data-suite=all])[data-variant^=index]')].map(cell => cell.dataset.state)
         .reduce((count, state) => ({ ...count, [state]: (count[state] ?? 0) + 1 }), {})",
    );
    assert_eq!(
        cells,
        serde_json::json!({ "green": 7 * PLAYED.len(), "idle": 7 * (recorded() - PLAYED.len()) })
    );
    let page = fs::read_to_string(dist().join("catalog/index_S.html")).expect("a page");
    let verdict_on = |page: &str| {
        visit.ask(&format!(
            "(() => {{ const at = id => document.getElementById(id);
             at('own-page').value = {page:?}; at('own-variant').value = 'index_S'; at('own-run').click(); }})()"
        ));
        visit.until("document.querySelector('#verdict').dataset.state != 'running'");
        let findings = visit.ask("document.querySelectorAll('.finding').length > 0");
        assert_eq!(findings, state() == "red");
        let named = visit.ask(
            "[...document.querySelectorAll('.finding h3 .keep')]
             .every(name => golfchess.transcripts.cases.includes(name.textContent))",
        );
        assert_eq!(named, true);
        state()
    };
    assert_eq!(verdict_on(&page), "green");
    let last = ";\">";
    for (right, wrong) in [
        // The wrong side wins.
        ("B#", "W#"),
        // All dialogs are right, but something comes after the end.
        (last, ";throw 1;\">"),
        (last, ";prompt();\">"),
        (last, ";try{prompt()}catch{}\">"),
        (last, ";alert();\">"),
    ] {
        assert_eq!(page.matches(right).count(), 1, "{right}");
        assert_eq!(verdict_on(&page.replace(right, wrong)), "red", "{wrong}");
    }
}

/// Everything that visitors do, in one tab of another browser.
fn all_of_it(kind: Kind) {
    let visit = &Visit::start_in(kind);
    for part in [
        language,
        sorting,
        generator,
        links_to_pages,
        play::mate_by_clicks,
        play::rare_moves,
        play::keyboard,
        play::buttons,
        play::opponent,
        click::answered_at_once,
        test_helper,
    ] {
        part(visit);
        assert_eq!(visit.errors(), [""; 0]);
    }
}

#[test]
#[ignore = "slow: needs Firefox"]
fn the_site_works_in_firefox() {
    if !needs_browsers(&[Kind::Firefox]) {
        return;
    }
    all_of_it(Kind::Firefox);
}

#[test]
#[ignore = "slow: needs WebKitGTK"]
fn the_site_works_in_webkit() {
    if !needs_browsers(&[Kind::WebKit]) {
        return;
    }
    all_of_it(Kind::WebKit);
}
