//! `a=b,a.c=1` for `(a=>{a.c=1})(b)`, where nothing uses the value. (An enum of TypeScript is written so.)

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, Statement};
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;

use super::{Script, has_own, insert, replace, walk};
use crate::node;

/// An edit for each such call. The parameters become variables of the function around it, or of a module.
pub(super) fn edits(script: &Script<'_>, _: &[String]) -> Vec<Edit> {
    let is_module = node::is_of_node(script.program, script.scoping());
    let mut edits = Vec::new();
    walk::within(script.program, |node, around| {
        for ignored in walk::ignored(node) {
            if let Expression::CallExpression(call) = ignored
                && let Some(home) = home(around.iter().chain([&node]), is_module)
            {
                edits.extend(of_call(script, call, home));
            }
        }
    });
    edits
}

/// Where the variables of a place can be declared, if it is reached once.
fn home<'n, 'a: 'n>(
    around: impl DoubleEndedIterator<Item = &'n AstKind<'a>>,
    is_module: bool,
) -> Option<u32> {
    for outer in around.rev() {
        match outer {
            AstKind::FunctionBody(body) => return Some(body.statements.first()?.span().start),
            // Other scripts would see them.
            AstKind::Program(program) => {
                return is_module.then(|| program.body.first().map(|first| first.span().start))?;
            }
            // An arrow function with a value has no place for them.
            other if walk::is_function(*other) || other.is_iteration_statement() => return None,
            AstKind::Class(_) | AstKind::FormalParameters(_) => return None,
            _ => {}
        }
    }
    None
}

fn of_call(script: &Script<'_>, call: &CallExpression<'_>, home: u32) -> Option<Edit> {
    let (params, body) = match &call.callee {
        Expression::ArrowFunctionExpression(one) if !one.r#async && !has_own(&**one) => {
            (&one.params, one.body.as_function_body()?)
        }
        Expression::FunctionExpression(one)
            if !one.r#async
                && !one.generator
                && one.id.is_none()
                && !has_own(one.body.as_deref()?) =>
        {
            (&one.params, one.body.as_deref()?)
        }
        _ => return None,
    };
    let is_plain = !call.optional
        && params.rest.is_none()
        && body.directives.is_empty()
        && params.items.len() == call.arguments.len();
    let mut steps = Vec::new();
    let mut names = Vec::new();
    for (item, argument) in params.items.iter().zip(&call.arguments) {
        let name = item.pattern.get_binding_identifier()?.name.as_str();
        let argument = script.text(argument.as_expression()?);
        if item.initializer.is_some() {
            return None;
        }
        steps.push(format!("{name}={argument}"));
        names.push(name);
    }
    for statement in &body.statements {
        let Statement::ExpressionStatement(one) = statement else {
            return None;
        };
        steps.push(script.text(&one.expression).to_owned());
    }
    if !is_plain || steps.is_empty() {
        return None;
    }
    let mut splices = vec![replace(call, format!("({})", steps.join(",")))];
    if !names.is_empty() {
        splices.push(insert(home, format!("var {};", names.join(","))));
    }
    Edit::of("steps", splices)
}

/// `b=c` for `a||(a=b=c)`: an edit for each variable that cannot have a value before.
pub(super) fn firsts(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk::within(script.program, |node, around| {
        if let AstKind::LogicalExpression(logical) = node
            && logical.operator.is_or()
            && let Expression::Identifier(name) = &logical.left
            && !around.iter().any(|outer| outer.is_iteration_statement())
            && let Some(symbol) = script.symbol(name)
            && !script.is_kept(keep, symbol)
            && script
                .scoping()
                .symbol_flags(symbol)
                .is_function_scoped_declaration()
            && script.scoping().symbol_redeclarations(symbol).is_empty()
            && !script.is_used_elsewhere(symbol)
            && is_declared_alone(script, symbol)
            && is_first(script, symbol, name.span)
        {
            let text = format!("({})", script.text(&logical.right));
            edits.extend(Edit::of("first", vec![replace(logical, text)]));
        }
    });
    edits
}

/// Whether all uses of a variable are behind a place, or there.
fn is_first(script: &Script<'_>, symbol: SymbolId, place: Span) -> bool {
    let mut is_first = true;
    walk::all(script.program, |node| {
        if let AstKind::IdentifierReference(name) = node
            && script.symbol(name) == Some(symbol)
        {
            is_first &= name.span.start >= place.start;
        }
    });
    is_first
}

/// Whether a variable is declared without a value, and is no parameter.
fn is_declared_alone(script: &Script<'_>, symbol: SymbolId) -> bool {
    let span = script.scoping().symbol_span(symbol);
    let mut is_alone = false;
    walk::within(script.program, |node, around| {
        if let AstKind::VariableDeclarator(one) = node {
            let is_of_loop = around.iter().rev().nth(1).is_some_and(|outer| {
                matches!(
                    outer,
                    AstKind::ForInStatement(_) | AstKind::ForOfStatement(_)
                )
            });
            is_alone |= one.init.is_none() && one.id.span() == span && !is_of_loop;
        }
    });
    is_alone
}
