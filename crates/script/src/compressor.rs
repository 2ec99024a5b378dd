//! oxc's compressor.

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_minifier::{CompressOptions, Minifier, MinifierOptions};
use oxc_span::SourceType;

use super::{risk, script};

/// The script that oxc's compressor makes. With a source type other than a script, the names of the
/// top level are local.
pub(super) fn compress(source: &str, kind: SourceType) -> Option<String> {
    let shortened = match risk::masked(source) {
        Some(masked) => risk::unmasked(&tree(&masked, kind, print)?),
        None => tree(source, kind, print)?,
    };
    Some(shortened.trim_end().to_owned())
}

/// The tree as a short text.
pub(super) fn print(program: &Program<'_>) -> String {
    let options = CodegenOptions {
        single_quote: true,
        ..CodegenOptions::minify()
    };
    Codegen::new().with_options(options).build(program).code
}

/// Reads the tree that oxc's compressor makes of a script; nodes keep their places in `source`.
pub(super) fn tree<T>(
    source: &str,
    kind: SourceType,
    read: impl FnOnce(&Program<'_>) -> T,
) -> Option<T> {
    let arena = Allocator::default();
    let mut program = script::parse(&arena, source).ok()?;
    program.source_type = kind;
    let options = MinifierOptions {
        compress: Some(CompressOptions::smallest()),
        // `rename` chooses the names.
        mangle: None,
        mangle_properties: None,
    };
    Minifier::new(options).minify(&arena, &mut program);
    Some(read(&program))
}
