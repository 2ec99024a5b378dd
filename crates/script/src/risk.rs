//! What oxc's compressor gets wrong, and how to keep it from that.

mod throwing;

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, Expression};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;

use throwing::{acts, is_unread, may_be_lost};

use super::script::{Script, insert};
use super::{called, declared, walk};

/// Functions that the compressor takes for pure: it deletes a call without a use, though the call may
/// throw.
const THROWING: [&str; 15] = [
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "unescape",
    "parseInt",
    "parseFloat",
    "isNaN",
    "isFinite",
    "BigInt",
    "Symbol",
    "RegExp",
    "Array",
    "ArrayBuffer",
];

/// The start of names that the compressor does not know.
const MASK: &str = "$$may_throw$$";

/// The script with unknown names in the place of [`THROWING`], and unknown functions around expressions without a use
/// that may throw; `None` if nothing catches an error.
pub(super) fn masked(source: &str) -> Option<String> {
    // Most scripts need not be parsed for it.
    if !source.contains("try") {
        return None;
    }
    let text = Script::edited(source, |script| {
        let catches = walk::any(script.program, |node| {
            matches!(node, AstKind::TryStatement(_))
        });
        let mut places = Vec::new();
        walk::some(script.program, |node| {
            if catches {
                unused_in(script, node, &mut places);
            }
            // The name of a shorthand property stays.
            !matches!(node, AstKind::ObjectProperty(property) if property.shorthand)
        });
        places
    });
    text.filter(|text| text != source)
}

/// The script with its own names again.
pub(super) fn unmasked(masked: &str) -> String {
    masked.replace(MASK, "")
}

/// Masks what has no use in a node.
fn unused_in(script: &Script<'_>, node: AstKind<'_>, places: &mut Vec<Splice>) {
    let unread = |symbol| is_unread(script.scoping(), symbol);
    for expression in walk::ignored(node) {
        unused(script, expression, places);
    }
    match node {
        AstKind::IdentifierReference(name)
            if THROWING.contains(&name.name.as_str()) && script.symbol(name).is_none() =>
        {
            places.push(insert(name.span.start, MASK));
        }
        AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Void => {
            unused(script, &unary.argument, places);
        }
        AstKind::IfStatement(choice) => {
            let alternate = choice.alternate.as_ref();
            if !acts(&choice.consequent) && !alternate.is_some_and(acts) {
                unused(script, &choice.test, places);
            }
        }
        AstKind::VariableDeclarator(declarator) => {
            let name = declarator.id.get_binding_identifier();
            let symbol = name.and_then(|name| name.symbol_id.get());
            if let Some(value) = &declarator.init
                && symbol.is_some_and(unread)
            {
                unused(script, value, places);
            }
        }
        AstKind::AssignmentExpression(assignment) => {
            if let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left
                && script.symbol(name).is_some_and(unread)
            {
                unused(script, &assignment.right, places);
            }
        }
        _ => {}
    }
}

/// Masks an expression whose value has no use.
fn unused(script: &Script<'_>, expression: &Expression<'_>, places: &mut Vec<Splice>) {
    match expression {
        // The others are unused wherever it stands.
        Expression::SequenceExpression(sequence) => {
            if let Some(last) = sequence.expressions.last() {
                unused(script, last, places);
            }
        }
        Expression::LogicalExpression(logical) => {
            unused(script, &logical.right, places);
            if !acts(&logical.right) {
                unused(script, &logical.left, places);
            }
        }
        Expression::ConditionalExpression(choice) => {
            let branches = [&choice.consequent, &choice.alternate];
            for branch in branches {
                unused(script, branch, places);
            }
            if !branches.into_iter().any(acts) {
                unused(script, &choice.test, places);
            }
        }
        _ if may_be_lost(script, expression) => {
            let span = expression.span();
            places.push(insert(span.start, format!("{MASK}(")));
            places.push(insert(span.end, ")"));
        }
        _ => {}
    }
}

/// Whether the compressor may compute a wrong value: it does so with half of a surrogate pair, and with
/// numbers in strings that have white space around them. It takes a function in a block for a variable of the
/// block alone, and puts a reference in the place of the value of a call. A class that nothing uses goes, though its
/// declaration may throw.
pub(super) fn is_misfolded(source: &str) -> bool {
    let is_misfolded = |script: &Script<'_>| {
        walk::any(script.program, is_wrong_text)
            || throwing::loses_class(script)
            || !declared::functions_in_blocks(script.program).is_empty()
            || called::uses_value_of_reference(script)
    };
    Script::look(source, is_misfolded).unwrap_or(false)
}

fn is_wrong_text(node: AstKind<'_>) -> bool {
    match node {
        AstKind::StringLiteral(literal) => {
            let (text, number) = (literal.value.as_str(), literal.value.trim());
            let is_number = number.len() < text.len() && number.parse::<f64>().is_ok();
            literal.lone_surrogates || is_number
        }
        AstKind::TemplateElement(element) => element.lone_surrogates,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_throw_under_a_try_is_masked() {
        let source = "try{decodeURI(a)}catch{f('decodeURI')}";
        let masked = masked(source).expect("a mask");
        assert_eq!(
            masked,
            "try{$$may_throw$$decodeURI(a)}catch{f('decodeURI')}"
        );
        assert_eq!(unmasked(&masked), source);
        assert_eq!(super::masked("decodeURI(a)"), None);
        assert_eq!(super::masked("try{a()}catch{}"), None);
    }

    #[test]
    fn unused_expressions_under_a_try_that_may_throw_are_masked() {
        for (expression, masked) in [
            ("v<1", "$$may_throw$$(v<1)"),
            ("v==w", "$$may_throw$$(v==w)"),
            ("a(),!(v>1)", "a(),$$may_throw$$(!(v>1))"),
            ("a&&v<1", "a&&$$may_throw$$(v<1)"),
            ("a?String(v):b()", "a?$$may_throw$$(String(v)):b()"),
            ("a((v<1,2))", "a(($$may_throw$$(v<1),2))"),
            ("a(void(v<1))", "a(void($$may_throw$$(v<1)))"),
            ("var c=v>1", "var c=$$may_throw$$(v>1)"),
            ("[{[v]:1}]", "$$may_throw$$([{[v]:1}])"),
            ("(class extends v{})", "($$may_throw$$(class extends v{}))"),
            ("(class{[v]=1})", "($$may_throw$$(class{[v]=1}))"),
            (
                "(class{static[v](){}})",
                "($$may_throw$$(class{static[v](){}}))",
            ),
            ("Math.abs(v)", "$$may_throw$$(Math.abs(v))"),
            (
                "Number.parseInt(v,9)",
                "$$may_throw$$(Number.parseInt(v,9))",
            ),
            ("Uint8Array.of(...v)", "$$may_throw$$(Uint8Array.of(...v))"),
            ("if(v<1);", "if($$may_throw$$(v<1));"),
            (
                "if(v<1){}else{w=>a()}",
                "if($$may_throw$$(v<1)){}else{w=>a()}",
            ),
            ("v<1?1:2", "$$may_throw$$(v<1)?1:2"),
            ("v<1||w==v", "$$may_throw$$(v<1)||$$may_throw$$(w==v)"),
        ] {
            let source = format!("try{{{expression}}}catch{{}}");
            let expected = format!("try{{{masked}}}catch{{}}");
            assert_eq!(super::masked(&source), Some(expected), "{source}");
        }
        for expression in [
            "a(v<1)",
            "a=v<1",
            "v===1",
            "v==null",
            "typeof v=='a'",
            "v<1&&a()",
            "v<1?a=1:2",
            "v<1&&new a",
            "v<1&&a`b`",
            "v<1&&a++",
            "if(v<1)a()",
            "if(v<1);else for(;;);",
            "Math.abs(1)",
            "a(Math.abs(v))",
            "v.abs(w)",
            "(class{a=1;b(){}})",
            "var c=()=>v<1",
            "var c=v<1;a(c)",
            "(class extends Error{})",
        ] {
            let source = format!("try{{{expression}}}catch{{}}");
            assert_eq!(super::masked(&source), None, "{source}");
        }
    }

    #[test]
    fn a_class_that_nothing_uses_may_throw() {
        assert!(is_misfolded("try{class A extends v{}}catch{}"));
        assert!(is_misfolded("try{class A{[v](){}}}catch{}"));
        for source in [
            "class A extends v{}",
            "try{class A extends Error{}}catch{}",
            "try{class A{}class B extends A{}}catch{}",
            "try{class A extends v{}a(A)}catch{}",
        ] {
            assert!(!is_misfolded(source), "{source}");
        }
    }

    #[test]
    fn texts_with_a_wrong_value_are_found() {
        for source in [r"a='\ud800'", r"a=`\ude00${b}`", "a=+' 12 '"] {
            assert!(is_misfolded(source), "{source}");
        }
        assert!(is_misfolded("{function f(){}}"));
        for source in [
            "var f=()=>o.m;f()()",
            "var f=()=>eval;f()('a')",
            "function f(){return o[1]}f()`a`",
            "function f(){return a}typeof f()",
            "(function(){return o.m})()?.()",
        ] {
            assert!(is_misfolded(source), "{source}");
        }
        for source in [
            "var f=()=>o.m;f()",
            "var f=()=>()=>1;f()()",
            "var f=a=>a;f(b)()",
            "f()()",
        ] {
            assert!(!is_misfolded(source), "{source}");
        }
        for source in [r"a='\ud83d\ude00'", "a=' '", "a='1'", "a=' b'"] {
            assert!(!is_misfolded(source), "{source}");
        }
    }
}
