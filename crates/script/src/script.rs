//! Parses scripts and compares their syntax trees.

mod facts;
mod variables;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Deref;

use golfchess_sizes::edit::{Edit, Splice};
use golfchess_sizes::text;
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AccessorProperty, ArrowFunctionExpression, Decorator, Expression, Function, LogicalExpression,
    ModuleDeclaration, Program, Statement,
};
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::config::TokensParserConfig;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{ContentEq, GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;
use serde::Serialize;

use super::advice::Advice;
use super::{depth, parameters, walk};

pub(crate) use facts::Called;
pub use facts::{Body, Facts};

/// An error in a script, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("line {line}, column {column}: {message}\n    {excerpt}")]
pub struct ScriptError {
    /// Byte offset in the script.
    pub offset: usize,
    /// Line in the script, from 1.
    pub line: usize,
    /// Column in that line in characters, from 1.
    pub column: usize,
    /// The line, without its indentation.
    pub excerpt: String,
    /// The reason.
    #[serde(rename = "reason")]
    pub message: String,
    /// What to write instead.
    pub help: Option<Advice>,
}

impl ScriptError {
    /// An error at a byte offset of `source`.
    pub fn at(source: &str, offset: usize, message: impl Into<String>) -> Self {
        let mut offset = offset.min(source.len());
        while !source.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = source[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = source[offset..]
            .find('\n')
            .map_or(source.len(), |at| offset + at);
        let (line, column) = text::line_and_column(source, offset);
        Self {
            offset,
            line,
            column,
            excerpt: source[start..end].trim().to_owned(),
            message: message.into(),
            help: None,
        }
    }

    /// The same error with advice.
    pub fn with_help(self, help: impl Into<Advice>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// The text and the syntax tree of a script. This is enough where no variable matters, and takes less time
/// than a [`Script`].
pub struct Tree<'a> {
    /// The text.
    pub source: &'a str,
    /// The syntax tree.
    pub program: &'a Program<'a>,
}

impl<'a> Tree<'a> {
    /// Parses a script.
    fn of(arena: &'a Allocator, source: &'a str) -> Result<Self, ScriptError> {
        let program = arena.alloc(parse(arena, source)?);
        Ok(Self { source, program })
    }

    /// What `look` finds in a tree.
    ///
    /// # Errors
    /// A syntax error.
    pub fn look<T>(source: &str, look: impl FnOnce(&Tree<'_>) -> T) -> Result<T, ScriptError> {
        Tree::of(&Allocator::default(), source).map(|tree| look(&tree))
    }

    /// The script after the replacements that `find` lists; `None` if it is no script, or if two
    /// of them overlap.
    pub(crate) fn edited(
        source: &str,
        find: impl FnOnce(&Tree<'_>) -> Vec<Splice>,
    ) -> Option<String> {
        let splices = Tree::look(source, find).ok()?;
        Some(Edit::of("script", splices)?.apply(source))
    }

    /// A part of the text.
    pub fn text(&self, node: &impl GetSpan) -> &'a str {
        node.span().source_text(self.source)
    }
}

/// A script with its tree and its variables, and what is computed of them when it is first asked.
pub struct Script<'a> {
    tree: Tree<'a>,
    /// The scopes, and what names refer to.
    scoping: Scoping,
    facts: OnceCell<Facts<'a>>,
}

impl<'a> Deref for Script<'a> {
    type Target = Tree<'a>;

    fn deref(&self) -> &Tree<'a> {
        &self.tree
    }
}

impl<'a> Script<'a> {
    /// Parses a script.
    ///
    /// # Errors
    /// A syntax error.
    pub fn of(arena: &'a Allocator, source: &'a str) -> Result<Self, ScriptError> {
        let tree = Tree::of(arena, source)?;
        Ok(Self {
            // Names have their numbers only then.
            scoping: scoping(tree.program),
            tree,
            facts: OnceCell::new(),
        })
    }

    /// What `look` finds in a script.
    ///
    /// # Errors
    /// A syntax error.
    pub fn look<T>(source: &str, look: impl FnOnce(&Script<'_>) -> T) -> Result<T, ScriptError> {
        let arena = Allocator::default();
        Script::of(&arena, source).map(|script| look(&script))
    }

    /// As [`Tree::edited`], for replacements that depend on variables.
    pub(crate) fn edited(
        source: &str,
        find: impl FnOnce(&Script<'_>) -> Vec<Splice>,
    ) -> Option<String> {
        let splices = Self::look(source, find).ok()?;
        Some(Edit::of("script", splices)?.apply(source))
    }

    /// The scopes, and what names refer to.
    pub fn scoping(&self) -> &Scoping {
        &self.scoping
    }

    /// The functions and calls.
    pub fn facts(&self) -> &Facts<'a> {
        self.facts.get_or_init(|| Facts::of(self.program))
    }
}

/// Replaces a node.
pub(crate) fn replace(node: &impl GetSpan, text: impl Into<String>) -> Splice {
    let span = node.span();
    Splice::new((span.start as usize, span.end as usize), text)
}

/// Puts a text before a place.
pub(crate) fn insert(at: u32, text: impl Into<String>) -> Splice {
    replace(&Span::empty(at), text)
}

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
pub(super) fn require_depth(source: &str) -> Result<(), ScriptError> {
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
pub(super) fn error_of(source: &str, diagnostic: &OxcDiagnostic) -> ScriptError {
    let labels = diagnostic.labels.as_slice();
    let offset = labels.first().map_or(0, |label| label.offset() as usize);
    ScriptError::at(source, offset, diagnostic.message.to_string())
}

/// An error if the source is a module.
pub(super) fn module_error(source: &str, program: &Program<'_>) -> Option<ScriptError> {
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

/// The scopes of a script, and what its names refer to.
pub fn scoping(program: &Program<'_>) -> Scoping {
    let mut scoping = mixed_scoping(program);
    parameters::separate(program, &mut scoping);
    scoping
}

/// The same as oxc has it: parameters and the body of a function share a scope.
pub(super) fn mixed_scoping(program: &Program<'_>) -> Scoping {
    let built = SemanticBuilder::new().build(program);
    built.semantic.into_scoping()
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

/// Whether `source` parses to the same tree as `program`.
pub fn means(program: &Program<'_>, source: &str) -> bool {
    let arena = Allocator::default();
    parse(&arena, source).is_ok_and(|other| {
        program.directives.content_eq(&other.directives) && program.body.content_eq(&other.body)
    })
}

/// Whether two scripts parse to the same tree.
pub fn equivalent(left: &str, right: &str) -> bool {
    let arena = Allocator::default();
    parse(&arena, left).is_ok_and(|program| means(&program, right))
}

/// The stretches of a script in which white space and punctuation are data:
/// strings, the text of templates, and regular expressions. Ascending.
pub fn literal_spans(program: &Program<'_>) -> Vec<Span> {
    let mut literals = Vec::new();
    walk::all(program, |node| match node {
        AstKind::StringLiteral(literal) => literals.push(literal.span),
        AstKind::TemplateElement(element) => literals.push(element.span()),
        AstKind::RegExpLiteral(literal) => literals.push(literal.span),
        _ => {}
    });
    literals.extend(program.directives.iter().map(|d| d.span));
    literals.sort_by_key(|span| span.start);
    literals
}

/// The strings and numbers of a script that a user could type, each once, as the dictionary of a
/// fuzzer: the script may compare its input with them.
///
/// # Errors
/// A syntax error.
pub fn dictionary(source: &str) -> Result<Vec<String>, ScriptError> {
    /// The most characters of a text that counts as a word.
    const LONGEST: usize = 20;
    let mut words = BTreeSet::new();
    Tree::look(source, |tree| {
        walk::all(tree.program, |node| match node {
            AstKind::StringLiteral(literal) => _ = words.insert(literal.value.to_string()),
            AstKind::TemplateElement(element) => {
                words.extend(element.value.cooked.as_ref().map(ToString::to_string));
            }
            AstKind::NumericLiteral(literal) => _ = words.insert(literal.value.to_string()),
            _ => {}
        });
    })?;
    let typed = |word: &String| word.chars().count() <= LONGEST && !word.contains('\n');
    Ok(words.into_iter().filter(typed).collect())
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
    fn parentheses_and_quotes_do_not_change_the_tree_but_order_does() {
        assert!(equivalent("a=(b+c)", "a = b + c;"));
        assert!(equivalent("a='b'", "a=\"b\""));
        assert!(!equivalent("a=(b+c)*d", "a=b+c*d"));
        assert!(!equivalent("f((1,2),3)", "f(1,2,3)"));
    }

    #[test]
    fn the_dictionary_has_the_texts_and_numbers_that_a_user_could_type() {
        let source = "if(prompt('a longer text that nobody types')=='stop')alert(`${1e2} x`)";
        assert_eq!(dictionary(source).unwrap(), ["", " x", "100", "stop"]);
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

    #[test]
    fn literals_cover_text_but_not_template_expressions() {
        let arena = Allocator::default();
        let source = "a=`x ${ b } y`+' c '+/ d /";
        let program = parse(&arena, source).unwrap();
        let texts: Vec<_> = literal_spans(&program)
            .iter()
            .map(|span| span.source_text(source))
            .collect();
        assert_eq!(texts, ["x ", " y", "' c '", "/ d /"]);
    }
}
