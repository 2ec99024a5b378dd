//! Source maps between whole files, with byte offsets in place of lines and columns.

use std::path::Path;

use oxc_sourcemap::{SourceMap, SourceMapBuilder};

/// A file with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name that a source map gives it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A place in one of several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The number of the file.
    pub source: usize,
    /// The byte offset in its text.
    pub offset: usize,
}

/// Where a part of a text comes from. It ends where the next part starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The byte offset in the text.
    pub start: usize,
    /// `None` if it is of no file.
    pub place: Option<Place>,
    /// Its name in the file, if it has another one in the text.
    pub name: Option<String>,
}

/// What a source map says of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins {
    /// The files of which the text was made.
    pub sources: Vec<Source>,
    /// The parts of the text by their starts, ascending.
    pub parts: Vec<Part>,
}

impl Origins {
    /// Reads the source map of a text. `read` gives the text of a file that the map names without its text. `None` if
    /// this is no source map of version 3; what it says of places that do not exist is left out.
    pub fn read(text: &str, json: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<Self> {
        let map = SourceMap::from_json_string(json).ok()?;
        let root = map.get_source_root().unwrap_or_default();
        let contents = map.get_source_contents().collect::<Vec<_>>();
        let sources = map.get_sources().enumerate().map(|(at, name)| {
            let name = match root {
                "" => name.to_owned(),
                root => format!("{}/{name}", root.trim_end_matches('/')),
            };
            let content = contents.get(at).copied().flatten().map(str::to_owned);
            let text = content.or_else(|| read(&name)).unwrap_or_default();
            Source { name, text }
        });
        let sources: Vec<Source> = sources.collect();
        let lines = Lines::of(text);
        let from: Vec<Lines<'_>> = sources.iter().map(|one| Lines::of(&one.text)).collect();
        // A part does not go on in the next line.
        let starts = lines.starts.iter().map(|&start| (start, None, None));
        let mut parts: Vec<_> = starts.collect();
        for token in map.get_tokens() {
            let Some(start) = lines.offset(token.get_dst_line(), token.get_dst_col()) else {
                continue;
            };
            let place = token.get_source_id().and_then(|source| {
                let source = source as usize;
                let (line, column) = (token.get_src_line(), token.get_src_col());
                let offset = from.get(source)?.offset(line, column)?;
                Some(Place { source, offset })
            });
            let name = token.get_name_id().and_then(|name| map.get_name(name));
            parts.push((start, place, name.map(str::to_owned)));
        }
        parts.sort_by_key(|(start, ..)| *start);
        // Of the parts at one place, the last one counts.
        parts.reverse();
        parts.dedup_by_key(|(start, ..)| *start);
        parts.reverse();
        let parts = parts
            .into_iter()
            .map(|(start, place, name)| Part { start, place, name });
        Some(Self {
            parts: parts.collect(),
            sources,
        })
    }

    /// Moves all parts to a text that has more bytes before them.
    #[must_use]
    pub fn behind(mut self, bytes: usize) -> Self {
        for part in &mut self.parts {
            part.start += bytes;
        }
        self
    }

    /// Where an offset in the text comes from.
    pub fn part(&self, offset: usize) -> Option<&Part> {
        let behind = self.parts.partition_point(|part| part.start <= offset);
        self.parts[..behind].last()
    }

    /// The source map of a text, for a file with this name.
    pub fn written(&self, file: &str, text: &str) -> String {
        let to = Lines::of(text);
        let from: Vec<Lines<'_>> = self
            .sources
            .iter()
            .map(|one| Lines::of(&one.text))
            .collect();
        let mut map = SourceMapBuilder::default();
        map.set_file(file);
        for Part { start, place, name } in &self.parts {
            let (line, column) = to.position(*start);
            let known = place.and_then(|place| {
                let source = self.sources.get(place.source)?;
                let at = from.get(place.source)?.position(place.offset);
                Some((map.add_source_and_content(&source.name, &source.text), at))
            });
            let Some((source, (from_line, from_column))) = known else {
                map.add_token(line, column, 0, 0, None, None);
                continue;
            };
            let name = name.as_deref().map(|name| map.add_name(name));
            map.add_token(line, column, from_line, from_column, Some(source), name);
        }
        map.into_sourcemap().to_json_string() + "\n"
    }
}

/// The number of a file among some, which it joins if it is not there.
pub fn source_number(sources: &mut Vec<Source>, name: &str, text: &str) -> usize {
    let is_same = |one: &Source| one.name == name && one.text == text;
    let known = sources.iter().position(is_same);
    known.unwrap_or_else(|| {
        sources.push(Source {
            name: name.to_owned(),
            text: text.to_owned(),
        });
        sources.len() - 1
    })
}

/// The `sourceMappingURL` at the end of a script that has its map in it, and the map; `None` if there is none.
pub fn inline_map(script: &str) -> Option<(usize, &str)> {
    let comment = "//# sourceMappingURL=data:application/json";
    let start = script.rfind(comment)?;
    let address = script[start + comment.len()..].trim_end();
    // Nothing but the comment may follow.
    let (_, data) = address
        .split_once(";base64,")
        .filter(|_| !address.contains('\n'))?;
    Some((start, data))
}

/// The lines of a text. Columns count UTF-16 code units, as source maps do.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub fn of(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The byte offset of a line and a column, from 0. A column behind the end is the end of the line.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let line = line as usize;
        let start = *self.starts.get(line)?;
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.text.len());
        let (mut left, mut at) = (column as usize, start);
        for c in self.text[start..end].chars() {
            left = match left.checked_sub(c.len_utf16()) {
                Some(_) if left == 0 => break,
                Some(left) => left,
                None => break,
            };
            at += c.len_utf8();
        }
        Some(at)
    }

    /// The line and the column of a byte offset, from 0.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = self.text.get(self.starts[line]..offset).unwrap_or_default();
        let column: usize = before.chars().map(char::len_utf16).sum();
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        (number(line), number(column))
    }
}

/// The way from one file to another, as source maps name files: with `/` between folders.
pub fn way(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other);
    let shared = shared.count();
    let up = from[shared..].iter().map(|_| "..".to_owned());
    let down = to[shared..].iter();
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str, text: &str) -> Source {
        Source {
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }

    fn part(start: usize, place: Option<(usize, usize)>, name: Option<&str>) -> Part {
        let place = place.map(|(source, offset)| Place { source, offset });
        let name = name.map(str::to_owned);
        Part { start, place, name }
    }

    #[test]
    fn a_map_is_read_as_it_was_written() {
        let text = "\u{1F600}a\r\nb;\u{e9}c\rd";
        let origins = Origins {
            sources: vec![
                source("one.js", "x\n\u{1F600}\u{e9}yes"),
                source("two.js", "z"),
            ],
            parts: vec![
                part(0, None, None),
                part(4, Some((0, 8)), Some("yes")),
                part(7, Some((1, 0)), None),
                part(11, None, None),
                part(13, Some((0, 2)), None),
            ],
        };
        let json = origins.written("out.html", text);
        let read = Origins::read(text, &json, &|_| None).expect("a map");
        assert_eq!(read, origins);
        assert_eq!(
            read.part(5).and_then(|part| part.place),
            origins.parts[1].place
        );
        assert_eq!(
            read.part(10).and_then(|part| part.place),
            origins.parts[2].place
        );
        assert_eq!(read.part(12).and_then(|part| part.place), None);
        let moved = read.behind(3);
        assert_eq!(moved.part(2), None);
        assert_eq!(moved.part(7).map(|part| part.start), Some(7));
    }

    #[test]
    fn bad_maps_are_no_maps_and_bad_places_are_left_out() {
        let read = |json: &str| Origins::read("a", json, &|_| Some("text".to_owned()));
        for bad in [
            "",
            "{",
            "[]",
            "{\"version\":3}",
            "{\"version\":3,\"sources\":[],\"names\":[],\"mappings\":\"!\"}",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        // The second segment leads to line 9 of a file of one line.
        let json = r#"{"version":3,"sourceRoot":"lib/","sources":["a.js"],"names":[],"mappings":"AAAA,CASA;;AAAA"}"#;
        let found = read(json).expect("a map");
        assert_eq!(found.sources, [source("lib/a.js", "text")]);
        assert_eq!(
            found.parts,
            [part(0, Some((0, 0)), None), part(1, None, None)]
        );
    }

    #[test]
    fn each_kind_of_line_end_ends_one_line() {
        let lines = Lines::of("a\rb\r\nc\nd");
        let starts = [0, 1, 2, 3, 4].map(|line| lines.offset(line, 0));
        assert_eq!(starts, [Some(0), Some(2), Some(5), Some(7), None]);
    }

    #[test]
    fn a_map_in_a_script_is_found_at_its_end_only() {
        let script = "a()\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,e30=\n";
        assert_eq!(inline_map(script), Some((4, "e30=")));
        assert_eq!(inline_map(&format!("{script}b()")), None);
        assert_eq!(inline_map("a()\n//# sourceMappingURL=a.js.map"), None);
    }

    #[test]
    fn ways_lead_up_and_down() {
        let way = |from: &str, to: &str| way(Path::new(from), Path::new(to));
        assert_eq!(way("/a/b", "/a/c/d e.js"), "../c/d e.js");
        assert_eq!(way("/a", "/a/b.js"), "b.js");
    }
}
