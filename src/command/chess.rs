//! Commands that work on chess pages only.

use anyhow::{Result, bail};
use golfchess::contract::Contract;
use golfchess_pages::catalog::Manifest;

use super::project::Project;
use crate::output::help;

/// The `reference` of chess pages in a manifest.
const REFERENCE: &str = "chess";

/// Fails if the manifest names a reference that there is not.
pub fn check_reference(manifest: &Manifest) -> Result<()> {
    match manifest.reference.as_deref() {
        None | Some(REFERENCE) => Ok(()),
        Some(other) => Err(help::error(
            format!("catalog.toml: there is no reference `{other}`"),
            format!(
                "write `reference = \"{REFERENCE}\"` for chess pages; remove the line for other pages"
            ),
        )),
    }
}

/// Whether the manifest names the reference of chess pages, which must know all flags.
pub fn is_chess(project: &Project) -> bool {
    let manifest = project.catalog.manifest();
    let mut flags = manifest.flags.iter();
    manifest.reference.as_deref() == Some(REFERENCE)
        && flags.all(|flag| Contract::FLAGS.contains(flag.letter))
}

/// Fails unless [`is_chess`]. `command` is the command with the options that need chess pages.
pub fn require(project: &Project, command: &str) -> Result<()> {
    match is_chess(project) {
        true => Ok(()),
        false => bail!("gen {command} needs {}", missing(project)),
    }
}

/// Says what a catalog of another kind lacks.
fn missing(project: &Project) -> String {
    let manifest = project.catalog.manifest();
    if manifest.reference.as_deref() != Some(REFERENCE) {
        return format!(
            "a catalog of chess pages, whose manifest has the line `reference = \"{REFERENCE}\"`"
        );
    }
    let unknown = manifest.flags.iter().map(|flag| flag.letter);
    let unknown = unknown.filter(|letter| !Contract::FLAGS.contains(*letter));
    let listed = |letters: Vec<String>| letters.join(", ");
    format!(
        "a catalog of chess pages, whose flags are among {}; this one has {} too",
        listed(Contract::FLAGS.chars().map(String::from).collect()),
        listed(unknown.map(String::from).collect())
    )
}
