//! The variables that code may use when it runs.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression, PropertyKind, Statement};
use oxc_syntax::symbol::SymbolId;

use super::constants::is_function;
use super::{Script, walk};

/// The variables that expressions and functions use.
pub(super) struct Uses<'s, 'a> {
    script: &'s Script<'a>,
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

impl<'s, 'a> Uses<'s, 'a> {
    pub(super) fn of(script: &'s Script<'a>) -> Self {
        let mut functions: BTreeMap<SymbolId, BTreeSet<SymbolId>> = BTreeMap::new();
        for function in &script.facts().functions {
            let own = function.id.and_then(|id| id.symbol_id.get());
            let symbols: BTreeSet<SymbolId> = own.into_iter().chain(function.symbol).collect();
            if symbols.is_empty() {
                continue;
            }
            let mut used = BTreeSet::new();
            function.all(|node| used.extend(symbol(script, node)));
            for symbol in symbols {
                functions.entry(symbol).or_default().extend(&used);
            }
        }
        Self {
            script,
            functions,
            has_setters: walk::any(script.program, may_set),
        }
    }

    /// The variables that a part of the script names.
    pub(super) fn names<'n>(&self, part: &impl walk::Root<'n>) -> BTreeSet<SymbolId> {
        let mut names = BTreeSet::new();
        walk::all(part, |node| names.extend(symbol(self.script, node)));
        names
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
            let value = self.names(&assignment.right);
            let target = self.names(target);
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

/// The variable that a node names.
fn symbol(script: &Script<'_>, node: AstKind<'_>) -> Option<SymbolId> {
    match node {
        AstKind::IdentifierReference(name) => script.symbol(name),
        _ => None,
    }
}

/// Whether a node may let assignments to a property run code.
fn may_set(node: AstKind<'_>) -> bool {
    match node {
        AstKind::ObjectProperty(property) => property.kind == PropertyKind::Set,
        AstKind::Class(_) => true,
        AstKind::StaticMemberExpression(member) => {
            let name = member.property.name.as_str();
            name.starts_with("defineP") || name == "__defineSetter__"
        }
        AstKind::IdentifierReference(name) => name.name == "Proxy",
        _ => false,
    }
}
