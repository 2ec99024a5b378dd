//! Declares variables as parameters: `a=>{var b=a+1;return b*b}` is `(a,b=a+1)=>b*b` if nothing calls the
//! function with two arguments.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    AssignmentTarget, Expression, ForStatementInit, Statement, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_span::{GetSpan, Span};

use super::bodies::Function;
use super::defaults::Defaults;
use super::{Script, insert, replace};

/// Edits that turn the first variables of a function into parameters with their values.
pub(super) fn first(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let functions = Function::all(script, keep).into_iter();
    functions
        .filter_map(|function| first_of(script, &function))
        .collect()
}

/// Edits that turn other declarations into assignments, and declare the variables elsewhere.
pub(super) fn others(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let functions = Function::all(script, keep).into_iter();
    functions
        .flat_map(|function| others_of(script, &function))
        .collect()
}

/// Edits that leave out the braces of an arrow function whose value nothing uses.
pub(super) fn braces(script: &Script<'_>, keep: &[String]) -> Vec<Edit> {
    let functions = Function::all(script, keep).into_iter();
    let edits = functions.filter_map(|function| {
        let arrow = function.body.arrow?;
        let body = function.body.body?;
        let is_void = function.called.is_some_and(|called| called.is_void);
        match &body.statements[..] {
            [Statement::ExpressionStatement(only)]
                if is_void && !arrow.r#async && body.directives.is_empty() =>
            {
                let text = format!("({})", script.text(&only.expression));
                Edit::of("braces", vec![replace(body, text)])
            }
            _ => None,
        }
    });
    edits.collect()
}

fn first_of(script: &Script<'_>, function: &Function<'_, '_>) -> Option<Edit> {
    let statements = &function.body.body?.statements;
    if !function.takes_parameters() {
        return None;
    }
    let mut defaults = Defaults::of(script, function.body)?;
    let (mut added, mut splices) = (Vec::new(), Vec::new());
    for statement in statements {
        let (declaration, end) = match statement {
            Statement::VariableDeclaration(declaration) => (declaration, ";"),
            Statement::ForStatement(repeat) => match &repeat.init {
                Some(ForStatementInit::VariableDeclaration(declaration))
                    if declaration.kind == VariableDeclarationKind::Var =>
                {
                    (declaration, "")
                }
                _ => break,
            },
            _ => break,
        };
        let all = &declaration.declarations;
        let count = all.iter().take_while(|one| defaults.takes(one)).count();
        if count == 0 {
            break;
        }
        added.extend(all[..count].iter().map(|one| script.text(one)));
        splices.push(match all.get(count) {
            None => replace(&declaration.span, end),
            Some(next) => replace(&Span::new(all[0].span.start, next.span.start), ""),
        });
        if count < all.len() || end.is_empty() {
            break;
        }
    }
    if added.is_empty() {
        return None;
    }
    splices.push(function.add_parameters(&added.join(",")));
    Edit::of("parameter", splices)
}

fn others_of(script: &Script<'_>, function: &Function<'_, '_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut found = Vec::new();
    for declaration in &function.declarations {
        let Some((names, splice)) = assigned(script, declaration) else {
            continue;
        };
        for way in function.declare(&names, Some(declaration.span)) {
            edits.extend(Edit::of("declare", vec![way, splice.clone()]));
        }
        let places = function.assignments.iter();
        edits.extend(places.filter_map(|place| joined(&names, &splice, place)));
        found.push((names, splice));
    }
    // All together.
    if found.len() > 1 && function.takes_parameters() {
        let names: Vec<&str> = found.iter().flat_map(|(names, _)| names.clone()).collect();
        let mut splices: Vec<Splice> = found.iter().map(|(_, splice)| splice.clone()).collect();
        splices.push(function.add_parameters(&names.join(",")));
        edits.extend(Edit::of("declare", splices));
    }
    edits
}

/// An edit that makes a declaration of other assignments to the variables of one.
fn joined(names: &[&str], splice: &Splice, place: &Expression<'_>) -> Option<Edit> {
    let values = match place {
        Expression::SequenceExpression(sequence) => sequence.expressions.iter().collect(),
        other => vec![other],
    };
    let mut assigned = Vec::new();
    for value in values {
        let Expression::AssignmentExpression(assignment) = value else {
            return None;
        };
        let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left else {
            return None;
        };
        let name = target.name.as_str();
        if !assignment.operator.is_assign() || !names.contains(&name) {
            return None;
        }
        assigned.push(name);
    }
    let rest = names.iter().filter(|name| !assigned.contains(name));
    let rest: String = rest.map(|name| format!(",{name}")).collect();
    let span = place.span();
    let splices = vec![
        splice.clone(),
        insert(span.start, "var "),
        insert(span.end, rest),
    ];
    Edit::of("declare", splices)
}

/// The variables of a declaration, and the assignments in its place.
fn assigned<'d>(
    script: &Script<'_>,
    declaration: &'d VariableDeclaration<'_>,
) -> Option<(Vec<&'d str>, Splice)> {
    let mut names = Vec::new();
    let mut values = Vec::new();
    for declarator in &declaration.declarations {
        let name = declarator.id.get_binding_identifier()?;
        let again = script
            .scoping()
            .symbol_redeclarations(name.symbol_id.get()?);
        if !again.is_empty() {
            return None;
        }
        names.push(name.name.as_str());
        if declarator.init.is_some() {
            values.push(script.text(declarator));
        }
    }
    let text = script.text(declaration);
    let after = &script.source[declaration.span.end as usize..];
    // In the head of a loop, or before a brace, no semicolon belongs to it.
    let semicolon = match text.ends_with(';') || !after.trim_start().starts_with([';', ')']) {
        true => ";",
        false => "",
    };
    let text = format!("{}{semicolon}", values.join(","));
    Some((names, replace(declaration, text)))
}
