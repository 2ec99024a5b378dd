//! One module a command. Each has `Args` (its arguments, description and help) and `run`.

mod advice;
mod all;
mod build;
mod check;
mod collections;
mod compare;
mod completions;
mod cost;
mod doctor;
mod experiments;
mod explain;
mod git;
mod golf;
mod help;
mod history;
mod init;
mod itself;
mod man;
mod minify;
mod one_file;
mod pack;
mod perft;
mod plans;
mod play;
mod publish;
mod record;
mod records;
mod replay;
mod scenarios;
mod sizes;
mod source;
#[cfg(test)]
mod third_model_tests;
mod verify;
mod watch;

use anyhow::{Context, Result};
use clap::Subcommand;
use golfchess::project::Environment;
use golfchess::{interrupt, project};

pub use self::all::Args as AllArgs;
use crate::output::Report;

/// The commands, in the order of `gen --help`.
#[derive(Debug, Subcommand)]
pub enum Command {
    Init(init::Args),
    Build(build::Args),
    Minify(minify::Args),
    Source(source::Args),
    Explain(explain::Args),
    Sizes(sizes::Args),
    Compare(compare::Args),
    Cost(cost::Args),
    Check(check::Args),
    Record(record::Args),
    History(history::Args),
    Watch(watch::Args),
    Verify(verify::Args),
    Scenarios(scenarios::Args),
    Golf(golf::Args),
    Pack(pack::Args),
    Plans(plans::Args),
    Publish(publish::Args),
    Replay(replay::Args),
    Perft(perft::Args),
    Play(play::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
    Help(help::Args),
}

impl Command {
    /// Prepares for interrupts and runs the command. `program` describes the command line.
    pub fn start(&self, env: &Environment, program: clap::Command) -> Result<Report> {
        if self.cleans_up() {
            clean_up_on_interrupt()?;
        }
        match self {
            Self::Init(args) => init::run(args),
            Self::Build(args) => build::run(env, args),
            Self::Minify(args) => minify::run(args),
            Self::Source(args) => source::run(env, args),
            Self::Explain(args) => explain::run(env, args),
            Self::Sizes(args) => sizes::run(env, args),
            Self::Compare(args) => compare::run(env, args),
            Self::Cost(args) => cost::run(env, args),
            Self::Check(args) => check::run(env, args),
            Self::Record(_) => record::run(env),
            Self::History(args) => history::run(env, args),
            Self::Watch(args) => watch::run(env, args),
            Self::Verify(args) => verify::run(env, args),
            Self::Scenarios(args) => scenarios::run(env, args),
            Self::Golf(args) => golf::run(env, args),
            Self::Pack(args) => pack::run(env, args),
            Self::Plans(args) => plans::run(env, args),
            Self::Publish(args) => publish::run(env, args),
            Self::Replay(args) => replay::run(env, args),
            Self::Perft(args) => perft::run(args),
            Self::Play(args) => play::run(env, args),
            Self::Doctor(args) => doctor::run(env, args),
            Self::Completions(args) => completions::run(env, program, args),
            Self::Man(args) => man::run(program, args),
            Self::Help(args) => help::run(program, args),
        }
    }

    /// Whether Ctrl-C has to finish open writes and to end browsers before the process ends.
    const fn cleans_up(&self) -> bool {
        match self {
            // They write no files and start no browsers.
            Self::Source(_) | Self::Explain(_) | Self::Compare(_) | Self::Cost(_) => false,
            Self::Check(_) | Self::History(_) | Self::Plans(_) | Self::Perft(_) => false,
            Self::Play(_) | Self::Completions(_) | Self::Help(_) => false,
            // They install a handler of their own.
            Self::Golf(_) | Self::Watch(_) => false,
            _ => true,
        }
    }
}

/// Runs `gen --all`.
pub fn start_all(env: &Environment, args: &AllArgs) -> Result<Report> {
    clean_up_on_interrupt()?;
    all::run(env, args)
}

fn clean_up_on_interrupt() -> Result<()> {
    interrupt::end_with(130, || ()).context("cannot handle interrupts")
}
