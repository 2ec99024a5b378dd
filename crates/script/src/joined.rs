//! Whether two classic scripts that follow each other do the same as one script.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryExpression, Expression, Program, UnaryExpression};
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::symbol::SymbolFlags;

use super::lookup::is_global_object;
use super::script::{Script, ScriptError, Tree};
use super::waits::waits;
use super::{globals, walk};

/// What stands between two scripts that become one: the end of a comment, and of a statement. The text behind it starts a
/// line, where `-->` is a comment.
pub const BETWEEN: &str = "\n;\n";

/// A script, as far as it matters whether another one follows it in the same element.
pub struct Joinable {
    is_strict: bool,
    /// The names that it declares at its top level.
    declared: BTreeMap<String, Kind>,
    /// The names that it uses without a declaration.
    free: BTreeSet<String>,
    /// Those of the global object for which it asks, or that it sets.
    asked: BTreeSet<String>,
    /// Whether it may ask for any name.
    asks_any: bool,
    /// Whether it may end with an error of its own.
    throws: bool,
    /// Whether it may leave work that a browser does before the next script.
    waits: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Variable,
    Function,
    /// `let`, `const` or a class.
    Lexical,
}

impl Joinable {
    /// Reads a script.
    ///
    /// # Errors
    /// The text is not a script.
    pub fn of(source: &str) -> Result<Self, ScriptError> {
        Script::look(source, |script| {
            let scoping = script.scoping();
            let top = scoping.iter_bindings_in(scoping.root_scope_id());
            let kind = |flags: SymbolFlags| match () {
                () if flags.contains(SymbolFlags::Function) => Kind::Function,
                () if flags.contains(SymbolFlags::FunctionScopedVariable) => Kind::Variable,
                () => Kind::Lexical,
            };
            let top = top.map(|id| {
                let name = scoping.symbol_name(id).to_owned();
                (name, kind(scoping.symbol_flags(id)))
            });
            let mut found = Self {
                is_strict: has_directive(script.program),
                // (Those of functions in blocks too, of which a browser makes variables.)
                declared: top.collect(),
                free: script.free_names().collect(),
                asked: script.free_names_that(|_, uses| uses.iter().any(|flags| flags.is_write())),
                asks_any: false,
                throws: false,
                waits: waits(script.program),
            };
            found.asks_any = found.free.contains("eval");
            found.look(script);
            found
        })
    }

    fn look(&mut self, script: &Script<'_>) {
        let is_global = |object: &Expression<'_>| {
            let Expression::Identifier(name) = object else {
                return false;
            };
            is_global_object(&name.name) && script.symbol(name).is_none()
        };
        walk::all(script.program, |node| match node {
            AstKind::UnaryExpression(UnaryExpression {
                operator: UnaryOperator::Typeof,
                argument: Expression::Identifier(name),
                ..
            }) => _ = self.asked.insert(name.name.to_string()),
            AstKind::BinaryExpression(BinaryExpression {
                operator: BinaryOperator::In,
                left,
                right,
                ..
            }) if is_global(right) => match left {
                Expression::StringLiteral(name) => _ = self.asked.insert(name.value.to_string()),
                _ => self.asks_any = true,
            },
            AstKind::StaticMemberExpression(member) if is_global(&member.object) => {
                self.asked.insert(member.property.name.to_string());
            }
            AstKind::ComputedMemberExpression(member) if is_global(&member.object) => {
                match &member.expression {
                    Expression::StringLiteral(name) => {
                        self.asked.insert(name.value.to_string());
                    }
                    _ => self.asks_any = true,
                }
            }
            _ => {}
        });
        walk::outside_functions(script.program, |node| match node {
            AstKind::StaticMemberExpression(member)
                if matches!(member.object, Expression::ThisExpression(_)) =>
            {
                self.asked.insert(member.property.name.to_string());
            }
            AstKind::ThrowStatement(_) => self.throws = true,
            _ => {}
        });
    }

    /// Whether the script and the next one do the same as one script with [`BETWEEN`] between them, unless an error
    /// of the browser ends the first one. The declarations of the next one then count from the start. `elements` are the ids of elements,
    /// which are global names too.
    pub fn joins(&self, next: &Self, elements: &BTreeSet<String>) -> bool {
        let is_seen = |(name, kind): (&String, &Kind)| match self.declared.get(name) {
            // The later function would count from the start, and what the first script sets, later.
            Some(own) => *kind != Kind::Variable || *own == Kind::Lexical,
            None => {
                let is_other = elements.contains(name) || globals::is_known(name);
                self.asked.contains(name) || self.free.contains(name) && is_other
            }
        };
        let is_open = self.throws || self.waits || self.asks_any && !next.declared.is_empty();
        !is_open && self.is_strict == next.is_strict && !next.declared.iter().any(is_seen)
    }
}

/// Whether a script begins with `"use strict"`.
pub fn is_strict(source: &str) -> bool {
    Tree::look(source, |tree| has_directive(tree.program)).unwrap_or(false)
}

fn has_directive(program: &Program<'_>) -> bool {
    let mut directives = program.directives.iter();
    directives.any(|one| one.directive == "use strict")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joins(first: &str, second: &str) -> bool {
        let of = |script| Joinable::of(script).expect("a script");
        of(first).joins(&of(second), &BTreeSet::from(["element".to_owned()]))
    }

    #[test]
    fn scripts_join_if_the_first_one_sees_no_declaration_of_the_second() {
        for (first, second) in [
            ("a()", "function b(){}"),
            ("function a(){b()}", "function b(){}a()"),
            ("var a=1", "var a;alert(a)"),
            ("function a(){}", "var a=a||1"),
            ("'use strict';let a", "'use strict';let b"),
            ("(function(b){b.c=typeof b})(this)", "var c=1"),
            ("window.a=1", "alert(a)"),
            ("function f(){throw 1}eval(f)", "alert(1)"),
            ("a()//then", "b()"),
            ("a()", "b().then(c)"),
        ] {
            assert!(joins(first, second), "{first} | {second}");
        }
        for (first, second) in [
            ("'use strict'", "a=1"),
            ("a=1", "'use strict'"),
            ("function a(){}", "function a(){}"),
            ("var a=1", "function a(){}"),
            ("let a", "var a"),
            ("alert(typeof a)", "function a(){}"),
            ("a=1", "let a"),
            ("a=1", "function a(){}"),
            ("if('a'in window)b()", "var a"),
            ("if(c in window)b()", "var a"),
            ("window.a=window.a||1", "function a(){}"),
            ("self['a']()", "function a(){}"),
            ("self[b]()", "function a(){}"),
            ("this.a=1", "function a(){}"),
            ("eval(b)", "function a(){}"),
            ("throw 1", "alert(1)"),
            ("print()", "function print(){}"),
            ("element.b=1", "var element"),
            ("if(typeof a)b()", "{function a(){}}"),
            ("if(typeof a)b()", "if(c)function a(){}"),
            ("if(typeof a)b()", "switch(c){case 1:function a(){}}"),
            ("if(typeof a)b()", "try{}catch{function a(){}}"),
            ("queueMicrotask(a)", "b()"),
            ("a().then(b)", "c()"),
        ] {
            assert!(!joins(first, second), "{first} | {second}");
        }
    }

    #[test]
    fn a_window_of_its_own_is_not_the_global_object() {
        assert!(joins("(function(window){window.a()})(b)", "function a(){}"));
    }

    #[test]
    fn a_strict_script_begins_with_the_directive() {
        assert!(is_strict(" 'use strict';a()") && is_strict("/*a*/'a';\"use strict\""));
        assert!(!is_strict("a();'use strict'") && !is_strict("('use strict')"));
        assert!(!is_strict("'use strict';import 'a'"));
    }

    #[test]
    fn other_text_is_no_script() {
        assert!(Joinable::of("import 'a'").is_err());
        assert!(Joinable::of("a b").is_err());
    }
}
