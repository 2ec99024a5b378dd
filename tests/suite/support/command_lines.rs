//! The transcript of some command lines, for a snapshot.

use std::fs;
use std::process::Stdio;

use super::root;
use super::workspace::{Run, Workspace};

/// The transcript of some command lines in one folder.
pub struct Transcript {
    pub workspace: Workspace,
    pub text: String,
}

impl Transcript {
    /// In a catalog that has nothing to do with chess, and whose pages are built.
    pub fn greeting() -> Self {
        let transcript = Self::of(Workspace::with(&root().join("tests/fixtures/greeting")));
        transcript.workspace.generate(&["--all"]).good();
        transcript
    }

    pub fn chess() -> Self {
        Self::of(Workspace::chess())
    }

    pub fn of(workspace: Workspace) -> Self {
        Self {
            workspace,
            text: String::new(),
        }
    }

    /// Adds a run.
    pub fn run(&mut self, line: &str) -> &mut Self {
        self.add(line, "", |text| text)
    }

    /// Adds a run whose numbers differ from run to run.
    pub fn run_without_numbers(&mut self, line: &str) -> &mut Self {
        self.add(line, "", without_numbers)
    }

    /// Adds a run with an input.
    pub fn run_with_input(&mut self, line: &str, input: &str) -> &mut Self {
        self.add(line, input, |text| text)
    }

    /// Adds a run of which only the first lines are of interest.
    pub fn run_head(&mut self, line: &str) -> &mut Self {
        self.add(line, "", |text| {
            let mut head: Vec<_> = text.lines().take(8).collect();
            if text.lines().count() > head.len() {
                head.push("[more lines]");
            }
            head.join("\n")
        })
    }

    fn add(&mut self, line: &str, input: &str, redact: impl Fn(String) -> String) -> &mut Self {
        let words = line.split(' ').filter(|word| !word.is_empty());
        // A space within a word is written as a dot.
        let words: Vec<_> = words.map(|word| word.replace('·', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = self.workspace.command(&words);
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
            .envs(super::NO_BROWSER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("gen runs");
        let mut stdin = child.stdin.take().expect("an input");
        // A command that reads no input may have ended.
        let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
        drop(stdin);
        let Run { code, out, err } = Run::of(child.wait_with_output().expect("gen ends"));
        let code = match code {
            0 => String::new(),
            code => format!("[exit code {code}]\n"),
        };
        let mut section = format!("$ gen {line}\n{code}");
        for (title, text) in [("", out), ("[stderr]\n", err)] {
            if !text.is_empty() {
                section += title;
                section += redact(self.redact(&text)).trim_end();
                section.push('\n');
            }
        }
        self.text += &section;
        self.text.push('\n');
        self
    }

    /// Changes a file between two runs.
    pub fn edit(&mut self, file: &str, from: &str, to: &str) -> &mut Self {
        self.workspace.edit(file, from, to);
        self.text += &format!("(in {file}: {from} becomes {to})\n\n");
        self
    }

    /// Writes a file between two runs.
    pub fn write(&mut self, file: &str, text: &str) -> &mut Self {
        fs::write(self.workspace.path().join(file), text).expect("written");
        self.text += &format!("({file}: {text:?})\n\n");
        self
    }

    pub fn remove(&mut self, file: &str) -> &mut Self {
        fs::remove_file(self.workspace.path().join(file)).expect("removed");
        self.text += &format!("(without {file})\n\n");
        self
    }

    /// Hides what depends on the machine.
    fn redact(&self, text: &str) -> String {
        let folder = self.workspace.path().display().to_string();
        let git = std::process::Command::new("git").arg("--version").output();
        let git = git.map_or_else(|_| String::new(), |git| Run::of(git).out);
        text.replace(env!("CARGO_BIN_EXE_gen"), "[gen]")
            .replace(git.trim_end(), "[git version]")
            .replace(&folder, "[folder]")
            .replace(env!("CARGO_PKG_VERSION"), "[version]")
    }
}

/// A text with `#` for each number, and one space for several: columns have the width of numbers.
pub fn without_numbers(text: String) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            ' ' if out.ends_with(' ') => {}
            c => out.push(c),
        }
    }
    out
}
