//! A module in the text of a page.

use std::ops::Range;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, StringLiteral};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};

use super::{depth, walk};

/// What the text of a module has in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineModule {
    /// The addresses of the modules that it imports, each with the place of its string.
    pub addresses: Vec<(Range<usize>, String)>,
    /// Whether it does the same in a strict function of a script: it imports and exports nothing, and has no
    /// `import.meta` and no `await` outside of functions.
    pub is_function_body: bool,
    /// Whether it has an `await` outside of functions, which no script can have.
    pub awaits: bool,
}

/// Reads a module; `None` if this is none.
pub fn inline_module(source: &str) -> Option<InlineModule> {
    if depth::too_deep(source).is_some() {
        return None;
    }
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, source, SourceType::mjs()).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let program = &parsed.program;
    let mut addresses = Vec::new();
    let mut add = |literal: &StringLiteral<'_>| {
        let span = literal.span();
        let range = span.start as usize..span.end as usize;
        addresses.push((range, literal.value.to_string()));
    };
    let mut is_function_body = parsed.module_record.import_metas.is_empty();
    for declaration in program
        .body
        .iter()
        .filter_map(|one| one.as_module_declaration())
    {
        is_function_body = false;
        declaration.source().into_iter().for_each(&mut add);
    }
    walk::all(program, |node| {
        if let AstKind::ImportExpression(import) = node {
            is_function_body = false;
            if let Expression::StringLiteral(literal) = &import.source {
                add(literal);
            }
        }
    });
    let awaits = walk::awaits(program);
    is_function_body &= !awaits;
    // A function has `arguments`. A script has comments of HTML, and a module does not.
    let other = ["arguments", "<!--", "-->"];
    is_function_body &= !other.iter().any(|part| source.contains(part));
    addresses.sort_by_key(|(range, _)| range.start);
    Some(InlineModule {
        addresses,
        is_function_body,
        awaits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_a_module_have_their_places() {
        let source = "import a from './a.js';export*from\"b\";if(a)import('/c.js');import(a)";
        let module = inline_module(source).expect("a module");
        let found = module.addresses.iter().map(|(range, address)| {
            let text = &source[range.clone()];
            (text, address.as_str())
        });
        let expected = [("'./a.js'", "./a.js"), ("\"b\"", "b"), ("'/c.js'", "/c.js")];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_await_counts_outside_of_functions() {
        for (source, expected) in [
            ("await 1", true),
            ("for await(let a of b);", true),
            ("async()=>await 1", false),
            ("import 'a'", false),
        ] {
            let module = inline_module(source).expect(source);
            assert_eq!(module.awaits, expected, "{source}");
        }
    }

    #[test]
    fn a_module_does_the_same_in_a_function_or_not() {
        for source in [
            "",
            "let a=this",
            "async()=>await 1",
            "var eval1;function a(){}",
        ] {
            let module = inline_module(source).expect(source);
            assert!(module.is_function_body, "{source}");
        }
        for source in [
            "import'a'",
            "import('a')",
            "()=>import(a)",
            "export let a",
            "import.meta.url",
            "await 1",
            "for await(let a of b);",
            "alert(arguments)",
            "a<!--b",
            "a\n-->b",
        ] {
            let module = inline_module(source).map(|module| module.is_function_body);
            assert_ne!(module, Some(true), "{source}");
        }
        for wrong in ["let =", "<p/>", "let a:b"] {
            assert_eq!(inline_module(wrong), None, "{wrong}");
        }
    }
}
