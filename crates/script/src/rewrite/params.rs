//! Declares variables as parameters: `a=>{var b=a+1;return b*b}` is `(a,b=a+1)=>b*b` if nothing calls the
//! function with two arguments.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, Expression, ForStatementInit, Program, Statement,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};

use super::bodies::{self, Body};
use super::defaults::Defaults;
use super::edits_of;
use super::known::{Called, Known};

/// Edits that turn the first variables of a function into parameters with their values.
pub(super) fn first(source: &str, keep: &[String]) -> Vec<Edit> {
    with_finder(source, keep, |finder, program| {
        bodies::each(program, |body| finder.first(body));
    })
}

/// Edits that turn other declarations into assignments, and declare the variables elsewhere.
pub(super) fn others(source: &str, keep: &[String]) -> Vec<Edit> {
    with_finder(source, keep, |finder, program| {
        bodies::each(program, |body| finder.others(body));
    })
}

/// Edits that leave out the braces of an arrow function whose value nothing uses.
pub(super) fn braces(source: &str, keep: &[String]) -> Vec<Edit> {
    with_finder(source, keep, |finder, program| {
        Braces(finder).visit_program(program);
    })
}

fn with_finder(
    source: &str,
    keep: &[String],
    look: impl FnOnce(&mut Finder<'_>, &Program<'_>),
) -> Vec<Edit> {
    edits_of(source, |program, scoping| {
        let mut finder = Finder {
            source,
            scoping,
            keep,
            known: Known::of(program),
            edits: Vec::new(),
        };
        look(&mut finder, program);
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
    /// All calls of the function that starts at a place; `None` if there may be others.
    fn called(&self, start: u32) -> Option<Called> {
        self.known.of_function(self.scoping, self.keep, start)
    }

    fn first(&mut self, body: &Body<'_, '_>) {
        let called = self.called(body.span.start);
        let takes = called.is_some_and(|called| body.takes_parameters(self.source, &called));
        let Some(statements) = body.statements.filter(|_| takes) else {
            return;
        };
        let mut defaults = Defaults::of(self.scoping, body);
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
            let count = all.iter().take_while(|one| defaults.takes(one)).count();
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
        let called = self.called(body.span.start);
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
                self.edits.extend(self.joined(&names, &splice, place));
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
    fn joined(&self, names: &[&str], splice: &Splice, place: &Expression<'_>) -> Option<Edit> {
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
        let (start, end) = range(place.span());
        let splices = vec![
            splice.clone(),
            Splice::new((start, start), "var "),
            Splice::new((end, end), rest),
        ];
        Edit::of("declare", splices)
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

struct Braces<'f, 's>(&'f mut Finder<'s>);

impl<'a> Visit<'a> for Braces<'_, '_> {
    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let called = self.0.called(arrow.span.start);
        if called.is_some_and(|called| called.is_void)
            && !arrow.r#async
            && let Some(body) = arrow.body.as_function_body()
            && body.directives.is_empty()
            && let [Statement::ExpressionStatement(only)] = &body.statements[..]
        {
            let text = only.expression.span().source_text(self.0.source);
            let splice = Splice::new(range(body.span), format!("({text})"));
            self.0.edits.extend(Edit::of("braces", vec![splice]));
        }
        walk::walk_arrow_function_expression(self, arrow);
    }
}
