//! What decides whether a candidate is right.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use golfchess_pages::minify::Wrapper;
use golfchess_parity::host::Kind;
use golfchess_parity::mirror::{Mirror, Unmodelled};
use golfchess_parity::{Effort, Inputs, Options, Subject, verify};

/// Judges pages.
pub trait Judge {
    /// Whether the page in a file is right.
    ///
    /// # Errors
    /// The judge cannot run.
    fn accepts(&self, page: &Path) -> io::Result<bool>;
}

/// A program that exits with 0 if the page is right. The path of the page is its last argument.
#[derive(Debug, Clone)]
pub struct Program {
    /// The command, for the shell.
    pub command: String,
}

impl Judge for Program {
    fn accepts(&self, page: &Path) -> io::Result<bool> {
        let mut command = if cfg!(windows) {
            let mut command = Command::new("cmd");
            command.args(["/C", &self.command]);
            command
        } else {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{} \"$@\"", self.command), "sh"]);
            command
        };
        command.arg(page).stdin(Stdio::null());
        let output = command.output()?;
        Ok(output.status.success())
    }
}

/// Compares what a page shows with what the readable page shows, in the embedded engine.
#[derive(Debug, Clone)]
pub struct Mirrored {
    /// The readable page.
    pub readable: String,
    /// Texts that the page may accept as answers.
    pub dictionary: Vec<String>,
}

impl Judge for Mirrored {
    fn accepts(&self, page: &Path) -> io::Result<bool> {
        let mut text = fs::read_to_string(page)?;
        if page.extension() == Some("js".as_ref()) {
            text = Wrapper::script().page(&text);
        }
        let subject = Subject {
            name: "page".to_owned(),
            place: 0,
            reference: Unmodelled {
                dictionary: self.dictionary.clone(),
                inputs: Inputs::of_script(&self.readable),
                scenarios: Vec::new(),
            },
            page: text,
            readable: self.readable.clone(),
        };
        let options = Options {
            fail_fast: true,
            ..Options::new(vec![&Mirror], Effort::Quick, Kind::Embedded)
        };
        let verdict = verify(&[subject], &options, &|_| ()).map_err(io::Error::other)?;
        match verdict.dialogs() {
            0 => Err(io::Error::other(
                "the page shows nothing that could be compared",
            )),
            _ => Ok(verdict.findings().next().is_none()),
        }
    }
}
