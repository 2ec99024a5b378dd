//! What the scripts and style sheets of a page could see of its white space, comments and attributes.

mod attributes;
mod code;
mod finds;
mod idioms;
mod known;
mod places;
mod reads;
mod sources;
mod written;

use html5gum::StartTag;

use self::code::Code;
use self::reads::{NODES, TEXTS, reads, uses};
use self::sources::Sources;
pub(super) use self::written::Parent;
use super::outside::Outside;
use super::selectors::{Rule, rules};
use super::tree::{Element, Kind, Tree};

/// Calls that put something at the end of an element.
const APPEND: [&str; 3] = ["append", "insertAdjacent", "document.write"];

/// Calls that put something before others.
const INSERT: [&str; 8] = [
    "insertBefore",
    "insertAfter",
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
    /// Whether there are style sheets that are not known, which may lay out any element in another way.
    has_unknown_sheets: bool,
    /// Whether the code of the page reads the HTML of elements.
    reads_html: bool,
}

impl Facts {
    pub fn of(tree: &Tree, outside: &Outside<'_>) -> Self {
        let Sources {
            own,
            files,
            sheets,
            has_unknown_sheets,
            labels,
        } = Sources::of(tree, outside);
        let own = Code::of(own.iter().map(String::as_str));
        let files = Code::of(files.iter().map(String::as_str));
        let mut facts = Self {
            scripts: format!("{}{}", own.text, files.text),
            rules: rules(&sheets),
            reads_html: ["innerHTML", "outerHTML"]
                .iter()
                .any(|name| reads(&own.text, name))
                || own.text.contains(".html()"),
            own,
            files,
            has_unknown_sheets,
            sheets,
        };
        let named = [&facts.own, &facts.files];
        let has = |label: &str| {
            named.iter().any(|code| code.text.contains(label))
                || labels.contains(&label.to_ascii_lowercase())
        };
        facts.rules.iter_mut().for_each(|rule| rule.forget(&has));
        let dump = tree.dump();
        for code in [&mut facts.own, &mut facts.files] {
            // It replaces text of the page, and not what it has put there before.
            code.reads.texts |= code.reads.replaced.iter().any(|text| dump.contains(text));
        }
        facts
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
        let of_body = |name: &&str| code.contains(&format!("body.{name}")) && self.own.reads.any();
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
        let has_label = || self.own.has_label(element) || self.files.has_label(element);
        self.own.reads.any() && self.names(element) || self.reads_nodes() && has_label()
    }

    /// Whether scripts read the styles of elements, and so the texts of custom properties.
    pub fn reads_styles(&self) -> bool {
        let words = ["getComputedStyle", "getPropertyValue", "computedStyleMap"];
        words.iter().any(|word| self.says(word))
    }

    /// Whether a script may read the text of a style sheet or of a script: it reads texts, and names the element.
    pub fn may_read_code(&self, tag: &StartTag<usize>) -> bool {
        let name = String::from_utf8_lossy(&tag.name);
        let own = &self.own;
        let says = |word: &str| own.words.contains(word);
        let is_script = name == "script";
        if !(own.reads.any() || is_script && says("text")) {
            return false;
        }
        let label = |attribute: &[u8]| {
            let value = tag.attributes.get(attribute);
            let value = value.map(|value| String::from_utf8_lossy(value).into_owned());
            value.unwrap_or_default()
        };
        is_script && (says("scripts") || says("currentScript"))
            || (own.reads.finds.is_any() || self.files.reads.finds.is_any()) && own.names(&name)
            || own.has_words(&label(b"id"), &label(b"class"))
    }

    /// Whether scripts may go from a node to those beside it.
    pub fn goes_beside(&self) -> bool {
        let words = [
            "nextSibling",
            "previousSibling",
            "parentNode",
            "parentElement",
        ];
        self.own.reads.nodes && words.iter().any(|word| self.own.words.contains(*word))
    }

    /// Whether scripts read text nodes, comments, or the text of elements.
    pub fn reads_nodes(&self) -> bool {
        self.own.reads.any() || self.files.reads.any()
    }

    /// Whether scripts may count text nodes.
    pub fn counts_nodes(&self) -> bool {
        self.own.reads.nodes || self.files.reads.nodes
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

    /// Whether scripts may put nodes or text where they stand.
    pub fn adds(&self) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| self.scripts.contains(word));
        let names_scripts = || self.own.names("script") || self.files.names("script");
        self.writes_document()
            || has(&["currentScript"])
            || (has(&APPEND) || has(&INSERT)) && names_scripts()
    }

    /// Whether the way in which an element stands in its line is known: nothing hides it, or changes its layout.
    pub fn is_plain(&self, element: &Element) -> bool {
        !self.names(element) && !self.files.has_label(element) && !self.may_change(element)
    }

    /// Whether scripts may put nodes or text at the end of an element.
    pub fn appends(&self, element: &Element) -> bool {
        let is_named = || match element.is_body() {
            true => self.says("body"),
            false => self.names(element) || self.files.has_label(element),
        };
        let appends = APPEND.iter().any(|word| self.scripts.contains(word));
        (appends || self.own.reads.appends || self.files.reads.appends) && is_named()
    }

    /// Whether scripts may put nodes or text before the first ones in an element.
    pub fn inserts(&self, element: &Element) -> bool {
        INSERT.iter().any(|word| self.scripts.contains(word))
            && (self.names(element) || self.files.has_label(element))
    }

    /// Whether a script may show an element that it names within a line.
    pub fn may_make_inline(&self, element: &Element) -> bool {
        (self.own.text.contains("inline") || self.own.reads.styles) && self.names(element)
    }

    /// Whether scripts may go from an element to those beside it.
    pub fn goes_to_elements(&self) -> bool {
        let words = [
            "nextElementSibling",
            "previousElementSibling",
            "nextSibling",
            "previousSibling",
        ];
        words.iter().any(|word| self.own.words.contains(*word))
    }

    /// Whether an element may be shown within a line although it is shown as a block without style sheets.
    pub fn may_be_inline(&self, element: &Element) -> bool {
        self.has_unknown_sheets
            || self.may_make_inline(element)
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
        self.has_unknown_sheets
            || ["style", "hidden", "popover"]
                .iter()
                .any(|name| element.attribute(name).is_some())
            || self.matching(element).any(|rule| rule.layout)
    }

    fn matching<'f>(&'f self, element: &'f Element) -> impl Iterator<Item = &'f Rule> {
        let added = |class: &str| self.own.names(class) && self.names(element);
        self.rules
            .iter()
            .filter(move |rule| rule.may_match(element, &added))
    }
}
