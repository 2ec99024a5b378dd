//! What scripts and style sheets could see of a script that writes the page.

use super::reads::uses;
use super::{FINDS, Facts};
use crate::tree::Tree;

/// How scripts find elements by what they are, beside [`FINDS`].
const FINDS_MORE: [&str; 2] = ["evaluate", "closest"];

/// Properties that lead from the root of a page to the elements in its head.
const STEPS: [&str; 7] = [
    "children",
    "childElementCount",
    "firstElementChild",
    "lastElementChild",
    "nextElementSibling",
    "previousElementSibling",
    "getElementsByTagNameNS",
];

/// Where these steps start.
const ROOTS: [&str; 5] = [
    "documentElement",
    "head",
    "currentScript",
    "parentNode",
    "parentElement",
];

/// What waits for the code that runs.
const WAITS: [&str; 7] = [
    "Promise",
    "async",
    "await",
    "then",
    "queueMicrotask",
    "MutationObserver",
    "customElements",
];

impl Facts {
    /// Whether a page may show that its encoding is not the one that it declares.
    pub fn sees_encoding(&self, tree: &Tree) -> bool {
        let all = || tree.all().into_iter();
        let is_declared = all().any(|id| {
            let element = tree.element(id).filter(|_| tree.is_any(id, &["meta"]));
            element.is_some_and(|element| element.attribute("charset").is_some())
        });
        let words = [
            "characterSet",
            "charset",
            "inputEncoding",
            "script",
            "link",
            "form",
        ];
        is_declared
            && (all().any(|id| tree.is_any(id, &["form"]))
                || words.iter().any(|word| self.says(word)))
    }

    /// Whether scripts or style sheets may see one more script, the first element in the head of the page.
    pub fn sees_first_script(&self) -> bool {
        let finds = || FINDS.iter().chain(&FINDS_MORE).any(|word| self.says(word));
        let names = |word: &str| self.own.names(word);
        // (A selector with `:` or `*` may match any element.)
        let selects = || self.own.texts.iter().any(|text| text.contains(['*', ':']));
        let starts = || {
            let of_document = STEPS.iter().chain(&super::NODES);
            ROOTS.iter().any(|word| self.says(word))
                || of_document
                    .into_iter()
                    .any(|step| self.scripts.contains(&format!("document.{step}")))
        };
        let steps =
            || self.own.reads.any() || self.reads_html || STEPS.iter().any(|word| self.says(word));
        self.has_unknown_sheets
            || self.says("scripts")
            || self.scripts.contains("document.all")
            || finds() && (names("script") || names("head") || selects())
            || starts() && steps()
            || ["script", "head"]
                .iter()
                .any(|name| uses(&self.sheets, name).next().is_some())
            || self.shows_all()
    }

    /// Whether style sheets may show elements of all names.
    fn shows_all(&self) -> bool {
        self.sheets.match_indices('*').any(|(at, _)| {
            let block = self.sheets[at..].split('{').nth(1);
            block.is_some_and(|block| {
                block
                    .split('}')
                    .next()
                    .is_some_and(|block| block.contains("display"))
            })
        })
    }

    /// Whether scripts wait for the code that runs.
    pub fn waits(&self) -> bool {
        WAITS.iter().any(|word| self.says(word))
    }
}
