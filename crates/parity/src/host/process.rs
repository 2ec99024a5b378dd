//! Groups of processes, each with a folder of its own; none outlives the program.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The folders of groups, with the leaders of those that are running.
static RUNNING: Mutex<Vec<(PathBuf, Option<u32>)>> = Mutex::new(Vec::new());

/// Read-locked while a folder is made or a process starts, write-locked for ever by [`end_all`].
static STARTING: RwLock<()> = RwLock::new(());

/// How long a folder may take to disappear once its processes have been killed.
const REMOVAL_TIMEOUT: Duration = Duration::from_secs(5);

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
        let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::Builder::new().prefix("golfchess-").tempdir()?;
        running().push((folder.path().to_owned(), None));
        Ok(Self {
            children: Vec::new(),
            folder,
        })
    }

    /// The folder of the group.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a process in the group. Its temporary files go to the group's folder.
    ///
    /// # Errors
    /// The process cannot be started.
    pub fn spawn(&mut self, command: &mut Command) -> io::Result<&mut Child> {
        let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            let leader = self.children.first().map_or(0, Child::id);
            command.process_group(i32::try_from(leader).unwrap_or(0));
        }
        let child = command
            .env("TMPDIR", self.folder.path())
            .stdin(Stdio::null())
            .spawn()?;
        if self.children.is_empty() {
            let mut running = running();
            let mine = running
                .iter_mut()
                .find(|(folder, _)| folder == self.folder.path());
            if let Some((_, leader)) = mine {
                *leader = Some(child.id());
            }
        }
        self.children.push(child);
        let last = self.children.len() - 1;
        Ok(&mut self.children[last])
    }

    /// Whether one of the processes has exited.
    pub fn has_exited(&mut self) -> bool {
        let mut children = self.children.iter_mut();
        children.any(|child| !matches!(child.try_wait(), Ok(None)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.children.first() {
            kill(leader.id());
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
/// nothing is dropped. No group starts after it.
pub(super) fn end_all() {
    std::mem::forget(STARTING.write().unwrap_or_else(PoisonError::into_inner));
    let groups: Vec<_> = running().drain(..).collect();
    for leader in groups.iter().filter_map(|(_, leader)| *leader) {
        kill(leader);
    }
    for (folder, _) in &groups {
        remove(folder);
    }
}

fn running() -> MutexGuard<'static, Vec<(PathBuf, Option<u32>)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a process group.
fn kill(leader: u32) {
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{leader}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

/// Removes a folder into which dying processes may still write.
fn remove(folder: &Path) {
    let until = Instant::now() + REMOVAL_TIMEOUT;
    while std::fs::remove_dir_all(folder).is_err() && folder.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
}
