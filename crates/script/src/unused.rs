//! Names for the variables of decoders around a script.

use super::lookup::words;
use super::script::{Script, ScriptError};

/// The first names. They are global variables while a decoder runs, and after it.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";

/// Words of two letters.
const RESERVED: [&str; 4] = ["do", "if", "in", "of"];

/// Names that a script neither declares at its top level nor expects of another script or an element. There
/// is no end of them.
///
/// # Errors
/// The text is not a script.
pub fn unused_names(source: &str) -> Result<impl Iterator<Item = String> + Clone, ScriptError> {
    let used: Vec<String> = Script::look(source, |script| {
        script.top_names().chain(script.free_names()).collect()
    })?;
    Ok(without(&|name| used.iter().any(|used| used == name)))
}

/// Names that are no words of a text, for a script that writes it as a page. There is no end of them.
pub fn unused_words(text: &str) -> impl Iterator<Item = String> + Clone {
    let used = words(text);
    without(&|name| used.contains(name))
}

/// All names of one or two letters but those that are used.
fn without(is_used: &dyn Fn(&str) -> bool) -> impl Iterator<Item = String> + Clone + use<> {
    let first = LETTERS.chars().map(String::from);
    let pairs = || {
        LETTERS
            .chars()
            .flat_map(|one| LETTERS.chars().map(move |two| (one, two)))
    };
    let longer = pairs().map(|(one, two)| format!("{one}{two}"));
    let names: Vec<String> = first
        .chain(longer)
        .filter(|name| !is_used(name) && !RESERVED.contains(&name.as_str()))
        .collect();
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_script_is_used() {
        let names = "let a=1;var b;function c(){let d}e(f);g=1";
        let unused: Vec<String> = unused_names(names).unwrap().take(3).collect();
        assert_eq!(unused, ["d", "h", "i"]);
        let all: Vec<String> = ('a'..='z').chain('A'..='Z').map(String::from).collect();
        let all = format!("{}=_=$=1", all.join("="));
        assert_eq!(unused_names(&all).unwrap().next().as_deref(), Some("aa"));
    }

    #[test]
    fn a_word_of_a_page_is_used() {
        let unused: Vec<String> = unused_words("<a id=b>c&d<script>'e'").take(2).collect();
        assert_eq!(unused, ["f", "g"]);
    }
}
