//! `cargo xtask properties`: the names of properties that the language and browsers use.

use std::fs;
use std::path::Path;

use crate::browser;
use crate::node::Node;

/// Where the list is.
const LIST: &str = "crates/script/src/properties.txt";

/// The declarations of the language and of browsers, and what drives one.
const PACKAGES: [&str; 3] = [
    "typescript@5.9.3",
    "@webgpu/types@0.1.66",
    "puppeteer-core@24.43.1",
];

const HEAD: &str = "\
# Names of properties that the language and browsers use, from TypeScript, WebGPU and Chromium, one a line, sorted.
# `cargo xtask properties` writes this list.
";

/// Writes the list. (Names that a browser no longer has may go by hand: a page may be played in an old one.)
pub fn write(root: &Path) -> Result<(), String> {
    let node = Node::with(root, &PACKAGES)?;
    let browser = browser::find()?;
    let names = node.run(include_str!("properties.js"), &[browser.as_os_str()])?;
    let failed = |error: std::io::Error| format!("{LIST}: {error}");
    let before = fs::read_to_string(root.join(LIST)).map_err(failed)?;
    let old = before.lines().filter(|line| !line.starts_with('#'));
    let mut all: Vec<&str> = old.chain(names.lines()).collect();
    all.sort_unstable();
    all.dedup();
    fs::write(root.join(LIST), format!("{HEAD}{}\n", all.join("\n"))).map_err(failed)
}
