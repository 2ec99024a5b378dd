//! `gen man`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use super::all::lock;
use crate::output::{Report, count, help, message};

const HELP: &str = "\
Examples: gen man > gen.1
          gen man verify | man -l -
          gen man --out ~/.local/share/man/man1";

/// Print a manual page, or write all of them
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A command of gen [default: gen itself]
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write a page for gen and for each command to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the manual page of the program or of a command, or writes all pages.
pub fn run(mut whole: Command, args: &Args) -> Result<Report> {
    whole.build();
    if let Some(folder) = &args.out {
        let mut pages = vec![page(&whole)?];
        for command in whole.get_subcommands() {
            pages.push(page(command)?);
        }
        lock(folder)?.write(&pages)?;
        message(format_args!(
            "{} in {}",
            count(pages.len(), "page"),
            folder.display()
        ));
        return Ok(Report::default());
    }
    let command = find(&whole, args.command.as_deref())?;
    Ok(Report::good(page(command)?.1))
}

/// The description of a command, or of the whole program.
pub fn find<'p>(program: &'p Command, name: Option<&str>) -> Result<&'p Command> {
    let Some(name) = name else {
        return Ok(program);
    };
    program.find_subcommand(name).ok_or_else(|| {
        let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
        help::error(
            format!("there is no command `{name}`"),
            format!("the commands are {}", names.join(", ")),
        )
    })
}

/// The name of the file and its contents.
fn page(command: &Command) -> Result<(String, String)> {
    // Its name on the page has a hyphen, as that of the file has.
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut text = Vec::new();
    Man::new(command.clone())
        .render(&mut text)
        .with_context(|| format!("cannot write the page of {name}"))?;
    let text = String::from_utf8(text)?;
    Ok((format!("{name}.1"), text))
}
