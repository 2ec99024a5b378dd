//! What a shortened script must keep, and what compressors lose.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{CallExpression, Directive, TaggedTemplateExpression};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::symbol::SymbolId;

use super::inline::InlineHandler;
use super::{evaluated, script};

/// Strict mode, the errors of constants, and the texts that tagged templates see.
#[derive(Default)]
struct Kept {
    /// The number of constants that are written, which is an error.
    written: usize,
    /// The number of directives `use strict`.
    strict: usize,
    /// The raw texts of tagged templates.
    raw: BTreeSet<String>,
    /// The number of direct calls of `eval`.
    direct: usize,
    /// The names in event handlers in texts, by handler.
    handlers: Vec<BTreeSet<String>>,
}

impl Kept {
    fn of(source: &str) -> Option<Self> {
        let arena = Allocator::default();
        let program = script::parse(&arena, source).ok()?;
        let scoping = script::scoping(&program);
        let is_written = |symbol: &SymbolId| {
            let mut references = scoping.get_resolved_references(*symbol);
            scoping.symbol_flags(*symbol).is_const_variable()
                && references.any(|reference| reference.is_write())
        };
        let mut kept = Self {
            written: scoping.symbol_ids().filter(is_written).count(),
            ..Self::default()
        };
        kept.visit_program(&program);
        let handlers = InlineHandler::all(&program, source).into_iter();
        kept.handlers = handlers.map(|handler| handler.names()).collect();
        kept.handlers.sort();
        Some(kept)
    }
}

impl<'a> Visit<'a> for Kept {
    fn visit_directive(&mut self, directive: &Directive<'a>) {
        self.strict += usize::from(directive.directive == "use strict");
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.direct += usize::from(evaluated::is_direct(call));
        walk::walk_call_expression(self, call);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        let texts = tagged.quasi.quasis.iter();
        self.raw
            .extend(texts.map(|text| text.value.raw.to_string()));
        walk::walk_tagged_template_expression(self, tagged);
    }
}

/// Whether a shortened script keeps strict mode, the errors of constants and the names in event handlers
/// in texts, and has no other raw text of a tagged template, nor a direct call of `eval` that was none.
pub(super) fn is_kept(before: &str, after: &str) -> bool {
    let (Some(before), Some(after)) = (Kept::of(before), Kept::of(after)) else {
        return false;
    };
    after.strict >= before.strict
        && after.written >= before.written
        && after.direct <= before.direct
        && after.raw.is_subset(&before.raw)
        && after.handlers == before.handlers
}

#[cfg(test)]
mod tests {
    use super::is_kept;

    #[test]
    fn strict_mode_and_raw_texts_are_kept() {
        let strict = "(()=>{'use strict';a()})()";
        assert!(is_kept(strict, "(()=>{\"use strict\";a()})()"));
        assert!(!is_kept(strict, "a()"));
        let constant = "const a=1;a=2";
        assert!(is_kept(constant, "const b=1;b=2"));
        assert!(!is_kept(constant, "let a=1;a=2"));
        assert!(is_kept("const a=1;b(a)", "b(1)"));
        assert!(is_kept("eval?.(a)", "eval?.(a)"));
        assert!(!is_kept("eval?.(a)", "eval(a)"));
        let handler = "a='<p onclick=b(c)>'";
        assert!(is_kept(handler, "a=`<p onclick=b(c)>`"));
        assert!(!is_kept(handler, "a=`<p onclick=b(d)>`"));
        let tagged = "a=`${1}`,b`</p>${a}`";
        assert!(is_kept(tagged, "b`</p>${1}`"));
        assert!(!is_kept(tagged, "b`<\\/p>${a}`"));
    }
}
