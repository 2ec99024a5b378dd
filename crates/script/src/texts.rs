//! Looks into a script, for other modules.

use oxc_allocator::Allocator;
use oxc_ast::ast::{BinaryExpression, Program, StringLiteral, TemplateElement};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::operator::BinaryOperator;

use super::lookup::Text;
use super::script::{self, ScriptError};

/// What `look` finds in the tree of a script, or of an event handler with `return`; `None` for other code.
pub fn look_into<T>(source: &str, look: impl FnOnce(&Program<'_>) -> T) -> Option<T> {
    let arena = Allocator::default();
    let body = as_function(source);
    let source = if returns(source) { &body } else { source };
    script::parse(&arena, source)
        .ok()
        .map(|program| look(&program))
}

/// Why a text is no script; `None` if it is one.
pub fn syntax_error(source: &str) -> Option<ScriptError> {
    script::parse(&Allocator::default(), source).err()
}

/// Whether code is right in an event handler, and not in a script: it has a `return`.
pub fn returns(source: &str) -> bool {
    let arena = Allocator::default();
    let is_module = ["import", "export"]
        .iter()
        .any(|word| source.contains(word));
    !is_module
        && script::parse(&arena, source).is_err()
        && script::parse(&arena, &as_function(source)).is_ok_and(|program| program.body.len() == 1)
}

fn as_function(body: &str) -> String {
    format!("function f(event){{{body}\n}}")
}

/// The texts that a script joins of strings: `'child' + 'Nodes'`.
pub fn joined_texts(program: &Program<'_>) -> Vec<String> {
    #[derive(Default)]
    struct Joined(Vec<String>);
    impl<'a> Visit<'a> for Joined {
        fn visit_binary_expression(&mut self, sum: &BinaryExpression<'a>) {
            let is_sum = sum.operator == BinaryOperator::Addition;
            match Text::of_sum(sum).whole().filter(|_| is_sum) {
                Some(text) => self.0.push(text.to_owned()),
                None => walk::walk_binary_expression(self, sum),
            }
        }
    }
    let mut found = Joined::default();
    found.visit_program(program);
    found.0
}

/// The strings of a script, and the parts of its templates.
pub fn texts(program: &Program<'_>) -> Vec<String> {
    #[derive(Default)]
    struct Texts(Vec<String>);
    impl<'a> Visit<'a> for Texts {
        fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
            self.0.push(literal.value.to_string());
        }
        fn visit_template_element(&mut self, element: &TemplateElement<'a>) {
            self.0.push(element.value.raw.to_string());
        }
    }
    let mut found = Texts::default();
    found.visit_program(program);
    found.0
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
