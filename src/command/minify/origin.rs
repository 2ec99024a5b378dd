//! Where the code of a result comes from.

use std::iter;
use std::ops::Range;
use std::path::Path;

use golfchess_script::{
    Minified, MinifyOptions, Origins, Part, Place, Source, identifier, source_number,
};

/// The words that minifiers write for one another.
const KEYWORDS: [&str; 4] = ["const", "function", "let", "var"];

/// Where the parts of a script come from.
#[derive(Debug, Clone)]
pub struct Origin {
    map: Origins,
    /// Where each part stands as it is in its file.
    exact: Vec<Range<usize>>,
}

impl Origin {
    /// A text that stands in a file at an offset.
    pub fn within(file: &str, text: &str, offset: usize) -> Self {
        Self::behind(file, text, 0, offset)
    }

    /// A text that stands in a file at an offset, behind so many bytes of no file.
    pub fn behind(file: &str, text: &str, bytes: usize, offset: usize) -> Self {
        Self::exact(file, text, vec![(bytes, offset)])
    }

    /// The text of a file in a script element, where backslashes keep it from ending the element.
    pub fn escaped(file: &str, text: &str, held: &str) -> Self {
        let mut places = vec![(0, 0)];
        let mut rest = text.char_indices().peekable();
        for (at, c) in held.char_indices() {
            match rest.peek() {
                Some(&(_, own)) if own == c => {
                    rest.next();
                }
                Some(&(own, _)) if c == '\\' => places.push((at + 1, own)),
                _ => break,
            }
        }
        Self::exact(file, text, places)
    }

    fn exact(file: &str, text: &str, places: Vec<(usize, usize)>) -> Self {
        Self {
            exact: iter::once(0..usize::MAX).collect(),
            ..Self::printed(file, text, places)
        }
    }

    /// A script that was printed anew, with its places in the file.
    pub fn printed(file: &str, text: &str, places: Vec<(usize, usize)>) -> Self {
        let part = |(start, offset)| Part {
            start,
            place: Some(Place { source: 0, offset }),
            name: None,
        };
        Self {
            map: Origins {
                sources: vec![Source {
                    name: file.to_owned(),
                    text: text.to_owned(),
                }],
                parts: places.into_iter().map(part).collect(),
            },
            exact: Vec::new(),
        }
    }

    /// A bundle. Without a source map, it is a file of its own.
    pub fn of_bundle(name: &str, script: &str, map: Option<Origins>) -> Self {
        match map {
            Some(map) => Self {
                map,
                exact: Vec::new(),
            },
            None => Self::within(name, script, 0),
        }
    }

    /// A text that has others in it, each with the offset at which it starts.
    pub fn joined(texts: impl IntoIterator<Item = (usize, Self)>) -> Self {
        let mut joined = Self {
            map: Origins::default(),
            exact: Vec::new(),
        };
        for (start, text) in texts {
            // The text before it ends there.
            if let Some(range) = joined.exact.last_mut() {
                range.end = range.end.min(start);
            }
            let exact = text.exact.iter();
            let moved = |at: usize| at.saturating_add(start);
            joined
                .exact
                .extend(exact.map(|range| moved(range.start)..moved(range.end)));
            let sources = text.map.sources.iter();
            let numbers: Vec<usize> = sources
                .map(|Source { name, text }| source_number(&mut joined.map.sources, name, text))
                .collect();
            let parts = text.map.parts.into_iter().map(|part| Part {
                start: moved(part.start),
                place: part.place.map(|place| Place {
                    source: numbers[place.source],
                    ..place
                }),
                name: part.name,
            });
            joined.map.parts.extend(parts);
        }
        joined
    }

    fn is_exact(&self, offset: usize) -> bool {
        self.exact.iter().any(|range| range.contains(&offset))
    }

    /// The files.
    pub fn sources(&self) -> &[Source] {
        &self.map.sources
    }

    /// The identifier in the file for one that a bundler has renamed.
    fn name(&self, offset: usize) -> Option<&str> {
        let part = self.map.part(offset)?;
        if self.is_exact(offset) || part.start != offset {
            return None;
        }
        let Place { source, offset } = part.place?;
        let own = self.map.sources.get(source)?.text.get(offset..);
        part.name.as_deref().or_else(|| identifier(own?))
    }

    /// The place of an offset.
    fn place(&self, offset: usize) -> Option<Place> {
        let part = self.map.part(offset)?;
        let Place {
            source,
            offset: start,
        } = part.place?;
        let more = if self.is_exact(offset) {
            offset - part.start
        } else {
            0
        };
        Some(Place {
            source,
            offset: start + more,
        })
    }
}

/// A script of the result.
#[derive(Clone)]
pub struct Piece {
    /// Its number among the code of the page.
    pub number: usize,
    /// What was minified.
    script: String,
    /// The minified script, before it was packed.
    short: String,
    /// The places of its tokens, with those in what was minified.
    tokens: Vec<(usize, Option<usize>)>,
    /// As it stands in the result.
    pub placed: String,
}

impl Piece {
    /// A script, and the page that it is in.
    pub fn of(
        number: usize,
        script: &str,
        minified: &Minified,
        options: &MinifyOptions,
    ) -> Option<Self> {
        let range = minified.script_range(&options.wrappers)?;
        let tokens = golfchess_script::trace(script, minified, options).ok()?;
        let tokens = tokens.into_iter();
        let short = &minified.page[range.clone()];
        Some(Self {
            number,
            script: script.to_owned(),
            short: short.to_owned(),
            placed: short.to_owned(),
            tokens: tokens
                .map(|token| (token.start - range.start, token.source))
                .collect(),
        })
    }

    /// Whether the result has another text, which unpacks the script.
    pub fn is_packed(&self) -> bool {
        self.placed != self.short
    }

    /// The bytes of the minified script.
    pub fn bytes(&self) -> usize {
        self.short.len()
    }

    /// The places of the parts of the minified script. `own` is the script as it was before its properties got short
    /// names.
    pub fn parts(&self, origin: &Origin, own: &str) -> Vec<Part> {
        let same = (self.script != own).then(|| golfchess_script::aligned(&self.script, own));
        let before = |offset: usize| match &same {
            None => Some(offset),
            Some(same) => same.get(&offset).copied(),
        };
        let parts = self.tokens.iter().filter_map(|&(start, offset)| {
            let offset = before(offset?)?;
            let place = origin.place(offset);
            let short = identifier(&self.short[start..]);
            let name = place.and_then(|_| {
                origin
                    .name(offset)
                    .or_else(|| identifier(own.get(offset..)?))
            });
            let is_other = |name: &&str| short.is_some_and(|short| short != *name);
            let name = name
                .filter(is_other)
                .filter(|name| !KEYWORDS.contains(name));
            Some(Part {
                start,
                place,
                name: name.map(str::to_owned),
            })
        });
        parts.collect()
    }
}

/// The name of a file that code stands in.
pub fn name_of(file: &Path) -> String {
    match file == Path::new(crate::options::STDOUT) {
        true => "stdin".to_owned(),
        false => file.display().to_string(),
    }
}
