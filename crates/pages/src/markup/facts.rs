//! What the scripts and style sheets of a page could see of its white space, comments and attributes.

mod code;
mod reads;

use std::collections::HashSet;

use self::code::Code;
use self::reads::{NODES, TEXTS, reads, uses};
use super::outside::Outside;
use super::selectors::{Rule, rules};
use super::tree::{Data, Element, Id, Kind, Tree};
use crate::minify::{look_into, texts};

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
    /// Whether the code of the page reads the HTML of elements.
    reads_html: bool,
}

/// The code and the style sheets of a page, as they stand there.
#[derive(Default)]
struct Sources {
    own: Vec<String>,
    files: Vec<String>,
    sheets: String,
    labels: HashSet<String>,
}

impl Facts {
    pub fn of(tree: &Tree, outside: &Outside<'_>) -> Self {
        let mut sources = Sources::default();
        for id in tree.all() {
            if let Data::Element(element) = &tree.nodes[id].data {
                sources.read(tree, id, element, outside);
            }
        }
        let Sources {
            own,
            files,
            sheets,
            labels,
        } = sources;
        // jQuery looks at nothing of the page but what others ask it for.
        let files = files.iter().filter(|file| !is_jquery(file, &labels));
        let own = Code::of(own.iter().map(String::as_str));
        let files = Code::of(files.map(String::as_str));
        let mut facts = Self {
            scripts: format!("{}{}", own.text, files.text),
            rules: rules(&sheets),
            reads_html: ["innerHTML", "outerHTML"]
                .iter()
                .any(|name| reads(&own.text, name))
                || own.text.contains(".html()"),
            own,
            files,
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
        element.attribute("style").is_some() || self.matching(element).any(|rule| rule.layout)
    }

    fn matching<'f>(&'f self, element: &'f Element) -> impl Iterator<Item = &'f Rule> {
        let added = |class: &str| self.own.names(class) && self.names(element);
        self.rules
            .iter()
            .filter(move |rule| rule.may_match(element, &added))
    }

    /// Whether something could see how an attribute is written, of all elements or of those with a name.
    pub fn sees(&self, attribute: &str, name: Option<&str>) -> bool {
        let selects = |text: &str| selects(text, attribute, name);
        let code_selects = |code: &Code| {
            let any = |has: &dyn Fn(&str) -> bool| code.texts.iter().any(|text| has(text));
            // The rest of a selector may be another text.
            let is_built = any(&|text| text.trim_end().ends_with('['));
            any(&selects) || is_built && any(&|text| uses(text, attribute).next().is_some())
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
        selects(&self.sheets)
            || [&self.own, &self.files].into_iter().any(code_selects)
            || of_sheet()
            || reads()
            || self.reads_html
    }
}

impl Sources {
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
                self.own.push(value.clone());
            }
        }
        match &*element.name {
            "script" => match element.attribute("src") {
                Some(file) => self.files.extend(outside.read(file)),
                None => self.own.push(tree.text_in(id)),
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
}

/// Whether a text has a selector for an attribute of all elements, or of those with a name.
fn selects(text: &str, attribute: &str, name: Option<&str>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut found = text.match_indices('[');
    found.any(|(at, _)| {
        let rest = text[at + 1..].trim_start().strip_prefix(attribute);
        let start = text[..at].rfind(|c: char| c.is_whitespace() || ",{}>+~(".contains(c));
        let compound = &text[start.map_or(0, |start| start + 1)..at];
        let other = compound.split(|c| !is_part(c)).next().unwrap_or_default();
        let is_free = name.is_none_or(|name| other.is_empty() || other.eq_ignore_ascii_case(name));
        is_free && rest.is_some_and(|rest| !rest.starts_with(is_part))
    })
}

/// Whether a script file is jQuery, and nothing more: a file with more has selectors for the page.
fn is_jquery(file: &str, labels: &HashSet<String>) -> bool {
    let mut definitions =
        uses(file, "jQuery").filter_map(|rest| rest.trim_start().strip_prefix('='));
    let defines = definitions.any(|rest| {
        let end = rest.find([';', ')', ',']).unwrap_or(rest.len());
        rest[..end].contains(".$")
    });
    defines
        && look_into(file, texts).is_some_and(|texts| {
            let texts = texts.concat();
            let kinds = [".", "#"];
            let is_named = |label: &String| {
                kinds
                    .iter()
                    .any(|kind| texts.contains(&format!("{kind}{label}")))
            };
            !labels.iter().any(is_named)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_more_than_jquery_is_no_library() {
        let labels: HashSet<String> = ["message".to_owned()].into();
        for (file, expected) in [
            ("window.jQuery = window.$ = a;", true),
            ("(function(a){a.jQuery=a.$=b,b.message})(this)", true),
            ("window.jQuery = window.$ = a; $('#message')", false),
            ("var b = window.jQuery;", false),
            ("window.jQuery = a; a.$", false),
        ] {
            assert_eq!(is_jquery(file, &labels), expected, "{file}");
        }
    }

    #[test]
    fn an_attribute_is_seen_by_selectors_and_by_code_with_its_name() {
        let sees = |page: &str, name: Option<&str>| {
            Facts::of(&Tree::of(page), &Outside::nothing()).sees("type", name)
        };
        for page in [
            "<style>input[type=text]{color:red}</style>",
            "<style>a,b>input.c:not(.d)[type=text]{color:red}</style>",
            "<style>[type=text]{color:red}</style>",
            "<style>*[type=text]{color:red}</style>",
            "<script>a.getAttribute('type')</script>",
            "<script>document.querySelector('[ type]')</script>",
            "<script>document.querySelector('input[' + a)('type')</script>",
        ] {
            assert!(sees(page, None), "{page}");
            assert!(sees(page, Some("input")), "{page}");
        }
        let of_button = "<style>button[type=text] input{color:red}</style>";
        assert!(sees(of_button, None));
        for page in [
            of_button,
            "<style>input[types=text]{color:red}</style>",
            "<script>a.getAttribute('src')</script>",
            "<script>a[type]</script>",
            "<script>a('[', b.type)</script>",
        ] {
            assert!(!sees(page, Some("input")), "{page}");
        }
    }
}
