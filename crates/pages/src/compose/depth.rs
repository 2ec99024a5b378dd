//! Limits the nesting of brackets: each level is a recursive call of the parser and of every
//! visitor, and a stack overflow ends the program.

/// The most open brackets; readable scripts have a tenth of them.
pub(super) const DEEPEST: usize = 500;

/// The byte offset of the first bracket that is nested too deeply. Brackets in strings and comments
/// count too, which matters only where they are many.
pub(super) fn too_deep(script: &str) -> Option<usize> {
    let mut depth = 0_usize;
    script.bytes().position(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_that_are_open_at_once_count() {
        let nested = |levels| {
            format!(
                "a\n{}\n{}",
                "([".repeat(levels / 2),
                "])".repeat(levels / 2)
            )
        };
        assert_eq!(too_deep(&nested(DEEPEST)), None);
        assert_eq!(too_deep(&nested(DEEPEST).repeat(9)), None);
        let deep = nested(DEEPEST + 2);
        assert_eq!(too_deep(&deep), Some("a\n".len() + DEEPEST));
    }
}
