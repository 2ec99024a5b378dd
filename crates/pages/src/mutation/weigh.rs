//! What a script would weigh, quickly.

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};

use crate::minify::script;

/// The characters of the script without white space and comments, each name of `ours` counted as
/// one; `None` if it does not parse. The page is some characters apart from it, mostly the same
/// number of them.
pub fn weight(source: &str, ours: &HashSet<String>) -> Option<(usize, String)> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let options = CodegenOptions {
        single_quote: true,
        ..CodegenOptions::minify()
    };
    let code = Codegen::new().with_options(options).build(&program).code;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let saved: usize = code
        .split(|c| !is_word(c))
        .filter(|word| ours.contains(*word))
        .map(|word| word.len() - 1)
        .sum();
    Some((code.len() - saved, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_one_and_comments_nothing() {
        let ours = HashSet::from(["total".to_owned()]);
        let (weight, code) = weight("total = 1; // one\nalert(total)", &ours).expect("a script");
        assert_eq!(code.trim_end_matches(';'), "total=1;alert(total)");
        assert_eq!(weight, code.len() - 2 * 4);
        assert_eq!(super::weight("total = = 1", &ours), None);
    }
}
