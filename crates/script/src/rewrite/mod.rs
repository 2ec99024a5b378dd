//! Rewrites a script into one with another syntax tree and the same behaviour.
//!
//! oxc's compressor does most of the work. It keeps the variables of a script's top level, because
//! other scripts may use them; here no other script does, except for the kept names. The edits of
//! this module make more work for the compressor: each is kept if the compressed script is smaller.

mod acts;
mod arrows;
mod assigned;
mod bodies;
mod calls;
mod cases;
mod constants;
mod continues;
mod dead;
mod defaults;
pub(super) mod fold;
mod inline;
mod known;
pub(super) mod last;
mod local;
mod moved;
mod other_name;
mod params;
mod peephole;
mod scatter;
mod search;
mod single;
mod spare;
mod steps;
mod unwrapped;
mod uses;
mod values;
mod vars;

use oxc_ast::AstKind;

pub(super) use known::Known;
#[cfg(test)]
use search::Rule;
pub use search::max_edits;
use search::{LARGE, Search, Sized};

use super::dynamic::Dynamic;
use super::inline::InlineHandler;
use super::rename::Names;
use super::script::{Script, insert, is_script, replace};
use super::{declared, lists, walk};

/// The rewritten script; `None` if there is nothing to rewrite, or if a step fails.
pub(super) fn rewrite(source: &str, keep: &[String], known: &Known) -> Option<String> {
    if !is_declarative(source) {
        return None;
    }
    // Different names for all variables: code can be moved without a change of meaning.
    let names = Names::of(source, keep).ok()?;
    let canonical = names.canonical();
    let mut search = Search::new(source.len(), keep, known);
    let mut least = search.whole(&canonical)?;
    if let Some(text) = assigned::declared(&canonical, keep)
        && let Some(other) = search.whole(&text)
        && other.size < least.size
    {
        least = other;
    }
    Some(peephole::calls(&peephole::numbers(&least.text)))
}

/// Scripts that are rewritten less: functions, variables and braces alike compress better than short code.
pub(super) fn variants(source: &str, keep: &[String]) -> Vec<String> {
    let Some(names) = Names::of(source, keep)
        .ok()
        .filter(|_| source.len() <= LARGE && is_declarative(source))
    else {
        return Vec::new();
    };
    let known = Known::of(source);
    let mut search = Search::new(source.len(), keep, &known);
    let canonical = names.canonical();
    let Some(first) = Sized::compressed(&canonical, keep) else {
        return Vec::new();
    };
    let constants = Sized::prepared(&canonical, keep);
    let improved = search.joined(first.clone());
    let whole = search.whole(&canonical);
    let all = [Some(first), constants, Some(improved), whole].into_iter();
    let all = all.flatten();
    all.map(|form| vars::undeclare(&form.text, keep)).collect()
}

/// Whether a script declares a function or a variable, no name inside of a function that must stay there,
/// and has no event handler in a text. The steps only change what is declared, and golfed scripts declare nothing.
/// Code cannot be moved where a kept name means something else, and names in texts stay.
fn is_declarative(source: &str) -> bool {
    let look = |script: &Script<'_>| {
        let scoping = script.scoping();
        let keep = declared::kept(script.program, scoping, &[]);
        let found = Dynamic::of(script.program, scoping).names();
        // No other variable has the name, so that code means the same wherever it moves.
        let is_alone = |id| {
            let name = scoping.symbol_name(id);
            let mut free = scoping.root_unresolved_references().keys();
            found.contains(name)
                && name != "arguments"
                && scoping
                    .symbol_names()
                    .filter(|other| *other == name)
                    .count()
                    == 1
                && !free.any(|other| other.as_str() == name)
        };
        let is_hidden = |id| {
            scoping.symbol_scope_id(id) != scoping.root_scope_id()
                && script.is_kept(&keep, id)
                && !is_alone(id)
        };
        let declares =
            |node| matches!(node, AstKind::Function(_) | AstKind::VariableDeclaration(_));
        walk::any(script.program, declares)
            && !scoping.symbol_ids().any(is_hidden)
            && InlineHandler::all(script.program, source).is_empty()
    };
    Script::look(source, look).unwrap_or(false)
}

/// Whether code has what a function has of its own and an arrow function has not: `this`, `super`,
/// `new.target` or `arguments`. (Another function in it has its own.)
fn has_own<'a>(code: &impl walk::Root<'a>) -> bool {
    let mut found = false;
    walk::some(code, |node| {
        found |= match node {
            AstKind::ThisExpression(_) | AstKind::Super(_) | AstKind::NewTarget(_) => true,
            AstKind::IdentifierReference(name) => name.name == "arguments",
            _ => false,
        };
        !matches!(node, AstKind::Function(_))
    });
    found
}

#[cfg(test)]
mod tests;
