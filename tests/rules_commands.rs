//! `gen perft` and `gen play` as a user runs them.

use assert_cmd::Command;
use predicates::str::{contains, ends_with, starts_with};

fn generate(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("gen").unwrap();
    command.args(args);
    command
}

#[test]
fn perft_prints_the_count_and_the_speed() {
    generate(&["perft", "3"])
        .assert()
        .code(0)
        .stdout(starts_with("8902 nodes in "))
        .stdout(ends_with(" nodes per second\n"));
    generate(&["perft", "0", "--divide"])
        .assert()
        .code(0)
        .stdout(starts_with("1 nodes in "));
}

#[test]
fn perft_knows_positions_and_rules() {
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (rules, nodes) in [("TMP", "26 nodes"), ("", "24 nodes"), ("TMPD", "26 nodes")] {
        generate(&["perft", "1", "--fen", castle, "--rules", rules])
            .assert()
            .code(0)
            .stdout(starts_with(nodes));
    }
    generate(&["perft", "2", "--divide", "--rules", "T"])
        .assert()
        .code(0)
        .stdout(starts_with(
            "b1a3: 12\nb1c3: 12\ng1f3: 12\ng1h3: 12\na2a3: 12\n",
        ))
        .stdout(contains("\n144 nodes in "));
}

#[test]
fn perft_refuses_what_it_cannot_read() {
    let refused = |args: &[&str], reason: &'static str| {
        generate(args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(reason));
    };
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
    generate(&["play", "index_TMP_D_S"])
        .write_stdin("f2f3\ne7e5\ng2g4\nd8h4\n")
        .assert()
        .code(0)
        .stdout(starts_with("W:900 B:900\nr n b q k b n r\n"))
        .stdout(ends_with("P P P P P _ _ P\nR N B Q K B N R\nB#\n"));
    generate(&["play", "index_TMP_D.html"])
        .write_stdin("f2f3\r\ne7e5\r\ng2g4\r\nd8h4\r\n")
        .assert()
        .code(0)
        .stdout(ends_with("P P P P P _ _ P\nR N B Q K B N R\n"));
}

#[test]
fn play_shows_each_prompt_and_ends_with_the_input() {
    let prompts = |input: &[u8]| {
        let output = generate(&["play"]).write_stdin(input).output().unwrap();
        assert!(output.status.success());
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(!shown.contains('#') && !shown.contains('!'));
        shown.matches("W:900s B:900s\nｒｎｂｑｋｂｎｒ\n").count()
    };
    assert_eq!(prompts(b""), 1);
    assert_eq!(prompts(b"\nrubbish\n\xFF\xFE\ne2e5"), 5);
    assert_eq!(prompts(b"e2e4\n"), 2);
}

#[test]
fn play_refuses_a_name_that_is_no_variant() {
    for name in ["index_TD", "index", "x"] {
        generate(&["play", name])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("is not a variant"));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    for args in [&["play", "index_L1"][..], &["perft", "4", "--divide"]] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("gen"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}: {:?}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}
