//! Declares constants where they are assigned: `var a;f=()=>{a=9;g(a,a)}` is `f=()=>{const a=9;g(a,a)}`.
//!
//! The variable is read in this function alone, behind the assignment, which is the only one. So it has this value
//! whenever it is read, in each run of the function and in the functions that it makes.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentExpression, AssignmentTarget, Expression, Function, Statement};
use oxc_span::Span;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::{Script, is_script, replace, walk};
use crate::script::Body;

/// The script with such constants; `None` if there is none.
pub(super) fn declared(source: &str, keep: &[String]) -> Option<String> {
    let edit = Script::look(source, |script| edit(script, keep)).ok()??;
    let text = edit.apply(source);
    is_script(&text).then_some(text)
}

fn edit(script: &Script<'_>, keep: &[String]) -> Option<Edit> {
    // They read parameters without names.
    if script.source.contains("arguments") {
        return None;
    }
    let mut splices: Vec<Splice> = Vec::new();
    for function in &script.facts().functions {
        let Some(body) = function.body else { continue };
        for statement in &body.statements {
            let splice = of_statement(script, keep, function, statement);
            // Functions inside of a statement that changes stay.
            let splice = splice.filter(|new| splices.iter().all(|old| old.end <= new.start));
            splices.extend(splice);
        }
    }
    Edit::of("assigned", splices).filter(|edit| !edit.splices.is_empty())
}

/// A statement with its assignments as declarations.
fn of_statement(
    script: &Script<'_>,
    keep: &[String],
    function: &Body<'_>,
    statement: &Statement<'_>,
) -> Option<Splice> {
    let Statement::ExpressionStatement(only) = statement else {
        return None;
    };
    let parts: Vec<&Expression<'_>> = match &only.expression {
        Expression::SequenceExpression(sequence) => sequence.expressions.iter().collect(),
        single => vec![single],
    };
    let mut is_changed = false;
    let mut text = String::from(";");
    for part in parts {
        let is_constant = match part {
            Expression::AssignmentExpression(assignment) => {
                is_constant(script, keep, function, assignment)
            }
            _ => false,
        };
        is_changed |= is_constant;
        let part = script.text(part);
        text += &match is_constant {
            true => format!("const {part};"),
            false => format!("({part});"),
        };
    }
    is_changed.then(|| replace(statement, text))
}

/// Whether the variable of an assignment has its value wherever it is read.
fn is_constant(
    script: &Script<'_>,
    keep: &[String],
    function: &Body<'_>,
    assignment: &AssignmentExpression<'_>,
) -> bool {
    let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left else {
        return false;
    };
    let Some(symbol) = script.symbol(target) else {
        return false;
    };
    assignment.operator.is_assign()
        && is_plain(&assignment.right)
        && is_outer(script, keep, function, symbol)
        && is_read_behind(script, function, symbol, assignment.span)
}

/// Whether a value is the same at each time, and short to write.
fn is_plain(value: &Expression<'_>) -> bool {
    match value {
        Expression::UnaryExpression(unary) => {
            unary.operator != UnaryOperator::Delete && unary.argument.is_number()
        }
        Expression::StringLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_) => true,
        _ => false,
    }
}

/// Whether a variable is declared once, outside of a function.
fn is_outer(script: &Script<'_>, keep: &[String], function: &Body<'_>, symbol: SymbolId) -> bool {
    let scoping = script.scoping();
    let flags = scoping.symbol_flags(symbol);
    let variable = SymbolFlags::FunctionScopedVariable | SymbolFlags::BlockScopedVariable;
    flags.intersects(variable)
        && !flags.is_const_variable()
        && !script.is_kept(keep, symbol)
        && scoping.symbol_redeclarations(symbol).is_empty()
        && !function
            .span
            .contains_inclusive(scoping.symbol_span(symbol))
}

/// Whether nothing but one assignment writes a variable, and all that reads it is behind this one in a function.
fn is_read_behind(
    script: &Script<'_>,
    function: &Body<'_>,
    symbol: SymbolId,
    assignment: Span,
) -> bool {
    let scoping = script.scoping();
    let behind = Span::new(assignment.end, function.span.end);
    let references = || scoping.get_resolved_references(symbol);
    let writes = references().filter(|one| one.is_write()).count();
    let reads = references().filter(|one| one.is_read()).count();
    let mut found = 0;
    // A function declaration may run before the assignment.
    let mut see = |node: AstKind<'_>| {
        if let AstKind::IdentifierReference(name) = node
            && script.symbol(name) == Some(symbol)
            && behind.contains_inclusive(name.span)
        {
            found += 1;
        }
        let is_early = |function: &Function<'_>| {
            function.is_declaration() && behind.contains_inclusive(function.span)
        };
        !matches!(node, AstKind::Function(function) if is_early(function))
    };
    if let Some(body) = function.body {
        walk::some(body, &mut see);
    }
    writes == 1 && reads > 0 && reads == found
}
