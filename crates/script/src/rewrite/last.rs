//! Rewrites that the compressor would undo: they come after it.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, AssignmentTarget, BinaryExpression, CallExpression, Expression, ExpressionStatement,
    ForStatement, ForStatementInit, LogicalExpression, PropertyKey, SequenceExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

use super::script;

/// Methods of strings, arrays and documents that convert their only argument to a string.
const CONVERTING: [&str; 11] = [
    "createElement",
    "endsWith",
    "getContext",
    "getElementById",
    "getElementsByClassName",
    "getElementsByTagName",
    "join",
    "querySelector",
    "querySelectorAll",
    "split",
    "startsWith",
];

/// The script with all of these rewrites that leave it a script.
pub fn rewritten(source: &str) -> String {
    let mut text = source.to_owned();
    for kind in [Kind::Conditional, Kind::Tagged, Kind::Swapped] {
        let arena = Allocator::default();
        let Ok(program) = script::parse(&arena, &text) else {
            return text;
        };
        let mut finder = Finder {
            source: &text,
            kind,
            own: BTreeSet::new(),
            tagged: Vec::new(),
            splices: Vec::new(),
        };
        finder.visit_program(&program);
        let Finder {
            own,
            tagged,
            mut splices,
            ..
        } = finder;
        let tagged = tagged.into_iter();
        splices.extend(
            tagged.filter_map(|(method, splice)| (!own.contains(&method)).then_some(splice)),
        );
        let next = parted(splices).map(|edit| edit.apply(&text));
        if let Some(next) = next.filter(|next| super::is_script(next)) {
            text = next;
        }
    }
    text
}

/// An edit with all splices that do not overlap one before them.
fn parted(mut splices: Vec<Splice>) -> Option<Edit> {
    splices.sort();
    let mut apart: Vec<Splice> = Vec::new();
    for splice in splices {
        if apart.last().is_none_or(|last| last.end <= splice.start) {
            apart.push(splice);
        }
    }
    Edit::of("last", apart)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `a?b=c:0` for `a&&(b=c)`.
    Conditional,
    /// ``a.join`b` `` for `a.join('b')`.
    Tagged,
    /// ``return`a`==typeof b`` for ``return typeof b==`a` ``.
    Swapped,
}

struct Finder<'s> {
    source: &'s str,
    kind: Kind,
    /// The properties that the script itself gives a value, and methods.
    own: BTreeSet<String>,
    /// Calls of methods of [`CONVERTING`].
    tagged: Vec<(String, Splice)>,
    splices: Vec<Splice>,
}

impl Finder<'_> {
    fn replace(&mut self, span: (u32, u32), text: &str) {
        let range = (span.0 as usize, span.1 as usize);
        self.splices.push(Splice::new(range, text));
    }

    /// An expression whose value nothing uses.
    fn ignored(&mut self, expression: &Expression<'_>) {
        match expression {
            Expression::LogicalExpression(logical) if self.kind == Kind::Conditional => {
                self.conditional(logical);
            }
            Expression::SequenceExpression(sequence) => {
                if let Some(last) = sequence.expressions.last() {
                    self.ignored(last);
                }
            }
            _ => {}
        }
    }

    fn conditional(&mut self, logical: &LogicalExpression<'_>) {
        let (left, right) = (&logical.left, &logical.right);
        let binds = !matches!(
            left,
            Expression::AssignmentExpression(_)
                | Expression::ConditionalExpression(_)
                | Expression::SequenceExpression(_)
                | Expression::ArrowFunctionExpression(_)
                | Expression::YieldExpression(_)
        );
        let (between, after) = match logical.operator {
            LogicalOperator::And => ("?", ":0"),
            LogicalOperator::Or => ("?0:", ""),
            LogicalOperator::Coalesce => return,
        };
        let start = left.span().end;
        let gap = Span::new(start, right.span().start).source_text(self.source);
        let end = logical.span.end;
        let close = Span::new(right.span().end, end).source_text(self.source);
        let is_enclosed = gap == format!("{}(", logical.operator.as_str()) && close == ")";
        if binds && is_enclosed && matches!(right, Expression::AssignmentExpression(_)) {
            self.replace((start, right.span().start), between);
            self.replace((right.span().end, end), after);
        }
    }

    /// The text of a string that a template can have as it is.
    fn plain(&self, expression: &Expression<'_>) -> Option<String> {
        let span = match expression {
            Expression::StringLiteral(text) => text.span,
            Expression::TemplateLiteral(text) if text.expressions.is_empty() => text.span,
            _ => return None,
        };
        let text = span.source_text(self.source);
        let inner = text.get(1..text.len() - 1)?;
        let is_plain = !inner.contains(['\\', '`', '\r']) && !inner.contains("${");
        is_plain.then(|| format!("`{inner}`"))
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        self.ignored(&statement.expression);
        walk::walk_expression_statement(self, statement);
    }

    fn visit_sequence_expression(&mut self, sequence: &SequenceExpression<'a>) {
        if let [before @ .., _] = &sequence.expressions[..] {
            for expression in before {
                self.ignored(expression);
            }
        }
        walk::walk_sequence_expression(self, sequence);
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        let init = statement.init.as_ref();
        let init = init.and_then(ForStatementInit::as_expression);
        for ignored in init.into_iter().chain(&statement.update) {
            self.ignored(ignored);
        }
        walk::walk_for_statement(self, statement);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if self.kind == Kind::Tagged
            && !call.optional
            && let Expression::StaticMemberExpression(member) = &call.callee
            && !member.optional
            && CONVERTING.contains(&member.property.name.as_str())
            // Other libraries have functions of this name.
            && (member.property.name != "createElement"
                || member.object.is_specific_id("document"))
            && !self.source.contains("require(")
            && let [only] = &call.arguments[..]
            && let Some(text) = Argument::as_expression(only).and_then(|text| self.plain(text))
        {
            let range = (member.span.end as usize, call.span.end as usize);
            let method = member.property.name.to_string();
            self.tagged.push((method, Splice::new(range, text)));
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_property_key(&mut self, key: &PropertyKey<'a>) {
        self.own
            .extend(key.static_name().map(|name| name.to_string()));
        walk::walk_property_key(self, key);
    }

    fn visit_assignment_target(&mut self, target: &AssignmentTarget<'a>) {
        if let AssignmentTarget::StaticMemberExpression(member) = target {
            self.own.insert(member.property.name.to_string());
        }
        walk::walk_assignment_target(self, target);
    }

    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        let operator = match binary.operator {
            BinaryOperator::LessThan => ">",
            BinaryOperator::GreaterThan => "<",
            BinaryOperator::LessEqualThan => ">=",
            BinaryOperator::GreaterEqualThan => "<=",
            other if other.is_equality() => other.as_str(),
            _ => "",
        };
        let is_type = matches!(
            &binary.left,
            Expression::UnaryExpression(unary)
                if unary.operator == UnaryOperator::Typeof
                    && matches!(unary.argument, Expression::Identifier(_))
        );
        let start = binary.span.start as usize;
        let before = &self.source[..start];
        // Words that a quote may follow.
        let words = ["return ", "case ", "throw ", "else ", "do "];
        let word = words.iter().any(|word| {
            let rest = before.strip_suffix(word);
            rest.is_some_and(|rest| {
                !rest.ends_with(|c: char| {
                    c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '.'
                })
            })
        });
        if self.kind == Kind::Swapped
            && !operator.is_empty()
            && is_type
            && word
            && let Some(text) = self.plain(&binary.right)
        {
            let left = binary.left.span().source_text(self.source);
            let new = format!("{text}{operator}{left}");
            let range = (start - 1, binary.span.end as usize);
            self.splices.push(Splice::new(range, new));
        }
        walk::walk_binary_expression(self, binary);
    }
}

#[cfg(test)]
mod tests;
