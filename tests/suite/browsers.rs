//! Firefox and WebKitGTK beside Chromium: `cargo xtask test --full` installs them. A test is left out
//! without a browser that it needs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use golfchess_packers::mixing;
use golfchess_parity::host::Kind;
use golfchess_parity::{Dialog, Mode, Oracle, Plan};
use golfchess_script::Wrapper;
use golfchess_sizes::metric::Metric;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::needs::{needs, needs_browsers};
use crate::support::process::{interrupt, wait_until};
use crate::support::workspace::{Run, command as generate};
use crate::support::{page, pages, root};

/// Runs `gen` with words between spaces; it must end with an exit code.
fn run(words: &str, code: i32) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    let run = Run::of(generate(&words).output().expect("gen runs"));
    assert_eq!(run.code, code, "{run:?}");
    run
}

/// A folder with pages that differ from those of the catalog.
fn changed(pages: &[(&str, &str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, from, to) in pages {
        let text = page(name);
        assert_eq!(text.matches(from).count(), 1, "{from} in {name}");
        let file = folder.path().join(format!("{name}.html"));
        fs::write(file, text.replace(from, to)).expect("written");
    }
    folder
}

/// The variants that fail, and the host of each finding.
fn findings(verdict: &Value) -> Vec<(&str, &str)> {
    let text = |finding: &'_ Value, key| finding[key].as_str().map(str::to_owned);
    let tallies = verdict["tallies"].as_array().expect("tallies").iter();
    let found = tallies.map(|tally| (tally, &tally["finding"]));
    found
        .filter(|(_, finding)| !finding.is_null())
        .map(|(tally, finding)| {
            assert_eq!(text(tally, "host"), text(finding, "host"));
            let word = |key: &str| finding[key].as_str().expect("a name");
            (word("variant"), word("host"))
        })
        .collect()
}

#[test]
#[ignore = "slow: needs WebKitGTK"]
fn a_page_that_begins_like_an_image_is_a_finding_in_webkit_that_says_why() {
    if !needs_browsers(&[Kind::WebKit]) {
        return;
    }
    let folder = changed(&[("index_S", "<SVG", "<svg")]);
    let arguments = format!(
        "index_S --pages {} --suite dialogs --format json",
        folder.path().display()
    );
    let verdict = |host, code| -> Value {
        let run = run(&format!("verify --host {host} {arguments}"), code);
        serde_json::from_str(&run.out).expect("JSON")
    };
    // The other hosts play it.
    verdict("chrome", 0);
    verdict("embedded", 0);
    let verdict = verdict("webkit", 1);
    assert_eq!(findings(&verdict), [("index_S", "webkit")]);
    let finding = &verdict["tallies"][0]["finding"];
    let shown = finding["difference"]["shown"].as_str().expect("a text");
    assert!(
        shown.contains("opens the file as image/svg+xml, not as HTML"),
        "{shown}"
    );
    let replay = finding["replay"].as_str().expect("a command");
    let start = format!(
        "gen replay --host webkit --pages {} --real index_S ",
        folder.path().display()
    );
    assert!(replay.starts_with(&start), "{replay}");
    let replayed = run(replay.trim_start_matches("gen "), 1);
    assert!(replayed.out.contains("image/svg+xml"), "{replayed:?}");
}

/// An index of an array or text that is one more in one browser only.
const SHIFTED: [(&str, &str, &str); 3] = [
    // A comparison that is not consistent.
    ("index_L1", "firefox", "[0,1].sort(()=>1)[0]"),
    // A comparison whose result is not a number.
    ("index_S", "chrome", "[1,0].sort((a,b)=>a>b)[0]"),
    // A date in no standard format.
    ("index_T", "webkit", "isNaN(new Date('a 1'))"),
];

/// The pages of [`SHIFTED`] with their errors.
fn shifted() -> TempDir {
    let letters = "`rkbnqp_p_P_PQNBKR`[";
    let texts = SHIFTED.map(|(name, _, shift)| (name, format!("{letters}{shift}+")));
    let pages: Vec<_> = texts
        .iter()
        .map(|(name, to)| (*name, letters, &**to))
        .collect();
    changed(&pages)
}

/// Without it, only `--full` would tell that the pages have another text.
#[test]
fn pages_for_errors_of_one_engine_can_be_made() {
    let pages = fs::read_dir(shifted().path()).expect("pages").count();
    assert_eq!(pages, SHIFTED.len());
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn an_error_that_one_engine_shows_is_found_in_that_host() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    let folder = shifted();
    let verify = format!(
        "verify index_L1 index_S index_T --host all --pages {}",
        folder.path().display()
    );
    // In a frame and with real dialogs.
    let suites = "--suite dialogs --suite games";
    let out = run(&format!("{verify} {suites} --format json"), 1).out;
    let verdict: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(verdict["host"], "chrome, firefox, webkit");
    let mut expected: Vec<_> = SHIFTED.map(|(name, host, _)| [(name, host); 2]).concat();
    let mut found = findings(&verdict);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    // The reports for people and for CI systems name the host too.
    let text = run(&format!("{verify} --suite dialogs"), 1).out;
    let junit = run(&format!("{verify} --suite dialogs --format junit"), 1).out;
    for (name, host, _) in SHIFTED {
        let finding = format!("{name} fails dialogs in {host}: a game to its end");
        assert!(text.contains(&finding), "{text}");
        assert!(
            junit.contains(&format!("classname=\"{host}.{name}\"")),
            "{junit}"
        );
        assert!(junit.contains(&format!("\nhost: {host}\n")), "{junit}");
    }
    let replay = run(
        &format!(
            "replay index_L1 e2e3 --host all --pages {}",
            folder.path().display()
        ),
        1,
    );
    let groups: Vec<&str> = replay
        .out
        .lines()
        .filter(|line| line.starts_with("in ") || line.starts_with("they "))
        .collect();
    assert_eq!(
        groups,
        [
            "in chrome and webkit:",
            "they are the same",
            "in firefox:",
            "they differ"
        ]
    );
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn all_hosts_have_the_same_verdict() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    let out = run(
        "verify index_TMP_D_SU index_M --quick --host all --format json",
        0,
    )
    .out;
    let verdict: Value = serde_json::from_str(&out).expect("JSON");
    let tallies = |host: &str| -> Vec<Value> {
        let tallies = verdict["tallies"].as_array().expect("tallies").iter();
        let mine = tallies.filter(|tally| tally["host"] == host);
        mine.map(|tally| {
            serde_json::json!([
                tally["variant"],
                tally["suite"],
                tally["games"],
                tally["dialogs"]
            ])
        })
        .collect()
    };
    assert_eq!(tallies("chrome").len(), 2 * 9);
    for host in ["firefox", "webkit"] {
        assert_eq!(tallies(host), tallies("chrome"), "{host}");
    }
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn a_page_that_never_ends_is_a_finding_in_every_browser() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("index_L1.html");
    for (page, suite) in [
        ("<script>for(;;);</script>", "input"),
        ("<script>for(;;);</script>", "dialogs"),
        ("<script>for(;;)alert()</script>", "dialogs"),
    ] {
        fs::write(&file, page).expect("written");
        let words = format!(
            "verify index_L1 --quick --fail-fast --suite {suite} --format json --pages {}",
            folder.path().display()
        );
        for host in ["chrome", "firefox", "webkit"] {
            let out = run(&format!("{words} --host {host}"), 1).out;
            let verdict: Value = serde_json::from_str(&out).expect("JSON");
            assert_eq!(findings(&verdict), [("index_L1", host)], "{page}");
        }
    }
}

/// The processes whose temporary files go to a folder or one below it, by their names.
#[cfg(target_os = "linux")]
fn processes_of(folder: &Path) -> Vec<String> {
    let mark = format!("TMPDIR={}", folder.display());
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let mine = entries.filter(|entry| {
        let variables = fs::read(entry.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&variables)
            .split('\0')
            .any(|variable| variable.starts_with(&mark))
    });
    let names = mine.filter_map(|entry| fs::read_to_string(entry.path().join("comm")).ok());
    names.map(|name| name.trim().to_owned()).collect()
}

/// Waits until no process and no file is left.
#[cfg(target_os = "linux")]
fn nothing_is_left(scratch: &Path, when: &str) {
    wait_until(when, || processes_of(scratch).is_empty());
    let left: Vec<_> = fs::read_dir(scratch).expect("the folder").collect();
    assert!(left.is_empty(), "{when}: {left:?}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn no_process_and_no_folder_of_a_browser_is_left() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    let wrong = changed(&[("index_S", "B#", "W#")]);
    let hung = tempfile::tempdir().expect("a folder");
    fs::write(
        hung.path().join("index_S.html"),
        "<script>for(;;);</script>",
    )
    .expect("written");
    let scratch = tempfile::tempdir().expect("a folder");
    let catalog = root().join("catalog");
    for host in ["firefox", "webkit"] {
        for (pages, code) in [(&*catalog, 0), (wrong.path(), 1), (hung.path(), 1)] {
            let mut verify = generate(&["verify", "index_S", "--host", host, "--fail-fast"]);
            verify.args(["--suite", "dialogs", "--suite", "clock", "--pages"]);
            let output = verify.arg(pages).env("TMPDIR", scratch.path()).output();
            let run = Run::of(output.expect("gen runs"));
            assert_eq!(run.code, code, "{run:?}");
            nothing_is_left(scratch.path(), &format!("the end of {host} with {code}"));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn an_interrupt_leaves_no_process_and_no_folder_of_a_browser() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    for (host, programs) in [
        ("firefox", &["firefox"][..]),
        // While it starts, and while it plays.
        ("webkit", &["Xvfb"]),
        (
            "webkit",
            &["Xvfb", "WebKitWebDriver", "MiniBrowser", "WebKitWebProces"],
        ),
    ] {
        let scratch = tempfile::tempdir().expect("a folder");
        let mut verify = generate(&["verify", "index_L1", "--suite", "perft", "--host", host]);
        verify.env("TMPDIR", scratch.path()).stderr(Stdio::null());
        let mut verify = verify.spawn().expect("gen runs");
        wait_until("the browser runs", || {
            let running = processes_of(scratch.path());
            let is_there = |program: &&str| running.iter().any(|name| name.starts_with(*program));
            programs.iter().all(is_there)
        });
        interrupt(&verify);
        let status = verify.wait().expect("gen ends");
        assert_eq!(status.code(), Some(130));
        nothing_is_left(scratch.path(), &format!("an interrupt of {programs:?}"));
    }
}

/// The kind of each page of the catalog by a program, which must take none for an image. It does so with
/// a page whose first tag is that of an image.
fn no_page_is_an_image(program: &str, arguments: &[&str], start: &str) -> Vec<String> {
    let wrong = changed(&[("index_S", "<SVG", "<svg")]);
    let file = |folder: &Path, name: &str| folder.join(format!("{name}.html"));
    let pages = pages();
    let catalog = root().join("catalog");
    let mut files: Vec<_> = pages.iter().map(|(name, _)| file(&catalog, name)).collect();
    files.push(file(wrong.path(), "index_S"));
    let output = Command::new(program).args(arguments).args(&files).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let kinds = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix(start));
    let mut kinds: Vec<String> = kinds.map(str::to_owned).collect();
    assert_eq!(kinds.len(), files.len(), "{text}");
    assert_eq!(kinds.pop().as_deref(), Some("image/svg+xml"));
    for (kind, file) in kinds.iter().zip(&files) {
        assert!(!kind.starts_with("image/"), "{} is {kind}", file.display());
    }
    kinds
}

/// The rules themselves are tested in `catalog::no_page_looks_like_an_svg_image`. `file` does not know the
/// tag of a page as HTML, and a control character makes it data.
#[test]
fn the_program_file_takes_no_page_for_an_image() {
    if needs("file") {
        no_page_is_an_image("file", &["--brief", "--mime-type"], "");
    }
}

#[test]
fn the_program_gio_takes_each_page_for_html() {
    if needs("gio") {
        let start = "standard::content-type: ";
        let kinds = no_page_is_an_image("gio", &["info", "-a", "standard::content-type"], start);
        assert!(kinds.iter().all(|kind| kind == "text/html"), "{kinds:?}");
    }
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn only_html_elements_have_handlers_with_the_names_of_the_document_in_each_browser() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    let shows = |kind: Kind, page: &str| {
        let expected = vec![Dialog::Alert(String::new())];
        let plan = Plan {
            suite: "scopes",
            case: String::new(),
            answers: Vec::new(),
            expected,
            mode: Mode::RealDialogs,
            oracle: Oracle::Reference,
            pace: 0,
            stage: None,
            cells: None,
            player: None,
        };
        let mut host = kind.open().expect("a browser");
        let shown = host.run(page, &[&plan]).expect("a browser");
        match &shown[0].dialogs[..] {
            [Dialog::Alert(text)] => text.clone(),
            other => panic!("{page} in {kind}: {other:?}"),
        }
    };
    for kind in Kind::BROWSERS {
        let in_drawing = if kind == Kind::WebKit {
            "undefined"
        } else {
            "object"
        };
        for (start, expected) in [
            ("<SVG", in_drawing),
            ("<style", "object"),
            ("<body", "undefined"),
        ] {
            let page = format!("{start} onload=\"alert(typeof forms)\">");
            assert_eq!(shows(kind, &page), expected, "{start} in {kind}");
        }
    }
}

#[test]
#[ignore = "slow: needs three browsers"]
fn pages_packed_with_context_mixing_play_in_all_browsers() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let name = "index_TMP_DF_S_AB";
    let page = page(name);
    let (_, script) = golfchess_script::split(&page).expect("a page with one script");
    for metric in [Metric::Bytes, Metric::Zip] {
        let options = mixing::Options {
            metric,
            effort: 20,
            ..mixing::Options::default()
        };
        let packed = mixing::pack(&script, &options).expect("a packed script");
        let packed = Wrapper::script().wrap(&packed.script).expect("a page");
        fs::write(folder.path().join(format!("{name}.html")), packed).expect("written");
        let arguments = format!(
            "verify --host all {name} --pages {} --suite dialogs --quick",
            folder.path().display()
        );
        let run = run(&arguments, 0);
        assert!(run.out.contains("webkit"), "{}", run.out);
    }
}
