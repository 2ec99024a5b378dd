//! Writing without ever leaving a half-written file.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tempfile::NamedTempFile;

/// Read-locked while files are replaced, write-locked by a program that is about to exit.
static WRITING: RwLock<()> = RwLock::new(());

/// While this value lives, [`finish_writes`] waits.
#[derive(Debug)]
#[must_use]
pub struct InterruptGuard(
    #[expect(dead_code, reason = "held for its lifetime")] RwLockReadGuard<'static, ()>,
);

/// Keeps [`finish_writes`] waiting. A thread that already has a guard must not take another.
pub fn block_interrupts() -> InterruptGuard {
    InterruptGuard(WRITING.read().unwrap_or_else(PoisonError::into_inner))
}

/// Waits until no file is being replaced, and lets no write begin while the guard lives. A program
/// calls it before it exits on an interrupt.
pub fn finish_writes() -> RwLockWriteGuard<'static, ()> {
    WRITING.write().unwrap_or_else(PoisonError::into_inner)
}

/// What files are called until they are complete.
const UNFINISHED: (&str, &str) = (".gen-", ".tmp");

/// A file or folder could not be written; each file is either the old or the new one.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot write {}: {error}; {replaced} files had been replaced before; make room or free the \
     way, and try again", path.display()
)]
pub struct StoreError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub error: io::Error,
    /// How many files were already replaced.
    pub replaced: usize,
}

impl StoreError {
    fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self {
            path: path.clone(),
            error,
            replaced: 0,
        }
    }
}

/// Writes one file. A link is followed; a device or a pipe is written to.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return fs::write(&target, text).map_err(StoreError::at(path));
    }
    let _guard = block_interrupts();
    put(&target, prepare(&target, text)?)
}

/// A folder in which nobody else who asks for it writes as long as this lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Locked; on Unix it is the folder itself, so that no file has to be there for it.
    _lock: Option<File>,
}

impl Folder {
    /// Makes a folder if need be, and waits until it is free; `waiting` is called before a wait.
    ///
    /// # Errors
    /// The folder cannot be made or opened.
    pub fn lock(path: &Path, waiting: impl FnOnce()) -> Result<Self, StoreError> {
        let fault = StoreError::at(path);
        if path.exists() && !path.is_dir() {
            return Err(fault(io::ErrorKind::NotADirectory.into()));
        }
        fs::create_dir_all(path).map_err(&fault)?;
        let lock = lockable(path).map_err(&fault)?;
        let locked = match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                waiting();
                lock.lock().is_ok()
            }
            // Some file systems know no locks.
            Err(TryLockError::Error(_)) => false,
        };
        Ok(Self {
            path: path.to_owned(),
            _lock: locked.then_some(lock),
        })
    }

    /// Writes files; those that are already as they should be are left alone. Returns how many
    /// were written.
    ///
    /// # Errors
    /// The folder or a file cannot be written. All files are complete under temporary names before
    /// the first is renamed, and an interrupt waits for the last.
    pub fn write(&self, files: &[(String, String)]) -> Result<usize, StoreError> {
        let _guard = block_interrupts();
        self.sweep();
        let mut ready = Vec::new();
        for (name, text) in files {
            let path = self.path.join(name);
            if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
                continue;
            }
            // Found now, as long as nothing has been replaced.
            if path.is_dir() {
                return Err(StoreError::at(&path)(io::ErrorKind::IsADirectory.into()));
            }
            let file = prepare(&path, text)?;
            ready.push((path, file));
        }
        let count = ready.len();
        for (replaced, (path, file)) in ready.into_iter().enumerate() {
            put(&path, file).map_err(|error| StoreError { replaced, ..error })?;
        }
        Ok(count)
    }

    /// Removes what a writer left that was killed.
    fn sweep(&self) {
        let unfinished = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1)
        };
        let paths = fs::read_dir(&self.path).into_iter().flatten().flatten();
        for path in paths.map(|entry| entry.path()).filter(unfinished) {
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

fn prepare(path: &Path, text: &str) -> Result<NamedTempFile, StoreError> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED.0)
            .suffix(UNFINISHED.1)
            .tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        make_readable(&file)?;
        Ok(file)
    };
    write().map_err(StoreError::at(path))
}

/// Temporary files are made for their owner alone; pages are for everyone.
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

fn put(path: &Path, file: NamedTempFile) -> Result<(), StoreError> {
    match file.persist(path) {
        Ok(_) => Ok(()),
        Err(failed) => Err(StoreError::at(path)(failed.error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written() {
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
    fn a_link_is_followed_and_a_device_is_written_to() {
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
    fn a_failed_write_changes_nothing_and_leaves_nothing() {
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
    fn what_a_killed_writer_left_is_swept_away_and_nothing_else() {
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
        let (send, told) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let waiting = || send.send("waits").unwrap();
                drop(Folder::lock(folder.path(), waiting).unwrap());
                send.send("has it").unwrap();
            });
            assert_eq!(told.recv(), Ok("waits"));
            assert!(told.try_recv().is_err());
            drop(first);
            second.join().unwrap();
        });
        assert_eq!(told.recv(), Ok("has it"));
    }
}
