//! Limits the nesting of scripts: each level is a recursive call of the parser and of every visitor,
//! and a stack overflow ends the program.

/// The stack of a thread that may read any script: 5 KiB for each level up to the limit. With a limit
/// alone, long chains of operators would be refused, which nest too; with a stack alone, brackets
/// would overflow it. The system provides memory only for the part of a stack that is used.
pub const STACK: usize = 512 << 20;

/// The most levels.
pub(super) const DEEPEST: usize = 100_000;

/// The byte offset at which a script may be nested too deeply: open brackets nest, and so may words,
/// signs and pairs of brackets without a comma or a semicolon between them. Those in texts count too,
/// and those in comments that do not fill their line, which matters only where they are many.
pub(super) fn too_deep(script: &str) -> Option<usize> {
    // Each level has a character.
    if script.len() <= DEEPEST {
        return None;
    }
    // For each open bracket what counts within it, with the bracket itself.
    let mut levels = Vec::new();
    let (mut within, mut depth, mut in_word) = (0_usize, 0_usize, false);
    let mut is_too_deep = |byte: u8| {
        let is_word = byte.is_ascii_alphanumeric() || b"_$".contains(&byte) || !byte.is_ascii();
        let continues = byte.is_ascii_whitespace() || is_word && in_word;
        in_word = is_word;
        match byte {
            b'(' | b'[' | b'{' => levels.push(std::mem::take(&mut within)),
            b')' | b']' | b'}' => {
                depth -= within;
                within = levels.pop().unwrap_or_default();
            }
            b',' | b';' => {
                let bracket = usize::from(!levels.is_empty()).min(within);
                depth -= within - bracket;
                within = bracket;
                return false;
            }
            _ if continues => return false,
            _ => {}
        }
        within += 1;
        depth += 1;
        depth > DEEPEST
    };
    let mut start = 0;
    for line in script.split_inclusive('\n') {
        let is_comment = line.trim_start().starts_with("//");
        if !is_comment && let Some(at) = line.bytes().position(&mut is_too_deep) {
            return Some(start + at);
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_nest_counts_and_what_stands_side_by_side_does_not() {
        for level in [
            "(", "{", "!", "b+", "b=>", "if(b)", "b?b:", "new ", "b()", "b{}",
        ] {
            assert!(too_deep(&level.repeat(DEEPEST + 1)).is_some(), "{level}");
            assert_eq!(too_deep(&level.repeat(DEEPEST / 5)), None, "{level}");
        }
        for side in ["b,", "b;", "[b],", "(b,(b)),", "{b;b};", "word", " // (b\n"] {
            assert_eq!(too_deep(&side.repeat(DEEPEST + 1)), None, "{side}");
        }
    }

    #[test]
    fn the_place_is_that_of_the_first_level_too_many() {
        let brackets = format!("a;{}", "(".repeat(DEEPEST + 9));
        assert_eq!(too_deep(&brackets), Some("a;".len() + DEEPEST));
    }
}
