//! One module a command. Each has `Args` (its arguments, description and help) and `run`.

mod advice;
mod all;
mod build;
mod bundled;
mod changes;
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

use anyhow::Result;
use clap::Subcommand;
use golfchess::project::Environment;
use golfchess::{overwrite, project, stop};

pub use self::all::Args as AllArgs;
pub use self::bundled::bundled;
use self::overwrite::Files;
use crate::options::Folders;
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
        self.files(&env.folders).refuse()?;
        if self.says_what_was_done() {
            stop::prepare()?;
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

    /// Whether an interrupt finishes open writes, ends browsers and says what was done.
    const fn says_what_was_done(&self) -> bool {
        match self {
            // They wait for a person, or do nothing that takes long.
            Self::Play(_) | Self::Completions(_) | Self::Help(_) => false,
            // It installs a handler of its own.
            Self::Watch(_) => false,
            Self::Minify(args) => !args.is_watching(),
            _ => true,
        }
    }

    /// The files that the command reads and writes by the names on the command line.
    fn files(&self, folders: &Folders) -> Files {
        match self {
            Self::Build(args) => args.files(folders),
            Self::Minify(args) => args.files(),
            Self::Sizes(args) => args.files(folders),
            Self::Check(args) => args.files(folders),
            Self::Golf(args) => args.files(folders),
            Self::Publish(args) => args.files(folders),
            // They write the files of the catalog, new files only, or none.
            Self::Init(_) | Self::Record(_) | Self::Pack(_) | Self::Scenarios(_) => {
                Files::default()
            }
            Self::Watch(_) | Self::Verify(_) | Self::Replay(_) | Self::Play(_) => Files::default(),
            Self::Source(_) | Self::Explain(_) | Self::Compare(_) | Self::Cost(_) => {
                Files::default()
            }
            Self::History(_) | Self::Plans(_) | Self::Perft(_) | Self::Doctor(_) => {
                Files::default()
            }
            Self::Completions(_) | Self::Man(_) | Self::Help(_) => Files::default(),
        }
    }
}

/// Runs `gen --all`.
pub fn start_all(env: &Environment, args: &AllArgs) -> Result<Report> {
    args.files(&env.folders).refuse()?;
    stop::prepare()?;
    all::run(env, args)
}
