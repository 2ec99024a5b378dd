//! A command that runs beside other work, whose output is printed after that.

use std::io::{BufRead, BufReader, Read, Write, stderr, stdout};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// A running command. Its output is held back until [`Beside::finish`].
pub struct Beside {
    line: String,
    child: Child,
    held: Arc<Mutex<Held>>,
    readers: Vec<JoinHandle<()>>,
}

/// The lines that are held back, until they are printed.
#[derive(Default)]
struct Held {
    lines: Vec<(Stream, Vec<u8>)>,
    is_free: bool,
}

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

impl Stream {
    /// Prints a line; nobody may read it any more.
    fn print(self, line: &[u8]) {
        let _ = match self {
            Self::Out => stdout().write_all(line),
            Self::Err => stderr().write_all(line),
        };
    }
}

impl Beside {
    /// Starts a command; `line` is what messages call it.
    pub fn start(mut command: Command, line: String) -> Result<Self, String> {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn();
        let mut child = child.map_err(|error| format!("cannot run `{line}`: {error}"))?;
        let held = Arc::default();
        let out = child
            .stdout
            .take()
            .map(|pipe| read(pipe, Stream::Out, &held));
        let err = child
            .stderr
            .take()
            .map(|pipe| read(pipe, Stream::Err, &held));
        Ok(Self {
            line,
            child,
            held,
            readers: out.into_iter().chain(err).collect(),
        })
    }

    /// Prints the output, and waits for the end of the command.
    pub fn finish(mut self) -> Result<(), String> {
        eprintln!("> {}", self.line);
        {
            let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
            for (stream, line) in held.lines.drain(..) {
                stream.print(&line);
            }
            held.is_free = true;
        }
        for reader in self.readers {
            // A reader that panicked has printed why.
            let _ = reader.join();
        }
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{}` failed: {status}", self.line)),
            Err(error) => Err(format!("cannot wait for `{}`: {error}", self.line)),
        }
    }
}

fn read(
    pipe: impl Read + Send + 'static,
    stream: Stream,
    held: &Arc<Mutex<Held>>,
) -> JoinHandle<()> {
    let held = Arc::clone(held);
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while pipe
            .read_until(b'\n', &mut line)
            .is_ok_and(|count| count > 0)
        {
            let line = std::mem::take(&mut line);
            let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
            match held.is_free {
                true => stream.print(&line),
                false => held.lines.push((stream, line)),
            }
        }
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Beside {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Beside::start(command, script.to_owned()).expect("sh")
    }

    #[test]
    fn the_output_is_held_back_and_the_end_is_awaited() {
        let beside = shell("echo a; echo b >&2; exit 3");
        let count = || beside.held.lock().expect("held").lines.len();
        while count() < 2 {
            thread::yield_now();
        }
        let error = beside.finish().expect_err("the status 3");
        assert!(error.contains("failed: exit status: 3"), "{error}");
        assert_eq!(shell("echo d").finish(), Ok(()));
    }

    #[test]
    fn a_program_that_is_missing_is_an_error() {
        let started = Beside::start(Command::new("no-such-program"), "no such".to_owned());
        assert!(started.is_err_and(|error| error.contains("cannot run `no such`")));
    }
}
