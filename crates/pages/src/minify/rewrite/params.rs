//! Declares variables as parameters: `a=>{var b=a+1;return b*b}` is `(a,b=a+1)=>b*b` if nothing calls the
//! function with two arguments.

use std::collections::BTreeSet;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, Expression, ForStatementInit, IdentifierReference,
    Statement, VariableDeclaration, VariableDeclarationKind, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

use super::bodies::{self, Body};
use super::edits_of;
use super::known::Known;
use super::scopes::symbol;
use crate::edits::{Edit, Splice};

/// Edits that turn the first variables of a function into parameters with their values.
pub(super) fn first(source: &str, keep: &[String]) -> Vec<Edit> {
    with_finder(source, keep, |finder, body| {
        finder.first(body);
    })
}

/// Edits that turn other declarations into assignments, and declare the variables elsewhere.
pub(super) fn others(source: &str, keep: &[String]) -> Vec<Edit> {
    with_finder(source, keep, |finder, body| {
        finder.others(body);
    })
}

/// Edits that leave out the braces of an arrow function whose value nothing uses.
pub(super) fn braces(source: &str, keep: &[String]) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut braces = Braces {
            source,
            scoping,
            keep,
            known: Known::of(program),
            edits: Vec::new(),
        };
        braces.visit_program(program);
        braces.edits
    })
}

fn with_finder(
    source: &str,
    keep: &[String],
    mut look: impl FnMut(&mut Finder<'_>, &Body<'_, '_>),
) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut finder = Finder {
            source,
            scoping,
            keep,
            known: Known::of(program),
            edits: Vec::new(),
        };
        bodies::each(program, |body| look(&mut finder, body));
        finder.edits
    })
}

struct Finder<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    keep: &'s [String],
    known: Known,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    fn first(&mut self, body: &Body<'_, '_>) {
        let called = self
            .known
            .of_function(self.scoping, self.keep, body.span.start);
        let takes = called.is_some_and(|called| body.takes_parameters(self.source, &called));
        let Some(statements) = body.statements.filter(|_| takes) else {
            return;
        };
        let mut moved = Moved {
            scoping: self.scoping,
            home: body.scope,
            allowed: BTreeSet::new(),
        };
        let parameters = body.parameters.items.iter();
        for parameter in parameters {
            let names = parameter.pattern.get_binding_identifiers();
            moved
                .allowed
                .extend(names.iter().filter_map(|name| name.symbol_id.get()));
        }
        let (mut added, mut splices) = (Vec::new(), Vec::new());
        for statement in statements {
            let (declaration, end) = match statement {
                Statement::VariableDeclaration(declaration) => (&**declaration, ";"),
                Statement::ForStatement(repeat) => match &repeat.init {
                    Some(ForStatementInit::VariableDeclaration(declaration))
                        if declaration.kind == VariableDeclarationKind::Var =>
                    {
                        (&**declaration, "")
                    }
                    _ => break,
                },
                _ => break,
            };
            let all = &declaration.declarations;
            let count = all.iter().take_while(|one| moved.takes(one)).count();
            if count == 0 {
                break;
            }
            let taken = all[..count].iter().map(|one| one.span);
            added.extend(taken.map(|span| span.source_text(self.source)));
            let (start, stop) = range(declaration.span);
            splices.push(match all.get(count) {
                None => Splice::new((start, stop), end),
                Some(next) => {
                    Splice::new((all[0].span.start as usize, next.span.start as usize), "")
                }
            });
            if count < all.len() || end.is_empty() {
                break;
            }
        }
        if !added.is_empty() {
            splices.push(body.add_parameters(self.source, &added.join(",")));
            self.edits.extend(Edit::of("parameter", splices));
        }
    }

    fn others(&mut self, body: &Body<'_, '_>) {
        let called = self
            .known
            .of_function(self.scoping, self.keep, body.span.start);
        let mut found = Vec::new();
        for declaration in &body.declarations {
            let Some((names, splice)) = self.assigned(declaration) else {
                continue;
            };
            for way in body.declare(self.source, called, &names, Some(declaration.span)) {
                self.edits
                    .extend(Edit::of("declare", vec![way, splice.clone()]));
            }
            for place in &body.assignments {
                self.edits
                    .extend(self.joined(declaration, &names, &splice, place));
            }
            found.push((names, splice));
        }
        // All together.
        if found.len() > 1
            && called.is_some_and(|called| body.takes_parameters(self.source, &called))
        {
            let names: Vec<&str> = found.iter().flat_map(|(names, _)| names.clone()).collect();
            let mut splices: Vec<Splice> = found.iter().map(|(_, splice)| splice.clone()).collect();
            splices.push(body.add_parameters(self.source, &names.join(",")));
            self.edits.extend(Edit::of("declare", splices));
        }
    }

    /// An edit that makes a declaration of other assignments to the variables of one.
    fn joined(
        &self,
        declaration: &VariableDeclaration<'_>,
        names: &[&str],
        splice: &Splice,
        place: &Expression<'_>,
    ) -> Option<Edit> {
        let span = place.span();
        let is_inside = span.start >= declaration.span.start && span.end <= declaration.span.end;
        let values = match place {
            Expression::SequenceExpression(sequence) => sequence.expressions.iter().collect(),
            other => vec![other],
        };
        let mut assigned = Vec::new();
        for value in values {
            let Expression::AssignmentExpression(assignment) = value else {
                return None;
            };
            let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left else {
                return None;
            };
            let name = target.name.as_str();
            if !assignment.operator.is_assign() || !names.contains(&name) {
                return None;
            }
            assigned.push(name);
        }
        let rest = names.iter().filter(|name| !assigned.contains(name));
        let rest: String = rest.map(|name| format!(",{name}")).collect();
        let (start, end) = range(span);
        let splices = vec![
            splice.clone(),
            Splice::new((start, start), "var "),
            Splice::new((end, end), rest),
        ];
        Edit::of("declare", splices).filter(|_| !is_inside)
    }

    /// The variables of a declaration, and the assignments in its place.
    fn assigned<'d>(
        &self,
        declaration: &'d VariableDeclaration<'_>,
    ) -> Option<(Vec<&'d str>, Splice)> {
        let mut names = Vec::new();
        let mut values = Vec::new();
        for declarator in &declaration.declarations {
            let name = declarator.id.get_binding_identifier()?;
            let symbol = name.symbol_id.get()?;
            if !self.scoping.symbol_redeclarations(symbol).is_empty() {
                return None;
            }
            names.push(name.name.as_str());
            if declarator.init.is_some() {
                values.push(declarator.span.source_text(self.source));
            }
        }
        let (start, end) = range(declaration.span);
        let text = declaration.span.source_text(self.source);
        let after = &self.source[end..];
        // In the head of a loop, or before a brace, no semicolon belongs to it.
        let semicolon = match text.ends_with(';') || !after.trim_start().starts_with([';', ')']) {
            true => ";",
            false => "",
        };
        let text = format!("{}{semicolon}", values.join(","));
        Some((names, Splice::new((start, end), text)))
    }
}

fn range(span: Span) -> (usize, usize) {
    (span.start as usize, span.end as usize)
}

/// The variables that parameters of a function may use.
struct Moved<'s> {
    scoping: &'s Scoping,
    home: ScopeId,
    allowed: BTreeSet<SymbolId>,
}

impl Moved<'_> {
    /// Whether a declaration of the function may become a parameter. If so, the next ones may use it.
    fn takes(&mut self, declarator: &VariableDeclarator<'_>) -> bool {
        let name = declarator.id.get_binding_identifier();
        let Some(own) = name.and_then(|name| name.symbol_id.get()) else {
            return false;
        };
        if !self.scoping.symbol_redeclarations(own).is_empty() {
            return false;
        }
        if let Some(value) = &declarator.init {
            let is_function = matches!(
                value,
                Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
            );
            let mut used = Used {
                scoping: self.scoping,
                symbols: BTreeSet::new(),
                captured: BTreeSet::new(),
                depth: 0,
                stays: false,
            };
            used.visit_expression(value);
            let is_allowed = |&symbol: &SymbolId| {
                self.scoping.symbol_scope_id(symbol) != self.home
                    || self.allowed.contains(&symbol)
                    || is_function && symbol == own
            };
            // An engine (QuickJS) gives functions and parameters copies of the other parameters.
            let is_copied = |&symbol: &SymbolId| {
                self.scoping.symbol_scope_id(symbol) == self.home
                    && self.scoping.symbol_is_mutated(symbol)
            };
            if used.stays
                || !used.symbols.iter().all(is_allowed)
                || used.captured.iter().any(is_copied)
            {
                return false;
            }
        }
        self.allowed.insert(own);
        true
    }
}

/// Collects the variables that an expression uses.
struct Used<'s> {
    scoping: &'s Scoping,
    symbols: BTreeSet<SymbolId>,
    /// Those that functions in it use, or that it writes.
    captured: BTreeSet<SymbolId>,
    depth: usize,
    /// Whether it has an `await` or `yield`, which parameters cannot have.
    stays: bool,
}

impl<'a> Visit<'a> for Used<'_> {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let used = symbol(self.scoping, name);
        self.symbols.extend(used);
        let is_written = name
            .reference_id
            .get()
            .is_some_and(|id| self.scoping.get_reference(id).is_write());
        self.captured
            .extend(used.filter(|_| self.depth > 0 || is_written));
    }

    fn enter_scope(&mut self, _: ScopeFlags, _: &std::cell::Cell<Option<ScopeId>>) {
        self.depth += 1;
    }

    fn leave_scope(&mut self) {
        self.depth -= 1;
    }

    fn visit_await_expression(&mut self, _: &oxc_ast::ast::AwaitExpression<'a>) {
        self.stays = true;
    }

    fn visit_yield_expression(&mut self, _: &oxc_ast::ast::YieldExpression<'a>) {
        self.stays = true;
    }
}

struct Braces<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    keep: &'s [String],
    known: Known,
    edits: Vec<Edit>,
}

impl<'a> Visit<'a> for Braces<'_> {
    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let called = self
            .known
            .of_function(self.scoping, self.keep, arrow.span.start);
        if called.is_some_and(|called| called.is_void)
            && !arrow.r#async
            && let Some(body) = arrow.body.as_function_body()
            && body.directives.is_empty()
            && let [Statement::ExpressionStatement(only)] = &body.statements[..]
        {
            let text = only.expression.span().source_text(self.source);
            let splice = Splice::new(range(body.span), format!("({text})"));
            self.edits.extend(Edit::of("braces", vec![splice]));
        }
        walk::walk_arrow_function_expression(self, arrow);
    }
}
