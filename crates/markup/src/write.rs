//! Writes a tree as HTML with as few characters as a browser needs to read the same tree.

use std::ops::Range;

use html5ever::interface::QuirksMode;

use super::references::{attribute, escaped};
use super::tags;
use super::tree::{DOCUMENT, Data, Element, Id, Kind, Tree};

/// Elements without contents and without an end tag.
const VOID: [&str; 18] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// Elements whose text a browser reads as it is.
const RAW: [&str; 8] = [
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "script",
    "style",
    "xmp",
];

/// How a tree is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// Whether tags go that HTML lets one leave out.
    pub leaves_out_tags: bool,
    /// Whether the page is in UTF-8, and its characters stay as they are.
    pub is_utf8: bool,
}

/// The HTML of a tree.
pub(super) fn html(tree: &Tree, style: Style) -> String {
    let mut writer = Writer {
        tree,
        style,
        out: String::new(),
        pending: Vec::new(),
        slash: 0..0,
    };
    writer.children(DOCUMENT);
    // A browser closes what is open at the end, but runs no script that is not closed.
    match style.leaves_out_tags {
        true if writer.slash.end == writer.out.len() => {
            writer.out.replace_range(writer.slash, ">");
        }
        true => {}
        false => writer.flush(),
    }
    writer.out
}

struct Writer<'t> {
    tree: &'t Tree,
    style: Style,
    out: String,
    /// End tags that nothing has followed yet.
    pending: Vec<String>,
    /// Where the end of the last tag is that ends its element too.
    slash: Range<usize>,
}

impl Writer<'_> {
    fn flush(&mut self) {
        for tag in std::mem::take(&mut self.pending) {
            self.out.push_str(&tag);
        }
    }

    fn push(&mut self, text: &str) {
        self.flush();
        self.out.push_str(text);
    }

    fn children(&mut self, id: Id) {
        for &child in &self.tree.nodes[id].children {
            self.node(child);
        }
    }

    fn node(&mut self, id: Id) {
        match &self.tree.nodes[id].data {
            Data::Fragment => {}
            Data::Doctype { public, system } => {
                self.push(&doctype(self.tree.quirks, public, system))
            }
            Data::Comment(text) => self.push(&format!("<!--{text}-->")),
            Data::Text(text) => {
                let parent = self.tree.nodes[id].parent;
                let parent = parent.and_then(|parent| self.tree.element(parent));
                let is_raw = parent
                    .is_some_and(|it| it.kind == Kind::Html && RAW.contains(&it.name.as_str()));
                match is_raw {
                    true => self.push(text),
                    false => self.push(&escaped(text, self.style.is_utf8)),
                }
            }
            Data::Element(element) => self.element(id, element),
        }
    }

    fn element(&mut self, id: Id, element: &Element) {
        if !(self.style.leaves_out_tags && tags::start_goes(self.tree, id)) {
            let (tag, is_quoted) = start_tag(element, self.style.is_utf8);
            let is_empty = element.kind != Kind::Html && self.tree.nodes[id].children.is_empty();
            // A browser shows a file that begins with `<svg` as an image.
            let tag = match self.out.is_empty() && tag.starts_with("<svg") {
                true => tag.replacen("<svg", "<SVG", 1),
                false => tag,
            };
            self.push(&tag);
            if is_empty {
                // A slash would be a part of a value without quotes.
                let is_open = !is_quoted && !ends_with_name(element);
                let start = self.out.len();
                self.out.push_str(if is_open { " />" } else { "/>" });
                self.slash = start..self.out.len();
                return;
            }
            self.out.push('>');
        }
        if element.kind == Kind::Html && VOID.contains(&element.name.as_str()) {
            return;
        }
        let first = self.tree.nodes[id].children.first();
        let first = first.map(|&first| &self.tree.nodes[first].data);
        if let Some(Data::Text(text)) = first
            && ["pre", "textarea", "listing"].contains(&element.name.as_str())
            && text.starts_with('\n')
        {
            // A browser leaves out the first one.
            self.push("\n");
        }
        if let Some(contents) = element.contents {
            self.children(contents);
        }
        self.children(id);
        if self.style.leaves_out_tags && tags::end_goes(self.tree, id) {
            return;
        }
        let tag = format!("</{}>", element.name);
        match element.kind == Kind::Html
            && (RAW.contains(&element.name.as_str()) || element.name == "template")
        {
            true => self.push(&tag),
            false => self.pending.push(tag),
        }
    }
}

/// Whether the start tag ends with a name.
fn ends_with_name(element: &Element) -> bool {
    element
        .attributes
        .last()
        .is_none_or(|(_, value)| value.is_empty())
}

/// The shortest doctype that sets the same mode.
fn doctype(quirks: QuirksMode, public: &str, system: &str) -> String {
    match quirks {
        QuirksMode::NoQuirks => "<!doctype html>".to_owned(),
        QuirksMode::LimitedQuirks => {
            "<!doctype html public \"-//W3C//DTD XHTML 1.0 Frameset//\">".to_owned()
        }
        // Only a script sees it.
        QuirksMode::Quirks => format!("<!doctype html public '{public}' '{system}'>"),
    }
}

/// A start tag without its end, and whether it ends with a quoted value.
fn start_tag(element: &Element, is_utf8: bool) -> (String, bool) {
    let mut tag = format!("<{}", element.name);
    let mut is_quoted = false;
    for (name, value) in &element.attributes {
        // After a quoted value, no space is needed.
        if !is_quoted {
            tag.push(' ');
        }
        tag.push_str(name);
        is_quoted = false;
        if !value.is_empty() {
            let value = attribute(value, is_utf8);
            is_quoted = value.starts_with(['"', '\'']);
            tag.push('=');
            tag.push_str(&value);
        }
    }
    (tag, is_quoted)
}
