//! What editors and other tools do to a committed file.

use std::fmt;

use serde::Serialize;

/// A file has the text of the build, apart from a change that nobody wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "damage", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Damage {
    /// Its lines end otherwise: CR LF instead of LF, or a last line end more or less.
    LineEnds,
    /// It starts with a byte order mark.
    ByteOrderMark,
    /// It has another encoding than UTF-8.
    Encoding,
    /// Characters that an editor does not show are missing or others.
    ControlCharacters {
        /// Their code points, such as `U+0005`, in order.
        characters: Vec<String>,
    },
}

impl Damage {
    /// The damage of a file that differs from its text; `None` if it has another text.
    pub(super) fn of(text: &str, found: &[u8]) -> Option<Self> {
        if found.strip_prefix(b"\xef\xbb\xbf") == Some(text.as_bytes()) {
            return Some(Self::ByteOrderMark);
        }
        let lossy = String::from_utf8_lossy(found);
        let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        if lines(&lossy).trim_end_matches('\n') == lines(text).trim_end_matches('\n') {
            return Some(Self::LineEnds);
        }
        // What a tool puts in the place of a character is a space or a sign for it.
        let visible = |text: &str| -> String {
            let is_visible = |c: &char| !is_hidden(*c) && !matches!(c, ' ' | '?' | '\u{fffd}');
            text.chars().filter(is_visible).collect()
        };
        if visible(&lossy) != visible(text) {
            return None;
        }
        if std::str::from_utf8(found).is_err() {
            return Some(Self::Encoding);
        }
        let count = |text: &str, c: char| text.matches(c).count();
        let hidden = (0..=0x7f)
            .filter_map(char::from_u32)
            .filter(|c| is_hidden(*c));
        let changed = hidden.filter(|c| count(text, *c) != count(&lossy, *c));
        let characters: Vec<String> = changed.map(|c| format!("U+{:04X}", u32::from(c))).collect();
        (!characters.is_empty()).then_some(Self::ControlCharacters { characters })
    }
}

fn is_hidden(c: char) -> bool {
    c.is_ascii_control()
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnds => f.write_str("its lines end otherwise"),
            Self::ByteOrderMark => f.write_str("it starts with a byte order mark"),
            Self::Encoding => f.write_str("its encoding is not UTF-8"),
            Self::ControlCharacters { characters } => {
                let list = characters.join(", ");
                write!(f, "control characters are missing or others: {list}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Damage;

    #[test]
    fn damage_is_named() {
        let text = "<p>\u{1}a\u{2}\tb\u{b}\u{e9}\nc\n";
        let of = |found: &str| Damage::of(text, found.as_bytes()).map(|damage| damage.to_string());
        let named = |damage: &str| Some(damage.to_owned());
        assert_eq!(
            of(&text.replace('\n', "\r\n")),
            named("its lines end otherwise")
        );
        assert_eq!(of(text.trim_end()), named("its lines end otherwise"));
        assert_eq!(of(&format!("{text}\n")), named("its lines end otherwise"));
        let mark = named("it starts with a byte order mark");
        assert_eq!(of(&format!("\u{feff}{text}")), mark);
        let hidden =
            |list: &str| named(&format!("control characters are missing or others: {list}"));
        assert_eq!(of(&text.replace('\t', "    ")), hidden("U+0009"));
        assert_eq!(
            of(&text.replace(['\u{1}', '\u{b}'], "")),
            hidden("U+0001, U+000B")
        );
        assert_eq!(of(&text.replace('\u{2}', "?")), hidden("U+0002"));
        assert_eq!(of(&text.replace('\u{b}', "\n")), hidden("U+000A, U+000B"));
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        assert_eq!(
            Damage::of(&text.replace('\u{e9}', ""), &latin),
            Some(Damage::Encoding)
        );
        assert_eq!(of(&text.replace('c', "d")), None);
        assert_eq!(of(""), None);
    }
}
