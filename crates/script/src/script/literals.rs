//! Finds the strings, numbers and regular expressions of scripts.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_ast::ast::Program;
use oxc_span::{GetSpan, Span};

use super::{ScriptError, Tree};
use crate::walk;

/// The stretches of a script in which white space and punctuation are data:
/// strings, the text of templates, and regular expressions. Ascending.
pub fn literal_spans(program: &Program<'_>) -> Vec<Span> {
    let mut literals = Vec::new();
    walk::all(program, |node| match node {
        AstKind::StringLiteral(literal) => literals.push(literal.span),
        AstKind::TemplateElement(element) => literals.push(element.span()),
        AstKind::RegExpLiteral(literal) => literals.push(literal.span),
        _ => {}
    });
    literals.extend(program.directives.iter().map(|d| d.span));
    literals.sort_by_key(|span| span.start);
    literals
}

/// The strings and numbers of a script that a user could type, each once, as the dictionary of a
/// fuzzer: the script may compare its input with them.
///
/// # Errors
/// A syntax error.
pub fn dictionary(source: &str) -> Result<Vec<String>, ScriptError> {
    /// The most characters of a text that counts as a word.
    const LONGEST: usize = 20;
    let mut words = BTreeSet::new();
    Tree::look(source, |tree| {
        walk::all(tree.program, |node| match node {
            AstKind::StringLiteral(literal) => _ = words.insert(literal.value.to_string()),
            AstKind::TemplateElement(element) => {
                words.extend(element.value.cooked.as_ref().map(ToString::to_string));
            }
            AstKind::NumericLiteral(literal) => _ = words.insert(literal.value.to_string()),
            _ => {}
        });
    })?;
    let typed = |word: &String| word.chars().count() <= LONGEST && !word.contains('\n');
    Ok(words.into_iter().filter(typed).collect())
}

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;

    use super::super::parse;
    use super::*;

    #[test]
    fn the_dictionary_has_the_texts_and_numbers_that_a_user_could_type() {
        let source = "if(prompt('a longer text that nobody types')=='stop')alert(`${1e2} x`)";
        assert_eq!(dictionary(source).unwrap(), ["", " x", "100", "stop"]);
    }

    #[test]
    fn literals_cover_text_but_not_template_expressions() {
        let arena = Allocator::default();
        let source = "a=`x ${ b } y`+' c '+/ d /";
        let program = parse(&arena, source).unwrap();
        let texts: Vec<_> = literal_spans(&program)
            .iter()
            .map(|span| span.source_text(source))
            .collect();
        assert_eq!(texts, ["x ", " y", "' c '", "/ d /"]);
    }
}
