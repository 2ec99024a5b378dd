//! The texts of every command: its help, a usual output and its main errors, in one snapshot each.

use std::fs;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::support::command_lines::{Transcript, without_numbers};
use crate::support::process::lines;
use crate::support::root;
use crate::support::workspace::Workspace;

/// Compares with the snapshot of that name.
macro_rules! check {
    ($name:literal, $transcript:expr) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!($name, $transcript.text.trim_end());
        });
    };
}

#[test]
fn without_a_command() {
    let mut transcript = Transcript::of(Workspace::with(&root().join("tests/fixtures/greeting")));
    transcript
        .run("")
        .run("--help")
        .run("--version")
        .run("--quiet")
        .run("nonsense")
        .run("--all")
        .run("--all")
        .run("--all --out templates/greet.js")
        .run("--all sizes")
        .run("--all --templates nowhere")
        .edit("templates/greet.js", "alert(", "alert((")
        .run("--all");
    check!("gen", transcript);
}

#[test]
fn build() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help build")
        .run("build hello_L")
        .run("build --flags NL")
        .run("build hello_l")
        .run("build hello_N")
        .run("build --flags LX")
        .run("build")
        .run("build hello_L hello_LN")
        .run("build hello_L hello_LN --out templates/greet.js");
    check!("build", transcript);
}

#[test]
fn minify() {
    let mut transcript = Transcript::greeting();
    transcript
        .write("a.js", "total = 1;\nalert(total);\n")
        .write("b.js", "total = = 1;\n")
        .run("minify --help")
        .run("minify a.js")
        .run("minify a.js --wrapper none --format json")
        .run("minify b.js")
        .run("minify c.js")
        .run("minify a.js --metric lines");
    check!("minify", transcript);
}

#[test]
fn init() {
    let mut transcript = Transcript::greeting();
    transcript
        .write("page.html", "<p>\n")
        .run("init --help")
        .run("init bill")
        .run("init bill")
        .run("init con")
        .run("init bill·2")
        .run("init other --from page.html");
    check!("init", transcript);
}

#[test]
fn source() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help source")
        .run("source hello_L")
        .run("source hello_X");
    check!("source", transcript);
}

#[test]
fn explain() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help explain")
        .run("explain hello_L")
        .run("explain hello_X")
        .run("explain hello_L --format csv");
    check!("explain", transcript);
}

#[test]
fn sizes() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help sizes")
        .run("sizes")
        .run("sizes --baseline catalog --quiet")
        .edit("templates/greet.js", "alert(", "alert( 1 + ")
        .run("sizes --baseline catalog --format markdown")
        .run("sizes --baseline catalog --format csv")
        .run("sizes --baseline catalog --format json")
        .run("sizes --format xml")
        .run("sizes --experiments");
    check!("sizes", transcript);
}

#[test]
fn compare() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help compare")
        .run("compare hello_plain hello_LN")
        .run("compare hello_plain hello_LN --format markdown")
        .run("compare hello_plain hello_LN --format csv")
        .run("compare catalog catalog/sizes.json")
        .run("compare catalog nowhere")
        .run("compare catalog hello_L")
        .run("compare hello_L hello_X");
    check!("compare", transcript);
}

#[test]
fn cost() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help cost")
        .run("cost")
        .run("cost --pairs")
        .run("cost --pairs --format csv")
        .run("cost --format markdown");
    check!("cost", transcript);
}

#[test]
fn check() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help check")
        .run("check")
        .run("check --format markdown")
        .run("check --baseline nowhere")
        .edit("templates/greet.js", "alert(", "alert( 'and' + ")
        .run("check")
        .run("check --baseline catalog --format markdown")
        .run("check --format csv")
        .run("check --format json")
        .remove("catalog/sizes.json")
        .run("check");
    check!("check", transcript);
}

#[test]
fn history() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help history")
        .run("history")
        .run("history --format xml");
    check!("history", transcript);
}

#[test]
fn record() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help record")
        .edit("templates/greet.js", "alert(", "alert( 'and' + ")
        .run("record");
    check!("record", transcript);
}

#[test]
fn watch() {
    let mut transcript = Transcript::greeting();
    transcript
        .run("help watch")
        .run("watch --templates nowhere");
    let mut command = transcript.workspace.system(
        "sh",
        &[
            "-c",
            concat!("exec ", env!("CARGO_BIN_EXE_gen"), " watch 2>&1"),
        ],
    );
    let mut child = command.stdout(Stdio::piped()).spawn().expect("sh runs");
    let (send, heard) = channel();
    lines(child.stdout.take().expect("an output"), send);
    transcript.text += "$ gen watch\n";
    let until = |end: &str| {
        let mut text = String::new();
        while !text.contains(end) {
            let line = heard.recv_timeout(Duration::from_secs(120));
            text += &format!("{}\n", line.expect("a line"));
        }
        without_numbers(text)
    };
    transcript.text += &until("Ctrl-C");
    transcript.edit("templates/greet.js", "alert(", "alert( 'and' + ");
    transcript.text += &until("agree");
    transcript.edit("templates/greet.js", "alert( 'and' + ", "alert(( ");
    transcript.text += &until("last good pages");
    child.kill().expect("a child");
    child.wait().expect("it ends");
    check!("watch", transcript);
}

#[test]
fn scenarios() {
    let mut transcript = Transcript::of(Workspace::tip());
    transcript
        .run("help scenarios")
        .run("scenarios check --host embedded")
        .run("scenarios record plain --host embedded")
        .edit("templates/parts/tip.js", "1.15", "1.2")
        .run("scenarios check plain group --host embedded")
        .run("scenarios check other")
        .run("scenarios play")
        .run("scenarios record --coverage")
        .run("scenarios check --coverage --host embedded")
        .write("templates/scenarios/plain.toml", "steps = [\"jump\"]\n")
        .run("scenarios check")
        .write(
            "templates/scenarios/plain.toml",
            "with = [\"R\", \"G\"]\nwithout = [\"R\"]\n",
        )
        .run("scenarios record plain --host embedded");
    check!("scenarios", transcript);
}

#[test]
fn verify() {
    let mut transcript = Transcript::chess();
    transcript
        .run("help verify")
        .run_without_numbers("verify index_L1 --plan --suite dialogs --suite games")
        .run_without_numbers("verify index_L1 --host embedded --suite dialogs")
        .run_without_numbers("verify index_L1 --host embedded --suite dialogs --format markdown")
        .run("verify index_L2")
        .run("verify index_L1 --suite chess")
        .run("verify index_L1 --shard 3/2")
        .run("verify index_L1 --jobs none")
        .run("verify index_L1 --pages nowhere")
        .run("verify index_L1")
        .edit("catalog/index_L1.html", "prompt(", "promt(")
        .run("verify index_L1 --host embedded --suite dialogs")
        .run_without_numbers("verify index_L1 --host embedded --suite dialogs --outdated");
    check!("verify", transcript);
}

#[test]
fn golf() {
    let mut transcript = Transcript::chess();
    transcript
        .run("help golf")
        .run("golf index_L2")
        .run("golf --candidates few")
        .run("golf --state templates/typed.js");
    check!("golf", transcript);
}

#[test]
fn plans() {
    let mut transcript = Transcript::chess();
    transcript
        .run("help plans")
        .run_head("plans index_L1 --suite dialogs")
        .run("plans index_L2")
        .run("plans index_L1 --suite chess");
    check!("plans", transcript);
}

#[test]
fn publish() {
    let mut transcript = Transcript::chess();
    // They take long to build.
    let experiments = transcript
        .workspace
        .path()
        .join("experiments/experiments.toml");
    fs::write(experiments, "experiment = []").expect("written");
    transcript
        .run("help publish")
        .edit("catalog/index_L1.html", "prompt(", "promt(")
        .run("publish")
        .edit("catalog/index_L1.html", "promt(", "prompt(")
        .run_without_numbers("publish --out site");
    let site = transcript.workspace.path().join("site/site.css");
    fs::write(site, "").expect("written");
    transcript.run("publish --out site --check");
    check!("publish", transcript);
    let written = transcript.workspace.path().join("docs");
    assert!(!written.exists(), "--out writes to its folder alone");
}

#[test]
fn replay() {
    let mut transcript = Transcript::chess();
    transcript
        .run("help replay")
        .run("replay index_L1 e2e4 e7e5 --host embedded")
        .run("replay index_L2")
        .run("replay index_L1 e2e4")
        .edit("catalog/index_L1.html", "prompt(", "promt(")
        .run("replay index_L1 e2e4 --host embedded");
    check!("replay", transcript);
}

#[test]
fn perft() {
    let mut transcript = Transcript::of(Workspace::empty());
    transcript
        .run("help perft")
        .run_without_numbers("perft 3")
        .run("perft many")
        .run("perft")
        .run("perft 1 --fen 8/8")
        .run("perft 1 --fen 8/8/8/8/8/8/8/K7·w·-·-·0·1")
        .run("perft 1 --rules XY")
        .run("perft 1 --rules TD");
    check!("perft", transcript);
}

#[test]
fn play() {
    let mut transcript = Transcript::chess();
    transcript
        .run("help play")
        .run_with_input("play index_TMP_D_S", "f2f3\ne7e5\ng2g4\nd8h4\n")
        .run("play index_L2");
    check!("play", transcript);
}
