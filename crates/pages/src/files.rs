//! Atomic writes: a reader sees either the old file or the complete new one.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tempfile::NamedTempFile;

/// Read-locked while files are replaced; write-locked by a program that is about to exit.
static WRITING: RwLock<()> = RwLock::new(());

/// Delays [`finish_writes`] until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct InterruptGuard(
    #[expect(dead_code, reason = "the lock is held until the guard is dropped")]
    RwLockReadGuard<'static, ()>,
);

/// Delays [`finish_writes`] until the guard is dropped. A thread must not take a second guard.
pub fn block_interrupts() -> InterruptGuard {
    InterruptGuard(WRITING.read().unwrap_or_else(PoisonError::into_inner))
}

/// The right to write the last files of a program that is about to exit. Nothing else can write until it
/// is dropped.
#[derive(Debug)]
#[must_use]
pub struct LastWrites(
    #[expect(dead_code, reason = "the lock is held until the guard is dropped")]
    RwLockWriteGuard<'static, ()>,
);

impl LastWrites {
    /// Replaces one file, as [`write()`] does.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path, data: impl AsRef<[u8]>) -> Result<(), WriteError> {
        replace(path, data.as_ref())
    }
}

/// Waits for writes in progress, and blocks new ones until the guard is dropped. A program calls it
/// before it exits on an interrupt.
pub fn finish_writes() -> LastWrites {
    LastWrites(WRITING.write().unwrap_or_else(PoisonError::into_inner))
}

/// The files and folders that this process has replaced, each once.
static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The files and folders that this process has replaced, in the order of the first time.
pub fn written() -> Vec<PathBuf> {
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    written.clone()
}

/// Adds a file or folder to [`written`] that other code has replaced.
pub fn note_written(path: &Path) {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !written.iter().any(|other| other == path) {
        written.push(path.to_owned());
    }
}

/// The prefix and the suffix of temporary files.
const TEMPORARY: (&str, &str) = (".gen-", ".tmp");

/// A file or folder could not be written. Each file is either the old or the complete new one.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}{}", path.display(), after(*replaced))]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
    /// The number of files that this write replaced before it failed.
    pub replaced: usize,
}

fn after(replaced: usize) -> String {
    match replaced {
        0 => String::new(),
        1 => " (1 other file is already replaced)".to_owned(),
        _ => format!(" ({replaced} other files are already replaced)"),
    }
}

impl WriteError {
    fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self {
            path: path.clone(),
            source,
            replaced: 0,
        }
    }
}

/// Replaces one file. Follows a symbolic link; writes to a device or a pipe directly.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, data: impl AsRef<[u8]>) -> Result<(), WriteError> {
    if is_stream(path) {
        // A write to a pipe may wait for ever, so an interrupt must not wait for it.
        return fs::write(path, data).map_err(WriteError::at(path));
    }
    let _guard = block_interrupts();
    replace(path, data.as_ref())
}

/// Whether a path is a device or a pipe.
fn is_stream(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

fn replace(path: &Path, data: &[u8]) -> Result<(), WriteError> {
    if is_stream(path) {
        return fs::write(path, data).map_err(WriteError::at(path));
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    rename(&target, prepare(&target, data)?)?;
    note_written(path);
    Ok(())
}

/// A folder that is locked for writing: a second [`Folder::lock`] waits until this is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The lock. On Unix it is on the folder itself, which needs no lock file.
    _lock: Option<File>,
}

impl Folder {
    /// Creates the folder if it does not exist, and locks it. Calls `waiting` before it waits for
    /// another process.
    ///
    /// # Errors
    /// The folder cannot be created or opened.
    pub fn lock(path: &Path, waiting: impl FnOnce()) -> Result<Self, WriteError> {
        let failed = WriteError::at(path);
        if path.exists() && !path.is_dir() {
            return Err(failed(io::ErrorKind::NotADirectory.into()));
        }
        fs::create_dir_all(path).map_err(&failed)?;
        let lock = lockable(path).map_err(&failed)?;
        let locked = match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                waiting();
                lock.lock().is_ok()
            }
            // Some file systems do not support locks.
            Err(TryLockError::Error(_)) => false,
        };
        Ok(Self {
            path: path.to_owned(),
            _lock: locked.then_some(lock),
        })
    }

    /// Writes files and returns their number, without those whose contents are already equal.
    ///
    /// # Errors
    /// The folder or a file cannot be written. The first file is renamed only when all of them are
    /// complete under temporary names; [`finish_writes`] waits for the last rename.
    pub fn write(&self, files: &[(String, String)]) -> Result<usize, WriteError> {
        let _guard = block_interrupts();
        self.remove_temporary();
        let mut ready = Vec::new();
        for (name, text) in files {
            let path = self.path.join(name);
            if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
                continue;
            }
            // Checked before any file is replaced.
            if path.is_dir() {
                return Err(WriteError::at(&path)(io::ErrorKind::IsADirectory.into()));
            }
            let file = prepare(&path, text.as_bytes())?;
            ready.push((path, file));
        }
        let count = ready.len();
        for (replaced, (path, file)) in ready.into_iter().enumerate() {
            rename(&path, file).map_err(|error| WriteError { replaced, ..error })?;
            note_written(&path);
        }
        Ok(count)
    }

    /// Removes the temporary files of a process that was killed.
    fn remove_temporary(&self) {
        let temporary = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
        };
        let paths = fs::read_dir(&self.path).into_iter().flatten().flatten();
        for path in paths.map(|entry| entry.path()).filter(temporary) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(unix)]
fn lockable(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn lockable(folder: &Path) -> io::Result<File> {
    File::create(folder.join(".gen-lock"))
}

fn prepare(path: &Path, data: &[u8]) -> Result<NamedTempFile, WriteError> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut file = tempfile::Builder::new()
            .prefix(TEMPORARY.0)
            .suffix(TEMPORARY.1)
            .tempfile_in(folder)?;
        file.write_all(data)?;
        file.as_file().sync_all()?;
        make_readable(&file)?;
        Ok(file)
    };
    write().map_err(WriteError::at(path))
}

/// Temporary files are readable by their owner alone; pages are for everyone.
#[cfg(unix)]
fn make_readable(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file()
        .set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}

fn rename(path: &Path, file: NamedTempFile) -> Result<(), WriteError> {
    match file.persist(path) {
        Ok(_) => Ok(()),
        Err(failed) => Err(WriteError::at(path)(failed.error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_files_are_written_while_others_wait() {
        let folder = tempfile::tempdir().unwrap();
        let [last, other] = ["last", "other"].map(|name| folder.path().join(name));
        let writes = finish_writes();
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| write(&other, "2").unwrap());
            writes.write(&last, "1").unwrap();
            assert!(!written().contains(&other) && !waits.is_finished());
            drop(writes);
        });
        let written = written();
        assert!(written.contains(&last) && written.contains(&other));
        assert_eq!(fs::read_to_string(last).unwrap(), "1");
    }

    #[test]
    fn write_skips_files_with_equal_contents() {
        let folder = tempfile::tempdir().unwrap();
        let ours = Folder::lock(folder.path(), || unreachable!()).unwrap();
        let file = |text: &str| ("a.html".to_owned(), text.to_owned());
        assert_eq!(ours.write(&[file("1")]).unwrap(), 1);
        assert_eq!(ours.write(&[file("1")]).unwrap(), 0);
        assert_eq!(ours.write(&[file("2")]).unwrap(), 1);
        assert_eq!(
            fs::read_to_string(folder.path().join("a.html")).unwrap(),
            "2"
        );
    }

    #[test]
    #[cfg(unix)]
    fn write_follows_a_link_and_writes_to_a_device() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(link.is_symlink());
        write(Path::new("/dev/null"), "gone").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn a_failed_write_changes_no_file_and_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "old").unwrap();
        fs::create_dir(folder.path().join("taken")).unwrap();
        let ours = Folder::lock(folder.path(), || unreachable!()).unwrap();
        for wrong in ["missing/b", "taken"] {
            let files = [("a", "new"), (wrong, "new")].map(|(n, t)| (n.into(), t.into()));
            let error = ours.write(&files).unwrap_err();
            assert!(error.path.ends_with(wrong));
            assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "old");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        }
    }

    #[test]
    fn write_removes_stale_temporary_files_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".gen-x1.tmp", ".gen-notes", "notes.tmp"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let ours = Folder::lock(folder.path(), || unreachable!()).unwrap();
        ours.write(&[]).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        assert!(!folder.path().join(".gen-x1.tmp").exists());
    }

    #[test]
    fn a_second_writer_waits_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let first = Folder::lock(folder.path(), || unreachable!()).unwrap();
        let (send, received) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let waiting = || send.send("waits").unwrap();
                drop(Folder::lock(folder.path(), waiting).unwrap());
                send.send("has it").unwrap();
            });
            assert_eq!(received.recv(), Ok("waits"));
            assert!(received.try_recv().is_err());
            drop(first);
            second.join().unwrap();
        });
        assert_eq!(received.recv(), Ok("has it"));
    }
}
