//! What a source is that browsers do not run as a classic script.

use oxc_allocator::Allocator;
use oxc_ast::ast::ModuleDeclaration;
use oxc_parser::{Parser, ParserReturn};
use oxc_span::SourceType;

use super::typescript::is_type;
use super::{depth, script, walk};

/// Something else than a classic script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The language.
    pub language: Language,
    /// Whether it uses other modules, or its own address.
    pub imports: bool,
    /// Whether it imports or exports a module of a path that begins with a dot or a slash.
    pub is_local: bool,
    /// Whether it is for other modules.
    pub exports: bool,
    /// Whether it has `await` outside of functions.
    pub awaits: bool,
}

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// JavaScript, as browsers read it.
    JavaScript,
    /// JavaScript with types.
    TypeScript,
    /// Elements of HTML among the code, with or without types.
    Jsx,
}

/// What a source is; `None` for a classic script, and for what nothing can read.
pub fn dialect(source: &str) -> Option<Dialect> {
    if depth::too_deep(source).is_some() || script::is_script(source) {
        return None;
    }
    // A script with an error that only this crate finds is one nevertheless.
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, source, SourceType::script()).parse();
    if parsed.diagnostics.is_empty() && script::module_error(source, &parsed.program).is_none() {
        return None;
    }
    let languages = [
        (Language::JavaScript, SourceType::mjs()),
        (Language::TypeScript, SourceType::ts()),
        (Language::Jsx, SourceType::jsx()),
        (Language::Jsx, SourceType::tsx()),
    ];
    languages.into_iter().find_map(|(language, kind)| {
        let arena = Allocator::default();
        let parsed = Parser::new(&arena, source, kind).parse();
        let is_read = parsed.diagnostics.is_empty();
        is_read.then(|| Dialect::of(language, &parsed))
    })
}

impl Dialect {
    fn of(language: Language, parsed: &ParserReturn<'_>) -> Self {
        let statements = parsed.program.body.iter();
        // Types load nothing.
        let statements = statements.filter(|statement| !is_type(statement));
        let declarations = statements.filter_map(|statement| statement.as_module_declaration());
        let is_import = |one: &ModuleDeclaration<'_>| one.source().is_some();
        Self {
            language,
            imports: declarations.clone().any(is_import)
                || !parsed.module_record.import_metas.is_empty(),
            is_local: declarations
                .clone()
                .filter_map(ModuleDeclaration::source)
                .any(|source| source.value.starts_with(['.', '/'])),
            exports: declarations.clone().any(|one| !is_import(one)),
            awaits: walk::awaits(&parsed.program),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_sources_than_classic_scripts_are_recognized() {
        for source in ["alert(1)", "import('a')", "alert(", "@a class b{}"] {
            assert_eq!(dialect(source), None, "{source}");
        }
        for (source, language, [imports, exports, awaits]) in [
            (
                "import a from 'a';alert(a)",
                Language::JavaScript,
                [true, false, false],
            ),
            (
                "export * from 'a'",
                Language::JavaScript,
                [true, false, false],
            ),
            (
                "alert(import.meta.url)",
                Language::JavaScript,
                [true, false, false],
            ),
            (
                "export let a=async()=>await 1",
                Language::JavaScript,
                [false, true, false],
            ),
            ("alert(await 1)", Language::JavaScript, [false, false, true]),
            (
                "for await(a of b);",
                Language::JavaScript,
                [false, false, true],
            ),
            (
                "import 'a';await a",
                Language::JavaScript,
                [true, false, true],
            ),
            (
                "let a:number=1",
                Language::TypeScript,
                [false, false, false],
            ),
            (
                "import a from 'a';let b:number=a",
                Language::TypeScript,
                [true, false, false],
            ),
            (
                "import type {A} from 'a';export type {A};let b:A",
                Language::TypeScript,
                [false, false, false],
            ),
            ("a=()=><p>b</p>", Language::Jsx, [false, false, false]),
            (
                "a=(b:string)=><p>{b}</p>",
                Language::Jsx,
                [false, false, false],
            ),
        ] {
            let expected = Dialect {
                language,
                imports,
                is_local: false,
                exports,
                awaits,
            };
            assert_eq!(dialect(source), Some(expected), "{source}");
        }
    }

    #[test]
    fn modules_beside_a_module_are_local() {
        for (source, is_local) in [
            ("import a from './a.js';a()", true),
            ("export * from '/a.js'", true),
            (
                "import a from 'a';import b from 'https://c.d/e.js';a(b)",
                false,
            ),
        ] {
            let found = dialect(source).map(|dialect| dialect.is_local);
            assert_eq!(found, Some(is_local), "{source}");
        }
    }
}
