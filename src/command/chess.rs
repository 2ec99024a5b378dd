//! Commands that work on chess pages only.

use anyhow::{Result, bail};
use golfchess::contract::Contract;

use super::project::Project;

/// Whether the catalog has flags, and each has a meaning for chess pages.
pub fn is_chess(project: &Project) -> bool {
    let flags = &project.catalog.manifest().flags;
    let of_chess = |letter| Contract::FLAGS.contains(letter);
    !flags.is_empty() && flags.iter().all(|flag| of_chess(flag.letter))
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
    let flags = project.catalog.manifest().flags.iter();
    let flags = match listed(flags.map(|flag| flag.letter)) {
        none if none.is_empty() => "no flags".to_owned(),
        flags => format!("the flags {flags}"),
    };
    let known = listed(Contract::FLAGS.chars());
    format!("a catalog of chess pages, whose flags are among {known}; this one has {flags}")
}

fn listed(letters: impl Iterator<Item = char>) -> String {
    let letters: Vec<_> = letters.map(String::from).collect();
    letters.join(", ")
}
