//! Declares constants with `var` again, which is shorter and can be joined.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::{FunctionBody, Program, Statement, VariableDeclarationKind};
use oxc_ast_visit::{Visit, walk};

use super::script;

/// The script with `var` for each `const` and `let` outside of blocks.
pub(super) fn undeclare(source: &str, keep: &[String]) -> String {
    let arena = Allocator::default();
    let Ok(program) = script::parse(&arena, source) else {
        return source.to_owned();
    };
    let mut finder = Bodies {
        keep,
        splices: Vec::new(),
    };
    finder.visit_program(&program);
    let edit = Edit::of("var", finder.splices);
    edit.map_or_else(|| source.to_owned(), |edit| edit.apply(source))
}
/// Finds declarations that are statements of a function or of the script.
struct Bodies<'s> {
    keep: &'s [String],
    splices: Vec<Splice>,
}

impl Bodies<'_> {
    fn body(&mut self, statements: &[Statement<'_>]) {
        for statement in statements {
            let Statement::VariableDeclaration(declaration) = statement else {
                continue;
            };
            let word = match declaration.kind {
                VariableDeclarationKind::Const => "const",
                VariableDeclarationKind::Let => "let",
                _ => continue,
            };
            let mut declared = declaration.declarations.iter();
            let is_simple = declared.all(|declarator| {
                let name = declarator.id.get_binding_identifier();
                name.is_some_and(|name| !self.keep.iter().any(|kept| *kept == name.name.as_str()))
            });
            if is_simple {
                let start = declaration.span.start as usize;
                self.splices
                    .push(Splice::new((start, start + word.len()), "var"));
            }
        }
    }
}

impl<'a> Visit<'a> for Bodies<'_> {
    fn visit_program(&mut self, program: &Program<'a>) {
        self.body(&program.body);
        walk::walk_program(self, program);
    }

    fn visit_function_body(&mut self, body: &FunctionBody<'a>) {
        self.body(&body.statements);
        walk::walk_function_body(self, body);
    }
}
