//! `cargo xtask test`: all pages in the browser, and the tests.
//!
//! Tests are built in release, as `gen` is: so they share its dependencies, and the pages play
//! faster. A test whose rule a quicker test covers too is marked `#[ignore = "slow: …"]`; only
//! `--full` runs it.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::Instant;
use std::{env, thread};

use serde::Deserialize;

use crate::{browser, cargo, cargo_command, command, gen_binary, run as run_command};

/// The packages whose tests run: all but the benchmarks, whose library is slow to compile.
const PACKAGES: [&str; 3] = ["--workspace", "--exclude", "golfchess-bench"];

/// The tests that drive the program and the browser; they run last.
const SUITE: &str = "suite";

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

/// Runs all stages, or `cargo test` with the given arguments.
pub fn run(root: &Path, args: &Args) -> Result<(), String> {
    // Tests wait for browsers, files and timeouts, so there are more threads than processors.
    let threads = thread::available_parallelism().map_or(1, usize::from) * 3;
    let threads = env::var_os("RUST_TEST_THREADS").unwrap_or_else(|| threads.to_string().into());
    let variables = |chrome| {
        [
            ("CHROME", chrome),
            ("RUST_TEST_THREADS", threads.as_os_str()),
        ]
    };
    if !args.arguments.is_empty() {
        let mut words = vec!["test", "--release"];
        words.extend(PACKAGES);
        words.extend(args.arguments.iter().map(String::as_str));
        let browsers = browser::find_or_install(args.full)?;
        return cargo(&words, &variables(browsers[0].as_os_str()));
    }
    let started = Instant::now();
    let mut times = Vec::new();
    let mut timed = |name, stage: &mut dyn FnMut() -> Result<(), String>| {
        let started = Instant::now();
        stage()?;
        times.push(format!("{name} {} s", started.elapsed().as_secs()));
        Ok::<(), String>(())
    };
    let mut programs = Vec::new();
    timed("build", &mut || {
        programs = build(args.full)?;
        Ok(())
    })?;
    // After the build: the program finds the browsers.
    let mut browsers = Vec::new();
    timed("browser", &mut || {
        browsers = browser::find_or_install(args.full)?;
        Ok(())
    })?;
    let stages = Stages {
        root,
        variables: variables(browsers[0].as_os_str()),
        is_full: args.full,
    };
    let (suite, units): (Vec<&Program>, Vec<_>) =
        programs.iter().partition(|program| program.name == SUITE);
    timed("verify", &mut || stages.verify())?;
    timed("examples", &mut || stages.examples())?;
    eprintln!(
        "> {} s so far: {}",
        started.elapsed().as_secs(),
        times.join(", ")
    );
    stages.left_out(&programs)?;
    // At once, because tests of the suite wait for timeouts while unit tests calculate.
    thread::scope(|scope| {
        let units = scope.spawn(|| stages.units(&units));
        let suite = suite.iter().try_for_each(|program| stages.tests(program));
        let units = units.join().map_err(|_| "unit tests panicked".to_owned())?;
        units.and(suite)
    })
}

struct Stages<'a> {
    root: &'a Path,
    variables: [(&'a str, &'a OsStr); 2],
    is_full: bool,
}

/// A program of tests.
struct Program {
    name: String,
    path: PathBuf,
    /// The folder of its package, in which cargo would run it.
    folder: PathBuf,
}

impl Program {
    fn cannot_run(&self, error: &io::Error) -> String {
        format!("cannot run {}: {error}", self.path.display())
    }

    fn result(&self, status: ExitStatus) -> Result<(), String> {
        match status.success() {
            true => Ok(()),
            false => Err(format!("tests of {} failed", self.name)),
        }
    }
}

/// The part of a message of cargo that is needed here.
#[derive(Deserialize)]
struct Artifact {
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Builds `gen` and all programs of tests.
fn build(is_full: bool) -> Result<Vec<Program>, String> {
    let mut words = vec!["test", "--release", "--no-run"];
    words.extend(PACKAGES);
    if !is_full {
        // All but the examples.
        words.extend(["--lib", "--bins", "--tests"]);
    }
    words.push("--message-format=json-render-diagnostics");
    eprintln!("> cargo {}", words.join(" "));
    let output = cargo_command(&words)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    match output.status.success() {
        true => Ok(programs(&String::from_utf8_lossy(&output.stdout))),
        false => Err("the tests do not compile".to_owned()),
    }
}

impl Stages<'_> {
    fn verify(&self) -> Result<(), String> {
        let words: &[&str] = match self.is_full {
            true => &["verify", "--host", "all"],
            false => &["verify", "--quick"],
        };
        let program = gen_binary(self.root);
        let mut gen_command = command(&program, words);
        gen_command.current_dir(self.root);
        run_command(gen_command, "gen", words, &self.variables)
    }

    /// The examples in the documentation.
    fn examples(&self) -> Result<(), String> {
        let mut words = vec!["test", "--quiet", "--release", "--doc"];
        words.extend(PACKAGES);
        cargo(&words, &self.variables)
    }

    /// Runs all programs at once, because some of them have one long test. Prints their outputs in order.
    fn units(&self, programs: &[&Program]) -> Result<(), String> {
        let start = |program: &&Program| {
            let mut tests = self.command(program, self.which());
            tests.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
        };
        let running: Vec<_> = programs.iter().map(start).collect();
        let end = |(program, running): (&&Program, io::Result<Child>)| {
            let output = running.and_then(Child::wait_with_output);
            let output = output.map_err(|error| program.cannot_run(&error))?;
            let written = io::stdout().write_all(&output.stdout);
            let written = written.and_then(|()| io::stderr().write_all(&output.stderr));
            written.map_err(|error| format!("cannot print an output: {error}"))?;
            program.result(output.status)
        };
        let results: Vec<_> = programs.iter().zip(running).map(end).collect();
        results.into_iter().collect()
    }

    fn tests(&self, program: &Program) -> Result<(), String> {
        let status = self.command(program, self.which()).status();
        program.result(status.map_err(|error| program.cannot_run(&error))?)
    }

    /// Which tests of a program run.
    fn which(&self) -> &'static [&'static str] {
        match self.is_full {
            true => &["--include-ignored"],
            false => &[],
        }
    }

    fn command(&self, program: &Program, words: &[&str]) -> std::process::Command {
        let mut tests = command(&program.path, words);
        tests
            .current_dir(&program.folder)
            .env("CARGO_MANIFEST_DIR", &program.folder)
            .envs(self.variables);
        tests
    }

    /// Prints the tests and cases that this run leaves out.
    fn left_out(&self, programs: &[Program]) -> Result<(), String> {
        if self.is_full {
            eprintln!("> left out: `gen verify --deep` (all cases) and mutation testing");
            return Ok(());
        }
        let mut slow = Vec::new();
        for program in programs {
            let output = self
                .command(program, &["--list", "--ignored", "--format=terse"])
                .output()
                .map_err(|error| program.cannot_run(&error))?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
            slow.extend(names.map(str::to_owned));
        }
        eprintln!(
            "> left out, and in `cargo xtask test --full`: the cases of `gen verify` beyond \
             --quick, the examples of the crates, and {} slow tests:",
            slow.len()
        );
        for name in slow {
            eprintln!(">   {name}");
        }
        Ok(())
    }
}

/// The programs of tests that cargo reports, one JSON message a line.
fn programs(messages: &str) -> Vec<Program> {
    let artifacts = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    artifacts
        .filter_map(|artifact: Artifact| {
            artifact.profile.filter(|profile| profile.test)?;
            Some(Program {
                name: artifact.target?.name,
                path: artifact.executable?,
                folder: artifact.manifest_path?.parent()?.to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_of_tests_are_listed() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"gen"},"profile":{"test":false},"executable":"/t/gen"}"#,
            "\n",
            r#"{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"suite"},"profile":{"test":true},"executable":"/t/suite-1"}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#
        );
        let found = programs(messages);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, SUITE);
        assert_eq!(found[0].folder, Path::new("/a"));
    }

    #[cfg(unix)]
    #[test]
    fn one_program_that_fails_fails_the_unit_tests() {
        let root = env!("CARGO_MANIFEST_DIR").as_ref();
        let stages = Stages {
            root,
            variables: [("CHROME", "".as_ref()), ("RUST_TEST_THREADS", "1".as_ref())],
            is_full: false,
        };
        let programs = ["true", "false", "true", "missing"].map(|name| Program {
            name: name.to_owned(),
            path: name.into(),
            folder: root.to_owned(),
        });
        let run =
            |at: &[usize]| stages.units(&at.iter().map(|at| &programs[*at]).collect::<Vec<_>>());
        assert_eq!(run(&[0, 2]), Ok(()));
        assert_eq!(run(&[0, 1, 2]), Err("tests of false failed".to_owned()));
        assert!(run(&[3, 0]).is_err_and(|error| error.starts_with("cannot run missing: ")));
    }
}
