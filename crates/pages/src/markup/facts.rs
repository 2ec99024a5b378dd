//! What the scripts and style sheets of a page could see of its white space, comments and attributes.

use super::outside::Outside;
use super::selectors::{Rule, rules};
use super::tree::{Data, Element, Id, Tree};

/// Properties that lead to the text nodes and comments of a page.
const NODES: [&str; 16] = [
    "childNodes",
    "firstChild",
    "lastChild",
    "nextSibling",
    "previousSibling",
    "nodeValue",
    "wholeText",
    "createTreeWalker",
    "createNodeIterator",
    "XPathResult",
    "createRange",
    "getSelection",
    "XMLSerializer",
    "MutationObserver",
    "splitText",
    "contents",
];

/// Properties with the text of an element. A script may set them.
const TEXTS: [&str; 5] = [
    "innerHTML",
    "outerHTML",
    "textContent",
    "innerText",
    "outerText",
];

/// What scripts and style sheets of a page say.
pub(super) struct Facts {
    /// All code of the page, and of the script files that are known.
    scripts: String,
    /// All style sheets that are known.
    sheets: String,
    /// The rules that decide how white space is shown.
    rules: Vec<Rule>,
    /// Whether there are style sheets that are not known.
    has_unknown_sheet: bool,
    /// Whether scripts read text nodes, comments, or the text of elements.
    pub reads_nodes: bool,
    /// Whether scripts read the text of elements in any way.
    reads_texts: bool,
}

impl Facts {
    pub fn of(tree: &Tree, outside: &Outside<'_>) -> Self {
        let mut facts = Self {
            scripts: String::new(),
            sheets: String::new(),
            rules: Vec::new(),
            has_unknown_sheet: false,
            reads_nodes: false,
            reads_texts: false,
        };
        for id in tree.all() {
            if let Data::Element(element) = &tree.nodes[id].data {
                facts.read(tree, id, element, outside);
            }
        }
        if facts.sheets.contains("@import") {
            facts.has_unknown_sheet = true;
        }
        facts.rules = rules(&facts.sheets);
        facts.reads_texts =
            TEXTS.iter().any(|name| reads(&facts.scripts, name)) || facts.reads_with_jquery();
        facts.reads_nodes = facts.reads_texts || NODES.iter().any(|name| facts.says(name));
        facts
    }

    fn read(&mut self, tree: &Tree, id: Id, element: &Element, outside: &Outside<'_>) {
        for (name, value) in &element.attributes {
            let is_link = value
                .trim_start()
                .get(..11)
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:"));
            if name.starts_with("on") || is_link {
                self.scripts.push_str(value);
                self.scripts.push('\n');
            }
        }
        match &*element.name {
            "script" => {
                let text = match element.attribute("src") {
                    Some(file) => outside.read(file).unwrap_or_default(),
                    None => tree.text_in(id),
                };
                self.scripts.push_str(&text);
                self.scripts.push('\n');
            }
            "style" => {
                self.sheets.push_str(&tree.text_in(id));
                self.sheets.push('\n');
            }
            "link"
                if element
                    .attribute("rel")
                    .is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet")) =>
            {
                match element
                    .attribute("href")
                    .and_then(|file| outside.read(file))
                {
                    Some(text) => {
                        self.sheets.push_str(&text);
                        self.sheets.push('\n');
                    }
                    None => self.has_unknown_sheet = true,
                }
            }
            _ => {}
        }
    }

    /// Whether scripts have a name or a word.
    pub fn says(&self, word: &str) -> bool {
        uses(&self.scripts, word).next().is_some()
    }

    fn reads_with_jquery(&self) -> bool {
        let has_jquery = self.scripts.contains("$(") || self.says("jQuery");
        has_jquery
            && [".text()", ".html()"]
                .iter()
                .any(|call| self.scripts.contains(call))
    }

    /// Whether scripts write HTML into the text that the parser reads.
    pub fn writes_document(&self) -> bool {
        self.says("document") && (self.says("write") || self.says("writeln"))
    }

    /// Whether the text of the page stays as it is, because something can see or show its white space.
    pub fn keeps_text(&self) -> bool {
        self.reads_nodes
            || self.scripts.contains("whiteSpace")
            || self.scripts.contains("white-space")
            || self.sheets.contains(":empty")
            || self.scripts.contains(":empty")
    }

    /// Whether scripts put nodes or text at the end of elements.
    pub fn appends(&self) -> bool {
        ["append", "insertAdjacent"]
            .iter()
            .any(|start| self.scripts.contains(start))
    }

    /// Whether scripts put nodes or text before others.
    pub fn inserts(&self) -> bool {
        let words = [
            "insertBefore",
            "insertAdjacent",
            "prepend",
            "replaceWith",
            "replaceChild",
            ".before(",
            ".after(",
        ];
        words.iter().any(|word| self.scripts.contains(word))
    }

    /// Whether an element may be shown within a line although it is shown as a block without style sheets.
    pub fn may_be_inline(&self, element: &Element) -> bool {
        self.has_unknown_sheet
            || self.scripts.contains("inline")
            || element.attribute("style").is_some_and(|style| {
                rules(&format!("*{{{style}}}"))
                    .iter()
                    .any(|rule| rule.inline)
            })
            || self.matching(element).any(|rule| rule.inline)
    }

    /// Whether a style sheet may show the white space in an element.
    pub fn may_show_spaces(&self, element: &Element) -> bool {
        element.attribute("style").is_some_and(|style| {
            rules(&format!("*{{{style}}}"))
                .iter()
                .any(|rule| rule.spaces)
        }) || element.attribute("xml:space").is_some()
            || self.matching(element).any(|rule| rule.spaces)
    }

    /// Whether a style sheet may change how an element is laid out.
    pub fn may_change(&self, element: &Element) -> bool {
        self.has_unknown_sheet
            || element.attribute("style").is_some()
            || self.matching(element).any(|rule| rule.display)
    }

    fn matching<'f>(&'f self, element: &'f Element) -> impl Iterator<Item = &'f Rule> {
        let added = |class: &str| self.scripts.contains(class);
        self.rules
            .iter()
            .filter(move |rule| rule.may_match(element, &added))
    }

    /// Whether something could see how an attribute is written.
    pub fn sees(&self, attribute: &str) -> bool {
        let selects = |text: &str| {
            let mut found = text.match_indices('[');
            found.any(|(at, _)| {
                let rest = text[at + 1..].trim_start();
                let rest = rest.strip_prefix(attribute);
                rest.is_some_and(|rest| {
                    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_')
                })
            })
        };
        let reads = [
            "getAttribute",
            "hasAttribute",
            "attributes",
            "attr",
            "toggleAttribute",
            "getNamedItem",
        ];
        let reads = || {
            reads.iter().any(|word| self.scripts.contains(word)) && self.scripts.contains(attribute)
        };
        let of_sheet = || self.sheets.contains("attr(") && self.sheets.contains(attribute);
        selects(&self.sheets) || selects(&self.scripts) || of_sheet() || reads() || self.reads_texts
    }
}

/// Where a text has a word, with what follows it.
fn uses<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word).filter_map(move |(at, _)| {
        let rest = &text[at + word.len()..];
        (!text[..at].ends_with(is_part) && !rest.starts_with(is_part)).then_some(rest)
    })
}

/// Whether code reads a property, and does not only set it.
fn reads(code: &str, property: &str) -> bool {
    uses(code, property).any(|rest| {
        let rest = rest.trim_start();
        !(rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_only_sets_a_property_does_not_read_it() {
        assert!(!reads("a.innerHTML = b; c.innerHTML='d'", "innerHTML"));
        for code in [
            "a.innerHTML += b",
            "b = a.innerHTML;",
            "a['innerHTML']",
            "a.innerHTML == b",
        ] {
            assert!(reads(code, "innerHTML"), "{code}");
        }
        assert!(!reads("a.innerHTMLs", "innerHTML"));
    }

    #[test]
    fn an_attribute_is_seen_by_selectors_and_by_code_with_its_name() {
        let facts = |page: &str| Facts::of(&Tree::of(page), &Outside::nothing());
        assert!(facts("<style>input[type=text]{color:red}</style>").sees("type"));
        assert!(!facts("<style>input[types=text]{color:red}</style>").sees("type"));
        assert!(facts("<script>a.getAttribute('type')</script>").sees("type"));
        assert!(!facts("<script>a.getAttribute('src')</script>").sees("type"));
        assert!(facts("<script>document.querySelector('[ type]')</script>").sees("type"));
    }
}
