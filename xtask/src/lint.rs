//! `cargo xtask lint`: formatting, clippy, documentation, and the walls between crates.

use std::ffi::OsStr;
use std::path::Path;

use crate::{cargo, walls};

/// Stops at the first check that fails; the quick ones come first.
pub fn run(root: &Path) -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    walls::check(root)?;
    let clippy = ["clippy", "--release", "--workspace", "--all-targets"];
    cargo(&[&clippy[..], &["--", "-D", "warnings"]].concat(), &[])?;
    let deny = [("RUSTDOCFLAGS", OsStr::new("-D warnings"))];
    cargo(&["doc", "--release", "--workspace", "--no-deps"], &deny)
}
