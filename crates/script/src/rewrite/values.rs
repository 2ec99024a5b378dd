//! Puts the values of constants where they are read.

use std::collections::BTreeMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, VariableDeclarator};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::constants::parts;
use super::{Script, replace, walk};

/// The edit that puts the values of all constants in their places.
pub(super) fn all(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let splices = edits(script, keep);
    let splices = splices.into_iter().flat_map(|edit| edit.splices);
    let all = Edit::of("values", splices.collect());
    all.filter(|all| !all.splices.is_empty())
        .into_iter()
        .collect()
}

/// Edits that put the value of a constant in its places. The compressor deletes a declaration that
/// nothing uses any more.
pub(super) fn edits(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    // Constants with a literal as their value.
    let mut values = BTreeMap::new();
    walk::all(script.program, |node| {
        // The compressor writes `let` for some constants.
        if let AstKind::VariableDeclaration(declaration) = node
            && declaration.kind.is_lexical()
        {
            let declared = declaration.declarations.iter();
            values.extend(declared.filter_map(|declarator| value(script, keep, declarator)));
        }
    });
    let mut places: BTreeMap<SymbolId, Vec<Splice>> = BTreeMap::new();
    walk::all(script.program, |node| {
        if let AstKind::IdentifierReference(name) = node
            && let Some(symbol) = script.symbol(name)
            && let Some(text) = values.get(&symbol)
        {
            let splice = replace(name, text);
            places.entry(symbol).or_default().push(splice);
        }
    });
    places
        .into_values()
        .filter_map(|splices| Edit::of("value", splices))
        .collect()
}

/// A constant, and its value if that is a literal.
fn value(
    script: &Script<'_>,
    keep: &[String],
    declarator: &VariableDeclarator<'_>,
) -> Option<(SymbolId, String)> {
    let (symbol, value) = parts(declarator)?;
    if !script.is_never_written(symbol) || script.is_kept(keep, symbol) {
        return None;
    }
    let literal = match value {
        Expression::UnaryExpression(unary) => &unary.argument,
        value => value,
    };
    let text = match (value, literal) {
        // A class has others.
        (Expression::ThisExpression(_), _) => (!script.source.contains("class")
            && has_one_this(script, symbol))
        .then(|| "this".to_owned()),
        (_, Expression::StringLiteral(_) | Expression::NumericLiteral(_)) => {
            Some(format!("({})", script.text(value)))
        }
        _ => None,
    };
    text.map(|text| (symbol, text))
}

/// Whether `this` is the same in the scope of a variable and where it is used.
fn has_one_this(script: &Script<'_>, symbol: SymbolId) -> bool {
    let scoping = script.scoping();
    let home = |scope: ScopeId| {
        let mut scopes = scoping.scope_ancestors(scope);
        scopes.find(|&scope| {
            let flags = scoping.scope_flags(scope);
            flags.is_function() && !flags.is_arrow() || flags.is_class_static_block()
        })
    };
    let own = home(scoping.symbol_scope_id(symbol));
    let mut references = scoping.get_resolved_references(symbol);
    references.all(|reference| home(reference.scope_id()) == own)
}
