//! What is known of the object of a `with`.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, Program};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use crate::walk;

/// The object of a `with`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Object {
    /// It may have any property.
    Unknown,
    /// The `Math` of the browser, as it was made.
    Math,
}

impl Object {
    /// Whether it may have a property of this name.
    pub fn may_have(self, name: &str) -> bool {
        let name = name.strip_prefix(super::PREFIX).unwrap_or(name);
        self == Self::Unknown || MATH.contains(&name) || ALL.contains(&name)
    }
}

/// Properties of `Math` that could be short names of variables.
pub const SHORT: [&str; 1] = ["E"];

/// The properties of `Math`, with those that are proposed.
const MATH: [&str; 53] = [
    "E",
    "LN10",
    "LN2",
    "LOG10E",
    "LOG2E",
    "PI",
    "SQRT1_2",
    "SQRT2",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "clamp",
    "clz32",
    "cos",
    "cosh",
    "exp",
    "expm1",
    "f16round",
    "floor",
    "fround",
    "hypot",
    "iaddh",
    "imul",
    "imulh",
    "isubh",
    "log",
    "log10",
    "log1p",
    "log2",
    "max",
    "min",
    "pow",
    "random",
    "round",
    "scale",
    "seededPRNG",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "sumPrecise",
    "tan",
    "tanh",
    "trunc",
    "umulh",
];

/// The properties of all objects.
const ALL: [&str; 12] = [
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// Whether an expression is the `Math` of the browser.
pub fn is_math(scoping: &Scoping, expression: &Expression<'_>) -> bool {
    let name = expression.get_identifier_reference();
    let name = name.filter(|name| name.name == "Math");
    let reference = name.and_then(|name| name.reference_id.get());
    reference.is_some_and(|id| scoping.get_reference(id).symbol_id().is_none())
}

/// Whether the script leaves `Math` and the object that all inherit from as they are: it only reads properties of
/// `Math`.
pub fn is_plain(program: &Program<'_>, scoping: &Scoping) -> bool {
    if ["rototype", "__proto__"]
        .iter()
        .any(|word| program.source_text.contains(word))
    {
        return false;
    }
    let mut is_plain = true;
    walk::within(program, |node, around| {
        let AstKind::IdentifierReference(name) = node else {
            return;
        };
        let is_free = name
            .reference_id
            .get()
            .is_some_and(|id| scoping.get_reference(id).symbol_id().is_none());
        if name.name != "Math" || !is_free {
            return;
        }
        let [.., outer, parent] = around else {
            is_plain = false;
            return;
        };
        is_plain &= match parent {
            AstKind::WithStatement(_) => true,
            AstKind::StaticMemberExpression(member) => {
                member.object.span() == name.span && is_read(*outer, member.span)
            }
            AstKind::ComputedMemberExpression(member) => {
                member.object.span() == name.span && is_read(*outer, member.span)
            }
            _ => false,
        };
    });
    is_plain
}

/// Whether the node around a member does not change it.
fn is_read(outer: AstKind<'_>, member: oxc_span::Span) -> bool {
    let targets = walk::targets(outer);
    let is_target = targets.iter().any(|target| target.span() == member);
    !is_target
        && !matches!(
            outer,
            AstKind::UpdateExpression(_) | AstKind::UnaryExpression(_)
        )
}
