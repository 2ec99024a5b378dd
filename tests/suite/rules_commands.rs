//! `gen perft` and `gen play` as a user runs them.

use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::support::process::lines;
use crate::support::workspace::{command, generate, generate_with_input};

fn refused(arguments: &[&str], reason: &str) {
    let run = generate(arguments);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
    assert!(run.err.contains(reason), "{arguments:?}: {}", run.err);
}

#[test]
fn perft_prints_the_count_and_the_speed() {
    let text = generate(&["perft", "3"]).good();
    assert!(text.starts_with("8902 nodes in "), "{text}");
    assert!(text.ends_with(" nodes per second\n"), "{text}");
    let text = generate(&["perft", "0", "--divide"]).good();
    assert!(text.starts_with("1 nodes in "), "{text}");
}

#[test]
fn perft_estimates_a_long_count() {
    let mut child = command(&["perft", "999"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gen runs");
    let (send, heard) = channel();
    lines(child.stderr.take().expect("an output"), send);
    let line = heard.recv_timeout(Duration::from_secs(60)).expect("a line");
    child.kill().expect("a child");
    child.wait().expect("it ends");
    assert!(line.starts_with("note: about 10^1"), "{line}");
    assert!(
        line.ends_with(": more than a million years; Ctrl-C ends it"),
        "{line}"
    );
}

#[test]
fn perft_takes_a_position_and_rules() {
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (rules, nodes) in [("TMP", "26 nodes"), ("", "24 nodes"), ("TMPD", "26 nodes")] {
        let text = generate(&["perft", "1", "--fen", castle, "--rules", rules]).good();
        assert!(text.starts_with(nodes), "{rules}: {text}");
    }
    let text = generate(&["perft", "2", "--divide", "--rules", "T"]).good();
    assert!(
        text.starts_with("b1a3: 12\nb1c3: 12\ng1f3: 12\ng1h3: 12\na2a3: 12\n"),
        "{text}"
    );
    assert!(text.contains("\n144 nodes in "), "{text}");
}

#[test]
fn perft_refuses_what_it_cannot_read() {
    refused(&["perft", "1", "--fen", "8/8 w"], "a FEN has 6 fields");
    refused(
        &["perft", "1", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"],
        "Black has 0 kings",
    );
    refused(&["perft", "1", "--rules", "XY"], "'X' is not a rule flag");
    refused(&["perft", "1", "--rules", "TD"], "together with T, M and P");
    refused(&["perft", "many"], "many");
    refused(&["perft", "-1"], "-1");
}

#[test]
fn play_ends_with_the_announcement() {
    let mate = "f2f3\ne7e5\ng2g4\nd8h4\n";
    let text = generate_with_input(&["play", "index_TMP_D_S"], mate.as_bytes()).good();
    assert!(text.starts_with("W:900 B:900\nr n b q k b n r\n"), "{text}");
    assert!(
        text.ends_with("P P P P P _ _ P\nR N B Q K B N R\nB#\n"),
        "{text}"
    );
    let dos = mate.replace('\n', "\r\n");
    let text = generate_with_input(&["play", "index_TMP_D.html"], dos.as_bytes()).good();
    assert!(
        text.ends_with("P P P P P _ _ P\nR N B Q K B N R\n"),
        "{text}"
    );
}

#[test]
fn play_shows_each_prompt_and_ends_with_the_input() {
    let prompts = |input: &[u8]| {
        let shown = generate_with_input(&["play"], input).good();
        assert!(!shown.contains('#') && !shown.contains('!'));
        shown.matches("W:900s B:900s\nｒｎｂｑｋｂｎｒ\n").count()
    };
    assert_eq!(prompts(b""), 1);
    assert_eq!(prompts(b"\nrubbish\n\xFF\xFE\ne2e5"), 5);
    assert_eq!(prompts(b"e2e4\n"), 2);
}

#[test]
fn play_refuses_an_unknown_variant() {
    refused(&["play", "index_T_D"], "flag D also needs M and P");
    for name in ["index", "x"] {
        refused(&["play", name], "the nearest names are index_");
    }
}

#[test]
fn perft_counts_chess960() {
    // A published position: see crates/rules/tests/data/chess960.txt.
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1";
    let text = generate(&["perft", "3", "--chess960", "--fen", fen]).good();
    assert!(text.starts_with("12189 nodes in "), "{text}");
    let text = generate(&["perft", "3", "--chess960", "--start", "518"]).good();
    assert!(text.starts_with("8902 nodes in "), "{text}");
    refused(&["perft", "3", "--fen", fen], "castling rights");
    refused(
        &["perft", "3", "--chess960", "--start", "960"],
        "no such start position",
    );
    refused(&["perft", "3", "--start", "1"], "--chess960");
}

#[test]
fn play_begins_with_a_start_position_of_chess960() {
    let typed = b"e2e4\ne1g1\n";
    let text = generate_with_input(&["play", "index_TMPX_D_S", "--start", "0"], typed).good();
    assert!(text.starts_with("W:900 B:900\nb b q n n r k r\n"), "{text}");
    assert_eq!(text.matches("W:").count(), 3, "{text}");
    refused(
        &["play", "index_TMP_D_S", "--start", "0"],
        "usual start position",
    );
    refused(
        &["play", "index_TMPX_D_S", "--start", "960"],
        "no such start position",
    );
}
