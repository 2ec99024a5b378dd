//! `gen cost`.

use anyhow::Result;
use golfchess_pages::cost::{Cost, costs};

use super::collections::{Sum, with_headings};
use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::options::Format;
use crate::output::{Align, Exporter, Report, Table, count};

const HELP: &str = "\
Example: gen cost --pairs

A pair counts for the collection of its page with the flag.";

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
    let record = project.build_all()?.record();
    let costs = costs(&project.catalog, &record);
    let mut exporter = Exporter::new(&costs);
    if let Format::Csv = format {
        let all: Vec<_> = costs.iter().collect();
        exporter = exporter.table(if pairs {
            all_pairs(&all)
        } else {
            summary(&all)
        });
        return Ok(Report::good(exporter.export(format)?));
    }
    for (heading, collection) in with_headings(project.catalog.collections()) {
        let of_it = |cost: &&Cost| match &cost.collection {
            Some(name) => *name == collection.name,
            None => true,
        };
        let costs: Vec<_> = costs.iter().filter(of_it).collect();
        if let Some(heading) = heading {
            let Sum { pages, bytes, .. } = Sum::of(collection, &record, None);
            let pages = count(pages, "page");
            exporter = exporter.text(format!("{heading} ({pages}, {bytes} bytes)"));
        }
        exporter = match pairs {
            true => exporter.summary(summary(&costs)).table(all_pairs(&costs)),
            false => exporter.table(summary(&costs)),
        };
    }
    Ok(Report::good(exporter.export(format)?))
}

/// Hides the column of the collection where the manifest declares none.
fn with_collection(table: Table, costs: &[&Cost]) -> Table {
    let table = table.only_in_csv(&["collection"]);
    match costs.iter().any(|cost| cost.collection.is_some()) {
        true => table,
        false => table.not_in_csv(&["collection"]),
    }
}

fn summary(costs: &[&Cost]) -> Table {
    let right = Align::Right;
    let table = Table::new(&[
        ("flag", Align::Left),
        ("title", Align::Left),
        ("min", right),
        ("median", right),
        ("max", right),
        ("pairs", right),
        ("published", right),
        ("collection", Align::Left),
    ]);
    let mut table = with_collection(table, costs);
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
            cost.collection.clone().unwrap_or_default(),
        ]);
    }
    table
}

fn all_pairs(costs: &[&Cost]) -> Table {
    let table = Table::new(&[
        ("flag", Align::Left),
        ("without", Align::Left),
        ("with", Align::Left),
        ("cost", Align::Right),
        ("collection", Align::Left),
    ]);
    let mut table = with_collection(table, costs);
    for cost in costs {
        for pair in &cost.pairs {
            table.row([
                cost.flag.to_string(),
                pair.without.clone(),
                pair.with.clone(),
                pair.bytes.to_string(),
                cost.collection.clone().unwrap_or_default(),
            ]);
        }
    }
    table
}
