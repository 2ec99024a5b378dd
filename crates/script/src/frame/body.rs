//! Takes the body out of the function of a place: `function u(t){a(t)}` is `a(t)`.

use oxc_ast::AstKind;
use oxc_ast::ast::{Function, Statement};
use oxc_span::Span;

use super::Frame;
use crate::script::{Script, is_script};
use crate::walk;

/// The body, with spaces for what was around it; `None` if the script is something else.
pub(super) fn unwrapped(source: &str, frame: &Frame) -> Option<String> {
    let (head, tail, parameter) = Script::look(source, |script| parts(script, frame)).ok()??;
    let before = match parameter {
        Some((name, word)) if name != frame.parameter => {
            format!("{word} {name}={};", frame.parameter)
        }
        _ => String::new(),
    };
    let rest = head.source_text(source).get(before.len()..)?;
    let text = [
        &source[..head.start as usize],
        &before,
        &blank(rest),
        &source[head.end as usize..tail.start as usize],
        &blank(tail.source_text(source)),
        &source[tail.end as usize..],
    ]
    .concat();
    is_script(&text).then_some(text)
}

/// The name of a parameter, and the word that can declare it in the body.
type Parameter = (String, &'static str);

/// What is before and after the body, and the parameter.
fn parts(script: &Script<'_>, frame: &Frame) -> Option<(Span, Span, Option<Parameter>)> {
    let [Statement::FunctionDeclaration(function)] = &script.program.body[..] else {
        return None;
    };
    let body = function.body.as_ref()?;
    let name = function.id.as_ref()?;
    let parameter = match &function.params.items[..] {
        [] => None,
        [only] if only.initializer.is_none() => {
            Some(only.pattern.get_binding_identifier()?.name.to_string())
        }
        _ => return None,
    };
    let is_plain = !function.r#async
        && !function.generator
        && function.params.rest.is_none()
        && script.program.directives.is_empty()
        && body.directives.is_empty();
    // Its own parameter would be another variable of this name.
    let has_other = parameter.as_ref() != Some(&frame.parameter)
        && script.all_names().contains(&frame.parameter);
    let is_used = |name: &str| script.free_names().any(|free| free == name);
    let is_recursive = !script.references(name.symbol_id.get()?).is_empty();
    if name.name.as_str() != frame.function
        || !is_plain
        || has_other
        || is_recursive
        || is_used("arguments")
        || returns(function)
    {
        return None;
    }
    let head = Span::new(function.span.start, body.span.start + 1);
    let tail = Span::new(body.span.end - 1, body.span.end);
    let parameter = parameter.map(|name| {
        // The body may declare it again.
        let scoping = script.scoping();
        let same = scoping.symbol_ids().filter(|&id| script.name(id) == name);
        let declared = same.map(|id| 1 + scoping.symbol_redeclarations(id).len());
        let word = match declared.sum::<usize>() {
            1 => "let",
            _ => "var",
        };
        (name, word)
    });
    Some((head, tail, parameter))
}

/// Whether a function ends before its last statement, which a script without a function cannot do, or knows how it
/// was called.
fn returns(function: &Function<'_>) -> bool {
    let Some(body) = &function.body else {
        return false;
    };
    let mut found = false;
    walk::outside_functions(&**body, |node| {
        found |= matches!(node, AstKind::ReturnStatement(_) | AstKind::NewTarget(_));
    });
    found
}

/// As many spaces as a text has bytes, with its line ends.
fn blank(text: &str) -> String {
    let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
    text.bytes().map(blank).collect()
}
