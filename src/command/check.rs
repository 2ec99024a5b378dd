//! `gen check`.

use std::fs::OpenOptions;
use std::io::Write;

use anyhow::Result;
use golfchess_pages::compare::changes;
use golfchess_pages::gate::{self, Baseline, Finding};
use golfchess_pages::measure::{FILE_NAME, Record};

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use super::{records, sizes};
use crate::options::Format;
use crate::output::{Align, Exporter, Report, Table, count, message};

const HELP: &str = "\
Example: gen check --baseline origin/main

In GitHub Actions it also writes a job summary.";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[
    Need::TEMPLATES,
    Need::RECORD,
    Need::GIT.only_with("--baseline REV"),
];

/// The gate: fail if a page grew, is out of date or is over its budget
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A record's file or a git revision that pages must not outgrow
    /// [default: the sizes accepted in the catalog's own record]
    #[arg(long, value_name = "FILE|REV")]
    baseline: Option<String>,
    /// The format of the listing
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let (baseline, format) = (args.baseline.as_deref(), args.format);
    let edition = project.edition()?;
    let place = project.folder.join(FILE_NAME);
    let committed = Record::load(&place)?;
    let earlier = match baseline {
        Some(word) => records::find(word, &project.folder)?,
        None => committed.clone(),
    };
    let reference = match (&earlier, baseline) {
        (Some(record), Some(word)) => Some(Baseline::earlier(word, record)),
        (Some(record), None) => Some(Baseline::accepted(&place.display().to_string(), record)),
        (None, word) => {
            let place = word.map_or(place.display().to_string(), str::to_owned);
            message(format_args!(
                "note: {place} has no size record, so growth cannot be seen"
            ));
            None
        }
    };
    let findings = gate::check(
        &edition,
        &project.folder,
        committed.as_ref(),
        project.catalog.manifest(),
        reference.as_ref(),
    );
    let record = edition.record();
    // Before the exit code can end the job: a failed gate needs its summary most.
    if let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) {
        let text = summary(&findings, &record, earlier.as_ref());
        let written = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = written {
            // The findings themselves must still be shown.
            let path = path.to_string_lossy();
            message(format_args!(
                "note: cannot write the summary to {path}: {error}"
            ));
        }
    }
    let text = match format {
        Format::Table => verdict(&findings, &record),
        Format::Markdown => summary(&findings, &record, earlier.as_ref()),
        Format::Json | Format::Csv => {
            let mut table = Table::new(&[("finding", Align::Left)]);
            for finding in &findings {
                table.row([finding.to_string()]);
            }
            Exporter::new(&findings).table(table).export(format)?
        }
    };
    Ok(Report::judged(text, !findings.is_empty()))
}

fn verdict(findings: &[Finding], record: &Record) -> String {
    if findings.is_empty() {
        return format!(
            "{}, {} bytes: as recorded, none grew, none over budget\n",
            count(record.pages.len(), "page"),
            record.total()
        );
    }
    findings
        .iter()
        .map(|finding| format!("{finding}\n"))
        .collect()
}

fn summary(findings: &[Finding], record: &Record, earlier: Option<&Record>) -> String {
    let mut text = String::from("## Page sizes\n\n");
    if findings.is_empty() {
        text.push_str("No page grew, none is stale, none is over its budget.\n\n");
    }
    for finding in findings {
        text.push_str(&format!("- {finding}\n"));
    }
    let changed = earlier.map_or(0, |earlier| changes(earlier, record).len());
    text.push_str(&format!(
        "\n{changed} of {} changed.\n\n{}\n",
        count(record.pages.len(), "page"),
        sizes::table(record, earlier).markdown()
    ));
    text
}
