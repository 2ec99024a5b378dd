//! The shortest way to write the exports of a module.

use std::collections::{BTreeMap, BTreeSet};

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, BindingProperty, Declaration, ObjectProperty, Program,
    Statement,
};
use oxc_parser::Parser;
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, SourceType, Span};

use crate::script::{insert, replace, scoping};
use crate::walk;

/// `export ` before a declaration.
const BEFORE: usize = "export ".len();
/// `export default ` before a declaration.
const BEFORE_DEFAULT: usize = "export default ".len();
/// The name of this export.
const DEFAULT: &str = "default";
/// ` as ` in a list.
const AS: usize = " as ".len();
/// The list itself.
const LIST: usize = ";export{}".len();

/// Which forms all exports of a module have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// The shortest ones.
    Shortest,
    /// Declarations where they can be: these compress better than a list.
    Declared,
    /// The list.
    Listed,
}

impl Style {
    pub const ALL: [Self; 3] = [Self::Shortest, Self::Declared, Self::Listed];
}

/// An export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Export {
    pub local: String,
    pub name: String,
}

/// How an export is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `a as name` in the list.
    Alias,
    /// `name` in the list.
    Listed,
    /// `export function name…`
    Declared,
}

/// An export with its places.
struct Choice<'e> {
    export: &'e Export,
    /// Where its local name stands; `None` if the name of the export cannot take its place.
    places: Option<Vec<Span>>,
    /// The start of its declaration, if `export` can stand there.
    declaration: Option<u32>,
    form: Form,
}

impl Choice<'_> {
    fn size(&self, form: Form) -> usize {
        let (old, new) = (self.export.local.len(), self.export.name.len());
        let uses = self.places.as_ref().map_or(0, Vec::len);
        match form {
            Form::Alias if old == new && self.export.local == self.export.name => {
                uses * old + new + 1
            }
            Form::Alias => uses * old + old + AS + new + 1,
            Form::Listed => uses * new + new + 1,
            Form::Declared if self.export.name != DEFAULT => uses * new + BEFORE,
            // Nothing but the declaration has the name.
            Form::Declared if uses == 1 => BEFORE_DEFAULT - 1,
            Form::Declared => uses * old + BEFORE_DEFAULT,
        }
    }

    /// The shorter form in the list.
    fn in_list(&self) -> Form {
        let is_shorter = self.size(Form::Listed) < self.size(Form::Alias);
        match self.places.is_some() && self.export.name != DEFAULT && is_shorter {
            true => Form::Listed,
            false => Form::Alias,
        }
    }
}

/// The text of a module with some of its exports in declarations, and the list of the others.
pub(super) fn written(text: &str, exports: &[Export], style: Style) -> (String, Vec<String>) {
    let chosen = chosen(text, exports, style);
    chosen.unwrap_or_else(|| (text.to_owned(), exports.iter().map(listed).collect()))
}

fn listed(export: &Export) -> String {
    match export.local == export.name {
        true => export.name.clone(),
        false if export.name.starts_with(['"', '\'']) => {
            format!("{} as{}", export.local, export.name)
        }
        false => format!("{} as {}", export.local, export.name),
    }
}

fn chosen(text: &str, exports: &[Export], style: Style) -> Option<(String, Vec<String>)> {
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, text, SourceType::mjs()).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let program = &parsed.program;
    let scoping = scoping(program);
    let shorthands = shorthands(program);
    let names: BTreeSet<&str> = scoping.symbol_names().collect();
    let free = scoping.root_unresolved_references().keys();
    let free: BTreeSet<&str> = free.map(|name| name.as_str()).collect();
    let declarations = declarations(program, exports);
    let choices = exports.iter().map(|export| {
        let is_taken = export.name != export.local
            && (names.contains(export.name.as_str()) || free.contains(export.name.as_str()));
        let is_once = exports
            .iter()
            .filter(|other| other.local == export.local)
            .count()
            == 1;
        let is_name = export.name == DEFAULT || is_binding(&export.name);
        let is_name = !is_taken && is_once && is_name;
        let places = is_name
            .then(|| places(program, &scoping, &export.local))
            .flatten();
        Choice {
            export,
            places: places
                .filter(|places| places.iter().all(|one| !shorthands.contains(&one.start))),
            declaration: declarations.get(export.local.as_str()).copied(),
            form: Form::Alias,
        }
    });
    let mut choices: Vec<Choice<'_>> = choices.collect();
    // A declaration of several variables is exported as a whole.
    let mut statements: BTreeMap<u32, bool> = BTreeMap::new();
    for choice in &choices {
        if let Some(start) = choice.declaration {
            *statements.entry(start).or_insert(true) &= choice.places.is_some();
        }
    }
    let total = |forms: &[Form]| {
        let sizes = choices
            .iter()
            .zip(forms)
            .map(|(choice, form)| choice.size(*form));
        let has_list = forms.iter().any(|form| *form != Form::Declared);
        let mut starts = BTreeSet::new();
        // `export` stands once before several variables.
        let saved = choices.iter().zip(forms).filter(|(choice, form)| {
            **form == Form::Declared && !starts.insert(choice.declaration)
        });
        let saved = saved.count() * BEFORE;
        sizes.sum::<usize>() + usize::from(has_list) * LIST - saved
    };
    let can_declare = |choice: &Choice<'_>| {
        choice
            .declaration
            .is_some_and(|start| statements.get(&start) == Some(&true))
    };
    let list: Vec<Form> = choices.iter().map(|choice| choice.in_list()).collect();
    let all = choices.iter().map(|choice| match can_declare(choice) {
        true => Form::Declared,
        false => choice.in_list(),
    });
    let all: Vec<Form> = all.collect();
    let forms = match style {
        Style::Shortest if total(&all) < total(&list) => all,
        Style::Declared => all,
        Style::Shortest | Style::Listed => list,
    };
    for (choice, form) in choices.iter_mut().zip(forms) {
        choice.form = form;
    }
    let mut splices: Vec<Splice> = Vec::new();
    let mut starts = BTreeSet::new();
    let mut rest = Vec::new();
    for choice in &choices {
        let is_default = choice.export.name == DEFAULT;
        if choice.form != Form::Alias && choice.export.local != choice.export.name && !is_default {
            let places = choice.places.iter().flatten();
            splices.extend(places.map(|span| replace(span, choice.export.name.as_str())));
        }
        match choice.form {
            Form::Alias => rest.push(listed(choice.export)),
            Form::Listed => rest.push(choice.export.name.clone()),
            Form::Declared => {
                let start = choice.declaration?;
                match &choice.places {
                    _ if !is_default => {}
                    Some(places) if places.len() == 1 => {
                        let before = &text[..places[0].start as usize];
                        let gap = before.len() - before.trim_end().len();
                        let gap = u32::try_from(gap).unwrap_or_default();
                        splices.push(replace(
                            &Span::new(places[0].start - gap, places[0].end),
                            "",
                        ));
                    }
                    _ => {}
                }
                if starts.insert(start) {
                    splices.push(insert(
                        start,
                        if is_default {
                            "export default "
                        } else {
                            "export "
                        },
                    ));
                }
            }
        }
    }
    Some((Edit::of("exports", splices)?.apply(text), rest))
}

/// Whether a module can declare another variable of this name.
pub(super) fn is_free(text: &str, name: &str) -> bool {
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, text, SourceType::mjs()).parse();
    let scoping = scoping(&parsed.program);
    let mut free = scoping.root_unresolved_references().keys();
    is_binding(name)
        && scoping.symbol_names().all(|other| other != name)
        && free.all(|other| other.as_str() != name)
}

/// Whether a variable of a module can have this name.
fn is_binding(name: &str) -> bool {
    let text = format!("let {name}");
    let arena = Allocator::default();
    let parsed = Parser::new(&arena, &text, SourceType::mjs()).parse();
    parsed.diagnostics.is_empty()
}

/// Where the declaration and the uses of a name of the top level stand.
fn places(program: &Program<'_>, scoping: &Scoping, name: &str) -> Option<Vec<Span>> {
    let symbol = scoping.get_root_binding(name.into())?;
    let mut places = vec![scoping.symbol_span(symbol)];
    walk::all(program, |node| {
        if let AstKind::IdentifierReference(one) = node
            && let Some(id) = one.reference_id.get()
            && scoping.get_reference(id).symbol_id() == Some(symbol)
        {
            places.push(one.span);
        }
    });
    let redeclared = scoping.symbol_redeclarations(symbol);
    // The first one of them is the declaration itself.
    (redeclared.len() < 2).then_some(places)
}

/// Where names stand that are properties too.
fn shorthands(program: &Program<'_>) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    walk::all(program, |node| match node {
        AstKind::ObjectProperty(ObjectProperty {
            shorthand: true,
            span,
            ..
        })
        | AstKind::BindingProperty(BindingProperty {
            shorthand: true,
            span,
            ..
        })
        | AstKind::AssignmentTargetPropertyIdentifier(AssignmentTargetPropertyIdentifier {
            span,
            ..
        }) => _ = found.insert(span.start),
        _ => {}
    });
    found
}

/// The start of the declaration of each export, if it declares nothing else.
fn declarations<'p>(program: &'p Program<'_>, exports: &[Export]) -> BTreeMap<&'p str, u32> {
    let mut found = BTreeMap::new();
    let is_exported = |name: &str| {
        let own = exports.iter().filter(|export| export.local == name);
        own.count() == 1
    };
    let is_default = |name: &str| {
        let mut own = exports.iter().filter(|export| export.local == name);
        own.any(|export| export.name == DEFAULT)
    };
    for declaration in program.body.iter().filter_map(Statement::as_declaration) {
        let names: Vec<&str> = match declaration {
            Declaration::VariableDeclaration(variables) => {
                let ids = variables
                    .declarations
                    .iter()
                    .map(|one| one.id.get_binding_identifier());
                let ids: Option<Vec<_>> = ids.collect();
                let names: Vec<&str> = ids
                    .into_iter()
                    .flatten()
                    .map(|id| id.name.as_str())
                    .collect();
                if names.iter().any(|name| is_default(name)) {
                    continue;
                }
                names
            }
            Declaration::FunctionDeclaration(one) => {
                one.id.iter().map(|id| id.name.as_str()).collect()
            }
            Declaration::ClassDeclaration(one) => {
                one.id.iter().map(|id| id.name.as_str()).collect()
            }
            _ => continue,
        };
        if names.iter().all(|name| is_exported(name)) {
            let start = declaration.span().start;
            found.extend(names.into_iter().map(|name| (name, start)));
        }
    }
    found
}
