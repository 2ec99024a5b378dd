//! Direct calls of `eval` with a text that is known, and that uses no variable of the script.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    CallExpression, Expression, IdentifierReference, Program, Statement, ThisExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;

use super::script;

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
    let arena = Allocator::default();
    let program = script::parse(&arena, &text).ok()?;
    let mut statements = program.body.iter();
    if !statements.all(|statement| matches!(statement, Statement::ExpressionStatement(_))) {
        return None;
    }
    let mut own = Own(false);
    own.visit_program(&program);
    let inner = script::scoping(&program);
    let free = inner.root_unresolved_references().keys();
    let names: BTreeSet<String> = free.map(ToString::to_string).collect();
    let is_declared = scoping
        .symbol_ids()
        .any(|id| names.contains(scoping.symbol_name(id)));
    (!own.0 && !is_declared).then_some(names)
}

/// The names in the texts of all such calls.
pub(super) fn all_names(program: &Program<'_>, scoping: &Scoping) -> BTreeSet<String> {
    let mut calls = Calls {
        scoping,
        names: BTreeSet::new(),
    };
    calls.visit_program(program);
    calls.names
}

struct Calls<'s> {
    scoping: &'s Scoping,
    names: BTreeSet<String>,
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.names
            .extend(names(call, self.scoping).into_iter().flatten());
        walk::walk_call_expression(self, call);
    }
}

/// Whether code has `this`, `arguments` or an `eval` of its own.
struct Own(bool);

impl<'a> Visit<'a> for Own {
    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.0 = true;
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.0 |= name.name == "arguments" || name.name == "eval";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let arena = Allocator::default();
        let program = script::parse(&arena, source).expect(source);
        let names = all_names(&program, &script::scoping(&program));
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
