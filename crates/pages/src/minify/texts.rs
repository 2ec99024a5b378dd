//! Looks into a script, for other modules.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Program, StringLiteral, TemplateElement};
use oxc_ast_visit::Visit;

use super::script;

/// What `look` finds in the tree of a script; `None` for what is no classic script.
pub(crate) fn look_into<T>(source: &str, look: impl FnOnce(&Program<'_>) -> T) -> Option<T> {
    let arena = Allocator::default();
    script::parse(&arena, source)
        .ok()
        .map(|program| look(&program))
}

/// The strings of a script, and the parts of its templates.
pub(crate) fn texts(program: &Program<'_>) -> Vec<String> {
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
