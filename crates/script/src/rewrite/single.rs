//! Puts a value that is used once where it is used: `let a=b+1;f(2,a)` is `f(2,b+1)`.
//!
//! oxc's compressor does so where nothing is between. Here code may be, which neither changes nor sees the value.

use std::collections::HashMap;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{ArrayExpressionElement, Expression, VariableDeclaration};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::reference::ReferenceId;

use super::acts::Acts;
use super::constants::{parts, without};
use super::inline::is_pure_class;
use super::known::{self, Known};
use super::{Script, is_script, other_name, replace, walk};

/// The most rounds of moves: a value may hold another one that has moved before.
const MAX_ROUNDS: usize = 100;

/// The script after all such moves. Each makes it shorter.
pub(super) fn moved(source: &str, keep: &[String], known: &Known) -> String {
    let mut text = source.to_owned();
    for _ in 0..MAX_ROUNDS {
        let edit = Script::look(&text, |script| {
            let other = other_name::edit(script, keep, known);
            other.or_else(|| Values::of(script, keep, known).edit())
        });
        let next = edit.ok().flatten().map(|edit| edit.apply(&text));
        match next.filter(|next| is_script(next)) {
            Some(next) => text = next,
            None => break,
        }
    }
    text
}

/// A variable with a value that may be moved.
struct Value<'a> {
    init: &'a Expression<'a>,
    /// The end of its declarator.
    end: u32,
    /// What is deleted with it.
    gone: Splice,
    /// The statements behind which it stands.
    home: Span,
}

struct Values<'s, 'a> {
    script: &'s Script<'a>,
    acts: Acts<'s, 'a>,
    known: &'s Known,
    /// The values, by the only uses of their variables.
    single: HashMap<ReferenceId, Value<'a>>,
    /// Whether the script catches errors.
    catches: bool,
}

impl<'s, 'a> Values<'s, 'a> {
    fn of(script: &'s Script<'a>, keep: &[String], known: &'s Known) -> Self {
        let mut values = Self {
            script,
            acts: Acts::of(script, known),
            known,
            single: HashMap::new(),
            catches: script.source.contains("try"),
        };
        walk::within(script.program, |node, around| {
            if let AstKind::VariableDeclaration(declaration) = node
                && let Some(&list) = around.last()
                && !matches!(list, AstKind::SwitchCase(_))
                && walk::statements(list).is_some()
            {
                values.declared(declaration, list.span(), keep);
            }
        });
        values
    }

    fn declared(&mut self, declaration: &'a VariableDeclaration<'a>, home: Span, keep: &[String]) {
        if declaration.kind.is_using() {
            return;
        }
        for (at, declarator) in declaration.declarations.iter().enumerate() {
            let Some((symbol, init)) = parts(declarator) else {
                continue;
            };
            let &[only] = self.script.references(symbol) else {
                continue;
            };
            if !self.script.is_never_written(symbol) || self.script.is_kept(keep, symbol) {
                continue;
            }
            let value = Value {
                init,
                end: declarator.span.end,
                gone: without(declaration, at),
                home,
            };
            self.single.insert(only, value);
        }
    }

    /// The values that can be moved apart from each other.
    fn edit(&self) -> Option<Edit> {
        let mut splices = Vec::new();
        // The end of the moves so far.
        let mut last = 0;
        walk::within(self.script.program, |node, around| {
            if let AstKind::IdentifierReference(name) = node
                && let Some(value) = name.reference_id.get().and_then(|id| self.single.get(&id))
                && last <= value.gone.start
                && value.end <= name.span.start
                && is_reached_once(around, name.span, value.home)
                && self.is_same(value.init, Span::new(value.end, name.span.start))
            {
                last = name.span.end as usize;
                let text = format!("({})", self.script.text(value.init));
                splices.extend([value.gone.clone(), replace(name, text)]);
            }
        });
        Edit::of("single", splices).filter(|edit| !edit.splices.is_empty())
    }

    /// Whether an expression has no effect, and the same value after a part of the text as before it.
    fn is_same(&self, expression: &Expression<'_>, part: Span) -> bool {
        let effects = self.acts.has_effects(part);
        let is_same = |other: &Expression<'_>| self.is_same(other, part);
        // Other code could change the text of an object.
        let is_operand =
            |other: &Expression<'_>| is_same(other) && (!effects || self.acts.is_primitive(other));
        match expression {
            Expression::NumericLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_) => true,
            Expression::ClassExpression(class) => is_pure_class(self.script, class),
            Expression::Identifier(name) => match self.script.symbol(name) {
                Some(symbol) => !self.acts.may_write(symbol, part),
                None => {
                    known::is_constant(&name.name)
                        || known::is_math(self.script, expression)
                        || self.known.is_steady(&name.name)
                }
            },
            Expression::BinaryExpression(binary) => {
                !matches!(
                    binary.operator,
                    BinaryOperator::In | BinaryOperator::Instanceof
                ) && is_operand(&binary.left)
                    && is_operand(&binary.right)
            }
            Expression::UnaryExpression(unary) => {
                unary.operator != UnaryOperator::Delete && is_operand(&unary.argument)
            }
            Expression::LogicalExpression(logical) => {
                is_same(&logical.left) && is_same(&logical.right)
            }
            Expression::ConditionalExpression(conditional) => [
                &conditional.test,
                &conditional.consequent,
                &conditional.alternate,
            ]
            .into_iter()
            .all(is_same),
            Expression::TemplateLiteral(template) => template.expressions.iter().all(is_operand),
            Expression::ArrayExpression(array) => array.elements.iter().all(|element| {
                !matches!(element, ArrayExpressionElement::SpreadElement(_))
                    && element.as_expression().is_some_and(is_same)
            }),
            Expression::StaticMemberExpression(member) => {
                known::is_math(self.script, &member.object)
                    || !effects && !self.catches && !member.optional && is_same(&member.object)
            }
            Expression::ComputedMemberExpression(member) => {
                !effects
                    && !self.catches
                    && !member.optional
                    && is_same(&member.object)
                    && is_same(&member.expression)
            }
            Expression::CallExpression(call) => {
                !self.catches
                    && self.known.is_pure(self.script, call)
                    && call
                        .arguments
                        .iter()
                        .all(|argument| argument.as_expression().is_some_and(is_operand))
            }
            _ => false,
        }
    }
}

/// Whether a use is evaluated at most once after the declaration in some statements, and takes a value.
fn is_reached_once(around: &[AstKind<'_>], place: Span, home: Span) -> bool {
    let is_value = match around.last() {
        Some(AstKind::ObjectProperty(property)) => !property.shorthand,
        // The object of a method would become its `this`.
        Some(AstKind::CallExpression(call)) => call.callee.span() != place,
        Some(AstKind::NewExpression(new)) => new.callee.span() != place,
        Some(AstKind::TaggedTemplateExpression(tagged)) => tagged.tag.span() != place,
        Some(AstKind::UnaryExpression(unary)) => !matches!(
            unary.operator,
            UnaryOperator::Delete | UnaryOperator::Typeof
        ),
        _ => true,
    };
    if !is_value {
        return false;
    }
    for outer in around.iter().rev() {
        if outer.span() == home && walk::statements(*outer).is_some() {
            return true;
        }
        let is_once = match outer {
            AstKind::ForStatement(each) => {
                let init = each.init.as_ref();
                init.is_some_and(|init| init.span().contains_inclusive(place))
            }
            AstKind::ForInStatement(each) => each.right.span().contains_inclusive(place),
            AstKind::ForOfStatement(each) => each.right.span().contains_inclusive(place),
            AstKind::WhileStatement(_) | AstKind::DoWhileStatement(_) | AstKind::Class(_) => false,
            other => !walk::is_function(*other),
        };
        if !is_once {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(source: &str) -> String {
        let known = Known {
            steady: vec!["t".into(), "x".into()],
            numbers: vec!["t".into()],
            pure: vec!["S".into()],
        };
        moved(source, &["kept".into()], &known)
    }

    #[test]
    fn a_value_goes_to_its_only_use() {
        for (source, expected) in [
            ("let a=t+1;f(2,a)", ";f(2,(t+1))"),
            (
                "for(let i=0;i<9;i++){let e=i/10+t;x.f=`h${e}`;x.g(i)}",
                "for(let i=0;i<9;i++){;x.f=`h${(i/10+t)}`;x.g(i)}",
            ),
            (
                "for(let i=0;i<9;i++){const a=S(i)*9,b=Math.cos(i);x.p();x.arc(a,b)}",
                "for(let i=0;i<9;i++){;x.p();x.arc((S(i)*9),(Math.cos(i)))}",
            ),
            ("let a=b=>b;let c=a;f(1,c)", ";;f(1,(b=>b))"),
            ("var a=function(){};f();x.b=a", ";f();x.b=(function(){})"),
            ("var a=class{};f();x.b=a", ";f();x.b=(class{})"),
            ("let o=f(),a=o.p;if(1)g(2,a)", "let o=f();if(1)g(2,(o.p))"),
            (
                "let a=[1,t];for(let b of a)f(b)",
                ";for(let b of ([1,t]))f(b)",
            ),
            ("let o=9,a=o;o=a;f(o)", "let o=9;o=(o);f(o)"),
            ("const a=t;f(a);g(()=>a)", ";f(t);g(()=>t)"),
        ] {
            assert_eq!(result(source), expected, "{source}");
        }
    }

    #[test]
    fn a_value_that_could_be_another_one_stays() {
        for source in [
            // It is written in between.
            "let i=0;i++;let a=i;i++;f(a,i)",
            "let kept=t;f(1,kept)",
            "let i=1,g=()=>i++;let a=i;g();f(a)",
            // The function may change the object, or its text.
            "let o=f(),a=o.p;g();h(a)",
            "let o=f(),a=o+1;o.push(2);h(a)",
            "let a=q+1;g();h(a)",
            // It would be computed again and again.
            "let a=t+1;for(;;)f(a)",
            "let a=t+1;g(()=>a)",
            "let a=t+1;while(a)f()",
            // Its call may do something.
            "let a=g();f(h(),a)",
            "let a=Math.random();f(1,a)",
            "let Math=g(),a=Math.cos(1);f(1,a)",
            "let o=f(),a=o.p;a()",
            "switch(t){case 1:let a=t+1;case 2:f(a)}",
            "f(a);var a=t",
            "let a=v;var v=1;f(a,v)",
            "let a=t;f({a})",
        ] {
            assert_eq!(result(source), source);
        }
    }
}
