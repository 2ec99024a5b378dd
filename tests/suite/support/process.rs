//! Processes that are still running.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};
use std::sync::mpsc::Sender;

/// Sends each line of an output.
pub fn lines(output: impl Read + Send + 'static, send: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
}

/// Ctrl-C.
pub fn interrupt(child: &Child) {
    signal(child, "-INT");
}

/// Any signal by its name.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}
