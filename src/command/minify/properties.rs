//! `--mangle-props`: the result for a file whose properties have short names.

use std::collections::BTreeSet;

use anyhow::Result;
use golfchess_script::{
    CodeKind, PropertyRules, ScriptError, ShortProperties, ShortProperty, code_of,
    shorten_properties, words,
};
use serde::Serialize;

use super::job::Job;
use super::spot::Spot;
use crate::output::count;

/// What became of the names of properties.
#[derive(Debug, Default, Serialize)]
pub struct Properties {
    /// How many have short names.
    pub renamed: usize,
    /// The names and their short names, the most frequent before the others.
    pub names: Vec<ShortProperty>,
    /// Why all keep their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

/// A file with short properties.
struct Shortened {
    text: String,
    names: Vec<ShortProperty>,
    /// What else may have the names of properties, as far as the scripts do not show it.
    assumptions: Vec<String>,
}

const NONE: &str = "the scripts define none that only they use";
const DIFFERENT: &str = "the file shows something else without their names";
const NO_SMALLER: &str = "the result is no smaller without their names";

impl Job<'_> {
    /// The smaller one of a result and of that for the file with short properties.
    pub(super) fn with_short_properties(&mut self, source: &str, plain: String) -> Result<String> {
        let (page, properties) = match self.shortened_files(source, &plain) {
            Err(reason) => (plain, kept(reason)),
            Ok(files) => self.smallest_of(files, plain)?,
        };
        match &properties.kept {
            Some(reason) => self.note(&format!("properties keep their names: {reason}")),
            None => {
                let names = count(properties.renamed, "short name");
                self.note(&format!("{names} of properties"));
            }
        }
        self.properties = Some(properties);
        Ok(page)
    }

    /// The smallest result for one of these files, if it is smaller than the plain one and shows the same.
    fn smallest_of(
        &mut self,
        files: Vec<Shortened>,
        plain: String,
    ) -> Result<(String, Properties)> {
        let metric = self.args.metric;
        let size = |page: &str| (metric.measure(page), page.len());
        let mut best = plain;
        let mut properties = kept(NO_SMALLER);
        let mut notes = Vec::new();
        for file in files {
            let mut job = self.quiet();
            let is_alike = match &mut job.check {
                Some(check) => check.accepts_file(&file.text)?,
                None => true,
            };
            // The results of a file that shows the same may still show something else.
            let page = is_alike.then(|| job.result(&file.text).ok()).flatten();
            match page {
                None if properties.kept.is_some() => properties = kept(DIFFERENT),
                Some(page) if size(&page) < size(&best) => {
                    properties = Properties {
                        renamed: file.names.len(),
                        names: file.names,
                        kept: None,
                    };
                    notes = file.assumptions;
                    best = page;
                    self.adopt(job);
                }
                _ => {}
            }
        }
        for note in notes {
            self.note(&note);
        }
        Ok((best, properties))
    }

    /// The file with short properties, with each order of letters; or why there is none.
    fn shortened_files(&self, source: &str, plain: &str) -> Result<Vec<Shortened>, String> {
        // What a place finds by its name may be a property of an object that it gives.
        let preset = self.args.preset.map(|preset| preset.kept(""));
        let keep: BTreeSet<String> = [&self.args.keep[..], &self.args.keep_props]
            .concat()
            .into_iter()
            .chain(preset.unwrap_or_default())
            .collect();
        // The size does not depend on the letters if it is not compressed.
        let samples = match self.args.metric.is_compressed() {
            true => vec![plain, ""],
            false => vec![plain],
        };
        let mut files: Vec<Shortened> = Vec::new();
        for sample in samples {
            let file = match self.is_page {
                true => self.short_page(source, &keep, sample)?,
                false => {
                    let short = self.short_scripts(
                        &[source],
                        &[self.sources.whole()],
                        &keep,
                        &BTreeSet::new(),
                        sample,
                    )?;
                    Shortened {
                        text: short.scripts.concat(),
                        assumptions: assumptions(&short),
                        names: short.names,
                    }
                }
            };
            if file.names.is_empty() {
                return Err(NONE.to_owned());
            }
            if files.iter().all(|other| other.text != file.text) {
                files.push(file);
            }
        }
        Ok(files)
    }

    /// Scripts that stand at these places.
    fn short_scripts(
        &self,
        scripts: &[&str],
        spots: &[Spot],
        keep: &BTreeSet<String>,
        other: &BTreeSet<String>,
        sample: &str,
    ) -> Result<ShortProperties, String> {
        let rules = PropertyRules {
            keep,
            other,
            sample,
        };
        let short = shorten_properties(scripts, rules);
        short.map_err(|found| self.reason(&spots[found.script], &found.error))
    }

    fn reason(&self, spot: &Spot, error: &ScriptError) -> String {
        match &error.help {
            Some(help) => format!(
                "{}\nhelp: leave out --mangle-props, or {help}",
                self.at(spot).located(error)
            ),
            None => self.at(spot).located(error),
        }
    }

    /// The page with short properties in all its classic scripts.
    fn short_page(
        &self,
        html: &str,
        keep: &BTreeSet<String>,
        sample: &str,
    ) -> Result<Shortened, String> {
        let code = code_of(html);
        if let Some(file) = code.iter().find(|code| code.kind == CodeKind::File) {
            return Err(format!(
                "the script in a file that line {} names may use them",
                self.sources.spot(file).line
            ));
        }
        let has_script = code.iter().any(|code| code.kind == CodeKind::Script);
        // An event handler beside scripts uses their properties, and keeps them.
        let is_script = |kind: CodeKind| match has_script {
            true => kind == CodeKind::Script,
            false => kind == CodeKind::Handler && code.len() == 1,
        };
        let (mut scripts, mut spots, mut wrappers) = (Vec::new(), Vec::new(), Vec::new());
        for part in &code {
            if let Some(wrapper) = part.wrapper.as_ref().filter(|_| is_script(part.kind)) {
                scripts.push(part.text.as_str());
                spots.push(self.sources.spot(part));
                wrappers.push(wrapper);
            }
        }
        let with = |scripts: &[&str]| {
            let mut text = html.to_owned();
            for (wrapper, script) in wrappers.iter().zip(scripts).rev() {
                // What is before the script is as it was.
                let range = wrapper.open.len()..html.len() - wrapper.close.len();
                text.replace_range(range, script);
            }
            text
        };
        let other = words_around(&with(&vec![" "; scripts.len()]));
        let short = self.short_scripts(&scripts, &spots, keep, &other, sample)?;
        let short_scripts: Vec<&str> = short.scripts.iter().map(String::as_str).collect();
        let text = with(&short_scripts);
        Ok(Shortened {
            text,
            assumptions: assumptions(&short),
            names: short.names,
        })
    }
}

/// What else may have the names of properties.
fn assumptions(short: &ShortProperties) -> Vec<String> {
    let mut found = Vec::new();
    if short.reads_json {
        let json = "a script makes objects of texts; list the names in texts of other origin with --keep-props";
        found.push(json.to_owned());
    }
    if !short.foreign.is_empty() {
        found.push(format!(
            "`{}` belongs to other code; list the properties that it uses with --keep-props",
            short.foreign.join("`, `")
        ));
    }
    found
}

fn kept(reason: impl Into<String>) -> Properties {
    Properties {
        kept: Some(reason.into()),
        ..Properties::default()
    }
}

/// The words of a page without its scripts. Attributes for data are properties too.
fn words_around(html: &str) -> BTreeSet<String> {
    let mut found = words(html);
    for part in html.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')) {
        if let Some(name) = part.strip_prefix("data-") {
            let mut parts = name.split('-');
            let mut property = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (first, others) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
                property += &first.to_uppercase();
                property += others;
            }
            found.insert(property);
        }
    }
    found
}
