//! The same script with other short names: what packs best is not what is smallest.

use super::handler;
use super::mangle::{self, Order};
use super::rename::{Colouring, Names, Renaming};
use super::script::ScriptError;

/// A script with its table of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The script.
    pub script: String,
    /// Its names, in their order of appearance.
    pub names: Vec<Renaming>,
}

/// A script with names in all orders that the build knows. Each is right: its names refer to the same
/// declarations.
///
/// # Errors
/// The text is not a script, or it finds names by their texts.
pub fn spellings(script: &str, keep: &[String]) -> Result<Vec<Spelling>, ScriptError> {
    let mut found: Vec<Spelling> = Vec::new();
    for colouring in Colouring::ALL {
        let names = Names::frugal(script, keep)?.coloured(colouring);
        for order in Order::ALL {
            let letters = mangle::assign(&names, order, &reserved(&names));
            let spelt = names.spell(&letters);
            let again = Names::frugal(&spelt, keep);
            let is_right = again.is_ok_and(|again| again.canonical() == names.canonical());
            if is_right && found.iter().all(|other| other.script != spelt) {
                found.push(Spelling {
                    script: spelt,
                    names: names.table(&letters),
                });
            }
        }
    }
    Ok(found)
}

/// The names that no implicit global may get.
fn reserved(names: &Names<'_>) -> Vec<String> {
    match names.has_handlers() {
        true => handler::RESERVED.map(str::to_owned).into(),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_have_the_same_names_in_their_order() {
        let script = "function f(b,c){return c*c+b}function g(d,e){return d*d+e+f(1,2)}x(g(1,2))";
        let found = spellings(script, &["x".into()]).unwrap();
        assert!(found.len() > 4, "{found:?}");
        for one in &found {
            assert!(one.script.contains("x("), "{one:?}");
            assert_eq!(one.names.len(), 6);
            let uses: Vec<usize> = one.names.iter().map(|name| name.uses).collect();
            assert_eq!(uses, [2, 2, 3, 2, 3, 2]);
        }
        assert!(spellings("a=)", &[]).is_err());
    }
}
