//! `gen completions`.

use anyhow::Result;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use super::Environment;
use crate::output::{Report, message};

const HELP: &str = "\
The completions contain the names of the catalog's pages and collections.

Examples: gen completions bash > ~/.local/share/bash-completion/completions/gen
          gen completions fish > ~/.config/fish/completions/gen.fish";

/// Print the completions of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the completions of a program.
pub fn run(env: &Environment, mut program: Command, args: &Args) -> Result<Report> {
    match env.project() {
        Ok(project) => {
            let catalog = &project.catalog;
            let variants = catalog.variants().iter();
            let variants: Vec<String> = variants.map(|variant| variant.name.clone()).collect();
            program = with_values(program, "VARIANT", &variants);
            let collections = catalog.collections().iter().filter(|one| one.declared);
            let collections: Vec<String> = collections.map(|one| one.name.clone()).collect();
            if !collections.is_empty() {
                program = with_values(program, "COLLECTION", &collections);
            }
        }
        Err(_) => message(format_args!(
            "note: there is no catalog in {}, so the completions contain no variants",
            env.folders.templates.display()
        )),
    }
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    Ok(Report::good(String::from_utf8_lossy(&script)))
}

/// Lists the values of every argument whose value has this name.
fn with_values(program: Command, value: &str, values: &[String]) -> Command {
    program.mut_subcommands(|command| {
        command.mut_args(|argument| {
            let names = argument.get_value_names().unwrap_or_default();
            if names.iter().any(|name| name.starts_with(value)) {
                argument.value_parser(PossibleValuesParser::new(values.to_vec()))
            } else {
                argument
            }
        })
    })
}
