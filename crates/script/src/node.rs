//! Scripts of Node: modules of CommonJS.

use oxc_ast::ast::{Argument, AssignmentTarget, Expression, Program, Statement};
use oxc_semantic::Scoping;

/// Whether a script is a module of CommonJS: it exports something before it asks whether it can. Its `this` is what it
/// exports, and its variables are those of a function.
pub(crate) fn is_of_node(program: &Program<'_>, scoping: &Scoping) -> bool {
    let is_free = |name: &str| scoping.get_root_binding(name.into()).is_none();
    let is_exports = |expression: &Expression<'_>| match expression {
        Expression::Identifier(name) => name.name == "exports" && is_free("exports"),
        Expression::StaticMemberExpression(member) => {
            member.property.name == "exports"
                && member.object.is_specific_id("module")
                && is_free("module")
        }
        _ => false,
    };
    let exports = |expression: &Expression<'_>| match expression {
        Expression::AssignmentExpression(assignment) => match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => {
                is_exports(&member.object)
                    || member.property.name == "exports"
                        && member.object.is_specific_id("module")
                        && is_free("module")
            }
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                name.name == "exports" && is_free("exports")
            }
            _ => false,
        },
        Expression::CallExpression(call) => {
            let first = call.arguments.first().and_then(Argument::as_expression);
            first.is_some_and(is_exports)
        }
        _ => false,
    };
    program.body.iter().any(|statement| match statement {
        Statement::ExpressionStatement(statement) => match &statement.expression {
            Expression::SequenceExpression(sequence) => sequence.expressions.iter().any(exports),
            other => exports(other),
        },
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::is_of_node;
    use crate::script::Script;

    fn is_module(source: &str) -> bool {
        let look = |script: &Script<'_>| is_of_node(script.program, script.scoping());
        Script::look(source, look).expect(source)
    }

    #[test]
    fn scripts_that_export_without_a_question_are_modules() {
        for source in [
            "exports.a=1",
            "module.exports=1",
            "b(),module.exports.a=1",
            "exports=module.exports=a",
            "Object.defineProperty(exports,'__esModule',{value:true})",
        ] {
            assert!(is_module(source), "{source}");
        }
        for source in [
            "a=exports",
            "if(typeof module=='object')module.exports=1",
            "typeof exports=='object'&&(exports.a=1)",
            "var exports={};exports.a=1",
            "(function(a){a.b=1})(typeof exports=='object'?exports:this)",
            "require('a')",
        ] {
            assert!(!is_module(source), "{source}");
        }
    }
}
