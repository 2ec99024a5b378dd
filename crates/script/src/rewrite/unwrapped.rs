//! `if(a){let b=c;d(b)}` for `a&&(b=>{d(b)})(c)`, where nothing uses the value; and the same behind `return`.

use std::collections::{BTreeMap, BTreeSet};

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingPattern, CallExpression, Expression, FormalParameters, FunctionBody, Statement,
    VariableDeclaration,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::LogicalOperator;

use super::{Script, has_own, replace, walk};

/// An edit for each statement that ends with a call of a function that stands there. The variables of the function
/// become those of a block.
pub(super) fn edits(script: &Script<'_>, _: &[String]) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk::all(script.program, |node| {
        let text = match node {
            AstKind::ExpressionStatement(statement) => {
                Statements::of(script, End::Nothing).of_expression(&statement.expression)
            }
            AstKind::ReturnStatement(statement) => statement
                .argument
                .as_ref()
                .and_then(|value| Statements::of(script, End::Return).of_expression(value)),
            _ => None,
        };
        if let Some(text) = text {
            edits.extend(Edit::of("statements", vec![replace(&node, text)]));
        }
    });
    edits
}

/// What becomes of the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Nothing,
    Return,
}

/// Writes expressions as statements.
struct Statements<'s, 'a> {
    script: &'s Script<'a>,
    end: End,
}

impl<'s, 'a> Statements<'s, 'a> {
    fn of(script: &'s Script<'a>, end: End) -> Self {
        Self { script, end }
    }

    /// The block for an expression whose last part is such a call.
    fn of_expression(&self, expression: &Expression<'a>) -> Option<String> {
        let text = |one: &Expression<'a>| self.script.text(one);
        match expression {
            Expression::CallExpression(call) => self.of_call(call),
            Expression::SequenceExpression(sequence) => {
                let (last, before) = sequence.expressions.split_last()?;
                let last = self.of_expression(last)?;
                let before: Vec<String> = before
                    .iter()
                    .map(|one| format!("({});", text(one)))
                    .collect();
                Some(format!("{{{}{last}}}", before.concat()))
            }
            Expression::LogicalExpression(logical) if self.end == End::Nothing => {
                let condition = text(&logical.left);
                let right = self.of_expression(&logical.right)?;
                match logical.operator {
                    LogicalOperator::And => Some(format!("{{if({condition}){right}}}")),
                    LogicalOperator::Or => Some(format!("{{if(!({condition})){right}}}")),
                    LogicalOperator::Coalesce => None,
                }
            }
            Expression::ConditionalExpression(choice) => {
                let branches = [&choice.consequent, &choice.alternate];
                let inner = branches.map(|one| self.of_expression(one));
                if inner.iter().all(Option::is_none) {
                    return None;
                }
                let word = match self.end {
                    End::Nothing => "",
                    End::Return => "return",
                };
                let plain = branches.map(|one| format!("{{{word}({})}}", text(one)));
                let [first, second] =
                    std::array::from_fn(|at| inner[at].as_ref().unwrap_or(&plain[at]));
                let condition = text(&choice.test);
                Some(format!("{{if({condition}){first}else{second}}}"))
            }
            _ => None,
        }
    }

    fn of_call(&self, call: &CallExpression<'a>) -> Option<String> {
        let (params, body) = match &call.callee {
            Expression::ArrowFunctionExpression(one) if !one.r#async => {
                (&*one.params, one.body.as_function_body()?)
            }
            Expression::FunctionExpression(one)
                if !one.r#async && !one.generator && one.id.is_none() =>
            {
                let body = one.body.as_deref()?;
                let is_plain = !has_own(body) && !has_own(&*one.params);
                (&*one.params, is_plain.then_some(body)?)
            }
            _ => return None,
        };
        if call.optional || params.rest.is_some() || !body.directives.is_empty() {
            return None;
        }
        let values = self.values(call, params)?;
        let inside = Inside::of(self.script, body, self.end)?;
        let own = params.items.iter();
        let own = own.filter_map(|item| item.pattern.get_binding_identifier());
        let own: BTreeSet<&str> = own.map(|id| id.name.as_str()).collect();
        let declared = declared(&call.callee);
        let is_own = |name: &&str| own.contains(name);
        let arguments = call.arguments.iter().filter_map(|one| one.as_expression());
        let defaults = params
            .items
            .iter()
            .filter_map(|item| item.initializer.as_deref());
        if arguments
            .flat_map(names)
            .any(|name| declared.contains(name))
            || defaults
                .flat_map(names)
                .any(|name| declared.contains(name) && !is_own(&name))
        {
            return None;
        }
        let more = inside
            .variables
            .iter()
            .filter(|name| !own.contains(name.as_str()));
        let all: Vec<String> = values.into_iter().chain(more.cloned()).collect();
        let head = match &all[..] {
            [] => String::new(),
            all => format!("let {};", all.join(",")),
        };
        let code = inside.text(self.script, body)?;
        let tail = match self.end {
            End::Return => ";return",
            End::Nothing => "",
        };
        Some(format!("{{{head}{code}{tail}}}"))
    }

    /// The parameters with their values.
    fn values(
        &self,
        call: &CallExpression<'a>,
        params: &FormalParameters<'a>,
    ) -> Option<Vec<String>> {
        if call.arguments.len() > params.items.len() {
            return None;
        }
        let mut values = Vec::new();
        for (at, item) in params.items.iter().enumerate() {
            let name = item.pattern.get_binding_identifier()?.name.as_str();
            let value = match (call.arguments.get(at), &item.initializer) {
                (Some(_), Some(_)) => return None,
                (Some(argument), None) => Some(self.script.text(argument.as_expression()?)),
                (None, initializer) => initializer.as_ref().map(|one| self.script.text(&**one)),
            };
            values.push(match value {
                Some(value) => format!("{name}=({value})"),
                None => name.to_owned(),
            });
        }
        Some(values)
    }
}

/// The names that a function declares, at any depth.
fn declared<'a>(function: &Expression<'a>) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    walk::all(function, |node| {
        if let AstKind::BindingIdentifier(id) = node {
            names.insert(id.name.as_str());
        }
    });
    names
}

/// The names that an expression uses.
fn names<'a>(expression: &Expression<'a>) -> Vec<&'a str> {
    let mut names = Vec::new();
    walk::all(expression, |node| {
        if let AstKind::IdentifierReference(name) = node {
            names.push(name.name.as_str());
        }
    });
    names
}

/// The code of a function, for a block.
struct Inside {
    /// The variables of `var` declarations.
    variables: BTreeSet<String>,
    splices: BTreeMap<Span, String>,
}

impl Inside {
    /// `None` if the code cannot stand in a block.
    fn of<'a>(script: &Script<'a>, body: &FunctionBody<'a>, end: End) -> Option<Self> {
        let mut inside = Self {
            variables: BTreeSet::new(),
            splices: BTreeMap::new(),
        };
        let last = body.statements.last();
        if end == End::Nothing
            && let Some(Statement::ReturnStatement(last)) = last
        {
            let value = last.argument.as_ref();
            let text = value.map_or_else(String::new, |value| format!("({})", script.text(value)));
            inside.splices.insert(last.span, format!(";{text};"));
        }
        let mut fits = true;
        walk::within(body, |node, around| {
            if around.iter().any(|outer| walk::is_function(*outer)) {
                return;
            }
            fits &= match node {
                AstKind::Function(function) => !function.is_declaration(),
                AstKind::LabeledStatement(_) => false,
                AstKind::ReturnStatement(one) => {
                    end == End::Return || last.is_some_and(|last| last.span() == one.span)
                }
                AstKind::VariableDeclaration(declaration) if declaration.kind.is_var() => inside
                    .undeclared(script, declaration, around.last().copied())
                    .is_some(),
                _ => true,
            };
        });
        fits.then_some(inside)
    }

    /// Writes a `var` declaration as assignments.
    fn undeclared<'a>(
        &mut self,
        script: &Script<'a>,
        declaration: &VariableDeclaration<'a>,
        parent: Option<AstKind<'a>>,
    ) -> Option<()> {
        let mut assignments = Vec::new();
        for declarator in &declaration.declarations {
            let BindingPattern::BindingIdentifier(id) = &declarator.id else {
                return None;
            };
            self.variables.insert(id.name.to_string());
            if let Some(value) = &declarator.init {
                assignments.push(format!("{}=({})", id.name, script.text(value)));
            }
        }
        let is_here = |span: Span| span == declaration.span;
        let is_of_each = match parent {
            Some(AstKind::ForInStatement(each)) => is_here(each.left.span()),
            Some(AstKind::ForOfStatement(each)) => is_here(each.left.span()),
            _ => false,
        };
        let is_of_for = match parent {
            Some(AstKind::ForStatement(each)) => {
                each.init.as_ref().is_some_and(|init| is_here(init.span()))
            }
            _ => false,
        };
        let text = match is_of_each {
            true if assignments.is_empty() => declaration
                .declarations
                .first()?
                .id
                .get_binding_identifier()?
                .name
                .to_string(),
            true => return None,
            false if is_of_for => assignments.join(","),
            false => format!("{};", assignments.join(",")),
        };
        self.splices.insert(declaration.span, text);
        Some(())
    }

    /// The code with the changes.
    fn text(&self, script: &Script<'_>, body: &FunctionBody<'_>) -> Option<String> {
        let (Some(first), Some(last)) = (body.statements.first(), body.statements.last()) else {
            return Some(String::new());
        };
        let span = Span::new(first.span().start, last.span().end);
        let moved = |at: Span| Span::new(at.start - span.start, at.end - span.start);
        let splices = self
            .splices
            .iter()
            .map(|(at, text)| replace(&moved(*at), text.as_str()));
        let edit = Edit::of("block", splices.collect())?;
        Some(edit.apply(script.text(&span)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(source: &str) -> Option<String> {
        let edits = Script::look(source, |script| edits(script, &[])).expect(source);
        let edited = edits.first().map(|edit| edit.apply(source));
        if let Some(text) = &edited {
            assert!(crate::script::is_script(text), "{text}");
        }
        edited
    }

    #[test]
    fn a_call_whose_value_nothing_uses_becomes_a_block() {
        for (source, expected) in [
            ("(a=>{b(a)})(c)", "{let a=(c);b(a)}"),
            ("(function(a){b(a)}(c))", "{let a=(c);b(a)}"),
            ("d&&((a,e)=>{b(a,e)})(c)", "{if(d){let a=(c),e;b(a,e)}}"),
            ("d||(()=>{b()})()", "{if(!(d)){b()}}"),
            ("d(),(()=>{b();return e})()", "{(d());{b();;(e);}}"),
            ("d?(()=>{b()})():e()", "{if(d){b()}else{(e())}}"),
            (
                "(a=>{for(var b=1,g;;)b++;for(var h in a);var a,i=2})(c)",
                "{let a=(c),b,g,h,i;for(b=(1);;)b++;for(h in a);i=(2);}",
            ),
        ] {
            assert_eq!(edited(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn a_returned_call_becomes_a_block_that_returns() {
        let text = edited("function f(c){return(a=>{if(a)return b(a);d()})(c)}");
        let expected = "function f(c){{let a=(c);if(a)return b(a);d();return}}";
        assert_eq!(text.as_deref(), Some(expected));
    }

    #[test]
    fn a_call_stays_where_a_block_is_something_else() {
        for source in [
            "(async a=>{b(a)})(c)",
            "(function(){b(this)})()",
            "(function(){b(arguments)})()",
            "(function*(){b()})()",
            "(function a(){b(a)})()",
            "(a=>{if(a)return;b(a)})(c)",
            "(a=>{function b(){}b(a)})(c)",
            "(a=>{a:for(;;)break a})(c)",
            "(a=>{'use strict';b(a)})(c)",
            "(a=>{b(a)})(...c)",
            "((...a)=>{b(a)})(c)",
            "(({a})=>{b(a)})(c)",
            "((a=1)=>{b(a)})(c)",
            "(a=>{b(a)})(a)",
            "(a=>{let c=1;b(a,c)})(c)",
            "((a=c)=>{let c=1;b(a,c)})()",
            "(a=>{var{d}=a;b(d)})(c)",
            "(a=>{b(a)})?.(c)",
            "d=(a=>{b(a)})(c)",
            "d??(()=>{b()})()",
        ] {
            assert_eq!(edited(source), None);
        }
    }
}
