//! Looks into a script, for other modules.

use oxc_ast::AstKind;
use oxc_ast::ast::Program;
use oxc_syntax::operator::BinaryOperator;

use super::lookup::Text;
use super::script::{ScriptError, Tree, is_script};
use super::walk;

/// What `look` finds in the tree of a script, or of an event handler with `return`; `None` for other code.
pub fn look_into<T>(source: &str, look: impl FnOnce(&Program<'_>) -> T) -> Option<T> {
    let body = as_function(source);
    let source = if returns(source) { &body } else { source };
    Tree::look(source, |tree| look(tree.program)).ok()
}

/// Why a text is no script; `None` if it is one.
pub fn syntax_error(source: &str) -> Option<ScriptError> {
    Tree::look(source, |_| ()).err()
}

/// Whether code is right in an event handler, and not in a script: it has a `return`.
pub fn returns(source: &str) -> bool {
    let has_one = |tree: &Tree<'_>| tree.program.body.len() == 1;
    let is_module = ["import", "export"]
        .iter()
        .any(|word| source.contains(word));
    !is_module && !is_script(source) && Tree::look(&as_function(source), has_one).unwrap_or(false)
}

fn as_function(body: &str) -> String {
    format!("function f(event){{{body}\n}}")
}

/// The texts that a script joins of strings: `'child' + 'Nodes'`.
pub fn joined_texts(program: &Program<'_>) -> Vec<String> {
    let mut found = Vec::new();
    walk::some(program, |node| {
        if let AstKind::BinaryExpression(sum) = node
            && sum.operator == BinaryOperator::Addition
            && let Some(text) = Text::of_sum(sum).whole()
        {
            found.push(text.to_owned());
            return false;
        }
        true
    });
    found
}

/// The strings of a script, and the parts of its templates.
pub fn texts(program: &Program<'_>) -> Vec<String> {
    let mut found = Vec::new();
    walk::all(program, |node| match node {
        AstKind::StringLiteral(literal) => found.push(literal.value.to_string()),
        AstKind::TemplateElement(element) => found.push(element.value.raw.to_string()),
        _ => {}
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_that_are_joined_are_one_text() {
        let found = look_into("a['b'+'c'+`d`];e('f'+g+('h'+'i'),'j'-'k')", joined_texts);
        assert_eq!(found, Some(vec!["bcd".to_owned(), "hi".to_owned()]));
    }

    #[test]
    fn a_handler_with_return_is_read_as_a_function() {
        assert_eq!(
            look_into("return confirm('a')", texts),
            Some(vec!["a".to_owned()])
        );
        assert_eq!(look_into("import 'a'", texts), None);
        assert!(returns("return false"));
        for code in ["go()", "return )", "return}{", ""] {
            assert!(!returns(code), "{code}");
        }
    }
}
