//! Edits that use other members of the same object.

use std::collections::BTreeSet;

use golfchess_sizes::edit::Edit;

use super::nodes::Shape;
use super::propose::Proposals;

/// Members of many objects in browsers with short names. Each is tried in the place of a longer one, as
/// are the members that the script uses.
const MEMBERS: [&str; 24] = [
    "alt",
    "code",
    "data",
    "href",
    "id",
    "innerHTML",
    "innerText",
    "key",
    "max",
    "min",
    "name",
    "pageX",
    "pageY",
    "size",
    "src",
    "text",
    "time",
    "title",
    "type",
    "value",
    "which",
    "width",
    "x",
    "y",
];

impl Proposals<'_> {
    /// Tries shorter members, and methods instead of assignments: `a.b(c)` for `a.d = c`.
    pub(super) fn members(&self, edits: &mut Vec<Edit>) {
        let used = self.nodes.members.iter().map(|&range| self.text(range));
        let all: BTreeSet<&str> = MEMBERS.into_iter().chain(used).collect();
        for &range in &self.nodes.members {
            let own = self.text(range);
            let shorter = all.iter().filter(|other| other.len() < own.len());
            edits.extend(shorter.map(|other| Edit::one("other member", range, *other)));
        }
        let methods = self.nodes.methods.iter().map(|&range| self.text(range));
        let methods: BTreeSet<&str> = methods.collect();
        for node in &self.nodes.expressions {
            let Shape::Assign { left, right, .. } = &node.shape else {
                continue;
            };
            let mut members = self.nodes.members.iter();
            let Some(member) = members.find(|member| member.1 == left.1) else {
                continue;
            };
            let object = &self.source[left.0..member.0];
            for method in &methods {
                let text = format!("{object}{method}({})", self.text(*right));
                edits.push(self.replace("call a method", node.range, &text));
            }
        }
    }
}
