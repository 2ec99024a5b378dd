//! Finds fragments that include each other without end.

use std::collections::BTreeMap;

use minijinja::machinery::{Token, tokenize};

use super::Position;
use super::templates::syntax;

/// Where a cycle of includes closes, and the fragments on it, the first one twice.
pub(super) struct Cycle {
    /// The `include` of the first fragment by the last.
    pub(super) place: Position,
    pub(super) fragments: Vec<String>,
}

impl Cycle {
    /// The first cycle that starts at a fragment or below it.
    pub(super) fn below(entry: &str, fragments: &BTreeMap<String, String>) -> Option<Self> {
        search(&mut vec![entry.to_owned()], fragments)
    }
}

/// Follows the includes of the last fragment of a path.
fn search(path: &mut Vec<String>, fragments: &BTreeMap<String, String>) -> Option<Cycle> {
    let last = path.last()?.clone();
    let text = fragments.get(&last)?;
    for (offset, included) in includes(text) {
        if let Some(start) = path.iter().position(|name| *name == included) {
            let cycle = path[start..].iter().cloned();
            return Some(Cycle {
                place: Position::at(&last, text, offset),
                fragments: cycle.chain([included]).collect(),
            });
        }
        path.push(included);
        let found = search(path, fragments);
        path.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The fragments that a text includes by their names, each with the offset of the name.
fn includes(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut after_include = false;
    for (token, span) in tokenize(text, false, syntax()).map_while(Result::ok) {
        let name = match &token {
            Token::Str(name) => Some((*name).to_owned()),
            Token::String(name) => Some(name.to_string()),
            _ => None,
        };
        let name = name.filter(|_| after_include);
        found.extend(name.map(|name| (span.start_offset as usize, name)));
        after_include = matches!(token, Token::Ident("include"));
    }
    found
}
