//! Rewrites that the compressor would undo: they come after it.

mod constructors;
mod ends;
mod nots;
mod returns;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryExpression, CallExpression, Expression, LogicalExpression};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

use self::constructors::constructors;
use self::ends::ends;
use self::nots::nots;
use self::returns::returns;
use super::{Script, is_script, replace, walk};

/// Methods of strings, arrays and documents that convert their only argument to a string.
const CONVERTING: [&str; 11] = [
    "createElement",
    "endsWith",
    "getContext",
    "getElementById",
    "getElementsByClassName",
    "getElementsByTagName",
    "join",
    "querySelector",
    "querySelectorAll",
    "split",
    "startsWith",
];

/// The script with all of these rewrites that leave it a script.
pub fn rewritten(source: &str) -> String {
    let mut text = source.to_owned();
    for find in [returns, ends, constructors, nots, conditionals, tags, swaps] {
        let arena = Allocator::default();
        let Ok(script) = Script::of(&arena, &text) else {
            return text;
        };
        let next = parted(find(&script)).map(|edit| edit.apply(&text));
        if let Some(next) = next.filter(|next| is_script(next)) {
            text = next;
        }
    }
    text
}

/// An edit with all splices that do not overlap one before them.
fn parted(mut splices: Vec<Splice>) -> Option<Edit> {
    splices.sort();
    let mut apart: Vec<Splice> = Vec::new();
    for splice in splices {
        if apart.last().is_none_or(|last| last.end <= splice.start) {
            apart.push(splice);
        }
    }
    Edit::of("last", apart)
}

/// `a?b=c:0` for `a&&(b=c)`.
fn conditionals(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::all(script.program, |node| {
        let ignored = walk::ignored(node).into_iter();
        splices.extend(ignored.flat_map(|ignored| conditional(script, ignored)));
    });
    splices
}

/// The same for an expression whose value nothing uses.
fn conditional(script: &Script<'_>, ignored: &Expression<'_>) -> Vec<Splice> {
    match ignored {
        Expression::LogicalExpression(logical) => of_logical(script, logical).unwrap_or_default(),
        Expression::SequenceExpression(sequence) => {
            let last = sequence.expressions.last();
            last.map_or_else(Vec::new, |last| conditional(script, last))
        }
        _ => Vec::new(),
    }
}

fn of_logical(script: &Script<'_>, logical: &LogicalExpression<'_>) -> Option<Vec<Splice>> {
    let (left, right) = (&logical.left, &logical.right);
    let binds = !matches!(
        left,
        Expression::AssignmentExpression(_)
            | Expression::ConditionalExpression(_)
            | Expression::SequenceExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::YieldExpression(_)
    );
    let (between, after) = match logical.operator {
        LogicalOperator::And => ("?", ":0"),
        LogicalOperator::Or => ("?0:", ""),
        LogicalOperator::Coalesce => return None,
    };
    let gap = Span::new(left.span().end, right.span().start);
    let close = Span::new(right.span().end, logical.span.end);
    let is_enclosed = script.text(&gap) == format!("{}(", logical.operator.as_str())
        && script.text(&close) == ")";
    (binds && is_enclosed && matches!(right, Expression::AssignmentExpression(_)))
        .then(|| vec![replace(&gap, between), replace(&close, after)])
}

/// ``a.join`b` `` for `a.join('b')`.
fn tags(script: &Script<'_>) -> Vec<Splice> {
    let facts = script.facts();
    let calls = facts.calls.iter();
    calls.filter_map(|call| tag(script, call)).collect()
}

fn tag(script: &Script<'_>, call: &CallExpression<'_>) -> Option<Splice> {
    let Expression::StaticMemberExpression(member) = &call.callee else {
        return None;
    };
    let [only] = &call.arguments[..] else {
        return None;
    };
    let method = member.property.name.as_str();
    let is_converting = !call.optional
        && !member.optional
        && CONVERTING.contains(&method)
        // Other libraries have functions of this name.
        && (method != "createElement" || member.object.is_specific_id("document"))
        && !script.source.contains("require(")
        && !script.facts().properties.contains(method);
    let text = plain(script, only.as_expression()?).filter(|_| is_converting)?;
    Some(replace(&Span::new(member.span.end, call.span.end), text))
}

/// The text of a string that a template can have as it is.
fn plain(script: &Script<'_>, expression: &Expression<'_>) -> Option<String> {
    match expression {
        Expression::StringLiteral(_) => {}
        Expression::TemplateLiteral(text) if text.expressions.is_empty() => {}
        _ => return None,
    }
    let text = script.text(expression);
    let inner = text.get(1..text.len() - 1)?;
    let is_plain = !inner.contains(['\\', '`', '\r']) && !inner.contains("${");
    is_plain.then(|| format!("`{inner}`"))
}

/// ``return`a`==typeof b`` for ``return typeof b==`a` ``.
fn swaps(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::all(script.program, |node| {
        if let AstKind::BinaryExpression(binary) = node {
            splices.extend(swap(script, binary));
        }
    });
    splices
}

fn swap(script: &Script<'_>, binary: &BinaryExpression<'_>) -> Option<Splice> {
    let operator = match binary.operator {
        BinaryOperator::LessThan => ">",
        BinaryOperator::GreaterThan => "<",
        BinaryOperator::LessEqualThan => ">=",
        BinaryOperator::GreaterEqualThan => "<=",
        other if other.is_equality() => other.as_str(),
        _ => return None,
    };
    let is_type = matches!(
        &binary.left,
        Expression::UnaryExpression(unary)
            if unary.operator == UnaryOperator::Typeof
                && matches!(unary.argument, Expression::Identifier(_))
    );
    let start = binary.span.start;
    let before = &script.source[..start as usize];
    // Words that a quote may follow.
    let words = ["return ", "case ", "throw ", "else ", "do "];
    let word = words.iter().any(|word| {
        let rest = before.strip_suffix(word);
        rest.is_some_and(|rest| {
            !rest.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '.')
        })
    });
    if !is_type || !word {
        return None;
    }
    let new = format!(
        "{}{operator}{}",
        plain(script, &binary.right)?,
        script.text(&binary.left)
    );
    Some(replace(&Span::new(start - 1, binary.span.end), new))
}

#[cfg(test)]
mod tests;
