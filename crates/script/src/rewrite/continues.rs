//! `if(a)b;else c` for `if(a){b;continue}c` at the end of a loop.

use golfchess_sizes::edit::Edit;
use oxc_ast::AstKind;
use oxc_ast::ast::{IfStatement, Statement};
use oxc_span::{GetSpan, Span};

use super::{Script, insert, replace, walk};

/// An edit for each loop: all such statements in its body.
pub(super) fn edits(script: &Script<'_>, _: &[String]) -> Vec<Edit> {
    let mut edits = Vec::new();
    walk::all(script.program, |node| {
        let body = match node {
            AstKind::ForStatement(one) => &one.body,
            AstKind::ForInStatement(one) => &one.body,
            AstKind::ForOfStatement(one) => &one.body,
            AstKind::WhileStatement(one) => &one.body,
            AstKind::DoWhileStatement(one) => &one.body,
            _ => return,
        };
        if let Statement::BlockStatement(block) = body {
            edits.extend(of_body(&block.body));
        }
    });
    edits
}

fn of_body(body: &[Statement<'_>]) -> Option<Edit> {
    let mut splices = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        let rest = &body[at + 1..];
        // What a block declares ends with it.
        let is_plain = !rest.is_empty() && rest.iter().all(|one| one.as_declaration().is_none());
        if let Statement::IfStatement(one) = statement
            && let Some(end) = continued(one).filter(|_| is_plain)
        {
            splices.push(replace(&end, ""));
            splices.push(insert(rest[0].span().start, "else{"));
        }
    }
    let close = "}".repeat(splices.len() / 2);
    let end = body.last().map(GetSpan::span)?.end;
    (!splices.is_empty()).then(|| {
        splices.push(insert(end, close));
        Edit::of("continue", splices)
    })?
}

/// The `continue` at the end of a condition without another case.
fn continued(one: &IfStatement<'_>) -> Option<Span> {
    let Statement::BlockStatement(block) = &one.consequent else {
        return None;
    };
    let [.., _, Statement::ContinueStatement(last)] = &block.body[..] else {
        return None;
    };
    (one.alternate.is_none() && last.label.is_none()).then_some(last.span)
}
