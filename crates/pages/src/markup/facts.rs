//! What the scripts and style sheets of a page could see of its white space, comments and attributes.

mod code;

use std::collections::HashSet;

use self::code::{Code, NODES, TEXTS, reads, uses};
use super::outside::Outside;
use super::selectors::{Rule, rules};
use super::tree::{Data, Element, Id, Kind, Tree};

/// Calls that put something at the end of an element.
const APPEND: [&str; 3] = ["append", "insertAdjacent", "document.write"];

/// Calls that put something before others.
const INSERT: [&str; 7] = [
    "insertBefore",
    "insertAdjacent",
    "prepend",
    "replaceWith",
    "replaceChild",
    ".before(",
    ".after(",
];

/// What scripts and style sheets of a page say.
pub(super) struct Facts {
    /// All code of the page, and of the script files that are known.
    scripts: String,
    /// The code of the page itself.
    own: Code,
    /// The code of script files.
    files: Code,
    /// All style sheets that are known.
    sheets: String,
    /// The rules that decide how white space is shown.
    rules: Vec<Rule>,
    /// The ids and classes of the page.
    labels: HashSet<String>,
    /// Whether the code of the page reads the HTML of elements.
    reads_html: bool,
}

impl Facts {
    pub fn of(tree: &Tree, outside: &Outside<'_>) -> Self {
        let mut facts = Self {
            scripts: String::new(),
            own: Code::default(),
            files: Code::default(),
            sheets: String::new(),
            rules: Vec::new(),
            labels: HashSet::new(),
            reads_html: false,
        };
        for id in tree.all() {
            if let Data::Element(element) = &tree.nodes[id].data {
                facts.read(tree, id, element, outside);
            }
        }
        facts.rules = rules(&facts.sheets);
        facts.own.finish();
        facts.files.finish();
        facts.scripts = format!("{}{}", facts.own.text, facts.files.text);
        let code = &facts.own.text;
        let has = |label: &str| {
            let is_named = facts.own.text.contains(label) || facts.files.text.contains(label);
            is_named || facts.labels.contains(&label.to_ascii_lowercase())
        };
        facts.rules.iter_mut().for_each(|rule| rule.forget(&has));
        facts.reads_html = ["innerHTML", "outerHTML"]
            .iter()
            .any(|name| reads(code, name))
            || code.contains(".html()");
        facts
    }

    fn read(&mut self, tree: &Tree, id: Id, element: &Element, outside: &Outside<'_>) {
        for (name, value) in &element.attributes {
            if ["class", "id"].contains(&name.as_str()) {
                let labels = value.split_ascii_whitespace().map(str::to_ascii_lowercase);
                self.labels.extend(labels);
            }
            let is_link = value
                .trim_start()
                .get(..11)
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:"));
            if name.starts_with("on") || is_link {
                self.own.add(value);
            }
        }
        match &*element.name {
            "script" => match element.attribute("src") {
                Some(file) => self.files.add(&outside.read(file).unwrap_or_default()),
                None => self.own.add(&tree.text_in(id)),
            },
            "style" => {
                self.sheets.push_str(&tree.text_in(id));
                self.sheets.push('\n');
            }
            "link"
                if element
                    .attribute("rel")
                    .is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet")) =>
            {
                let file = element.attribute("href").unwrap_or_default();
                self.sheets
                    .push_str(&outside.read(file).unwrap_or_default());
                self.sheets.push('\n');
            }
            _ => {}
        }
    }

    /// Whether scripts have a name or a word.
    pub fn says(&self, word: &str) -> bool {
        uses(&self.scripts, word).next().is_some()
    }

    /// Whether scripts write HTML into the text that the parser reads.
    pub fn writes_document(&self) -> bool {
        ["write", "writeln"]
            .iter()
            .any(|name| self.scripts.contains(&format!("document.{name}")))
    }

    /// Whether the text of the whole page stays as it is, because the code of the page can see its white space.
    /// (Script files look at these nodes to find out what a browser can do: jQuery does.)
    pub fn keeps_text(&self) -> bool {
        let code = &self.own.text;
        let of_body = |name: &&str| code.contains(&format!("body.{name}")) && self.own.reads_nodes;
        code.contains("document.childNodes")
            || NODES
                .iter()
                .chain(&TEXTS)
                .any(|name| of_body(name) || code.contains(&format!("documentElement.{name}")))
    }

    /// Whether something selects elements that have nothing in them, not even white space.
    pub fn selects_empty(&self) -> bool {
        self.sheets.contains(":empty") || self.scripts.contains(":empty")
    }

    /// Whether a script may see the white space right in an element: it reads texts or nodes, and names the element.
    /// Script files name it by its id or a class.
    pub fn may_look_at(&self, element: &Element) -> bool {
        self.own.reads_nodes && self.names(element)
            || self.files.reads_nodes && self.files.has_label(element)
    }

    /// Whether scripts read text nodes, comments, or the text of elements.
    pub fn reads_nodes(&self) -> bool {
        self.own.reads_nodes || self.files.reads_nodes
    }

    /// Whether the code of the page names an element: by its id or a class, by its name in a text of the page's code, or because
    /// it has an event handler.
    fn names(&self, element: &Element) -> bool {
        if element.kind != Kind::Html
            || ["html", "head", "body", "script", "style"].contains(&&*element.name)
        {
            return false;
        }
        self.own.has_label(element)
            || element
                .attributes
                .iter()
                .any(|(name, _)| name.starts_with("on"))
            || self.own.names(&element.name)
    }

    /// Whether scripts put nodes or text into the page while it is read.
    pub fn adds(&self) -> bool {
        APPEND
            .iter()
            .chain(&INSERT)
            .any(|word| self.scripts.contains(word))
    }

    /// Whether scripts may put nodes or text at the end of an element.
    pub fn appends(&self, element: &Element) -> bool {
        let is_named = || match element.is_body() {
            true => self.says("body"),
            false => self.names(element),
        };
        APPEND.iter().any(|word| self.scripts.contains(word)) && is_named()
    }

    /// Whether scripts may put nodes or text before the first ones in an element.
    pub fn inserts(&self, element: &Element) -> bool {
        INSERT.iter().any(|word| self.scripts.contains(word)) && self.names(element)
    }

    /// Whether an element may be shown within a line although it is shown as a block without style sheets.
    pub fn may_be_inline(&self, element: &Element) -> bool {
        self.own.text.contains("inline") && self.names(element)
            || element.attribute("style").is_some_and(|style| {
                rules(&format!("*{{{style}}}"))
                    .iter()
                    .any(|rule| rule.inline)
            })
            || self.matching(element).any(|rule| rule.inline)
    }

    /// Whether a style sheet or a script may show the white space in an element.
    pub fn may_show_spaces(&self, element: &Element) -> bool {
        element.attribute("style").is_some_and(|style| {
            rules(&format!("*{{{style}}}"))
                .iter()
                .any(|rule| rule.spaces)
        }) || element.attribute("xml:space").is_some()
            || self.sets_spaces() && self.names(element)
            || self.matching(element).any(|rule| rule.spaces)
    }

    fn sets_spaces(&self) -> bool {
        ["whiteSpace", "white-space"]
            .iter()
            .any(|name| self.own.text.contains(name))
    }

    /// Whether a style sheet may change how an element is laid out.
    pub fn may_change(&self, element: &Element) -> bool {
        element.attribute("style").is_some() || self.matching(element).any(|rule| rule.display)
    }

    fn matching<'f>(&'f self, element: &'f Element) -> impl Iterator<Item = &'f Rule> {
        let added = |class: &str| self.own.names(class) && self.names(element);
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
            reads.iter().any(|word| self.own.text.contains(word))
                && self.own.text.contains(attribute)
        };
        let of_sheet = || self.sheets.contains("attr(") && self.sheets.contains(attribute);
        selects(&self.sheets) || selects(&self.scripts) || of_sheet() || reads() || self.reads_html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
