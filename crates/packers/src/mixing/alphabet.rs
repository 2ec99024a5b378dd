//! The characters of the payload, and how the decoder makes digits of them.

use golfchess_sizes::metric::Metric;

/// A set of characters for digits: `(code * factor + offset) % modulus` is the digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alphabet {
    /// How many digits there are.
    pub base: u8,
    factor: u32,
    offset: u32,
    modulus: u32,
    /// Whether all characters are printable.
    is_printable: bool,
}

/// All of ASCII but NUL, which HTML replaces. Three characters need an escape.
const ALL: Alphabet = Alphabet {
    base: 127,
    factor: 1,
    offset: 0,
    modulus: 127,
    is_printable: false,
};

/// Printable characters. The results for the two that need an escape are 93 and 94, which are no digits.
const PRINTABLE: Alphabet = Alphabet {
    base: 93,
    factor: 24,
    offset: 70,
    modulus: 95,
    is_printable: true,
};

/// Deflate and brotli write each of 64 characters with six bits.
const SIX_BITS: Alphabet = Alphabet {
    base: 64,
    factor: 1,
    offset: 0,
    modulus: 64,
    is_printable: false,
};

const SIX_BITS_PRINTABLE: Alphabet = Alphabet {
    is_printable: true,
    ..SIX_BITS
};

/// What a template has to escape; it replaces a carriage return by a line feed.
const ESCAPED: [(u8, &str); 3] = [(b'`', "\\`"), (b'\\', "\\\\"), (b'\r', "\\r")];

/// Texts that must not be in a payload, and what the template has in place of them. Texts after ESC may turn
/// on another encoding.
const AVOIDED: [(&str, &str); 5] = [
    ("${", "\\${"),
    ("</", "<\\/"),
    ("<!--", "<\\!--"),
    ("\x1b(", "\\x1b("),
    ("\x1b$", "\\x1b$"),
];

impl Alphabet {
    /// The alphabets to choose from.
    pub fn for_metric(metric: Metric, is_printable: bool) -> &'static [Self] {
        match (metric, is_printable) {
            (Metric::Bytes | Metric::Chars, false) => &[ALL],
            (Metric::Bytes | Metric::Chars, true) => &[PRINTABLE],
            (_, false) => &[SIX_BITS, ALL],
            (_, true) => &[SIX_BITS_PRINTABLE, PRINTABLE],
        }
    }

    /// The decoder's expression for a digit, from the one for the code of a character.
    pub fn digit(&self, code: &str) -> String {
        let Self {
            factor,
            offset,
            modulus,
            ..
        } = self;
        match (factor, offset) {
            (1, 0) => format!("{code}%{modulus}"),
            _ => format!("({code}*{factor}+{offset})%{modulus}"),
        }
    }

    fn digit_of(&self, code: u8) -> u32 {
        (u32::from(code) * self.factor + self.offset) % self.modulus
    }

    /// The character of a digit, if possible one without an escape, and one of many bits, as most of the
    /// decoder's are.
    fn character(&self, digit: u8) -> char {
        let last = if self.is_printable { b'~' } else { 127 };
        let first = if self.is_printable { b' ' } else { 1 };
        let codes = (first..=last).rev();
        let mut fitting: Vec<u8> = codes
            .filter(|&code| self.digit_of(code) == u32::from(digit))
            .collect();
        fitting.sort_by_key(|&code| ESCAPED.iter().any(|(escaped, _)| *escaped == code));
        fitting.first().map_or('?', |&code| char::from(code))
    }

    /// The text of a template with these digits, also for a script element.
    pub fn payload(&self, digits: &[u8]) -> String {
        let characters: Vec<char> = (0..self.base).map(|digit| self.character(digit)).collect();
        let mut payload = String::new();
        for &digit in digits {
            let character = characters[usize::from(digit)];
            let is_it = |(code, _): &&(u8, &str)| char::from(*code) == character;
            match ESCAPED.iter().find(is_it) {
                Some((_, escape)) => payload.push_str(escape),
                None => payload.push(character),
            }
        }
        for (avoided, escape) in AVOIDED {
            payload = payload.replace(avoided, escape);
        }
        payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_digit_has_a_character_that_the_decoder_reads() {
        for is_printable in [false, true] {
            for alphabet in Alphabet::for_metric(Metric::Zip, is_printable) {
                for digit in 0..alphabet.base {
                    let character = alphabet.character(digit);
                    let code = u8::try_from(character).unwrap();
                    assert_eq!(alphabet.digit_of(code), u32::from(digit));
                    let is_escaped = ESCAPED.iter().any(|(escaped, _)| *escaped == code);
                    assert!(
                        !is_escaped || alphabet.base == 127 || digit == 28,
                        "{character:?}"
                    );
                    assert!(!is_printable || (b' '..=b'~').contains(&code));
                    assert_ne!(code, 0);
                }
            }
        }
    }

    #[test]
    fn a_payload_ends_neither_its_template_nor_its_script() {
        let digits = b"$${a}</SCRIPT></s<!--`\\\r\x1b$\x1b(\x1b)\x7e";
        let expected = "$\\${a}<\\/SCRIPT><\\/s<\\!--\\`\\\\\\r\\x1b$\\x1b(\x1b)~";
        assert_eq!(ALL.payload(digits), expected);
    }
}
