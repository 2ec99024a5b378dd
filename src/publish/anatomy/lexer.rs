//! The tokens of a script, as far as two spellings of one script have to be
//! compared: our fragments need no more of JavaScript than this.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name,
    /// A number.
    Number,
    /// A string, a regular expression, or a piece of a template literal.
    Text,
    /// An operator or a bracket.
    Punctuation,
}

/// A token without the white space and the comments around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: Kind,
    /// The same for all spellings: strings without quotes, numbers in full.
    pub value: String,
    /// Where it stands, in bytes.
    pub span: Range<usize>,
}

/// Operators of several characters, longest first.
const OPERATORS: [&str; 31] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "<<",
    ">>",
];

/// All tokens of a script, in order.
pub(super) fn tokens(script: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        script,
        at: 0,
        tokens: Vec::new(),
        templates: Vec::new(),
    };
    while lexer.step() {}
    lexer.tokens
}

struct Lexer<'s> {
    script: &'s str,
    at: usize,
    tokens: Vec<Token>,
    /// Open `{` within each template literal that is open.
    templates: Vec<usize>,
}

impl Lexer<'_> {
    /// Reads one token or one stretch that is none; false at the end.
    fn step(&mut self) -> bool {
        let rest = &self.script[self.at..];
        let Some(first) = rest.chars().next() else {
            return false;
        };
        let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        let while_word = || {
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        };
        if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") {
            self.at += until("\n");
        } else if rest.starts_with("/*") {
            self.at += until("*/");
        } else if first.is_ascii_digit() {
            let length = while_word();
            self.push(Kind::Number, number(&rest[..length]), length);
        } else if first.is_alphabetic() || first == '_' || first == '$' {
            let length = while_word();
            self.push(Kind::Name, rest[..length].to_owned(), length);
        } else if first == '\'' || first == '"' {
            let length = closed(rest, first);
            let text = rest.get(1..length - 1).unwrap_or_default();
            self.push(Kind::Text, text.to_owned(), length);
        } else if first == '`' || (first == '}' && self.templates.last() == Some(&0)) {
            self.template(first);
        } else if first == '/' && self.is_value_expected() {
            let slash = closed_expression(rest);
            let flags = rest[slash..].find(|c: char| !c.is_ascii_alphabetic());
            let length = flags.map_or(rest.len(), |flags| slash + flags);
            self.push(Kind::Text, rest[..length].to_owned(), length);
        } else {
            self.punctuation(first);
        }
        true
    }

    fn punctuation(&mut self, first: char) {
        match (first, self.templates.last_mut()) {
            ('{', Some(open)) => *open += 1,
            ('}', Some(open)) => *open -= 1,
            _ => {}
        }
        let rest = &self.script[self.at..];
        let known = OPERATORS.iter().find(|known| rest.starts_with(**known));
        let length = known.map_or(first.len_utf8(), |known| known.len());
        self.push(Kind::Punctuation, rest[..length].to_owned(), length);
    }

    /// A piece of a template literal, up to the next expression or the end.
    fn template(&mut self, first: char) {
        if first == '`' {
            self.templates.push(0);
        }
        let rest = &self.script[self.at..];
        let mut end = 1;
        let goes_on = loop {
            match rest.get(end..).and_then(|rest| rest.chars().next()) {
                None | Some('`') => break false,
                Some('$') if rest[end..].starts_with("${") => break true,
                Some('\\') => end += 2,
                Some(other) => end += other.len_utf8(),
            }
        };
        let text = rest.get(1..end).unwrap_or_default().to_owned();
        if !goes_on {
            self.templates.pop();
        }
        let length = (end + if goes_on { 2 } else { 1 }).min(rest.len());
        self.push(Kind::Text, text, length);
    }

    /// Whether a slash here begins a regular expression.
    fn is_value_expected(&self) -> bool {
        self.tokens.last().is_none_or(|last| {
            last.kind == Kind::Punctuation && !matches!(last.value.as_str(), ")" | "]" | "}")
        })
    }

    fn push(&mut self, kind: Kind, value: String, length: usize) {
        let span = self.at..self.at + length;
        self.at = span.end;
        self.tokens.push(Token { kind, value, span });
    }
}

/// The length of a literal that ends with `quote`.
fn closed(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + quote.len_utf8())
}

/// The length of a regular expression without its flags.
fn closed_expression(text: &str) -> usize {
    let (mut escaped, mut class) = (false, false);
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '/' && !escaped && !class;
        match c {
            '[' if !escaped => class = true,
            ']' if !escaped => class = false,
            _ => {}
        }
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn number(text: &str) -> String {
    let plain = text.parse::<f64>().ok();
    let value = plain.or_else(|| {
        let hex = text.strip_prefix("0x").or(text.strip_prefix("0X"))?;
        u32::from_str_radix(hex, 16).ok().map(f64::from)
    });
    value.map_or_else(|| text.to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(script: &str) -> Vec<String> {
        tokens(script)
            .into_iter()
            .map(|token| token.value)
            .collect()
    }

    #[test]
    fn spellings_that_mean_the_same_have_the_same_values() {
        let short = values("a=1e3+'x'");
        assert_eq!(values("a  =  1000 + `x` // so\n"), short);
        assert_eq!(values("/* so */ a = 0x3e8 + \"x\""), short);
    }

    #[test]
    fn a_slash_divides_or_begins_an_expression() {
        let divided = values("a=b/c/d");
        assert_eq!(divided, ["a", "=", "b", "/", "c", "/", "d"]);
        assert_eq!(
            values("f&/[/]\\/x/g.test"),
            ["f", "&", "/[/]\\/x/g", ".", "test"]
        );
    }

    #[test]
    fn templates_are_cut_at_their_expressions() {
        let found = values("`W:${a={b},c.join`s B:`}s`+{}");
        let expected = [
            "W:", "a", "=", "{", "b", "}", ",", "c", ".", "join", "s B:", "s", "+", "{", "}",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_longest_operator_wins_and_spans_are_exact() {
        let script = "a ??= b>>1";
        let found = tokens(script);
        let texts: Vec<_> = found.iter().map(|t| &script[t.span.clone()]).collect();
        assert_eq!(texts, ["a", "??=", "b", ">>", "1"]);
        assert_eq!(found[3].kind, Kind::Punctuation);
    }
}
