//! Leaves out `let`, `const` and `var` where a global variable does the same: each run of the script writes the
//! variable before it reads it, and no function that outlives the run sees it.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, UnaryExpression, VariableDeclaration, VariableDeclarator};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::Frame;
use super::closures::Closures;
use crate::script::{Script, replace};
use crate::walk;

/// The script without these words; `None` if all stay. Each variable has a name of its own.
pub(super) fn undeclared(source: &str, frame: &Frame, keep: &[String]) -> Option<String> {
    let text = Script::edited(source, |script| {
        let own = script.free_names().any(|name| name == frame.function);
        if own || !script.program.directives.is_empty() || walk::any(script.program, forbids) {
            return Vec::new();
        }
        let all = Declarations::of(script);
        let goes = all.removable(keep).into_iter();
        goes.map(|word| replace(&word, "")).collect()
    });
    text.filter(|text| text != source)
}

/// Whether a node is strict, or may delete a global variable.
fn forbids(node: AstKind<'_>) -> bool {
    match node {
        AstKind::Class(_) | AstKind::WithStatement(_) => true,
        AstKind::UnaryExpression(UnaryExpression {
            operator: UnaryOperator::Delete,
            argument,
            ..
        }) => matches!(argument, Expression::Identifier(_)),
        _ => false,
    }
}

/// A declaration whose word could go.
struct Declaration {
    /// The word, with the space after it.
    word: Span,
    /// Whether it can go where it stands.
    is_simple: bool,
    /// What runs only after it: the statements in which it is, or its loop.
    home: Span,
    names: Vec<Name>,
}

/// A variable of a declaration.
struct Name {
    symbol: SymbolId,
    /// Where it is written.
    end: u32,
    /// Its value, if that is a function.
    function: Option<Span>,
}

/// The declarations of a script outside of its functions.
pub(super) struct Declarations<'s, 'a> {
    script: &'s Script<'a>,
    all: Vec<Declaration>,
    /// Where the names of the script are used.
    uses: BTreeMap<SymbolId, Vec<Span>>,
}

impl<'s, 'a> Declarations<'s, 'a> {
    pub(super) fn of(script: &'s Script<'a>) -> Self {
        let mut found = Self {
            script,
            all: Vec::new(),
            uses: BTreeMap::new(),
        };
        walk::within(script.program, |node, around| match node {
            AstKind::VariableDeclaration(declaration) => {
                let is_outside = !around.iter().any(|node| walk::is_function(*node));
                if let Some(parent) = around.last().filter(|_| is_outside) {
                    found.declare(declaration, *parent);
                }
            }
            AstKind::IdentifierReference(name) => {
                if let Some(symbol) = script.symbol(name) {
                    found.uses.entry(symbol).or_default().push(name.span);
                }
            }
            _ => {}
        });
        found
    }

    fn declare(&mut self, declaration: &VariableDeclaration<'a>, parent: AstKind<'a>) {
        let is_statement =
            walk::statements(parent).is_some() && !matches!(parent, AstKind::SwitchCase(_));
        // The head of `for(a of b)` writes the variable.
        let is_written = matches!(
            parent,
            AstKind::ForInStatement(_) | AstKind::ForOfStatement(_)
        );
        let is_place = is_statement || is_written || matches!(parent, AstKind::ForStatement(_));
        let [first, ..] = &declaration.declarations[..] else {
            return;
        };
        let word = Span::new(declaration.span.start, first.span.start);
        let before = self.script.source[..word.start as usize].trim_end();
        // `a` with `[b]=c` in the next line would be one expression.
        let is_apart = !is_statement
            || first.id.is_binding_identifier()
            || before.is_empty()
            || before.ends_with([';', '{']);
        let is_simple = |one: &VariableDeclarator<'_>| {
            let has_value = one.init.is_some() != is_written;
            // `{a}=b` would be a block.
            has_value && (one.id.is_binding_identifier() || one.id.is_array_pattern())
        };
        self.all.push(Declaration {
            word,
            is_simple: is_place
                && is_apart
                && !declaration.kind.is_using()
                && declaration.declarations.iter().all(is_simple),
            home: parent.span(),
            names: declaration.declarations.iter().flat_map(names).collect(),
        });
    }

    /// The variables that must be declared.
    pub(super) fn staying(&self, keep: &[String]) -> BTreeSet<SymbolId> {
        let closures = Closures::of(self.script);
        let mut stay: BTreeSet<SymbolId> = BTreeSet::new();
        let symbols: BTreeSet<SymbolId> = self.names().map(|(_, name)| name.symbol).collect();
        stay.extend(symbols.iter().filter(|&&symbol| {
            self.script.is_kept(keep, symbol) || !self.is_written_first(symbol, &closures)
        }));
        // All declarations of a name go, or none.
        loop {
            let before = stay.len();
            for one in &self.all {
                let has_one = one.names.iter().any(|name| stay.contains(&name.symbol));
                if !one.is_simple || has_one {
                    stay.extend(one.names.iter().map(|name| name.symbol));
                }
            }
            if stay.len() == before {
                return stay;
            }
        }
    }

    /// The words that can go.
    fn removable(&self, keep: &[String]) -> Vec<Span> {
        let stay = self.staying(keep);
        let goes = |one: &&Declaration| {
            one.is_simple
                && !one.names.is_empty()
                && one.names.iter().all(|name| !stay.contains(&name.symbol))
        };
        let all = self.all.iter();
        all.filter(goes).map(|one| one.word).collect()
    }

    fn names(&self) -> impl Iterator<Item = (&Declaration, &Name)> {
        let all = self.all.iter();
        all.flat_map(|one| one.names.iter().map(move |name| (one, name)))
    }

    /// Whether each use of a variable comes after a declaration that has written it, in the same run.
    fn is_written_first(&self, symbol: SymbolId, closures: &Closures<'_, '_>) -> bool {
        let scoping = self.script.scoping();
        let flags = scoping.symbol_flags(symbol);
        let references = scoping.get_resolved_references(symbol);
        let references: Vec<_> = references.collect();
        let is_written = references.iter().any(|one| one.is_write());
        // A name that nothing reads could not be shortened without a declaration, and a constant that is written is
        // an error.
        if flags.intersects(SymbolFlags::Function)
            || flags.is_const_variable() && is_written
            || !references.iter().any(|one| one.is_read())
            || !references
                .iter()
                .all(|one| closures.end_early(one.scope_id()))
        {
            return false;
        }
        let own: Vec<_> = self
            .names()
            .filter(|(_, name)| name.symbol == symbol)
            .collect();
        let mut uses = self.uses.get(&symbol).into_iter().flatten();
        uses.all(|place| {
            own.iter().any(|(declaration, name)| {
                let is_behind = place.start >= name.end;
                let is_inside = name
                    .function
                    .is_some_and(|function| function.contains_inclusive(*place));
                (is_behind || is_inside) && declaration.home.contains_inclusive(*place)
            })
        })
    }
}

/// The variables of a declarator.
fn names(declarator: &VariableDeclarator<'_>) -> Vec<Name> {
    let value = declarator.init.as_ref();
    let function = value.filter(|value| {
        matches!(
            value,
            Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
        )
    });
    let names = declarator.id.get_binding_identifiers().into_iter();
    names
        .filter_map(|name| {
            Some(Name {
                symbol: name.symbol_id.get()?,
                end: declarator.span.end,
                function: function.map(GetSpan::span),
            })
        })
        .collect()
}
