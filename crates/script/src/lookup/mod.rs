//! Finds where a script looks names up by their text, which shortening the names would break.
//!
//! What is certain is an error, what is possible is a warning. What only an event handler reads
//! differently excludes the wrappers that make the script one.

mod text;
mod unknown;
mod visit;

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{Argument, CallExpression, Expression, IdentifierReference};
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

pub use self::text::words;
pub use self::unknown::names_by_unknown_text;

pub(super) use self::text::Text;

use self::text::{may_have_script, names_of_code};
use self::unknown::Pattern;
use super::advice::KEEP;
use super::inline::InlineHandler;
use super::script::{Script, ScriptError};
use super::{declared, globals, handler, node};

/// Names of the global object in a page without frames.
const GLOBAL_OBJECTS: [&str; 6] = ["window", "self", "globalThis", "frames", "top", "parent"];

/// Whether an undeclared name is the global object.
pub fn is_global_object(name: &str) -> bool {
    GLOBAL_OBJECTS.contains(&name)
}

/// What a script does with names and their texts.
#[derive(Debug, Default)]
pub(super) struct Lookups {
    /// Places where the page may differ from its source.
    pub(super) warnings: Vec<ScriptError>,
    /// Places that mean something else in an event handler, in order.
    pub(super) handler: Vec<ScriptError>,
    /// Names that only an event handler knows, in order.
    pub(super) element: Vec<ScriptError>,
    /// The same names: not every browser knows them in every event handler.
    pub(super) document: Vec<ScriptError>,
}

impl Lookups {
    /// Reads a script whose names are shortened, except those in `keep`.
    ///
    /// # Errors
    /// A syntax error, or a place where the script certainly finds a shortened name by its text.
    pub(super) fn of(source: &str, keep: &[String]) -> Result<Self, ScriptError> {
        with_reader(source, keep, |reader| reader.finish())?
    }
}

/// The names that a script certainly finds by their texts, so that shortening them is an error.
///
/// # Errors
/// The text is not a script.
pub fn names_by_text(source: &str) -> Result<BTreeSet<String>, ScriptError> {
    with_reader(source, &[], |reader| reader.by_text)
}

/// What a function makes of all that a script looks up.
fn with_reader<T>(
    source: &str,
    keep: &[String],
    read: impl FnOnce(Reader<'_>) -> T,
) -> Result<T, ScriptError> {
    Script::look(source, |script| {
        let keep = &declared::kept(script.program, script.scoping(), keep);
        let mut reader = Reader::new(source, script.scoping(), keep);
        if node::is_of_node(script.program, script.scoping()) {
            reader.this = vec![This::Object];
        }
        reader.read_handlers(InlineHandler::all(script.program, source));
        reader.visit_program(script.program);
        read(reader)
    })
}

/// The value of `this`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum This {
    /// The global object, in a script element.
    Global,
    /// The global object if the function is called without an object.
    Caller,
    /// An object of the script.
    Object,
}

struct Reader<'p> {
    source: &'p str,
    scoping: &'p Scoping,
    /// The shortened names that are properties of the global object in a script element.
    properties: BTreeSet<String>,
    /// All shortened names that code in a text can use.
    names: BTreeSet<String>,
    this: Vec<This>,
    /// Whether the next function is the value of a property.
    is_method: bool,
    /// Where expressions start that are not used as mere values.
    handled: BTreeSet<u32>,
    /// Whether the global object is used as a value, so that other code can look names up in it.
    is_passed: bool,
    /// Texts and properties with the name of a variable.
    suspects: Vec<(u32, String)>,
    errors: BTreeMap<u32, ScriptError>,
    /// The names of all errors.
    by_text: BTreeSet<String>,
    warnings: BTreeMap<u32, ScriptError>,
    handler: Vec<ScriptError>,
    element: Vec<ScriptError>,
    document: Vec<ScriptError>,
    /// Event handlers in texts, whose names are shortened too.
    inline: Vec<InlineHandler>,
    /// Variables that hold the global object.
    aliases: BTreeSet<SymbolId>,
    /// Names that the script may find by a text that it puts together.
    unknown: BTreeSet<Pattern>,
    /// Names in texts that may be HTML with code.
    in_html: BTreeSet<String>,
    /// Where sums start whose texts are read.
    sums: BTreeSet<u32>,
}

impl<'p> Reader<'p> {
    fn new(source: &'p str, scoping: &'p Scoping, keep: &[String]) -> Self {
        let kept = |name: &str| keep.iter().any(|kept| kept == name);
        let mut reader = Self {
            source,
            scoping,
            properties: BTreeSet::new(),
            names: BTreeSet::new(),
            this: vec![This::Global],
            is_method: false,
            handled: BTreeSet::new(),
            is_passed: false,
            suspects: Vec::new(),
            errors: BTreeMap::new(),
            by_text: BTreeSet::new(),
            warnings: BTreeMap::new(),
            handler: Vec::new(),
            element: Vec::new(),
            document: Vec::new(),
            inline: Vec::new(),
            aliases: BTreeSet::new(),
            unknown: BTreeSet::new(),
            in_html: BTreeSet::new(),
            sums: BTreeSet::new(),
        };
        for (name, references) in scoping.root_unresolved_references() {
            let is_written = |&id| scoping.get_reference(id).is_write();
            let name = name.to_string();
            if references.iter().any(is_written) && !kept(&name) && !globals::is_known(&name) {
                reader.properties.insert(name.clone());
                reader.names.insert(name);
            }
        }
        for id in scoping.iter_bindings_in(scoping.root_scope_id()) {
            let name = scoping.symbol_name(id);
            let flags = scoping.symbol_flags(id);
            let is_property =
                flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function);
            if kept(name) {
                let offset = scoping.symbol_span(id).start;
                reader.handler.push(handler::local(source, offset, name));
                continue;
            }
            reader.names.insert(name.to_owned());
            if is_property {
                reader.properties.insert(name.to_owned());
            }
        }
        reader
    }

    /// Names in handlers in texts are global: a declaration of the script is not, if it is a handler
    /// itself.
    fn read_handlers(&mut self, handlers: Vec<InlineHandler>) {
        for handler in &handlers {
            for name in handler.names() {
                if self
                    .scoping
                    .get_root_binding(name.as_str().into())
                    .is_some()
                {
                    let offset = u32::try_from(handler.start).unwrap_or_default();
                    let local = handler::local(self.source, offset, &name);
                    self.handler.push(local);
                }
            }
        }
        self.inline = handlers;
    }

    /// A text of the script without the event handlers in it; `None` if there are none.
    fn without_handlers(&self, span: Span) -> Option<String> {
        let (start, end) = (span.start as usize, span.end as usize);
        let mut text = self.source.as_bytes()[start..end].to_vec();
        let before = text.clone();
        for handler in &self.inline {
            let part = handler.attribute.start.max(start)..handler.attribute.end.min(end);
            if part.start < part.end {
                text[part.start - start..part.end - start].fill(b' ');
            }
        }
        (text != before).then(|| String::from_utf8_lossy(&text).into_owned())
    }

    fn finish(mut self) -> Result<Lookups, ScriptError> {
        if let Some((_, error)) = self.errors.pop_first() {
            return Err(error);
        }
        if self.is_passed {
            for (offset, name) in std::mem::take(&mut self.suspects) {
                let message = format!(
                    "`{name}` is the name of a variable, which the build shortens; it is not \
                     found by this text if the object is the global object"
                );
                self.warn(offset, message, &other_name(&name));
            }
        }
        self.handler.sort_by_key(|found| found.offset);
        self.element.sort_by_key(|found| found.offset);
        self.document.sort_by_key(|found| found.offset);
        Ok(Lookups {
            warnings: self.warnings.into_values().collect(),
            handler: self.handler,
            element: self.element,
            document: self.document,
        })
    }

    fn error(&mut self, offset: u32, message: String, help: &str) {
        let error = ScriptError::at(self.source, offset as usize, message).with_help(help);
        self.errors.entry(offset).or_insert(error);
    }

    fn warn(&mut self, offset: u32, message: String, help: &str) {
        let warning = ScriptError::at(self.source, offset as usize, message).with_help(help);
        self.warnings.entry(offset).or_insert(warning);
    }

    /// A variable is looked up in the global object by its text.
    fn looked_up(&mut self, offset: u32, name: &str) {
        let message =
            format!("this finds the variable `{name}` by its name, which the build shortens");
        let help = format!("write `{name}` without the global object, or list it {KEEP}");
        self.error(offset, message, &help);
        self.by_text.insert(name.to_owned());
    }

    /// A property of the global object is given to a variable.
    fn destructured(&mut self, offset: u32, name: &str) {
        // `var {alert} = window` declares a variable of this name itself.
        if self.properties.contains(name) && !globals::is_known(name) {
            self.looked_up(offset, name);
        }
    }

    /// Something is looked up in the global object by a text that is not known.
    fn looked_up_unknown(&mut self, offset: u32) {
        if !self.properties.is_empty() {
            let message = "this may find a variable by its name, which the build shortens".into();
            let help =
                format!("use the properties of an object of your own, or list the names {KEEP}");
            self.warn(offset, message, &help);
        }
    }

    fn is_undeclared(&self, identifier: &IdentifierReference<'_>) -> bool {
        let id = identifier.reference_id.get();
        id.is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_none())
    }

    /// Whether an undeclared name is written.
    fn is_written(&self, name: &str) -> bool {
        let mut all = self.scoping.root_unresolved_references().iter();
        let references = all.find(|(other, _)| other.as_str() == name);
        let is_write = |&id: &ReferenceId| self.scoping.get_reference(id).is_write();
        references.is_some_and(|(_, references)| references.iter().any(is_write))
    }

    /// Whether an expression is the global object; if so, its own parts are done.
    fn takes_global_object(&mut self, expression: &Expression<'_>) -> bool {
        let is_global = match expression {
            Expression::Identifier(identifier) => {
                is_global_object(&identifier.name) && self.is_undeclared(identifier)
            }
            Expression::ThisExpression(_) => self.this.last() == Some(&This::Global),
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::Identifier(object)
                    if object.name == "document" && self.is_undeclared(object) =>
                {
                    member.property.name == "defaultView"
                }
                object => {
                    is_global_object(&member.property.name) && self.takes_global_object(object)
                }
            },
            _ => false,
        };
        if is_global {
            self.handled.insert(expression.span().start);
        }
        is_global
    }

    /// The name of the function that runs its text arguments as code, if it is one.
    fn runner(&mut self, callee: &Expression<'_>) -> Option<&'static str> {
        let (name, is_global) = match callee {
            Expression::Identifier(name) => (name.name.to_string(), self.is_undeclared(name)),
            Expression::StaticMemberExpression(member) => {
                let name = member.property.name.to_string();
                (name, self.takes_global_object(&member.object))
            }
            Expression::SequenceExpression(sequence) => {
                return self.runner(sequence.expressions.last()?);
            }
            _ => return None,
        };
        let known = ["setTimeout", "setInterval", "Function", "eval"];
        let found = known
            .into_iter()
            .find(|known| *known == name && is_global)?;
        self.handled.insert(callee.span().start);
        Some(found)
    }

    /// The names that a direct `eval` may find stay.
    fn direct_eval(&mut self, call: &CallExpression<'_>) {
        self.handled.insert(call.callee.span().start);
    }

    /// A function is called that may run text.
    fn call(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>]) {
        let Some(runner) = self.runner(callee) else {
            return;
        };
        let is_timer = runner.starts_with("set");
        let used = if is_timer { 1 } else { arguments.len() };
        let mut texts = Vec::new();
        for argument in arguments.iter().take(used) {
            texts.push(argument.as_expression().map(Text::of).unwrap_or_default());
        }
        let Some(body) = texts.pop().filter(|body| body.is_string || !is_timer) else {
            return;
        };
        let offset = arguments.first().map_or(0, |first| first.span().start);
        let parameters: Vec<&str> = texts.iter().map(|text| text.known.as_str()).collect();
        let complete = body.is_string && body.complete && texts.iter().all(|text| text.complete);
        let code = match runner {
            "Function" => format!("(function({}){{{}\n}})", parameters.join(","), body.known),
            _ => body.known.clone(),
        };
        let used = if complete {
            names_of_code(&code)
        } else {
            words(&code)
        };
        let found: Vec<_> = used.intersection(&self.names).cloned().collect();
        if let Some(name) = found.first() {
            let message = format!(
                "`{runner}` runs a text with the variable `{name}`, whose name the build shortens"
            );
            let help = if is_timer {
                "give it a function, such as `() => \u{2026}`".to_owned()
            } else {
                format!("write the code outside of the text, or list `{name}` {KEEP}")
            };
            self.error(offset, message, &help);
            self.by_text.extend(found);
        } else if !complete {
            self.run_unknown(offset, runner);
        }
    }

    /// A text that is not known is run as code.
    fn run_unknown(&mut self, offset: u32, runner: &str) {
        if !self.names.is_empty() {
            let message = format!(
                "`{runner}` runs a text that is not known when the page is built; the names of \
                 variables in it are not shortened"
            );
            let help = format!("list the names that it uses {KEEP}");
            self.warn(offset, message, &help);
        }
    }

    /// A text of the script.
    fn text(&mut self, offset: u32, text: &str) {
        if self.properties.contains(text) {
            self.suspects.push((offset, text.to_owned()));
        }
        if !may_have_script(text) {
            return;
        }
        let found = words(text).into_iter();
        let found: Vec<String> = found.filter(|name| self.names.contains(name)).collect();
        if let Some(name) = found.first() {
            let message = format!(
                "this text may be HTML whose script uses the variable `{name}`; the build \
                 shortens the name in the script only"
            );
            self.warn(offset, message, &other_name(name));
        }
        self.in_html.extend(found);
    }

    fn in_this(&mut self, this: This, walk: impl FnOnce(&mut Self)) {
        self.this.push(this);
        walk(self);
        self.this.pop();
    }
}

/// The advice about a text that equals the name of a variable.
fn other_name(name: &str) -> String {
    format!("list `{name}` {KEEP}, or give the variable another name")
}

#[cfg(test)]
mod tests;
