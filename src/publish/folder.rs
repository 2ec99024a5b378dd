//! A folder of files that is replaced as a whole.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

/// A file of a folder that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is not there.
    Missing(String),
    /// It has other contents.
    Stale(String),
    /// It is not a file of the site.
    Stray(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing(file) => write!(f, "{file} is missing"),
            Difference::Stale(file) => write!(f, "{file} is stale"),
            Difference::Stray(file) => write!(f, "{file} is not a file of the site"),
        }
    }
}

/// Where a folder differs from the files.
pub(super) fn differences(
    files: &BTreeMap<String, String>,
    folder: &Path,
) -> io::Result<Vec<Difference>> {
    let mut found = Vec::new();
    for (path, text) in files {
        match fs::read(folder.join(path)) {
            Ok(there) if there == text.as_bytes() => {}
            Ok(_) => found.push(Difference::Stale(path.clone())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                found.push(Difference::Missing(path.clone()));
            }
            Err(error) => return Err(error),
        }
    }
    if folder.exists() {
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry?;
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let name = path.to_string_lossy().replace('\\', "/");
            if !entry.file_type().is_dir() && !files.contains_key(&name) {
                found.push(Difference::Stray(name));
            }
        }
    }
    Ok(found)
}

/// Writes the files into a fresh folder beside the old one and swaps the two.
pub(super) fn swap_in(files: &BTreeMap<String, String>, folder: &Path) -> io::Result<()> {
    refuse_foreign(files, folder)?;
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent)?;
    // Dropped with all that is left in it, whatever happens.
    let bench = tempfile::Builder::new()
        .prefix(".publish-")
        .tempdir_in(parent)?;
    let (fresh, old) = (bench.path().join("fresh"), bench.path().join("old"));
    for (path, text) in files {
        let file = fresh.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&fresh))?;
        fs::write(file, text)?;
    }
    if folder.exists() {
        fs::rename(folder, &old)?;
    }
    fs::rename(&fresh, folder).inspect_err(|_| {
        let _ = fs::rename(&old, folder);
    })
}

/// The list of the pages of a site with their digests.
pub(super) const DIGESTS: &str = "catalog/SHA256SUMS";

/// The folder goes as a whole, so it must hold nothing but this site, or an older one with the
/// pages that it lists.
fn refuse_foreign(files: &BTreeMap<String, String>, folder: &Path) -> io::Result<()> {
    let digests = fs::read_to_string(folder.join(DIGESTS)).ok();
    let lines = digests.iter().flat_map(|text| text.lines());
    let pages: HashSet<String> = lines
        .filter_map(|line| Some(format!("catalog/{}", line.split_once("  ")?.1)))
        .collect();
    let foreign = differences(files, folder)?
        .into_iter()
        .find_map(|found| match found {
            Difference::Stray(file) if file != DIGESTS && !pages.contains(&file) => Some(file),
            // Without a list of pages, a file with a name of the site is somebody else's.
            Difference::Stale(file) if digests.is_none() => Some(file),
            _ => None,
        });
    match foreign {
        Some(file) => Err(io::Error::other(format!(
            "{file} in it is not a file of the site; move it, or name an empty folder"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn a_site_replaces_an_older_one_as_a_whole() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("dist");
        let old = files(&[(DIGESTS, "1  gone.html"), ("catalog/gone.html", "1")]);
        let new = files(&[(DIGESTS, "2"), ("a.html", "2")]);
        swap_in(&old, &folder).unwrap();
        let found = differences(&new, &folder).unwrap();
        let expected = [
            Difference::Missing("a.html".into()),
            Difference::Stale(DIGESTS.into()),
            Difference::Stray("catalog/gone.html".into()),
        ];
        assert_eq!(found, expected);
        swap_in(&new, &folder).unwrap();
        assert_eq!(differences(&new, &folder).unwrap(), []);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_broken_publish_and_foreign_files_leave_all_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("dist");
        swap_in(&files(&[(DIGESTS, "1")]), &folder).unwrap();
        // A file where a folder has to be cannot be written.
        let broken = files(&[("a", "2"), ("a/b", "2")]);
        swap_in(&broken, &folder).unwrap_err();
        assert!(folder.join(DIGESTS).exists());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        let site = files(&[(DIGESTS, "1"), ("index.html", "1")]);
        for (folder, name) in [
            ("letters", "letter.txt"),
            ("home", "index.html"),
            ("dist", "photos/a.jpg"),
        ] {
            let file = home.path().join(folder).join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "dear").unwrap();
            let error = swap_in(&site, &home.path().join(folder)).unwrap_err();
            assert!(error.to_string().starts_with(name), "{error}");
            assert!(file.exists());
        }
    }
}
