//! Deletes every character that the syntax tree does not need.
//!
//! A deletion is kept only when the script still parses to the same tree, so
//! this stage cannot change the behaviour of a page.

mod edits;
mod parts;
mod search;

use oxc_ast::ast::Program;

use self::edits::{Edit, code_mask, ends_in_word, is_word, parenthesis_edits, separator_edits};
use self::search::{LARGE, keep_harmless};
use super::compressor;
use super::script::{self, ScriptError, Tree};

/// The shortest spelling of `source` that differs from it only in comments,
/// white space, semicolons, trailing commas and parentheses.
///
/// # Errors
/// When `source` is not a script.
pub fn compact(source: &str) -> Result<String, ScriptError> {
    Tree::look(source, |tree| {
        let program = tree.program;
        // The gaps of a large script are too many to test.
        let printed = (source.len() > LARGE).then(|| printed(program)).flatten();
        let mut text = printed.unwrap_or_else(|| without_gaps(program, source));
        loop {
            let before = text.len();
            let parentheses = parenthesis_edits(&text);
            text = keep_harmless(program, &text, parentheses);
            let separators = separator_edits(&text);
            text = keep_harmless(program, &text, separators);
            if text.len() == before {
                return text;
            }
        }
    })
}

/// A short spelling at once: that of a printer of syntax trees, which may write `!0` for `true`.
///
/// # Errors
/// When `source` is not a script.
pub fn quick(source: &str) -> Result<String, ScriptError> {
    let printed = Tree::look(source, |tree| compressor::print(tree.program))?;
    match Tree::look(&printed, |_| ()) {
        Ok(()) => Ok(printed.trim_end().to_owned()),
        Err(_) => compact(source),
    }
}

/// The script as a printer of syntax trees writes it, if it means the same.
fn printed(program: &Program<'_>) -> Option<String> {
    let text = compressor::print(program);
    script::means(program, &text).then_some(text)
}

/// Removes comments and reduces each run of white space to one character,
/// then to none where the tree stays the same.
fn without_gaps(program: &Program<'_>, source: &str) -> String {
    let mut mask = code_mask(source);
    let mut blank = vec![false; source.len()];
    for comment in &program.comments {
        for at in comment.span.start as usize..comment.span.end as usize {
            mask[at] = true;
            blank[at] = true;
        }
    }
    let mut text = String::with_capacity(source.len());
    let mut gaps = Vec::new();
    let mut gap: Option<char> = None;
    for (at, character) in source.char_indices() {
        if blank[at] || mask[at] && character.is_whitespace() {
            let newline = gap == Some('\n') || is_newline(character);
            gap = Some(if newline { '\n' } else { ' ' });
        } else {
            if let Some(separator) = gap.take()
                && !text.is_empty()
            {
                if !(ends_in_word(&text) && is_word(character)) {
                    gaps.push(Edit(vec![(text.len(), "")]));
                }
                text.push(separator);
            }
            text.push(character);
        }
    }
    if !script::means(program, &text) {
        return source.to_owned();
    }
    keep_harmless(program, &text, gaps)
}

/// The line terminators of the language.
fn is_newline(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compacted(source: &str) -> String {
        compact(source).expect("a script")
    }

    #[test]
    fn comments_and_white_space_go_but_words_stay_apart() {
        assert_eq!(
            compacted("// why\na = 'k' in b; /* so */ c = a + +b;\n"),
            "a='k'in b;c=a+ +b"
        );
        for newline in ["\n", "\r", "\r\n", "\u{2028}"] {
            let text = compacted(&format!("a = 1{newline}b = 2{newline}"));
            assert_eq!(text, "a=1\nb=2");
            let text = compacted(&format!("f = function () {{ return{newline}1 }}"));
            assert_eq!(text, "f=function(){return\n1}");
        }
    }

    #[test]
    fn names_outside_of_ascii_stay() {
        let source = "var \u{e9} = 1 ; f ( \u{e9} , { \u{e9} } . \u{e9} ) ;";
        assert_eq!(compacted(source), "var \u{e9}=1;f(\u{e9},{\u{e9}}.\u{e9})");
    }

    #[test]
    fn text_in_literals_stays() {
        assert_eq!(compacted("a = ` ( x ; ${ (b) } \n`"), "a=` ( x ; ${b} \n`");
        assert_eq!(
            compacted("a = / ; (,) /.test(' ; ')"),
            "a=/ ; (,) /.test(' ; ')"
        );
        assert_eq!(compacted("a = '// no comment'"), "a='// no comment'");
    }

    #[test]
    fn parentheses_stay_where_the_tree_needs_them() {
        assert_eq!(compacted("f = (a) => (a + (b * c))"), "f=a=>a+b*c");
        assert_eq!(compacted("f((1, 2), (3))"), "f((1,2),3)");
        assert_eq!(compacted("a = (-b) ** 2"), "a=(-b)**2");
        assert_eq!(compacted("a = - (-b)"), "a=- -b");
        assert_eq!(compacted("for (a = ('b' in c); ;);"), "for(a=('b'in c);;);");
        assert_eq!(compacted("f = () => ({})"), "f=()=>({})");
        assert_eq!(compacted("a = (b, c) ? (d = 1) : (e)"), "a=(b,c)?d=1:e");
        assert_eq!(
            compacted("f = function () { return (a); }"),
            "f=function(){return a}"
        );
        assert_eq!(compacted("a = 1..toString()"), "a=1..toString()");
    }

    #[test]
    fn parentheses_beside_a_coalescing_operator_stay() {
        for source in [
            "a=b??((c+=1)&&6)",
            "a=(b&&(c+=1))??6",
            "a=(b??c)||(d??e)",
            "a=((b=c)||d)??e",
        ] {
            assert_eq!(compacted(source), source);
        }
        assert_eq!(compacted("a=(b??c)??(d)"), "a=b??c??d");
        assert!(compact("a=b??(c)&&d").is_err());
    }

    #[test]
    fn parentheses_after_words_go_where_the_words_are_operators() {
        assert_eq!(compacted("a = typeof (b) + void (0)"), "a=typeof b+void 0");
        assert_eq!(compacted("a = new (b)(c)"), "a=new b(c)");
        assert_eq!(compacted("if (a) (b)(c)"), "if(a)b(c)");
        assert_eq!(compacted("a = b[0] (c) (d)"), "a=b[0](c)(d)");
        assert_eq!(
            compacted("function f (a) { return (b) }"),
            "function f(a){return b}"
        );
    }

    #[test]
    fn holes_of_arrays_and_empty_bodies_stay() {
        assert_eq!(compacted("a = [, 1, , 2, ];"), "a=[,1,,2]");
        assert_eq!(compacted("for (; a; ) ;"), "for(;a;);");
        assert_eq!(compacted("while (a()) { b(); }"), "while(a()){b()}");
    }

    #[test]
    fn the_semicolon_after_a_do_loop_goes() {
        assert_eq!(compacted("do a(); while (b); c()"), "do a();while(b)c()");
        assert_eq!(compacted("while (b); c()"), "while(b);c()");
    }

    #[test]
    fn large_scripts_become_as_small_as_their_parts() {
        let part = "/* of many */ if ( a ) { b ( ( 1 ) , '(' ) ; } ";
        let count = LARGE / part.len() + 1;
        let text = compacted(&part.repeat(count));
        assert!(text == compacted(part).repeat(count), "{}", &text[..80]);
    }

    #[test]
    fn a_quick_result_has_no_gaps() {
        let printed = quick("// why\nif ( a ) { b ( 1 , 'c' ) ; }\n").expect("a script");
        assert_eq!(printed, "if(a){b(1,`c`)}");
        assert!(quick("a=").is_err());
    }

    #[test]
    fn an_error_is_reported_with_its_line() {
        assert_eq!(compact("a=1\nb=").unwrap_err().line, 2);
    }
}
