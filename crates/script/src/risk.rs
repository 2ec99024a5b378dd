//! What oxc's compressor gets wrong, and how to keep it from that.

mod throwing;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, Expression, ExpressionStatement, ForStatement,
    IdentifierReference, IfStatement, ObjectProperty, SequenceExpression, StringLiteral,
    TemplateElement, TryStatement, UnaryExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;

use throwing::{Doubt, acts, is_unread, statement_acts};

use super::{called, declared, script};

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
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let mut found = Throwing {
        scoping: &script::scoping(&program),
        places: Vec::new(),
        catches: false,
    };
    found.visit_program(&program);
    let splices = found.places;
    match found.catches && !splices.is_empty() {
        true => Some(Edit::of("mask", splices)?.apply(source)),
        false => None,
    }
}

/// The script with its own names again.
pub(super) fn unmasked(masked: &str) -> String {
    masked.replace(MASK, "")
}

struct Throwing<'s> {
    scoping: &'s Scoping,
    places: Vec<Splice>,
    catches: bool,
}

impl<'a> Visit<'a> for Throwing<'_> {
    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        // The name of a shorthand property stays.
        if !property.shorthand {
            walk::walk_object_property(self, property);
        }
    }

    fn visit_try_statement(&mut self, statement: &TryStatement<'a>) {
        self.catches = true;
        walk::walk_try_statement(self, statement);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        let id = name.reference_id.get();
        let is_own = id.is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_some());
        if THROWING.contains(&name.name.as_str()) && !is_own {
            self.mask(name.span.start, MASK);
        }
    }

    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        self.unused(&statement.expression);
        walk::walk_expression_statement(self, statement);
    }

    fn visit_sequence_expression(&mut self, sequence: &SequenceExpression<'a>) {
        let all = &sequence.expressions;
        for expression in all.iter().take(all.len().saturating_sub(1)) {
            self.unused(expression);
        }
        walk::walk_sequence_expression(self, sequence);
    }

    fn visit_unary_expression(&mut self, unary: &UnaryExpression<'a>) {
        if unary.operator == UnaryOperator::Void {
            self.unused(&unary.argument);
        }
        walk::walk_unary_expression(self, unary);
    }

    fn visit_if_statement(&mut self, choice: &IfStatement<'a>) {
        let alternate = choice.alternate.as_ref();
        if !statement_acts(&choice.consequent) && !alternate.is_some_and(statement_acts) {
            self.unused(&choice.test);
        }
        walk::walk_if_statement(self, choice);
    }

    fn visit_for_statement(&mut self, loop_: &ForStatement<'a>) {
        let init = loop_.init.as_ref().and_then(|init| init.as_expression());
        for expression in init.into_iter().chain(&loop_.update) {
            self.unused(expression);
        }
        walk::walk_for_statement(self, loop_);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let name = declarator.id.get_binding_identifier();
        let symbol = name.and_then(|name| name.symbol_id.get());
        if let (Some(symbol), Some(value)) = (symbol, &declarator.init)
            && is_unread(self.scoping, symbol)
        {
            self.unused(value);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &assignment.left
            && let Some(id) = name.reference_id.get()
            && let Some(symbol) = self.scoping.get_reference(id).symbol_id()
            && is_unread(self.scoping, symbol)
        {
            self.unused(&assignment.right);
        }
        walk::walk_assignment_expression(self, assignment);
    }
}

impl Throwing<'_> {
    fn mask(&mut self, at: u32, text: impl Into<String>) {
        self.places
            .push(Splice::new((at as usize, at as usize), text));
    }

    /// Masks an expression whose value has no use.
    fn unused(&mut self, expression: &Expression<'_>) {
        match expression {
            // The others are unused wherever it stands.
            Expression::SequenceExpression(sequence) => {
                sequence
                    .expressions
                    .last()
                    .into_iter()
                    .for_each(|last| self.unused(last));
            }
            Expression::LogicalExpression(logical) => {
                self.unused(&logical.right);
                if !acts(&logical.right) {
                    self.unused(&logical.left);
                }
            }
            Expression::ConditionalExpression(choice) => {
                let branches = [&choice.consequent, &choice.alternate];
                branches.into_iter().for_each(|branch| self.unused(branch));
                if !branches.into_iter().any(acts) {
                    self.unused(&choice.test);
                }
            }
            _ if Doubt::may_be_lost(expression, self.scoping) => {
                let span = expression.span();
                self.mask(span.start, format!("{MASK}("));
                self.mask(span.end, ")");
            }
            _ => {}
        }
    }
}

/// Whether the compressor may compute a wrong value: it does so with half of a surrogate pair, and with
/// numbers in strings that have white space around them. It takes a function in a block for a variable of the
/// block alone, and puts a reference in the place of the value of a call. A class that nothing uses goes, though its
/// declaration may throw.
pub(super) fn is_misfolded(source: &str) -> bool {
    let arena = Allocator::default();
    let Ok(program) = script::parse(&arena, source) else {
        return false;
    };
    let mut texts = Texts(false);
    texts.visit_program(&program);
    texts.0
        || throwing::loses_class(source, &program)
        || !declared::functions_in_blocks(&program).is_empty()
        || called::uses_value_of_reference(&program, &script::scoping(&program))
}

struct Texts(bool);

impl<'a> Visit<'a> for Texts {
    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        let (text, number) = (literal.value.as_str(), literal.value.trim());
        let is_number = number.len() < text.len() && number.parse::<f64>().is_ok();
        self.0 |= literal.lone_surrogates || is_number;
    }

    fn visit_template_element(&mut self, element: &TemplateElement<'a>) {
        self.0 |= element.lone_surrogates;
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
            "function f(){return o[1]}f()`a`",
            "function f(){return a}typeof f()",
            "(function(){return o.m})()?.()",
        ] {
            assert!(is_misfolded(source), "{source}");
        }
        for source in ["var f=()=>o.m;f()", "var f=()=>()=>1;f()()", "f()()"] {
            assert!(!is_misfolded(source), "{source}");
        }
        for source in [r"a='\ud83d\ude00'", "a=' '", "a='1'", "a=' b'"] {
            assert!(!is_misfolded(source), "{source}");
        }
    }
}
