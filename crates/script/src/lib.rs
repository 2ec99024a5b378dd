#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod advice;
mod aliases;
mod called;
mod code;
mod compact;
mod compressor;
mod counted;
mod declared;
mod depth;
mod dialect;
mod distinct;
mod draft;
mod dynamic;
mod error;
mod escape;
mod evaluated;
mod frame;
mod globals;
mod handler;
mod html;
mod inline;
mod inline_module;
mod joined;
mod kept;
mod letters;
mod lists;
mod lookup;
mod mangle;
mod minified;
mod module;
mod node;
mod numbers;
mod obstacle;
mod options;
mod outside;
mod parameters;
mod positions;
mod private;
pub mod proposals;
mod props;
mod quotes;
mod rename;
mod rewrite;
mod risk;
pub mod script;
mod source_map;
mod spellings;
mod strategy;
mod symbols;
mod templates;
mod texts;
mod tiles;
mod trace;
mod typescript;
mod undeclared;
mod unused;
mod waits;
pub mod walk;
mod wrapper;

pub use advice::Advice;
pub use code::{Code, CodeKind, SplitError, code_of, split, value_range};
pub use compact::compact;
pub use counted::{Counted, counted};
pub use depth::STACK;
pub use dialect::{Dialect, Language, dialect};
pub use draft::Draft;
pub use dynamic::dynamic_names;
pub use error::Error;
pub use escape::ascii;
pub use frame::Frame;
pub use html::{is_classic_type, tokens as html_tokens};
pub use inline_module::{InlineModule, inline_module};
pub use joined::{BETWEEN, Joinable, is_strict};
pub use lookup::{is_global_object, names_by_text, names_by_unknown_text, words};
pub use minified::{Candidate, Minified};
pub use module::Module;
pub use numbers::is_number;
pub use obstacle::Obstacle;
pub use options::MinifyOptions;
pub use outside::{declared_names, doubtful_names, element_names, global_names, outside_names};
pub use positions::{Origins, Part, Place, Source, inline_map, source_number, way};
pub use props::{PropertyError, PropertyRules, ShortProperties, ShortProperty, shorten_properties};
pub use rename::{Names, Renaming};
pub use rewrite::max_edits;
pub use script::{ScriptError, dictionary};
pub use source_map::{Origin, identifier, source_map};
pub use spellings::{Spelling, spellings};
pub use strategy::Strategy;
pub use symbols::{NameKind, Symbol};
pub use texts::{joined_texts, look_into, returns, syntax_error, texts};
pub use trace::{TracedToken, aligned, name_origins, trace};
pub use typescript::{Untyped, module_without_types, without_types};
pub use unused::{unused_names, unused_words};
pub use waits::waits;
pub use wrapper::{Wrapper, is_utf8};

/// Places of a script where the page may behave differently from the script, because the script
/// may find shortened names by their texts.
///
/// # Errors
/// An error in the script.
pub fn warnings(source: &str, keep: &[String]) -> Result<Vec<ScriptError>, Error> {
    Ok(lookup::Lookups::of(source, keep)?.warnings)
}

/// The smallest page for a composed script by the metric of the options; among equals the one with
/// the fewest bytes, then the one whose gzip size is smallest, then the first in a fixed order. The same script and
/// options give the same page on every machine.
///
/// # Errors
/// An error in the script, or no wrapper that can hold it.
pub fn minify(source: &str, options: &MinifyOptions) -> Result<Minified, Error> {
    Draft::of(source, options)?.finish(options)
}

/// The page of a script that only loses its comments and white space; `None` if no wrapper holds it.
///
/// # Errors
/// An error in the script.
pub fn compact_page(
    source: &str,
    options: &MinifyOptions,
) -> Result<Option<Minified>, ScriptError> {
    let script = compact(source)?;
    // A handler is a function: names of its script are not global.
    let wrappers = options.wrappers.iter();
    let wrappers = wrappers.filter(|wrapper| !wrapper.is_handler());
    let pages = wrappers.filter_map(|wrapper| {
        let page = wrapper.wrap(&script)?;
        Some((options.metric.measure(&page), page, wrapper.name.clone()))
    });
    Ok(pages.min().map(|(_, page, wrapper)| Minified {
        has_aliases: false,
        stages: vec![
            ("composed", source.len()),
            ("compacted", script.len()),
            ("page", page.len()),
        ],
        page,
        strategy: Strategy::Own,
        wrapper,
        candidates: Vec::new(),
        obstacles: Vec::new(),
        names: Vec::new(),
    }))
}

#[cfg(test)]
mod tests;
