//! Scripts with their syntax trees and variables, and the comparison of trees.

mod error;
mod facts;
mod literals;
mod parse;
mod variables;

use std::cell::OnceCell;
use std::ops::Deref;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{ContentEq, GetSpan, Span};

use super::parameters;

pub use error::ScriptError;
pub(crate) use facts::Called;
pub use facts::{Body, Facts};
pub use literals::{dictionary, literal_spans};
pub(crate) use parse::{error_of, is_script, module_error, require_depth};
pub use parse::{parse, parse_with_tokens};

/// The text and the syntax tree of a script. This is enough where no variable matters, and takes less time
/// than a [`Script`].
pub struct Tree<'a> {
    /// The text.
    pub source: &'a str,
    /// The syntax tree.
    pub program: &'a Program<'a>,
}

impl<'a> Tree<'a> {
    /// Parses a script.
    fn of(arena: &'a Allocator, source: &'a str) -> Result<Self, ScriptError> {
        let program = arena.alloc(parse(arena, source)?);
        Ok(Self { source, program })
    }

    /// What `look` finds in a tree.
    ///
    /// # Errors
    /// A syntax error.
    pub fn look<T>(source: &str, look: impl FnOnce(&Tree<'_>) -> T) -> Result<T, ScriptError> {
        Tree::of(&Allocator::default(), source).map(|tree| look(&tree))
    }

    /// The script after the replacements that `find` lists; `None` if it is no script, or if two
    /// of them overlap.
    pub(crate) fn edited(
        source: &str,
        find: impl FnOnce(&Tree<'_>) -> Vec<Splice>,
    ) -> Option<String> {
        let splices = Tree::look(source, find).ok()?;
        Some(Edit::of("script", splices)?.apply(source))
    }

    /// A part of the text.
    pub fn text(&self, node: &impl GetSpan) -> &'a str {
        node.span().source_text(self.source)
    }
}

/// A script with its tree and its variables, and what is computed of them when it is first asked.
pub struct Script<'a> {
    tree: Tree<'a>,
    /// The scopes, and what names refer to.
    scoping: Scoping,
    facts: OnceCell<Facts<'a>>,
}

impl<'a> Deref for Script<'a> {
    type Target = Tree<'a>;

    fn deref(&self) -> &Tree<'a> {
        &self.tree
    }
}

impl<'a> Script<'a> {
    /// Parses a script.
    ///
    /// # Errors
    /// A syntax error.
    pub fn of(arena: &'a Allocator, source: &'a str) -> Result<Self, ScriptError> {
        let tree = Tree::of(arena, source)?;
        Ok(Self {
            // Names have their numbers only then.
            scoping: scoping(tree.program),
            tree,
            facts: OnceCell::new(),
        })
    }

    /// What `look` finds in a script.
    ///
    /// # Errors
    /// A syntax error.
    pub fn look<T>(source: &str, look: impl FnOnce(&Script<'_>) -> T) -> Result<T, ScriptError> {
        let arena = Allocator::default();
        Script::of(&arena, source).map(|script| look(&script))
    }

    /// As [`Tree::edited`], for replacements that depend on variables.
    pub(crate) fn edited(
        source: &str,
        find: impl FnOnce(&Script<'_>) -> Vec<Splice>,
    ) -> Option<String> {
        let splices = Self::look(source, find).ok()?;
        Some(Edit::of("script", splices)?.apply(source))
    }

    /// The scopes, and what names refer to.
    pub fn scoping(&self) -> &Scoping {
        &self.scoping
    }

    /// The functions and calls.
    pub fn facts(&self) -> &Facts<'a> {
        self.facts.get_or_init(|| Facts::of(self.program))
    }
}

/// Replaces a node.
pub(crate) fn replace(node: &impl GetSpan, text: impl Into<String>) -> Splice {
    let span = node.span();
    Splice::new((span.start as usize, span.end as usize), text)
}

/// Puts a text before a place.
pub(crate) fn insert(at: u32, text: impl Into<String>) -> Splice {
    replace(&Span::empty(at), text)
}

/// The scopes of a script, and what its names refer to.
pub fn scoping(program: &Program<'_>) -> Scoping {
    let mut scoping = mixed_scoping(program);
    parameters::separate(program, &mut scoping);
    scoping
}

/// The same as oxc has it: parameters and the body of a function share a scope.
pub(super) fn mixed_scoping(program: &Program<'_>) -> Scoping {
    let built = SemanticBuilder::new().build(program);
    built.semantic.into_scoping()
}

/// Whether `source` parses to the same tree as `program`.
pub fn means(program: &Program<'_>, source: &str) -> bool {
    let arena = Allocator::default();
    parse(&arena, source).is_ok_and(|other| {
        program.directives.content_eq(&other.directives) && program.body.content_eq(&other.body)
    })
}

/// Whether two scripts parse to the same tree.
pub fn equivalent(left: &str, right: &str) -> bool {
    let arena = Allocator::default();
    parse(&arena, left).is_ok_and(|program| means(&program, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_and_quotes_do_not_change_the_tree_but_order_does() {
        assert!(equivalent("a=(b+c)", "a = b + c;"));
        assert!(equivalent("a='b'", "a=\"b\""));
        assert!(!equivalent("a=(b+c)*d", "a=b+c*d"));
        assert!(!equivalent("f((1,2),3)", "f(1,2,3)"));
    }
}
