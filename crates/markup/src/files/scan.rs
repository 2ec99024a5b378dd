//! Finds the addresses of a style sheet.

use std::ops::Range;

use super::quoted::unescaped;

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

/// Reads a style sheet, or the value of a `style` attribute.
pub(super) fn scan(css: &str) -> Scanned {
    let mut scanner = Scanner {
        css,
        at: 0,
        depth: 0,
        is_right: true,
        ends_rule: true,
        takes_imports: true,
        found: Scanned::default(),
    };
    while scanner.at < css.len() {
        scanner.step();
    }
    scanner.found.is_closed = scanner.is_right && scanner.depth == 0 && scanner.ends_rule;
    scanner.found
}

struct Scanner<'c> {
    css: &'c str,
    at: usize,
    /// Open brackets of all kinds.
    depth: usize,
    /// Whether each end has its start, and each start but the open brackets its end.
    is_right: bool,
    /// Whether a new rule can start here.
    ends_rule: bool,
    /// Whether an `@import` has an effect here: only others and empty layers come before.
    takes_imports: bool,
    found: Scanned,
}

impl<'c> Scanner<'c> {
    fn rest(&self) -> &'c str {
        &self.css[self.at..]
    }

    fn starts_with(&self, word: &str) -> bool {
        let start = self.rest().get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    }

    fn step(&mut self) {
        if self.skip_space() {
            return;
        }
        if self.ends_rule && self.depth == 0 && self.starts_with("@import") {
            return self.import();
        }
        if self.ends_rule && self.depth == 0 {
            let has_no_rules = ["@charset", "@layer"]
                .iter()
                .any(|word| self.starts_with(word));
            let is_namespace = self.starts_with("@namespace");
            self.found.has_namespace |= is_namespace;
            self.takes_imports &= has_no_rules;
            if is_namespace {
                self.statement();
                return;
            }
        }
        if self.starts_with("url(") && !self.css[..self.at].ends_with(is_name) {
            let start = self.at;
            if let Some(address) = self.url() {
                self.found.named.push(Named {
                    range: start..self.at,
                    address,
                    conditions: None,
                });
            }
            self.ends_rule = false;
            return;
        }
        self.plain();
    }

    /// One character or text that is no address.
    fn plain(&mut self) {
        let next = self.rest().chars().next().unwrap_or(' ');
        self.ends_rule = false;
        match next {
            '"' | '\'' => {
                self.is_right &= self.text().is_some();
                return;
            }
            '\\' => self.at += 1,
            '{' | '(' | '[' => {
                self.takes_imports &= next != '{';
                self.depth += 1;
            }
            '}' | ')' | ']' => {
                self.is_right &= self.depth > 0;
                self.depth = self.depth.saturating_sub(1);
                self.ends_rule = next == '}';
            }
            ';' => self.ends_rule = true,
            _ => {}
        }
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// White space or a comment.
    fn skip_space(&mut self) -> bool {
        if let Some(comment) = self.rest().strip_prefix("/*") {
            let end = comment.find("*/");
            self.is_right &= end.is_some();
            self.at = end.map_or(self.css.len(), |end| self.at + end + 4);
            return true;
        }
        let rest = self
            .rest()
            .trim_start_matches(|c: char| c.is_ascii_whitespace());
        let is_space = rest.len() < self.rest().len();
        self.at = self.css.len() - rest.len();
        is_space
    }

    /// Goes behind the end of a statement without a block.
    fn statement(&mut self) {
        let depth = self.depth;
        while self.at < self.css.len() {
            if self.depth == depth && self.rest().starts_with(';') {
                self.at += 1;
                self.ends_rule = true;
                return;
            }
            if !self.skip_space() {
                self.plain();
            }
        }
        self.is_right = false;
    }

    fn import(&mut self) {
        let start = self.at;
        self.at += "@import".len();
        while self.skip_space() {}
        let address = match self.rest().starts_with(['"', '\'']) {
            true => self.text(),
            false if self.starts_with("url(") => self.url(),
            false => None,
        };
        let from = self.at;
        self.statement();
        let conditions = self.css[from..self.at].trim_end_matches(';').trim();
        if let Some(address) = address.filter(|_| self.takes_imports) {
            self.found.named.push(Named {
                range: start..self.at,
                address,
                conditions: Some(conditions.to_owned()),
            });
        }
    }

    /// A text in quotes, without its escapes; `None` if it has no end.
    fn text(&mut self) -> Option<String> {
        let quote = self.rest().chars().next()?;
        let start = self.at + 1;
        let mut chars = self.css[start..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => {
                    chars.next();
                }
                '\n' => break,
                c if c == quote => {
                    self.at = start + at + 1;
                    return Some(unescaped(&self.css[start..start + at]));
                }
                _ => {}
            }
        }
        self.at = start;
        None
    }

    /// The address of `url(…)`.
    fn url(&mut self) -> Option<String> {
        self.at += "url(".len();
        let inner = self
            .rest()
            .trim_start_matches(|c: char| c.is_ascii_whitespace());
        self.at = self.css.len() - inner.len();
        let address = match inner.starts_with(['"', '\'']) {
            true => self.text(),
            false => {
                let mut chars = inner.trim_end().char_indices().peekable();
                let mut is_bad = false;
                let end = loop {
                    match chars.next() {
                        None => break inner.len(),
                        Some((_, '\\')) => {
                            chars.next();
                        }
                        Some((at, ')')) => break at,
                        Some((_, c)) if c.is_ascii_whitespace() => {
                            is_bad |= chars.peek().is_some_and(|(_, next)| {
                                !next.is_ascii_whitespace() && *next != ')'
                            });
                        }
                        Some((_, c)) => is_bad |= "\"'(".contains(c),
                    }
                };
                self.at += end;
                let text = inner[..end].trim_end();
                (!is_bad).then(|| unescaped(text))
            }
        };
        let rest = self
            .rest()
            .trim_start_matches(|c: char| c.is_ascii_whitespace());
        let Some(behind) = rest.strip_prefix(')') else {
            // What comes is no address: it has modifiers, or no end.
            self.depth += usize::from(!rest.is_empty());
            self.is_right &= !rest.is_empty();
            return None;
        };
        self.at = self.css.len() - behind.len();
        address
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || "-_\\".contains(c)
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
        ] {
            assert_eq!(found(css), expected, "{css}");
        }
    }

    #[test]
    fn a_sheet_is_closed_if_rules_can_follow() {
        for closed in ["", "a{}", "@import 'b';", "a{b:c}/* d */\n", "a{b:url(c)}"] {
            assert!(scan(closed).is_closed, "{closed}");
        }
        for open in [
            "a{",
            "a{}}",
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
