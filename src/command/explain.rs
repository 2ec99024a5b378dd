//! `gen explain`.

use anyhow::Result;
use golfchess_pages::builder::Decision;
use golfchess_pages::compose::Position;
use golfchess_pages::metric::Metric;
use golfchess_pages::minify::{Minified, NameKind, Obstacle};
use serde::Serialize;

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::options::TextFormat;
use crate::output::{Align, Report, Table, json};

const HELP: &str = "Example: gen explain index_TMP_D_SU";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[Need::TEMPLATES];

/// Show how a page is made: spellings, stages, candidates, names
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    variant: String,
    /// The format of the output
    #[arg(long, value_enum, default_value_t)]
    format: TextFormat,
}

/// How a page was built, as JSON.
#[derive(Serialize)]
struct Story<'s> {
    /// The spellings that were tried, and those that won.
    decisions: &'s [Decision],
    #[serde(flatten)]
    built: &'s Minified,
    /// The first use of each name in the fragments, in the order of the names.
    positions: &'s [Option<Position>],
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = env.project()?;
    let variant = project.catalog.variant(&args.variant)?;
    let decisions = &project.builder.decisions(variant)?;
    let built = &project.builder.build(variant)?;
    let positions = &project.builder.name_positions(variant, built)?;
    Ok(Report::good(match args.format {
        TextFormat::Json => json(&Story {
            decisions,
            built,
            positions,
        })?,
        TextFormat::Table => format!(
            "{}: {} bytes{}\n\n{}stages\n{}\ncandidates\n{}{}\nnames\n{}\n{}\n",
            variant.name,
            built.page.len(),
            other_size(project.catalog.manifest().metric, &built.page),
            spellings(decisions, project.catalog.manifest().metric),
            stages(built).text(),
            candidates(built).text(),
            obstacles(built),
            names(built, positions).text(),
            built.page,
        ),
    }))
}

/// The size of a page by the metric of the catalog, if that is not bytes.
fn other_size(metric: Metric, page: &str) -> String {
    match metric {
        Metric::Bytes => String::new(),
        _ => format!(", {} {}", metric.measure(page), metric.unit()),
    }
}

/// Every choice of the manifest with its trials and the winner. Choices that were decided together
/// share their rows.
fn spellings(decisions: &[Decision], metric: Metric) -> String {
    let mut table = Table::new(&[
        ("choice", Align::Left),
        ("spelling", Align::Left),
        (metric.unit(), Align::Right),
        ("", Align::Left),
    ]);
    let mut groups: Vec<Vec<&Decision>> = Vec::new();
    for decision in decisions {
        let group = groups
            .iter_mut()
            .find(|group| decision.group.is_some() && group[0].group == decision.group);
        match group {
            Some(group) => group.push(decision),
            None => groups.push(vec![decision]),
        }
    }
    for group in &groups {
        let joined = |of: &dyn Fn(&Decision) -> String| -> String {
            let names: Vec<String> = group.iter().map(|decision| of(decision)).collect();
            names.join(" + ")
        };
        let choice = joined(&|decision| decision.choice.clone());
        if group[0].tried.is_empty() {
            let only = joined(&|decision| decision.spelling.clone());
            table.row([choice.clone(), only, String::new(), "not tried".to_owned()]);
        }
        for (at, trial) in group[0].tried.iter().enumerate() {
            let spelling = joined(&|decision| decision.tried[at].spelling.clone());
            let won = if trial.won { "winner" } else { "" };
            let bytes = trial.bytes.to_string();
            table.row([choice.clone(), spelling, bytes, won.to_owned()]);
        }
    }
    if decisions.is_empty() {
        String::new()
    } else {
        format!("spellings\n{}\n", table.text())
    }
}

fn stages(built: &Minified) -> Table {
    let mut table = Table::new(&[("stage", Align::Left), ("bytes", Align::Right)]);
    for (stage, bytes) in &built.stages {
        table.row([(*stage).to_owned(), bytes.to_string()]);
    }
    table
}

fn candidates(built: &Minified) -> Table {
    let mut table = Table::new(&[
        ("strategy", Align::Left),
        ("wrapper", Align::Left),
        ("bytes", Align::Right),
        ("", Align::Left),
    ]);
    for candidate in &built.candidates {
        let won = candidate.strategy == built.strategy && candidate.wrapper == built.wrapper;
        table.row([
            candidate.strategy.name().to_owned(),
            candidate.wrapper.clone(),
            candidate
                .bytes
                .map_or("none".into(), |bytes| bytes.to_string()),
            if won { "winner".into() } else { String::new() },
        ]);
    }
    table
}

/// Why wrappers can hold no candidate.
fn obstacles(built: &Minified) -> String {
    let line = |obstacle: &Obstacle| {
        let Obstacle {
            wrapper,
            reason,
            help,
            ..
        } = obstacle;
        format!(
            "no candidate in `{wrapper}`: {reason}\n  {}\nhelp: {help}\n",
            obstacle.excerpt
        )
    };
    built.obstacles.iter().map(line).collect()
}

fn names(built: &Minified, positions: &[Option<Position>]) -> Table {
    let mut table = Table::new(&[
        ("name", Align::Left),
        ("letter", Align::Left),
        ("kind", Align::Left),
        ("uses", Align::Right),
        ("first use", Align::Left),
    ]);
    for (at, name) in built.names.iter().enumerate() {
        let position = positions.get(at).and_then(Option::as_ref);
        table.row([
            name.name.clone(),
            name.letter.clone(),
            match name.kind {
                NameKind::Global => "global".into(),
                NameKind::Local => "local".into(),
            },
            name.uses.to_string(),
            position.map(Position::to_string).unwrap_or_default(),
        ]);
    }
    table
}
