//! The variables that code may use when it runs.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    AssignmentTarget, Class, Expression, Function, IdentifierReference, ObjectProperty, Program,
    PropertyKind, Statement, StaticMemberExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

use super::constants::{is_function, parts};

/// The variables that expressions and functions use.
pub(super) struct Uses<'s> {
    pub(super) scoping: &'s Scoping,
    /// The variables that a function uses, by the variable that holds the function.
    functions: BTreeMap<SymbolId, BTreeSet<SymbolId>>,
    /// Whether an assignment to a property may run code of the script.
    has_setters: bool,
}

/// What a statement uses that stores functions.
#[derive(Default)]
pub(super) struct Stored {
    /// The variables that it reads.
    pub(super) read: BTreeSet<SymbolId>,
    /// The variables that the stored functions may use: any later code may run them.
    pub(super) held: BTreeSet<SymbolId>,
}

/// Collects variables.
pub(super) struct Names<'s> {
    scoping: &'s Scoping,
    names: BTreeSet<SymbolId>,
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let id = name.reference_id.get();
        let symbol = id.and_then(|id| self.scoping.get_reference(id).symbol_id());
        self.names.extend(symbol);
    }
}

impl<'s> Uses<'s> {
    pub(super) fn of(program: &Program<'_>, scoping: &'s Scoping) -> Self {
        let mut uses = Self {
            scoping,
            functions: BTreeMap::new(),
            has_setters: false,
        };
        uses.visit_program(program);
        uses
    }

    pub(super) fn names(&self, visit: impl FnOnce(&mut Names<'_>)) -> BTreeSet<SymbolId> {
        let mut names = Names {
            scoping: self.scoping,
            names: BTreeSet::new(),
        };
        visit(&mut names);
        names.names
    }

    /// What a statement uses, if it only stores functions and variables in properties: it runs none of
    /// the functions.
    pub(super) fn stored(&self, statement: &Statement<'_>) -> Option<Stored> {
        let Statement::ExpressionStatement(statement) = statement else {
            return None;
        };
        let stores = match &statement.expression {
            Expression::SequenceExpression(sequence) => sequence.expressions.iter().collect(),
            expression => vec![expression],
        };
        let mut found = Stored::default();
        for store in stores {
            let Expression::AssignmentExpression(assignment) = store else {
                return None;
            };
            let is_value = matches!(assignment.right, Expression::Identifier(_));
            let target = &assignment.left;
            if self.has_setters
                || !(is_value || is_function(&assignment.right))
                || !assignment.operator.is_assign()
                || !matches!(target, AssignmentTarget::StaticMemberExpression(_))
            {
                return None;
            }
            let value = self.names(|names| names.visit_expression(&assignment.right));
            let target = self.names(|names| names.visit_assignment_target(target));
            found.read.extend(target);
            if is_value {
                found.read.extend(&value);
            }
            found.held.extend(value);
        }
        Some(found)
    }

    /// Adds all variables that code may read or write if it uses these.
    pub(super) fn reach(&self, from: BTreeSet<SymbolId>, reached: &mut BTreeSet<SymbolId>) {
        let mut open: Vec<SymbolId> = from.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(symbol) = open.pop() {
            if seen.insert(symbol)
                && let Some(used) = self.functions.get(&symbol)
            {
                open.extend(used);
            }
        }
        reached.extend(seen);
    }
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.has_setters |= property.kind == PropertyKind::Set;
        walk::walk_object_property(self, property);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        self.has_setters = true;
        walk::walk_class(self, class);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        let name = member.property.name.as_str();
        self.has_setters |= name.starts_with("defineP") || name == "__defineSetter__";
        walk::walk_static_member_expression(self, member);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.has_setters |= name.name == "Proxy";
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if let Some(symbol) = function.id.as_ref().and_then(|id| id.symbol_id.get()) {
            let used = self.names(|names| walk::walk_function(names, function, flags));
            self.functions.entry(symbol).or_default().extend(used);
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let Some((symbol, value)) = parts(declarator)
            && is_function(value)
        {
            let used = self.names(|names| names.visit_expression(value));
            self.functions.entry(symbol).or_default().extend(used);
        }
        walk::walk_variable_declarator(self, declarator);
    }
}
