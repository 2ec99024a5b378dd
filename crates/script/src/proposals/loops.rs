//! Edits of `for` loops.

use golfchess_sizes::edit::{Edit, Splice};

use super::nodes::{Loop, Range, Shape};
use super::propose::Proposals;

impl Proposals<'_> {
    /// Moves assignments into the condition or the step of a loop, and joins its exits.
    pub(super) fn loops(&self, edits: &mut Vec<Edit>) {
        for each in &self.nodes.loops {
            self.move_into(each, edits);
            self.join_exits(each, edits);
        }
    }

    /// Rewrites `for (; b; c) a = e` as `for (; a = e, b; c);` and as `for (; b; c, a = e);`. The
    /// assignment may also stand before the loop, in it, or in its body as a part of a sequence.
    fn move_into(&self, each: &Loop, edits: &mut Vec<Edit>) {
        let assignments = self.assignments();
        for assignment in assignments.filter(|it| it.node.range.0 < each.range.1) {
            let (gone, text) = (assignment.gone, self.text(assignment.node.range));
            // A loop needs a body.
            let rest = if gone == each.body { ";" } else { "" };
            let mut put = |kind: &str, at: usize, text: String| {
                let splices = vec![Splice::new(gone, rest), Splice::new((at, at), text)];
                edits.extend(Edit::of(kind, splices));
            };
            if let Some((start, _)) = each.test {
                put("move into the condition", start, format!("({text}),"));
            }
            let step = match each.update {
                Some((_, end)) => Some((end, format!(",({text})"))),
                None => {
                    let end = self.source[..each.body.0].rfind(')');
                    end.map(|end| (end, format!("({text})")))
                }
            };
            if let Some((at, text)) = step {
                put("move into the step", at, text);
            }
        }
    }

    /// Rewrites `for (; a || (b = c, d););` as `for (; d;) a || (b = c);`. If `a` steps first, by
    /// `b += e`, and `d` contains `--e`, then also as `for (; d;) b = a ? b + e : c + --e;`.
    fn join_exits(&self, each: &Loop, edits: &mut Vec<Edit>) {
        let Some(test) = each.test.filter(|_| self.text(each.body) == ";") else {
            return;
        };
        let mut nodes = self.nodes.expressions.iter();
        let whole = nodes.find(|node| node.range == test);
        let Some(Shape::Binary {
            operator,
            left,
            right,
        }) = whole.map(|node| &node.shape)
        else {
            return;
        };
        let mut nodes = self.nodes.expressions.iter();
        let last = nodes.find(|node| node.range == *right);
        let Some(Shape::Sequence(parts)) = last.map(|node| &node.shape) else {
            return;
        };
        let [first @ .., again] = &parts[..] else {
            return;
        };
        if operator != "||" {
            return;
        }
        let first: Vec<&str> = first.iter().map(|&part| self.text(part)).collect();
        let mut write = |again: &str, body: String| {
            let splices = vec![
                Splice::new(self.around(test), again),
                Splice::new(each.body, body),
            ];
            edits.extend(Edit::of("join the exits of a loop", splices));
        };
        let taken = self.text(*left);
        let body = format!("({taken})||({});", first.join(","));
        write(self.text(*again), body);
        // `first` may assign other variables before.
        for &assigned in &parts[..parts.len() - 1] {
            let Some((name, value)) = self.assigned(assigned) else {
                continue;
            };
            let others: String = first
                .iter()
                .filter(|part| **part != self.text(assigned))
                .map(|part| format!("({part}),"))
                .collect();
            for (step, stepped) in self.steps(*left, name) {
                let taken = self.with(*left, stepped, name);
                for (counted, text) in self.counts(*again, step) {
                    let again = self.with(*again, counted, step);
                    let body =
                        format!("{name}=({taken})?{name}+{step}:({others}({value})+{text});");
                    write(&again, body);
                }
            }
        }
    }

    /// A range, with the parentheses around it.
    fn around(&self, (mut start, mut end): Range) -> Range {
        loop {
            let before = self.source[..start].trim_end();
            let after = self.source[end..].trim_start();
            // A loop's own parenthesis stands before its first part.
            let is_pair = before.ends_with('(') && after.starts_with(')');
            if !is_pair {
                return (start, end);
            }
            start = before.len() - 1;
            end = self.source.len() - after.len() + 1;
        }
    }

    /// The additions to a variable in an expression: what is added, and where.
    fn steps(&self, (start, end): Range, name: &str) -> Vec<(&str, Range)> {
        let nodes = self.nodes.expressions.iter();
        let within = nodes.filter(|node| start <= node.range.0 && node.range.1 <= end);
        let steps = within.filter_map(|node| match &node.shape {
            Shape::Assign {
                operator,
                left,
                right,
            } if operator == "+=" && self.text(*left) == name => {
                Some((self.text(*right), node.range))
            }
            _ => None,
        });
        steps.collect()
    }

    /// Where an expression counts a variable down, and the text that does it.
    fn counts(&self, (start, end): Range, name: &str) -> Vec<(Range, &str)> {
        let nodes = self.nodes.expressions.iter();
        let within = nodes.filter(|node| start <= node.range.0 && node.range.1 <= end);
        let counts = within.filter_map(|node| match &node.shape {
            Shape::Unary { operand }
                if self.text(*operand) == name && self.text(node.range).starts_with("--") =>
            {
                Some((node.range, self.text(node.range)))
            }
            _ => None,
        });
        counts.collect()
    }

    /// The text of an expression with another text in a part of it.
    fn with(&self, whole: Range, part: Range, text: &str) -> String {
        let (before, after) = ((whole.0, part.0), (part.1, whole.1));
        let [before, after] = [before, after].map(|(start, end)| &self.source[start..end]);
        format!("{before}{text}{after}")
    }
}

#[cfg(test)]
mod tests {
    use crate::proposals::propose::tests::assert_made;

    #[test]
    fn assignments_move_into_the_condition_or_the_step() {
        assert_made(
            "a = b; for (; c; d()) e = f",
            &[
                "for (; a = b, c; d()) e = f",
                "for (; c; d(), a = b) e = f",
                "a = b; for (; e = f, c; d());",
                "a = b; for (; c; d(), e = f);",
            ],
        );
        assert_made(
            "for (a = b; c;) d(), e = f;",
            &["for (a = b; c; e = f) d();"],
        );
        assert_made("for (a = b; c;) d();", &["for (; c; a = b) d();"]);
    }

    #[test]
    fn the_exits_of_a_loop_are_joined() {
        assert_made("for (; a || (b = c, d););", &["for (; d;) a || (b = c);"]);
        assert_made(
            "for (; f(b += e) && g || (h(), b = c, i && --e + 4););",
            &[
                "for (; i && --e + 4;) f(b += e) && g || (h(), b = c);",
                "for (; i && e + 4;) b = f(b) && g ? b + e : (h(), c + --e);",
            ],
        );
    }
}
