//! What scripts and style sheets could see of a script that writes the page.

use super::Facts;
use super::reads::{BODY, HEAD, uses};
use crate::tree::Tree;

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

/// Where scripts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parent {
    /// Right in the head of a page.
    Head,
    /// Right in its body.
    Body,
}

impl Parent {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Head, Self::Body];

    /// The name of the element, and of the property that leads to it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => HEAD,
            Self::Body => BODY,
        }
    }
}

impl Facts {
    /// Whether a page may show that its encoding is not the one that it declares.
    pub fn sees_encoding(&self, tree: &Tree) -> bool {
        let mut all = tree.all().into_iter();
        let is_declared = all.any(|id| {
            let element = tree.element(id).filter(|_| tree.is_any(id, &["meta"]));
            element.is_some_and(|element| element.attribute("charset").is_some())
        });
        is_declared && self.shows_encoding(tree)
    }

    /// Whether a page may show which encoding it has.
    pub fn shows_encoding(&self, tree: &Tree) -> bool {
        let words = [
            "characterSet",
            "charset",
            "inputEncoding",
            "script",
            "link",
            "form",
        ];
        let mut all = tree.all().into_iter();
        all.any(|id| tree.is_any(id, &["form"])) || words.iter().any(|word| self.says(word))
    }

    /// Whether scripts or style sheets may see one more `meta` element, the first one in the head of the page.
    pub fn sees_meta(&self) -> bool {
        self.sees_first_script() || self.says("meta") || uses(&self.sheets, "meta").next().is_some()
    }

    /// Whether scripts or style sheets may see one more script, the first element in the head of the page.
    pub fn sees_first_script(&self) -> bool {
        self.sees_scripts_of(Parent::Head)
    }

    /// Whether scripts or style sheets may see how many scripts are right in the head or in the body of the page.
    pub fn sees_scripts_of(&self, parent: Parent) -> bool {
        let mut of_document = STEPS.iter().chain(&super::NODES);
        let mut roots = self.own.reads.roots.union(&self.files.reads.roots);
        let is_other = |root: &str| [HEAD, BODY].contains(&root) && root != parent.name();
        let mut starts = || {
            roots.any(|root| !is_other(root))
                || of_document.any(|step| self.scripts.contains(&format!("document.{step}")))
        };
        let steps =
            || self.own.reads.any() || self.reads_html || STEPS.iter().any(|word| self.says(word));
        self.has_unknown_sheets
            || self.says("scripts")
            || self.scripts.contains("document.all")
            || self.finds_scripts_of(parent)
            || starts() && steps()
            || ["script", "head"]
                .iter()
                .any(|name| uses(&self.sheets, name).next().is_some())
            || self.shows_all()
    }

    /// Whether scripts may find those in the head or in the body by a selector or a name.
    fn finds_scripts_of(&self, parent: Parent) -> bool {
        let finds = [&self.own.reads.finds, &self.files.reads.finds];
        // (Much code says "body", and means something else.)
        let names = match parent {
            Parent::Head => vec!["script", HEAD],
            Parent::Body => vec!["script"],
        };
        let has_name = |text: &&String| {
            names
                .iter()
                .any(|name| uses(&text.to_ascii_lowercase(), name).next().is_some())
        };
        let mut texts = finds.iter().flat_map(|finds| &finds.texts);
        texts.any(|text| may_select_all(text) || has_name(&text))
            || finds.iter().any(|finds| finds.any)
                && (names.iter().any(|name| self.own.names(name))
                    || self.own.texts.iter().any(|text| may_select_all(text)))
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
        self.own.reads.waits || self.files.reads.waits
    }
}

/// Schemes of addresses, which end like the first part of a selector. (A colon alone separates something.)
const SCHEMES: [&str; 5] = ["blob:", "data:", "file:", "http:", "https:"];

/// Whether a text may be a part of a selector that matches elements of any name.
fn may_select_all(text: &str) -> bool {
    let is_part =
        |c: char| c.is_alphanumeric() || c.is_whitespace() || "#.:*[]=\"'^$|~>+,()-_\\".contains(c);
    let is_pseudo = |(at, _): (usize, &str)| {
        let rest = &text[at + 1..];
        rest.is_empty() || rest.starts_with(|c: char| c.is_alphabetic() || ":\\-".contains(c))
    };
    text.chars().all(is_part)
        && !SCHEMES.contains(&text)
        && text != ":"
        && (text.contains('*') || text.match_indices(':').any(is_pseudo))
}

#[cfg(test)]
mod tests {
    use super::may_select_all;

    #[test]
    fn addresses_and_times_are_no_selectors() {
        for text in [
            "*",
            "p>*",
            ":first-child",
            "a::before",
            "a:",
            "[b]:not(c)",
            "a:\\66",
        ] {
            assert!(may_select_all(text), "{text}");
        }
        for text in [
            "https:",
            "https://a.b",
            "data:image/png",
            "12:30",
            "a;b:c",
            "a{b:c}",
            "p>a",
        ] {
            assert!(!may_select_all(text), "{text}");
        }
    }
}
