//! `cargo xtask deny`: advisories, licences and sources of all that is compiled.

use std::path::Path;
use std::process::{Command, Stdio};

const HELP: &str = "cargo-deny is not installed: `cargo install --locked cargo-deny`";

/// Runs cargo-deny with `deny.toml`.
pub fn run(root: &Path) -> Result<(), String> {
    let version = Command::new("cargo-deny")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !version.is_ok_and(|status| status.success()) {
        return Err(HELP.to_owned());
    }
    let manifest = root.join("Cargo.toml").display().to_string();
    let words = ["deny", "--workspace", "--manifest-path", &manifest, "check"];
    crate::cargo(&words, &[])
}
