//! Scripts as symbols of one byte, which the search compares and counts.

/// The symbols from here on stand for UTF-16 units that are not ASCII.
const OTHERS: usize = 128;

/// The symbols of one script: an ASCII character is its own symbol, every other UTF-16 unit of the
/// script has a number from 128.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Alphabet {
    others: Vec<u16>,
}

impl Alphabet {
    /// The alphabet of a script; `None` if it has more than 128 different units that are not ASCII.
    pub(super) fn of(script: &str) -> Option<Self> {
        let mut others: Vec<u16> = script.encode_utf16().filter(|unit| *unit >= 128).collect();
        others.sort_unstable();
        others.dedup();
        (others.len() <= OTHERS).then_some(Self { others })
    }

    /// Whether all symbols are ASCII.
    pub(super) fn is_ascii(&self) -> bool {
        self.others.is_empty()
    }

    /// A text of the script as symbols.
    pub(super) fn symbols(&self, text: &str) -> Vec<u8> {
        let symbol = |unit: u16| match u8::try_from(unit) {
            Ok(ascii) if ascii.is_ascii() => ascii,
            _ => {
                let at = self.others.binary_search(&unit);
                u8::try_from(OTHERS + at.unwrap_or_else(|at| at)).unwrap_or(u8::MAX)
            }
        };
        text.encode_utf16().map(symbol).collect()
    }

    /// The UTF-16 unit of a symbol.
    pub(super) fn unit(&self, symbol: u8) -> u16 {
        match usize::from(symbol).checked_sub(OTHERS) {
            Some(at) => self.others.get(at).copied().unwrap_or_default(),
            None => u16::from(symbol),
        }
    }

    /// The text of symbols; `None` if it splits a pair of surrogates.
    pub(super) fn text(&self, symbols: &[u8]) -> Option<String> {
        let units: Vec<u16> = symbols.iter().map(|&symbol| self.unit(symbol)).collect();
        String::from_utf16(&units).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Alphabet;

    #[test]
    fn every_text_of_a_script_can_be_read_again() {
        let script = "a='\u{e9}\u{1f600}\u{7}'";
        let alphabet = Alphabet::of(script).unwrap();
        let symbols = alphabet.symbols(script);
        assert_eq!(symbols.len(), 8);
        assert_eq!(symbols[..4], *b"a='\x80");
        assert_eq!(alphabet.text(&symbols).as_deref(), Some(script));
        assert_eq!(alphabet.text(&symbols[..5]), None);
    }

    #[test]
    fn a_script_with_too_many_units_has_none() {
        let script: String = ('\u{4e00}'..).take(129).collect();
        assert_eq!(Alphabet::of(&script), None);
    }
}
