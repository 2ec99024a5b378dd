//! The results of a run in a file, so that an interrupted run can go on.

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::list::Mutant;

/// What the suites made of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The number of pages that it changes, without those of its exception.
    pub pages: usize,
    /// The pages on which `--quick` finds no difference; empty where it was not played.
    pub missed_by_quick: Vec<String>,
    /// The pages on which no run finds a difference.
    pub missed: Vec<String>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    /// See [`Journal::key`].
    key: u64,
    /// The name of the mutant, for readers of the file.
    name: String,
    outcome: Outcome,
}

/// The results of a run, in memory and on disk.
pub struct Journal {
    /// A digest of what all results depend on.
    run: u64,
    known: HashMap<u64, Outcome>,
    file: Mutex<File>,
    path: PathBuf,
}

impl Journal {
    /// Starts a file, or goes on with the one of an interrupted run. `run` is all that the results depend
    /// on besides the mutant.
    pub fn open(path: &Path, run: &impl Hash, resume: bool) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut known = HashMap::new();
        if resume && path.exists() {
            let text = fs::read_to_string(path).map_err(failed)?;
            // The end of the last line may be missing.
            let lines = text
                .lines()
                .map_while(|line| serde_json::from_str(line).ok());
            known.extend(lines.map(|line: Line| (line.key, line.outcome)));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let file = match resume {
            true => File::options().create(true).append(true).open(path),
            false => File::create(path),
        };
        Ok(Self {
            run: digest(run),
            known,
            file: Mutex::new(file.map_err(failed)?),
            path: path.to_owned(),
        })
    }

    /// The result of a mutant in an earlier part of this run.
    pub fn known(&self, mutant: &Mutant) -> Option<&Outcome> {
        self.known.get(&self.key(mutant))
    }

    /// Adds a result.
    pub fn add(&self, mutant: &Mutant, outcome: &Outcome) -> Result<(), String> {
        let line = Line {
            key: self.key(mutant),
            name: mutant.name.clone(),
            outcome: outcome.clone(),
        };
        let mut text = serde_json::to_string(&line).map_err(|error| error.to_string())?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(text.as_bytes());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// A number of the mutant, of the pages and of the program: if one of them changes, so does the number.
    fn key(&self, mutant: &Mutant) -> u64 {
        let text = serde_json::to_string(mutant).unwrap_or_default();
        digest(&(self.run, text))
    }
}

fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn mutant(replace: &str) -> Mutant {
        let text = format!(
            "name = 'a'\nrule = 'b'\nfile = 'c'\nfind = 'd'\nreplace = '{replace}'\nsuite = 'e'"
        );
        toml::from_str(&text).expect("a mutant")
    }

    #[test]
    fn a_run_goes_on_with_the_results_of_the_same_mutant_and_program_only() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state/quick.jsonl");
        let outcome = Outcome {
            pages: 3,
            missed_by_quick: vec!["index_M".to_owned()],
            missed: Vec::new(),
        };
        let known = |program: &str, resume, replace| {
            let journal = Journal::open(&path, &program, resume).expect("a file");
            journal.known(&mutant(replace)).cloned()
        };
        let journal = Journal::open(&path, &"gen", false).expect("a file");
        journal.add(&mutant("x"), &outcome).expect("written");
        // A line that was not written to its end.
        let text = fs::read_to_string(&path).expect("lines");
        fs::write(&path, format!("{text}{}", &text[..20])).expect("written");
        assert_eq!(known("gen", true, "x"), Some(outcome));
        assert_eq!(known("gen", true, "y"), None);
        assert_eq!(known("another gen", true, "x"), None);
        assert_eq!(known("gen", false, "x"), None);
    }
}
