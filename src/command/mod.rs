//! One module a command. Each has
//!
//! - `Args`: its arguments, description and help,
//! - `ON_INTERRUPT`: what Ctrl-C does while it runs,
//! - `NEEDS`: the parts of the environment that it depends on,
//! - `run`.

mod advice;
mod all;
mod build;
mod check;
mod chess;
mod collections;
mod compare;
mod completions;
mod cost;
mod doctor;
mod duel;
mod environment;
mod experiments;
mod explain;
mod git;
mod golf;
mod help;
mod history;
mod init;
mod man;
mod minify;
mod mirror;
mod needs;
mod perft;
mod plans;
mod play;
mod project;
mod publish;
mod record;
mod records;
mod replay;
mod scenarios;
mod sizes;
mod source;
mod verify;
mod watch;

use anyhow::{Context, Result};
use clap::Subcommand;
use golfchess::interrupt;

pub use self::all::Args as AllArgs;
pub use self::environment::Environment;
use self::needs::{Need, OnInterrupt};
use crate::output::Report;

/// Declares every command once: for clap, for the dispatch and for `gen doctor`.
macro_rules! commands {
    ($($variant:ident => $module:ident),* $(,)?) => {
        /// The commands, in the order of `gen --help`.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($variant($module::Args)),*
        }

        impl Command {
            /// Prepares for interrupts and runs the command.
            pub fn start(&self, env: &Environment) -> Result<Report> {
                match self {
                    $(Self::$variant(args) => {
                        prepare($module::ON_INTERRUPT)?;
                        $module::run(env, args)
                    })*
                }
            }
        }

        /// What each command needs, by its name.
        pub const NEEDS: &[(&str, &[Need])] = &[
            ("--all", all::NEEDS),
            $((stringify!($module), $module::NEEDS)),*
        ];
    };
}

commands! {
    Init => init,
    Build => build,
    Minify => minify,
    Source => source,
    Explain => explain,
    Sizes => sizes,
    Compare => compare,
    Cost => cost,
    Check => check,
    Record => record,
    History => history,
    Watch => watch,
    Verify => verify,
    Scenarios => scenarios,
    Golf => golf,
    Plans => plans,
    Publish => publish,
    Replay => replay,
    Perft => perft,
    Play => play,
    Duel => duel,
    Doctor => doctor,
    Completions => completions,
    Man => man,
    Help => help,
}

/// Runs `gen --all`.
pub fn start_all(env: &Environment, args: &AllArgs) -> Result<Report> {
    prepare(all::ON_INTERRUPT)?;
    all::run(env, args)
}

fn prepare(on_interrupt: OnInterrupt) -> Result<()> {
    match on_interrupt {
        OnInterrupt::CleanUp => interrupt::end_with(130, || ()).context("cannot handle interrupts"),
        OnInterrupt::Exit | OnInterrupt::Own => Ok(()),
    }
}
