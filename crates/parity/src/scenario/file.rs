//! The file of a scenario.

use std::path::Path;

use serde::Deserialize;

use super::{Group, Scenario, ScenarioError};
use crate::{Answer, Dialog, Stage, Step, Transcript, replay};

/// The keys of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    name: Option<String>,
    #[serde(default)]
    with: Vec<char>,
    #[serde(default)]
    without: Vec<char>,
    #[serde(default)]
    answers: Vec<Reply>,
    #[serde(default)]
    steps: Vec<String>,
    seed: Option<u32>,
    #[serde(default)]
    ignore: Vec<String>,
    shown: Option<Vec<String>>,
    #[serde(default)]
    group: Vec<GroupTable>,
}

/// A table `[[group]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupTable {
    pages: Vec<String>,
    shown: Vec<String>,
}

/// What pages have shown, for the file.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The names of the pages that have shown it.
    pub pages: Vec<String>,
    /// What they have shown.
    pub shown: Transcript,
}

/// A file with several scenarios.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioList {
    scenario: Vec<ScenarioFile>,
}

/// An answer in a file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Reply {
    /// The text of a prompt, as [`replay::read`] reads it.
    Text(String),
    /// OK or Cancel.
    Choice(bool),
}

impl Scenario {
    /// Parses the text of a file with one scenario, whose name is that of the file. Errors name `path`
    /// as its origin.
    ///
    /// # Errors
    /// See [`ScenarioError`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, ScenarioError> {
        let file: ScenarioFile = toml::from_str(text).map_err(|error| unreadable(path, error))?;
        let name = path.file_stem().unwrap_or_default();
        match file.name {
            None => file.scenario(&name.to_string_lossy(), path),
            Some(_) => Err(invalid(path, "`name` is for a file with several scenarios")),
        }
    }

    /// Parses the text of a file with one scenario, or with several in tables `[[scenario]]`, which may
    /// have a `name`.
    ///
    /// # Errors
    /// See [`ScenarioError`].
    pub fn parse_all(text: &str, path: &Path) -> Result<Vec<Self>, ScenarioError> {
        let table: toml::Table = toml::from_str(text).map_err(|error| unreadable(path, error))?;
        if !table.contains_key("scenario") {
            return Ok(vec![Self::parse(text, path)?]);
        }
        let list: ScenarioList = toml::from_str(text).map_err(|error| unreadable(path, error))?;
        let scenarios = list.scenario.into_iter().enumerate();
        let named = scenarios.map(|(at, file)| {
            let name = file.name.clone();
            file.scenario(
                &name.unwrap_or_else(|| format!("scenario {}", at + 1)),
                path,
            )
        });
        named.collect()
    }

    /// The text of its file with what pages have shown: as the key `shown` if all have shown the same,
    /// otherwise in a table `[[group]]` for each recording. These are the last ones of the file.
    pub fn recorded(text: &str, recordings: &[Recording]) -> String {
        let is_shown = |line: &&str| {
            let rest = line.strip_prefix("shown");
            let is_key = rest.is_some_and(|rest| rest.trim_start().starts_with('='));
            is_key || line.trim_end() == "[[group]]"
        };
        let before: usize = text
            .split_inclusive('\n')
            .take_while(|line| !is_shown(line))
            .map(str::len)
            .sum();
        let mut file = text[..before].trim_end().to_owned();
        if !file.is_empty() {
            file.push('\n');
        }
        for Recording { pages, shown } in recordings {
            if recordings.len() > 1 {
                let pages = pages.iter().map(|page| toml::Value::from(page.as_str()));
                file += &format!(
                    "\n[[group]]\npages = {}\n",
                    toml::Value::Array(pages.collect())
                );
            }
            let lines = shown.dialogs.iter().map(line);
            let lines = lines.map(|line| format!("  {},\n", toml::Value::from(line)));
            file += &format!("shown = [\n{}]\n", lines.collect::<String>());
        }
        file
    }
}

fn unreadable(path: &Path, error: toml::de::Error) -> ScenarioError {
    ScenarioError::Parse {
        path: path.to_owned(),
        source: Box::new(error),
    }
}

fn invalid(path: &Path, reason: impl Into<String>) -> ScenarioError {
    ScenarioError::Invalid {
        path: path.to_owned(),
        reason: reason.into(),
    }
}

impl ScenarioFile {
    fn scenario(self, name: &str, path: &Path) -> Result<Scenario, ScenarioError> {
        let steps = self.steps.iter().map(|step| step.parse());
        let steps: Result<Vec<Step>, _> = steps.collect();
        let ignored = self.ignore.iter().map(|word| output_kind(word));
        let ignored: Vec<&'static str> = ignored
            .collect::<Result<_, _>>()
            .map_err(|reason| invalid(path, reason))?;
        // A scenario may have been recorded before it left these out.
        let counts = |dialog: &Dialog| !ignored.contains(&dialog.parts().0);
        let dialogs = |lines: &[String]| -> Result<Vec<Dialog>, ScenarioError> {
            let dialogs = lines.iter().map(|line| read_line(line));
            let dialogs = dialogs.filter(|dialog| dialog.as_ref().map_or(true, counts));
            let dialogs = dialogs.collect::<Result<_, String>>();
            dialogs.map_err(|reason| invalid(path, reason))
        };
        let mut groups: Vec<Group> = Vec::new();
        for GroupTable { pages, shown } in &self.group {
            let is_known = |page: &&String| groups.iter().any(|group| group.pages.contains(page));
            if let Some(page) = pages.iter().find(is_known) {
                return Err(invalid(path, format!("two groups have the page {page}")));
            }
            groups.push(Group {
                pages: pages.clone(),
                shown: dialogs(shown)?,
            });
        }
        let shown = self.shown.as_deref().map(dialogs).transpose()?;
        Ok(Scenario {
            name: name.to_owned(),
            with: self.with,
            without: self.without,
            answers: self.answers.into_iter().map(Reply::answer).collect(),
            stage: Stage {
                steps: steps.map_err(|error| invalid(path, error.to_string()))?,
                seed: self.seed.unwrap_or(Stage::default().seed),
                ignored,
                ..Stage::default()
            },
            shown,
            groups,
        })
    }
}

impl Reply {
    fn answer(self) -> Answer {
        match self {
            Reply::Text(text) => replay::read(&text),
            Reply::Choice(true) => Answer::typed(""),
            Reply::Choice(false) => Answer::CANCEL,
        }
    }
}

/// Something that a page shows, as a line: `alert: text`, or `> key a` for the beginning of a step.
fn line(dialog: &Dialog) -> String {
    match dialog.parts() {
        ("step", step) => format!("> {step}"),
        (kind, text) => format!("{kind}: {text}"),
    }
}

/// The kinds of outputs that a page may show.
const KINDS: &str = "prompt, alert, confirm, console, title, text, canvas or error";

fn output_kind(word: &str) -> Result<&'static str, String> {
    let kind = Dialog::output_kind(word).filter(|kind| KINDS.contains(kind));
    kind.ok_or_else(|| format!("`{word}` under `ignore` is no kind of output: write {KINDS}"))
}

fn read_line(line: &str) -> Result<Dialog, String> {
    let dialog = match line.strip_prefix("> ") {
        Some(step) => Dialog::from_parts("step", step),
        None => line
            .split_once(": ")
            .and_then(|(kind, text)| Dialog::from_parts(kind, text)),
    };
    dialog.ok_or_else(|| {
        format!("`{line}` under `shown` is no output: write `KIND: TEXT` with {KINDS}, or `> STEP`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;

    const TEXT: &str = "\
# A comment.
with = [\"G\"]
answers = [\"40@1500\", false, true]
steps = [\"key a\", \"frames 2\"]
seed = 7
";

    fn parse(text: &str) -> Result<Scenario, ScenarioError> {
        Scenario::parse(text, Path::new("folder/two keys.toml"))
    }

    #[test]
    fn a_recording_reads_back_and_keeps_the_rest_of_the_file() {
        let scenario = parse(TEXT).expect("a scenario");
        assert_eq!(scenario.name, "two keys");
        assert_eq!(scenario.answers[0], Answer(Some("40".to_owned()), 1_500));
        assert_eq!(scenario.answers[1], Answer::CANCEL);
        assert_eq!((scenario.stage.steps.len(), scenario.stage.seed), (2, 7));
        assert_eq!(scenario.shown, None);
        let shown = [
            ("prompt", "Bill?\n\"a\""),
            ("step", "key a"),
            ("canvas", "9x9 0a"),
            ("text", ""),
        ];
        let shown = shown.map(|(kind, text)| Dialog::from_parts(kind, text).expect(kind));
        let transcript = Transcript {
            dialogs: shown.to_vec(),
            ending: Ending::Quiet,
        };
        let all = [recording(&["page"], &transcript)];
        let text = Scenario::recorded(TEXT, &all);
        assert!(text.starts_with(TEXT), "{text}");
        let read = parse(&text).expect("the recording");
        assert_eq!(read.shown.as_deref(), Some(&shown[..]));
        assert_eq!(Scenario::recorded(&text, &all), text);
    }

    fn recording(pages: &[&str], shown: &Transcript) -> Recording {
        Recording {
            pages: pages.iter().map(ToString::to_string).collect(),
            shown: shown.clone(),
        }
    }

    #[test]
    fn groups_of_pages_show_different_things_in_one_file() {
        let shows = |text: &str| Transcript {
            dialogs: vec![Dialog::Alert(text.to_owned())],
            ending: Ending::Quiet,
        };
        let (quiet, loud) = (shows("a"), shows("A"));
        let groups = [
            recording(&["two", "two_G"], &quiet),
            recording(&["two_L"], &loud),
        ];
        let text = Scenario::recorded(TEXT, &groups);
        let scenario = parse(&text).expect("groups");
        assert_eq!(scenario.shown, None);
        for (page, shown) in [
            ("two", Some(&quiet)),
            ("two_G", Some(&quiet)),
            ("two_L", Some(&loud)),
            ("two_GL", None),
        ] {
            let on = scenario.on(page).shown;
            assert_eq!(on, shown.map(|shown| shown.dialogs.clone()), "{page}");
        }
        // All pages show the same again.
        let one = Scenario::recorded(&text, &[recording(&["two"], &quiet)]);
        let other = Scenario::recorded(TEXT, &[recording(&["two"], &quiet)]);
        assert_eq!(one, other);
        assert_eq!(Scenario::recorded(&one, &groups), text);
        let twice = text.replace("two_L", "two_G");
        let error = parse(&twice).expect_err("twice").to_string();
        assert!(error.contains("two groups have the page two_G"), "{error}");
    }

    #[test]
    fn a_file_may_have_several_scenarios() {
        let all = |text: &str| Scenario::parse_all(text, Path::new("all.toml"));
        let several = "[[scenario]]\nname = \"a\"\nseed = 2\n[[scenario]]\nsteps = [\"frames 2\"]";
        let scenarios = all(several).expect("two scenarios");
        let names: Vec<&str> = scenarios.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a", "scenario 2"]);
        assert_eq!(all(TEXT).expect("one scenario")[0].name, "all");
        for wrong in [
            "seed = 1\n[[scenario]]",
            "name = \"a\"",
            "[[scenario]]\nstep = 1",
        ] {
            all(wrong).expect_err(wrong);
        }
    }

    #[test]
    fn kinds_of_outputs_can_be_left_out() {
        let text = "ignore = [\"canvas\", \"text\"]\n\
                    shown = [\"canvas: 1x1 0\", \"alert: a\", \"> key a\", \"text: b\"]";
        let scenario = parse(text).expect("a scenario");
        assert_eq!(scenario.stage.ignored, ["canvas", "text"]);
        let shown = scenario.shown.expect("outputs");
        let shown: Vec<_> = shown.iter().map(Dialog::parts).collect();
        assert_eq!(shown, [("alert", "a"), ("step", "key a")]);
    }

    #[test]
    fn flags_select_the_pages() {
        let scenario = parse("with = [\"A\"]\nwithout = [\"B\"]").expect("a scenario");
        let applies = |flags: &str| scenario.applies(|flag| flags.contains(flag));
        assert!(applies("A") && applies("AC"));
        assert!(!applies("") && !applies("AB") && !applies("B"));
    }

    #[test]
    fn errors_name_the_file_and_the_value() {
        for (text, part) in [
            (
                "step = []",
                "cannot parse the scenario folder/two keys.toml",
            ),
            ("steps = [\"jump\"]", "`jump` is no step"),
            ("shown = [\"bell\"]", "`bell` under `shown`"),
            ("ignore = [\"bell\"]", "`bell` under `ignore`"),
            ("ignore = [\"step\"]", "`step` under `ignore`"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
