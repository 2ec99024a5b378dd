//! Deletes assignments in the value of a `return` whose variable is not read after them.

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression};
use oxc_span::GetSpan;

use super::{Script, replace, walk};

/// All such edits.
pub(super) fn edits(script: &Script<'_>, _: &[String]) -> Vec<Edit> {
    let mut edits = Vec::new();
    // `arguments` may read the variable of a parameter.
    if script.source.contains("arguments") {
        return edits;
    }
    walk::some(script.program, |node| {
        if let AstKind::ReturnStatement(statement) = node
            && let Some(value) = &statement.argument
        {
            edits.extend(of_value(script, value));
        }
        // After a `return` in it, other statements run.
        !matches!(node, AstKind::TryStatement(_))
    });
    edits
}

/// The assignments in the value of a `return` whose variable is not read after them. (The variables
/// of another function are alive after this one.)
fn of_value(script: &Script<'_>, value: &Expression<'_>) -> Vec<Edit> {
    let mut names = Vec::new();
    let mut found = Vec::new();
    walk::outside_functions(value, |node| match node {
        AstKind::IdentifierReference(name) => {
            let symbol = script.symbol(name);
            names.extend(symbol.map(|symbol| (symbol, name.span.start)));
        }
        AstKind::AssignmentExpression(assignment) => {
            if let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left
                && let Some(symbol) = script.symbol(target)
                && script.home(symbol).is_some()
                && !script.is_used_elsewhere(symbol)
                && !assignment.operator.is_logical()
            {
                let value = script.text(&assignment.right);
                let text = match assignment.operator.to_binary_operator() {
                    Some(operator) => format!("({}{}({value}))", target.name, operator.as_str()),
                    None => format!("({value})"),
                };
                let end = assignment.span().end;
                found.push((symbol, end, replace(assignment, text)));
            }
        }
        _ => {}
    });
    found.retain(|(symbol, end, _)| {
        let mut names = names.iter();
        !names.any(|(other, at)| other == symbol && at > end)
    });
    let found = found.into_iter();
    found
        .filter_map(|(.., splice)| Edit::of("dead", vec![splice]))
        .collect()
}
