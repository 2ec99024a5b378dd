//! The tokens of a PGN text.

use super::PgnResult;
use super::reader::PgnProblem;
use super::tag::is_name_byte;

/// A token of a PGN text. Move numbers and escaped lines are skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`
    Tag { name: String, value: String },
    /// `{ … }` or `; …` up to the end of the line.
    Comment(String),
    /// `$1`
    Nag(u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`
    Result(PgnResult),
    /// Any other word: a move with the marks that follow it directly.
    Word(String),
}

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The line of the next byte, from 1.
    at_line: u64,
    /// The line on which the last token starts, from 1.
    pub line: u64,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The bytes that end a word besides white space.
const PUNCTUATION: &[u8] = b"{}()[];$\"";

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer {
            bytes: bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes),
            at: 0,
            at_line: 1,
            line: 1,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.at_line += u64::from(byte == b'\n');
        Some(byte)
    }

    /// Takes bytes while they match; invalid UTF-8 becomes replacement characters.
    fn take_while(&mut self, matches: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&matches) {
            self.next_byte();
        }
        String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()
    }

    /// Skips white space, and the lines that start with `%` (an escape of the PGN standard).
    fn skip_blank(&mut self) {
        loop {
            let line_start = self.at == 0 || self.bytes[self.at - 1] == b'\n';
            match self.peek() {
                Some(b'%') if line_start => {
                    self.take_while(|byte| byte != b'\n');
                }
                Some(byte) if byte.is_ascii_whitespace() => {
                    self.next_byte();
                }
                _ => return,
            }
        }
    }

    /// The next token; `None` at the end of the text.
    pub fn next(&mut self) -> Result<Option<Token>, PgnProblem> {
        loop {
            self.skip_blank();
            self.line = self.at_line;
            let Some(byte) = self.peek() else {
                return Ok(None);
            };
            if !PUNCTUATION.contains(&byte) {
                let word = self
                    .take_while(|byte| !byte.is_ascii_whitespace() && !PUNCTUATION.contains(&byte));
                if let Some(token) = word_token(&word) {
                    return Ok(Some(token));
                }
                continue; // a move number
            }
            self.next_byte();
            return match byte {
                b'[' => self.tag(),
                b'{' => self.comment(),
                b';' => Ok(Token::Comment(self.take_while(|byte| byte != b'\n'))),
                b'$' => self.nag(),
                b'(' => Ok(Token::Open),
                b')' => Ok(Token::Close),
                other => Err(PgnProblem::Unexpected(char::from(other))),
            }
            .map(Some);
        }
    }

    /// Reads a tag pair after its `[`.
    fn tag(&mut self) -> Result<Token, PgnProblem> {
        self.skip_blank();
        let name = self.take_while(is_name_byte);
        self.skip_blank();
        if name.is_empty() || self.next_byte() != Some(b'"') {
            return Err(PgnProblem::Tag(name));
        }
        let mut value = Vec::new();
        loop {
            match self.next_byte() {
                Some(b'"') => break,
                Some(b'\\') if matches!(self.peek(), Some(b'"' | b'\\')) => {
                    value.extend(self.next_byte());
                }
                Some(byte) if !byte.is_ascii_control() => value.push(byte),
                _ => return Err(PgnProblem::Tag(name)), // the value must end on the same line
            }
        }
        self.skip_blank();
        if self.next_byte() != Some(b']') {
            return Err(PgnProblem::Tag(name));
        }
        let value = String::from_utf8_lossy(&value).into_owned();
        Ok(Token::Tag { name, value })
    }

    /// Reads a comment after its `{`; comments do not nest.
    fn comment(&mut self) -> Result<Token, PgnProblem> {
        let text = self.take_while(|byte| byte != b'}');
        match self.next_byte() {
            Some(_) => Ok(Token::Comment(text)),
            None => Err(PgnProblem::OpenComment),
        }
    }

    fn nag(&mut self) -> Result<Token, PgnProblem> {
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        digits
            .parse()
            .map(Token::Nag)
            .map_err(|_| PgnProblem::Nag(digits))
    }

    /// Skips to the next line that starts with `[` and follows an empty line: the next game's header.
    pub fn skip_to_next_header(&mut self) {
        loop {
            let blank = self.take_while(|byte| byte != b'\n').trim().is_empty();
            if self.next_byte().is_none() || (blank && self.peek() == Some(b'[')) {
                return;
            }
        }
    }
}

/// A word without a leading move number: `12...Nf6` is the move `Nf6`.
fn word_token(word: &str) -> Option<Token> {
    if let Some(result) = PgnResult::from_text(word) {
        return Some(Token::Result(result));
    }
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches('.');
    let rest = if after_digits.is_empty() || after_dots.len() < after_digits.len() {
        after_dots
    } else {
        word // digits without a point, as in 0-0
    };
    match PgnResult::from_text(rest) {
        Some(result) => Some(Token::Result(result)),
        None => (!rest.is_empty()).then(|| Token::Word(rest.to_owned())),
    }
}
