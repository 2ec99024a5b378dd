//! Writing without ever leaving a half-written file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file or folder could not be written; what was there before still is.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", path.display())]
pub struct StoreError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub error: io::Error,
}

/// Writes one file. A link is followed; a device or a pipe is written to.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return fs::write(&target, text).map_err(|error| StoreError {
            path: path.to_owned(),
            error,
        });
    }
    put(&target, prepare(&target, text)?)
}

/// Writes files into a folder, made if need be; those that are already as they
/// should be are left alone. Returns how many were written.
///
/// # Errors
/// The folder or a file cannot be written. All files are complete under
/// temporary names before the first is renamed.
pub fn write_all(folder: &Path, files: &[(String, String)]) -> Result<usize, StoreError> {
    fs::create_dir_all(folder).map_err(|error| StoreError {
        path: folder.to_owned(),
        error,
    })?;
    let mut ready = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        let file = prepare(&path, text)?;
        ready.push((path, file));
    }
    let count = ready.len();
    for (path, file) in ready {
        put(&path, file)?;
    }
    Ok(count)
}

fn prepare(path: &Path, text: &str) -> Result<NamedTempFile, StoreError> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        make_readable(&file)?;
        Ok(file)
    };
    write().map_err(|error| StoreError {
        path: path.to_owned(),
        error,
    })
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
        Err(failed) => Err(StoreError {
            path: path.to_owned(),
            error: failed.error,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = |text: &str| ("a.html".to_owned(), text.to_owned());
        assert_eq!(write_all(folder.path(), &[file("1")]).unwrap(), 1);
        assert_eq!(write_all(folder.path(), &[file("1")]).unwrap(), 0);
        assert_eq!(write_all(folder.path(), &[file("2")]).unwrap(), 1);
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
        let files = [("a", "new"), ("missing/b", "new")].map(|(n, t)| (n.into(), t.into()));
        let error = write_all(folder.path(), &files).unwrap_err();
        assert!(error.path.ends_with("missing/b"));
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
