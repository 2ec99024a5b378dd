//! What a shortened script must keep, and what compressors lose.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_syntax::symbol::SymbolId;

use super::dynamic::{self, Dynamic};
use super::inline::InlineHandler;
use super::script::Script;
use super::{evaluated, walk};

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
    /// The names that a `with` may find in its object.
    inside: BTreeSet<String>,
    /// For each direct `eval` that finds names, the number of functions around it.
    depths: Vec<usize>,
    /// The names in event handlers in texts, by handler.
    handlers: Vec<BTreeSet<String>>,
}

impl Kept {
    fn of(script: &Script<'_>) -> Self {
        let scoping = script.scoping();
        let is_written = |symbol: &SymbolId| {
            let mut references = scoping.get_resolved_references(*symbol);
            scoping.symbol_flags(*symbol).is_const_variable()
                && references.any(|reference| reference.is_write())
        };
        let handlers = InlineHandler::all(script.program, script.source).into_iter();
        let mut kept = Self {
            written: scoping.symbol_ids().filter(is_written).count(),
            handlers: handlers.map(|handler| handler.names()).collect(),
            inside: Dynamic::of(script.program, scoping).inside,
            ..Self::default()
        };
        kept.handlers.sort();
        walk::within(script.program, |node, around| match node {
            AstKind::Directive(directive) => {
                kept.strict += usize::from(directive.directive == "use strict");
            }
            AstKind::CallExpression(call) => {
                kept.direct += usize::from(evaluated::is_direct(call));
                if dynamic::runs(call, scoping) {
                    let functions = around.iter().filter(|node| walk::is_function(**node));
                    kept.depths.push(functions.count());
                }
            }
            AstKind::TaggedTemplateExpression(tagged) => {
                let texts = tagged.quasi.quasis.iter();
                kept.raw
                    .extend(texts.map(|text| text.value.raw.to_string()));
            }
            _ => {}
        });
        kept
    }
}

/// Whether a shortened script keeps strict mode, the errors of constants and the names in event handlers
/// in texts, and has no other raw text of a tagged template, no direct call of `eval` that was none or that stood in
/// another function, nor another name that a `with` may find in its object.
pub(super) fn is_kept(before: &str, after: &str) -> bool {
    let [Ok(before), Ok(after)] = [before, after].map(|text| Script::look(text, Kept::of)) else {
        return false;
    };
    after.strict >= before.strict
        && after.written >= before.written
        && after.direct <= before.direct
        && after.raw.is_subset(&before.raw)
        && after.handlers == before.handlers
        && after.inside.is_subset(&before.inside)
        && has_all(before.depths, &after.depths)
}

/// Whether a list has all numbers of another one, each as often.
fn has_all(mut numbers: Vec<usize>, others: &[usize]) -> bool {
    others.iter().all(|other| {
        let at = numbers.iter().position(|number| number == other);
        at.map(|at| numbers.swap_remove(at)).is_some()
    })
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
        // What an `eval` declares would be in another function.
        let inner = "f=b=>(()=>eval(b))()";
        assert!(is_kept(inner, inner));
        assert!(!is_kept(inner, "f=b=>eval(b)"));
        let inside = "with(a)b()";
        assert!(is_kept(inside, "with(a)b()"));
        assert!(!is_kept(inside, "with(a)c()"));
        let handler = "a='<p onclick=b(c)>'";
        assert!(is_kept(handler, "a=`<p onclick=b(c)>`"));
        assert!(!is_kept(handler, "a=`<p onclick=b(d)>`"));
        let tagged = "a=`${1}`,b`</p>${a}`";
        assert!(is_kept(tagged, "b`</p>${1}`"));
        assert!(!is_kept(tagged, "b`<\\/p>${a}`"));
    }
}
