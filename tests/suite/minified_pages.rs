//! Small pages that trap minifiers: each result shows what its page shows, whatever a person does there.

use std::collections::BTreeSet;
use std::fs;

use golfchess_parity::host::Kind;

use crate::support::root;
use crate::support::staged::shown;
use crate::support::traps::{Metrics, Trap};
use crate::support::workspace::Workspace;

/// The page whose only effect the host does not record: a function with the name of a handler.
const SHOWS_NOTHING: &str = "pages/hon1.html";

#[test]
fn every_result_of_a_page_shows_what_the_page_shows() {
    results_show_what_the_pages_show(Metrics::Two);
}

#[test]
#[ignore = "slow: two metrics are tried for each page"]
fn every_result_by_every_metric_shows_what_the_page_shows() {
    results_show_what_the_pages_show(Metrics::All);
}

fn results_show_what_the_pages_show(metrics: Metrics) {
    let mut host = Kind::Chrome.open().expect("a browser");
    let mut different = Vec::new();
    let pages = Trap::all("pages/");
    assert_eq!(pages.len(), 66);
    for (place, page) in pages.into_iter().enumerate() {
        let mut played = |text: &str| shown(host.as_mut(), &page, text);
        let text = page.text();
        let expected = played(&text);
        let shows = expected.iter().any(|line| !line.starts_with("step: "));
        assert_eq!(shows, page.file != SHOWS_NOTHING, "{}", page.file);
        let mut results = BTreeSet::new();
        for metric in metrics.at(place) {
            let result = page.minified(&["--no-check", "--metric", metric]);
            results.insert(result.expect("a result"));
        }
        for result in results {
            assert!(result.len() <= text.len(), "{result}");
            let shown = played(&result);
            if shown != expected {
                different.push(format!(
                    "{}: {shown:?} instead of {expected:?}\n{result}",
                    page.file
                ));
            }
        }
    }
    assert_eq!(different, [""; 0]);
}

/// A page and what its result must have.
const SHARED: [(&str, &str); 5] = [
    // Another script reads and sets a name.
    (
        "<script>var counter=1;function show(){alert(counter)}</script><hr><script>counter=2;show()</script>",
        "<script>var counter=1;function show(){alert(counter)}</script><hr><script>counter=2;show()</script>",
    ),
    // A short name must not be one of the other script.
    (
        "<script>r=1</script><hr><script>var long=prompt();alert(long+long+r)</script>",
        "<script>r=1</script><hr><script>p=prompt();alert(p+p+r)</script>",
    ),
    (
        "<button onclick=\"total = total + 1; alert( total )\">b</button><script>total = 3</script>",
        "<button onclick=total+=1,alert(total)>b</button><script>total=3</script>",
    ),
    (
        "<a href='JavaScript:go(1)'>a</a><script>function go(number){alert(number)}</script>",
        "<a href=JavaScript:go(1)>a</a><script>function go(n){alert(n)}</script>",
    ),
    // The names in a file are not known.
    (
        "<script src=//a.invalid/b.js></script><script>var mine = 1; alert(mine)</script>",
        "<script src=//a.invalid/b.js></script><script>var mine=1;alert(mine)</script>",
    ),
];

#[test]
fn code_of_one_page_keeps_the_names_that_it_shares() {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    for (page, expected) in SHARED {
        fs::write(workspace.path().join("a.html"), page).expect("written");
        let run = workspace.generate(&["minify", "a.html", "--no-check"]);
        assert_eq!(run.good(), expected);
    }
}
