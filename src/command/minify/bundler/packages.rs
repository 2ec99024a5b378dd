//! Packages for a module that stands outside of their folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};

/// The folder below one in which a module finds the packages that it finds beside a page.
pub fn with_packages(page: &Path, folder: &Path) -> Result<PathBuf> {
    let page = fs::canonicalize(page)?;
    let all = page.ancestors().skip(1);
    let all = all.map(|above| above.join("node_modules"));
    let all: Vec<PathBuf> = all.filter(|packages| packages.is_dir()).collect();
    let mut folder = folder.to_owned();
    // The farthest ones are above the others here too.
    for packages in all.iter().rev() {
        folder.push("inner");
        fs::create_dir_all(&folder)?;
        let link = folder.join("node_modules");
        if !link.exists() {
            linked(packages, &link).context("cannot link the packages for the bundler")?;
        }
    }
    Ok(folder)
}

#[cfg(unix)]
fn linked(to: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(windows)]
fn linked(to: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(to, link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_packages_are_found_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join("game/a.html");
        for (place, name) in [("node_modules", "far"), ("game/node_modules", "near")] {
            fs::create_dir_all(folder.path().join(place).join(name)).expect("a folder");
        }
        fs::write(&page, "").expect("written");
        let out = tempfile::tempdir().expect("a folder");
        for _ in 0..2 {
            let place = with_packages(&page, out.path()).expect("links");
            let found = |name: &str| {
                let mut folders = place.ancestors().take_while(|folder| *folder != out.path());
                folders.position(|folder| folder.join("node_modules").join(name).is_dir())
            };
            assert_eq!(
                (found("near"), found("far"), found("none")),
                (Some(0), Some(1), None)
            );
        }
    }
}
