//! Uses the name of a value that nothing writes instead of a variable for it: `const a=t;f(a)` is `f(t)`.

use std::collections::HashMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_syntax::symbol::SymbolId;

use super::constants::{parts, without};
use super::known::Known;
use super::{Script, replace, walk};

/// The edit for the first such variable.
pub(super) fn edit(script: &Script<'_>, keep: &[String], known: &Known) -> Option<Edit> {
    let mut names = HashMap::new();
    let mut gone = HashMap::new();
    walk::within(script.program, |node, around| {
        let AstKind::VariableDeclaration(declaration) = node else {
            return;
        };
        let list = around.last().copied();
        if list.and_then(walk::statements).is_none() {
            return;
        }
        for (at, declarator) in declaration.declarations.iter().enumerate() {
            if let Some((symbol, Expression::Identifier(value))) = parts(declarator)
                && script.symbol(value).is_none()
                && known.is_steady(&value.name)
                && declaration.kind.is_lexical()
                && script.is_never_written(symbol)
                && !script.is_kept(keep, symbol)
            {
                names.insert(symbol, value.name.to_string());
                gone.insert(symbol, without(declaration, at));
            }
        }
    });
    let mut edits: HashMap<SymbolId, Vec<Splice>> = HashMap::new();
    walk::within(script.program, |node, around| {
        if let AstKind::IdentifierReference(name) = node
            && let Some(symbol) = script.symbol(name)
            && let Some(text) = names.get(&symbol)
        {
            match around.last() {
                Some(AstKind::ObjectProperty(property)) if property.shorthand => {
                    gone.remove(&symbol);
                }
                _ => edits
                    .entry(symbol)
                    .or_default()
                    .push(replace(name, text.as_str())),
            }
        }
    });
    let mut found: Vec<_> = edits.into_iter().collect();
    found.sort_by_key(|(symbol, _)| *symbol);
    let mut found = found.into_iter();
    let (mut splices, gone) =
        found.find_map(|(symbol, splices)| Some((splices, gone.remove(&symbol)?)))?;
    splices.push(gone);
    Edit::of("other", splices)
}
