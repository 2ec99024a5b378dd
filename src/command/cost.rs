//! `gen cost`.

use anyhow::Result;
use golfchess_pages::cost::{Cost, costs};

use super::project::Project;
use crate::cli::Format;
use crate::output::{Align, Outcome, Table, json};

pub fn run(project: &Project, pairs: bool, format: Format) -> Result<Outcome> {
    let costs = costs(&project.catalog, &project.edition()?.record());
    Ok(Outcome::good(match format {
        Format::Json => json(&costs)?,
        Format::Table if pairs => summary(&costs).text() + "\n" + &all_pairs(&costs).text(),
        Format::Table => summary(&costs).text(),
    }))
}

fn summary(costs: &[Cost]) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("flag", Align::Left),
        ("", Align::Left),
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
