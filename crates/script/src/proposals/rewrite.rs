//! Edits that write a condition in another way.

use golfchess_sizes::edit::Edit;

use super::nodes::{Node, Range, Shape};
use super::propose::Proposals;

impl Proposals<'_> {
    /// Writes an assignment before its condition, and one condition for two.
    pub(super) fn rewrite(&self, node: &Node, edits: &mut Vec<Edit>) {
        match &node.shape {
            Shape::Conditional { test, yes, no } => {
                self.assign_conditions(node.range, *test, Some(*yes), Some(*no), edits);
                self.flatten(node.range, *test, (*yes, *no), edits);
            }
            Shape::Binary {
                operator,
                left,
                right,
            } if operator == "&&" => {
                self.assign_conditions(node.range, *left, Some(*right), None, edits);
            }
            Shape::Binary {
                operator,
                left,
                right,
            } if operator == "||" => {
                self.assign_conditions(node.range, *left, None, Some(*right), edits);
            }
            _ => {}
        }
    }

    /// The expression of a range.
    fn node(&self, range: Range) -> Option<&Node> {
        let mut nodes = self.nodes.expressions.iter();
        nodes.find(|node| node.range == range)
    }

    /// The name and the value of an assignment.
    pub(super) fn assigned(&self, range: Range) -> Option<(&str, &str)> {
        match &self.node(range)?.shape {
            Shape::Assign {
                operator,
                left,
                right,
            } if operator == "=" => Some((self.text(*left), self.text(*right))),
            _ => None,
        }
    }

    /// Rewrites `c ? a = e : 0` as `a = c && e`, `c ? 0 : a = e` as `a = c || e`, and
    /// `c ? a = d : a = e` as `a = c ? d : e`.
    fn assign_conditions(
        &self,
        range: Range,
        test: Range,
        yes: Option<Range>,
        no: Option<Range>,
        edits: &mut Vec<Edit>,
    ) {
        let assigned = |part: Option<Range>| self.assigned(part?);
        let (yes, no, test) = (assigned(yes), assigned(no), self.text(test));
        let mut assign =
            |text: String| edits.push(self.replace("assign a condition", range, &text));
        if let Some((name, value)) = yes {
            assign(format!("{name}=({test})&&({value})"));
        }
        if let Some((name, value)) = no {
            assign(format!("{name}=({test})||({value})"));
        }
        if let (Some((name, yes)), Some((other, no))) = (yes, no)
            && name == other
        {
            assign(format!("{name}=({test})?({yes}):({no})"));
        }
    }

    /// Rewrites `(a ? b : c) ? d : e` without the inner condition.
    fn flatten(&self, range: Range, test: Range, (d, e): (Range, Range), edits: &mut Vec<Edit>) {
        let Some(Shape::Conditional { test, yes, no }) = self.node(test).map(|node| &node.shape)
        else {
            return;
        };
        let [a, b, c, d, e] = [*test, *yes, *no, d, e].map(|range| self.text(range));
        let mut flat = |text: String| edits.push(self.replace("flatten a condition", range, &text));
        flat(format!("({a})?({b})?({d}):({e}):({c})?({d}):({e})"));
        flat(format!("({a})&&({b})?({d}):({c})?({d}):({e})"));
        flat(format!("({a})?({d}):({c})?({d}):({e})"));
        flat(format!("({a})?({e}):({c})?({d}):({e})"));
        flat(format!("({a})?({b})?({d}):({e}):({d})"));
        flat(format!("({a})?({b})?({d}):({e}):({e})"));
        // All that leads to `e`, with one of the conditions of `c`: the other may follow from `b`.
        let operands = match self.node(*no).map(|node| &node.shape) {
            Some(Shape::Binary {
                operator,
                left,
                right,
            }) if matches!(operator.as_str(), "&" | "&&") => vec![*left, *right],
            _ => Vec::new(),
        };
        let (not_a, not_b) = (self.negated(*test), self.negated(*yes));
        for part in operands.into_iter().chain([*no]) {
            let not_c = self.negated(part);
            for (or, and) in [("||", "&&"), ("|", "&")] {
                flat(format!("({not_b}){or}({not_a}){and}({not_c})?({e}):({d})"));
            }
        }
    }

    /// The opposite of a condition.
    fn negated(&self, range: Range) -> String {
        let text = self.text(range);
        let plain = || format!("!({text})");
        match self.node(range).map(|node| &node.shape) {
            Some(Shape::Binary {
                operator,
                left,
                right,
            }) => {
                let other = match operator.as_str() {
                    "==" => "!=",
                    "!=" => "==",
                    "<" => ">=",
                    ">" => "<=",
                    "<=" => ">",
                    ">=" => "<",
                    _ => return plain(),
                };
                format!("({}){other}({})", self.text(*left), self.text(*right))
            }
            Some(Shape::Unary { operand }) if text.starts_with('!') => {
                self.text(*operand).to_owned()
            }
            _ => plain(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::proposals::propose::tests::assert_made;

    #[test]
    fn an_assignment_moves_before_its_condition() {
        assert_made("a(b ? c = d : 0)", &["a(c = b && d)"]);
        assert_made("a(b ? 0 : c = d)", &["a(c = b || d)"]);
        assert_made("a(b ? c = d : c = e)", &["a(c = b ? d : e)"]);
        assert_made("b && (c = d)", &["c = b && d"]);
        assert_made("b || (c = d)", &["c = b || d"]);
    }

    #[test]
    fn a_condition_of_a_condition_is_flattened() {
        assert_made(
            "f((a ? b : c) ? d : e)",
            &[
                "f(a ? b ? d : e : c ? d : e)",
                "f(a ? d : c ? d : e)",
                "f(a ? e : c ? d : e)",
                "f(a ? b ? d : e : e)",
                "f(!b | !a & !c ? e : d)",
            ],
        );
        // The last condition follows from the first one.
        assert_made(
            "(a ? !(b >= c) : d == e & b < c) ? f() : b++",
            &["b >= c | !a & d != e ? b++ : f()"],
        );
    }
}
