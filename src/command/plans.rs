//! `gen plans`.

use anyhow::Result;
use golfchess::suites::ChessSuite;
use golfchess_parity::host::Kind;
use golfchess_parity::{Effort, SuiteContext, plans_of, replay};

use super::Environment;
use super::project::{page_of, replay_command};
use crate::options::number;
use crate::output::Report;

const HELP: &str = "\
Each line is the `gen replay` command of one game.

Example: gen plans index_TMP --suite games --deep";

/// List the games that a suite plays, one a line
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    variant: String,
    /// Only these suites [default: all]
    #[arg(long, value_name = "NAME")]
    suite: Vec<ChessSuite>,
    /// List all games of the suite, not only the part of this page
    #[arg(long)]
    deep: bool,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(0))]
    seed: u64,
}

/// Lists the games of a page.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    project.chess("gen plans")?;
    let variant = project.catalog.variant(&args.variant)?;
    let subject = project.subject(variant, page_of(project, None, variant)?)?;
    let effort = if args.deep {
        Effort::Deep
    } else {
        Effort::Usual
    };
    let context = SuiteContext {
        subject: &subject,
        effort,
        seed: args.seed,
    };
    let start = replay_command(project, Kind::default(), None);
    let wanted = |suite: &ChessSuite| args.suite.is_empty() || args.suite.contains(suite);
    let mut text = String::new();
    for suite in ChessSuite::ALL.into_iter().filter(wanted) {
        for plan in plans_of(suite.as_suite(), &context) {
            text.push_str(&replay::command(&start, &variant.name, &plan.answers));
            text.push('\n');
        }
    }
    Ok(Report::good(text))
}
