//! Strings in quotes: printers write them as templates, and other strings of the script as they were.

use std::collections::HashSet;

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::Span;

use super::script::{Tree, replace};
use super::walk;

/// The script with these quotes around each string and each template without expressions that can have
/// them, if there is one.
pub(super) fn with(source: &str, quote: char) -> Option<String> {
    let text = Tree::edited(source, |tree| {
        let mut splices = Vec::new();
        let mut tagged = HashSet::new();
        walk::some(tree.program, |node| {
            match node {
                AstKind::TaggedTemplateExpression(node) => _ = tagged.insert(node.quasi.span),
                AstKind::TemplateLiteral(template)
                    if template.expressions.is_empty() && !tagged.contains(&template.span) =>
                {
                    splices.extend(quoted(tree, template.span, quote));
                }
                AstKind::StringLiteral(literal) => {
                    splices.extend(quoted(tree, literal.span, quote));
                }
                // A string alone would be a directive.
                AstKind::ExpressionStatement(statement) => {
                    return !matches!(statement.expression, Expression::TemplateLiteral(_));
                }
                _ => {}
            }
            true
        });
        splices
    });
    text.filter(|text| text != source)
}

fn quoted(tree: &Tree<'_>, span: Span, quote: char) -> Option<Splice> {
    let text = tree.text(&span);
    let inner = text.get(1..text.len() - 1).unwrap_or("\n");
    let is_plain = !inner.contains(['\\', '\n', '\r', '\u{2028}', '\u{2029}', '\'', '"', '`'])
        && !inner.contains("${");
    (is_plain && !text.starts_with(quote)).then(|| replace(&span, format!("{quote}{inner}{quote}")))
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
