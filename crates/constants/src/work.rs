//! Work on all cores, with a progress bar on a terminal and a state file to continue from.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

impl Shard {
    pub fn has(self, at: usize) -> bool {
        at % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (index, count) = text.split_once('/')?;
            let shard = Shard {
                index: index.parse().ok()?,
                count: count.parse().ok()?,
            };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        };
        parse().ok_or_else(|| format!("`{text}` is not I/N with I from 1 to N"))
    }
}

/// One finished part, a line of the state file.
#[derive(Serialize, Deserialize)]
struct Part {
    /// The search and the place of the part in it.
    part: (String, usize),
    results: serde_json::Value,
}

/// The first line of a state file.
#[derive(Serialize, Deserialize)]
struct Header {
    space: String,
}

/// Runs parts, and records those that are finished.
pub struct Work {
    done: Mutex<HashMap<(String, usize), serde_json::Value>>,
    file: Option<Mutex<File>>,
}

impl Work {
    /// Reads the parts that a state file holds for the same `space`, and appends to it. A last
    /// line that was cut off by an interrupt is ignored.
    pub fn open(state: Option<&Path>, space: &str) -> Result<Work, String> {
        let Some(path) = state else {
            let done = Mutex::default();
            return Ok(Work { done, file: None });
        };
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        let mut done = HashMap::new();
        let mut lines = BufReader::new(&file).lines();
        match lines.next().transpose().map_err(failed)? {
            None => {
                let header = Header {
                    space: space.to_owned(),
                };
                write_line(&mut file, &header).map_err(failed)?;
            }
            Some(line) => {
                let header: Option<Header> = serde_json::from_str(&line).ok();
                let found = header.map_or_else(|| "no search".to_owned(), |header| header.space);
                if found != space {
                    return Err(format!(
                        "{}: holds the state of another search ({found}), not of {space}",
                        path.display()
                    ));
                }
                for line in lines {
                    if let Ok(Part { part, results }) = serde_json::from_str(&line.map_err(failed)?)
                    {
                        done.insert(part, results);
                    }
                }
                // Ends a line that was cut off.
                file.write_all(b"\n").map_err(failed)?;
            }
        }
        Ok(Work {
            done: Mutex::new(done),
            file: Some(Mutex::new(file)),
        })
    }

    /// Returns the results of `find` for all parts, in order. Parts start in order too: early
    /// results may shorten later parts.
    pub fn each<T: Sync, R: Send + Serialize + DeserializeOwned>(
        &self,
        name: &str,
        parts: &[(usize, &T)],
        find: impl Fn(&T) -> Vec<R> + Send + Sync,
    ) -> Result<Vec<R>, String> {
        let style = ProgressStyle::with_template("{prefix} {bar:30} {pos} of {len}");
        let bar = ProgressBar::new(parts.len() as u64)
            .with_style(style.expect("valid progress template"))
            .with_prefix(name.to_owned());
        let found: Result<Vec<(usize, Vec<R>)>, String> = parts
            .iter()
            .par_bridge()
            .map(|(at, part)| {
                let results = match self.earlier(name, *at)? {
                    Some(results) => results,
                    None => {
                        let results = find(part);
                        self.record(name, *at, &results)?;
                        results
                    }
                };
                bar.inc(1);
                Ok((*at, results))
            })
            .collect();
        bar.finish();
        let mut found = found?;
        found.sort_by_key(|(at, _)| *at);
        Ok(found.into_iter().flat_map(|(_, results)| results).collect())
    }

    /// The results of a part that an earlier run has finished.
    pub fn earlier<R: DeserializeOwned>(
        &self,
        name: &str,
        at: usize,
    ) -> Result<Option<Vec<R>>, String> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let results = done.remove(&(name.to_owned(), at));
        results
            .map(serde_json::from_value)
            .transpose()
            .map_err(|error| format!("the state of `{name}`, part {at}: {error}"))
    }

    fn record<R: Serialize>(&self, name: &str, at: usize, results: &[R]) -> Result<(), String> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let failed = |error: &dyn std::fmt::Display| format!("the state file: {error}");
        let part = Part {
            part: (name.to_owned(), at),
            results: serde_json::to_value(results).map_err(|error| failed(&error))?,
        };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&mut file, &part).map_err(|error| failed(&error))
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn run(work: &Work, runs: &AtomicUsize) -> Vec<i64> {
        let parts = [1, 2, 3];
        let parts: Vec<(usize, &i64)> = parts.iter().enumerate().collect();
        let find = |part: &i64| {
            runs.fetch_add(1, Ordering::Relaxed);
            vec![*part, 10 * part]
        };
        work.each("test", &parts, find).expect("a state")
    }

    #[test]
    fn a_state_file_saves_finished_parts_and_ignores_a_cut_line() {
        let folder = std::env::temp_dir().join(format!("constants-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("state.jsonl");
        let runs = AtomicUsize::new(0);
        let first = run(&Work::open(Some(&file), "a").expect("a state"), &runs);
        assert_eq!(first, [1, 10, 2, 20, 3, 30]);
        let text = std::fs::read_to_string(&file).expect("a state");
        std::fs::write(&file, &text[..text.len() - 5]).expect("a state");
        let second = run(&Work::open(Some(&file), "a").expect("a state"), &runs);
        let third = run(&Work::open(Some(&file), "a").expect("a state"), &runs);
        let count = runs.into_inner();
        let other = Work::open(Some(&file), "b").err();
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!((second, third, count), (first.clone(), first, 4));
        assert!(other.is_some_and(|error| error.contains("another search (a)")));
    }

    #[test]
    fn shards_cover_all_parts_once() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"]
            .map(|text| text.parse().unwrap())
            .into();
        for at in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(at)).count(), 1);
        }
        for text in ["0/3", "4/3", "1", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
