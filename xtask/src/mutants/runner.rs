//! Builds and verifies mutants.

use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;
use tempfile::TempDir;

use super::journal::Outcome;
use super::list::{self, Mutant};
use crate::tool::{Tool, Verdict, pages};

/// Builds and verifies mutants.
pub struct Runner {
    /// `gen`, and the repository. The program is a copy: a build during a run changes nothing.
    pub tool: Tool,
    /// The folder for everything that is written.
    pub scratch: TempDir,
    host: String,
}

impl Runner {
    /// Builds `gen`.
    pub fn new(root: &Path, host: &str) -> Result<Self, String> {
        let failed = |error: io::Error| format!("cannot make a folder: {error}");
        let scratch = TempDir::new().map_err(failed)?;
        Ok(Self {
            tool: Tool::build(root)?.copied_to(scratch.path())?,
            scratch,
            host: host.to_owned(),
        })
    }

    /// The fragments without a mutant and without packed pages: their pages choose the forms of the scripts.
    fn chooser(&self) -> PathBuf {
        self.scratch.path().join("templates")
    }

    /// Builds all pages without a mutant.
    ///
    /// # Errors
    /// They are not those of the catalog, so each page would count as one that a mutant changes.
    pub fn check_catalog(&self) -> Result<(), String> {
        let chooser = self.chooser();
        let failed = |error: io::Error| error.to_string();
        list::copy_fragments(&self.tool.root.join("templates"), &chooser).map_err(failed)?;
        list::leave_out_packed_pages(&chooser)?;
        let folder = self.scratch.path().join("unchanged");
        self.build_all(&chooser, &folder)?;
        let changed = self.changed(&folder).map_err(failed)?;
        match changed.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "pages of the catalog are out of date: {}; run `gen --all`",
                changed.join(" ")
            )),
        }
    }

    /// Plays the pages that a mutant changes with its suite, up to the first finding.
    pub fn by_mutant(&self, mutant: &Mutant) -> Result<Outcome, String> {
        let folder = self.folder()?;
        let pages = self.build(mutant, folder.path())?;
        let words: Vec<&str> = pages.iter().map(String::as_str).collect();
        let arguments = [&words[..], &["--suite", &mutant.suite]].concat();
        let is_detected = self.detects(folder.path(), &arguments)?;
        Ok(Outcome {
            pages: pages.len(),
            missed_by_quick: Vec::new(),
            missed: if is_detected { Vec::new() } else { pages },
        })
    }

    /// Plays each page that a mutant changes with `--quick`, and those without a finding by default, which
    /// plays all that `--quick` plays.
    pub fn by_page(&self, mutant: &Mutant) -> Result<Outcome, String> {
        let folder = self.folder()?;
        let mut pages = self.build(mutant, folder.path())?;
        pages.retain(|page| !mutant.except.contains(page));
        let count = pages.len();
        let suite = ["--suite", mutant.suite.as_str()];
        // What the suite of the mutant misses, all suites may detect.
        for effort in [&["--quick", suite[0], suite[1]][..], &["--quick"]] {
            pages = self.missed(folder.path(), pages, effort)?;
        }
        Ok(Outcome {
            pages: count,
            missed_by_quick: pages.clone(),
            missed: self.missed(folder.path(), pages, &suite)?,
        })
    }

    fn folder(&self) -> Result<TempDir, String> {
        TempDir::new_in(self.scratch.path()).map_err(|error| error.to_string())
    }

    /// The pages on which `gen verify` finds no difference.
    fn missed(
        &self,
        folder: &Path,
        pages: Vec<String>,
        words: &[&str],
    ) -> Result<Vec<String>, String> {
        if pages.is_empty() {
            return Ok(pages);
        }
        let mut all: Vec<&str> = pages.iter().map(String::as_str).collect();
        all.push("--no-shrink");
        all.extend(words);
        let verdict = self.verify(folder, &all)?;
        let found: Vec<&str> = verdict.variants_with_findings().collect();
        let is_missed = |page: &String| !found.contains(&page.as_str());
        Ok(pages
            .iter()
            .filter(|page| is_missed(page))
            .cloned()
            .collect())
    }

    /// Whether `gen verify` finds a difference on pages in a folder.
    pub fn detects(&self, folder: &Path, arguments: &[&str]) -> Result<bool, String> {
        let words = [&["--fail-fast"], arguments].concat();
        Ok(self.verify(folder, &words)?.has_finding())
    }

    /// Verifies pages in a folder on one core.
    fn verify(&self, folder: &Path, words: &[&str]) -> Result<Verdict, String> {
        let folder = folder.display().to_string();
        let usual = ["--jobs", "1", "--host", &self.host, "--pages", &folder];
        self.tool.verify(&[&usual, words].concat())
    }

    /// Counts for how many of `0..count` a test is true, on all cores. The error holds the reasons
    /// of all tests that failed.
    pub fn count(
        &self,
        count: usize,
        test: impl Fn(usize) -> Result<bool, String> + Send + Sync,
    ) -> Result<usize, String> {
        let results: Vec<Result<bool, String>> = (0..count)
            .into_par_iter()
            .with_max_len(1)
            .map(test)
            .collect();
        let failed: Vec<&str> = results
            .iter()
            .filter_map(|result| Some(result.as_ref().err()?.as_str()))
            .collect();
        match failed.is_empty() {
            true => Ok(results.iter().filter(|result| **result == Ok(true)).count()),
            false => Err(failed.join("\n")),
        }
    }

    /// Builds the pages from fragments with one mutant, and names the pages that it changes.
    fn build(&self, mutant: &Mutant, folder: &Path) -> Result<Vec<String>, String> {
        let templates = folder.join("templates");
        mutant.write(&self.tool.root, &templates)?;
        list::leave_out_packed_pages(&templates)?;
        self.build_all(&templates, folder)?;
        let pages = self.changed(folder).map_err(|error| error.to_string())?;
        match pages.is_empty() {
            true => Err("it changes no page".to_owned()),
            false => Ok(pages),
        }
    }

    /// Builds all pages of some fragments in the forms that the pages without a mutant have.
    fn build_all(&self, templates: &Path, out: &Path) -> Result<(), String> {
        let [templates, out, chooser] =
            [templates, out, &self.chooser()].map(|path| path.display().to_string());
        let words = ["--all", "--out", &out, "--templates", &templates];
        let output = self
            .tool
            .output(&[&words[..], &["--choose-as", &chooser]].concat())?;
        match output.status.code() {
            Some(0 | 1) => Ok(()),
            _ => {
                let reason = String::from_utf8_lossy(&output.stderr);
                Err(format!("it cannot be built: {reason}"))
            }
        }
    }

    /// The names of the pages in a folder that differ from the catalog.
    fn changed(&self, folder: &Path) -> io::Result<Vec<String>> {
        let catalog = self.tool.root.join("catalog");
        let mut names = Vec::new();
        for (name, page) in pages(folder)? {
            if fs::read(catalog.join(format!("{name}.html")))? != fs::read(page)? {
                names.push(name);
            }
        }
        Ok(names)
    }
}
