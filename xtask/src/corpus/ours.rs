//! What `gen minify` makes of an input by each metric.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::SIZES;
use super::cache::Cache;
use super::halves::digest;
use super::list::Kind;

/// The longest that one call may take.
const LIMIT: Duration = Duration::from_secs(600);

/// A program of `gen`.
pub struct Ours {
    program: PathBuf,
    /// Of its bytes.
    digest: String,
}

/// A text that a tool has made, or why it has none.
#[derive(Clone, Serialize, Deserialize)]
pub enum Made {
    #[serde(rename = "text")]
    Text(String),
    #[serde(rename = "error")]
    Error(String),
}

impl Ours {
    pub fn new(program: PathBuf) -> Result<Self, String> {
        let bytes =
            fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
        Ok(Self {
            digest: digest(&bytes),
            program,
        })
    }

    /// The text by each metric.
    pub fn all(
        &self,
        cache: &Cache,
        [file, sha256]: [&str; 2],
        kind: Kind,
        keep: &[String],
    ) -> Result<Vec<Made>, String> {
        let by = |metric: &&str| {
            let words = words(kind, keep, metric);
            let line = words.join("\0");
            let key = Cache::key(&["gen", &self.digest, &line, kind.name(), sha256]);
            cache.kept(&key, || self.one(file, &words))
        };
        SIZES.iter().map(by).collect()
    }

    fn one(&self, file: &str, words: &[String]) -> Result<Made, String> {
        let mut command = Command::new(&self.program);
        command.arg("minify").arg(file).args(words);
        let Some([stdout, stderr]) = limited(command)? else {
            return Ok(Made::Error(format!("no result in {} s", LIMIT.as_secs())));
        };
        let Ok(printed) = serde_json::from_slice::<Value>(&stdout) else {
            return Ok(Made::Error(
                String::from_utf8_lossy(&stderr).trim().to_owned(),
            ));
        };
        let page = printed["page"]
            .as_str()
            .map(|text| Made::Text(text.trim().to_owned()));
        page.ok_or_else(|| "`gen` printed no page".to_owned())
    }
}

fn words(kind: Kind, keep: &[String], metric: &str) -> Vec<String> {
    let mut words: Vec<&str> = vec!["--metric", metric, "--format", "json"];
    match kind {
        // The other tools leave files outside of the page.
        Kind::Page => words.push("--keep-files"),
        _ => words.extend(["--wrapper", "none"]),
    }
    for name in keep {
        words.extend(["--keep", name]);
    }
    words.into_iter().map(str::to_owned).collect()
}

/// What a command prints on stdout, empty if it fails, and on stderr; `None` if it takes too long.
fn limited(mut command: Command) -> Result<Option<[Vec<u8>; 2]>, String> {
    let failed = |error: std::io::Error| format!("cannot run `gen`: {error}");
    let files = [(); 2].map(|()| tempfile::NamedTempFile::new());
    let [out, err] = files.map(|file| file.map_err(failed));
    let (out, err) = (out?, err?);
    let open = |file: &tempfile::NamedTempFile| File::create(file.path()).map(Stdio::from);
    command
        .stdin(Stdio::null())
        .stdout(open(&out).map_err(failed)?)
        .stderr(open(&err).map_err(failed)?);
    let mut child = command.spawn().map_err(failed)?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        if started.elapsed() > LIMIT {
            child.kill().and_then(|()| child.wait()).map_err(failed)?;
            return Ok(None);
        }
        sleep(Duration::from_millis(20));
    };
    let stderr = fs::read(err.path()).map_err(failed)?;
    let stdout = match status.success() {
        true => fs::read(out.path()).map_err(failed)?,
        false => Vec::new(),
    };
    Ok(Some([stdout, stderr]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_and_pages_keep_their_files() {
        let keep = ["a".to_owned(), "b".to_owned()];
        let line = words(Kind::Script, &keep, "gzip").join(" ");
        assert_eq!(
            line,
            "--metric gzip --format json --wrapper none --keep a --keep b"
        );
        assert!(words(Kind::Page, &[], "bytes").contains(&"--keep-files".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_fails_has_a_message() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo a; echo b >&2; exit 2"]);
        let [out, err] = limited(command).unwrap().unwrap();
        assert!(out.is_empty());
        assert_eq!(err, b"b\n");
    }
}
