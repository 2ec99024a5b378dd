//! Short names for functions that a script has picked out of `Math`: `const{cos}=Math;cos(t)` is `C(t)`.

use std::collections::BTreeMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, Expression, VariableDeclarator};
use oxc_syntax::symbol::SymbolId;

use super::Frame;
use crate::script::{Script, is_script, replace};
use crate::walk;

/// The script without declarations that only pick functions with a short name.
pub(super) fn unpicked(source: &str, frame: &Frame, keep: &[String]) -> String {
    let edit = Script::look(source, |script| {
        Edit::of("pick", splices(script, frame, keep))
    });
    let text = edit.ok().flatten().map(|edit| edit.apply(source));
    let text = text.filter(|text| is_script(text));
    text.unwrap_or_else(|| source.to_owned())
}

fn splices(script: &Script<'_>, frame: &Frame, keep: &[String]) -> Vec<Splice> {
    let mut gone = Vec::new();
    let mut names: BTreeMap<SymbolId, String> = BTreeMap::new();
    let is_math = !script.scoping().symbol_names().any(|name| name == "Math");
    walk::all(script.program, |node| {
        if let AstKind::VariableDeclaration(declaration) = node
            && let [only] = &declaration.declarations[..]
            && is_math
            && let Some(picked) = picked(script, only, frame, keep)
        {
            gone.push(replace(&declaration.span, ";"));
            names.extend(picked);
        }
    });
    let mut splices = gone;
    let mut has_shorthand = false;
    walk::within(script.program, |node, around| {
        if let AstKind::IdentifierReference(name) = node
            && let Some(key) = script.symbol(name).and_then(|symbol| names.get(&symbol))
        {
            let parent = around.last();
            has_shorthand |=
                matches!(parent, Some(AstKind::ObjectProperty(property)) if property.shorthand);
            splices.push(replace(name, format!("Math.{key}")));
        }
    });
    if has_shorthand { Vec::new() } else { splices }
}

/// The variables of a declarator, and the functions of `Math` that they hold, if all have short names.
fn picked(
    script: &Script<'_>,
    declarator: &VariableDeclarator<'_>,
    frame: &Frame,
    keep: &[String],
) -> Option<Vec<(SymbolId, String)>> {
    let BindingPattern::ObjectPattern(pattern) = &declarator.id else {
        return None;
    };
    let is_math =
        matches!(&declarator.init, Some(Expression::Identifier(name)) if name.name == "Math");
    if !is_math || pattern.rest.is_some() {
        return None;
    }
    let properties = pattern.properties.iter();
    let picked = properties.map(|property| {
        let name = property.value.get_binding_identifier()?;
        let key = property.key.static_name()?.to_string();
        let symbol = name.symbol_id.get()?;
        let is_plain = property.value.is_binding_identifier() && !property.computed;
        (is_plain
            && frame.short.iter().any(|(long, _)| *long == key)
            && script.is_never_written(symbol)
            && !script.is_kept(keep, symbol))
        .then_some((symbol, key))
    });
    picked.collect()
}
