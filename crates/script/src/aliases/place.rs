//! Where variables for a script are declared.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{Directive, FunctionBody, Statement, VariableDeclarationKind};
use oxc_span::{GetSpan, Span};

use crate::module::MODULE;
use crate::node::is_of_node;
use crate::script::{Script, insert};
use crate::walk;

/// A function has at least this part of a script, in percent, where it gets the variables.
const LARGE: usize = 50;

/// The start of a body.
pub struct Place {
    /// The code that can use the variables, from the first statement on.
    pub span: Span,
    /// The declaration that begins there.
    first: Option<VariableDeclarationKind>,
    /// Whether other code may have given a value to a variable of this name.
    is_page: bool,
}

impl Place {
    /// The top level, if all or some of its names are those of the script alone; or the function that has most of the
    /// code.
    pub fn of(script: &Script<'_>, keep: &[String], local: bool) -> Option<Self> {
        let program = script.program;
        let scoping = script.scoping();
        let mut top = scoping.iter_bindings_in(scoping.root_scope_id());
        let is_module = scoping.root_unresolved_references().contains_key(MODULE);
        let is_of_node = is_of_node(program, scoping);
        let is_own = local || is_of_node || top.any(|id| !script.is_kept(keep, id));
        if is_own && !is_module {
            let place = Self::at(program.span, &program.directives, &program.body);
            return Some(Self {
                is_page: !is_of_node,
                ..place
            });
        }
        let mut largest: Option<&FunctionBody<'_>> = None;
        walk::within(program, |node, around| {
            if let AstKind::FunctionBody(body) = node
                && around
                    .iter()
                    .filter(|outer| walk::is_function(**outer))
                    .count()
                    == 1
                && runs_once(around)
                && largest.is_none_or(|largest| largest.span.size() < body.span.size())
            {
                largest = Some(body);
            }
        });
        let body = largest.filter(|body| {
            100 * body.span.size() as usize >= LARGE * program.span.size() as usize
        })?;
        Some(Self::at(body.span, &body.directives, &body.statements))
    }

    fn at(around: Span, directives: &[Directive<'_>], statements: &[Statement<'_>]) -> Self {
        let after = directives.last().map_or(around.start, |last| last.span.end);
        let at = statements.first().map_or(after, |first| first.span().start);
        let first = match statements.first() {
            Some(Statement::VariableDeclaration(first)) if !first.kind.is_using() => {
                Some(first.kind)
            }
            _ => None,
        };
        Self {
            span: Span::new(at, around.end),
            first,
            is_page: false,
        }
    }

    /// Whether a variable without a value may have one.
    pub fn needs_values(&self) -> bool {
        self.is_page || self.first == Some(VariableDeclarationKind::Const)
    }

    /// Declares variables.
    pub fn declare(&self, list: &str) -> Splice {
        match self.first {
            None => insert(self.span.start, format!("var {list};")),
            Some(kind) => insert(
                self.span.start + kind.as_str().len() as u32,
                format!(" {list},"),
            ),
        }
    }
}

/// Whether a function is called where it is written, or handed to other code there.
fn runs_once(around: &[AstKind<'_>]) -> bool {
    let function = around.iter().rposition(|node| walk::is_function(*node));
    let before = function.map(|at| &around[..at]);
    let mut outer = before.unwrap_or_default().iter().rev();
    let parent = outer.find(|node| !matches!(node, AstKind::ParenthesizedExpression(_)));
    matches!(parent, Some(AstKind::CallExpression(_)))
}
