//! Direct calls of `eval` with a text that is known, and that uses no variable of the script.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, Program, Statement};
use oxc_semantic::Scoping;

use super::script::Script;
use super::walk;

/// Whether a call of `eval` runs in its own scope, and not in the global one as `eval?.()` does.
pub(super) fn is_direct(call: &CallExpression<'_>) -> bool {
    call.callee.is_specific_id("eval") && !call.optional
}

/// The names in the text of such a call; `None` for another call, or if the text declares names, uses
/// one that the script declares, or has something of the function around the call.
pub(super) fn names(call: &CallExpression<'_>, scoping: &Scoping) -> Option<BTreeSet<String>> {
    let [argument] = &call.arguments[..] else {
        return None;
    };
    let text = match argument.as_expression()? {
        Expression::StringLiteral(literal) if !literal.lone_surrogates => literal.value,
        _ => return None,
    };
    if !is_direct(call) {
        return None;
    }
    let names = Script::look(&text, free_names).ok()??;
    let mut declared = scoping.symbol_ids();
    let is_declared = declared.any(|id| names.contains(scoping.symbol_name(id)));
    (!is_declared).then_some(names)
}

/// The names that a script uses; `None` if it has more than expressions, or `this`, `arguments` or an
/// `eval` of its own.
fn free_names(script: &Script<'_>) -> Option<BTreeSet<String>> {
    let mut statements = script.program.body.iter();
    let is_expression =
        statements.all(|statement| matches!(statement, Statement::ExpressionStatement(_)));
    let has_own = walk::any(script.program, |node| match node {
        AstKind::ThisExpression(_) => true,
        AstKind::IdentifierReference(name) => name.name == "arguments" || name.name == "eval",
        _ => false,
    });
    (is_expression && !has_own).then(|| script.free_names().collect())
}

/// The names in the texts of all such calls.
pub(super) fn all_names(program: &Program<'_>, scoping: &Scoping) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk::all(program, |node| {
        if let AstKind::CallExpression(call) = node {
            found.extend(names(call, scoping).into_iter().flatten());
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let names = |script: &Script<'_>| all_names(script.program, script.scoping());
        let names = Script::look(source, names).expect(source);
        names.into_iter().collect()
    }

    #[test]
    fn a_text_that_uses_nothing_of_the_script_is_known() {
        assert_eq!(
            found("var a=eval(\"require('b').c\")"),
            ["require".to_owned()]
        );
        assert_eq!(found("eval('d=e(f=>f)')"), ["d", "e"]);
    }

    #[test]
    fn a_text_that_uses_or_declares_names_is_not() {
        for source in [
            "var a;eval('a')",
            "function f(a){eval('b(()=>a)')}",
            "eval('var a=1')",
            "eval('function a(){}')",
            "eval('this.a')",
            "eval('arguments')",
            "eval('eval(a)')",
            "eval('a'+b)",
            "eval(a)",
            "eval('a',1)",
            "eval('a(')",
            "eval?.('a')",
            "f('a')",
        ] {
            assert_eq!(found(source), [""; 0], "{source}");
        }
    }
}
