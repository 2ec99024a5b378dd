//! `gen explain`.

use anyhow::Result;
use golfchess_packers::Made;
use golfchess_packers::dictionary::{Decoder, Token};
use golfchess_pages::builder::Decision;
use golfchess_pages::compose::Position;
use golfchess_script::{Candidate, Minified, NameKind, Obstacle};
use golfchess_sizes::metric::Metric;
use serde::Serialize;

use super::Environment;
use crate::output::{Cell, Format, Report, Table, json};

const HELP: &str = "Example: gen explain index_TMP_D_SU";

/// Show how a page is made: spellings, stages, candidates, names
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    variant: String,
    /// The format of the output
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&[Format::Table, Format::Json]))]
    format: Format,
}

/// How a page was built, as JSON.
#[derive(Serialize)]
struct Story<'s> {
    /// The spellings that were tried, and those that won.
    decisions: &'s [Decision],
    #[serde(flatten)]
    built: &'s Made,
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
        Format::Json => json(&Story {
            decisions,
            built,
            positions,
        })?,
        _ => format!(
            "{}: {} bytes{}\n\n{}stages\n{}\ncandidates\n{}{}\nnames\n{}{}\n{}\n",
            variant.name,
            built.page.len(),
            other_size(project.catalog.manifest().metric, &built.page),
            spellings(decisions, project.catalog.manifest().metric),
            stages(built).text(),
            candidates(built).text(),
            obstacles(built),
            names(built, positions).text(),
            packed(built),
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
    let mut rows: Vec<(String, String, Cell, &str)> = Vec::new();
    for group in &groups {
        let joined = |of: &dyn Fn(&Decision) -> &str| -> String {
            let names: Vec<&str> = group.iter().map(|decision| of(decision)).collect();
            names.join(" + ")
        };
        let choice = || joined(&|decision| &decision.choice);
        let tried = &group[0].tried;
        if tried.is_empty() {
            let only = joined(&|decision| &decision.spelling);
            rows.push((choice(), only, Cell::default(), "not tried"));
        }
        for (at, trial) in tried.iter().enumerate() {
            let spelling = joined(&|decision| &decision.tried[at].spelling);
            let won = if trial.won { "winner" } else { "" };
            rows.push((choice(), spelling, trial.bytes.into(), won));
        }
    }
    let table: Table = Table::of(&rows)
        .left("choice", |row| &row.0)
        .left("spelling", |row| &row.1)
        .right(metric.unit(), |row| row.2.clone())
        .left("", |row| row.3)
        .into();
    if decisions.is_empty() {
        String::new()
    } else {
        format!("spellings\n{}\n", table.text())
    }
}

fn stages(built: &Minified) -> Table {
    Table::of(&built.stages)
        .left("stage", |(stage, _)| *stage)
        .right("bytes", |(_, bytes)| *bytes)
        .into()
}

fn candidates(built: &Minified) -> Table {
    let won = |candidate: &Candidate| {
        candidate.strategy == built.strategy && candidate.wrapper == built.wrapper
    };
    Table::of(&built.candidates)
        .left("strategy", |candidate| candidate.strategy.name())
        .left("wrapper", |candidate| &candidate.wrapper)
        .right("bytes", |candidate| {
            let bytes = candidate.bytes.map(Cell::from);
            bytes.unwrap_or("none".into())
        })
        .left("", |candidate| won(candidate).then_some("winner"))
        .into()
}

/// Why wrappers can hold no candidate.
fn obstacles(built: &Minified) -> String {
    let line = |obstacle: &Obstacle| {
        let Obstacle { wrapper, error } = obstacle;
        let help = error
            .help
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        format!(
            "no candidate in `{wrapper}`: {}\n  {}\nhelp: {help}\n",
            error.message, error.excerpt
        )
    };
    built.obstacles.iter().map(line).collect()
}

/// The dictionary of a packed page, and the script that it unpacks.
fn packed(built: &Made) -> String {
    let Some(packed) = &built.packed else {
        return String::new();
    };
    let saved = |token: &Token| token.uses * token.text.chars().count().saturating_sub(1);
    let table: Table = Table::of(&packed.dictionary)
        .left("token", |token| token.token.escape_default().to_string())
        .left("text", |token| token.text.escape_debug().to_string())
        .right("uses", |token| token.uses)
        .right("characters saved", saved)
        .into();
    let title = match packed.decoder {
        Decoder::Pairs => "pairs, which overlap in one table",
        Decoder::PairsAndLetters => "pairs, with unused letters as tokens",
        Decoder::Entries => "entries, each before its token",
    };
    format!(
        "\npacked: {title}\n{}\nunpacked\n{}\n",
        table.text(),
        packed.script
    )
}

fn names(built: &Minified, positions: &[Option<Position>]) -> Table {
    let kind = |kind| match kind {
        NameKind::Global => "global",
        NameKind::Local => "local",
    };
    Table::of(built.names.iter().zip(positions))
        .left("name", |(name, _)| &name.name)
        .left("letter", |(name, _)| &name.letter)
        .left("kind", |(name, _)| kind(name.kind))
        .right("uses", |(name, _)| name.uses)
        .left("first use", |(_, at)| at.as_ref().map(Position::to_string))
        .into()
}
