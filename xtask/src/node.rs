//! Packages of npm, installed in a folder of their own under `target/`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with packages, and Node to run scripts in it.
pub struct Node {
    folder: PathBuf,
}

impl Node {
    /// Installs packages, such as `terser@5`, unless they are there.
    pub fn with(root: &Path, packages: &[&str]) -> Result<Self, String> {
        Self::installed(crate::target(root).join("npm"), packages, &[])
    }

    /// Installs packages in a folder of their own, without the programs that some download while they are installed,
    /// and whatever versions they want of each other.
    pub fn apart(root: &Path, folder: &str, packages: &[&str]) -> Result<Self, String> {
        let options = ["--ignore-scripts", "--legacy-peer-deps"];
        Self::installed(crate::target(root).join(folder), packages, &options)
    }

    /// Installs in a folder what a lock file beside a `package.json` names, unless it is there; runs no scripts of packages.
    pub fn locked(folder: PathBuf, source: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", source.display());
        // The stamp is written last: an installation may be interrupted.
        let stamp = folder.join("installed.json");
        let lock = fs::read(source.join("package-lock.json")).map_err(failed)?;
        let node = Self { folder };
        if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
            return Ok(node);
        }
        fs::create_dir_all(&node.folder).map_err(failed)?;
        for name in ["package.json", "package-lock.json"] {
            fs::copy(source.join(name), node.folder.join(name)).map_err(failed)?;
        }
        let words = [
            "install",
            "--prefer-offline",
            "--ignore-scripts",
            "--legacy-peer-deps",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ];
        node.output("npm", &words.map(OsStr::new))?;
        fs::write(&stamp, lock).map_err(failed)?;
        Ok(node)
    }

    fn installed(folder: PathBuf, packages: &[&str], options: &[&str]) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(failed)?;
        // Without it npm would look for a project further up.
        fs::write(folder.join("package.json"), "{\"private\":true}\n").map_err(failed)?;
        let node = Self { folder };
        node.output("node", &[OsStr::new("--version")])?;
        if packages.is_empty() {
            return Ok(node);
        }
        let mut words = vec!["install", "--no-audit", "--no-fund", "--loglevel=error"];
        words.extend(options);
        words.extend(packages);
        node.output("npm", &words.iter().map(OsStr::new).collect::<Vec<_>>())?;
        Ok(node)
    }

    /// The folder of a package.
    pub fn module(&self, package: &str) -> PathBuf {
        self.folder.join("node_modules").join(package)
    }

    /// The folder of the programs of the packages.
    pub fn programs(&self) -> PathBuf {
        self.module(".bin")
    }

    /// Runs a script with these arguments and returns its output.
    pub fn run(&self, script: &str, arguments: &[&OsStr]) -> Result<String, String> {
        let words = ["--input-type=commonjs", "-e", script, "--"].map(OsStr::new);
        self.output("node", &[&words, arguments].concat())
    }

    fn output(&self, program: &str, words: &[&OsStr]) -> Result<String, String> {
        let output = Command::new(program)
            .args(words)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run {program}: {error}; install Node.js"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let failed = String::from_utf8_lossy(&output.stderr);
        Err(format!("{program} failed: {}", failed.trim()))
    }
}
