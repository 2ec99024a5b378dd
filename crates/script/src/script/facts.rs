//! The functions and the calls of a script.

use std::collections::{BTreeSet, HashMap, HashSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTarget, BindingIdentifier, CallExpression, Expression,
    FormalParameters, Function, FunctionBody, Program, Statement,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;

use super::Script;
use crate::walk;

/// A function of any kind.
pub struct Body<'a> {
    /// Where it is.
    pub span: Span,
    /// Its own name.
    pub id: Option<&'a BindingIdentifier<'a>>,
    /// Its parameters.
    pub params: &'a FormalParameters<'a>,
    /// Its code; `None` if it is an expression.
    pub body: Option<&'a FunctionBody<'a>>,
    /// Its value, if that is an expression.
    pub value: Option<&'a Expression<'a>>,
    /// The node of an arrow function.
    pub arrow: Option<&'a ArrowFunctionExpression<'a>>,
    /// The node of another function.
    pub plain: Option<&'a Function<'a>>,
    /// The name of the variable whose value it is, where it gets the value.
    pub variable: Option<Span>,
    /// The variable that is declared with this value.
    pub symbol: Option<SymbolId>,
    /// The call, if it is called where it is written.
    pub call: Option<&'a CallExpression<'a>>,
}

impl<'a> Body<'a> {
    fn of_function(function: &'a Function<'a>) -> Self {
        Self {
            span: function.span,
            id: function.id.as_ref(),
            params: &function.params,
            body: function.body.as_deref(),
            value: None,
            arrow: None,
            plain: Some(function),
            variable: None,
            symbol: None,
            call: None,
        }
    }

    fn of_arrow(arrow: &'a ArrowFunctionExpression<'a>) -> Self {
        Self {
            span: arrow.span,
            id: None,
            params: &arrow.params,
            body: arrow.body.as_function_body(),
            value: arrow.body.as_expression(),
            arrow: Some(arrow),
            plain: None,
            variable: None,
            symbol: None,
            call: None,
        }
    }

    /// Where it stands among others.
    pub(crate) fn scope(&self) -> Option<ScopeId> {
        match (self.arrow, self.plain) {
            (Some(arrow), _) => arrow.scope_id.get(),
            (_, plain) => plain?.scope_id.get(),
        }
    }

    /// Whether other code can run before it ends.
    pub(crate) fn waits(&self) -> bool {
        let plain = self.plain;
        self.arrow.is_some_and(|arrow| arrow.r#async)
            || plain.is_some_and(|plain| plain.r#async || plain.generator)
    }

    /// Whether it waits, or has a directive.
    pub(crate) fn is_special(&self) -> bool {
        self.waits() || self.body.is_some_and(|body| !body.directives.is_empty())
    }

    /// Sees all nodes of the parameters and of the code.
    pub(crate) fn all(&self, mut see: impl FnMut(AstKind<'a>)) {
        walk::all(self.params, &mut see);
        if let Some(body) = self.body {
            walk::all(body, &mut see);
        }
        if let Some(value) = self.value {
            walk::all(value, &mut see);
        }
    }

    /// The value that it returns at its end.
    pub(crate) fn last_value(&self) -> Option<&'a Expression<'a>> {
        match self.body?.statements.last()? {
            Statement::ReturnStatement(last) => last.argument.as_ref(),
            _ => None,
        }
    }
}

/// The calls of a function, all together.
#[derive(Clone, Copy)]
pub(crate) struct Called {
    /// The most arguments.
    pub(crate) arguments: usize,
    /// Whether nothing uses a value.
    pub(crate) is_void: bool,
}

/// The functions and the calls of a script, in the order of the text.
#[derive(Default)]
pub struct Facts<'a> {
    /// All functions.
    pub functions: Vec<Body<'a>>,
    /// All calls.
    pub calls: Vec<&'a CallExpression<'a>>,
    /// The calls of variables.
    by_name: HashMap<ReferenceId, &'a CallExpression<'a>>,
    /// Expressions whose values nothing uses.
    void: HashSet<Span>,
    /// Those of them that run whenever their statement runs.
    always: HashSet<Span>,
    /// The names of properties that the script itself gives a value, and of methods.
    pub(crate) properties: BTreeSet<String>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(program: &'a Program<'a>) -> Self {
        let mut facts = Self::default();
        walk::within(program, |node, around| facts.read(node, around));
        facts
    }

    fn read(&mut self, node: AstKind<'a>, around: &[AstKind<'a>]) {
        let key = walk::key(node).and_then(|key| key.static_name());
        self.properties.extend(key.map(|name| name.to_string()));
        for target in walk::targets(node) {
            if let AssignmentTarget::StaticMemberExpression(member) = target {
                self.properties.insert(member.property.name.to_string());
            }
        }
        for ignored in walk::ignored(node) {
            self.ignore(ignored, true);
        }
        match node {
            AstKind::Function(function) => {
                self.add(Body::of_function(function), around.last().copied());
            }
            AstKind::ArrowFunctionExpression(arrow) => {
                self.add(Body::of_arrow(arrow), around.last().copied());
            }
            AstKind::CallExpression(call) => {
                self.calls.push(call);
                if let Expression::Identifier(name) = &call.callee
                    && let Some(id) = name.reference_id.get()
                {
                    self.by_name.insert(id, call);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, mut function: Body<'a>, parent: Option<AstKind<'a>>) {
        let span = function.span;
        match parent {
            Some(AstKind::VariableDeclarator(declarator)) => {
                let name = declarator.id.get_binding_identifier();
                function.variable = name.map(|name| name.span);
                function.symbol = name.and_then(|name| name.symbol_id.get());
            }
            Some(AstKind::AssignmentExpression(assignment)) => {
                if let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left
                    && assignment.operator.is_assign()
                    && self.always.contains(&assignment.span)
                {
                    function.variable = Some(name.span);
                }
            }
            Some(AstKind::CallExpression(call)) => {
                function.call = (call.callee.span() == span).then_some(call);
            }
            _ => {}
        }
        if let Some(id) = function.id
            && function.plain.is_some_and(Function::is_declaration)
        {
            function.variable = Some(id.span);
            function.symbol = id.symbol_id.get();
        }
        self.functions.push(function);
    }

    /// Notes that the value of an expression is not used.
    fn ignore(&mut self, expression: &Expression<'_>, always: bool) {
        match expression {
            Expression::SequenceExpression(sequence) => {
                if let Some(last) = sequence.expressions.last() {
                    self.ignore(last, always);
                }
            }
            Expression::LogicalExpression(logical) => self.ignore(&logical.right, false),
            Expression::ConditionalExpression(conditional) => {
                self.ignore(&conditional.consequent, false);
                self.ignore(&conditional.alternate, false);
            }
            other => {
                self.void.insert(other.span());
                if always {
                    self.always.insert(other.span());
                }
            }
        }
    }

    /// The call of a variable at one of its uses.
    pub(crate) fn call_of(&self, reference: ReferenceId) -> Option<&'a CallExpression<'a>> {
        self.by_name.get(&reference).copied()
    }

    fn called(&self, call: &CallExpression<'_>) -> Option<Called> {
        let is_spread = call.arguments.iter().any(|one| one.is_spread());
        (!call.optional && !is_spread).then(|| Called {
            arguments: call.arguments.len(),
            is_void: self.void.contains(&call.span),
        })
    }

    /// All calls of a function; `None` if there may be others.
    pub(crate) fn all_calls(
        &self,
        script: &Script<'_>,
        keep: &[String],
        function: &Body<'_>,
    ) -> Option<Called> {
        let is_named = function.id.is_some();
        let direct = function.call.filter(|_| !is_named);
        if let Some(called) = direct.and_then(|call| self.called(call)) {
            return Some(called);
        }
        let is_declaration = function.plain.is_some_and(Function::is_declaration);
        let symbol = function.symbol.filter(|_| is_declaration || !is_named)?;
        if script.is_kept(keep, symbol) || !script.is_never_written(symbol) {
            return None;
        }
        let mut all = Called {
            arguments: 0,
            is_void: true,
        };
        for reference in script.references(symbol) {
            let call = self.called(self.call_of(*reference)?)?;
            all.arguments = all.arguments.max(call.arguments);
            all.is_void &= call.is_void;
        }
        Some(all)
    }
}
