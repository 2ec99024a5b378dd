//! Where the scripts stand in a result, and where their parts come from.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_script::{Origins, Part, Source, code_of, source_number, way};

use super::folder::folder_of;
use super::origin::Piece;
use super::sources::Sources;

/// The scripts of a result.
pub struct Layout {
    /// The files that they come from.
    pub sources: Vec<Source>,
    /// In the order of the result.
    pub scripts: Vec<Located>,
}

/// A script of the result.
pub struct Located {
    /// Where it stands.
    pub range: Range<usize>,
    /// Whether it unpacks itself. Its parts are those of the script that it unpacks.
    pub is_packed: bool,
    /// The bytes of the minified script.
    pub bytes: usize,
    /// Its parts, by their starts in the minified script.
    pub parts: Vec<Part>,
}

impl Layout {
    /// The layout of a result. `before` is the page or the script that was minified, with its files in it.
    pub fn of(
        result: &str,
        before: &str,
        is_page: bool,
        pieces: &[Piece],
        sources: &Sources,
    ) -> Self {
        let own = if is_page { code_of(before) } else { Vec::new() };
        let mut places = code_of(result).into_iter().filter_map(|code| {
            let wrapper = code.wrapper?;
            let range = wrapper.open.len()..result.len() - wrapper.close.len();
            Some((code.text, range))
        });
        let mut layout = Self {
            sources: Vec::new(),
            scripts: Vec::new(),
        };
        for piece in pieces {
            let range = match piece.placed == result {
                true => Some(0..result.len()),
                false => places
                    .find(|(text, _)| *text == piece.placed)
                    .map(|(_, range)| range),
            };
            let Some(range) = range else { continue };
            let code = own.get(piece.number);
            let (origin, text) = match code {
                Some(code) => (sources.origin(code), &*code.text),
                None => (sources.whole_origin(), before),
            };
            let mut parts = piece.parts(&origin, text);
            for place in parts.iter_mut().filter_map(|part| part.place.as_mut()) {
                let Source { name, text } = &origin.sources()[place.source];
                place.source = source_number(&mut layout.sources, name, text);
            }
            // The value of an attribute may spell its quotes otherwise.
            if range.len() != piece.placed.len() {
                parts.truncate(1);
            }
            layout.scripts.push(Located {
                range,
                is_packed: piece.is_packed(),
                bytes: piece.bytes(),
                parts,
            });
        }
        layout
    }

    /// The source map of the result, for an output with this name. `file` is that of the map.
    pub fn map(&self, result: &str, name: &str, file: &Path) -> Result<String> {
        let folder = folder_of(file);
        let folder = std::fs::canonicalize(&folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        let sources = self.sources.iter().map(|source| {
            let place = std::fs::canonicalize(&source.name).ok();
            let way = place.map(|place| way(&folder, &place));
            Source {
                name: way.unwrap_or_else(|| source.name.clone()),
                text: source.text.clone(),
            }
        });
        let mut parts = Vec::new();
        for script in self.scripts.iter().filter(|script| !script.is_packed) {
            let moved = script.parts.iter().map(|part| Part {
                start: part.start + script.range.start,
                ..part.clone()
            });
            parts.extend(moved);
            // What follows is no script.
            parts.push(Part {
                start: script.range.end,
                place: None,
                name: None,
            });
        }
        let map = Origins {
            sources: sources.collect(),
            parts,
        };
        Ok(map.written(name, result))
    }
}
