//! The file with which a bundler starts, for modules that are in no file.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_script::{Origins, Place, Source};

use super::packages::with_packages;

/// A module that a page starts.
pub enum Entry {
    File(PathBuf),
    Text(InlineText),
}

impl Entry {
    /// Its file, if it has one of its own.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Text(_) => None,
        }
    }
}

/// A module in the text of a page.
pub struct InlineText {
    /// The page, and its text.
    pub page: PathBuf,
    pub text: String,
    /// Where the module stands.
    pub range: Range<usize>,
    /// The files that it imports without links, with the places of the strings in the page.
    pub imports: Vec<(Range<usize>, PathBuf)>,
}

/// A file for a bundler, with the modules of the page that it was made of.
pub struct Start<'e> {
    /// What the bundler gets.
    pub file: PathBuf,
    /// The file of each module of the page.
    texts: Vec<(PathBuf, &'e InlineText)>,
    /// The folder of the files.
    folder: PathBuf,
}

impl<'e> Start<'e> {
    /// Writes what is in no file into a folder.
    pub fn of(entries: &'e [Entry], folder: &Path) -> Result<Self> {
        let folder = fs::canonicalize(folder)?;
        let mut texts = Vec::new();
        let mut files = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            files.push(match entry {
                Entry::File(file) => fs::canonicalize(file)?,
                Entry::Text(text) => {
                    let place = with_packages(&text.page, &folder)?;
                    let file = place.join(format!("module-{number}.js"));
                    fs::write(&file, text.alone())?;
                    texts.push((file.clone(), text));
                    file
                }
            });
        }
        let file = match &files[..] {
            [file] => file.clone(),
            files => {
                let lines = files
                    .iter()
                    .map(|file| format!("import {};\n", quoted(file)));
                let all = folder.join("modules.js");
                fs::write(&all, lines.collect::<String>())?;
                all
            }
        };
        Ok(Self {
            file,
            texts,
            folder,
        })
    }

    /// Whether a file was written for the bundler.
    pub fn is_own(&self, file: &Path) -> bool {
        fs::canonicalize(file).is_ok_and(|file| file.starts_with(&self.folder))
    }

    /// Makes the page the source of what comes from its modules.
    pub fn in_page(&self, mut origins: Origins) -> Origins {
        let own = |source: &Source| {
            let place = fs::canonicalize(&source.name).ok()?;
            let found = self.texts.iter().find(|(file, _)| *file == place);
            found.map(|(_, text)| *text)
        };
        let texts: Vec<Option<&InlineText>> = origins.sources.iter().map(own).collect();
        for part in &mut origins.parts {
            if let Some(Place { source, offset }) = &mut part.place
                && let Some(Some(text)) = texts.get(*source)
            {
                *offset = text.in_page(*offset);
            }
        }
        for (source, text) in origins.sources.iter_mut().zip(texts) {
            if let Some(text) = text {
                source.name = text.page.display().to_string();
                source.text.clone_from(&text.text);
            }
        }
        origins
    }

    /// What a bundler says, with the names of the page in place of those of the files, and its addresses.
    pub fn said(&self, said: &str) -> String {
        let mut said = said.to_owned();
        for (file, text) in &self.texts {
            // Bundlers shorten the way to the folder.
            let above = self.folder.parent().unwrap_or(&self.folder);
            let end = file.strip_prefix(above).unwrap_or(file);
            said = in_place_of(
                &said,
                &end.display().to_string(),
                &text.page.display().to_string(),
            );
            for (place, file) in &text.imports {
                let own = text.text[place.clone()].trim_matches(['"', '\'']);
                for quote in ['"', '\''] {
                    let long = format!("{quote}{}{quote}", file.display());
                    said = said.replace(&long, &format!("{quote}{own}{quote}"));
                }
            }
        }
        said
    }
}

/// A text with a name in place of each path with such an end.
fn in_place_of(text: &str, end: &str, name: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(end) {
        let is_path = |c: char| !c.is_whitespace() && !"\"'`([<".contains(c);
        out.push_str(before.trim_end_matches(is_path));
        out.push_str(name);
        rest = behind;
    }
    out + rest
}

impl InlineText {
    /// The module with blanks before it, so that its lines and columns are those of the page. The files that it imports
    /// have whole paths.
    fn alone(&self) -> String {
        let before = self.text[..self.range.start].bytes();
        let blank = |byte| {
            if b"\r\n".contains(&byte) {
                char::from(byte)
            } else {
                ' '
            }
        };
        let mut out: String = before.map(blank).collect();
        let mut from = self.range.start;
        for (place, file) in &self.imports {
            out.push_str(&self.text[from..place.start]);
            out.push_str(&quoted(file));
            from = place.end;
        }
        out + &self.text[from..self.range.end]
    }

    /// The offset in the page of an offset in the module with blanks before it.
    fn in_page(&self, offset: usize) -> usize {
        // What is behind the imports so far has moved so far.
        let (mut before, mut behind) = (0, 0);
        for (place, file) in &self.imports {
            let start = place.start - before + behind;
            let end = start + quoted(file).len();
            if offset < end {
                // Nothing in a string has a place of its own.
                return (offset + before - behind).min(place.start);
            }
            (before, behind) = (place.end, end);
        }
        offset - behind + before
    }
}

/// A path as a string of JavaScript.
fn quoted(path: &Path) -> String {
    serde_json::Value::from(path.to_string_lossy()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inline(text: &str, imports: &[(&str, &str)]) -> InlineText {
        let start = text.find('>').map_or(0, |at| at + 1);
        let place = |part: &str| {
            let at = text.find(part).expect("an import");
            at..at + part.len()
        };
        let imports = imports
            .iter()
            .map(|(part, file)| (place(part), PathBuf::from(file)));
        InlineText {
            page: PathBuf::from("a.html"),
            text: text.to_owned(),
            range: start..text.len(),
            imports: imports.collect(),
        }
    }

    #[test]
    fn a_module_alone_has_the_places_of_its_page() {
        let text = "<p>\u{e9}\n<script\n>import a from './a.js';b();import'../../../c.js';d()";
        let start = text.rfind("import a").expect("a module");
        for c in ["/c.js", "/a/long/way/to/c.js"] {
            let module = InlineText {
                range: start..text.len(),
                ..inline(text, &[("'./a.js'", "/g/a.js"), ("'../../../c.js'", c)])
            };
            let alone = module.alone();
            let expected = format!("import a from \"/g/a.js\";b();import\"{c}\";d()");
            assert_eq!(alone[start..], expected);
            assert_eq!(alone.matches('\n').count(), 2);
            for part in [
                "import a",
                "b()",
                "import",
                "d()",
                "'./a.js'",
                "'../../../c.js'",
            ] {
                let part = part.trim_matches('\'');
                let Some(at) = alone.find(part) else {
                    continue;
                };
                let found = module.in_page(at);
                assert_eq!(text.get(found..found + part.len()), Some(part), "{part}");
            }
            for at in 0..alone.len() {
                assert!(text.is_char_boundary(module.in_page(at)) || at < start);
            }
        }
    }

    #[test]
    fn what_a_bundler_says_names_the_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join("a.html");
        fs::write(&page, "<script>a").expect("written");
        let out = tempfile::tempdir().expect("a folder");
        let entry = Entry::Text(InlineText {
            page: page.clone(),
            ..inline("<script>import './b.js'", &[("'./b.js'", "/far/b.js")])
        });
        let entries = [entry];
        let start = Start::of(&entries, out.path()).expect("files");
        assert!(start.is_own(&start.file) && !start.is_own(&page));
        let name = start
            .file
            .strip_prefix(fs::canonicalize(out.path()).expect("a folder"));
        let name = name.expect("a file below").display();
        let top = out.path().file_name().expect("a name").to_string_lossy();
        let said = start.said(&format!(
            "x ../tmp/{top}/{name}:1:2 (/{top}/{name}:3) no \"/far/b.js\""
        ));
        let page = page.display();
        assert_eq!(said, format!("x {page}:1:2 ({page}:3) no \"./b.js\""));
    }
}
