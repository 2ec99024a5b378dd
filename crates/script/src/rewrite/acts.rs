//! Where a script writes variables or may change objects, and what its variables hold.

use std::collections::{HashMap, HashSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression, SimpleAssignmentTarget};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::SymbolId;

use super::known::{self, Known};
use super::{Script, walk};

/// The acts of a script.
pub(super) struct Acts<'s, 'a> {
    script: &'s Script<'a>,
    known: &'s Known,
    /// The expressions that write a variable.
    writes: Vec<(SymbolId, Span)>,
    /// The nodes that may change an object, or run other code.
    effects: Vec<Span>,
    /// What is assigned to variables; `None` if that is not known.
    values: HashMap<SymbolId, Vec<Option<&'a Expression<'a>>>>,
    /// The variables that get no value but these.
    declared: HashSet<SymbolId>,
    /// Whether there is a class, whose fields are written when an object is made.
    has_class: bool,
}

impl<'s, 'a> Acts<'s, 'a> {
    pub(super) fn of(script: &'s Script<'a>, known: &'s Known) -> Self {
        let mut acts = Self {
            script,
            known,
            writes: Vec::new(),
            effects: Vec::new(),
            values: HashMap::new(),
            declared: HashSet::new(),
            has_class: false,
        };
        walk::within(script.program, |node, around| acts.see(node, around));
        acts
    }

    fn see(&mut self, node: AstKind<'a>, around: &[AstKind<'a>]) {
        if self.has_effect(node) {
            self.effects.push(node.span());
        }
        match node {
            AstKind::Class(_) => self.has_class = true,
            AstKind::IdentifierReference(name) => {
                let id = name.reference_id.get();
                let is_write =
                    id.is_some_and(|id| self.script.scoping().get_reference(id).is_write());
                if let Some(symbol) = self.script.symbol(name).filter(|_| is_write) {
                    let writer = around.iter().rev().find(|node| is_writer(**node));
                    let span = writer.map_or(name.span, GetSpan::span);
                    self.writes.push((symbol, span));
                    self.values
                        .entry(symbol)
                        .or_default()
                        .extend(written(writer.copied(), name.span));
                }
            }
            AstKind::VariableDeclarator(declarator) => {
                // Code before a `var` can read its variable.
                let names = declarator.id.get_binding_identifiers().into_iter();
                let symbols = names.filter_map(|name| name.symbol_id.get());
                self.writes
                    .extend(symbols.map(|symbol| (symbol, declarator.span)));
                if let Some(name) = declarator.id.get_binding_identifier()
                    && let Some(symbol) = name.symbol_id.get()
                {
                    let values = self.values.entry(symbol).or_default();
                    values.push(declarator.init.as_ref());
                    let redeclared = self.script.scoping().symbol_redeclarations(symbol);
                    if redeclared.is_empty() {
                        self.declared.insert(symbol);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a node itself may change an object or run other code.
    fn has_effect(&self, node: AstKind<'a>) -> bool {
        let is_member = |target: &&AssignmentTarget<'_>| {
            !matches!(target, AssignmentTarget::AssignmentTargetIdentifier(_))
        };
        if walk::targets(node).iter().any(is_member) {
            return true;
        }
        match node {
            AstKind::CallExpression(call) => !self.known.is_pure(self.script, call),
            AstKind::VariableDeclarator(declarator) => {
                declarator.id.get_binding_identifier().is_none()
            }
            AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::Delete,
            AstKind::UpdateExpression(update) => !matches!(
                update.argument,
                SimpleAssignmentTarget::AssignmentTargetIdentifier(_)
            ),
            AstKind::NewExpression(_)
            | AstKind::TaggedTemplateExpression(_)
            | AstKind::AwaitExpression(_)
            | AstKind::YieldExpression(_)
            | AstKind::ForOfStatement(_)
            | AstKind::SpreadElement(_)
            | AstKind::ImportExpression(_)
            | AstKind::Class(_) => true,
            _ => false,
        }
    }

    /// Whether something in a part of the text may change an object or run other code.
    pub(super) fn has_effects(&self, part: Span) -> bool {
        self.effects
            .iter()
            .any(|effect| part.contains_inclusive(*effect))
    }

    /// Whether a variable may have another value after a part of the text.
    pub(super) fn may_write(&self, symbol: SymbolId, part: Span) -> bool {
        let mut writes = self.writes.iter();
        self.script.is_written_elsewhere(symbol)
            || writes.any(|(other, span)| {
                *other == symbol && (self.has_class || part.contains_inclusive(*span))
            })
    }

    /// Whether the value of an expression is never an object, whose text could change.
    pub(super) fn is_primitive(&self, expression: &Expression<'_>) -> bool {
        self.is_plain(expression, 0)
    }

    fn is_plain(&self, expression: &Expression<'_>, depth: usize) -> bool {
        // Variables may hold each other.
        if depth > 8 {
            return false;
        }
        let is_plain = |other| self.is_plain(other, depth + 1);
        match expression {
            Expression::NumericLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::UnaryExpression(_)
            | Expression::UpdateExpression(_)
            | Expression::BinaryExpression(_) => true,
            Expression::LogicalExpression(logical) => {
                is_plain(&logical.left) && is_plain(&logical.right)
            }
            Expression::ConditionalExpression(conditional) => {
                is_plain(&conditional.consequent) && is_plain(&conditional.alternate)
            }
            Expression::SequenceExpression(sequence) => {
                sequence.expressions.last().is_some_and(is_plain)
            }
            Expression::AssignmentExpression(assignment) => {
                assignment.operator.is_arithmetic() || is_plain(&assignment.right)
            }
            Expression::CallExpression(call) => self.known.is_pure(self.script, call),
            Expression::StaticMemberExpression(member) => {
                known::is_math(self.script, &member.object)
            }
            Expression::Identifier(name) => match self.script.symbol(name) {
                Some(symbol) => {
                    let mut values = self.values.get(&symbol).into_iter().flatten();
                    self.declared.contains(&symbol)
                        && values.all(|value| value.is_some_and(is_plain))
                }
                None => {
                    known::is_constant(&name.name)
                        || self
                            .known
                            .numbers
                            .iter()
                            .any(|number| *number == name.name.as_str())
                }
            },
            _ => false,
        }
    }
}

/// Whether a node gives variables their values.
fn is_writer(node: AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::AssignmentExpression(_)
            | AstKind::UpdateExpression(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
    )
}

/// What a node gives to the variable at a place: nothing for a number, `None` if that is not known.
fn written<'a>(writer: Option<AstKind<'a>>, place: Span) -> Option<Option<&'a Expression<'a>>> {
    match writer {
        Some(AstKind::UpdateExpression(_)) => None,
        Some(AstKind::AssignmentExpression(assignment)) => match &assignment.left {
            AssignmentTarget::AssignmentTargetIdentifier(target) if target.span == place => {
                let operator = assignment.operator;
                // `a+=b` is a text or a number.
                let is_value = operator.is_assign() || operator.is_logical();
                is_value.then_some(Some(&assignment.right))
            }
            _ => Some(None),
        },
        _ => Some(None),
    }
}
