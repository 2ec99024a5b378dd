//! Edits that move an assignment to a place that uses the variable.

use golfchess_sizes::edit::{Edit, Splice};

use super::nodes::{Node, Range, Shape};
use super::propose::{Proposals, without_one};

/// How many uses of a variable are tried.
const USES: usize = 4;

/// An assignment to a name, and what to remove if it stands elsewhere.
pub(super) struct Assignment<'m> {
    pub(super) gone: Range,
    pub(super) node: &'m Node,
    operator: &'m str,
    name: &'m str,
    right: Range,
}

impl Proposals<'_> {
    /// Rewrites `a = e; … a …` as `… (a = e) …` and as `… (e) …`, and `a = e; … a += f` as
    /// `… a = e + f`.
    pub(super) fn inline(&self, edits: &mut Vec<Edit>) {
        for assignment in self.assignments() {
            let Assignment {
                gone,
                node,
                operator,
                name,
                right,
            } = assignment;
            let whole = self.text(node.range);
            let value = match operator.trim_end_matches('=') {
                "" => format!("({})", self.text(right)),
                other => format!("({name}{other}({}))", self.text(right)),
            };
            let later = |other: &&Node| other.range.0 >= node.range.1;
            let nodes = || self.nodes.expressions.iter().filter(later);
            let mut replace = |kind: &str, range: Range, text: String| {
                let splices = vec![Splice::new(gone, ""), Splice::new(range, text)];
                edits.extend(Edit::of(kind, splices));
            };
            let is_use = |other: &&Node| other.shape == Shape::Name;
            let uses = nodes().filter(is_use);
            let uses = uses.filter(|other| self.text(other.range) == name);
            for other in uses.take(USES) {
                replace("assign where it is used", other.range, format!("({whole})"));
                replace("write where it is used", other.range, value.clone());
            }
            let next = nodes().find_map(|other| match &other.shape {
                Shape::Assign {
                    operator,
                    left,
                    right,
                } if self.text(*left) == name => Some((other.range, operator.as_str(), *right)),
                _ => None,
            });
            if let Some((range, operator, right)) = next
                && operator != "="
            {
                let operator = operator.trim_end_matches('=');
                let text = format!("{name}={value}{operator}({})", self.text(right));
                replace("join assignments", range, text);
            }
        }
    }

    /// The assignments to names that are statements, or parts of a sequence.
    pub(super) fn assignments(&self) -> impl Iterator<Item = Assignment<'_>> {
        let parts = self.nodes.expressions.iter().flat_map(|node| {
            let parts: &[Range] = match &node.shape {
                Shape::Sequence(parts) => parts,
                _ => &[],
            };
            parts.iter().copied().zip(without_one(parts))
        });
        let statements = self.nodes.optional.iter().map(|&(start, end)| {
            let text = self.source[start..end].trim_end_matches(';').trim_end();
            ((start, start + text.len()), (start, end))
        });
        parts.chain(statements).filter_map(|(range, gone)| {
            let mut nodes = self.nodes.expressions.iter();
            let node = nodes.find(|node| node.range == range)?;
            let Shape::Assign {
                operator,
                left,
                right,
            } = &node.shape
            else {
                return None;
            };
            let name = self.text(*left);
            let is_name = name
                .chars()
                .all(|c| c.is_alphanumeric() || "_$".contains(c));
            is_name.then_some(Assignment {
                gone,
                node,
                operator,
                name,
                right: *right,
            })
        })
    }
}
