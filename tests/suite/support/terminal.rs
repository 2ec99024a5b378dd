//! Programs in a terminal of their own.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};

use nix::pty::openpty;

/// Starts a command in a terminal. What it prints can be read from the file.
pub fn spawn(mut command: Command) -> (Child, File) {
    let pair = openpty(None, None).expect("a terminal");
    // Copies, which other child processes do not get.
    let copy = |end: &OwnedFd| end.try_clone().expect("an end of the terminal");
    let (ours, theirs) = (copy(&pair.master), copy(&pair.slave));
    drop(pair);
    command
        .stdin(copy(&theirs))
        .stdout(copy(&theirs))
        .stderr(theirs);
    let child = command.env("TERM", "xterm").spawn().expect("a program");
    (child, File::from(ours))
}
