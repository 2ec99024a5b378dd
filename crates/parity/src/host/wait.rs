//! Waits for programs.

use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

/// The times between two looks at a running program: a sixteenth of its time, within these limits.
const LOOKS: [Duration; 2] = [Duration::from_micros(250), Duration::from_millis(16)];

/// How the wait for a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// The program has ended.
    Ended(ExitStatus),
    /// It takes longer than its time limit.
    Late,
    /// The caller no longer waits.
    Interrupted,
}

/// Waits for the end of a program, its time limit, or `stop`.
///
/// # Errors
/// The system does not say whether the program runs.
pub fn wait(child: &mut Child, limit: Duration, stop: &AtomicBool) -> io::Result<Waited> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Waited::Ended(status));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Waited::Interrupted);
        }
        if started.elapsed() > limit {
            return Ok(Waited::Late);
        }
        let [least, most] = LOOKS;
        thread::sleep((started.elapsed() / 16).clamp(least, most));
    }
}
