//! The packages of the corpus, with the ordinary client of npm: one installation by a lock file, and a few packages
//! beside it. No script of a package is run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::node::Node;

/// The folder with `package.json` and its lock file.
const LOCK: &str = "xtask/corpus";

/// Where the packages of a corpus are.
pub struct Packages {
    /// The installation of the lock file, which has the minifiers too.
    pub node: Node,
    /// The folders of its packages, by their names with versions.
    locked: BTreeMap<String, PathBuf>,
    /// The folder of the others.
    packed: PathBuf,
}

impl Packages {
    /// Installs what the lock file names, unless it is there.
    pub fn installed(root: &Path, folder: &Path) -> Result<Self, String> {
        let node = Node::locked(folder.join("npm"), &root.join(LOCK))?;
        let file = root.join(LOCK).join("package-lock.json");
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Self {
            locked: locked(&text)?
                .into_iter()
                .map(|(name, path)| (name, folder.join("npm").join(path)))
                .filter(|(_, path)| path.is_dir())
                .collect(),
            node,
            packed: folder.join("packages"),
        })
    }

    /// The packages of the lock file that are installed: some are for other systems.
    pub fn of_lock(&self) -> impl Iterator<Item = &String> {
        self.locked.keys()
    }

    /// The folder of a package.
    pub fn folder(&self, package: &str) -> PathBuf {
        let locked = self.locked.get(package).cloned();
        locked.unwrap_or_else(|| self.packed.join(package.replace('/', "+")).join("package"))
    }

    /// Fetches a package that the lock file does not have, unless it is there.
    pub fn fetch(&self, package: &str) -> Result<(), String> {
        if self.folder(package).is_dir() {
            return Ok(());
        }
        let place = self.packed.join(package.replace('/', "+"));
        fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        let words = ["pack", package, "--ignore-scripts", "--silent"];
        let name = output(Command::new("npm").args(words).current_dir(&place))?;
        let tarball = name.lines().last().unwrap_or_default().trim().to_owned();
        // Some have another folder inside than `package`.
        let inner = place.join("package");
        fs::create_dir_all(&inner).map_err(|error| format!("{}: {error}", inner.display()))?;
        let words = [
            "-xzf",
            &tarball,
            "-C",
            "package",
            "--strip-components=1",
            "--no-same-owner",
        ];
        let unpacked = output(Command::new("tar").args(words).current_dir(&place));
        unpacked.inspect_err(|_| drop(fs::remove_dir_all(&inner)))?;
        Ok(())
    }
}

/// The packages of a lock file with their versions, and the first path of each.
fn locked(text: &str) -> Result<BTreeMap<String, PathBuf>, String> {
    let lock: Value = crate::tool::parse(text.as_bytes())?;
    let mut found = BTreeMap::new();
    for (path, package) in lock["packages"].as_object().into_iter().flatten() {
        let name = path.rsplit_once("node_modules/").map(|(_, name)| name);
        if let (Some(name), Some(version)) = (name, package["version"].as_str()) {
            let versioned = format!("{name}@{version}");
            found
                .entry(versioned)
                .or_insert_with(|| PathBuf::from(path));
        }
    }
    Ok(found)
}

fn output(command: &mut Command) -> Result<String, String> {
    let run = command.stdin(Stdio::null()).output();
    let run = run.map_err(|error| format!("cannot fetch a package: {error}"))?;
    match run.status.success() {
        true => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
        false => Err(format!(
            "cannot fetch a package: {}",
            String::from_utf8_lossy(&run.stderr).trim()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_file_has_packages_inside_of_packages() {
        let text = r#"{"packages":{"":{"version":"0"},"node_modules/a":{"version":"1.0.0"},
            "node_modules/@b/c/node_modules/a":{"version":"2.0.0"},"node_modules/d/node_modules/a":{"version":"2.0.0"}}}"#;
        let found = locked(text).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found["a@1.0.0"], Path::new("node_modules/a"));
        assert_eq!(
            found["a@2.0.0"],
            Path::new("node_modules/@b/c/node_modules/a")
        );
    }
}
