//! Processes that are still running.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

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

/// An interrupt for one process alone.
pub fn interrupt(child: &Child) {
    signal(child, "-INT");
}

/// Ctrl-C in a terminal, which all that a process has started get too; it must lead its group.
pub fn interrupt_group(child: &Child) {
    send("-INT", &format!("-{}", child.id()));
}

/// Any signal by its name.
pub fn signal(child: &Child, name: &str) {
    send(name, &child.id().to_string());
}

fn send(name: &str, to: &str) {
    let sent = Command::new("kill").args([name, "--", to]).status();
    assert!(sent.expect("kill runs").success());
}

/// Waits until a process has its own way to end on an interrupt.
#[cfg(target_os = "linux")]
pub fn is_prepared(child: &Child) {
    const SIGINT: u64 = 2;
    let status = format!("/proc/{}/status", child.id());
    wait_until("gen takes care of interrupts", || {
        let text = fs::read_to_string(&status).expect("a process");
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(mask.expect("a mask").trim(), 16).expect("hexadecimal");
        mask >> (SIGINT - 1) & 1 == 1
    });
}

#[cfg(not(target_os = "linux"))]
pub fn is_prepared(_: &Child) {
    std::thread::sleep(Duration::from_millis(500));
}

/// Waits until a browser that has its files in a folder is at work: some of its renderers are there.
pub fn browsers_at_work(folder: &Path) {
    wait_until("a browser has started", || processes_with(folder) >= 4);
}

/// Waits for at most two minutes.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < end, "in vain for this: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// How many processes have a folder in their command line.
#[cfg(target_os = "linux")]
pub fn processes_with(folder: &Path) -> usize {
    let word = folder.display().to_string();
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(&word))
        .count()
}

#[cfg(not(target_os = "linux"))]
pub fn processes_with(_: &Path) -> usize {
    0
}
