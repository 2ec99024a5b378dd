//! What code says, names and reads.

use std::collections::HashSet;

use golfchess_script::{joined_texts, look_into, texts};
use golfchess_sizes::text::with_replaced;

use super::places::tags_of_places;
use super::reads::Reads;
use crate::tree::Element;

/// Code with its words.
#[derive(Default)]
pub(super) struct Code {
    pub text: String,
    pub words: HashSet<String>,
    /// The texts of its scripts, and all code that cannot be read.
    pub texts: Vec<String>,
    /// The words in its texts; `None` if it cannot be read.
    named: Option<HashSet<String>>,
    pub reads: Reads,
}

impl Code {
    /// The code of some scripts.
    pub fn of<'c>(parts: impl Iterator<Item = &'c str>) -> Self {
        let mut code = Self {
            named: Some(HashSet::new()),
            ..Self::default()
        };
        let parts: Vec<&str> = parts.collect();
        code.text = parts.iter().flat_map(|part| [part, "\n"]).collect();
        code.words = words(&code.text).collect();
        for part in parts {
            code.add(part);
        }
        code
    }

    fn add(&mut self, part: &str) {
        let has_jquery = self.text.contains("$(") || self.words.contains("jQuery");
        let found = look_into(part, |program| {
            let reads = Reads::of_program(program, has_jquery);
            // An event handler is read as a function, whose text is longer.
            let is_script = program.source_text.len() == part.len();
            let places = is_script.then(|| tags_of_places(program));
            (texts(program), joined_texts(program), reads, places)
        });
        let places = found.as_ref().and_then(|(.., places)| places.clone());
        let places = places.into_iter().flatten().map(|range| (range, "0"));
        let searched = without_new_elements(&with_replaced(part, places));
        let selectors = match &found {
            Some((texts, _, reads, _)) if searched == part => {
                Some((texts.clone(), reads.finds.clone()))
            }
            _ => look_into(&searched, |program| {
                let reads = Reads::of_program(program, has_jquery);
                (texts(program), reads.finds)
            }),
        };
        let (Some((texts, joined, mut reads, _)), Some((selectors, finds))) = (found, selectors)
        else {
            self.texts.push(part.to_owned());
            self.named = None;
            return self.reads.add(Reads::of_text(part, has_jquery));
        };
        // HTML makes new elements.
        let selectors = selectors.iter().filter(|text| !text.contains('<'));
        if let Some(named) = &mut self.named {
            named.extend(selectors.chain(&joined).flat_map(|text| words(text)));
        }
        reads.finds = finds;
        for text in &joined {
            reads.name(text);
            self.text.push_str(text);
            self.text.push('\n');
            self.words.extend(words(text));
        }
        self.texts.extend(joined);
        self.texts.extend(texts);
        self.reads.add(reads);
    }

    /// Whether it has the id of an element, or one of its classes in a text.
    pub fn has_label(&self, element: &Element) -> bool {
        let label = |name| element.attribute(name).unwrap_or_default();
        self.has_words(label("id"), label("class"))
    }

    /// The same of an id and of classes.
    pub fn has_words(&self, id: &str, classes: &str) -> bool {
        id.split_ascii_whitespace()
            .any(|label| self.words.contains(label))
            || classes
                .split_ascii_whitespace()
                .any(|label| self.names(label))
    }

    /// Whether a text of it has a word.
    pub fn names(&self, word: &str) -> bool {
        self.named.as_ref().is_none_or(|named| named.contains(word))
    }
}

/// Code without the names of the elements that it makes.
fn without_new_elements(code: &str) -> String {
    let mut parts = code.split("createElement(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("createElement(");
        let quoted = part.strip_prefix(['"', '\'']);
        let rest = quoted.and_then(|rest| rest.split_once(&part[..1]));
        match rest {
            Some((_, rest)) => {
                out.push('0');
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

/// The words of a text, with and without the hyphens in them.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let whole = text.split(move |c| !is_part(c));
    whole.flat_map(|word| {
        std::iter::once(word)
            .chain(word.split('-'))
            .map(str::to_owned)
    })
}
