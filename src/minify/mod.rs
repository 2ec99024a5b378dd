//! From a composed script to the shortest page: rename, shrink, try the other
//! candidates, wrap, and keep the best.

mod candidates;
mod globals;
mod letters;
mod rename;
pub(crate) mod script;
mod shrink;
mod symbols;
mod wrapper;

pub use candidates::Maker;
pub use rename::{Names, Renaming};
pub use script::ScriptError;
pub use shrink::shrink;
pub use symbols::NameKind;
pub use wrapper::Wrapper;

use std::collections::HashSet;

use serde::Serialize;

use crate::measure;
use letters::Order;

/// What surrounds the scripts of a catalog, and which names they must keep.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The wrappers to choose from.
    pub wrappers: Vec<Wrapper>,
    /// Names that must not be renamed.
    pub keep: Vec<String>,
}

/// Why a script could not be made into a page.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The composed script has a fault.
    #[error("in the composed script, {0}")]
    Script(#[from] ScriptError),
    /// No wrapper can hold the script.
    #[error(
        "no wrapper can hold the script: it is not ASCII, or has a quote or a character \
         reference that HTML would read; write such text with escapes"
    )]
    Unwrappable,
}

/// One proposal for the page.
#[derive(Debug, Clone, Serialize)]
pub struct Candidate {
    /// What made its script.
    pub maker: Maker,
    /// The wrapper around it.
    pub wrapper: String,
    /// The whole page in bytes, or `None` when the maker failed or the wrapper
    /// cannot hold its script.
    pub bytes: Option<usize>,
}

/// A finished page and how it came to be.
#[derive(Debug, Clone, Serialize)]
pub struct Minified {
    /// The page.
    pub page: String,
    /// The maker of the page's script.
    pub maker: Maker,
    /// The name of the page's wrapper.
    pub wrapper: String,
    /// Bytes of the script after each stage of our own (composed, renamed,
    /// shrunk), and of the page that won.
    pub stages: Vec<(&'static str, usize)>,
    /// All proposals.
    pub candidates: Vec<Candidate>,
    /// The readable names and their letters in the page.
    pub names: Vec<Renaming>,
}

/// The shortest page for a composed script; among equals the one whose brotli
/// size is smallest, then the first in a fixed order. The same script and
/// setting give the same page on every machine.
///
/// # Errors
/// A fault in the script, or no wrapper that can hold it.
pub fn minify(source: &str, setting: &Setting) -> Result<Minified, Error> {
    // Misspellings are reported by their place in the composed text.
    let names = Names::of(source, &setting.keep)?;
    let letters = letters::assign(&names, Order::Alphabet, &[]);
    let renamed = names.spell(&letters);
    let shrunk = shrink(source)?;
    let (candidates, mut proposals) = proposals(&shrunk, setting);
    let bytes = proposals.iter().map(|proposal| proposal.bytes).min();
    proposals.retain(|proposal| Some(proposal.bytes) == bytes);
    let (winner, (page, table)) = lightest(&proposals, &setting.keep).ok_or(Error::Unwrappable)?;
    let (maker, wrapper) = (winner.maker, winner.wrapper);
    Ok(Minified {
        stages: vec![
            ("composed", source.len()),
            ("renamed", renamed.len()),
            (
                "shrunk",
                Names::of(&shrunk, &setting.keep)?.spell(&letters).len(),
            ),
            ("page", page.len()),
        ],
        page,
        maker,
        wrapper: wrapper.name.clone(),
        candidates,
        names: table,
    })
}

/// The bytes of the page that [`minify`] makes, found in a part of its time.
///
/// # Errors
/// As [`minify`].
pub fn bytes(source: &str, setting: &Setting) -> Result<usize, Error> {
    Names::of(source, &setting.keep)?;
    let shrunk = shrink(source)?;
    let (_, proposals) = proposals(&shrunk, setting);
    let bytes = proposals.iter().map(|proposal| proposal.bytes).min();
    bytes.ok_or(Error::Unwrappable)
}

/// Every maker's script in every wrapper, and those of them that make a page.
fn proposals<'w>(shrunk: &str, setting: &'w Setting) -> (Vec<Candidate>, Vec<Proposal<'w>>) {
    let mut candidates = Vec::new();
    let mut proposals = Vec::new();
    for maker in Maker::ALL {
        let script = maker.propose(shrunk, &setting.keep);
        for wrapper in &setting.wrappers {
            // All orders of letters make pages of the same length.
            let bytes = script.as_ref().and_then(|script| {
                let (page, _) = spell(script, wrapper, &setting.keep, Order::Alphabet)?;
                Some(page.len())
            });
            candidates.push(Candidate {
                maker,
                wrapper: wrapper.name.clone(),
                bytes,
            });
            proposals.extend(script.clone().zip(bytes).map(|(script, bytes)| Proposal {
                maker,
                wrapper,
                script,
                bytes,
            }));
        }
    }
    (candidates, proposals)
}

/// A page with its table of names.
type Spelling = (String, Vec<Renaming>);

/// A script that a wrapper can hold.
struct Proposal<'w> {
    maker: Maker,
    wrapper: &'w Wrapper,
    script: String,
    /// Bytes of the page.
    bytes: usize,
}

/// Of proposals that are equal in bytes, and of all orders of letters, the page
/// that travels in the fewest bytes; among equals the first.
fn lightest<'p, 'w>(
    proposals: &'p [Proposal<'w>],
    keep: &[String],
) -> Option<(&'p Proposal<'w>, Spelling)> {
    let mut seen = HashSet::new();
    proposals
        .iter()
        .flat_map(|proposal| Order::ALL.map(|order| (proposal, order)))
        .filter_map(|(proposal, order)| {
            let spelling = spell(&proposal.script, proposal.wrapper, keep, order)?;
            Some((proposal, spelling))
        })
        .filter(|(_, (page, _))| seen.insert(page.clone()))
        .min_by_key(|(_, (page, _))| measure::brotli_size(page.as_bytes()))
}

/// The script in a wrapper with one order of letters, if the wrapper can hold it.
fn spell(script: &str, wrapper: &Wrapper, keep: &[String], order: Order) -> Option<Spelling> {
    let names = Names::of(script, keep).ok()?;
    let letters = letters::assign(&names, order, &wrapper.reserved);
    let spelt = names.spell(&letters);
    // Letters must bind as the names did: nothing hidden, nothing captured.
    let faithful =
        Names::of(&spelt, keep).is_ok_and(|again| again.canonical() == names.canonical());
    let page = wrapper.wrap(&spelt).filter(|_| faithful)?;
    Some((page, names.table(&letters)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> Setting {
        let wrapper = |name: &str, open: &str, close: &str, reserved: &[&str]| Wrapper {
            name: name.into(),
            open: open.into(),
            close: close.into(),
            reserved: reserved.iter().map(|&name| name.to_owned()).collect(),
        };
        Setting {
            wrappers: vec![
                wrapper("svg", "<svg onload=\"", "\">", &["x", "y"]),
                wrapper("script", "<script>", "</script>", &[]),
            ],
            keep: Vec::new(),
        }
    }

    #[test]
    fn the_shorter_wrapper_wins_where_it_can_hold_the_script() {
        let page = minify("total = 1; // one\nalert(total)", &setting()).unwrap();
        assert_eq!(page.page.len(), "<svg onload=\"a=1;alert(a)\">".len());
        let quoted = minify("alert('\"' + 1)", &setting()).unwrap();
        assert_eq!(quoted.wrapper, "script");
    }

    #[test]
    fn implicit_globals_of_an_svg_handler_are_never_called_x_or_y() {
        let source: String = (0..30)
            .map(|i| format!("global{i} = {i}; global{i};"))
            .collect();
        let page = minify(&source, &setting()).unwrap();
        assert_eq!(page.wrapper, "svg");
        assert!(
            page.names
                .iter()
                .all(|name| name.letter != "x" && name.letter != "y")
        );
    }

    #[test]
    fn text_that_no_wrapper_can_hold_is_an_error() {
        let error = minify("alert('\u{265e}')", &setting()).unwrap_err();
        assert!(matches!(error, Error::Unwrappable), "{error}");
    }
}
