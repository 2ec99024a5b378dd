//! `cargo xtask rules-mutants`: mutation testing of the rules engine with cargo-mutants.

use std::path::Path;

use crate::cargo_command;

/// Runs cargo-mutants on the rules crate; `.cargo/mutants.toml` lists what it leaves out. Returns 1
/// if a mutant survives.
pub fn run(root: &Path, arguments: &[String]) -> Result<usize, String> {
    let mut words = vec!["mutants", "--package", "golfchess-rules"];
    words.extend(arguments.iter().map(String::as_str));
    let status = cargo_command(&words).current_dir(root).status();
    // The exit codes of cargo-mutants: 2 if a mutant survives, 3 if the tests of one never end,
    // which detects it too.
    match status.map(|status| status.code()) {
        Ok(Some(0 | 3)) => Ok(0),
        Ok(Some(2)) => Ok(1),
        Ok(_) => Err(
            "cargo-mutants failed; `cargo install cargo-mutants --locked` installs it".to_owned(),
        ),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}
