//! A program that judges candidates.

use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use golfchess_parity::host::Group;
use golfchess_parity::search::{Candidate, CandidateOutcome, Judge, JudgeError};

/// The longest time between two looks at a running program.
const LOOK: Duration = Duration::from_millis(16);

/// The most by which a busy machine makes the time limit longer.
const LONGEST: f64 = 10.0;

/// A program that exits with 0 if the page is right. The path of the page is its last argument.
#[derive(Debug, Clone)]
pub struct Program {
    /// The command, for the shell.
    command: String,
    /// The name of the file of a candidate.
    file: String,
    /// The time after which the program is ended and the candidate is wrong.
    limit: Duration,
    /// The first page that was right, and the time that it took.
    first: OnceLock<(String, Duration)>,
}

/// How a run of the program ended.
enum Ending {
    Right,
    Wrong(String),
    Late,
}

impl Judge for Program {
    /// A program may use files and ports that only one run at a time can use.
    fn at_once(&self) -> u64 {
        1
    }

    fn fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError> {
        let started = Instant::now();
        let mut ending = self.run(page, self.limit, stop)?;
        if matches!(ending, Ending::Late)
            && let Some(limit) = self.limit_when_busy(stop)?
        {
            ending = self.run(page, limit, stop)?;
        }
        Ok(match ending {
            Ending::Right => {
                self.first
                    .get_or_init(|| (page.to_owned(), started.elapsed()));
                None
            }
            Ending::Wrong(fault) => Some(fault),
            Ending::Late => {
                let seconds = self.limit.as_secs();
                Some(format!("the program takes more than {seconds} s"))
            }
        })
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
    /// A command for the shell, the name of the file of a candidate, and the time after which the
    /// candidate is wrong.
    pub fn new(command: String, file: String, limit: Duration) -> Self {
        Self {
            command,
            file,
            limit,
            first: OnceLock::new(),
        }
    }

    /// A longer limit if the first page takes at least twice the time that it took at first: the machine
    /// has become busy, and a late page may be right. Times below a part of the limit count as equal.
    fn limit_when_busy(&self, stop: &AtomicBool) -> Result<Option<Duration>, JudgeError> {
        let Some((page, before)) = self.first.get() else {
            return Ok(None);
        };
        let started = Instant::now();
        self.run(page, self.limit.mul_f64(LONGEST), stop)?;
        let least = self.limit / 20;
        let ratio = started.elapsed().max(least).as_secs_f64() / before.max(&least).as_secs_f64();
        Ok((ratio >= 2.0).then(|| self.limit.mul_f64(ratio.min(LONGEST))))
    }

    /// Runs the program on a page.
    fn run(&self, page: &str, limit: Duration, stop: &AtomicBool) -> Result<Ending, JudgeError> {
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
        Ok(wait(child, limit, stop)?)
    }

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
}

/// Waits for the end of a program, its time limit, or `stop`.
fn wait(child: &mut Child, limit: Duration, stop: &AtomicBool) -> io::Result<Ending> {
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.success() {
                true => Ending::Right,
                false => Ending::Wrong(format!("the program ends with {status}")),
            });
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Ending::Wrong("the search is interrupted".to_owned()));
        }
        if started.elapsed() > limit {
            return Ok(Ending::Late);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LOOK);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;

    use super::*;

    fn fault(command: &str) -> Option<String> {
        fault_in(&program(command))
    }

    fn program(command: &str) -> Program {
        let (command, file) = (command.to_owned(), "candidate.html".to_owned());
        Program::new(command, file, Duration::from_secs(1))
    }

    fn fault_in(program: &Program) -> Option<String> {
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
    fn a_late_page_is_tried_again_if_the_first_page_has_become_slow_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = folder.path().join("runs");
        // The machine is busy in the second and the third run. A page is never right in the fifth.
        let command = format!(
            "echo >> '{0}'; case $(grep -c '' '{0}') in 2|3) sleep 3;; 5) sleep 60;; esac; true",
            runs.display()
        );
        let program = program(&command);
        assert_eq!(fault_in(&program), None);
        // Run 2 is late, run 3 shows that the machine is busy, run 4 is right.
        assert_eq!(fault_in(&program), None);
        // Run 6 shows that it is not.
        let late = "the program takes more than 1 s";
        assert_eq!(fault_in(&program).as_deref(), Some(late));
        let runs = fs::read_to_string(runs).expect("the runs");
        assert_eq!(runs.lines().count(), 6);
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
