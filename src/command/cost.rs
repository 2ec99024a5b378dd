//! `gen cost`.

use anyhow::Result;
use golfchess_pages::cost::{Cost, costs};
use serde_json::Value;

use super::Environment;
use super::collections::{Sum, with_headings};
use crate::output::{Exporter, Format, Report, Table, count};

const HELP: &str = "\
Example: gen cost --pairs

A pair counts for the collection of its page with the flag.";

/// Show what each flag costs
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Show every pair of pages too
    #[arg(long)]
    pairs: bool,
    /// The format of the listing
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&Format::LISTING))]
    format: Format,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let (pairs, format) = (args.pairs, args.format);
    let record = project.build_all()?.record();
    let costs = costs(&project.catalog, &record);
    let data = data(&costs, pairs)?;
    let every: Vec<_> = costs.iter().collect();
    let mut exporter = Exporter::new(&data).csv(match pairs {
        true => all_pairs(&every),
        false => summary(&every),
    });
    for (heading, collection) in with_headings(project.catalog.collections()) {
        let costs: Vec<_> = costs.iter().filter(|cost| cost.is_of(collection)).collect();
        let Sum { pages, bytes, .. } = Sum::of(collection, &record, None);
        let pages = count(pages, "page");
        exporter =
            exporter.texts(heading.map(|heading| format!("{heading} ({pages}, {bytes} bytes)")));
        exporter = exporter.summary(summary(&costs));
        if pairs {
            exporter = exporter.summary(all_pairs(&costs));
        }
    }
    Ok(Report::good(exporter.export(format)?))
}

/// The costs for programs. As in the table, `pairs` is their number unless every pair is wanted.
fn data(costs: &[Cost], pairs: bool) -> Result<Vec<Value>> {
    let one = |cost: &Cost| {
        let mut value = serde_json::to_value(cost)?;
        if !pairs {
            value["pairs"] = cost.pairs.len().into();
        }
        Ok(value)
    };
    costs.iter().map(one).collect()
}

fn summary(costs: &[&Cost]) -> Table {
    let published = |cost: &Cost| {
        let published = cost.published.iter().map(|one| one.bytes.to_string());
        published.collect::<Vec<_>>().join(", ")
    };
    Table::of(costs)
        .left("flag", |cost| cost.flag.to_string())
        .left("title", |cost| &cost.title)
        .right("min", |cost| cost.min)
        .right("median", |cost| cost.median)
        .right("max", |cost| cost.max)
        .right("pairs", |cost| cost.pairs.len())
        .right("published", |cost| published(cost))
        .left("collection", |cost| cost.collection.as_deref())
        .only_in_csv_if(have_collections(costs))
        .into()
}

fn all_pairs(costs: &[&Cost]) -> Table {
    let pairs = costs.iter().flat_map(|cost| {
        let pairs = cost.pairs.iter();
        pairs.map(move |pair| (cost, pair))
    });
    Table::of(pairs)
        .left("flag", |(cost, _)| cost.flag.to_string())
        .left("without", |(_, pair)| &pair.without)
        .left("with", |(_, pair)| &pair.with)
        .right("cost", |(_, pair)| pair.bytes)
        .left("collection", |(cost, _)| cost.collection.as_deref())
        .only_in_csv_if(have_collections(costs))
        .into()
}

/// Whether the manifest declares collections.
fn have_collections(costs: &[&Cost]) -> bool {
    costs.iter().any(|cost| cost.collection.is_some())
}
