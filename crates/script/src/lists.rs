//! Computes the joining of constants: `['a','b'].join('-')` is `'a-b'`. Sources of shaders are often written so.
//!
//! An element that is `null` or `undefined` becomes an empty text. A script that gives lists a `join` of its own
//! keeps its calls.

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, CallExpression, Expression,
    StaticMemberExpression, TaggedTemplateExpression, TemplateLiteral,
};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;

use super::kept::is_kept;
use super::script::{Script, replace};
use super::walk;

/// The script with a text for each joined list that is longer than its text; `None` if there is none.
pub(super) fn joined(source: &str) -> Option<String> {
    // Most scripts need not be parsed for it.
    if !source.contains("join") {
        return None;
    }
    let text = Script::edited(source, |script| match has_own_join(script) {
        true => Vec::new(),
        false => splices(script),
    });
    // The text may have the code of an event handler, which must not come into being.
    text.filter(|text| text != source && is_kept(source, text))
}

/// Whether the script may change what `join` does: it defines a property of this name, or has it as a text.
fn has_own_join(script: &Script<'_>) -> bool {
    script.facts().properties.contains("join")
        || walk::any(script.program, |node| match node {
            AstKind::StringLiteral(literal) => literal.value == "join",
            AstKind::TemplateElement(text) => text.value.raw == "join",
            AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Delete => {
                let member = unary.argument.as_member_expression();
                member.and_then(|member| member.static_property_name()) == Some("join")
            }
            _ => false,
        })
}

fn splices(script: &Script<'_>) -> Vec<Splice> {
    let mut splices = Vec::new();
    walk::some(script.program, |node| {
        let text = match node {
            AstKind::CallExpression(call) => of_call(script, call),
            AstKind::TaggedTemplateExpression(tagged) => of_tag(script, tagged),
            _ => None,
        };
        // A text alone in a statement would be a directive.
        let code = text.map(|text| format!("({})", quoted(&text)));
        match code.filter(|code| code.len() < 2 + node.span().size() as usize) {
            Some(code) => {
                splices.push(replace(&node, code));
                false
            }
            None => true,
        }
    });
    splices
}

/// The text of `[…].join(…)`.
fn of_call(script: &Script<'_>, call: &CallExpression<'_>) -> Option<String> {
    let between = match &call.arguments[..] {
        [] => ",".to_owned(),
        [only] => separator(script, only)?,
        _ => return None,
    };
    match &call.callee {
        Expression::StaticMemberExpression(member) if !call.optional => {
            of_member(script, member, &between)
        }
        _ => None,
    }
}

/// The text of ``[…].join`…` ``.
fn of_tag(script: &Script<'_>, tagged: &TaggedTemplateExpression<'_>) -> Option<String> {
    match &tagged.tag {
        Expression::StaticMemberExpression(member) => {
            of_member(script, member, &of_template(&tagged.quasi)?)
        }
        _ => None,
    }
}

fn of_member(
    script: &Script<'_>,
    member: &StaticMemberExpression<'_>,
    between: &str,
) -> Option<String> {
    match &member.object {
        Expression::ArrayExpression(list) if !member.optional && member.property.name == "join" => {
            Some(elements(script, list)?.join(between))
        }
        _ => None,
    }
}

fn separator(script: &Script<'_>, argument: &Argument<'_>) -> Option<String> {
    let argument = argument.as_expression()?;
    match is_undefined(script, argument) {
        true => Some(",".to_owned()),
        false => constant(argument),
    }
}

/// The texts of the elements, if all are constants.
fn elements(script: &Script<'_>, list: &ArrayExpression<'_>) -> Option<Vec<String>> {
    let text = |element: &ArrayExpressionElement<'_>| {
        let element = element.as_expression()?;
        match is_undefined(script, element) || element.is_null() {
            true => Some(String::new()),
            false => constant(element),
        }
    };
    list.elements.iter().map(text).collect()
}

fn is_undefined(script: &Script<'_>, expression: &Expression<'_>) -> bool {
    match expression {
        Expression::Identifier(name) => name.name == "undefined" && script.symbol(name).is_none(),
        other => other.is_void_0(),
    }
}

/// The text that a constant is converted to.
fn constant(expression: &Expression<'_>) -> Option<String> {
    match expression {
        // Half of a surrogate pair is no character.
        Expression::StringLiteral(text) => (!text.lone_surrogates).then(|| text.value.to_string()),
        Expression::TemplateLiteral(text) => of_template(text),
        Expression::NumericLiteral(number) => decimal(number.value),
        Expression::BooleanLiteral(literal) => Some(literal.value.to_string()),
        Expression::NullLiteral(_) => Some("null".to_owned()),
        Expression::UnaryExpression(unary) => match (unary.operator, &unary.argument) {
            (UnaryOperator::UnaryNegation, Expression::NumericLiteral(number)) => {
                decimal(-number.value)
            }
            (UnaryOperator::LogicalNot, Expression::NumericLiteral(number)) => {
                Some((number.value == 0.0).to_string())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The text of a template without expressions.
fn of_template(template: &TemplateLiteral<'_>) -> Option<String> {
    match &template.quasis[..] {
        [only] if !only.lone_surrogates => Some(only.value.cooked.as_ref()?.to_string()),
        _ => None,
    }
}

/// The text of a number that has no exponent.
fn decimal(number: f64) -> Option<String> {
    match number.abs() {
        0.0 => Some("0".to_owned()),
        size => (1e-6..1e21).contains(&size).then(|| number.to_string()),
    }
}

/// The text as a literal, on one line.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            '\0' => out.push_str("\\x00"),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn a_list_of_constants_becomes_its_text() {
        for (source, expected) in [
            (r"a=['b','c'].join('\n')", r#"a=("b\nc")"#),
            ("a=['b','c'].join(``)+d", r#"a=("bc")+d"#),
            ("a=['b','c'].join()", r#"a=("b,c")"#),
            ("a=['b','c'].join(undefined)", r#"a=("b,c")"#),
            ("a=['b','c'].join(void 0)", r#"a=("b,c")"#),
            ("a=['b','c'].join(null)", r#"a=("bnullc")"#),
            ("a=['b','c'].join(0)", r#"a=("b0c")"#),
            ("a=['b','c'].join`\n`", r#"a=("b\nc")"#),
            ("a=['b',null,undefined].join('-')", r#"a=("b--")"#),
            (
                "a=[1,.5,-2,-0,0x10,!0,false].join(' ')",
                r#"a=("1 0.5 -2 0 16 true false")"#,
            ),
            (r#"a=['"',`\\`].join('')"#, r#"a=("\"\\")"#),
            ("a=[].join()", r#"a=("")"#),
            ("f(['b','c'].join('').length)", r#"f(("bc").length)"#),
            ("['use strict'].join()", r#"("use strict")"#),
        ] {
            assert_eq!(joined(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn other_lists_stay() {
        for source in [
            "a=['b',c].join('')",
            "a=['b',`${c}`].join('')",
            "a=['b',...c].join('')",
            "a=['b',,'c'].join('')",
            "a=['b',['c']].join('')",
            "a=['b',{}].join('')",
            "a=['b',/c/].join('')",
            "a=['b',c()].join('')",
            "a=['b',1e21].join('')",
            "a=['b',1e-7].join('')",
            r"a=['b','\ud800'].join('')",
            "a=['b','c'].join(d)",
            "a=['b','c'].join(...d)",
            "a=['b','c'].join('',d())",
            "a=['b','c'].join?.('')",
            "a=['b','c']?.join('')",
            "a=['b','c'].join`${d}`",
            "a=['b','c'].concat('')",
            "new['b','c'].join('')",
            // Another variable.
            "(undefined=>['b',undefined].join(''))(1)",
            // The text is longer.
            "a=[,1,2,3].join('a long separator')",
            "a=[0,1,2,3,4].join('a long separator')",
        ] {
            assert_eq!(joined(source), None, "{source}");
        }
    }

    #[test]
    fn a_script_with_its_own_join_stays() {
        for before in [
            "Array.prototype.join=b=>b",
            "Array.prototype['join']=b=>b",
            "Array.prototype[`join`]=b=>b",
            "Object.assign(Array.prototype,{join(){}})",
            "Object.defineProperty(Array.prototype,'join',{})",
            "delete Array.prototype['join']",
            "delete Array.prototype.join",
        ] {
            let source = format!("{before};a=['b','c'].join('')");
            assert_eq!(joined(&source), None, "{source}");
        }
        // No handler comes into being.
        assert_eq!(joined("a=['<p onclick=','b()>'].join('')"), None);
    }
}
