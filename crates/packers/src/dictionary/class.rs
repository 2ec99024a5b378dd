//! Characters that no text of a script has, and a class of regular expressions for them.

use std::ops::RangeInclusive;

use super::literal::Literal;

/// Characters that stand for entries of a dictionary, and the class that finds them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Class {
    /// What is between the brackets.
    pub(super) pattern: String,
    /// The characters, those that are used first before the others.
    pub(super) tokens: Vec<u8>,
}

impl Class {
    /// The shortest class with a number of tokens that a literal can hold; `None` if there are not so
    /// many unused characters.
    pub(super) fn with(count: usize, is_used: &[bool; 128], literal: &Literal) -> Option<Self> {
        let bases = Self::bases(is_used, literal.ascii).into_iter();
        let extended = bases.filter_map(|base| base.extended(count, is_used, literal));
        extended.min_by_key(|class| class.pattern.len())
    }

    /// Classes of control characters, and the empty one.
    fn bases(is_used: &[bool; 128], ascii: bool) -> Vec<Self> {
        let mut bases = vec![Self::default()];
        if ascii {
            return bases;
        }
        // Line ends take two bytes in a string, and U+001B may start a sequence of another encoding.
        let control = (1..=31).filter(|c| !matches!(c, b'\n' | b'\r' | 27));
        let is_free =
            |range: RangeInclusive<u8>| range.into_iter().all(|c| !is_used[usize::from(c)]);
        let within = |range: &RangeInclusive<u8>| {
            let tokens = control.clone().filter(|c| range.contains(c));
            tokens.collect::<Vec<u8>>()
        };
        // The longest stretches of unused characters, alone and together.
        let mut stretches: Vec<RangeInclusive<u8>> = Vec::new();
        let mut first = 1;
        while first <= 31 {
            let last = (first..=31).take_while(|&c| is_free(c..=c)).last();
            if let Some(last) = last.filter(|last| *last > first + 2) {
                stretches.push(first..=last);
            }
            first = last.unwrap_or(first) + 1;
        }
        let range = |range: &RangeInclusive<u8>| {
            format!(
                "{}-{}",
                char::from(*range.start()),
                char::from(*range.end())
            )
        };
        for stretch in &stretches {
            bases.push(Self {
                pattern: range(stretch),
                tokens: within(stretch),
            });
        }
        if stretches.len() > 1 {
            bases.push(Self {
                pattern: stretches.iter().map(range).collect(),
                tokens: stretches.iter().flat_map(within).collect(),
            });
        }
        // A line end at the start of a class is written as an escape.
        let is_plain = |base: &Self| !base.pattern.contains(['\n', '\r']);
        bases.retain(is_plain);
        bases
    }

    /// The class with printable characters too.
    fn extended(mut self, count: usize, is_used: &[bool; 128], literal: &Literal) -> Option<Self> {
        let has_base = !self.pattern.is_empty();
        // The class stands in a template. An `&` or `<` may start what HTML reads otherwise.
        let can_stand = |c: u8| match c {
            b'`' | b'\\' | b']' | b'-' | b'&' | b'<' => false,
            b'\'' | b'"' => {
                let quote = char::from(c);
                quote != literal.delimiter && Some(quote) != literal.attribute
            }
            b'^' => has_base,
            b'$' => is_used[usize::from(b'{')],
            _ => true,
        };
        let is_token = |c: u8| !is_used[usize::from(c)] && can_stand(c);
        let mut runs: Vec<RangeInclusive<u8>> = Vec::new();
        let mut first = b'!';
        while first <= b'~' {
            let last = (first..=b'~').take_while(|&c| is_token(c)).last();
            runs.extend(last.map(|last| first..=last));
            first = last.unwrap_or(first) + 1;
        }
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        for run in runs {
            let missing = count.saturating_sub(self.tokens.len());
            if missing == 0 {
                break;
            }
            let (first, last) = (char::from(*run.start()), char::from(*run.end()));
            match missing.min(run.len()) {
                few @ ..=3 => {
                    let some = run.take(few);
                    for token in some {
                        self.pattern.push(char::from(token));
                        self.tokens.push(token);
                    }
                }
                _ => {
                    self.pattern.extend([first, '-', last]);
                    self.tokens.extend(run);
                }
            }
        }
        (self.tokens.len() >= count).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(delimiter: char, attribute: Option<char>, ascii: bool) -> Literal {
        Literal {
            delimiter,
            attribute,
            ascii,
        }
    }

    fn used(text: &[u8]) -> [bool; 128] {
        let mut used = [false; 128];
        for &c in text {
            used[usize::from(c)] = true;
        }
        used
    }

    #[test]
    fn the_shortest_class_has_the_tokens_that_are_asked_for() {
        let letters: Vec<u8> = (b' '..=b'~').filter(|c| !b"!XYZ".contains(c)).collect();
        let class = |count, ascii| {
            let literal = literal('\'', None, ascii);
            Class::with(count, &used(&letters), &literal)
        };
        assert_eq!(class(0, true).unwrap().pattern, "");
        assert_eq!(class(2, true).unwrap().pattern, "XY");
        assert_eq!(class(4, true).unwrap().pattern, "XYZ!");
        assert_eq!(class(5, true), None);
        let control = class(20, false).unwrap();
        assert_eq!(control.pattern, "\u{1}-\u{1f}");
        assert_eq!(control.tokens.len(), 28);
        assert_eq!(class(30, false).unwrap().tokens.len(), 30);
    }

    #[test]
    fn quotes_and_signs_are_tokens_where_they_mean_nothing() {
        let signs = b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
        let letters = (b'0'..=b'z').filter(u8::is_ascii_alphanumeric);
        let tokens = |more: &[u8], literal: &Literal| {
            let text: Vec<u8> = letters.clone().chain(more.iter().copied()).collect();
            let class = (0..200).map_while(|count| Class::with(count, &used(&text), literal));
            let class = class.last().unwrap();
            let is_free = |sign: &&u8| class.tokens.contains(*sign) && !more.contains(*sign);
            let free: Vec<u8> = signs.iter().filter(is_free).copied().collect();
            String::from_utf8(free).unwrap()
        };
        let all = "!#%()*+,./:;=>?@[_{|}~";
        let with = |more: &str| {
            let signs = signs.iter().copied().map(char::from);
            let is_free = |sign: &char| all.contains(*sign) || more.contains(*sign);
            signs.filter(is_free).collect::<String>()
        };
        assert_eq!(tokens(b"", &literal('\'', None, true)), with("\""));
        assert_eq!(tokens(b"", &literal('\'', Some('"'), true)), with(""));
        assert_eq!(tokens(b"", &literal('`', Some('"'), false)), with("'^"));
        let braces = tokens(b"{", &literal('`', None, false));
        assert_eq!(braces, with("\"'^$").replace('{', ""));
    }

    #[test]
    fn no_character_of_the_text_is_in_the_class() {
        for text in ["\n\u{17}abc", "\u{1}\u{1f}", "\r\t"] {
            let used = used(text.as_bytes());
            for count in 0..60 {
                let class = Class::with(count, &used, &literal('`', Some('"'), false)).unwrap();
                assert!(class.tokens.iter().all(|&c| !used[usize::from(c)]));
                let units: Vec<u8> = class.pattern.bytes().collect();
                let mut covered = [false; 128];
                let mut at = 0;
                while at < units.len() {
                    let is_range = units.get(at + 1) == Some(&b'-');
                    let last = if is_range { units[at + 2] } else { units[at] };
                    for c in units[at]..=last {
                        covered[usize::from(c)] = true;
                    }
                    at += if is_range { 3 } else { 1 };
                }
                let meets = (0..128).any(|c| covered[c] && used[c]);
                assert!(!meets, "{text:?} {count}");
                assert!(class.tokens.iter().all(|&c| covered[usize::from(c)]));
            }
        }
    }
}
