//! Which names of object literals are seen: through variables and properties that hold the objects.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, Expression, Function, IdentifierReference, ObjectExpression,
    ObjectPropertyKind, PropertyKey, SimpleAssignmentTarget,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::SymbolId;

/// What may hold an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Base {
    /// A global variable.
    Global(String),
    /// A variable of a function of a script.
    Local(usize, usize),
    /// Each property of this name.
    Property(String),
    /// All objects that `new` makes.
    This,
}

impl Base {
    pub(super) fn of_symbol(script: Script<'_>, id: SymbolId) -> Self {
        let scoping = script.scoping;
        match scoping.symbol_scope_id(id) == scoping.root_scope_id() {
            true => Self::Global(scoping.symbol_name(id).to_owned()),
            false => Self::Local(script.number, id.index()),
        }
    }

    fn of_name(script: Script<'_>, name: &IdentifierReference<'_>) -> Self {
        let id = name.reference_id.get();
        match id.and_then(|id| script.scoping.get_reference(id).symbol_id()) {
            Some(id) => Self::of_symbol(script, id),
            None => Self::Global(name.name.to_string()),
        }
    }

    pub(super) fn of_target(
        script: Script<'_>,
        target: &SimpleAssignmentTarget<'_>,
    ) -> Option<Self> {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                Some(Self::of_name(script, name))
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                Some(Self::Property(member.property.name.to_string()))
            }
            _ => None,
        }
    }

    fn of(script: Script<'_>, expression: &Expression<'_>) -> Option<Self> {
        match expression {
            Expression::Identifier(name) => Some(Self::of_name(script, name)),
            Expression::StaticMemberExpression(member) => {
                Some(Self::Property(member.property.name.to_string()))
            }
            Expression::ThisExpression(_) => Some(Self::This),
            // Its properties are those that its class sets.
            Expression::NewExpression(_) => Some(Self::This),
            _ => None,
        }
    }
}

/// The objects that something may hold.
#[derive(Debug, Default)]
struct Held {
    /// The names of their own properties.
    own: BTreeSet<String>,
    /// Those of objects in them too.
    all: BTreeSet<String>,
    /// What holds the same objects.
    alike: BTreeSet<Base>,
    /// What holds objects in them.
    inner: BTreeSet<Base>,
}

/// Which objects are where, and whose names are seen.
#[derive(Debug, Default)]
pub(super) struct Flows {
    held: BTreeMap<Base, Held>,
    /// The own names of what they hold are seen.
    listed: BTreeSet<Base>,
    /// All names of what they hold are seen.
    shown: BTreeSet<Base>,
    /// The names that are seen without a base.
    names: BTreeSet<String>,
}

/// A script and its scopes.
#[derive(Clone, Copy)]
pub(super) struct Script<'s> {
    pub(super) scoping: &'s Scoping,
    pub(super) number: usize,
}

impl Flows {
    /// Something gets a value.
    pub(super) fn give(&mut self, script: Script<'_>, base: Base, value: &Expression<'_>) {
        let held = self.held.entry(base).or_default();
        each(value, &mut |value| {
            own_names(value, &mut held.own);
            held.alike.extend(Base::of(script, value));
        });
        let parts = Parts::of(script, value);
        held.all.extend(parts.names);
        held.inner.extend(parts.bases);
    }

    /// An object in a list gets a value.
    pub(super) fn add(
        &mut self,
        script: Script<'_>,
        list: &Expression<'_>,
        value: &Expression<'_>,
    ) {
        if let Some(base) = Base::of(script, list) {
            let held = self.held.entry(base).or_default();
            let parts = Parts::of(script, value);
            held.all.extend(parts.names);
            held.inner.extend(parts.bases);
        }
    }

    /// A property of an object is set.
    pub(super) fn set(&mut self, script: Script<'_>, object: &Expression<'_>, name: &str) {
        if let Some(base) = Base::of(script, object) {
            self.set_in(base, name);
        }
    }

    /// The same for an object that something holds.
    pub(super) fn set_in(&mut self, base: Base, name: &str) {
        let held = self.held.entry(base).or_default();
        held.own.insert(name.to_owned());
        held.all.insert(name.to_owned());
    }

    /// The own names of an object are seen.
    pub(super) fn list(&mut self, script: Script<'_>, object: &Expression<'_>) {
        let (listed, names) = (&mut self.listed, &mut self.names);
        each(object, &mut |value| {
            own_names(value, names);
            listed.extend(Base::of(script, value));
        });
    }

    /// The names of an object and of all objects in it are seen.
    pub(super) fn show(&mut self, script: Script<'_>, object: &Expression<'_>) {
        let parts = Parts::of(script, object);
        self.names.extend(parts.names);
        self.shown.extend(parts.bases);
    }

    /// All names that are seen.
    pub(super) fn seen(&self) -> BTreeSet<String> {
        let mut names = self.names.clone();
        let listed = self.reached(&self.listed, |held| held.alike.iter().cloned().collect());
        for held in listed {
            names.extend(held.own.iter().cloned());
        }
        let shown = self.reached(&self.shown, |held| {
            let properties = held.all.iter().cloned().map(Base::Property);
            let others = held.alike.iter().chain(&held.inner).cloned();
            others.chain(properties).collect()
        });
        for held in shown {
            names.extend(held.all.iter().cloned());
        }
        names
    }

    /// What some bases hold, and those that lead on from there.
    fn reached(&self, from: &BTreeSet<Base>, next: impl Fn(&Held) -> Vec<Base>) -> Vec<&Held> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<Base> = from.iter().cloned().collect();
        let mut found = Vec::new();
        while let Some(base) = open.pop() {
            if let Some(held) = self.held.get(&base)
                && seen.insert(base)
            {
                open.extend(next(held));
                found.push(held);
            }
        }
        found
    }
}

/// Reads each expression that may be the value of another one.
fn each<'e, 'a>(expression: &'e Expression<'a>, read: &mut impl FnMut(&'e Expression<'a>)) {
    match expression {
        Expression::ConditionalExpression(choice) => {
            each(&choice.consequent, read);
            each(&choice.alternate, read);
        }
        Expression::LogicalExpression(logical) => {
            each(&logical.left, read);
            each(&logical.right, read);
        }
        Expression::SequenceExpression(sequence) => {
            if let Some(last) = sequence.expressions.last() {
                each(last, read);
            }
        }
        Expression::AssignmentExpression(assignment) => each(&assignment.right, read),
        // Such as `Object.freeze({a: 1})`.
        Expression::CallExpression(call)
            if matches!(&call.callee, Expression::StaticMemberExpression(member)
                if member.object.is_specific_id("Object")) =>
        {
            for argument in &call.arguments {
                if let Some(argument) = argument.as_expression() {
                    each(argument, read);
                }
            }
        }
        other => read(other),
    }
}

/// Adds the names of an object literal.
fn own_names(expression: &Expression<'_>, names: &mut BTreeSet<String>) {
    if let Expression::ObjectExpression(object) = expression {
        add_names(object, names);
    }
}

fn add_names(object: &ObjectExpression<'_>, names: &mut BTreeSet<String>) {
    for property in &object.properties {
        if let ObjectPropertyKind::ObjectProperty(property) = property
            && let PropertyKey::StaticIdentifier(name) = &property.key
        {
            names.insert(name.name.to_string());
        }
    }
}

/// What is in a value, apart from functions.
#[derive(Default)]
struct Parts {
    /// The names of object literals.
    names: BTreeSet<String>,
    /// What holds other objects in it.
    bases: BTreeSet<Base>,
}

impl Parts {
    fn of(script: Script<'_>, value: &Expression<'_>) -> Self {
        struct Reader<'s> {
            script: Script<'s>,
            parts: Parts,
        }
        impl<'a> Visit<'a> for Reader<'_> {
            fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
            fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
            fn visit_class(&mut self, _: &Class<'a>) {}
            fn visit_object_expression(&mut self, object: &ObjectExpression<'a>) {
                add_names(object, &mut self.parts.names);
                walk::walk_object_expression(self, object);
            }
            fn visit_expression(&mut self, expression: &Expression<'a>) {
                self.parts.bases.extend(Base::of(self.script, expression));
                match expression {
                    // The object of a property is not in its value.
                    Expression::StaticMemberExpression(_)
                    | Expression::BinaryExpression(_)
                    | Expression::UnaryExpression(_) => {}
                    Expression::ComputedMemberExpression(member) => {
                        self.visit_expression(&member.object);
                    }
                    // `a.filter(b)` has the objects of `a`.
                    Expression::CallExpression(call) => {
                        if let Some(member) = call.callee.as_member_expression() {
                            self.visit_expression(member.object());
                        }
                        self.visit_arguments(&call.arguments);
                    }
                    other => walk::walk_expression(self, other),
                }
            }
        }
        let mut reader = Reader {
            script,
            parts: Self::default(),
        };
        reader.visit_expression(value);
        reader.parts
    }
}
