//! `gen`: builds, measures and gates a catalog of tiny pages.

mod cli;
mod command;

use std::panic;
use std::process::ExitCode;
use std::thread;

use golfchess::{options, output, stop};
use golfchess_script::STACK;

fn main() -> ExitCode {
    let cli = match cli::Cli::read() {
        Ok(cli) => cli,
        Err(usage) => return output::print_usage(&usage),
    };
    if cli.output.quiet {
        output::set_quiet();
    }
    stop::end(with_large_stack(|| cli.run()))
}

/// Runs a job, and all threads that build pages, with a larger stack if the system provides one.
fn with_large_stack<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if pool.build_global().is_err() {
        return job();
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK);
        let worker = worker
            .spawn_scoped(scope, job)
            .expect("failed to spawn worker thread");
        worker
            .join()
            .unwrap_or_else(|panic| panic::resume_unwind(panic))
    })
}
