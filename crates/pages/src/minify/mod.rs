//! Makes the shortest page from a composed script: renames, compacts, tries other minifiers,
//! wraps, and keeps the best result.

mod compact;
mod draft;
mod globals;
mod mangle;
mod rename;
pub(crate) mod script;
mod strategy;
mod symbols;
mod trace;
mod wrapper;

pub use compact::compact;
pub use draft::Draft;
pub use rename::{Names, Renaming};
pub use script::ScriptError;
pub use strategy::{Strategy, is_panic_contained};
pub use symbols::NameKind;
pub use trace::{TracedToken, name_origins, trace};
pub use wrapper::Wrapper;

use std::ops::Range;

use serde::Serialize;

/// The wrappers of a catalog's pages, and the names that scripts must keep.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MinifyOptions {
    /// The wrappers to choose from.
    pub wrappers: Vec<Wrapper>,
    /// Names that must not be renamed.
    pub keep: Vec<String>,
}

/// Why a script cannot become a page.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The composed script has an error.
    #[error("in the composed script, {0}")]
    Script(#[from] ScriptError),
    /// No wrapper can hold the script.
    #[error(
        "no wrapper can hold the script: it is not ASCII, or has a quote or a character \
         reference that HTML would read; write such text with escapes"
    )]
    Unwrappable,
}

/// A candidate for the page.
#[derive(Debug, Clone, Serialize)]
pub struct Candidate {
    /// The strategy that made its script.
    pub strategy: Strategy,
    /// The wrapper around it.
    pub wrapper: String,
    /// Bytes of the page; `None` when the strategy failed or the wrapper cannot hold its script.
    pub bytes: Option<usize>,
}

/// A finished page and how it was made.
#[derive(Debug, Clone, Serialize)]
pub struct Minified {
    /// The page.
    pub page: String,
    /// The strategy that made the page's script.
    pub strategy: Strategy,
    /// The name of the page's wrapper.
    pub wrapper: String,
    /// Bytes of the script after each stage (composed, renamed, compacted), and of the page.
    pub stages: Vec<(&'static str, usize)>,
    /// All candidates.
    pub candidates: Vec<Candidate>,
    /// The readable names and their short names in the page.
    pub names: Vec<Renaming>,
}

impl Minified {
    /// Where the script is in the page; `None` when its wrapper is not among `wrappers`.
    pub fn script_range(&self, wrappers: &[Wrapper]) -> Option<Range<usize>> {
        let wrapper = wrappers.iter().find(|other| other.name == self.wrapper)?;
        let script = self.page.strip_prefix(&wrapper.open)?;
        let script = script.strip_suffix(&wrapper.close)?;
        Some(wrapper.open.len()..wrapper.open.len() + script.len())
    }
}

/// The shortest page for a composed script; among equals the one whose brotli
/// size is smallest, then the first in a fixed order. The same script and
/// options give the same page on every machine.
///
/// # Errors
/// An error in the script, or no wrapper that can hold it.
pub fn minify(source: &str, options: &MinifyOptions) -> Result<Minified, Error> {
    Draft::of(source, options)?.finish(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minify_options() -> MinifyOptions {
        let wrapper = |name: &str, open: &str, close: &str, reserved: &[&str]| Wrapper {
            name: name.into(),
            open: open.into(),
            close: close.into(),
            reserved: reserved.iter().map(|&name| name.to_owned()).collect(),
        };
        MinifyOptions {
            wrappers: vec![
                wrapper("svg", "<svg onload=\"", "\">", &["x", "y"]),
                wrapper("script", "<script>", "</script>", &[]),
            ],
            keep: Vec::new(),
        }
    }

    #[test]
    fn the_shorter_wrapper_wins_where_it_can_hold_the_script() {
        let page = minify("total = 1; // one\nalert(total)", &minify_options()).unwrap();
        assert_eq!(page.page.len(), "<svg onload=\"a=1;alert(a)\">".len());
        let quoted = minify("alert('\"' + 1)", &minify_options()).unwrap();
        assert_eq!(quoted.wrapper, "script");
    }

    #[test]
    fn implicit_globals_of_an_svg_handler_are_never_called_x_or_y() {
        let source: String = (0..30)
            .map(|i| format!("global{i} = {i}; global{i};"))
            .collect();
        let page = minify(&source, &minify_options()).unwrap();
        assert_eq!(page.wrapper, "svg");
        assert!(
            page.names
                .iter()
                .all(|name| name.letter != "x" && name.letter != "y")
        );
    }

    #[test]
    fn text_that_no_wrapper_can_hold_is_an_error() {
        let error = minify("alert('\u{265e}')", &minify_options()).unwrap_err();
        assert!(matches!(error, Error::Unwrappable), "{error}");
    }
}
