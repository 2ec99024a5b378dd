//! Walks over syntax trees: one visitor that hands each node to a closure.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, Class, ComputedMemberExpression, Expression,
    ForStatement, ForStatementInit, FormalParameters, Function, FunctionBody, Program, PropertyKey,
    Statement, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_syntax::scope::ScopeFlags;

/// When a node is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Before the nodes in it.
    Enter,
    /// After them.
    Leave,
}

/// The visitor of all walks.
pub struct Walk<'w, 'a> {
    see: &'w mut dyn FnMut(Step, AstKind<'a>) -> bool,
    /// The number of open nodes that are left out.
    skipped: usize,
}

impl<'a> Visit<'a> for Walk<'_, 'a> {
    fn enter_node(&mut self, node: AstKind<'a>) {
        if self.skipped > 0 || !(self.see)(Step::Enter, node) {
            self.skipped += 1;
        }
    }

    fn leave_node(&mut self, node: AstKind<'a>) {
        match self.skipped {
            0 => _ = (self.see)(Step::Leave, node),
            _ => self.skipped -= 1,
        }
    }
}

/// Where a walk can start.
pub trait Root<'a> {
    /// Lets a walk see the node, and all nodes in it.
    fn accept(&self, walk: &mut Walk<'_, 'a>);
}

macro_rules! roots {
    ($($node:ident: $visit:ident $(($flags:expr))?),* $(,)?) => {$(
        impl<'a> Root<'a> for $node<'a> {
            fn accept(&self, walk: &mut Walk<'_, 'a>) {
                walk.$visit(self $(, $flags)?);
            }
        }
    )*};
}

roots! {
    ArrowFunctionExpression: visit_arrow_function_expression,
    AssignmentTarget: visit_assignment_target,
    Class: visit_class,
    ComputedMemberExpression: visit_computed_member_expression,
    Expression: visit_expression,
    ForStatement: visit_for_statement,
    FormalParameters: visit_formal_parameters,
    Function: visit_function(ScopeFlags::Function),
    FunctionBody: visit_function_body,
    Program: visit_program,
    Statement: visit_statement,
    VariableDeclarator: visit_variable_declarator,
}

/// Sees each node twice. Where `see` is false at the first time, the nodes in it and its second time
/// are left out.
pub fn both<'a>(root: &impl Root<'a>, mut see: impl FnMut(Step, AstKind<'a>) -> bool) {
    root.accept(&mut Walk {
        see: &mut see,
        skipped: 0,
    });
}

/// Sees each node, outer ones before inner ones. Where `see` is false, the nodes in it are left out.
pub fn some<'a>(root: &impl Root<'a>, mut see: impl FnMut(AstKind<'a>) -> bool) {
    both(root, |step, node| step == Step::Leave || see(node));
}

/// Sees all nodes, outer ones before inner ones.
pub fn all<'a>(root: &impl Root<'a>, mut see: impl FnMut(AstKind<'a>)) {
    some(root, |node| {
        see(node);
        true
    });
}

/// Sees all nodes, each with those around it, the outermost first.
pub fn within<'a>(root: &impl Root<'a>, mut see: impl FnMut(AstKind<'a>, &[AstKind<'a>])) {
    let mut around = Vec::new();
    both(root, |step, node| {
        match step {
            Step::Enter => {
                see(node, &around);
                around.push(node);
            }
            Step::Leave => _ = around.pop(),
        }
        true
    });
}

/// Sees the nodes outside of the functions in the root.
pub fn outside_functions<'a>(root: &impl Root<'a>, mut see: impl FnMut(AstKind<'a>)) {
    some(root, |node| {
        let is_outside = !is_function(node);
        if is_outside {
            see(node);
        }
        is_outside
    });
}

/// Whether there is such a node. After the first one, `is` sees no other.
pub fn any<'a>(root: &impl Root<'a>, mut is: impl FnMut(AstKind<'a>) -> bool) -> bool {
    let mut found = false;
    some(root, |node| {
        found = found || is(node);
        !found
    });
    found
}

/// Whether a node is a function.
pub fn is_function(node: AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)
    )
}

/// The statements that a node has as a list.
pub fn statements<'a>(node: AstKind<'a>) -> Option<&'a [Statement<'a>]> {
    Some(match node {
        AstKind::Program(program) => &program.body,
        AstKind::FunctionBody(body) => &body.statements,
        AstKind::BlockStatement(block) => &block.body,
        AstKind::SwitchCase(case) => &case.consequent,
        AstKind::StaticBlock(block) => &block.body,
        _ => return None,
    })
}

/// The statements of a script or of a function.
pub fn body<'a>(node: AstKind<'a>) -> Option<&'a [Statement<'a>]> {
    match node {
        AstKind::Program(_) | AstKind::FunctionBody(_) => statements(node),
        _ => None,
    }
}

/// The expressions of a node whose values nothing uses.
pub fn ignored<'a>(node: AstKind<'a>) -> Vec<&'a Expression<'a>> {
    match node {
        AstKind::ExpressionStatement(statement) => vec![&statement.expression],
        AstKind::SequenceExpression(sequence) => match &sequence.expressions[..] {
            [before @ .., _] => before.iter().collect(),
            [] => Vec::new(),
        },
        AstKind::ForStatement(statement) => {
            let init = statement.init.as_ref();
            let init = init.and_then(ForStatementInit::as_expression);
            init.into_iter().chain(&statement.update).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a node calls, assigns or waits. (What is in it may do so too.)
pub fn acts(node: AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::CallExpression(_)
            | AstKind::NewExpression(_)
            | AstKind::TaggedTemplateExpression(_)
            | AstKind::AssignmentExpression(_)
            | AstKind::UpdateExpression(_)
            | AstKind::AwaitExpression(_)
            | AstKind::YieldExpression(_)
    )
}

/// The key of a property of an object, a class or a pattern.
pub fn key<'a>(node: AstKind<'a>) -> Option<&'a PropertyKey<'a>> {
    Some(match node {
        AstKind::ObjectProperty(property) => &property.key,
        AstKind::MethodDefinition(method) => &method.key,
        AstKind::PropertyDefinition(property) => &property.key,
        AstKind::AccessorProperty(property) => &property.key,
        AstKind::BindingProperty(property) => &property.key,
        AstKind::AssignmentTargetPropertyProperty(property) => &property.name,
        _ => return None,
    })
}

/// What a node assigns to, apart from `a++`.
pub fn targets<'a>(node: AstKind<'a>) -> Vec<&'a AssignmentTarget<'a>> {
    let target = match node {
        AstKind::AssignmentExpression(assignment) => Some(&assignment.left),
        AstKind::AssignmentTargetWithDefault(target) => Some(&target.binding),
        AstKind::AssignmentTargetRest(rest) => Some(&rest.target),
        AstKind::AssignmentTargetPropertyProperty(property) => {
            property.binding.as_assignment_target()
        }
        AstKind::ForInStatement(each) => each.left.as_assignment_target(),
        AstKind::ForOfStatement(each) => each.left.as_assignment_target(),
        AstKind::ArrayAssignmentTarget(array) => {
            let elements = array.elements.iter().flatten();
            return elements
                .filter_map(|element| element.as_assignment_target())
                .collect();
        }
        _ => None,
    };
    target.into_iter().collect()
}
/// Whether code waits outside of functions.
pub fn awaits(program: &Program<'_>) -> bool {
    let mut awaits = false;
    outside_functions(program, |node| {
        awaits |= match node {
            AstKind::AwaitExpression(_) => true,
            AstKind::ForOfStatement(statement) => statement.r#await,
            _ => false,
        };
    });
    awaits
}
