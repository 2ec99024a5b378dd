//! Which edits leave the syntax tree as it is.

use golfchess_sizes::text;
use oxc_ast::ast::Program;

use super::edits::Edit;
use super::parts::{self, Part};
use crate::script::{self, Tree};

/// The bytes of a script in whose parts edits are tried first.
pub const LARGE: usize = 12_000;

/// Characters to replace.
type Places = Vec<(usize, &'static str)>;

/// Applies all `edits` that leave the tree of the program as it is.
pub fn keep_harmless(program: &Program<'_>, text: &str, edits: Vec<Edit>) -> String {
    let edits = match text.len() > LARGE {
        true => tried_in_parts(text, edits),
        false => edits,
    };
    apply(text, &harmless(program, text, &edits))
}

/// The edits of each part that leave it as it is, together; and those that are in no part.
fn tried_in_parts(text: &str, edits: Vec<Edit>) -> Vec<Edit> {
    let parts = Tree::look(text, |tree| parts::of(tree.program)).unwrap_or_default();
    let mut rest = edits;
    let mut tried = Vec::new();
    for part in &parts {
        let (own, others): (Vec<Edit>, _) = rest.into_iter().partition(|edit| part.has(edit));
        rest = others;
        match tried_in(part, text, &own) {
            Some(edit) => tried.push(edit),
            None => rest.extend(own),
        }
    }
    tried.retain(|edit| !edit.0.is_empty());
    tried.extend(rest);
    tried
}

/// The edits that leave a part as it is; `None` if the part is no script.
fn tried_in(part: &Part, text: &str, edits: &[Edit]) -> Option<Edit> {
    if edits.is_empty() {
        return Some(Edit(Vec::new()));
    }
    let (part, shift) = (part.text(text), part.shift());
    let moved = |edit: &Edit| {
        let places = edit.0.iter();
        Edit(places.map(|(at, text)| (at - shift, *text)).collect())
    };
    let edits: Vec<Edit> = edits.iter().map(moved).collect();
    let kept = Tree::look(&part, |tree| harmless(tree.program, &part, &edits)).ok()?;
    let kept = kept.into_iter();
    Some(Edit(kept.map(|(at, text)| (at + shift, text)).collect()))
}

/// The edits that leave the tree of the program as it is. Groups that fail as a whole are halved, so that
/// long runs of harmless edits cost one parse.
fn harmless(program: &Program<'_>, text: &str, edits: &[Edit]) -> Places {
    fn search(program: &Program<'_>, text: &str, edits: &[Edit], kept: &mut Places) {
        if edits.is_empty() {
            return;
        }
        let mut tried = kept.clone();
        tried.extend(edits.iter().flat_map(|edit| edit.0.iter().copied()));
        if script::means(program, &apply(text, &tried)) {
            *kept = tried;
        } else if edits.len() > 1 {
            let (left, right) = edits.split_at(edits.len() / 2);
            search(program, text, left, kept);
            search(program, text, right, kept);
        }
    }
    let mut kept = Vec::new();
    search(program, text, edits, &mut kept);
    kept
}

fn apply(text: &str, edits: &[(usize, &'static str)]) -> String {
    let mut sorted = edits.to_vec();
    sorted.sort_unstable();
    sorted.dedup_by_key(|edit| edit.0);
    let replaced = sorted.into_iter().map(|(at, text)| (at..at + 1, text));
    text::with_replaced(text, replaced)
}

#[cfg(test)]
mod tests {
    use super::super::edits::{parenthesis_edits, separator_edits};
    use super::*;

    #[test]
    fn parts_keep_what_the_whole_script_keeps() {
        let part = "'use strict';class A{#a=(1);b(c=(2)){return(this.#a)+((c));}static async*d(){yield(await(c))}};\
                    (function(){if(a){(b)();}do c();while(d);return(\n'e',f);})();for(let i of((1,[2])))(i).j();\n";
        let script = part.repeat(LARGE / part.len() / 2 + 1);
        let script = format!("(()=>{{{script}}})();{script}");
        let both = Tree::look(&script, |tree| {
            [parenthesis_edits, separator_edits].map(|edits| {
                let edits = edits(&script);
                let whole = apply(&script, &harmless(tree.program, &script, &edits));
                (keep_harmless(tree.program, &script, edits), whole)
            })
        });
        for (in_parts, whole) in both.expect("a script") {
            assert!(in_parts.len() < script.len());
            assert_eq!(in_parts, whole);
        }
    }
}
