//! Finds the fragment that a line of the composed script came from.

use std::collections::BTreeMap;

/// `file:line` of the first fragment line that equals `excerpt` apart from its
/// indentation, or else that shares its longest word run; `None` when no
/// fragment has such a line (it was put together from several).
pub(super) fn place(texts: &BTreeMap<String, String>, excerpt: &str) -> Option<String> {
    let lines = || {
        texts.iter().flat_map(|(name, text)| {
            let numbered = text.lines().enumerate();
            numbered.map(move |(at, line)| (name, at + 1, line.trim()))
        })
    };
    let wanted = excerpt.trim();
    // A lone bracket, or the end of the script, could be anywhere.
    if !wanted.contains(char::is_alphanumeric) {
        return None;
    }
    lines()
        .find(|(_, _, line)| *line == wanted)
        .or_else(|| {
            lines()
                .filter(|(_, _, line)| line.len() > 3 && wanted.contains(line))
                .max_by_key(|(_, _, line)| line.len())
        })
        .map(|(name, line, _)| format!("{name}:{line}"))
}

/// The line, from 1, in which `word` first stands on its own; 1 if none has it.
pub(super) fn line_of_word(text: &str, word: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let has = |line: &str| {
        (line.contains("/*") || line.contains("//%"))
            && line.split(|c| !is_word(c)).any(|w| w == word)
    };
    text.lines().position(has).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_line_is_found_and_a_part_of_a_line_too() {
        let texts = BTreeMap::from([
            ("one.js".to_owned(), "a = 1;\n  total = b +\n".to_owned()),
            ("two.js".to_owned(), "c = trun;".to_owned()),
        ]);
        assert_eq!(place(&texts, "c = trun;").as_deref(), Some("two.js:1"));
        assert_eq!(place(&texts, "total = b + c").as_deref(), Some("one.js:2"));
        assert_eq!(place(&texts, "nowhere"), None);
        assert_eq!(place(&texts, ""), None);
    }

    #[test]
    fn the_line_of_a_condition_is_found() {
        assert_eq!(line_of_word("// Q is a letter\na\n/*% if Q %*/", "Q"), 3);
    }
}
