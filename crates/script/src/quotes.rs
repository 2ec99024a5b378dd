//! Strings in quotes: printers write them as templates, and other strings of the script as they were.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Expression, ExpressionStatement, StringLiteral, TaggedTemplateExpression, TemplateLiteral,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;

use super::script;

/// The script with these quotes around each string and each template without expressions that can have
/// them, if there is one.
pub(super) fn with(source: &str, quote: char) -> Option<String> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let mut finder = Finder {
        source,
        quote,
        splices: Vec::new(),
    };
    finder.visit_program(&program);
    match finder.splices.is_empty() {
        true => None,
        false => Some(Edit::of("quotes", finder.splices)?.apply(source)),
    }
}

struct Finder<'s> {
    source: &'s str,
    quote: char,
    splices: Vec<Splice>,
}

impl Finder<'_> {
    fn text(&mut self, span: Span) {
        let text = span.source_text(self.source);
        let inner = text.get(1..text.len() - 1).unwrap_or("\n");
        let is_plain = !inner.contains(['\\', '\n', '\r', '\u{2028}', '\u{2029}', '\'', '"', '`'])
            && !inner.contains("${");
        if is_plain && !text.starts_with(self.quote) {
            let (start, end) = (span.start as usize, span.end as usize);
            let quoted = format!("{0}{inner}{0}", self.quote);
            self.splices.push(Splice::new((start, end), quoted));
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_expression_statement(&mut self, statement: &ExpressionStatement<'a>) {
        // A string alone would be a directive.
        if !matches!(statement.expression, Expression::TemplateLiteral(_)) {
            walk::walk_expression_statement(self, statement);
        }
    }

    fn visit_template_literal(&mut self, template: &TemplateLiteral<'a>) {
        if template.expressions.is_empty() {
            self.text(template.span);
        }
        walk::walk_template_literal(self, template);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &TaggedTemplateExpression<'a>) {
        self.visit_expression(&tagged.tag);
        self.visit_expressions_of(&tagged.quasi);
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.text(literal.span);
    }
}

impl Finder<'_> {
    fn visit_expressions_of(&mut self, template: &TemplateLiteral<'_>) {
        for expression in &template.expressions {
            self.visit_expression(expression);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with;

    #[test]
    fn plain_strings_get_the_quotes() {
        for (source, expected) in [
            ("a=`b`+'c'", "a=\"b\"+\"c\""),
            ("a=`b${`c`}`", "a=`b${\"c\"}`"),
            ("a({'b c':`d`})", "a({\"b c\":\"d\"})"),
            ("a`b${`c`}`,'d'", "a`b${\"c\"}`,\"d\""),
        ] {
            assert_eq!(with(source, '"').as_deref(), Some(expected), "{source}");
        }
        for source in [
            "a=`\"`",
            "a=`b\nc`",
            "a=`\\n`",
            "a`b`",
            "`use strict`",
            "a=\"b\"",
        ] {
            assert_eq!(with(source, '"'), None, "{source}");
        }
        assert_eq!(with("a=`b`,c='d'", '\'').as_deref(), Some("a='b',c='d'"));
    }
}
