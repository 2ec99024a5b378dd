//! A quick estimate of the size of a script after minifying.

use std::collections::HashSet;

use crate::compressor;
use crate::script::Tree;

/// Estimates the bytes of a script after minifying, and returns the script without white space and
/// comments that it counted. Each name of `renamed` counts as one byte. Returns `None` if the script
/// does not parse.
///
/// The size of the page differs by an offset that is nearly the same for all edits of one script.
pub fn estimate_size(source: &str, renamed: &HashSet<String>) -> Option<(usize, String)> {
    let code = Tree::look(source, |tree| compressor::print(tree.program)).ok()?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let saved: usize = code
        .split(|c| !is_word(c))
        .filter(|word| renamed.contains(*word))
        .map(|word| word.len() - 1)
        .sum();
    Some((code.len() - saved, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renamed_names_count_as_one_byte_and_comments_as_none() {
        let renamed = HashSet::from(["total".to_owned()]);
        let (size, code) =
            estimate_size("total = 1; // one\nalert(total)", &renamed).expect("a script");
        assert_eq!(code.trim_end_matches(';'), "total=1;alert(total)");
        assert_eq!(size, code.len() - 2 * 4);
        assert_eq!(estimate_size("total = = 1", &renamed), None);
    }
}
