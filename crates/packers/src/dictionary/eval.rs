//! Whether a script does the same in `eval`.
//!
//! A direct `eval` at the place of the script has its scope, its `this` and, in a script element, makes
//! `var` and functions global. Its `let`, `const` and `class` are local, and so is everything that code
//! in strict mode declares. What it makes global can be deleted, unlike that of a script.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, UnaryExpression};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::SymbolFlags;

use golfchess_script::script::Script;
use golfchess_script::{Names, ScriptError, is_global_object, walk};

/// Why a script means something else in `eval`; `None` if it does not. `keep` has the names that other
/// code may use.
///
/// # Errors
/// The text is not a script.
pub fn obstacle(source: &str, keep: &[String]) -> Result<Option<String>, ScriptError> {
    Script::look(source, |script| obstacle_of(script, keep))?
}

fn obstacle_of(script: &Script<'_>, keep: &[String]) -> Result<Option<String>, ScriptError> {
    let (source, scoping) = (script.source, script.scoping());
    let is_strict = script.program.has_use_strict_directive();
    let global = SymbolFlags::FunctionScopedVariable | SymbolFlags::Function;
    let mut deleted = Deleted {
        globals: scoping
            .iter_bindings_in(scoping.root_scope_id())
            .filter(|&id| !is_strict && scoping.symbol_flags(id).intersects(global))
            .map(|id| scoping.symbol_name(id))
            .collect(),
        found: None,
    };
    walk::all(script.program, |node| match node {
        AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Delete => {
            deleted.delete(unary);
        }
        AstKind::CallExpression(call) => {
            let callee = call.callee.as_member_expression();
            let name = callee.and_then(|callee| callee.static_property_name());
            if name == Some("deleteProperty") {
                deleted.found = deleted.found.or(deleted.globals.first().copied());
            }
        }
        _ => {}
    });
    if let Some(name) = deleted.found {
        return Ok(Some(format!(
            "`{name}` could be deleted if `eval` declared it, and the script deletes something"
        )));
    }
    let handlers = Names::frugal(source, keep)?.has_handlers();
    let local = scoping
        .iter_bindings_in(scoping.root_scope_id())
        .find(|&id| {
            let is_local = is_strict || scoping.symbol_flags(id).is_block_scoped();
            let name = scoping.symbol_name(id);
            is_local && (handlers || keep.iter().any(|kept| kept == name))
        });
    Ok(local.map(|id| {
        format!(
            "`{}` is declared locally in `eval`, and other code may use it",
            scoping.symbol_name(id)
        )
    }))
}

/// Finds what may delete a global variable.
struct Deleted<'s> {
    globals: Vec<&'s str>,
    found: Option<&'s str>,
}

impl Deleted<'_> {
    fn name(&mut self, name: &str) {
        let found = self.globals.iter().find(|global| **global == name);
        self.found = self.found.or(found.copied());
    }

    fn delete(&mut self, unary: &UnaryExpression<'_>) {
        let argument = match &unary.argument {
            Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
            other => other.as_member_expression(),
        };
        match (&unary.argument, argument) {
            (Expression::Identifier(name), _) => self.name(&name.name),
            (_, Some(member)) => match member.static_property_name() {
                Some(name) => self.name(name),
                // Only of the global object such a name could be one of a variable.
                None if may_be_global(member.object()) => {
                    self.found = self.found.or(self.globals.first().copied());
                }
                None => {}
            },
            _ => {}
        }
    }
}

fn may_be_global(object: &Expression<'_>) -> bool {
    match object {
        Expression::ThisExpression(_) => true,
        Expression::Identifier(name) => is_global_object(&name.name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::obstacle;

    #[test]
    fn only_declarations_that_other_code_uses_are_obstacles() {
        let keep = ["kept".to_owned()];
        for (script, is_obstacle) in [
            ("var kept=1", false),
            ("function kept(){}", false),
            ("kept=1", false),
            ("let other=1;alert(other)", false),
            ("{let kept=1;alert(kept)}", false),
            ("let kept=1", true),
            ("const kept=1", true),
            ("class kept{}", true),
            ("'use strict';var kept=1", true),
            ("'use strict';function kept(){}", true),
            ("let total=1;alert('<p onclick=total++>')", true),
            ("var total=1;alert('<p onclick=total++>')", false),
            ("var total=1;delete window.total", true),
            ("function go(){}delete this['go']", true),
            ("var total=1;delete total", true),
            ("var total=1;delete self[total]", true),
            ("var total=1;Reflect.deleteProperty(window,total)", true),
            ("let total=1;delete window.total", false),
            ("total=1;delete window.total;alert(total)", false),
            ("var total=[];delete total[0]", false),
            ("var total={};delete total.other", false),
        ] {
            let found = obstacle(script, &keep).unwrap();
            assert_eq!(found.is_some(), is_obstacle, "{script}: {found:?}");
        }
    }
}
