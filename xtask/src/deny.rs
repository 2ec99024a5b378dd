//! `cargo xtask deny`: advisories, licences and sources of all dependencies.

use std::path::Path;
use std::process::{Command, Stdio};

const HELP: &str = "cargo-deny is not installed: `cargo install --locked cargo-deny`";

/// Runs the named checks of cargo-deny, or all, with `deny.toml`.
pub fn run(root: &Path, checks: &[String]) -> Result<(), String> {
    let version = Command::new("cargo-deny")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !version.is_ok_and(|status| status.success()) {
        return Err(HELP.to_owned());
    }
    let manifest = root.join("Cargo.toml").display().to_string();
    let mut words = vec!["deny", "--workspace", "--manifest-path", &manifest, "check"];
    words.extend(checks.iter().map(String::as_str));
    crate::cargo(&words, &[])
}
