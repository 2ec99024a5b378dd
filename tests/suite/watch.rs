//! `gen watch` as a user runs it: fragments are edited while it runs.

mod faults;

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::support::process::{Progress, interrupt, lines};
use crate::support::workspace::{Run, Workspace, files};
use crate::support::{root, terminal};

/// A running watch and its output, line by line.
pub(crate) struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    /// Starts a watch and waits for its first look.
    fn start(workspace: &Workspace, arguments: &str) -> Self {
        Self::start_with(&[], workspace, arguments)
    }

    /// The same with other environment variables.
    fn start_with(variables: &[(&str, &str)], workspace: &Workspace, arguments: &str) -> Self {
        Self::of(variables, workspace, &format!("watch {arguments}"))
    }

    /// Starts a command that watches.
    pub(crate) fn of(variables: &[(&str, &str)], workspace: &Workspace, command: &str) -> Self {
        // Both outputs into one, as in a terminal.
        let line = format!("exec {} {command} 2>&1", env!("CARGO_BIN_EXE_gen"));
        let mut command = workspace.system("sh", &["-c", &line]);
        command.envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("sh runs");
        let (send, heard) = channel();
        lines(child.stdout.take().expect("an output"), send);
        let watch = Self {
            child,
            lines: heard,
        };
        watch.until("Ctrl-C ends it");
        watch
    }

    /// All lines up to the one that has these words in it.
    pub(crate) fn until(&self, words: &str) -> String {
        let mut heard = String::new();
        let mut progress = Progress::new();
        while progress.continues() {
            if let Ok(line) = self.lines.recv_timeout(Duration::from_secs(1)) {
                progress = Progress::new();
                heard.push_str(&line);
                heard.push('\n');
                if line.contains(words) {
                    return heard;
                }
            }
        }
        panic!("no line with {words:?} after:\n{heard}");
    }

    /// Ends it with Ctrl-C and returns the rest of its output.
    pub(crate) fn end(mut self) -> String {
        interrupt(&self.child);
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
        self.lines.iter().collect()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn only_the_affected_pages_are_built_and_played() {
    let workspace = Workspace::few();
    let before = files(&workspace.catalog());
    let watch = Watch::start(&workspace, "");
    // A knight beside a bishop is no dead position; five more bytes in each of three pages.
    workspace.edit(
        "templates/dead.js",
        "b ~ \".*\" ~ n",
        "b ~ \".*\" ~ n ~ \"|\" ~ b ~ \".?\" ~ n",
    );
    let reported = watch.until(" rebuilt in ");
    assert!(
        reported.contains("dead.js: +15 bytes, 3 of 8 pages changed; 3 of 8 pages rebuilt in "),
        "{reported}"
    );
    let reported = watch.until("agree");
    let rows: Vec<_> = reported
        .lines()
        .filter(|line| line.contains("index_"))
        .collect();
    assert_eq!(rows.len(), 3, "{reported}");
    for row in rows {
        let cells: Vec<_> = row.split_whitespace().collect();
        assert!(cells[0].starts_with("index_TMP_D"), "{row}");
        assert_eq!(cells[2..], ["+5", "+5"]);
    }
    // A smoke test is no verification.
    assert!(reported.contains("agree (3 pages, "), "{reported}");
    assert!(
        reported.contains("; run `gen verify` for all suites"),
        "{reported}"
    );
    let gate = watch.until("index_TMP_D_SU grew by 5 to ");
    assert!(
        gate.starts_with("gate: fails with 3 findings; `gen --all` writes 5 files\n"),
        "{gate}"
    );
    assert_eq!(gate.matches(" grew by 5 to ").count(), 3, "{gate}");
    // Undoing it is a change too; the sizes are those of the start again.
    workspace.edit(
        "templates/dead.js",
        "b ~ \".*\" ~ n ~ \"|\" ~ b ~ \".?\" ~ n",
        "b ~ \".*\" ~ n",
    );
    let reported = watch.until(" rebuilt in ");
    let sum = "-15 bytes (+0 since the start), 3 of 8 pages changed";
    assert!(reported.contains(sum), "{reported}");
    let reported = watch.until("agree");
    let row = reported
        .lines()
        .find(|line| line.contains("index_TMP_D_SU"));
    assert!(row.expect("a row").ends_with("-5"), "{reported}");
    watch.until("gate: passes");
    watch.end();
    assert_eq!(files(&workspace.catalog()), before);
}

#[test]
fn an_error_is_reported_once_and_its_undoing_too() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    workspace.edit(
        "templates/greet.js",
        "greeting = 'Hello'",
        "greeting = = 'Hello'",
    );
    let watch = Watch::start(&workspace, "");
    workspace.edit(
        "templates/greet.js",
        "greeting = = 'Hello'",
        "greeting = 'Hello'",
    );
    let reported = watch.until(" built in ");
    assert!(reported.contains("3 of 3 pages built in "), "{reported}");
    for (file, from, to, place, excerpt) in [
        (
            "parts/name.js",
            "prompt(",
            "promt(",
            "parts/name.js:2",
            "promt('Who?')",
        ),
        (
            "greet.js",
            "//% if N",
            "//% iff N",
            "greet.js:3",
            "//% iff N",
        ),
        (
            "catalog.toml",
            "[naming]",
            "[naming",
            "catalog.toml",
            "[naming",
        ),
    ] {
        let file = format!("templates/{file}");
        workspace.edit(&file, from, to);
        let reported = watch.until("still watching");
        assert!(reported.contains("error: "), "{reported}");
        assert!(
            reported.contains(place) && reported.contains(excerpt),
            "{reported}"
        );
        workspace.edit(&file, to, from);
        let reported = watch.until(" ms");
        assert!(
            reported.starts_with("error undone: no page changed"),
            "{reported}"
        );
    }
    // None of its flags is a chess rule: the pages are played beside their readable pages.
    workspace.edit("templates/greet.js", "'Hello'", "'Hi'");
    let reported = watch.until("agree (3 pages, ");
    assert!(
        reported.contains("greet.js: -9 bytes, 3 of 3 pages changed; 3 of 3 pages rebuilt in "),
        "{reported}"
    );
    watch.end();
    assert!(!workspace.catalog().exists());
}

#[test]
fn unchanged_pages_are_not_played() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let watch = Watch::start(&workspace, "");
    // An editor may also write into the file. This does not empty it.
    fs::OpenOptions::new()
        .write(true)
        .open(workspace.path().join("templates/greet.js"))
        .and_then(|mut fragment| fragment.write_all(b"// Says HELLO."))
        .expect("written");
    let reported = watch.until(" rebuilt in ");
    assert!(
        reported.contains(": +0 bytes, 0 of 3 pages changed; 3 of 3"),
        "{reported}"
    );
    // Temporary files of editors are not fragments.
    let hidden = workspace.path().join("templates/.#greet.js");
    std::os::unix::fs::symlink("me@there.1:2", hidden).expect("a link");
    workspace.write("templates/greet.js~", "old");
    workspace.write("templates/new.js", "later = 1");
    let reported = watch.until(" checked in ");
    assert!(
        reported.starts_with("new.js: no page changed, "),
        "{reported}"
    );
    assert_eq!(watch.end(), "");
}

#[test]
fn pages_are_written_with_the_option_write() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let watch = Watch::start(&workspace, "--write --no-verify");
    assert_eq!(workspace.generate(&["check"]).code, 0);
    workspace.edit("templates/greet.js", "'Hello'", "'Hi'");
    let reported = watch.until("files written to catalog");
    assert!(reported.contains("5 files written"), "{reported}");
    watch.end();
    assert_eq!(workspace.generate(&["check"]).code, 0);
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let mut command = workspace.command(&["watch", "--quiet"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gen runs");
    drop(child.stdout.take());
    let run = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn a_folder_that_is_not_there_or_goes_away_is_an_error() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let wrong = workspace.generate(&["watch", "--templates", "nowhere"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("cannot watch nowhere"), "{}", wrong.err);
    let mut watch = Watch::start(&workspace, "");
    fs::rename(
        workspace.path().join("templates"),
        workspace.path().join("gone"),
    )
    .expect("renamed");
    watch.until("the folder templates is gone");
    assert_eq!(watch.child.wait().expect("it ends").code(), Some(2));
}

#[test]
fn a_terminal_is_redrawn() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let mut command = workspace.command(&["watch", "--no-verify"]);
    command.env_remove("NO_COLOR");
    let (child, output) = terminal::spawn(command);
    let (send, heard) = channel();
    lines(output, send);
    let watch = Watch {
        lines: heard,
        child,
    };
    watch.until("Ctrl-C ends it");
    workspace.edit("templates/parts/name.js", "'Who?'", "'Whom?'");
    let reported = watch.until("1 of 3 pages rebuilt");
    assert!(reported.contains("\u{1b}[H\u{1b}[2J"), "{reported}");
    // The page that changed, with growth in red.
    let reported = watch.until("gate: ");
    assert!(reported.contains("\u{1b}[31m+1\u{1b}[0m"), "{reported}");
    assert!(reported.contains("hello_"), "{reported}");
}

#[test]
fn pages_whose_play_was_stopped_are_played_after_an_error_is_undone() {
    let workspace = Workspace::chess();
    let watch = Watch::start(&workspace, "");
    // To play this many pages takes a while.
    workspace.edit("templates/one_run.js", "  ;\n);", "  ;\n);turn = 1;");
    let reported = watch.until(" rebuilt in ");
    assert!(reported.contains(", 20 of 36 pages changed"), "{reported}");
    workspace.edit("templates/dead.js", "//% set n =", "//% sett n =");
    watch.until("still watching");
    workspace.edit("templates/dead.js", "//% sett n =", "//% set n =");
    let reported = watch.until(" cases agree (20 pages, ");
    assert!(reported.contains("error undone: "), "{reported}");
    // The gate ends the report, and does not stand before a play check that goes on.
    assert!(!reported.contains("gate: "), "{reported}");
    watch.until("gate: ");
    watch.end();
}
