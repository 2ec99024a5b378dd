//! How symbols are written in a string of the packed script.

use super::alphabet::Alphabet;

/// A string literal in the place of a script: which characters it can hold, and how long they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Literal {
    /// The character at its start and end.
    pub(super) delimiter: char,
    /// The quote of the attribute around the script.
    pub(super) attribute: Option<char>,
    /// Whether only printable ASCII may stand in it.
    pub(super) ascii: bool,
}

impl Literal {
    /// The literal with the delimiter that a text needs fewest escapes for.
    pub(super) fn for_text(
        alphabet: &Alphabet,
        text: &[u8],
        attribute: Option<char>,
        ascii: bool,
    ) -> Self {
        let delimiters = ['\'', '`', '"'].into_iter();
        let literals = delimiters
            .filter(|delimiter| Some(*delimiter) != attribute)
            .map(|delimiter| Self {
                delimiter,
                attribute,
                ascii,
            });
        let bytes = |literal: &Self| -> usize {
            let weights = text.iter();
            weights.map(|&c| literal.weight(alphabet, c)).sum()
        };
        let default = Self {
            delimiter: '\'',
            attribute,
            ascii,
        };
        literals.min_by_key(bytes).unwrap_or(default)
    }

    /// The bytes of a symbol in the literal. (`$` before `{` takes one more in a template.)
    pub(super) fn weight(&self, alphabet: &Alphabet, symbol: u8) -> usize {
        let mut text = String::new();
        self.push_unit(&mut text, alphabet.unit(symbol));
        text.len()
    }

    /// The literal of a text, with its delimiters.
    pub(super) fn write(&self, alphabet: &Alphabet, symbols: &[u8]) -> String {
        let mut text = String::from(self.delimiter);
        for (at, &symbol) in symbols.iter().enumerate() {
            let unit = alphabet.unit(symbol);
            let inserts = self.delimiter == '`' && symbols[at..].starts_with(b"${");
            // ISO-2022-JP: a browser that finds no encoding may take these sequences for its own.
            let changes_encoding = matches!(unit, 0x24 | 0x28) && text.ends_with('\u{1b}');
            if inserts || changes_encoding {
                text.push('\\');
            }
            self.push_unit(&mut text, unit);
        }
        text.push(self.delimiter);
        text
    }

    fn push_unit(&self, text: &mut String, unit: u16) {
        let character = char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER);
        match character {
            '\n' if self.delimiter == '`' && !self.ascii => text.push('\n'),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\\' => text.push_str("\\\\"),
            _ if character == self.delimiter => text.extend(['\\', character]),
            '\0' => text.push_str("\\x00"),
            _ if Some(character) == self.attribute
                || (self.ascii && character.is_ascii_control()) =>
            {
                text.push_str(&format!("\\x{unit:02x}"));
            }
            _ if unit < 0x80 => text.push(character),
            _ if unit < 0x100 => text.push_str(&format!("\\x{unit:02x}")),
            _ => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
}

/// The UTF-16 units of the literal at the start of a text, and the text behind it.
pub(super) fn read(text: &str) -> Option<(Vec<u16>, &str)> {
    let mut characters = text.char_indices();
    let (_, delimiter) = characters.next()?;
    if !matches!(delimiter, '\'' | '"' | '`') {
        return None;
    }
    let mut units = Vec::new();
    let mut buffer = [0; 2];
    while let Some((at, character)) = characters.next() {
        match character {
            _ if character == delimiter => return Some((units, &text[at + 1..])),
            '\n' | '\r' if delimiter != '`' => return None,
            '$' if delimiter == '`' && text[at..].starts_with("${") => return None,
            '\\' => {
                let (_, escaped) = characters.next()?;
                let digits = match escaped {
                    'x' => 2,
                    'u' => 4,
                    'n' => {
                        units.push(10);
                        continue;
                    }
                    'r' => {
                        units.push(13);
                        continue;
                    }
                    _ if escaped.is_ascii_alphanumeric() => return None,
                    _ => {
                        units.extend_from_slice(escaped.encode_utf16(&mut buffer));
                        continue;
                    }
                };
                let number: String = characters.by_ref().take(digits).map(|(_, c)| c).collect();
                units.push(u16::from_str_radix(&number, 16).ok()?);
            }
            _ => units.extend_from_slice(character.encode_utf16(&mut buffer)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "a\"b'c`d\\e\nf\r${g}\0\u{1}\u{1b}(B\u{1b}$@\u{7f}\u{e9}\u{1f600}</script>&lt;0";
        let alphabet = Alphabet::of(text).unwrap();
        let symbols = alphabet.symbols(text);
        let units: Vec<u16> = text.encode_utf16().collect();
        for delimiter in ['\'', '"', '`'] {
            for attribute in [None, Some('"'), Some('\'')] {
                for ascii in [false, true] {
                    let literal = Literal {
                        delimiter,
                        attribute: attribute.filter(|quote| *quote != delimiter),
                        ascii,
                    };
                    let written = literal.write(&alphabet, &symbols);
                    assert!(written.is_ascii() && !written.contains('\r'));
                    assert!(!written.contains("\u{1b}(") && !written.contains("\u{1b}$"));
                    if let Some(quote) = literal.attribute {
                        assert!(!written.contains(quote));
                    }
                    let is_printable = |c: char| (' '..='~').contains(&c);
                    assert!(!ascii || written.chars().all(is_printable), "{written}");
                    let (read, rest) = read(&(written + "+1"))
                        .map(|(u, r)| (u, r.to_owned()))
                        .unwrap();
                    assert_eq!((read, rest.as_str()), (units.clone(), "+1"));
                }
            }
        }
    }

    #[test]
    fn the_delimiter_is_the_rarest_quote() {
        let alphabet = Alphabet::of("").unwrap();
        let delimiter = |text: &str, attribute| {
            Literal::for_text(&alphabet, text.as_bytes(), attribute, false).delimiter
        };
        assert_eq!(delimiter("`a`'b'\"c", None), '"');
        assert_eq!(delimiter("`a`'b'\"c'", Some('"')), '`');
        assert_eq!(delimiter("`a`", Some('"')), '\'');
    }
}
