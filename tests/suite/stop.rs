//! Commands that Ctrl-C or SIGTERM stops in the middle of their work.

use std::fs;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::process::{Progress, pieces, send, wait_until};
use crate::support::workspace::Workspace;
use crate::support::{root, terminal};

/// The longest time from a signal to the end. A search that waits for the end of its work takes minutes.
const AT_ONCE: Duration = Duration::from_secs(40);

/// What every command says at its end.
const NOTHING_LEFT: &str = "; no process and no temporary file is left";

/// `gen` in a terminal of its own, which shows its messages and its progress; data goes to a file.
struct Terminal<'w> {
    workspace: &'w Workspace,
    program: Child,
    shown: Receiver<String>,
    seen: String,
}

/// How a command ended.
#[derive(Debug)]
struct Stopped {
    code: i32,
    out: String,
    /// What the terminal showed.
    shown: String,
}

impl<'w> Terminal<'w> {
    fn start(workspace: &'w Workspace, words: &str) -> Self {
        fs::create_dir_all(workspace.path().join("temporary")).expect("a folder");
        let line = format!(
            "echo $$ > pid; exec {} {words} > out",
            env!("CARGO_BIN_EXE_gen")
        );
        let mut command = workspace.system("sh", &["-c", &line]);
        command.env("TMPDIR", workspace.path().join("temporary"));
        let (program, output) = terminal::spawn(command);
        let (sender, shown) = channel();
        // A progress bar ends its lines with a carriage return.
        pieces(output, sender);
        Self {
            workspace,
            program,
            shown,
            seen: String::new(),
        }
    }

    /// Waits until the terminal shows something.
    fn until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let mut progress = Progress::new();
        while progress.continues() {
            if let Ok(piece) = self.shown.recv_timeout(Duration::from_secs(1)) {
                self.seen.push_str(&piece);
                self.seen.push('\n');
                if is_so(&piece) {
                    return;
                }
            }
        }
        panic!("the terminal does not show {what}:\n{}", self.seen);
    }

    /// Sends a signal to `gen`, which must end at once, and leave no process and no temporary file.
    fn stop(mut self, signal: &str) -> Stopped {
        let process = self.workspace.read("pid");
        send(signal, process.trim().parse().expect("a process"));
        let since = Instant::now();
        let status = self.program.wait().expect("it ends");
        assert!(since.elapsed() < AT_ONCE, "{:?}", since.elapsed());
        self.seen
            .extend(self.shown.iter().map(|piece| piece + "\n"));
        let left = fs::read_dir(self.workspace.path().join("temporary"));
        let left: Vec<_> = left.expect("a folder").collect();
        assert!(left.is_empty(), "{left:?}");
        assert!(self.seen.contains(NOTHING_LEFT), "{}", self.seen);
        Stopped {
            code: status.code().expect("an exit code"),
            out: self.workspace.read("out"),
            shown: self.seen,
        }
    }
}

/// Whether a bar shows a number other than 0 before a word.
fn counts(piece: &str, word: &str) -> bool {
    let before = piece.split(word).next().filter(|_| piece.contains(word));
    let number = before.and_then(|text| text.trim_end().rsplit([' ', '/']).next());
    number.is_some_and(|number| number.parse::<u64>().is_ok_and(|number| number > 0))
}

#[test]
fn verify_prints_its_findings_so_far() {
    let workspace = Workspace::empty();
    let page = fs::read_to_string(root().join("catalog/index_S.html")).expect("a page");
    assert_eq!(page.matches("B#").count(), 1);
    workspace.write("index_S.html", &page.replace("B#", "W#"));
    let words = format!(
        "verify index_S --pages . --host embedded --deep --no-shrink --templates {0}/templates \
         --catalog {0}/catalog",
        root().display()
    );
    for (signal, format) in [("INT", "table"), ("TERM", "json")] {
        let mut verify = Terminal::start(&workspace, &format!("{words} --format {format}"));
        verify.until("a finding", |piece| {
            piece.contains(" dialogs, ") && piece.contains(" finding")
        });
        let stopped = verify.stop(signal);
        assert_eq!(stopped.code, 1, "{stopped:?}");
        let end = "stopped (verifying in embedded ";
        assert!(stopped.shown.contains(end), "{stopped:?}");
        assert!(
            stopped.shown.contains("): no file is written; "),
            "{stopped:?}"
        );
        if format == "json" {
            let found: serde_json::Value = serde_json::from_str(&stopped.out).expect("JSON");
            assert_eq!(found["stopped"], true);
            let tallies = found["tallies"].as_array().expect("tallies");
            assert!(
                tallies.iter().any(|tally| !tally["finding"].is_null()),
                "{found}"
            );
        } else {
            for part in [
                "index_S fails ",
                "gen replay ",
                "expected",
                " games compared in ",
            ] {
                assert!(stopped.out.contains(part), "{part}: {stopped:?}");
            }
            // That is a claim of a finished run.
            assert!(!stopped.out.contains("perft: "), "{stopped:?}");
        }
    }
}

#[test]
fn verify_without_a_finding_says_what_it_compared() {
    let workspace = Workspace::empty();
    let words = format!(
        "verify index_L1 --host embedded --deep --suite perft --templates {0}/templates --catalog \
         {0}/catalog",
        root().display()
    );
    let mut verify = Terminal::start(&workspace, &words);
    verify.until("dialogs", |piece| counts(piece, " dialogs"));
    let stopped = verify.stop("INT");
    assert_eq!(stopped.code, 130, "{stopped:?}");
    assert!(stopped.out.contains(", 0 findings\n"), "{stopped:?}");
    assert!(
        !stopped.out.contains("\n0 dialogs of 0 games"),
        "{stopped:?}"
    );
}

#[test]
fn a_search_ends_at_once_while_it_plans_its_games() {
    let workspace = Workspace::empty();
    // Each game of this page takes long.
    let script = "for (let i = 0; i < 2e7; i++) total = (total * 31 + i) % 1009; alert(total)";
    let page = format!("<script>let total = 0, rest = 0; {script}</script>");
    workspace.write("page.html", &page);
    for signal in ["TERM", "INT"] {
        let words = "golf page.html --oracle mirror --host embedded --state state --out small.html";
        let mut golf = Terminal::start(&workspace, words);
        golf.until("its phase", |piece| piece.contains("planning games"));
        let stopped = golf.stop(signal);
        assert_eq!(stopped.code, 0, "{stopped:?}");
        let phase = "stopped (page.html: planning games 0/20000 candidates): no file is written; ";
        assert!(stopped.shown.contains(phase), "{stopped:?}");
        // The oracle has not accepted it yet.
        assert!(!workspace.path().join("small.html").exists());
    }
}

#[test]
fn a_search_that_is_stopped_keeps_its_savings_and_its_page() {
    let workspace = Workspace::empty();
    let page = "<script>total=+prompt('How many?');alert(total+0-0+'!')</script>";
    workspace.write("page.html", page);
    let words = "golf page.html --oracle mirror --host embedded --state state --out small.html \
                 --candidates 100000000";
    let mut golf = Terminal::start(&workspace, words);
    golf.until("candidates", |piece| counts(piece, "/100000000 candidates"));
    wait_until("a saving", || {
        workspace.read("out").contains(" instead of ")
    });
    let stopped = golf.stop("TERM");
    assert_eq!(stopped.code, 0, "{stopped:?}");
    assert!(stopped.out.contains(" with all savings; "), "{stopped:?}");
    let smaller = workspace.read("small.html");
    assert!(smaller.len() < page.len(), "{smaller}");
    let size = format!(", {} with all savings", smaller.len());
    assert!(stopped.out.contains(&size), "{smaller}: {stopped:?}");
}

/// A page whose frames take long in any browser.
const ARCS: &str = "<!doctype html><canvas id=board></canvas><script>\n\
    const context = board.getContext('2d');\nlet time = 0 + 0;\nfunction draw() {\n  \
    context.clearRect(0, 0, 300, 150);\n  for (let index = 0; index < 2000; index++) {\n    \
    const angle = index * 0.1 + time;\n    context.beginPath();\n    \
    context.arc(150 + Math.cos(angle) * index / 15, 75 + Math.sin(angle) * index / 30, 2, 0, 7);\n    \
    context.fillStyle = 'hsl(' + index % 360 + ' 80% 50%)';\n    context.fill();\n  }\n  \
    time += 0.05;\n  requestAnimationFrame(draw);\n}\ndraw();\n</script>";

#[test]
fn a_search_in_a_slow_page_plays_less_and_ends_at_once_while_a_candidate_is_played() {
    let workspace = Workspace::empty();
    workspace.write("arcs.html", ARCS);
    let words = "golf arcs.html --oracle mirror --state state --candidates 100000000";
    let mut golf = Terminal::start(&workspace, words);
    let note = "note: arcs.html: a candidate that passes all games takes about ";
    golf.until("how long a candidate takes", |piece| piece.contains(note));
    golf.until("candidates", |piece| counts(piece, "/100000000 candidates"));
    let stopped = golf.stop("TERM");
    assert_eq!(stopped.code, 0, "{stopped:?}");
    assert!(stopped.out.contains(" candidates in "), "{stopped:?}");
    // A game of two seconds would take some seconds here.
    let lines = stopped.shown.split(['\r', '\n']);
    let line = lines.clone().find(|line| line.contains(note));
    let line = line.expect("the note");
    assert!(line.contains(" games are played, with "), "{line}");
}

#[test]
fn scenarios_that_are_recorded_before_a_stop_stay() {
    let workspace = Workspace::tip();
    let folder = "templates/scenarios";
    for (name, _) in crate::support::workspace::files(&workspace.path().join(folder)) {
        fs::remove_file(workspace.path().join(folder).join(name)).expect("removed");
    }
    workspace.write("templates/scenarios/a.toml", "answers = [\"40\"]\n");
    // Each takes some seconds.
    let slow = "steps = [\"frames 200000\"]\n";
    for number in 0..30 {
        workspace.write(&format!("{folder}/b{number}.toml"), slow);
    }
    let record = Terminal::start(&workspace, "scenarios record --host embedded");
    wait_until("the first recording", || {
        workspace
            .read("templates/scenarios/a.toml")
            .contains("shown = ")
    });
    let stopped = record.stop("TERM");
    assert_eq!(stopped.code, 130, "{stopped:?}");
    assert!(stopped.out.starts_with("a: recorded, "), "{stopped:?}");
    let written = "written: templates/scenarios/a.toml";
    assert!(stopped.shown.contains(written), "{stopped:?}");
    assert_eq!(workspace.read("templates/scenarios/b9.toml"), slow);
}

#[test]
fn minify_and_pack_write_nothing_before_their_ends() {
    let workspace = Workspace::committed();
    workspace.write(
        "a.js",
        &fs::read_to_string(root().join("tests/data/minify/scripts/x89.js")).expect("a file"),
    );
    let before = crate::support::workspace::files(&workspace.catalog());
    for (words, shown) in [
        (
            "minify a.js --pack --effort 1000000000 --no-check --out a.html",
            " %",
        ),
        ("pack index_TMP_D_S_Z --effort 1000000000", " %"),
    ] {
        let mut search = Terminal::start(&workspace, words);
        search.until("the search", |piece| piece.contains(shown));
        let stopped = search.stop("INT");
        assert_eq!(
            (stopped.code, stopped.out.as_str()),
            (130, ""),
            "{stopped:?}"
        );
        assert!(stopped.shown.contains("no file is written"), "{stopped:?}");
        assert!(!workspace.path().join("a.html").exists());
        assert!(crate::support::workspace::files(&workspace.catalog()) == before);
    }
}
