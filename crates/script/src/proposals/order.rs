//! Edits that evaluate a part earlier: the last part of a list first, or a condition in the argument of a call.

use golfchess_sizes::edit::Edit;

use super::nodes::{Range, Shape};
use super::propose::Proposals;

impl Proposals<'_> {
    /// Tries `c > ![a, b]` for `a, b, c`, where the values of `a` and `b` do not matter: an array is true,
    /// so `![a, b]` is false, and `c` is read before both.
    pub(super) fn lists(&self, edits: &mut Vec<Edit>) {
        for node in &self.nodes.expressions {
            let Shape::Sequence(parts) = &node.shape else {
                continue;
            };
            if let [others @ .., last] = parts.as_slice()
                && let (Some(first), Some(before)) = (others.first(), others.last())
            {
                let others = self.source[first.0..before.1].trim();
                let text = format!("({})>![{others}]", self.text(*last));
                edits.push(self.replace("read the last part first", node.range, &text));
            }
        }
    }

    /// Tries `f(a ?? b)` for `a && f(b)`, and for `a != c && f(b)`: the call then decides for `a` too.
    pub(super) fn arguments(&self, edits: &mut Vec<Edit>) {
        for node in &self.nodes.expressions {
            let Shape::Binary {
                operator,
                left,
                right,
            } = &node.shape
            else {
                continue;
            };
            if !["&", "&&", "|", "||"].contains(&operator.as_str()) {
                continue;
            }
            let Some(argument) = self.only_argument(*right) else {
                continue;
            };
            let inner = self.nodes.expressions.iter();
            let compared = inner.filter(|inner| inner.range == *left);
            let compared = compared.filter_map(|inner| match &inner.shape {
                Shape::Binary { left, .. } => Some(*left),
                _ => None,
            });
            for condition in compared.chain([*left]) {
                for other in ["??", "||", "&&"] {
                    let text = format!(
                        "{}({}){other}({}){}",
                        &self.source[right.0..argument.0],
                        self.text(condition),
                        self.text(argument),
                        &self.source[argument.1..right.1]
                    );
                    edits.push(self.replace("pass the condition", node.range, &text));
                }
            }
        }
    }

    /// The argument of a call with one, without parentheses of its own.
    fn only_argument(&self, call: Range) -> Option<Range> {
        let mut calls = self.nodes.calls.iter();
        let (_, arguments) = calls.find(|(range, _)| *range == call)?;
        match arguments.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::proposals::propose::tests::assert_made;

    #[test]
    fn the_last_part_of_a_list_is_read_first() {
        assert_made("a && (b(), c = 1, d)", &["a && d > ![b(), c = 1]"]);
        assert_made("a && (b(), d)", &["a && d > ![b()]"]);
    }

    #[test]
    fn a_condition_moves_into_the_argument_of_a_call() {
        assert_made(
            "(a[b = c] != 0) & /d/.test(e)",
            &["/d/.test(a[b = c] ?? e)", "/d/.test(a[b = c] != 0 || e)"],
        );
        assert_made("a && b(c)", &["b(a ?? c)"]);
    }
}
