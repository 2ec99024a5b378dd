//! Whether code leaves work that a browser does before the next script.

use oxc_ast::AstKind;
use oxc_ast::ast::{Program, PropertyKey};

use super::walk;

/// The names that lead to such work.
const WAITS: [&str; 6] = [
    "MutationObserver",
    "Promise",
    "customElements",
    "fetch",
    "queueMicrotask",
    "then",
];

/// Whether code leaves work that a browser does before the next script, as far as its names and texts say.
pub fn waits(program: &Program<'_>) -> bool {
    let is_one = |name: &str| WAITS.contains(&name);
    walk::any(program, |node| match node {
        AstKind::Function(function) => function.r#async,
        AstKind::ArrowFunctionExpression(arrow) => arrow.r#async,
        AstKind::ImportExpression(_) => true,
        // (A variable of this name is not the method.)
        AstKind::IdentifierReference(name) => name.name != "then" && is_one(&name.name),
        AstKind::StaticMemberExpression(member) => is_one(&member.property.name),
        AstKind::StringLiteral(text) => is_one(&text.value),
        AstKind::TemplateElement(text) => is_one(&text.value.raw),
        _ => {
            matches!(walk::key(node), Some(PropertyKey::StaticIdentifier(name)) if is_one(&name.name))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look_into;

    #[test]
    fn code_waits_with_promises_and_microtasks() {
        for code in [
            "queueMicrotask(a)",
            "a().then(b)",
            "a()['then'](b)",
            "a()[`then`](b)",
            "var {then} = a()",
            "new window.Promise(a)",
            "async function a(){}",
            "(async () => { await a })()",
            "class A { async b() {} }",
            "import('a')",
            "fetch('a')",
        ] {
            assert_eq!(look_into(code, waits), Some(true), "{code}");
        }
        for code in [
            "a() // then",
            "alert('and then')",
            "setTimeout(a)",
            "a.thenable()",
            "var then = 0; then++",
        ] {
            assert_eq!(look_into(code, waits), Some(false), "{code}");
        }
    }
}
