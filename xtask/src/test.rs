//! `cargo xtask test`: all pages in the browser, and the tests.
//!
//! Tests are built in release, as `gen` is: so they share its dependencies, and the pages play
//! faster. A test whose rule a quicker test covers too is marked `#[ignore = "slow: …"]`; only
//! `--full` runs it. The others print it as ignored.

use std::path::Path;
use std::time::Instant;
use std::{env, thread};

use crate::{browser, cargo, command, gen_binary, run as run_command};

/// The tests in release, of all packages but the benchmarks, whose library is slow to compile.
pub const TEST: [&str; 5] = [
    "test",
    "--release",
    "--workspace",
    "--exclude",
    "golfchess-bench",
];

/// Tests of all kinds but the examples in the documentation.
const PROGRAMS: [&str; 4] = ["--lib", "--bins", "--tests", "--no-fail-fast"];

/// What to test.
#[derive(clap::Args)]
pub struct Args {
    /// Verify more cases on every page, and run slow tests too
    #[arg(long)]
    full: bool,
    /// Pass these arguments to `cargo test`, and do nothing else
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// `cargo test` with more words.
fn tests<'w>(words: &[&'w str]) -> Vec<&'w str> {
    [&TEST[..], words].concat()
}

/// Runs all stages, or `cargo test` with the given arguments.
pub fn run(root: &Path, args: &Args) -> Result<(), String> {
    let started = Instant::now();
    let words: Vec<&str> = args.arguments.iter().map(String::as_str).collect();
    let more = |words: &'static [&'static str]| if args.full { words } else { &[] };
    let programs = [&PROGRAMS, more(&["--examples"])].concat();
    if words.is_empty() {
        cargo(&tests(&[&programs[..], &["--no-run"]].concat()), &[])?;
    }
    // After the build: the program finds the browsers.
    let browsers = browser::find_or_install(args.full)?;
    // Tests wait for browsers, files and timeouts, so there are more threads than processors.
    let threads = thread::available_parallelism().map_or(1, usize::from) * 3;
    let threads = env::var_os("RUST_TEST_THREADS").unwrap_or_else(|| threads.to_string().into());
    let variables = [
        ("CHROME", browsers[0].as_os_str()),
        ("RUST_TEST_THREADS", threads.as_os_str()),
    ];
    if !words.is_empty() {
        return cargo(&tests(&words), &variables);
    }
    let verify: &[&str] = match args.full {
        true => &["verify", "--host", "all"],
        false => &["verify", "--quick"],
    };
    let mut gen_command = command(&gen_binary(root), verify);
    gen_command.current_dir(root);
    run_command(gen_command, "gen", verify, &variables)?;
    cargo(&tests(&["--doc"]), &variables)?;
    let ignored = more(&["--", "--include-ignored"]);
    let result = cargo(&tests(&[&programs[..], ignored].concat()), &variables);
    eprintln!("> {} s in all", started.elapsed().as_secs());
    eprintln!(
        "> left out: {}",
        match args.full {
            true => "`gen verify --deep` (all cases) and mutation testing",
            false =>
                "in `cargo xtask test --full` are the cases of `gen verify` beyond --quick, the \
                 programs in `examples/`, and the tests that are ignored above",
        }
    );
    result
}
