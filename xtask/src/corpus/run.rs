//! One input through all tools.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::SIZES;
use super::cache::Cache;
use super::halves::digest;
use super::list::{Entry, Kind};
use super::ours::{Made, Ours};
use super::packages::Packages;
use super::scripts;
use crate::comparison::{Measured, Row};
use crate::programs::measure;

/// The milliseconds that a program may run.
const MILLISECONDS: usize = 8000;

/// All that a run needs.
pub struct Bench {
    pub packages: Packages,
    pub cache: Cache,
    pub ours: Ours,
    pub chromium: PathBuf,
    /// Copies of the programs, away from the files that they import.
    pub files: PathBuf,
    /// The versions of the tools: the lock file.
    pub versions: String,
}

/// An input with its results.
pub struct Outcome {
    pub entry: Entry,
    /// Why its results cannot be compared, or its sizes.
    pub row: Result<Row, String>,
    /// The first difference that a wrong result of ours shows.
    pub difference: Option<String>,
}

/// The results of the other tools.
#[derive(Serialize, Deserialize)]
struct Others {
    /// The names that no tool may change.
    keep: Vec<String>,
    results: BTreeMap<String, Texts>,
}

/// The texts of a tool, or why it has none.
#[derive(Serialize, Deserialize)]
struct Texts {
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    error: Option<String>,
}

/// What judges say.
#[derive(Deserialize)]
struct Verdict {
    values: usize,
    /// Why the input itself cannot be looked at.
    failed: Option<String>,
    judged: Vec<Judged>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Judged {
    sizes: Vec<usize>,
    difference: Option<String>,
}

/// The judgement of a text, or why its input cannot be looked at.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    values: usize,
    failed: Option<String>,
    judged: Judged,
}

impl Kept {
    /// Whether a limit has decided.
    fn is_of_time(&self) -> bool {
        let difference = self.judged.difference.as_deref();
        self.failed.is_some() || difference.is_some_and(|text| text.contains("failed: "))
    }
}

impl Bench {
    pub fn outcome(&self, entry: &Entry) -> Outcome {
        let mut difference = None;
        let row = self.row(entry, &mut difference);
        Outcome {
            entry: entry.clone(),
            row,
            difference,
        }
    }

    fn row(&self, entry: &Entry, difference: &mut Option<String>) -> Result<Row, String> {
        let file = self.staged(entry)?;
        let path = file.display().to_string();
        let others = self.others(entry, &path)?;
        let ours = self.ours.all(
            &self.cache,
            [&path, &entry.sha256],
            entry.kind,
            &others.keep,
        )?;
        let texts = others.results.values().flat_map(|one| one.texts.iter());
        let texts: Vec<&str> = texts
            .chain(ours.iter().filter_map(Made::text))
            .map(String::as_str)
            .collect();
        let judged = self.judged(entry, &path, &others.keep, &texts)?;
        let mut measured: Vec<Measured> = Vec::new();
        for (metric, made) in SIZES.iter().zip(&ours) {
            let (texts, error) = match made {
                Made::Text(text) => (vec![text.clone()], None),
                Made::Error(error) => (Vec::new(), Some(error.clone())),
            };
            let own: Vec<&Judged> = texts
                .iter()
                .map(|text| &judged[text.as_str()].judged)
                .collect();
            if let Some(first) = own.iter().find_map(|one| one.difference.clone()) {
                difference.get_or_insert(first);
            }
            measured.push(of_tool("gen", Some((*metric).to_owned()), error, &own));
        }
        for (tool, result) in &others.results {
            let own = result
                .texts
                .iter()
                .map(|text| &judged[text.as_str()].judged);
            measured.push(of_tool(
                tool,
                None,
                result.error.clone(),
                &own.collect::<Vec<_>>(),
            ));
        }
        let values = judged
            .values()
            .map(|one| one.values)
            .max()
            .unwrap_or_default();
        let bytes = fs::metadata(&file).map_or(0, |data| data.len());
        Ok(Row {
            name: entry.package.clone(),
            before: usize::try_from(bytes).unwrap_or_default(),
            values,
            measured,
        })
    }

    /// The file of an input, which must have its digest: programs in a folder of their own.
    fn staged(&self, entry: &Entry) -> Result<PathBuf, String> {
        let file = self.packages.folder(&entry.package).join(&entry.file);
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        let bytes = fs::read(&file).map_err(failed)?;
        if digest(&bytes) != entry.sha256 {
            return Err(format!("{} has another digest", file.display()));
        }
        if entry.kind == Kind::Page {
            return Ok(file);
        }
        let folder = self.files.join(&entry.sha256);
        fs::create_dir_all(&folder).map_err(failed)?;
        let copy = folder.join(format!("program.{}", entry.kind.ending()));
        fs::write(&copy, bytes).map_err(failed)?;
        Ok(copy)
    }

    fn others(&self, entry: &Entry, file: &str) -> Result<Others, String> {
        let kind = entry.kind.name();
        let script = script(entry.kind, scripts::TOOLS);
        let key = Cache::key(&["others", &self.versions, script, kind, &entry.sha256]);
        self.cache.kept(&key, || {
            let job = json!({ "file": file, "kind": kind });
            self.node(entry.kind, script, job)
        })
    }

    /// Judges each text once, whichever tools have made it.
    fn judged<'t>(
        &self,
        entry: &Entry,
        file: &str,
        keep: &[String],
        texts: &[&'t str],
    ) -> Result<BTreeMap<&'t str, Kept>, String> {
        let script = script(entry.kind, scripts::JUDGE);
        let rule = match entry.kind {
            Kind::Page => script.to_owned(),
            _ => scripts::RECORD.concat(),
        };
        let key =
            |text: &str| Cache::key(&["judged", &rule, entry.kind.name(), &entry.sha256, text]);
        let mut found = BTreeMap::new();
        let mut new = Vec::new();
        for text in texts {
            match self.cache.get::<Kept>(&key(text)) {
                Some(kept) => drop(found.insert(*text, kept)),
                None if new.contains(text) => {}
                None => new.push(*text),
            }
        }
        if !new.is_empty() {
            let job =
                json!({ "file": file, "kind": entry.kind.name(), "names": keep, "texts": new });
            let job = scripts::recorded(job, MILLISECONDS);
            let verdict: Verdict = self.node(entry.kind, script, job)?;
            for (text, judged) in new.into_iter().zip(verdict.judged) {
                let kept = Kept {
                    values: verdict.values,
                    failed: verdict.failed.clone(),
                    judged,
                };
                // A busy machine may be faster the next time.
                if !kept.is_of_time() {
                    self.cache.put(&key(text), &kept)?;
                }
                found.insert(text, kept);
            }
        }
        match found.values().find_map(|kept| kept.failed.clone()) {
            Some(reason) => Err(reason),
            None => Ok(found),
        }
    }

    /// What a script makes of a job.
    fn node<T: serde::de::DeserializeOwned>(
        &self,
        kind: Kind,
        script: &str,
        job: Value,
    ) -> Result<T, String> {
        let more = [self.chromium.as_os_str()];
        let more = match kind {
            Kind::Page => &more[..],
            _ => &[],
        };
        let mut all = measure(&self.packages.node, script, vec![job], more)?;
        all.pop().ok_or_else(|| "no result of a script".to_owned())
    }
}

/// The script for a kind: pages have one for all.
fn script(kind: Kind, other: &'static str) -> &'static str {
    match kind {
        Kind::Page => scripts::PAGES,
        _ => other,
    }
}

impl Made {
    fn text(&self) -> Option<&String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Error(_) => None,
        }
    }
}

/// The smallest right results of a tool, or the smallest wrong ones.
fn of_tool(
    tool: &str,
    metric: Option<String>,
    error: Option<String>,
    judged: &[&Judged],
) -> Measured {
    let right = judged.iter().any(|one| one.difference.is_none());
    let counts = judged
        .iter()
        .filter(|one| one.difference.is_none() == right);
    let sizes = (0..SIZES.len()).map(|at| counts.clone().map(|one| one.sizes[at]).min());
    Measured {
        tool: tool.to_owned(),
        metric,
        error,
        milliseconds: 0,
        right,
        sizes: sizes.map(Option::unwrap_or_default).collect(),
    }
}

/// A digest of the versions of the tools.
pub fn versions(root: &Path) -> Result<String, String> {
    let file = root.join("xtask/corpus/package.json");
    let text = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(digest(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_limit_has_decided_is_not_kept() {
        let kept = |failed: Option<&str>, difference: Option<&str>| Kept {
            values: 1,
            failed: failed.map(str::to_owned),
            judged: Judged {
                sizes: Vec::new(),
                difference: difference.map(str::to_owned),
            },
        };
        assert!(kept(Some("failed: too long"), None).is_of_time());
        assert!(kept(None, Some("exports = 1\nfailed: too long")).is_of_time());
        assert!(!kept(None, Some("exports = 1\nexports = 2")).is_of_time());
        assert!(!kept(None, None).is_of_time());
    }

    #[test]
    fn the_smallest_right_text_of_a_tool_counts() {
        let judged = |size: usize, is_right: bool| Judged {
            sizes: vec![size; SIZES.len()],
            difference: (!is_right).then(|| "a".to_owned()),
        };
        let all = [judged(3, false), judged(5, true), judged(4, true)];
        let found = of_tool("esbuild", None, None, &all.each_ref());
        assert!(found.right);
        assert_eq!(found.sizes, [4; 3]);
        let found = of_tool("esbuild", None, None, &[&all[0]]);
        assert!(!found.right);
        assert_eq!(found.sizes, [3; 3]);
        assert_eq!(of_tool("oxc", None, Some("no".into()), &[]).sizes, [0; 3]);
    }
}
