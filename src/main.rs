//! `gen`: builds, measures and gates a catalog of tiny pages.

mod cli;
mod command;
mod output;

use std::panic;
use std::process::ExitCode;
use std::thread;

use clap::{CommandFactory, FromArgMatches};
use golfchess_pages::{files, minify};

fn main() -> ExitCode {
    hide_contained_panics();
    let color = output::colour::settle(std::env::args_os().skip(1));
    let read = cli::Cli::command().color(color).try_get_matches();
    let cli = match read.and_then(|matches| cli::Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(usage) => return output::print_usage(&usage),
    };
    if cli.manner.quiet {
        output::be_quiet();
    }
    let done = with_room(|| command::run(&cli));
    // During an interrupt its own end is waited for: a job whose browsers were ended fails, and
    // that is no news.
    drop(files::block_interrupts());
    match done {
        Ok(outcome) => output::print(&outcome),
        Err(error) => {
            output::complain(format_args!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// A long chain of operators is a deep tree, and walking it takes a stack that the usual one may
/// be too small for. It is memory only where it is used.
const STACK: usize = 512 << 20;

/// Does a job with more stack than usual, for itself and for all who build pages; where there is
/// none to be had, the usual has to do.
fn with_room<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if pool.build_global().is_err() {
        return job();
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK);
        let worker = worker
            .spawn_scoped(scope, job)
            .expect("a thread as those that there are");
        worker
            .join()
            .unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}

/// Prints no panics that the minifier catches.
fn hide_contained_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !minify::is_panic_contained() {
            usual(info);
        }
    }));
}
