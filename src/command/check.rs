//! `gen check`.

mod junit;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_pages::catalog::Collection;
use golfchess_pages::compare::changes;
use golfchess_pages::gate::{self, AllowedGrowth, Baseline, Finding};
use golfchess_pages::measure::{Entry, FILE_NAME, Record, RecordError};
use serde_json::Value;

use super::Environment;
use super::collections::Sum;
use super::overwrite::Files;
use super::project::Project;
use super::records::Missing;
use super::{advice, records, sizes};
use crate::options::Folders;
use crate::output::{Exporter, Format, Report, Table, count, help, message};

const HELP: &str = "\
Examples: gen check
          gen check --baseline origin/main...HEAD
          gen check --baseline HEAD~1 --accept-recorded --format markdown

A baseline that cannot be read is an error: exit code 2. `[gate]` in the manifest sets how much
pages may grow. In GitHub Actions the command also writes a job summary and the step outputs
`markdown`, `total`, `delta` and `collections`.";

/// The formats of the listing.
const FORMATS: [Format; 5] = [
    Format::Table,
    Format::Markdown,
    Format::Json,
    Format::Csv,
    Format::Junit,
];

/// The keys of findings in JSON, which are the columns for spreadsheets.
const COLUMNS: [&str; 14] = [
    "finding",
    "name",
    "collection",
    "file",
    "damage",
    "characters",
    "baseline",
    "bytes",
    "allowed",
    "budget",
    "against",
    "metric",
    "place",
    "own",
];

/// The gate: fail if a page grew, is out of date or is over its budget
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A record's file or a git revision that pages must not outgrow; A...B is the merge base of
    /// two revisions [default: the sizes accepted in the catalog's own record]
    #[arg(long, value_name = "FILE|REV")]
    baseline: Option<String>,
    /// Pass without a check for growth if the baseline has no record, as on the first run
    #[arg(long, requires = "baseline")]
    allow_missing_baseline: bool,
    /// Also accept sizes that the catalog's own record accepts
    #[arg(long, requires = "baseline")]
    accept_recorded: bool,
    /// The format of the listing
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&FORMATS))]
    format: Format,
}

/// The variables that name the files to which GitHub Actions lets a step add text.
const FOR_ACTIONS: [&str; 2] = ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"];

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        let files = Files::default()
            .reads_catalog(folders)
            .reads(&folders.catalog.join(FILE_NAME))
            .reads_each(&self.baseline);
        FOR_ACTIONS.iter().fold(files, |files, variable| {
            files.writes(variable, file_of(variable).as_deref())
        })
    }
}

/// The file that an environment variable names, if it does.
fn file_of(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).filter(|path| !path.is_empty());
    path.map(PathBuf::from)
}

/// A record to compare with, and the sizes that it allows.
struct Reference {
    record: Record,
    baseline: Baseline,
}

impl Reference {
    /// The accepted sizes of the catalog's own record.
    fn accepted(place: &Path, record: Record) -> Self {
        Self {
            baseline: Baseline::accepted(&place.display().to_string(), &record),
            record,
        }
    }
}

/// The result of the gate.
struct Check {
    collections: Vec<Collection>,
    record: Record,
    reference: Option<Reference>,
    findings: Vec<Finding>,
    allowed: Vec<AllowedGrowth>,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let manifest = project.catalog.manifest();
    let build = project.build_all()?;
    let place = project.folder.join(FILE_NAME);
    let metric = manifest.metric;
    let committed = records::own(&project.folder, metric)?;
    let reference = match &args.baseline {
        Some(word) => earlier(word, args, project, committed.as_ref())?,
        None => records::accepted(&project.folder, metric)?
            .map(|record| Reference::accepted(&place, record)),
    };
    if reference.is_none() {
        let place = args.baseline.as_ref().map_or(&*place, Path::new);
        message(format_args!(
            "note: {} has no size record; growth is not checked",
            place.display()
        ));
    }
    let baseline = reference
        .as_ref()
        .map(|reference| reference.baseline.clone());
    let baseline = baseline.as_ref();
    let check = Check {
        collections: build.collections.clone(),
        record: build.record(),
        findings: gate::check(
            &build,
            &project.folder,
            committed.as_ref(),
            manifest,
            baseline,
        ),
        allowed: baseline.map_or(Vec::new(), |baseline| {
            gate::allowed_growth(&build, manifest, baseline)
        }),
        reference,
    };
    // Before the exit code can end the job: a failed gate needs its summary most.
    check.write_for_actions()?;
    for growth in &check.allowed {
        message(format_args!("note: {growth}"));
    }
    for advice in advice::findings(&check.findings) {
        message(format_args!("help: {advice}"));
    }
    let awaiting = baseline.map_or(Vec::new(), |baseline| gate::awaiting(&build, baseline));
    if let Some(advice) = advice::search_again(&awaiting) {
        message(format_args!("help: {advice}"));
    }
    if args.baseline.is_none() && check.grew_to_last_commit(project) {
        message(format_args!(
            "help: these sizes equal those of the last commit; a smaller build since then has lowered \
             the accepted sizes. To go back to those of the commit: `git restore {}`",
            place.display()
        ));
    }
    Ok(Report::with_findings(
        check.export(args.format)?,
        !check.findings.is_empty(),
    ))
}

/// The record of `--baseline`; `None` if it is missing and that is allowed.
fn earlier(
    word: &str,
    args: &Args,
    project: &Project,
    committed: Option<&Record>,
) -> Result<Option<Reference>> {
    let metric = project.catalog.manifest().metric;
    let record = match records::find(word, &project.folder, metric) {
        Ok(record) => record,
        Err(error) => {
            // A change that chooses another metric accepts its sizes with `gen record`.
            if let Some(committed) = committed.filter(|_| args.accept_recorded)
                && let Some(RecordError::Metric { .. }) = error.downcast_ref()
            {
                message(format_args!(
                    "note: {error}; the accepted sizes of {FILE_NAME} count"
                ));
                let place = project.folder.join(FILE_NAME);
                return Ok(Some(Reference::accepted(&place, committed.clone())));
            }
            return match Missing::of(&error) {
                // A shallow clone may lack a revision that has a record.
                Some(Missing::Record | Missing::Name) if args.allow_missing_baseline => Ok(None),
                Some(Missing::Record | Missing::Name) => Err(help::with_help(
                    error,
                    "cannot check for growth",
                    "on the first run, add --allow-missing-baseline",
                )),
                _ => Err(error.context("cannot check for growth")),
            };
        }
    };
    let mut baseline = Baseline::earlier(&records::short(word, &project.folder), &record);
    if let Some(committed) = committed.filter(|_| args.accept_recorded) {
        baseline = baseline.or_accepted(committed);
    }
    Ok(Some(Reference { record, baseline }))
}

impl Check {
    /// Whether pages grew, and each of them has the size that the last commit accepts.
    fn grew_to_last_commit(&self, project: &Project) -> bool {
        let grew = || {
            let findings = self.findings.iter();
            findings.filter_map(|finding| match finding {
                Finding::Grew { name, growth } => Some((name, growth.bytes)),
                _ => None,
            })
        };
        let Ok(last) = records::find("HEAD", &project.folder, self.record.metric) else {
            return false;
        };
        let is_accepted = |(name, bytes): (&String, usize)| {
            let entry = last.entry(name);
            entry.is_some_and(|entry| bytes <= entry.baseline)
        };
        grew().next().is_some() && grew().all(is_accepted)
    }

    fn export(&self, format: Format) -> Result<String> {
        Ok(match format {
            Format::Table => self.verdict(),
            Format::Markdown => self.markdown()?,
            Format::Junit => self.junit(),
            listing => {
                let rows = self.findings.iter().map(serde_json::to_value);
                let rows: Vec<Value> = rows.collect::<Result<_, _>>()?;
                let table = COLUMNS.iter().fold(Table::of(&rows), |table, key| {
                    table.left(key, |finding| match finding.get(key) {
                        None | Some(Value::Null) => String::new(),
                        Some(Value::String(text)) => text.clone(),
                        Some(value) => value.to_string(),
                    })
                });
                Exporter::new(&self.findings).csv(table).export(listing)?
            }
        })
    }

    fn verdict(&self) -> String {
        let unit = self.record.metric.unit();
        if self.findings.is_empty() {
            let pages = count(self.record.pages.len(), "page");
            if let [_] = self.collections.as_slice() {
                let bytes = self.record.total();
                return format!("{pages}, {bytes} {unit}: {}\n", self.passed());
            }
            let lines = self.sums().map(|sum| {
                let pages = count(sum.pages, "page");
                format!("{}: {pages}, {} {unit}\n", sum.name, sum.bytes)
            });
            return format!("{}{pages}: {}\n", lines.collect::<String>(), self.passed());
        }
        let lines = self.findings.iter().map(|finding| format!("{finding}\n"));
        lines.collect()
    }

    /// What a check without findings has shown.
    fn passed(&self) -> &'static str {
        match (&self.reference, self.allowed.is_empty()) {
            (None, _) => "up to date, none over budget; growth is not checked",
            (Some(_), true) => "up to date, none grew, none over budget",
            (Some(_), false) => "up to date, none grew over its limit, none over budget",
        }
    }

    /// The sum of each collection, with its change against the baseline's record.
    fn sums(&self) -> impl Iterator<Item = Sum<'_>> {
        let before = self.reference.as_ref().map(|reference| &reference.record);
        let collections = self.collections.iter();
        collections.map(move |collection| Sum::of(collection, &self.record, before))
    }

    /// Bytes of all pages gained or lost against the baseline's record.
    fn delta(&self) -> Option<i64> {
        let reference = self.reference.as_ref()?;
        Some(self.record.total() as i64 - reference.record.total() as i64)
    }

    fn markdown(&self) -> Result<String> {
        let passed = format!("Passed: {}.", self.passed());
        let mut listing = Exporter::new(&())
            .text("## Page sizes")
            .texts(self.findings.is_empty().then_some(passed));
        let findings = self.findings.iter().map(|finding| format!("- {finding}\n"));
        let notes = self
            .allowed
            .iter()
            .map(|growth| format!("- note: {growth}\n"));
        listing = listing.text(findings.chain(notes).collect::<String>());
        listing = match &self.reference {
            None => sizes::tables(listing, &self.collections, &self.record, None, None),
            Some(reference) => self.changes(listing, reference),
        };
        listing.export(Format::Markdown)
    }

    /// The pages that changed against a record, and those that did not.
    fn changes<'d>(&self, listing: Exporter<'d, ()>, reference: &Reference) -> Exporter<'d, ()> {
        let Reference { record, baseline } = reference;
        let changes = changes(record, &self.record);
        let is_changed = |entry: &&Entry| changes.iter().any(|change| change.name == entry.name);
        let pages = self.record.pages.iter();
        let (changed, unchanged): (Vec<_>, Vec<_>) = pages.partition(is_changed);
        let removed = changes.iter().filter(|change| change.after.is_none());
        let removed: Vec<_> = removed.map(|change| change.name.as_str()).collect();
        let removed = (!removed.is_empty()).then(|| format!("Removed: {}.", removed.join(", ")));
        let unit = self.record.metric.unit();
        let sums = self
            .sums()
            .filter(|_| self.collections.len() > 1)
            .map(|sum| {
                let (pages, change) = (count(sum.pages, "page"), sum.change.unwrap_or_default());
                format!(
                    "- {}: {pages}, {} {unit}, {change:+}\n",
                    sum.name, sum.bytes
                )
            });
        let table = |entries: &[&Entry]| {
            sizes::rows(
                (entries, record.metric),
                Some(record),
                &self.collections,
                None,
            )
        };
        let mut listing = listing
            .text(format!(
                "{} of {} changed.",
                changed.len(),
                count(self.record.pages.len(), "page")
            ))
            .text(format!(
                "All pages: {} {unit}, {:+} against `{}`.",
                self.record.total(),
                self.delta().unwrap_or_default(),
                baseline.place
            ))
            .text(sums.collect::<String>())
            .texts(removed);
        if !changed.is_empty() {
            listing = listing.table(table(&changed));
        }
        if !unchanged.is_empty() {
            let summary = count(unchanged.len(), "unchanged page");
            listing = listing
                .text(format!("<details>\n<summary>{summary}</summary>"))
                .table(table(&unchanged))
                .text("</details>");
        }
        listing
    }

    /// Writes the job summary and the outputs of the step, where GitHub Actions asks for them.
    fn write_for_actions(&self) -> Result<()> {
        let markdown = self.markdown()?;
        let [summary, outputs] = FOR_ACTIONS;
        append(summary, || markdown.clone());
        append(outputs, || {
            let delta = self.delta().map(|delta| delta.to_string());
            // A line of the text must not end it.
            let mut end = String::from("END_OF_MARKDOWN");
            while markdown.lines().any(|line| line == end) {
                end.push('_');
            }
            let sums: Vec<_> = self.sums().collect();
            let sums = serde_json::to_string(&sums).expect("sums are plain data");
            format!(
                "total={}\ndelta={}\ncollections={sums}\nmarkdown<<{end}\n{markdown}\n{end}\n",
                self.record.total(),
                delta.unwrap_or_default()
            )
        });
        Ok(())
    }
}

/// Appends a text to the file that an environment variable names, if it does.
fn append(variable: &str, text: impl FnOnce() -> String) {
    let Some(path) = file_of(variable) else {
        return;
    };
    let file = OpenOptions::new().append(true).create(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(text().as_bytes()));
    if let Err(error) = written {
        // The findings themselves must still be shown.
        message(format_args!(
            "note: cannot write {variable} to {}: {error}",
            path.display()
        ));
    }
}
