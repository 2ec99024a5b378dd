//! Copies of scripts that say which of their functions run.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{ArrowFunctionBody, Expression, FunctionBody};
use oxc_span::{GetSpan, Span};

use super::module::{EXPORT, LIVE, MODULE};
use super::script::{ScriptError, Tree};
use super::walk;

/// A script whose functions say that they run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The script.
    pub script: String,
    /// The number of its functions. Those that stand for the form of a [`Module`](super::Module) are none.
    pub functions: usize,
}

/// A copy of a script in which the body of each function first calls `counter` with the number of the function, from
/// `first` on. It does what the script does, except that functions have other texts.
///
/// # Errors
/// The text is not a script.
pub fn counted(source: &str, counter: &str, first: usize) -> Result<Counted, ScriptError> {
    let mut splices = Vec::new();
    let mut functions = 0;
    Tree::look(source, |tree| {
        walk::within(tree.program, |node, around| {
            let Some(place) = place(node).filter(|_| !is_of_module(around)) else {
                return;
            };
            let call = format!("{counter}({})", first + functions);
            functions += 1;
            let mut insert = |at: u32, text: String| {
                splices.push(Splice::new((at as usize, at as usize), text));
            };
            match place {
                Place::Statement(at) => insert(at, format!(";{call};")),
                Place::Value(span) => {
                    insert(span.start, format!("({call},"));
                    insert(span.end, ")".to_owned());
                }
            }
        });
    })?;
    let edit = Edit::of("count", splices);
    Ok(Counted {
        script: edit.map_or_else(|| source.to_owned(), |edit| edit.apply(source)),
        functions,
    })
}

/// Where a call of the counter can stand.
enum Place {
    /// A statement can stand at an offset.
    Statement(u32),
    /// The body is a value.
    Value(Span),
}

fn place(node: AstKind<'_>) -> Option<Place> {
    match node {
        AstKind::Function(function) => function.body.as_ref().map(|body| start(body)),
        AstKind::ArrowFunctionExpression(arrow) => Some(match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => start(body),
            value => Place::Value(value.span()),
        }),
        _ => None,
    }
}

/// Behind the directives of a function, which must come first.
fn start(body: &FunctionBody<'_>) -> Place {
    let directives = body.directives.last().map(|last| last.span.end);
    Place::Statement(directives.unwrap_or(body.span.start + 1))
}

/// Whether a function with these nodes around it stands for the module, its imports or its exports.
fn is_of_module(around: &[AstKind<'_>]) -> bool {
    let near = around.iter().rev().take(3);
    let mut near = near.take_while(|node| !walk::is_function(**node));
    near.any(|node| match node {
        AstKind::CallExpression(call) => match &call.callee {
            Expression::Identifier(callee) => [MODULE, LIVE, EXPORT].contains(&&*callee.name),
            _ => false,
        },
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Module;
    use super::*;

    fn count(source: &str) -> (String, usize) {
        let Counted { script, functions } = counted(source, "$", 1).expect("a script");
        Tree::look(&script, |_| ()).expect("a script");
        (script, functions)
    }

    #[test]
    fn each_function_first_says_its_number() {
        for (source, expected, functions) in [
            ("a=1", "a=1", 0),
            ("function f(){}", "function f(){;$(1);}", 1),
            (
                "function f(a=b=>c){'use strict'\nreturn a}",
                "function f(a=b=>($(2),c)){'use strict';$(1);\nreturn a}",
                2,
            ),
            ("a=b=>c=>({})", "a=b=>($(1),c=>(($(2),{})))", 2),
            ("a=b=>({})", "a=b=>(($(1),{}))", 1),
            ("a=async(b,c)=>(d,e)", "a=async(b,c)=>(($(1),d,e))", 1),
            ("a=b=>{c}", "a=b=>{;$(1);c}", 1),
            (
                "class A extends B{constructor(){super()}get a(){return 1}static #b(){}}",
                "class A extends B{constructor(){;$(1);super()}get a(){;$(2);return 1}static #b(){;$(3);}}",
                3,
            ),
            ("a={b(){},*c(){}}", "a={b(){;$(1);},*c(){;$(2);}}", 2),
        ] {
            let (script, count) = count(source);
            let same = |text: &str| super::super::compact(text).expect("a script");
            assert_eq!(same(&script), same(expected), "{source}: {script}");
            assert_eq!(count, functions, "{source}");
        }
        assert!(counted("a=(", "$", 1).is_err());
    }

    #[test]
    fn the_functions_of_the_form_of_a_module_are_not_counted() {
        let source = "import {a} from 'b'; export function c() { return a } export default d => d;";
        let module = Module::of_module(source).expect("a module");
        assert_eq!(count(module.script()).1, 2);
    }
}
