//! Short names for the private members of classes: no code outside of a script can have them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use golfchess_sizes::edit::Splice;
use oxc_ast::AstKind;
use oxc_span::Span;

use super::script::{Tree, replace};
use super::{evaluated, walk};

/// The letters of names, in the order in which they are given.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_";

/// The script with `#a` for `#total`. All private members of one name get the same short one. The script itself if code in
/// a text may use them.
pub(super) fn shortened(source: &str) -> String {
    if !source.contains('#') {
        return source.to_owned();
    }
    let text = Tree::edited(source, |tree| edits(tree).unwrap_or_default());
    text.unwrap_or_else(|| source.to_owned())
}

fn edits(tree: &Tree<'_>) -> Option<Vec<Splice>> {
    let mut places: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let mut evaluates = false;
    walk::all(tree.program, |node| match node {
        AstKind::PrivateIdentifier(one) => {
            places.entry(tree.text(one)).or_default().push(one.span);
        }
        AstKind::CallExpression(call) => evaluates |= evaluated::is_direct(call),
        _ => {}
    });
    let mut names: Vec<(&str, Vec<Span>)> = places.into_iter().collect();
    names.sort_by_key(|(name, places)| {
        (
            Reverse(places.len()),
            places.first().map(|one| one.start),
            *name,
        )
    });
    let short = names
        .iter()
        .zip(letters())
        .flat_map(|((_, places), short)| {
            let text = format!("#{short}");
            places.iter().map(move |place| replace(place, text.clone()))
        });
    (!evaluates).then(|| short.collect())
}

/// All names of one letter, then those of two.
fn letters() -> impl Iterator<Item = String> {
    let ones = LETTERS.chars().map(String::from);
    let twos = LETTERS.chars().flat_map(|first| {
        LETTERS
            .chars()
            .map(move |second| format!("{first}{second}"))
    });
    ones.chain(twos)
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn private_members_get_short_names() {
        let source = "class A{#one=1;#two(){return this.#two&&#one in this}static b=class{#one=3}}x.one='#one'";
        let short =
            "class A{#a=1;#b(){return this.#b&&#a in this}static b=class{#a=3}}x.one='#one'";
        assert_eq!(shortened(source), short);
        let swapped = "class A{#b=1;#a=this.#a}";
        assert_eq!(shortened(swapped), "class A{#b=1;#a=this.#a}");
        for source in ["class A{#one=eval('this.#one')}", "a='#one'", "class A{"] {
            assert_eq!(shortened(source), source);
        }
        let fields: String = (0..60).map(|at| format!("#field{at};")).collect();
        let short = shortened(&format!("class A{{{fields}}}"));
        assert!(short.contains("#_;#aa;"), "{short}");
    }
}
