//! A program that judges candidates.

use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use golfchess_parity::host::Group;
use golfchess_parity::search::{Candidate, CandidateOutcome, Judge, JudgeError};

/// The longest time between two looks at a running program.
const LOOK: Duration = Duration::from_millis(16);

/// A program that exits with 0 if the page is right. The path of the page is its last argument.
#[derive(Debug, Clone)]
pub struct Program {
    /// The command, for the shell.
    pub command: String,
    /// The name of the file of a candidate.
    pub file: String,
    /// The time after which the program is ended and the candidate is wrong.
    pub limit: Duration,
}

impl Judge for Program {
    /// A program may use files and ports that only one run at a time can use.
    fn at_once(&self) -> u64 {
        1
    }

    fn fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError> {
        // The group ends with all its processes, also those that the program leaves behind.
        let mut group = Group::new()?;
        let file = group.folder().join(&self.file);
        std::fs::write(&file, page)?;
        let mut command = self.shell();
        command
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = group.spawn(&mut command)?;
        Ok(self.wait(child, stop)?)
    }

    fn judge(
        &self,
        candidate: &Candidate<'_>,
        stop: &AtomicBool,
    ) -> Result<CandidateOutcome, JudgeError> {
        let Some(page) = (candidate.page)() else {
            return Ok(CandidateOutcome::NotShorter);
        };
        Ok(match self.fault(&page, stop)? {
            Some(_) => CandidateOutcome::Rejected,
            None => CandidateOutcome::Saved,
        })
    }
}

impl Program {
    fn shell(&self) -> Command {
        if cfg!(windows) {
            let mut command = Command::new("cmd");
            command.args(["/C", &self.command]);
            command
        } else {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{} \"$@\"", self.command), "sh"]);
            command
        }
    }

    /// Waits for the end of the program, its time limit, or `stop`.
    fn wait(&self, child: &mut Child, stop: &AtomicBool) -> io::Result<Option<String>> {
        let started = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok((!status.success()).then(|| format!("the program ends with {status}")));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Some("the search is interrupted".to_owned()));
            }
            if started.elapsed() > self.limit {
                let seconds = self.limit.as_secs();
                return Ok(Some(format!("the program takes more than {seconds} s")));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LOOK);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;

    use super::*;

    fn fault(command: &str) -> Option<String> {
        let program = Program {
            command: command.to_owned(),
            file: "candidate.html".to_owned(),
            limit: Duration::from_secs(1),
        };
        let fault = program.fault("<script>alert(1)</script>", &AtomicBool::new(false));
        fault.expect("the program runs")
    }

    #[test]
    fn the_exit_status_decides() {
        assert_eq!(fault("grep -q alert"), None);
        let fault = fault("grep -q prompt").expect("a fault");
        assert!(fault.contains('1'), "{fault}");
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended_with_the_processes_that_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
        let slow = format!("exec 3>'{}'; sleep 60 & sleep 60;", pipe.display());
        let (send, ended) = channel();
        // It ends when no process has the pipe open for writing any more.
        thread::spawn(move || send.send(fs::read(pipe)));
        assert_eq!(
            fault(&slow).as_deref(),
            Some("the program takes more than 1 s")
        );
        let read = ended.recv_timeout(Duration::from_secs(30));
        assert!(read.is_ok_and(|read| read.is_ok()), "a process still runs");
    }
}
