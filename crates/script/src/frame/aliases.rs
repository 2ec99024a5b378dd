//! Short names of functions: `Math.cos` is `C`.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;

use super::Frame;
use crate::script::{Script, replace};
use crate::walk;

/// The script with the short names of the place, unless it has such a name itself.
pub(super) fn short(source: &str, frame: &Frame) -> String {
    let text = Script::edited(source, |script| {
        let own: Vec<String> = script.scoping().symbol_names().map(str::to_owned).collect();
        let written = script.free_names_that(|_, uses| uses.iter().any(|one| one.is_write()));
        let is_free = |name: &str| !own.iter().any(|own| own == name) && !written.contains(name);
        // A property that the script sets is not that of the place.
        let is_set = |name: &str| script.facts().properties.contains(name);
        let mut splices = Vec::new();
        walk::all(script.program, |node| {
            if let AstKind::StaticMemberExpression(member) = node
                && let Expression::Identifier(object) = &member.object
                && object.name == "Math"
                && !member.optional
                && is_free("Math")
                && let Some((long, short)) = frame
                    .short
                    .iter()
                    .find(|(long, _)| *long == member.property.name.as_str())
                && is_free(short)
                && !is_set(long)
            {
                splices.push(replace(member, short));
            }
        });
        splices
    });
    text.unwrap_or_else(|| source.to_owned())
}
