//! Edits that evaluate a part earlier: the last part of a list first, or a condition in the argument of a call.

use golfchess_sizes::edit::{Edit, Splice};

use super::nodes::{Node, Range, Shape};
use super::propose::{Proposals, without_one};

impl Proposals<'_> {
    /// Tries `c > ![a, b]` for `a, b, c`, where the values of `a` and `b` do not matter: an array is true,
    /// so `![a, b]` is false, and `c` is read before both. Tries `c & (a, b)` too, where they are odd.
    ///
    /// What `c` assigns is then no longer used after `a`: together with it, a parameter of a function
    /// around the list may become global, and an operator of `a` may read its right side first.
    pub(super) fn lists(&self, edits: &mut Vec<Edit>) {
        for node in &self.nodes.expressions {
            let Shape::Sequence(parts) = &node.shape else {
                continue;
            };
            let [others @ .., last] = parts.as_slice() else {
                continue;
            };
            let (Some(first), Some(before)) = (others.first(), others.last()) else {
                continue;
            };
            let last = self.text(*last);
            let cuts: Vec<Range> = self.parameters_around(node.range).collect();
            for others in self.in_other_order((first.0, before.1)) {
                for text in [
                    format!("(({last})>![{others}])"),
                    format!("(({last})&({others}))"),
                ] {
                    let list = Splice::new(node.range, text);
                    let alone = vec![list.clone()];
                    let cut = |&range| vec![list.clone(), Splice::new(range, "")];
                    for splices in cuts.iter().map(cut).chain([alone]) {
                        edits.extend(Edit::of("read the last part first", splices));
                    }
                }
            }
        }
    }

    /// The parameters of the functions around an expression, each with what separates it from the others.
    fn parameters_around(&self, inner: Range) -> impl Iterator<Item = Range> {
        let functions = self
            .nodes
            .expressions
            .iter()
            .filter_map(move |node| match &node.shape {
                Shape::Function(parts) if contains(node.range, inner) => Some(parts),
                _ => None,
            });
        functions.flat_map(|parts| without_one(parts))
    }

    /// The text, and the text with one operator that reads its right side first, or whose value is odd.
    fn in_other_order(&self, range: Range) -> impl Iterator<Item = String> {
        let inner = self.nodes.expressions.iter();
        let inner = inner.filter(move |node| contains(range, node.range));
        let changed = inner.filter_map(move |node| {
            let Shape::Binary {
                operator,
                left,
                right,
            } = &node.shape
            else {
                return None;
            };
            let (left, right) = (self.text(*left), self.text(*right));
            let text = match operator.as_str() {
                "&" | "|" => format!("(({right}){operator}({left}))"),
                "^" => format!("(({left})!=({right}))"),
                _ => return None,
            };
            let (before, after) = (
                &self.source[range.0..node.range.0],
                &self.source[node.range.1..range.1],
            );
            Some(format!("{before}{text}{after}"))
        });
        changed.chain([self.source[range.0..range.1].to_owned()])
    }

    /// Tries `f(a ?? b)` for `a && f(b)`, and for `a != c && f(b)`: the call then decides for `a` too.
    /// Of `d && a && f(b)`, `d` stays. If `a` is a member, a number that the script combines with
    /// members of the same object may be another digit.
    pub(super) fn arguments(&self, edits: &mut Vec<Edit>) {
        for node in &self.nodes.expressions {
            let Some((operator, left, right)) = conjunction(node) else {
                continue;
            };
            let Some(argument) = self.only_argument(right) else {
                continue;
            };
            let chain = self.expression(left).and_then(conjunction);
            let last =
                chain.map(|(_, before, last)| (format!("{}{operator}", self.text(before)), last));
            for (before, condition) in last.into_iter().chain([(String::new(), left)]) {
                for condition in self.compared(condition).into_iter().chain([condition]) {
                    for other in ["??", "||", "&&"] {
                        let text = format!(
                            "({before}{}({}){other}({}){})",
                            &self.source[right.0..argument.0],
                            self.text(condition),
                            self.text(argument),
                            &self.source[argument.1..right.1]
                        );
                        let call = Splice::new(node.range, text);
                        let alone = vec![call.clone()];
                        let numbers = self
                            .combined(condition)
                            .map(|digit| vec![call.clone(), digit]);
                        for splices in numbers.chain([alone]) {
                            edits.extend(Edit::of("pass the condition", splices));
                        }
                    }
                }
            }
        }
    }

    /// The first operand of a comparison, or of another operator.
    fn compared(&self, condition: Range) -> Option<Range> {
        match &self.expression(condition)?.shape {
            Shape::Binary { left, .. } => Some(*left),
            _ => None,
        }
    }

    /// Other digits for `1` of `object[…] ^= 1`, where `member` is a member of this object.
    fn combined(&self, member: Range) -> impl Iterator<Item = Splice> {
        let object = self.object(member);
        let assigned = self
            .nodes
            .expressions
            .iter()
            .filter_map(move |node| match &node.shape {
                Shape::Assign {
                    operator,
                    left,
                    right,
                } if operator != "=" && object.is_some() => {
                    (self.object(*left) == object).then_some(*right)
                }
                _ => None,
            });
        let digits = |range| (0..=9).map(move |digit: u8| (range, digit.to_string()));
        let others = assigned
            .filter(|right| matches!(self.text(*right).as_bytes(), [b'0'..=b'9']))
            .flat_map(digits);
        others
            .filter(|(range, digit)| self.text(*range) != digit)
            .map(|(range, digit)| Splice::new(range, digit))
    }

    /// `a` of `a[…]`.
    fn object(&self, member: Range) -> Option<&str> {
        let (object, index) = self.text(member).split_once('[')?;
        let is_name = object
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_$".contains(letter));
        (is_name && !object.is_empty() && index.ends_with(']')).then_some(object)
    }

    fn expression(&self, range: Range) -> Option<&Node> {
        self.nodes
            .expressions
            .iter()
            .find(|node| node.range == range)
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

fn contains(outer: Range, inner: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// The operator of `a && b`, `a & b`, `a || b` or `a | b`, and its operands.
fn conjunction(node: &Node) -> Option<(&str, Range, Range)> {
    match &node.shape {
        Shape::Binary {
            operator,
            left,
            right,
        } if ["&", "&&", "|", "||"].contains(&operator.as_str()) => Some((operator, *left, *right)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::proposals::propose::tests::assert_made;

    #[test]
    fn the_last_part_of_a_list_is_read_first() {
        assert_made("a && (b(), c = 1, d)", &["a && d > ![b(), c = 1]"]);
        assert_made("a && (b(), d)", &["a && d > ![b()]", "a && d & b()"]);
    }

    #[test]
    fn a_parameter_becomes_global_and_an_operator_turns_with_the_list() {
        assert_made(
            "f = (a, b) => (g(f()) | (a = b), h(a), b)",
            &[
                "f = b => b > ![g(f()) | (a = b), h(a)]",
                "f = b => b > ![(a = b) | g(f()), h(a)]",
                "f = a => b & ((a = b) | g(f()), h(a))",
            ],
        );
        assert_made("f = (a, b) => (a ^ g(), b)", &["f = b => b & (a != g())"]);
    }

    #[test]
    fn a_condition_moves_into_the_argument_of_a_call() {
        assert_made(
            "(a[b = c] != 0) & /d/.test(e)",
            &["/d/.test(a[b = c] ?? e)", "/d/.test(a[b = c] != 0 || e)"],
        );
        assert_made("a && b(c)", &["b(a ?? c)"]);
        assert_made(
            "z < 9 & (a[b = c] != 0) & /d/.test(e)",
            &["z < 9 & /d/.test(a[b = c] ?? e)"],
        );
    }

    #[test]
    fn a_number_that_the_passed_member_is_combined_with_changes_too() {
        assert_made(
            "a[b] ^= 1; z & (a[c] != 0) & d(e)",
            &["a[b] ^= 3; z & d(a[c] ?? e)"],
        );
    }
}
