//! Parses classic scripts.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    AccessorProperty, ArrowFunctionExpression, Decorator, Expression, Function, LogicalExpression,
    ModuleDeclaration, Program, Statement,
};
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::config::TokensParserConfig;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType};
use oxc_syntax::scope::ScopeFlags;

use super::ScriptError;
use crate::depth;

/// Whether a text is a script.
pub(crate) fn is_script(source: &str) -> bool {
    parse(&Allocator::default(), source).is_ok()
}

/// Parses a classic (non-module) script; parentheses leave no trace in the tree.
pub fn parse<'a>(arena: &'a Allocator, source: &'a str) -> Result<Program<'a>, ScriptError> {
    require_depth(source)?;
    let parsed = Parser::new(arena, source, SourceType::script())
        .with_options(ParseOptions {
            preserve_parens: false,
            ..ParseOptions::default()
        })
        .parse();
    match parsed.diagnostics.first() {
        None => match module_error(source, &parsed.program) {
            None => {
                let mut program = parsed.program;
                let mut plain = Plain {
                    source,
                    mixed: None,
                    proposed: None,
                };
                plain.visit_program(&mut program);
                if let Some((offset, what)) = plain.proposed {
                    let message = format!("no browser runs {what}");
                    return Err(ScriptError::at(source, offset, message).with_help(LOWER));
                }
                match plain.mixed {
                    None => Ok(program),
                    Some(offset) => Err(ScriptError::at(source, offset, MIXED)),
                }
            }
            Some(error) => Err(error),
        },
        Some(diagnostic) => Err(error_of(source, diagnostic)),
    }
}

/// An error if a script is nested too deeply for the parser.
pub(crate) fn require_depth(source: &str) -> Result<(), ScriptError> {
    let Some(offset) = depth::too_deep(source) else {
        return Ok(());
    };
    let message = format!(
        "the script is nested more than {} levels deep",
        depth::DEEPEST
    );
    let mut error = ScriptError::at(source, offset, message);
    error.excerpt = error.excerpt.chars().take(80).collect();
    Err(error.with_help("give parts of it names, or separate them with semicolons"))
}

/// What the parser or the transformer of oxc says, with its place.
pub(crate) fn error_of(source: &str, diagnostic: &OxcDiagnostic) -> ScriptError {
    let labels = diagnostic.labels.as_slice();
    let offset = labels.first().map_or(0, |label| label.offset() as usize);
    ScriptError::at(source, offset, diagnostic.message.to_string())
}

/// An error if the source is a module.
pub(crate) fn module_error(source: &str, program: &Program<'_>) -> Option<ScriptError> {
    let (offset, keyword) = program.body.iter().find_map(module_keyword)?;
    Some(in_classic_script(source, offset, keyword))
}

const MIXED: &str = "`??` needs parentheses around `&&` and `||` beside it";

/// What to do with syntax that the parser knows before browsers do.
const LOWER: &str = "compile it for browsers first, such as with npx esbuild FILE --target=es2022";

/// Forgets which functions are in parentheses: that is a hint for engines. Finds `a??(b)&&c`, which the parser
/// accepts.
struct Plain<'s> {
    source: &'s str,
    /// Where `??` has an operator beside it without parentheses.
    mixed: Option<usize>,
    /// Where a decorator or an `accessor` stands.
    proposed: Option<(usize, &'static str)>,
}

impl<'a> VisitMut<'a> for Plain<'_> {
    fn visit_logical_expression(&mut self, logical: &mut LogicalExpression<'a>) {
        let between = logical.left.span().end as usize..logical.right.span().start as usize;
        let between = self.source.get(between).unwrap_or_default();
        let is_mixed = |operand: &Expression<'a>| match operand {
            Expression::LogicalExpression(inner) => {
                inner.operator.is_coalesce() != logical.operator.is_coalesce()
            }
            _ => false,
        };
        if is_mixed(&logical.left) && !between.contains(')')
            || is_mixed(&logical.right) && !between.contains('(')
        {
            self.mixed.get_or_insert(logical.span.start as usize);
        }
        walk_mut::walk_logical_expression(self, logical);
    }

    fn visit_decorator(&mut self, decorator: &mut Decorator<'a>) {
        let start = decorator.span.start as usize;
        self.proposed.get_or_insert((start, "decorators"));
    }

    fn visit_accessor_property(&mut self, property: &mut AccessorProperty<'a>) {
        let start = property.span.start as usize;
        self.proposed.get_or_insert((start, "`accessor`"));
    }

    fn visit_function(&mut self, function: &mut Function<'a>, flags: ScopeFlags) {
        function.pife = false;
        walk_mut::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &mut ArrowFunctionExpression<'a>) {
        arrow.pife = false;
        walk_mut::walk_arrow_function_expression(self, arrow);
    }
}

/// The keyword of a statement that only a module can have, and where it is.
fn module_keyword(statement: &Statement<'_>) -> Option<(usize, &'static str)> {
    let keyword = match statement.as_module_declaration()? {
        ModuleDeclaration::ImportDeclaration(_) => "import",
        _ => "export",
    };
    Some((statement.span().start as usize, keyword))
}

fn in_classic_script(source: &str, offset: usize, keyword: &str) -> ScriptError {
    let message =
        format!("`{keyword}` needs a module, and the script of a page is a classic script");
    ScriptError::at(source, offset, message).with_help(match keyword {
        "import" => "put the code into a fragment, and write `//% include \"FRAGMENT.js\"`",
        _ => "delete `export`: all fragments of a page are one script",
    })
}

/// The tree of a script, and where its tokens start and end.
pub fn parse_with_tokens<'a>(
    arena: &'a Allocator,
    source: &'a str,
) -> Result<(Program<'a>, Vec<(usize, usize)>), ScriptError> {
    let program = parse(arena, source)?;
    let parsed = Parser::new(arena, source, SourceType::script())
        .with_config(TokensParserConfig)
        .parse();
    let tokens = parsed
        .tokens
        .iter()
        .filter(|token| token.end() > token.start());
    let tokens = tokens.map(|token| (token.start() as usize, token.end() as usize));
    Ok((program, tokens.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_line_column_and_excerpt() {
        let arena = Allocator::default();
        let error = parse(&arena, "a = 1;\n  b = = 2;\n").unwrap_err();
        assert_eq!((error.line, error.excerpt.as_str()), (2, "b = = 2;"));
    }

    #[test]
    fn statements_of_modules_are_errors_with_advice() {
        let arena = Allocator::default();
        for (source, keyword) in [
            ("a = 1;\nimport b from 'c'", "`import`"),
            ("a = 1;\nexport const b = 1", "`export`"),
            ("a = 1;\nexport default a", "`export`"),
            ("a = 1;\nexport {a}", "`export`"),
        ] {
            let error = parse(&arena, source).unwrap_err();
            assert_eq!((error.line, error.column), (2, 1), "{source}");
            assert!(error.message.contains(keyword), "{error}");
            assert!(error.help.is_some());
        }
        assert!(parse(&arena, "import('a').then(alert)").is_ok());
    }

    #[test]
    fn syntax_that_no_browser_runs_is_an_error() {
        let arena = Allocator::default();
        for (source, what) in [
            ("@d class K{}", "decorators"),
            ("class K{@d m(){}}", "decorators"),
            ("class K{accessor a=1}", "`accessor`"),
        ] {
            let error = parse(&arena, source).unwrap_err();
            assert!(error.message.contains(what), "{source}: {error}");
            assert!(error.help.is_some());
        }
        assert!(parse(&arena, "class K{accessor=1}").is_ok());
    }
}
