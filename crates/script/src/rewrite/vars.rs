//! Declares constants with `var` again, which is shorter and can be joined.

use oxc_ast::ast::{Statement, VariableDeclarationKind};
use oxc_span::Span;

use super::{Script, replace, walk};

/// The script with `var` for each `const` and `let` outside of blocks.
pub(super) fn undeclare(source: &str, keep: &[String]) -> String {
    let text = Script::edited(source, |script| {
        let mut splices = Vec::new();
        walk::all(script.program, |node| {
            let statements = walk::body(node).unwrap_or_default().iter();
            let words = statements.filter_map(|statement| word(statement, keep));
            splices.extend(words.map(|word| replace(&word, "var")));
        });
        splices
    });
    text.unwrap_or_else(|| source.to_owned())
}

/// Where the word of such a declaration is.
fn word(statement: &Statement<'_>, keep: &[String]) -> Option<Span> {
    let Statement::VariableDeclaration(declaration) = statement else {
        return None;
    };
    let word = match declaration.kind {
        VariableDeclarationKind::Const => "const",
        VariableDeclarationKind::Let => "let",
        _ => return None,
    };
    let mut declared = declaration.declarations.iter();
    let is_simple = declared.all(|declarator| {
        let name = declarator.id.get_binding_identifier();
        name.is_some_and(|name| !keep.iter().any(|kept| *kept == name.name.as_str()))
    });
    let start = declaration.span.start;
    is_simple.then(|| Span::new(start, start + word.len() as u32))
}
