//! Small pages that trap minifiers: each result shows what its page shows, whatever a person does there.

use std::collections::BTreeSet;
use std::fs;

use golfchess_parity::host::Kind;
use golfchess_parity::mirror::ReadablePageModel;
use golfchess_parity::{Answer, Dialog, Ending, Plan, Stage, Step, Transcript};
use serde::Deserialize;

use crate::support::root;
use crate::support::workspace::{Workspace, generate};

/// A page and what a person does there.
#[derive(Deserialize)]
struct Page {
    file: String,
    #[serde(default)]
    actions: Vec<String>,
    /// Names for `--keep`.
    #[serde(default)]
    keep: Vec<String>,
}

impl Page {
    fn all() -> Vec<Self> {
        let text = fs::read_to_string(root().join("tests/data/minify/index.json"));
        let mut all: Vec<Self> = serde_json::from_str(&text.expect("the list")).expect("pages");
        all.retain(|page| page.file.starts_with("pages/"));
        all
    }

    fn plan(&self) -> Plan {
        let steps = self
            .actions
            .iter()
            .map(|step| step.parse().expect("a step"));
        let stage = Stage {
            // For timers.
            steps: steps.chain([Step::Wait(200)]).collect(),
            ..Stage::default()
        };
        let answers = ["3", "hello", "7", "x"].map(Answer::typed);
        Plan::new(&ReadablePageModel::default(), "test", "test", &answers).with_stage(stage)
    }

    fn text(&self) -> String {
        let path = root().join("tests/data/minify").join(&self.file);
        fs::read_to_string(path).expect("a page")
    }

    /// The result, or the reason why there is none.
    fn minified(&self, options: &[&str]) -> Result<String, String> {
        let path = root().join("tests/data/minify").join(&self.file);
        let mut words = vec!["minify", path.to_str().expect("a path")];
        words.extend(options);
        words.extend(self.keep.iter().flat_map(|name| ["--keep", name]));
        let run = generate(&words);
        match run.code {
            0 => Ok(run.out),
            _ => Err(run.err),
        }
    }
}

/// What a page shows, as lines.
fn lines(shown: &Transcript) -> Vec<String> {
    let parts = shown.dialogs.iter().map(Dialog::parts);
    parts
        .map(|(kind, text)| format!("{kind}: {text}"))
        .collect()
}

/// The page that only the check saves: it writes a handler whose code is put together from parts.
const SAVED_BY_THE_CHECK: &str = "pages/hstr4.html";

/// The page whose only effect the host does not record: a function with the name of a handler.
const SHOWS_NOTHING: &str = "pages/hon1.html";

#[test]
fn every_result_of_a_page_shows_what_the_page_shows() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let mut different = Vec::new();
    let pages = Page::all();
    assert_eq!(pages.len(), 34);
    for page in pages {
        let plan = page.plan();
        let mut play = |text: &str| {
            let shown = host.run(text, &[&plan]).expect("a host").remove(0);
            assert_eq!(shown.ending, Ending::Quiet, "{}", page.file);
            lines(&shown)
        };
        let text = page.text();
        let expected = play(&text);
        let shows = expected.len() > page.actions.len() + 1;
        assert_eq!(shows, page.file != SHOWS_NOTHING, "{}", page.file);
        let mut results = BTreeSet::new();
        if page.file == SAVED_BY_THE_CHECK {
            results.insert(page.minified(&[]).expect("a result"));
        } else {
            for metric in ["bytes", "chars", "gzip", "brotli", "zip"] {
                let result = page.minified(&["--no-check", "--metric", metric]);
                results.insert(result.expect("a result"));
            }
        }
        for result in results {
            assert!(result.len() <= text.len(), "{result}");
            let shown = play(&result);
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
        "<script>var counter=1;function show(){alert(counter)}</script><script>counter=2;show()</script>",
        "<script>var counter=1;function show(){alert(counter)}</script><script>counter=2;show()</script>",
    ),
    // A short name must not be one of the other script.
    (
        "<script>r=1</script><script>var long=prompt();alert(long+long+r)</script>",
        "<script>r=1</script><script>var a=prompt();alert(a+a+r)</script>",
    ),
    (
        "<button onclick=\"total = total + 1; alert( total )\">b</button><script>total = 3</script>",
        "<button onclick=total+=1,alert(total)>b</button><script>total=3</script>",
    ),
    (
        "<a href='JavaScript:go(1)'>a</a><script>function go(number){alert(number)}</script>",
        "<a href='JavaScript:go(1)'>a</a><script>function go(n){alert(n)}</script>",
    ),
    // The names in a file are not known.
    (
        "<script src=other.js></script><script>var mine = 1; alert(mine)</script>",
        "<script src=other.js></script><script>var mine=1;alert(mine)</script>",
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
