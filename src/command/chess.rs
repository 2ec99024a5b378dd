//! Commands that work on chess pages only.

use anyhow::{Result, bail};
use golfchess::contract::Contract;
use golfchess_pages::catalog::Flag;

use super::project::Project;

/// Whether the catalog has flags, and each has the letter and the title of a flag of chess pages.
pub fn is_chess(project: &Project) -> bool {
    let flags = &project.catalog.manifest().flags;
    let of_chess = |flag: &Flag| {
        let mut known = known();
        known.any(|(letter, title)| flag.letter == letter && flag.title == title)
    };
    !flags.is_empty() && flags.iter().all(of_chess)
}

/// The letters and titles of the flags of chess pages.
fn known() -> impl Iterator<Item = (char, &'static str)> {
    Contract::FLAGS.chars().zip(Contract::TITLES)
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
    let flags = match listed(flags.map(|flag| (flag.letter, flag.title.as_str()))) {
        none if none.is_empty() => "no flags".to_owned(),
        flags => format!("the flags {flags}"),
    };
    let known = listed(known());
    format!("a catalog of chess pages, whose flags are among {known}; this one has {flags}")
}

fn listed<'t>(flags: impl Iterator<Item = (char, &'t str)>) -> String {
    let flags: Vec<_> = flags
        .map(|(letter, title)| format!("{letter} ({title})"))
        .collect();
    flags.join(", ")
}
