//! The parts that commands need, and how each is checked.

use std::process::Command;

use golfchess_pages::builder::CatalogBuild;
use golfchess_pages::gate::{self, Baseline};
use golfchess_pages::measure::FILE_NAME;
use golfchess_parity::host::{self, HostError, Kind};

use super::{Diagnosis, State, needs};
use crate::command::Environment;
use crate::command::project::Project;
use crate::command::{advice, git, records};
use crate::output::{count, help};

pub fn all(env: &Environment) -> Vec<Diagnosis> {
    let mut parts = vec![tool()];
    match env.project() {
        Ok(project) => {
            let (templates, build) = templates(env, &project);
            parts.push(templates);
            parts.extend(build.map(|build| record(&project, &build)));
        }
        Err(error) => parts.push(no_templates(&error)),
    }
    parts.push(browser("browser", Kind::Chrome, needs::BROWSER));
    parts.push(browser("firefox", Kind::Firefox, needs::FIREFOX));
    parts.push(browser("webkit", Kind::WebKit, needs::WEBKIT));
    parts.push(git(env));
    parts
}

fn tool() -> Diagnosis {
    let version = env!("CARGO_PKG_VERSION");
    let place = std::env::current_exe()
        .map_or_else(|_| String::new(), |path| format!(" in {}", path.display()));
    Diagnosis::good("tool", format!("gen {version}{place}"))
}

/// Builds every variant: fragments can load and still not compose.
fn templates(env: &Environment, project: &Project) -> (Diagnosis, Option<CatalogBuild>) {
    match project.build_all() {
        Ok(build) => {
            let seen = format!(
                "{}: {}, {}, {}{}; all variants build",
                env.folders.templates.display(),
                count(project.builder.templates().fragments().len(), "fragment"),
                count(project.catalog.manifest().flags.len(), "flag"),
                count(project.catalog.variants().len(), "variant"),
                in_collections(project),
            );
            (Diagnosis::good("templates", seen), Some(build))
        }
        Err(error) => (no_templates(&error), None),
    }
}

/// The number of collections, if there are several.
fn in_collections(project: &Project) -> String {
    match project.catalog.collections().len() {
        1 => String::new(),
        several => format!(" in {several} collections"),
    }
}

fn no_templates(error: &anyhow::Error) -> Diagnosis {
    let mut advice = help::advice(error);
    if advice.is_empty() {
        advice.push("fix the error, or name another folder with --templates".to_owned());
    }
    Diagnosis::missing(
        "templates",
        help::chain(error),
        advice.join("; "),
        needs::TEMPLATES,
    )
}

fn record(project: &Project, build: &CatalogBuild) -> Diagnosis {
    let place = project.folder.join(FILE_NAME);
    let committed = match records::own(&project.folder, build.metric) {
        Ok(Some(record)) => record,
        Ok(None) => {
            let seen = format!("there is no {}", place.display());
            return Diagnosis::missing(
                "record",
                seen,
                "run `gen --all`, or name the folder with --catalog",
                needs::PAGES,
            );
        }
        Err(error) => {
            let seen = help::chain(&error);
            let advice = "run `gen --all` after a merge conflict, otherwise `gen record`";
            return Diagnosis::missing("record", seen, advice, needs::RECORD);
        }
    };
    let baseline = Baseline::accepted(&place.display().to_string(), &committed);
    let findings = gate::check(
        build,
        &project.folder,
        Some(&committed),
        project.catalog.manifest(),
        Some(&baseline),
    );
    let pages = count(committed.pages.len(), "page");
    let bytes = committed.total();
    let place = place.display();
    if findings.is_empty() {
        let seen = format!(
            "{place}: {pages}, {bytes} {}; the gate passes",
            build.metric.unit()
        );
        return Diagnosis::good("record", seen);
    }
    let lines = findings.iter().map(|finding| format!("\n  {finding}"));
    let seen = format!(
        "{place}: the gate reports {}{}",
        count(findings.len(), "finding"),
        lines.collect::<String>()
    );
    let advice = advice::findings(&findings).join("; ");
    Diagnosis::new(State::Finding, "record", seen).advise(advice)
}

/// Finds a browser and reads its version. Chromium is started once; starting the others, which commands
/// use with `--host` only, takes seconds.
fn browser(part: &'static str, kind: Kind, stops: &'static [&'static str]) -> Diagnosis {
    let is_default = kind == Kind::Chrome;
    let installer = match is_default {
        true => "`cargo xtask browser` installs one",
        false => "`cargo xtask browser --all` installs it on Debian",
    };
    let advice = format!("{installer}; or {}", help::install(kind));
    let missing = |error: HostError| Diagnosis::missing(part, error.to_string(), &*advice, stops);
    let found = match host::installed(kind) {
        Ok(found) => found,
        Err(error @ HostError::NotInstalled { .. }) if !is_default => {
            return Diagnosis::new(State::Absent, part, error.to_string()).advise(advice);
        }
        Err(error) => return missing(error),
    };
    let place = found.path.display();
    let seen = format!("{} in {place} ({})", found.version, found.source);
    let diagnosis = match is_default.then(|| kind.open()) {
        None => Diagnosis::good(part, seen),
        Some(Ok(_)) => Diagnosis::good(part, seen + ", and it starts"),
        Some(Err(error)) => missing(error),
    };
    Diagnosis {
        path: Some(found.path),
        ..diagnosis
    }
}

fn git(env: &Environment) -> Diagnosis {
    let version = Command::new("git").arg("--version").output();
    let version = match version {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => {
            let advice = "install git, or name a record's file with --baseline";
            return Diagnosis::missing("git", "git does not run", advice, needs::GIT);
        }
    };
    let folder = &env.folders.catalog;
    if !matches!(git::read(folder, &["rev-parse", "--git-dir"]), Ok(Some(_))) {
        let seen = format!(
            "{version}; {} is in no repository, so no change is shown",
            folder.display()
        );
        let advice =
            "run `git init` and commit the catalog, or name a record's file with --baseline";
        return Diagnosis::new(State::Absent, "git", seen).advise(advice);
    }
    let last = match records::any("HEAD", folder) {
        Ok(record) => format!(
            "the last commit records {}",
            count(record.pages.len(), "page")
        ),
        _ => "the last commit has no record, so no change is shown".to_owned(),
    };
    Diagnosis::good("git", format!("{version}; {last}"))
}
