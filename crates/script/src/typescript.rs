//! Removes the types of TypeScript.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::{Declaration, ModuleDeclaration, Statement};
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::Parser;
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use oxc_transformer::{TransformOptions, Transformer};

use super::positions::Lines;
use super::script::{self, ScriptError};

/// A script without types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untyped {
    /// The script.
    pub script: String,
    /// For each of its lines, the line of the source that it is from, from 1.
    pub lines: Vec<usize>,
    /// The byte offsets of its parts, ascending, with those in the source.
    pub places: Vec<(usize, usize)>,
}

/// The classic script that TypeScript stands for: its types go, and `enum`, `namespace` and properties among
/// parameters become what they mean.
///
/// # Errors
/// A syntax error, or a module.
pub fn without_types(source: &str) -> Result<Untyped, ScriptError> {
    untyped(source, SourceType::ts().with_script(true))
}

/// The same for a source that may be a module: it stays one.
///
/// # Errors
/// A syntax error.
pub fn module_without_types(source: &str) -> Result<Untyped, ScriptError> {
    untyped(source, SourceType::ts())
}

fn untyped(source: &str, kind: SourceType) -> Result<Untyped, ScriptError> {
    script::require_depth(source)?;
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, source, kind).parse();
    let failed = |diagnostic: &OxcDiagnostic| script::error_of(source, diagnostic);
    if let Some(diagnostic) = parsed.diagnostics.first() {
        return Err(failed(diagnostic));
    }
    let mut program = parsed.program;
    program.body.retain(|statement| !is_type(statement));
    if kind.is_script()
        && let Some(error) = script::module_error(source, &program)
    {
        return Err(error);
    }
    let scoping = SemanticBuilder::new()
        .with_enum_eval(true)
        .build(&program)
        .semantic
        .into_scoping();
    let path = Path::new("script.ts");
    let options = TransformOptions::default();
    let done = Transformer::new(&arena, path, &options).build_with_scoping(scoping, &mut program);
    if let Some(diagnostic) = done.diagnostics.first() {
        let error = failed(diagnostic);
        return Err(match error.message.starts_with("Namespaces exporting non-const") {
            true => ScriptError {
                message: "a namespace exports a variable that may change".to_owned(),
                ..error
            }
            .with_help(
                "export it with `const`, or compile the script first, such as with npx esbuild FILE",
            ),
            false => error,
        });
    }
    let options = CodegenOptions {
        source_map_path: Some(path.to_owned()),
        ..CodegenOptions::default()
    };
    let printed = Codegen::new().with_options(options).build(&program);
    let mut lines = vec![1; printed.code.lines().count()];
    let mut from = 0;
    for token in printed.map.iter().flat_map(|map| map.get_tokens()) {
        let (to, line) = (
            token.get_dst_line() as usize,
            token.get_src_line() as usize + 1,
        );
        // The first token of a line says where it is from; lines without one follow the line before.
        if to >= from {
            let rest = lines.iter_mut().skip(to);
            rest.for_each(|one| *one = line);
            from = to + 1;
        }
    }
    let (to, from) = (Lines::of(&printed.code), Lines::of(source));
    let tokens = printed.map.iter().flat_map(|map| map.get_tokens());
    let places = tokens.filter_map(|token| {
        let start = to.offset(token.get_dst_line(), token.get_dst_col())?;
        let origin = from.offset(token.get_src_line(), token.get_src_col())?;
        Some((start, origin))
    });
    Ok(Untyped {
        places: places.collect(),
        script: printed.code,
        lines,
    })
}

/// Whether a statement has types alone.
pub(crate) fn is_type(statement: &Statement<'_>) -> bool {
    match statement.as_module_declaration() {
        Some(ModuleDeclaration::ImportDeclaration(import)) => import.import_kind.is_type(),
        Some(ModuleDeclaration::ExportNamedDeclaration(export)) => export.export_kind.is_type(),
        Some(ModuleDeclaration::ExportFromDeclaration(export)) => export.export_kind.is_type(),
        Some(ModuleDeclaration::ExportDeclaration(export)) => matches!(
            export.declaration,
            Declaration::TSInterfaceDeclaration(_) | Declaration::TSTypeAliasDeclaration(_)
        ),
        Some(ModuleDeclaration::ExportAllDeclaration(export)) => export.export_kind.is_type(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_go_and_the_rest_becomes_javascript() {
        let source = "interface A { b: string }\ntype C = A | number;\nlet d: number = 1 as number;\n\
                      function e<T>(f: T, g?: A): T { return f!; }\nenum H { I, J = 5 }\n\
                      class K { constructor(private l: number) {} m(): number { return this.l; } }\n\
                      abstract class N { abstract o(): void; declare p: A }\n\
                      alert(e<number>(d) + H.J + new K(2).m());";
        let Untyped {
            script,
            lines,
            places,
        } = without_types(source).expect("TypeScript");
        let at = (script.find("alert("), source.find("alert("));
        assert!(
            places.contains(&(at.0.expect("a call"), at.1.expect("a call"))),
            "{places:?}"
        );
        assert!(
            script::parse(&Allocator::default(), &script).is_ok(),
            "{script}"
        );
        for gone in [
            "interface",
            "type ",
            "number",
            "private",
            "abstract",
            "declare",
            "T>",
        ] {
            assert!(!script.contains(gone), "{gone}: {script}");
        }
        let line = |text: &str| {
            let at = script.lines().position(|line| line.contains(text));
            lines[at.unwrap_or_else(|| panic!("{text}: {script}"))]
        };
        assert_eq!(
            [
                line("let d"),
                line("function e"),
                line("class K"),
                line("alert(")
            ],
            [3, 4, 6, 8]
        );
    }

    #[test]
    fn imports_and_exports_of_types_go() {
        let source =
            "import type {A} from './a';export type {A};export interface B {}alert(1 as A)";
        let Untyped { script, .. } = without_types(source).expect("TypeScript");
        assert_eq!(script.trim(), "alert(1);");
        let error = without_types("namespace A{export let a=1}").expect_err("an error");
        assert!(error.message.contains("exports a variable"), "{error}");
        assert!(error.help.is_some());
    }

    #[test]
    fn errors_name_their_lines_in_the_source() {
        for (source, line) in [
            ("let a: number = 1;\nlet b: = 2", 2),
            ("let a: number = 1;\nimport b from 'c';alert(b)", 2),
            ("let a: number = 1;\n\nexport default a", 3),
        ] {
            let error = without_types(source).expect_err(source);
            assert_eq!(error.line, line, "{source}: {error}");
        }
    }
}
