//! Brackets within brackets: each level is a call of every parser and walker on the way to a page,
//! and a stack that overflows takes the whole program with it.

/// The most levels; readable scripts have a tenth of them.
pub(super) const DEEPEST: usize = 500;

/// The first line with a bracket that is too deep. Brackets in texts and comments count too, which
/// matters only where they are many.
pub(super) fn too_deep(script: &str) -> Option<&str> {
    let mut depth = 0_usize;
    script.lines().find(|line| {
        line.bytes().any(|byte| {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > DEEPEST
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_open_at_once_counts() {
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
        assert_eq!(too_deep(&deep), deep.lines().nth(1));
    }
}
