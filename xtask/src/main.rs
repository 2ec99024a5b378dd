//! The project's own errands: `cargo xtask test`.

mod browser;

use std::env;
use std::ffi::OsStr;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
usage: cargo xtask <errand>

  test [ARGS]   install a browser if there is none, then run all tests;
                ARGS go to `cargo test`
  lint          check formatting, lints and documentation
  browser       install a browser if there is none, and say which";

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let result = match arguments.next().as_deref() {
        Some("test") => test(arguments.collect()),
        Some("lint") => lint(),
        Some("browser") => browser::find_or_install().map(|path| println!("{}", path.display())),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

/// Every test, in the release build that `gen` has too, so that nothing is
/// compiled twice.
fn test(arguments: Vec<String>) -> Result<(), String> {
    let chrome = browser::find_or_install()?;
    let mut words = vec!["test", "--release", "--workspace"];
    words.extend(arguments.iter().map(String::as_str));
    cargo(&words, &[("CHROME", chrome.as_os_str())])
}

fn lint() -> Result<(), String> {
    let deny = [("RUSTDOCFLAGS", OsStr::new("-D warnings"))];
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(
        &[
            "clippy",
            "--release",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    cargo(&["doc", "--release", "--no-deps"], &deny)
}

fn cargo(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    let line = format!("cargo {}", arguments.join(" "));
    eprintln!("> {line}");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed: {status}")),
        Err(error) => Err(format!("cannot run `{line}`: {error}")),
    }
}
