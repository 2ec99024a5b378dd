//! The list of the corpus: which file of which package is an input.

use std::fmt::Write as _;

use serde::Deserialize;

/// The file with the list.
pub const FILE: &str = "xtask/corpus.toml";

/// What an input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Module,
    Commonjs,
    Script,
    Typescript,
    Page,
}

impl Kind {
    pub const ALL: [Self; 5] = [
        Self::Module,
        Self::Commonjs,
        Self::Script,
        Self::Typescript,
        Self::Page,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Commonjs => "commonjs",
            Self::Script => "script",
            Self::Typescript => "typescript",
            Self::Page => "page",
        }
    }

    /// The ending that tells tools what a file is.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Module => "mjs",
            Self::Commonjs => "cjs",
            Self::Script => "js",
            Self::Typescript => "ts",
            Self::Page => "html",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "(String, String, Kind, String, String)")]
pub struct Entry {
    /// With its version.
    pub package: String,
    pub file: String,
    pub kind: Kind,
    pub licence: String,
    pub sha256: String,
}

impl From<(String, String, Kind, String, String)> for Entry {
    fn from(
        (package, file, kind, licence, sha256): (String, String, Kind, String, String),
    ) -> Self {
        Self {
            package,
            file,
            kind,
            licence,
            sha256,
        }
    }
}

impl Entry {
    /// The package without its version.
    pub fn package_name(&self) -> &str {
        name_of(&self.package)
    }
}

/// The name of a package that is written with its version.
pub fn name_of(versioned: &str) -> &str {
    versioned
        .rsplit_once('@')
        .map_or(versioned, |(name, _)| name)
}

/// The whole list.
#[derive(PartialEq, Eq, Debug, Deserialize)]
pub struct List {
    pub seed: u64,
    /// The digest of the list of names that was drawn from.
    pub names: String,
    /// The packages that are fetched beside those of the lock file.
    pub packed: Vec<String>,
    pub input: Vec<Entry>,
}

impl List {
    /// The text of the file, with these lines of comment.
    pub fn text(&self, head: &str) -> String {
        let mut text = String::new();
        for line in head.lines() {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        let quoted = |words: &[&str]| -> String {
            let all: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            all.join(", ")
        };
        let _ = writeln!(text, "\nseed = {}\nnames = {:?}", self.seed, self.names);
        text += "packed = [\n";
        for package in &self.packed {
            let _ = writeln!(text, "    {package:?},");
        }
        text += "]\n\n# package, file, kind, licence, sha256\ninput = [\n";
        for one in &self.input {
            let words = [
                &one.package,
                &one.file,
                one.kind.name(),
                &one.licence,
                &one.sha256,
            ];
            let _ = writeln!(text, "    [{}],", quoted(&words));
        }
        text + "]\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let entry = Entry {
            package: "@a/b@1.0.0".into(),
            file: "c d.js".into(),
            kind: Kind::Commonjs,
            licence: "MIT".into(),
            sha256: "00".into(),
        };
        assert_eq!(entry.package_name(), "@a/b");
        let list = List {
            seed: 3,
            names: "ff".into(),
            packed: vec!["@a/b@1.0.0".into()],
            input: vec![entry],
        };
        let text = list.text("Rule.\n\nMore.");
        assert!(
            text.starts_with("# Rule.\n#\n# More.\n\nseed = 3\n"),
            "{text}"
        );
        assert_eq!(toml::from_str::<List>(&text).unwrap(), list);
    }
}
