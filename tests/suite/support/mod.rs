//! Shared parts of the tests: a host without a browser, an independent referee, the plans that both
//! follow, browsers, processes and folders.

pub mod browser;
pub mod chromium;
#[cfg(unix)]
pub mod command_lines;
pub mod file;
pub mod generator;
pub mod host;
pub mod needs;
pub mod plan;
pub mod recorder;
pub mod referee;
pub mod served;
pub mod staged;
pub mod tab;
#[cfg(unix)]
pub mod terminal;
pub mod texts;
pub mod traps;
mod visit;
pub mod workspace;

use std::path::PathBuf;

use golfchess_pages::catalog::Catalog;
pub use golfchess_testing::process;

/// The letters of the flags in a variant's name.
pub fn flags_of(name: &str) -> String {
    let letters = name.trim_start_matches("index").replace('_', "");
    if letters == "L1" {
        String::new()
    } else {
        letters
    }
}

/// The variables of the three browsers, Chromium first, with programs that are not there.
pub const NO_BROWSER: [(&str, &str); 3] = [
    ("CHROME", "/nowhere/chrome"),
    ("FIREFOX", "/nowhere/firefox"),
    ("WEBKIT_DRIVER", "/nowhere/driver"),
];

/// A number in an environment variable, or the usual one.
pub fn variable(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

/// The root of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the committed pages and their texts, in the order of their names.
pub fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<_> = std::fs::read_dir(root().join("catalog"))
        .expect("the catalog folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension() == Some("html".as_ref()))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a page");
            (name.into_owned(), text)
        })
        .collect();
    pages.sort();
    pages
}

/// The pages of the classic collection: two people play, without an arbiter.
pub fn classic() -> Vec<(String, String)> {
    let catalog = Catalog::load(&root().join("templates")).expect("a manifest");
    let classic = catalog.collection("classic").expect("a collection");
    let names = classic.names();
    let mut pages = pages();
    pages.retain(|(name, _)| names.contains(name.as_str()));
    pages
}

/// The text of one committed page.
pub fn page(name: &str) -> String {
    std::fs::read_to_string(root().join("catalog").join(format!("{name}.html"))).expect("a page")
}
