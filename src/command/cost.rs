//! `gen cost`.

use anyhow::Result;
use golfchess_pages::cost::{Cost, costs};

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::options::Format;
use crate::output::{Align, Exporter, Report, Table};

const HELP: &str = "Example: gen cost --pairs";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[Need::TEMPLATES];

/// Show what each flag costs
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Show every pair of pages too
    #[arg(long)]
    pairs: bool,
    /// The format of the listing
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let (pairs, format) = (args.pairs, args.format);
    let costs = costs(&project.catalog, &project.build_all()?.record());
    let exporter = Exporter::new(&costs);
    let exporter = match pairs {
        true => exporter.summary(summary(&costs)).table(all_pairs(&costs)),
        false => exporter.table(summary(&costs)),
    };
    Ok(Report::good(exporter.export(format)?))
}

fn summary(costs: &[Cost]) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("flag", Align::Left),
        ("title", Align::Left),
        ("min", right),
        ("median", right),
        ("max", right),
        ("pairs", right),
        ("published", right),
    ]);
    for cost in costs {
        let published: Vec<_> = cost.published.iter().map(|p| p.bytes.to_string()).collect();
        table.row([
            cost.flag.to_string(),
            cost.title.clone(),
            cost.min.to_string(),
            cost.median.to_string(),
            cost.max.to_string(),
            cost.pairs.len().to_string(),
            published.join(", "),
        ]);
    }
    table
}

fn all_pairs(costs: &[Cost]) -> Table {
    let mut table = Table::new(&[
        ("flag", Align::Left),
        ("without", Align::Left),
        ("with", Align::Left),
        ("cost", Align::Right),
    ]);
    for cost in costs {
        for pair in &cost.pairs {
            table.row([
                cost.flag.to_string(),
                pair.without.clone(),
                pair.with.clone(),
                pair.bytes.to_string(),
            ]);
        }
    }
    table
}
