//! Writes `'a'+b+'c'` as a template where that is shorter.
//!
//! Both convert their parts to strings in the same order. `+` asks an object for its `valueOf` first and a template
//! for its `toString`, which differ only for objects that say how they are converted.

use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryExpression, Expression};
use oxc_span::GetSpan;
use oxc_syntax::operator::BinaryOperator;

use super::kept::is_kept;
use super::script::{Tree, is_script, replace};
use super::walk;

/// Words of scripts with objects that `+` and a template convert to different strings.
const CONVERSIONS: [&str; 3] = ["valueOf", "toPrimitive", "Temporal"];

/// The script with templates, if it is shorter.
pub(super) fn shorter(source: &str) -> Option<String> {
    if CONVERSIONS.iter().any(|word| source.contains(word)) {
        return None;
    }
    let mut text = source.to_owned();
    // A template may be in another one.
    while let Some(next) = step(&text) {
        text = next;
    }
    (text.len() < source.len() && is_kept(source, &text)).then_some(text)
}

/// The script with templates for the outermost sums that they make shorter.
fn step(source: &str) -> Option<String> {
    let text = Tree::edited(source, |tree| {
        let mut splices = Vec::new();
        walk::some(tree.program, |node| {
            if let AstKind::BinaryExpression(binary) = node
                && let Some(text) = sum(source, binary)
                && text.len() < binary.span.size() as usize
            {
                splices.push(replace(binary, text));
                return false;
            }
            true
        });
        splices
    });
    text.filter(|text| text.len() < source.len() && is_script(text))
}

/// A part of a sum that makes a string.
struct Part {
    /// What it is between `+`.
    outside: String,
    /// What it is in a template, if it can be in one.
    inside: Option<String>,
}

/// The shortest text for a sum that makes a string; `None` for another expression.
fn sum(source: &str, binary: &BinaryExpression<'_>) -> Option<String> {
    let mut operands: Vec<&Expression<'_>> = Vec::new();
    let mut sums = vec![binary];
    if binary.operator != BinaryOperator::Addition {
        return None;
    }
    while let Expression::BinaryExpression(left) = &sums[sums.len() - 1].left
        && left.operator == BinaryOperator::Addition
    {
        sums.push(left);
    }
    sums.reverse();
    operands.push(&sums[0].left);
    operands.extend(sums.iter().map(|sum| &sum.right));
    // What is before the first string may be a sum of numbers.
    let first = operands.iter().position(|operand| is_text(operand))?;
    let mut parts = Vec::new();
    match first {
        0 => {}
        1 => parts.push(value(source, operands[0])),
        _ => {
            let text = sums[first - 2].span.source_text(source);
            parts.push(Part {
                outside: text.to_owned(),
                inside: Some(inserted(text)),
            });
        }
    }
    for operand in &operands[first..] {
        parts.push(match is_text(operand) {
            true => Part {
                outside: operand.span().source_text(source).to_owned(),
                inside: inner(operand.span().source_text(source)),
            },
            false => value(source, operand),
        });
    }
    Some(shortest(&parts))
}

/// Whether an operand is a string for certain, whose text is written.
fn is_text(operand: &Expression<'_>) -> bool {
    matches!(
        operand,
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_)
    )
}

/// An operand with any value.
fn value(source: &str, operand: &Expression<'_>) -> Part {
    let text = operand.span().source_text(source);
    let binds = match operand {
        Expression::BinaryExpression(binary) => matches!(
            binary.operator,
            BinaryOperator::Multiplication
                | BinaryOperator::Division
                | BinaryOperator::Remainder
                | BinaryOperator::Exponential
        ),
        Expression::ConditionalExpression(_)
        | Expression::LogicalExpression(_)
        | Expression::AssignmentExpression(_)
        | Expression::SequenceExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::YieldExpression(_) => false,
        _ => true,
    };
    let outside = match binds {
        false => format!("({text})"),
        true if text.starts_with('+') => format!(" {text}"),
        true => text.to_owned(),
    };
    Part {
        outside,
        inside: Some(inserted(text)),
    }
}

fn inserted(text: &str) -> String {
    format!("${{{text}}}")
}

/// The text of a string or a template in a template.
fn inner(literal: &str) -> Option<String> {
    let text = literal.get(1..literal.len() - 1)?;
    if literal.starts_with('`') {
        return Some(text.to_owned());
    }
    let mut inner = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '`' => return None,
            '$' if characters.peek() == Some(&'{') => return None,
            '\\' => match characters.next()? {
                // A template has no octal escapes, and the end of a line is another one in it.
                '0'..='9' | '\r' | '\u{2028}' | '\u{2029}' => return None,
                '\n' => inner.push_str("\\\n"),
                'n' => inner.push('\n'),
                quote @ ('\'' | '"') => inner.push(quote),
                other => inner.extend(['\\', other]),
            },
            other => inner.push(other),
        }
    }
    Some(inner)
}

/// The shortest sum of templates and of parts outside of them.
fn shortest(parts: &[Part]) -> String {
    // The shortest texts so far: that ends outside of a template, and that ends inside.
    let mut outside: Option<String> = Some(String::new());
    let mut inside: Option<String> = None;
    for part in parts {
        let closed = inside.as_ref().map(|text| format!("{text}`"));
        let before = shorter_of(outside, closed);
        let plus = |text: &str| match text.is_empty() {
            true => String::new(),
            false => format!("{text}+"),
        };
        let opened = before.as_deref().map(|text| plus(text) + "`");
        let start = shorter_of(inside, opened);
        inside = start
            .zip(part.inside.as_ref())
            .map(|(text, part)| text + part);
        outside = before.map(|text| plus(&text) + &part.outside);
    }
    shorter_of(outside, inside.map(|text| text + "`")).unwrap_or_default()
}

fn shorter_of(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) if other.len() < one.len() => Some(other),
        (None, other) => other,
        (one, _) => one,
    }
}

#[cfg(test)]
mod tests {
    use super::shorter;

    #[test]
    fn a_sum_of_strings_becomes_a_template_where_it_is_shorter() {
        for (source, expected) in [
            ("a='hsl('+l+',9%)'", "a=`hsl(${l},9%)`"),
            ("a=`<b>`+c.d+\"</b>\"", "a=`<b>${c.d}</b>`"),
            ("a='b'+(c?1:2)+'d'+(e,f)", "a=`b${c?1:2}d`+(e,f)"),
            ("a=b+c+'d'+e+'f'+g+'h'", "a=b+c+`d${e}f${g}h`"),
            ("a='b'+c+'d'+e+f+g", "a=`b${c}d`+e+f+g"),
            ("a='b'+ +c+'d'", "a=`b${+c}d`"),
            ("a='it\\'s '+c+'\\nd'", "a=`it's ${c}\nd`"),
            ("a=`b${c}`+d+'e'", "a=`b${c}${d}e`"),
            ("a='b'+('c'+d+'e')+'f'", "a=`b${`c${d}e`}f`"),
            ("a='$'+b+'c'", "a=`$${b}c`"),
            (
                "function*f(){a='b'+(yield)+'c'}",
                "function*f(){a=`b${yield}c`}",
            ),
        ] {
            assert_eq!(shorter(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn other_sums_stay() {
        for source in [
            "a=b+c",
            "a='b'+c",
            "a='b'+(c?1:2)",
            "a=b+'c'+d",
            "a='b'+c+d+'e'",
            "a=1+(b?c:d)",
            // They cannot be in a template.
            "a='`'+b+'`'",
            "a='${'+b+'}'",
            "a='\\0'+b+'\\1'",
            // The script says how its objects are converted.
            "b={valueOf:c};a='d'+b+'e'",
            "b={[Symbol.toPrimitive]:c};a='d'+b+'e'",
            "b=Temporal.Now.instant();a='d'+b+'e'",
            // The code of the event handler would be another one.
            "a='<p onclick=b('+c+')>'",
        ] {
            assert_eq!(shorter(source), None, "{source}");
        }
    }
}
