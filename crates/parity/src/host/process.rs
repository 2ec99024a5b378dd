//! Groups of processes, each with a folder of its own; none outlives the program.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The folders of groups, with the leaders of those that are running. Locked while a folder is made or
/// a process starts.
static RUNNING: Mutex<Vec<(PathBuf, Option<u32>)>> = Mutex::new(Vec::new());

/// How long a folder may take to disappear once its processes have been killed.
const REMOVAL_TIMEOUT: Duration = Duration::from_secs(5);

/// How many times as long as its limit a call may take on a busy machine.
const MOST_TIMES: u32 = 20;

/// One or more processes in a process group, and their folder. Dropping it kills the group and
/// removes the folder.
#[derive(Debug)]
pub struct Group {
    children: Vec<Child>,
    folder: TempDir,
}

impl Group {
    /// A folder for a group; nothing runs yet.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new() -> io::Result<Self> {
        let mut running = running();
        let folder = tempfile::Builder::new().prefix("golfchess-").tempdir()?;
        running.push((folder.path().to_owned(), None));
        Ok(Self {
            children: Vec::new(),
            folder,
        })
    }

    /// The folder of the group.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The group as the system knows it, if something runs in it.
    pub(super) fn leader(&self) -> Option<u32> {
        self.children.first().map(Child::id)
    }

    /// Writes a page to the folder, and returns its URL.
    pub(super) fn page_url(&self, page: &str) -> io::Result<String> {
        let file = self.folder().join("page.html");
        std::fs::write(&file, page)?;
        Ok(format!("file://{}", file.display()))
    }

    /// Starts a process in the group. Its temporary files go to the group's folder.
    ///
    /// # Errors
    /// The process cannot be started.
    pub fn spawn(&mut self, command: &mut Command) -> io::Result<&mut Child> {
        let mut running = running();
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            let leader = self.leader().unwrap_or_default();
            command.process_group(i32::try_from(leader).unwrap_or(0));
        }
        let child = command
            .env("TMPDIR", self.folder.path())
            .stdin(Stdio::null())
            .spawn()?;
        for (folder, leader) in running.iter_mut() {
            if folder == self.folder.path() {
                leader.get_or_insert(child.id());
            }
        }
        Ok(self.children.push_mut(child))
    }

    /// Starts a process, and reads its output until `find` finds something in a line.
    ///
    /// # Errors
    /// The process cannot be started, or it prints no such line before it ends or within `limit`.
    pub(super) fn spawn_until<T>(
        &mut self,
        mut command: Command,
        limit: Duration,
        find: impl Fn(&str) -> Option<T>,
    ) -> io::Result<T> {
        let (output, input) = io::pipe()?;
        self.spawn(command.stdout(input.try_clone()?).stderr(input))?;
        // It holds ends of the pipe, which must close with the process.
        drop(command);
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            // The rest is read too: a full pipe would stop the process.
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let _ = send.send(String::from_utf8_lossy(&line).into_owned());
            }
        });
        let until = Instant::now() + limit;
        let mut printed = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = lines.recv_timeout(left).map_err(|reason| {
                let when = match reason {
                    RecvTimeoutError::Timeout => format!("in {} s", limit.as_secs()),
                    RecvTimeoutError::Disconnected => "before it ended".to_owned(),
                };
                io::Error::other(format!("it printed {:?} {when}", printed.join("\n")))
            })?;
            if let Some(found) = find(&line) {
                return Ok(found);
            }
            printed.push(line);
        }
    }

    /// Extends a time limit until the group has used `limit` of processor time since this call: on a busy
    /// machine a page waits for the processor. Says for how much longer to wait; not at all where processor
    /// times are not known, or after [`MOST_TIMES`] the limit.
    pub(super) fn patience(&self, limit: Duration) -> impl FnMut() -> Duration + use<> {
        let leader = self.leader().unwrap_or_default();
        let (since, started) = (processor_time(leader), Instant::now());
        move || {
            let (Some(since), Some(now)) = (since, processor_time(leader)) else {
                return Duration::ZERO;
            };
            let left = limit.saturating_sub(now.saturating_sub(since));
            let late = started.elapsed() > limit * MOST_TIMES;
            // A browser uses a little less than the time that passes.
            match late || left < limit / 10 {
                true => Duration::ZERO,
                false => left,
            }
        }
    }

    /// Whether one of the processes has exited.
    pub(super) fn has_exited(&mut self) -> bool {
        let mut children = self.children.iter_mut();
        children.any(|child| !matches!(child.try_wait(), Ok(None)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.leader() {
            kill(leader);
        }
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
        remove(self.folder.path());
        running().retain(|(folder, _)| folder != self.folder.path());
    }
}

/// Kills every group that this process has started and removes its folder: for an exit on which
/// nothing is dropped. No group starts until the result is dropped.
#[must_use]
pub fn end_all() -> impl Sized {
    let running = running();
    for leader in running.iter().filter_map(|(_, leader)| *leader) {
        kill(leader);
    }
    for (folder, _) in running.iter() {
        remove(folder);
    }
    running
}

/// The processor time of the running processes of a group; `None` where `/proc` does not tell it.
fn processor_time(leader: u32) -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let ticks = nix::unistd::sysconf(nix::unistd::SysconfVar::CLK_TCK).ok()??;
        let each = Duration::from_secs(1) / u32::try_from(ticks).ok()?;
        let mut time = None;
        for entry in std::fs::read_dir("/proc").ok()?.flatten() {
            let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else {
                continue;
            };
            // The name of the program before this may have spaces. Fields 5, 14 and 15 of proc(5).
            let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
            let fields: Vec<&str> = fields.split(' ').collect();
            let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
            if number(2) == Some(leader) {
                let used = number(11)?.saturating_add(number(12)?);
                *time.get_or_insert(Duration::ZERO) += each * used;
            }
        }
        time
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = leader;
        None
    }
}

fn running() -> MutexGuard<'static, Vec<(PathBuf, Option<u32>)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a process group.
fn kill(leader: u32) {
    #[cfg(unix)]
    if let Ok(leader) = i32::try_from(leader) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(leader), Signal::SIGKILL);
    }
}

/// Removes a folder into which dying processes may still write.
fn remove(folder: &Path) {
    let until = Instant::now() + REMOVAL_TIMEOUT;
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    fn idle_group() -> Group {
        let mut group = Group::new().expect("a folder");
        let mut idle = Command::new("sleep");
        group.spawn(idle.arg("600")).expect("a process");
        group
    }

    #[test]
    fn a_limit_is_extended_until_the_group_has_worked_for_so_long() {
        const LIMIT: Duration = Duration::from_millis(300);
        let mut group = idle_group();
        let mut more = group.patience(LIMIT);
        assert!(more() > LIMIT / 2, "it has not worked");
        let mut busy = Command::new("sh");
        let busy = busy.args(["-c", "while :; do :; done"]);
        group.spawn(busy).expect("a process");
        let started = Instant::now();
        while !more().is_zero() {
            assert!(started.elapsed() < LIMIT * MOST_TIMES, "it has worked");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_limit_of_an_idle_group_ends() {
        const LIMIT: Duration = Duration::from_millis(1);
        let group = idle_group();
        let mut more = group.patience(LIMIT);
        std::thread::sleep(LIMIT * MOST_TIMES * 2);
        assert!(more().is_zero());
    }
}
