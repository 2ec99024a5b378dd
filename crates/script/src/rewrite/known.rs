//! What the place of a script says about names that the script does not declare.

use oxc_ast::ast::{CallExpression, Expression};

use super::Script;
use crate::node;

/// Names that the script uses and neither declares nor writes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// Variables that no other code changes while the script runs.
    pub(crate) steady: Vec<String>,
    /// Those of them that are numbers.
    pub(crate) numbers: Vec<String>,
    /// Functions without an effect: their values depend on their arguments alone, and are no objects.
    pub(crate) pure: Vec<String>,
}

/// What Node gives to each module.
const OF_NODE: [&str; 5] = ["__dirname", "__filename", "exports", "module", "require"];

impl Known {
    /// What is known in a script without another place.
    pub(crate) fn of(source: &str) -> Self {
        let steady = Script::look(source, |script| {
            let is_of_node = node::is_of_node(script.program, script.scoping());
            let names = OF_NODE
                .iter()
                .filter(|name| is_of_node && !is_written(script, name));
            names.map(|name| (*name).to_owned()).collect()
        });
        Self {
            steady: steady.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Whether a name without a declaration has the same value all the time.
    pub(super) fn is_steady(&self, name: &str) -> bool {
        [&self.steady, &self.pure]
            .iter()
            .any(|names| names.iter().any(|other| other == name))
    }

    /// Whether a call has no effect: a function of the place, or of `Math`.
    pub(super) fn is_pure(&self, script: &Script<'_>, call: &CallExpression<'_>) -> bool {
        match &call.callee {
            Expression::Identifier(name) => {
                script.symbol(name).is_none()
                    && self.pure.iter().any(|pure| *pure == name.name.as_str())
            }
            Expression::StaticMemberExpression(member) => {
                !call.optional && is_math(script, &member.object) && {
                    let name = member.property.name.as_str();
                    MATH.contains(&name) && !script.facts().properties.contains(name)
                }
            }
            _ => false,
        }
    }
}

/// The functions of `Math` without an effect that every browser has.
const MATH: [&str; 34] = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "clz32",
    "cos", "cosh", "exp", "expm1", "floor", "fround", "hypot", "imul", "log", "log10", "log1p",
    "log2", "max", "min", "pow", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
];

/// Whether an expression is the `Math` of the browser.
pub(super) fn is_math(script: &Script<'_>, expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::Identifier(name)
        if name.name == "Math" && script.symbol(name).is_none() && !is_written(script, "Math"))
}

/// Whether the script writes a name that it does not declare.
pub(super) fn is_written(script: &Script<'_>, name: &str) -> bool {
    let scoping = script.scoping();
    let mut free = scoping.root_unresolved_references().iter();
    free.any(|(other, uses)| {
        other.as_str() == name && uses.iter().any(|&id| scoping.get_reference(id).is_write())
    })
}

/// Whether a name without a declaration is a constant of the language.
pub(super) fn is_constant(name: &str) -> bool {
    matches!(name, "undefined" | "NaN" | "Infinity")
}
