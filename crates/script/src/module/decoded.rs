//! Makes a module of its script.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, CallExpression, Expression, ExpressionStatement, FormalParameters,
    FunctionBody, ObjectPropertyKind, Program, PropertyKey, SequenceExpression, Statement,
};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use super::exports::{Export, Style, is_free, written};
use super::{DEFAULT, EXPORT, LIVE, META, MODULE, Module};
use crate::script::{self, replace};
use crate::walk;

/// The modules of a script, by the forms of their exports; `None` if the script has another form than that of a module.
pub(super) fn decoded(module: &Module, minified: &str, styles: &[Style]) -> Option<Vec<String>> {
    let arena = Allocator::default();
    let program = script::parse(&arena, minified).ok()?;
    let (parameters, body) = function(&program)?;
    let mut decoder = Decoder {
        source: minified,
        splices: Vec::new(),
        exports: Vec::new(),
        constants: Vec::new(),
    };
    decoder.take_apart(body)?;
    decoder.undo_names(&program)?;
    let inner = inner(body);
    let text = Edit::of("module", decoder.splices)?.apply(minified);
    let cut = text.len() - (minified.len() - inner.end as usize);
    let body = text.get(inner.start as usize..cut)?;
    let locals = locals(parameters)?;
    let mut used = used(body)?;
    used.extend(decoder.exports.iter().map(|export| export.local.clone()));
    let used: Vec<Option<String>> = locals
        .into_iter()
        .map(|name| used.contains(&name).then_some(name))
        .collect();
    let mut start = String::new();
    let mut from = 0;
    for import in &module.imports {
        let end = from + import.names.len();
        start += &import.print(used.get(from..end).unwrap_or_default());
        from = end;
    }
    for one in &module.passed_on {
        start += &format!("{one};");
    }
    let body = body.trim_matches(';');
    let texts = styles.iter().map(|style| {
        let (body, list) = written(body, &decoder.exports, *style);
        whole(module, &start, &body, &list, &decoder.constants)
    });
    texts.collect()
}

/// The text of a module.
fn whole(
    module: &Module,
    start: &str,
    body: &str,
    list: &[String],
    constant: &[(String, String)],
) -> Option<String> {
    let mut end = constants(body, constant)?;
    if !list.is_empty() {
        end.push(format!("export{{{}}}", list.join(",")));
    }
    let end = end.join(";");
    let hashbang = match module.hashbang.is_empty() {
        true => String::new(),
        false => format!("{}\n", module.hashbang),
    };
    let alone = format!("{start}{body}{end}");
    let text = match body.is_empty() || end.is_empty() || means(&alone, body, &end) {
        true => alone,
        false => format!("{start}{body};{end}"),
    };
    Some(format!("{hashbang}{}", text.trim_end_matches(';')))
}

/// Whether a part is a function or a class, which needs no semicolon.
fn is_declaration(part: &str) -> bool {
    let words = ["function", "class", "async function"];
    let value = part.strip_prefix("export default ");
    value.is_some_and(|value| words.iter().any(|word| starts_with_word(value, word)))
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_$".contains(c)))
}

/// Whether a text needs no semicolon between its parts.
fn means(text: &str, body: &str, end: &str) -> bool {
    // A block, a function or a class may end so.
    body.ends_with('}') && !end.is_empty() && is_module(text)
}

fn is_module(text: &str) -> bool {
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, text, SourceType::mjs()).parse();
    parsed.diagnostics.is_empty()
}

/// The function of the module.
fn function<'p, 'a>(
    program: &'p Program<'a>,
) -> Option<(&'p FormalParameters<'a>, &'p FunctionBody<'a>)> {
    let [Statement::ExpressionStatement(statement)] = &program.body[..] else {
        return None;
    };
    let call = call_of(&statement.expression, MODULE)?;
    match call.arguments.first()? {
        Argument::FunctionExpression(function) => {
            Some((&function.params, function.body.as_deref()?))
        }
        Argument::ArrowFunctionExpression(arrow) => match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Some((&arrow.params, body)),
            _ => None,
        },
        _ => None,
    }
}

/// A call of a function with this name.
fn call_of<'p, 'a>(expression: &'p Expression<'a>, name: &str) -> Option<&'p CallExpression<'a>> {
    match expression {
        Expression::CallExpression(call) if is_call(call, name) => Some(call),
        _ => None,
    }
}

fn is_call(call: &CallExpression<'_>, name: &str) -> bool {
    matches!(&call.callee, Expression::Identifier(callee) if callee.name == name)
}

/// From the first statement to the last one.
fn inner(body: &FunctionBody<'_>) -> Span {
    let place = body
        .statements
        .first()
        .map_or(body.span.end, |first| first.span().start);
    let end = body.statements.last().map_or(place, |last| last.span().end);
    Span::new(place, end)
}

/// The names of the parameters.
fn locals(parameters: &FormalParameters<'_>) -> Option<Vec<String>> {
    if parameters.rest.is_some() {
        return None;
    }
    let names = parameters.items.iter().map(|one| {
        let is_plain = one.initializer.is_none();
        let id = one.pattern.get_binding_identifier().filter(|_| is_plain)?;
        Some(id.name.to_string())
    });
    names.collect()
}

/// Whether a value is the same each time.
fn is_constant(value: &Expression<'_>) -> bool {
    match value {
        Expression::UnaryExpression(one) => is_constant(&one.argument),
        Expression::BinaryExpression(one) => is_constant(&one.left) && is_constant(&one.right),
        Expression::TemplateLiteral(one) => one.expressions.is_empty(),
        Expression::NumericLiteral(_)
        | Expression::StringLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::BigIntLiteral(_) => true,
        _ => false,
    }
}

/// The statements that export values.
fn constants(body: &str, constants: &[(String, String)]) -> Option<Vec<String>> {
    let (defaults, named): (Vec<_>, Vec<_>) =
        constants.iter().partition(|(name, _)| name == "default");
    let mut statements = Vec::new();
    if !named.is_empty() {
        let mut names = named.iter().map(|(name, _)| name);
        if names.any(|name| !is_free(body, name)) {
            return None;
        }
        let named = named.iter().map(|(name, value)| format!("{name}={value}"));
        let named: Vec<String> = named.collect();
        statements.push(format!("export let {}", named.join(",")));
    }
    let defaults = defaults.iter();
    statements.extend(defaults.map(|(_, value)| format!("export default({value})")));
    Some(statements)
}

/// The names that a body of a module uses and does not declare.
fn used(body: &str) -> Option<BTreeSet<String>> {
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, body, SourceType::mjs()).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let scoping = script::scoping(&parsed.program);
    let free = scoping.root_unresolved_references().keys();
    Some(free.map(|name| name.to_string()).collect())
}

/// What is changed in the script.
struct Decoder<'s> {
    source: &'s str,
    splices: Vec<Splice>,
    exports: Vec<Export>,
    /// The exports whose values took the place of their variables.
    constants: Vec<(String, String)>,
}

impl Decoder<'_> {
    fn text(&self, node: &impl GetSpan) -> String {
        node.span().source_text(self.source).to_owned()
    }

    /// Replaces the calls that stand for imports and exports.
    fn take_apart(&mut self, body: &FunctionBody<'_>) -> Option<()> {
        for statement in &body.statements {
            match statement {
                Statement::ExpressionStatement(one) => {
                    let expressions = match &one.expression {
                        Expression::SequenceExpression(all) => all.expressions.iter().collect(),
                        other => vec![other],
                    };
                    self.split(one, &expressions)?;
                }
                Statement::ForStatement(one) => {
                    let init = one.init.as_ref().and_then(|init| init.as_expression());
                    match init {
                        Some(Expression::SequenceExpression(sequence)) => self.shorten(sequence)?,
                        Some(other) if self.is_gone(other)? => {
                            self.splices.push(replace(other, ""));
                        }
                        _ => {}
                    }
                }
                Statement::IfStatement(one) => self.shorten_head(&one.test)?,
                Statement::SwitchStatement(one) => self.shorten_head(&one.discriminant)?,
                Statement::ForInStatement(one) => self.shorten_head(&one.right)?,
                Statement::ThrowStatement(one) => self.shorten_head(&one.argument)?,
                _ => {}
            }
        }
        Some(())
    }

    /// What stands in the place of a call; `None` if it is none of these calls.
    fn replaced(&mut self, expression: &Expression<'_>) -> Option<Option<String>> {
        if self.is_gone(expression)? {
            return Some(Some(String::new()));
        }
        let Some(call) = call_of(expression, DEFAULT) else {
            return Some(None);
        };
        let [value] = &call.arguments[..] else {
            return None;
        };
        let value = value.as_expression()?;
        let text = self.text(value);
        // A name of its own would be one of the module.
        let is_named = match value {
            Expression::FunctionExpression(function) => function.id.is_some(),
            Expression::ClassExpression(class) => class.id.is_some(),
            _ => false,
        };
        let is_declaration = is_declaration(&format!("export default {text}"));
        let is_whole = matches!(
            value,
            Expression::FunctionExpression(_) | Expression::ClassExpression(_)
        );
        let text = match is_named || is_declaration && !is_whole {
            true => format!("({text})"),
            false => text,
        };
        let is_word = text.starts_with(|c: char| c.is_alphanumeric() || "_$\\".contains(c));
        let space = if is_word { " " } else { "" };
        Some(Some(format!("export default{space}{text}")))
    }

    /// Takes over what a call exports, and says whether nothing stands in its place.
    fn is_gone(&mut self, expression: &Expression<'_>) -> Option<bool> {
        if call_of(expression, LIVE).is_some() {
            return Some(true);
        }
        let Some(call) = call_of(expression, EXPORT) else {
            return Some(false);
        };
        let [Argument::ObjectExpression(object)] = &call.arguments[..] else {
            return None;
        };
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                return None;
            };
            let name = match &property.key {
                PropertyKey::StaticIdentifier(key) => key.name.to_string(),
                PropertyKey::StringLiteral(key) => self.text(&**key),
                _ => return None,
            };
            let Expression::ArrowFunctionExpression(value) = &property.value else {
                return None;
            };
            match value.body.as_expression()? {
                Expression::Identifier(local) => self.exports.push(Export {
                    local: local.name.to_string(),
                    name,
                }),
                value if is_constant(value) => self.constants.push((name, self.text(value))),
                _ => return None,
            }
        }
        Some(true)
    }

    /// Splits a statement at the calls in it.
    fn split(
        &mut self,
        statement: &ExpressionStatement<'_>,
        expressions: &[&Expression<'_>],
    ) -> Option<()> {
        let mut text = String::new();
        let mut is_changed = false;
        // What has to be before another part.
        let mut separator = "";
        let mut is_open = false;
        for expression in expressions {
            let part = self.replaced(expression)?;
            is_changed |= part.is_some();
            match part {
                Some(part) if part.is_empty() => continue,
                Some(part) => {
                    text += separator;
                    separator = if is_declaration(&part) { "" } else { ";" };
                    is_open = false;
                    text += &part;
                }
                None => {
                    text += if is_open { "," } else { separator };
                    separator = ";";
                    is_open = true;
                    text += &self.text(*expression);
                }
            }
        }
        if is_changed {
            let has_end = self.text(statement).ends_with(';');
            text += if has_end { separator } else { "" };
            self.splices.push(replace(statement, text));
        }
        Some(())
    }

    /// Takes calls out of a sequence whose value counts.
    fn shorten_head(&mut self, head: &Expression<'_>) -> Option<()> {
        match head {
            Expression::SequenceExpression(sequence) => self.shorten(sequence),
            _ => Some(()),
        }
    }

    fn shorten(&mut self, sequence: &SequenceExpression<'_>) -> Option<()> {
        let mut texts = Vec::new();
        for expression in &sequence.expressions {
            if !self.is_gone(expression)? {
                texts.push(self.text(expression));
            }
        }
        if texts.len() < sequence.expressions.len() {
            self.splices.push(replace(sequence, texts.join(",")));
        }
        Some(())
    }

    /// Writes the names back that stand for something else; `None` if a call is left.
    fn undo_names(&mut self, program: &Program<'_>) -> Option<()> {
        let mut is_good = true;
        let mut splices = Vec::new();
        walk::all(program, |node| {
            let AstKind::IdentifierReference(one) = node else {
                return;
            };
            let name = one.name.as_str();
            let is_replaced = |at: u32| {
                self.splices
                    .iter()
                    .any(|splice| (splice.start..splice.end).contains(&(at as usize)))
            };
            match name {
                META if is_replaced(one.span.start) => is_good = false,
                META => splices.push(replace(one, "import.meta")),
                LIVE | EXPORT | DEFAULT => is_good &= is_replaced(one.span.start),
                _ => {}
            }
        });
        self.splices.extend(splices);
        is_good.then_some(())
    }
}
