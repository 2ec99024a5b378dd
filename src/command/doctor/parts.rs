//! The parts that commands need, and how each is found out.

use std::path::Path;
use std::process::Command;

use golfchess_pages::build::CatalogBuild;
use golfchess_pages::gate::{self, Baseline};
use golfchess_pages::measure::{FILE_NAME, Record};
use golfchess_parity::host::{Kind, browser};

use super::Part;
use crate::cli::Folders;
use crate::command::project::Project;
use crate::command::records;

/// What works on pages that have to be on disk.
const READERS: &[&str] = &["verify", "replay", "publish"];

/// What compares with a git revision unless a file is named.
const COMPARERS: &[&str] = &["sizes", "compare REV", "check --baseline REV"];

pub fn all(folders: &Folders) -> Vec<Part> {
    let mut parts = vec![tool()];
    match Project::open(folders) {
        Ok(project) => {
            let (templates, edition) = templates(&project, &folders.templates);
            parts.push(templates);
            parts.extend(edition.map(|edition| record(&project, &edition)));
        }
        Err(error) => parts.push(no_templates(&error)),
    }
    parts.push(browser());
    parts.push(git(&folders.catalog));
    parts
}

fn tool() -> Part {
    let version = env!("CARGO_PKG_VERSION");
    let place = std::env::current_exe()
        .map_or_else(|_| String::new(), |path| format!(" in {}", path.display()));
    Part::good("tool", format!("gen {version}{place}"))
}

/// Every variant is built, which is the whole proof that they compose.
fn templates(project: &Project, folder: &Path) -> (Part, Option<CatalogBuild>) {
    match project.edition() {
        Ok(edition) => {
            let seen = format!(
                "{}: {} fragments, {} flags, {} variants, all of them built",
                folder.display(),
                project.builder.templates().fragments().len(),
                project.catalog.manifest().flags.len(),
                project.catalog.variants().len(),
            );
            (Part::good("templates", seen), Some(edition))
        }
        Err(error) => (no_templates(&error), None),
    }
}

fn no_templates(error: &anyhow::Error) -> Part {
    let stops = &[
        "--all", "build", "source", "explain", "sizes", "compare", "cost", "check", "record",
        "verify", "publish", "replay", "play",
    ];
    let advice = "mend what is said there, or name another folder with --templates";
    Part::missing("templates", format!("{error:#}"), advice, stops)
}

fn record(project: &Project, edition: &CatalogBuild) -> Part {
    let place = project.folder.join(FILE_NAME);
    let committed = match Record::load(&place) {
        Ok(Some(record)) => record,
        Ok(None) => {
            let seen = format!("there is no {}", place.display());
            return Part::missing(
                "record",
                seen,
                "run `gen --all`, or name the folder with --catalog",
                READERS,
            );
        }
        Err(error) => {
            let stops = &["--all", "check", "publish"];
            return Part::missing("record", error.to_string(), "run `gen record`", stops);
        }
    };
    let baseline = Baseline::accepted(&place.display().to_string(), &committed);
    let findings = gate::check(
        edition,
        &project.folder,
        Some(&committed),
        &project.catalog.manifest().budget,
        Some(&baseline),
    );
    let count = committed.pages.len();
    let bytes = committed.total();
    let place = place.display();
    if findings.is_empty() {
        let seen = format!("{place}: {count} pages, {bytes} bytes, and the gate lets them pass");
        return Part::good("record", seen);
    }
    let lines = findings.iter().map(|finding| format!("\n  {finding}"));
    let seen = format!(
        "{place}: the gate stops {} things{}",
        findings.len(),
        lines.collect::<String>()
    );
    Part::finding("record", seen, "do what each of these asks for")
}

/// Found, asked for its version, and started once.
fn browser() -> Part {
    let advice = "`cargo xtask browser` installs one; or name yours in the environment variable \
                  CHROME, or use --host embedded";
    let stops = &["verify", "replay"];
    let started = browser::installed().and_then(|found| Kind::Chrome.open().map(|_| found));
    match started {
        Ok(found) => {
            let seen = format!(
                "{} in {} ({}), and it starts",
                found.version,
                found.path.display(),
                found.source,
            );
            Part::good("browser", seen)
        }
        Err(error) => Part::missing("browser", error.to_string(), advice, stops),
    }
}

fn git(catalog: &Path) -> Part {
    let version = Command::new("git").arg("--version").output();
    let version = match version {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => {
            let advice = "install git, or name a record's file with --baseline";
            return Part::missing("git", "git does not run", advice, COMPARERS);
        }
    };
    let last = match records::find("HEAD", catalog) {
        Ok(Some(record)) => format!("the last commit records {} pages", record.pages.len()),
        _ => "no commit has a record here, so no change is shown".to_owned(),
    };
    Part::good("git", format!("{version}; {last}"))
}
