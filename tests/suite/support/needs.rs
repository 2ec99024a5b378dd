//! What a test needs beyond Rust, a C compiler, git, the core utilities and Chromium. A test without it
//! is left out, and `cargo xtask test` lists it.

use std::fs::OpenOptions;
use std::io::{Write, stderr};
use std::panic::Location;

use golfchess_parity::host::{HostError, Kind, installed};

/// Whether a program is in the PATH. If not, the test is listed and must return.
#[must_use]
#[track_caller]
pub fn needs(program: &str) -> bool {
    let is_there = which::which(program).is_ok();
    if !is_there {
        leave_out(program);
    }
    is_there
}

/// The bundlers that are in the PATH. A test without one of them is listed.
#[track_caller]
pub fn bundlers() -> impl Iterator<Item = &'static str> {
    ["esbuild", "rolldown"]
        .into_iter()
        .filter(|name| needs(name))
}

/// As [`needs`], for browsers. One that is installed and does not work is no reason to leave a test out.
#[must_use]
#[track_caller]
pub fn needs_browsers(kinds: &[Kind]) -> bool {
    let missing = kinds.iter().find_map(|kind| match installed(*kind) {
        Err(HostError::NotInstalled { program, .. }) => Some(program),
        _ => None,
    });
    if let Some(program) = missing {
        leave_out(program);
    }
    missing.is_none()
}

/// Adds a line to the list of `cargo xtask test`, or prints it where it starts no tests.
#[track_caller]
fn leave_out(program: &str) {
    let thread = std::thread::current();
    // The main thread runs tests one after the other.
    let test = thread.name().filter(|name| *name != "main");
    let place = Location::caller().to_string();
    let line = format!(
        "{}: needs {program}, which is not installed\n",
        test.unwrap_or(&place)
    );
    let list = std::env::var_os("GOLFCHESS_LEFT_OUT").map(|list| {
        let file = OpenOptions::new().create(true).append(true).open(list);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
    });
    match list {
        Some(written) => written.expect("the list of tests that are left out"),
        // Not by a macro, whose output of a test that passes is not shown.
        None => stderr()
            .write_all(format!("left out: {line}").as_bytes())
            .expect("stderr"),
    }
}
