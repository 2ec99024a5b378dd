//! A program that judges candidates.

use std::fs::File;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use golfchess_parity::host::{Group, Waited, wait};
use golfchess_parity::search::{Candidate, CandidateOutcome, Judge, JudgeError};

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
#[derive(Debug, PartialEq)]
enum Ending {
    Right,
    /// It rejects the page, with the status that says so.
    Wrong(String),
    /// The shell does not find a program, or may not run it, and says so.
    NotStarted(String),
    Late,
    Interrupted,
}

impl Ending {
    /// What is wrong with the page.
    fn fault(self, limit: Duration) -> Option<String> {
        match self {
            Ending::Right => None,
            Ending::Wrong(fault) | Ending::NotStarted(fault) => Some(fault),
            Ending::Late => Some(format!("the program takes more than {} s", limit.as_secs())),
            Ending::Interrupted => Some("the search is interrupted".to_owned()),
        }
    }
}

impl Judge for Program {
    /// A program may use files and ports that only one run at a time can use.
    fn at_once(&self) -> u64 {
        1
    }

    fn fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError> {
        Ok(self.ending(page, stop)?.fault(self.limit))
    }

    fn first_fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError> {
        let first = self.ending(page, stop)?;
        if let Ending::NotStarted(reason) = first {
            let command = self.command.clone();
            return Err(JudgeError::NotStarted { command, reason });
        }
        self.require_steady(&first, page, stop)?;
        Ok(first.fault(self.limit))
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

    /// The program has accepted the page.
    fn verify(
        &mut self,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<Option<CandidateOutcome>, JudgeError> {
        self.require_steady(&Ending::Right, page, stop)?;
        Ok(None)
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

    /// How the program ends on a page. It gets more time on a machine that has become busy.
    fn ending(&self, page: &str, stop: &AtomicBool) -> Result<Ending, JudgeError> {
        let started = Instant::now();
        let mut ending = self.run(page, self.limit, stop)?;
        if ending == Ending::Late
            && let Some(limit) = self.limit_when_busy(stop)?
        {
            ending = self.run(page, limit, stop)?;
        }
        if ending == Ending::Right {
            self.first
                .get_or_init(|| (page.to_owned(), started.elapsed()));
        }
        Ok(ending)
    }

    /// Runs the program once more on a page.
    ///
    /// # Errors
    /// It accepts the page only once. (A late end says nothing.)
    fn require_steady(
        &self,
        first: &Ending,
        page: &str,
        stop: &AtomicBool,
    ) -> Result<(), JudgeError> {
        let (other, order) = match (first, self.ending(page, stop)?) {
            (Ending::Right, Ending::Wrong(other)) => (other, ["accepts", "rejects"]),
            (Ending::Wrong(other), Ending::Right) => (other.clone(), ["rejects", "accepts"]),
            _ => return Ok(()),
        };
        let [before, after] = order;
        Err(JudgeError::Unsteady(format!(
            "the program {before} it, then {after} it ({other})"
        )))
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
        let errors = group.folder().join("stderr");
        let mut command = self.shell();
        command
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(File::create(&errors)?);
        let child = group.spawn(&mut command)?;
        let ending = ending(wait(child, limit, stop)?);
        let printed = std::fs::read(errors)?;
        let printed = String::from_utf8_lossy(&printed);
        let line = printed.trim().lines().next_back().map(str::trim);
        Ok(match (ending, line) {
            (Ending::Wrong(fault), Some(line)) => Ending::Wrong(format!("{fault}: {line}")),
            (Ending::NotStarted(_), Some(line)) => Ending::NotStarted(line.to_owned()),
            (ending, _) => ending,
        })
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

/// How a program ended.
fn ending(waited: Waited) -> Ending {
    let status = match waited {
        Waited::Ended(status) => status,
        Waited::Late => return Ending::Late,
        Waited::Interrupted => return Ending::Interrupted,
    };
    let fault = format!("the program ends with {status}");
    match status.code() {
        Some(0) => Ending::Right,
        Some(126 | 127) if cfg!(unix) => Ending::NotStarted(fault),
        _ => Ending::Wrong(fault),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;
    use std::thread;

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

    fn first_fault(command: &str) -> Result<Option<String>, JudgeError> {
        program(command).first_fault("<script>alert(1)</script>", &AtomicBool::new(false))
    }

    #[test]
    fn a_program_that_does_not_start_is_an_error_with_its_name() {
        for command in ["no-such-program --all", "./no_such_file.sh", "/dev/null"] {
            let error = first_fault(command).expect_err(command).to_string();
            assert!(
                error.starts_with(&format!("cannot start `{command}`: ")),
                "{error}"
            );
            let name = command.split(' ').next().unwrap_or_default();
            assert!(error.matches(name).count() > 1, "{error}");
        }
        let fault = first_fault("echo too long >&2; false").expect("it runs");
        assert!(fault.expect("a fault").ends_with("1: too long"));
    }

    #[test]
    fn a_program_that_answers_differently_on_one_page_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        for (answers, said) in [
            ("0 1", Some("accepts it, then rejects it")),
            ("1 0", Some("rejects it, then accepts it")),
            ("0 0", None),
            ("1 1", None),
        ] {
            let runs = folder.path().join(answers);
            let command = format!(
                "echo >> '{0}'; set -- {answers}; shift $(($(grep -c '' '{0}') - 1)); exit $1;",
                runs.display()
            );
            match (first_fault(&command), said) {
                (Err(error), Some(said)) => assert!(error.to_string().contains(said), "{error}"),
                (Ok(_), None) => {}
                (other, _) => panic!("{answers}: {other:?}"),
            }
        }
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
