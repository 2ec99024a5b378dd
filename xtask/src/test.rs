//! `cargo xtask test`: all pages in the browser, and the tests.
//!
//! Tests are built in release, as `gen` is: so they share its dependencies, and the pages play
//! faster. A test whose rule a quicker test covers too is marked `#[ignore = "slow: …"]`; only
//! `--full` runs it. The others print it as ignored.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, thread};

use tempfile::TempDir;

use crate::bare::Bare;
use crate::stage::{Stages, run as run_command};
use crate::{browser, cargo_command, command, gen_binary, longest};

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
    /// Verify more cases on every page, run slow tests too, and find all programs in the PATH
    #[arg(long)]
    full: bool,
    /// Find only Rust, the C compiler, git, the core utilities and Chromium in the PATH, as a run
    /// without arguments does
    #[arg(long, conflicts_with = "full")]
    bare: bool,
    /// Print the processor time of each stage, and the 20 longest tests
    #[arg(long)]
    timings: bool,
    /// Pass these arguments to `cargo test`, and do nothing else
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// How the programs of tests are started.
struct Runner {
    bare: Option<Bare>,
    browser: PathBuf,
    threads: OsString,
    timings: bool,
    /// A folder for the list of tests that are left out.
    folder: TempDir,
}

/// Runs all stages, or `cargo test` with the given arguments.
pub fn run(root: &Path, args: &Args) -> Result<(), String> {
    let mut stages = Stages::start();
    let words: Vec<&str> = args.arguments.iter().map(String::as_str).collect();
    let more = |words: &'static [&'static str]| if args.full { words } else { &[] };
    let programs = [&PROGRAMS, more(&["--examples"])].concat();
    if words.is_empty() {
        let words = [&TEST[..], &programs, &["--no-run"]].concat();
        let line = format!("cargo {}", words.join(" "));
        stages.measure("compile the tests", || {
            run_command(cargo_command(&words), &line, false)
        })?;
    }
    // After the build: the program finds the browsers.
    let find = || browser::find_or_install(args.full);
    let browsers = stages.measure("compile `gen` and find the browser", find)?;
    let runner = Runner::new(args, &browsers[0])?;
    if !words.is_empty() {
        let lines = stages.measure("the tests", || runner.run_tests(&words));
        return runner.end(&stages, lines);
    }
    let verify: &[&str] = match args.full {
        true => &["verify", "--host", "all"],
        false => &["verify", "--quick"],
    };
    stages.measure("compare the pages in Chromium", || {
        let mut gen_command = command(&gen_binary(root), verify);
        runner.prepare(&mut gen_command);
        gen_command.current_dir(root);
        let line = format!("gen {}", verify.join(" "));
        run_command(gen_command, &line, false)
    })?;
    stages.measure("run the examples", || runner.run_tests(&["--doc"]))?;
    let ignored = more(&["--", "--include-ignored"]);
    let words = [&programs[..], ignored].concat();
    let lines = stages.measure("run the tests", || runner.run_tests(&words));
    eprintln!("> {} in all", stages.total());
    eprintln!(
        "> left out: {}",
        match args.full {
            true => "`gen verify --deep` (all cases) and mutation testing",
            false =>
                "in `cargo xtask test --full` are the cases of `gen verify` beyond --quick, the \
                 programs in `examples/`, and the tests that are ignored above",
        }
    );
    runner.end(&stages, lines)
}

impl Runner {
    fn new(args: &Args, browser: &Path) -> Result<Self, String> {
        // Other systems have no links of programs.
        let is_bare = args.bare || cfg!(unix) && args.arguments.is_empty() && !args.full;
        // Tests wait for browsers, files and timeouts, so there are more threads than processors.
        let threads = thread::available_parallelism().map_or(1, usize::from) * 3;
        let threads =
            env::var_os("RUST_TEST_THREADS").unwrap_or_else(|| threads.to_string().into());
        let folder = tempfile::tempdir();
        Ok(Self {
            bare: is_bare.then(|| Bare::new(browser)).transpose()?,
            browser: browser.to_owned(),
            threads,
            timings: args.timings,
            folder: folder.map_err(|error| format!("cannot make a folder: {error}"))?,
        })
    }

    /// The list of tests that are left out; `tests/suite/support/needs.rs` writes it.
    fn left_out(&self) -> PathBuf {
        self.folder.path().join("left-out")
    }

    /// Restricts a command if the run is bare, and sets the variables of tests.
    fn prepare(&self, command: &mut Command) {
        if let Some(bare) = &self.bare {
            bare.restrict(command);
        }
        self.set_variables(command);
    }

    fn set_variables(&self, command: &mut Command) {
        command
            .env("CHROME", &self.browser)
            .env("RUST_TEST_THREADS", &self.threads)
            .env("GOLFCHESS_LEFT_OUT", self.left_out());
    }

    /// `cargo test` with more words. Only the test programs are restricted: cargo itself would
    /// compile again for other variables. Returns what they print if the timings are wanted.
    fn run_tests(&self, words: &[&str]) -> Result<Vec<String>, String> {
        // rustdoc has its own way to run the examples.
        let has_times = self.timings && cfg!(unix) && !words.contains(&"--doc");
        let mut env = vec!["env".to_owned()];
        env.extend(self.bare.iter().flat_map(Bare::words));
        env.extend(has_times.then(|| "RUSTC_BOOTSTRAP=1".to_owned()));
        let mut words = [&TEST, words].concat();
        let line = format!("cargo {}", words.join(" "));
        if has_times {
            if !words.contains(&"--") {
                words.push("--");
            }
            words.extend(longest::ARGUMENTS);
        }
        // A list of JSON is one of TOML.
        let runner = format!("target.'cfg(all())'.runner = {}", serde_json::json!(env));
        if env.len() > 1 {
            words.splice(1..1, ["--config", &runner]);
        }
        let mut cargo = cargo_command(&words);
        self.set_variables(&mut cargo);
        run_command(cargo, &line, has_times)
    }

    /// Prints the tests that were left out, and the timings.
    fn end(&self, stages: &Stages, lines: Result<Vec<String>, String>) -> Result<(), String> {
        let left_out = fs::read_to_string(self.left_out()).unwrap_or_default();
        let mut left_out: Vec<&str> = left_out.lines().collect();
        left_out.sort_unstable();
        for line in &left_out {
            eprintln!("> left out: {line}");
        }
        if self.bare.is_some() {
            eprintln!("> in a bare PATH; {} tests left out for it", left_out.len());
        }
        let lines = lines?;
        if self.timings {
            println!("\n{}\n{}", stages.table(), longest::table(&lines));
        }
        Ok(())
    }
}
