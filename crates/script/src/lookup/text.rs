//! Texts that the script runs or looks up, as far as they are known when a page is built.

use std::collections::BTreeSet;

use oxc_ast::ast::{BinaryExpression, Expression};
use oxc_syntax::operator::BinaryOperator;

use crate::script::Script;

/// The value of an expression as a text.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The known parts, in order, with a space for each unknown part.
    pub(super) known: String,
    /// Whether there is no unknown part.
    pub(super) complete: bool,
    /// Whether the value is a string for certain.
    pub(super) is_string: bool,
}

impl Text {
    /// Joins the strings and templates of an expression.
    pub(super) fn of(expression: &Expression<'_>) -> Self {
        match expression {
            Expression::StringLiteral(literal) => Self {
                known: literal.value.to_string(),
                complete: true,
                is_string: true,
            },
            Expression::TemplateLiteral(template) => {
                let mut text = Self {
                    known: String::new(),
                    complete: true,
                    is_string: true,
                };
                for (at, element) in template.quasis.iter().enumerate() {
                    let cooked = element.value.cooked.as_ref();
                    text.known += cooked.map_or("", |cooked| cooked.as_str());
                    if let Some(inner) = template.expressions.get(at) {
                        let inner = Self::of(inner);
                        text.known += &inner.known;
                        text.complete &= inner.complete;
                    }
                }
                text
            }
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                Self::of_sum(sum)
            }
            Expression::SequenceExpression(sequence) => sequence
                .expressions
                .last()
                .map(Self::of)
                .unwrap_or_default(),
            _ => Self {
                known: " ".to_owned(),
                ..Self::default()
            },
        }
    }

    /// Joins the operands of a sum.
    pub(crate) fn of_sum(sum: &BinaryExpression<'_>) -> Self {
        let (left, right) = (Self::of(&sum.left), Self::of(&sum.right));
        Self {
            known: left.known + &right.known,
            complete: left.complete && right.complete,
            is_string: left.is_string || right.is_string,
        }
    }

    /// The value if all of it is known.
    pub(crate) fn whole(&self) -> Option<&str> {
        (self.complete && self.is_string).then_some(self.known.as_str())
    }
}

/// The names that a script of this text reads or writes outside of its own functions. For a text
/// that is no script, all its words.
pub(super) fn names_of_code(code: &str) -> BTreeSet<String> {
    let names = |script: &Script<'_>| script.free_names().chain(script.top_names()).collect();
    Script::look(code, names).unwrap_or_else(|_| words(code))
}

/// The words of a text.
pub fn words(text: &str) -> BTreeSet<String> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let words = text.split(|c| !in_word(c)).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Whether a text may be HTML with a script in it: an event handler, a script element or a link
/// that runs a script.
pub(super) fn may_have_script(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let handler = lower.match_indices("on").any(|(at, _)| {
        let before = lower[..at].chars().next_back();
        let name = lower[at + 2..].trim_start_matches(|c: char| c.is_ascii_lowercase());
        before.is_some_and(|c| c.is_whitespace() || "\"'/".contains(c))
            && name.len() + 2 < lower.len() - at
            && name.trim_start().starts_with('=')
    });
    handler || lower.contains("<script") || lower.contains("javascript:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_the_names_that_it_does_not_declare_in_functions() {
        let names = |code| names_of_code(code).into_iter().collect::<Vec<_>>();
        assert_eq!(names("counter++;var total=(x=>x)(1)"), ["counter", "total"]);
        assert_eq!(names("alert('counter')"), ["alert"]);
        assert_eq!(names("counter+ +"), ["counter"]);
    }

    #[test]
    fn html_with_a_handler_may_have_a_script() {
        for text in ["<p onclick=a()>", "<a href='javascript:a()'>", "<SCRIPT>"] {
            assert!(may_have_script(text), "{text}");
        }
        for text in ["on = 1", "salmon=2", "<b>on</b>", "one on", " on"] {
            assert!(!may_have_script(text), "{text}");
        }
    }
}
