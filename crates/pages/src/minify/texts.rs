//! The texts that a script has.

use oxc_allocator::Allocator;
use oxc_ast::ast::{StringLiteral, TemplateElement};
use oxc_ast_visit::Visit;

use super::script;

/// The strings of a script, and the parts of its templates; `None` for what is no classic script.
pub(crate) fn texts(source: &str) -> Option<Vec<String>> {
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
    let arena = Allocator::default();
    let mut found = Texts::default();
    found.visit_program(&script::parse(&arena, source).ok()?);
    Some(found.0)
}
