//! The origins of the tokens of a rewritten script.

use std::collections::HashMap;
use std::path::PathBuf;

use oxc_codegen::{Codegen, CodegenOptions};
use oxc_span::SourceType;

use super::super::tiles::{Label, places};
use super::super::{Minified, MinifyOptions, Names, compressor};
use super::{Outline, is_punctuation};
use crate::positions::Lines;

/// For each token of a script its place in the source. Runs of tokens are looked for in what oxc's compressor makes of
/// the source, which is the closest to them, and in the source itself.
pub(super) fn origins(
    source: &str,
    original: &Outline<'_>,
    script: &str,
    tokens: &Outline<'_>,
    built: &Minified,
    options: &MinifyOptions,
) -> Vec<Option<usize>> {
    let mut texts = Texts::default();
    let names = readable(script, built, options);
    let labels: Vec<Label> = (0..tokens.tokens.len())
        .map(|at| {
            let name = names.get(&tokens.tokens[at].0);
            texts.label(name.map_or(tokens.text_of(at), |name| name))
        })
        .collect();
    let compressed = compressed(source).unwrap_or_default();
    let mut other = Vec::new();
    let mut origins = Vec::new();
    if let Ok(outline) = Outline::of(&compressed.text) {
        for (at, (start, _)) in outline.tokens.iter().enumerate() {
            other.push(texts.label(outline.text_of(at)));
            origins.push(compressed.origins.get(start).copied());
        }
    }
    for (at, (start, _)) in original.tokens.iter().enumerate() {
        other.push(texts.label(original.text_of(at)));
        origins.push(Some(*start));
    }
    let places = places(&labels, &other).into_iter();
    places.map(|place| origins[place?]).collect()
}

/// What oxc's compressor makes of a script.
#[derive(Default)]
struct Compressed {
    text: String,
    /// The offsets of nodes, with those in the script.
    origins: HashMap<usize, usize>,
}

fn compressed(source: &str) -> Option<Compressed> {
    let options = CodegenOptions {
        single_quote: true,
        source_map_path: Some(PathBuf::from("script.js")),
        ..CodegenOptions::minify()
    };
    let (text, map) = compressor::tree(source, SourceType::script(), |program| {
        let printed = Codegen::new().with_options(options).build(program);
        Some((printed.code, printed.map?.into_owned()))
    })??;
    let (to, from) = (Lines::of(&text), Lines::of(source));
    let tokens = map.get_tokens().filter_map(|token| {
        let made = to.offset(token.get_dst_line(), token.get_dst_col())?;
        let origin = from.offset(token.get_src_line(), token.get_src_col())?;
        Some((made, origin))
    });
    let origins = tokens.collect();
    Some(Compressed { text, origins })
}

/// The readable names of a script by their offsets in it.
fn readable<'b>(
    script: &str,
    built: &'b Minified,
    options: &MinifyOptions,
) -> HashMap<usize, &'b str> {
    let Ok(names) = Names::frugal(script, &options.keep) else {
        return HashMap::new();
    };
    let mut symbols: Vec<_> = names.symbols().iter().collect();
    symbols.sort_by_key(|symbol| symbol.places[0].span.start);
    let table = built
        .names
        .iter()
        .filter(|_| symbols.len() == built.names.len());
    let named = symbols.iter().zip(table);
    let places = named.flat_map(|(symbol, renaming)| {
        let places = symbol.places.iter();
        places.map(move |place| (place.span.start as usize, renaming.name.as_str()))
    });
    places.collect()
}

/// The numbers of texts.
#[derive(Default)]
struct Texts(HashMap<String, u32>);

impl Texts {
    /// Spellings of one token that minifiers choose between are one text.
    fn label(&mut self, token: &str) -> Label {
        let text = match token {
            "const" | "let" => "var",
            token if token.len() > 1 && token.starts_with(['\'', '"', '`']) => {
                token.trim_matches(['\'', '"', '`'])
            }
            token => token,
        };
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        let text = *self.0.entry(text.to_owned()).or_insert(next);
        Label {
            text,
            is_word: !is_punctuation(token),
        }
    }
}
