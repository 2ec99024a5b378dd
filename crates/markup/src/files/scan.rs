//! Finds the addresses of a style sheet.

use std::ops::Range;

use cssparser::{BasicParseError, ParseError, Parser, ParserInput, SourcePosition, Token};

/// What names another file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Where it stands: `url(…)`, or a whole `@import` with its semicolon.
    pub range: Range<usize>,
    pub address: String,
    /// What an `@import` has behind its address; `None` for `url(…)`.
    pub conditions: Option<String>,
}

/// All of a style sheet that matters for its addresses.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Scanned {
    pub named: Vec<Named>,
    /// Whether other rules can come before and behind it: all blocks, texts and comments have their ends, and the last
    /// rule too.
    pub is_closed: bool,
    pub has_namespace: bool,
}

/// A rule behind the style sheet. It is read as one only if all before it has its end.
const END: &str = "@end;";

/// The deepest block in which addresses are looked for.
const DEEPEST: usize = 200;

/// Reads a style sheet, or the value of a `style` attribute.
pub(super) fn scan(css: &str) -> Scanned {
    let marked = format!("{css}{END}");
    let mut input = ParserInput::new(&marked);
    let mut parser = Parser::new(&mut input);
    let mut scanner = Scanner {
        css,
        start: parser.position(),
        is_right: true,
        takes_imports: true,
        found: Scanned::default(),
    };
    // What is left behind an error has no addresses.
    let _ = scanner.rules(&mut parser);
    scanner.found
}

struct Scanner<'c> {
    css: &'c str,
    start: SourcePosition,
    /// Whether no bracket ends that has not started.
    is_right: bool,
    /// Whether an `@import` has an effect here: only others and empty layers come before.
    takes_imports: bool,
    found: Scanned,
}

type Read<'i, T> = Result<T, BasicParseError<'i>>;

impl Scanner<'_> {
    fn at(&self, parser: &Parser<'_, '_>) -> usize {
        parser.slice_from(self.start).len()
    }

    fn rules<'i>(&mut self, parser: &mut Parser<'i, '_>) -> Read<'i, ()> {
        let mut starts_rule = true;
        loop {
            let at = self.at(parser);
            let token = parser.next_including_whitespace_and_comments()?.clone();
            let name = match &token {
                Token::WhiteSpace(_) | Token::Comment(_) => continue,
                Token::AtKeyword(name) if starts_rule => name.to_ascii_lowercase(),
                _ => String::new(),
            };
            if at == self.css.len() {
                self.found.is_closed = starts_rule && self.is_right;
                return Ok(());
            }
            match name.as_str() {
                "import" => self.import(at, parser)?,
                "namespace" => {
                    self.found.has_namespace = true;
                    self.takes_imports = false;
                    self.statement(parser)?;
                }
                name => {
                    let is_empty = ["charset", "layer"].contains(&name);
                    self.takes_imports &= is_empty || !starts_rule;
                    self.takes_imports &= token != Token::CurlyBracketBlock;
                    self.value(at, &token, parser, 0);
                    starts_rule = matches!(token, Token::CurlyBracketBlock | Token::Semicolon);
                }
            }
        }
    }

    /// A token with what is in its brackets.
    fn value(&mut self, at: usize, token: &Token<'_>, parser: &mut Parser<'_, '_>, depth: usize) {
        match token {
            Token::CloseCurlyBracket | Token::CloseParenthesis | Token::CloseSquareBracket => {
                self.is_right = false;
            }
            Token::CurlyBracketBlock | Token::ParenthesisBlock | Token::SquareBracketBlock => {
                self.block(parser, depth);
            }
            Token::Function(name) if !is_url(name) => self.block(parser, depth),
            _ => {
                let address = address(token, parser);
                self.found.named.extend(address.map(|address| Named {
                    range: at..self.at(parser),
                    address,
                    conditions: None,
                }));
            }
        }
    }

    fn block(&mut self, parser: &mut Parser<'_, '_>, depth: usize) {
        if depth == DEEPEST {
            return;
        }
        let _ = parser.parse_nested_block(|parser| -> Result<(), ParseError<'_, ()>> {
            loop {
                let at = self.at(parser);
                let token = parser.next_including_whitespace_and_comments()?.clone();
                self.value(at, &token, parser, depth + 1);
            }
        });
    }

    /// Goes behind the end of a statement. Returns the place of its end.
    fn statement<'i>(&mut self, parser: &mut Parser<'i, '_>) -> Read<'i, usize> {
        loop {
            let at = self.at(parser);
            let token = parser.next_including_whitespace_and_comments()?;
            if at == self.css.len() || matches!(token, Token::Semicolon | Token::CurlyBracketBlock)
            {
                return Ok(at);
            }
        }
    }

    fn import<'i>(&mut self, start: usize, parser: &mut Parser<'i, '_>) -> Read<'i, ()> {
        let token = parser.next()?.clone();
        let address = match &token {
            Token::Semicolon | Token::CurlyBracketBlock => return Ok(()),
            Token::QuotedString(text) => Some(text.to_string()),
            token => address(token, parser),
        };
        let from = self.at(parser);
        let end = self.statement(parser)?;
        if let Some(address) = address.filter(|_| self.takes_imports) {
            self.found.named.push(Named {
                range: start..self.at(parser).min(self.css.len()),
                address,
                conditions: Some(self.css[from..end].trim().to_owned()),
            });
        }
        Ok(())
    }
}

/// The address of `url(…)`.
fn address(token: &Token<'_>, parser: &mut Parser<'_, '_>) -> Option<String> {
    match token {
        Token::UnquotedUrl(address) => Some(address.to_string()),
        Token::Function(name) if is_url(name) => {
            let quoted = parser.parse_nested_block(|parser| -> Result<_, ParseError<'_, ()>> {
                let address = parser.expect_string_cloned()?;
                parser.expect_exhausted()?;
                Ok(address.to_string())
            });
            quoted.ok()
        }
        _ => None,
    }
}

fn is_url(function: &str) -> bool {
    function.eq_ignore_ascii_case("url")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(css: &str) -> Vec<(String, Option<String>)> {
        let named = scan(css).named.into_iter();
        named.map(|one| (one.address, one.conditions)).collect()
    }

    #[test]
    fn addresses_are_found_where_a_browser_reads_them() {
        let url = |address: &str| (address.to_owned(), None);
        let import =
            |address: &str, conditions: &str| (address.to_owned(), Some(conditions.to_owned()));
        for (css, expected) in [
            ("a{b:url(c.png)}", vec![url("c.png")]),
            ("a{b:URL( 'c d.png' )}", vec![url("c d.png")]),
            ("a{b:url(c\\ d\\29.png)}", vec![url("c d).png")]),
            ("a{b:'url(c)'}/* url(d) */", vec![]),
            ("a{b:my-url(c)}", vec![]),
            ("a{b:url(c d)}", vec![]),
            (
                "@import 'a.css';@import url(b.css) layer(x) screen;a{}",
                vec![import("a.css", ""), import("b.css", "layer(x) screen")],
            ),
            ("@layer a;@import \"b.css\"", vec![import("b.css", "")]),
            ("a{}@import 'b.css';", vec![]),
            ("@namespace url(http://a);b{c:url(d)}", vec![url("d")]),
            ("@import;@import {}a{b:url(c)}", vec![url("c")]),
            (
                "a{b:calc([url(c)]) url() url('d' e) url(\"f\")}",
                vec![url("c"), url(""), url("f")],
            ),
            ("@media x{a{b:url(c)}}@import 'd';", vec![url("c")]),
            ("@layer a{}@import 'b';", vec![]),
            ("a;@import 'b';c{}", vec![]),
        ] {
            assert_eq!(found(css), expected, "{css}");
        }
    }

    #[test]
    fn a_sheet_is_closed_if_rules_can_follow() {
        for closed in ["", "a{}", "@import 'b';", "a{b:c}/* d */\n", "a{b:url(c)}"] {
            assert!(scan(closed).is_closed, "{closed}");
        }
        let deep = "(".repeat(100_000);
        for open in [
            &*deep,
            "a{",
            "a{}}",
            "a{}}b{}",
            "a{}/*",
            "a",
            "@import 'b'",
            "a{b:'c}",
            "a{b:url(c",
        ] {
            assert!(!scan(open).is_closed, "{open}");
        }
    }
}
