//! The stages of a task, with the time and the processor time of each.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

/// A stage that has ended.
struct Stage {
    name: &'static str,
    elapsed: Duration,
    processor: Option<Duration>,
}

/// The stages that have ended, in their order.
pub struct Stages {
    started: Instant,
    ended: Vec<Stage>,
    /// How long orphans may take to end: a process closes its output some time before.
    ending: Duration,
}

impl Stages {
    pub fn start() -> Self {
        // Processes of a browser outlive the one that started them, and their time would be lost.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
        Self {
            started: Instant::now(),
            ended: Vec::new(),
            ending: Duration::from_secs(2),
        }
    }

    /// Runs one stage.
    pub fn measure<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let (started, before) = (Instant::now(), processor_time());
        let result = work();
        reap_orphans(self.ending);
        let processor = before.zip(processor_time());
        self.ended.push(Stage {
            name,
            elapsed: started.elapsed(),
            processor: processor.map(|(before, after)| after.saturating_sub(before)),
        });
        result
    }

    /// The time since the start, and the processor time of all stages.
    pub fn total(&self) -> String {
        let times = self.ended.iter().map(|stage| stage.processor);
        let sum: Option<Duration> = times.sum();
        time(self.started.elapsed(), sum)
    }

    /// A table of all stages.
    pub fn table(&self) -> String {
        let seconds = |time: Option<Duration>| time.map_or(0.0, |time| time.as_secs_f64());
        let sum: f64 = self.ended.iter().map(|one| seconds(one.processor)).sum();
        let rows = self.ended.iter().map(|stage| {
            let processor = seconds(stage.processor);
            format!(
                "| {} | {} | {processor:.0} | {:.0} % |\n",
                stage.name,
                stage.elapsed.as_secs(),
                100.0 * processor / sum.max(f64::MIN_POSITIVE)
            )
        });
        let rows: String = rows.collect();
        format!(
            "| stage | seconds | processor seconds | share |\n|---|---:|---:|---:|\n{rows}\
             | all | {} | {sum:.0} | |\n",
            self.started.elapsed().as_secs()
        )
    }
}

/// Runs a command, and prints it with its times. Returns the lines of its output if `hears`, which it
/// prints too.
pub fn run(mut command: Command, line: &str, hears: bool) -> Result<Vec<String>, String> {
    eprintln!("> {line}");
    let (started, before) = (Instant::now(), processor_time());
    if hears {
        command.stdout(Stdio::piped());
    }
    let child = command.spawn();
    let mut child = child.map_err(|error| format!("cannot run `{line}`: {error}"))?;
    let output = child.stdout.take();
    let output = output.map(|output| thread::spawn(move || copied(BufReader::new(output))));
    let status = wait(child).map_err(|error| format!("cannot wait for `{line}`: {error}"))?;
    let heard = output.and_then(|thread| thread.join().ok());
    if !status.success() {
        return Err(format!("`{line}` failed: {status}"));
    }
    let processor = before.zip(processor_time());
    let processor = processor.map(|(before, after)| after.saturating_sub(before));
    eprintln!("> {}: {line}", time(started.elapsed(), processor));
    Ok(heard.unwrap_or_default())
}

/// The lines of an output, which are printed as they come.
fn copied(output: impl BufRead) -> Vec<String> {
    let mut lines = Vec::new();
    for line in output.split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        let _ = writeln!(io::stdout(), "{line}");
        lines.push(line);
    }
    lines
}

fn time(elapsed: Duration, processor: Option<Duration>) -> String {
    let processor = processor.map(|time| format!(" ({} s of processor time)", time.as_secs()));
    format!("{} s{}", elapsed.as_secs(), processor.unwrap_or_default())
}

/// The processor time of all child processes that have ended.
#[cfg(unix)]
pub fn processor_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let times = [usage.user_time(), usage.system_time()];
    let time = times.map(|time| {
        let micros = time.tv_sec() as i128 * 1_000_000 + time.tv_usec() as i128;
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    });
    Some(time.iter().sum())
}

#[cfg(not(unix))]
pub fn processor_time() -> Option<Duration> {
    None
}

/// Waits for a child process, and for the orphans that end before it.
#[cfg(target_os = "linux")]
fn wait(mut child: Child) -> io::Result<ExitStatus> {
    use nix::sys::wait::{Id, WaitPidFlag, waitid, waitpid};
    // It stays waitable, so that `child` learns its status.
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
    while let Some(ended) = waitid(Id::All, flags)?.pid() {
        if ended.as_raw().cast_unsigned() == child.id() {
            break;
        }
        waitpid(ended, None)?;
    }
    child.wait()
}

#[cfg(not(target_os = "linux"))]
fn wait(mut child: Child) -> io::Result<ExitStatus> {
    child.wait()
}

/// Waits for the orphans, but no longer than `ending`: some go on. No other child process may be
/// running.
#[cfg(target_os = "linux")]
fn reap_orphans(ending: Duration) {
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    let until = Instant::now() + ending;
    while let Ok(status) = waitpid(None, Some(WaitPidFlag::WNOHANG)) {
        if status == WaitStatus::StillAlive {
            if Instant::now() > until {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn reap_orphans(_: Duration) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Set in the process of its own that the test runs in: it waits for any child process, which in
    /// this one may be that of another test.
    const ALONE: &str = "GOLFCHESS_STAGE_ALONE";

    #[test]
    fn the_time_of_an_orphan_counts() {
        if std::env::var_os(ALONE).is_none() {
            let mut alone = Command::new(std::env::current_exe().expect("the tests"));
            alone.args(["--exact", "stage::tests::the_time_of_an_orphan_counts"]);
            let output = alone.env(ALONE, "1").output().expect("it runs");
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(
                output.status.success() && text.contains("1 passed"),
                "{text}"
            );
            return;
        }
        let shell = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]);
            shell
        };
        let mut stages = Stages::start();
        // On a loaded machine the orphan needs longer than 2 s.
        stages.ending = Duration::from_secs(600);
        // The inner shell outlives the outer one, and works on after it has closed the pipe.
        let orphan =
            "echo a; (exec >&-; i=0; while [ $i -lt 1000000 ]; do i=$((i + 1)); done) & exit";
        let heard = stages.measure("orphan", || run(shell(orphan), "orphan", true));
        assert_eq!(heard.expect("a shell"), ["a"]);
        let time = stages.ended[0].processor.expect("a time");
        assert!(time > Duration::from_millis(50), "{time:?}");
        let table = stages.table();
        assert!(
            table.contains("| orphan | ") && table.contains(" | 100 % |"),
            "{table}"
        );
        let failed = run(shell("exit 3"), "fails", false);
        let reason = failed.expect_err("it fails");
        assert!(
            reason.contains("`fails` failed: exit status: 3"),
            "{reason}"
        );
    }
}
