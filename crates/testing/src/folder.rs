//! Folders that tests read and copy.

use std::fs;
use std::path::Path;

/// Every file of a folder, by its name from there, with its contents, in the order of the names.
///
/// # Panics
/// The folder cannot be read.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).expect("below").to_owned();
            let bytes = fs::read(entry.path()).expect("a file");
            (name.to_string_lossy().into_owned(), bytes)
        })
        .collect();
    files.sort();
    files
}

/// Copies all files of a folder.
///
/// # Panics
/// A file cannot be read or written.
pub fn copy(from: &Path, to: &Path) {
    for (name, bytes) in files(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a copy");
    }
}
