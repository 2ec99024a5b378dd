//! Which tags HTML lets one leave out (HTML, 13.1.2.4 Optional tags).

use super::elements::AFTER_PARAGRAPH;
use super::tree::{Data, Id, Kind, Tree};

/// What comes right after an element, or first in it.
enum Next<'t> {
    Nothing,
    Element(&'t str),
    /// Whether it starts with white space.
    Text(bool),
    Comment,
}

fn kind(tree: &Tree, id: Option<Id>) -> Next<'_> {
    let Some(id) = id else {
        return Next::Nothing;
    };
    match &tree.nodes[id].data {
        Data::Element(element) if element.kind == Kind::Html => Next::Element(&element.name),
        Data::Element(_) => Next::Element("svg"),
        Data::Text(text) => Next::Text(text.starts_with(|c: char| c.is_ascii_whitespace())),
        _ => Next::Comment,
    }
}

fn sibling(tree: &Tree, id: Id, offset: isize) -> Option<Id> {
    let siblings = &tree.nodes[tree.nodes[id].parent?].children;
    let at = siblings.iter().position(|&other| other == id)?;
    siblings.get(at.checked_add_signed(offset)?).copied()
}

/// Whether the start tag of an element can go.
pub(super) fn start_goes(tree: &Tree, id: Id) -> bool {
    let Some(element) = tree.element(id) else {
        return false;
    };
    if element.kind != Kind::Html || !element.attributes.is_empty() {
        return false;
    }
    let first = kind(tree, tree.nodes[id].children.first().copied());
    let before = sibling(tree, id, -1);
    match &*element.name {
        "html" => !matches!(first, Next::Comment),
        "head" => matches!(first, Next::Nothing | Next::Element(_)),
        "body" => match first {
            Next::Nothing | Next::Text(false) => true,
            Next::Text(true) | Next::Comment => false,
            Next::Element(name) => {
                !["meta", "noscript", "link", "script", "style", "template"].contains(&name)
            }
        },
        "colgroup" => {
            let follows = before
                .is_some_and(|before| tree.is_any(before, &["colgroup"]) && end_goes(tree, before));
            matches!(first, Next::Element("col")) && !follows
        }
        "tbody" => {
            let sections = ["tbody", "thead", "tfoot"];
            let follows = before
                .is_some_and(|before| tree.is_any(before, &sections) && end_goes(tree, before));
            matches!(first, Next::Element("tr")) && !follows
        }
        _ => false,
    }
}

/// Whether the end tag of an element can go.
pub(super) fn end_goes(tree: &Tree, id: Id) -> bool {
    let Some(element) = tree.element(id) else {
        return false;
    };
    if element.kind != Kind::Html {
        return false;
    }
    let after = kind(tree, sibling(tree, id, 1));
    let before_any = |names: &[&str]| matches!(after, Next::Element(name) if names.contains(&name));
    let is_last = matches!(after, Next::Nothing);
    match &*element.name {
        "html" | "body" => !matches!(after, Next::Comment),
        "head" | "caption" | "colgroup" => !matches!(after, Next::Comment | Next::Text(true)),
        "li" => is_last || before_any(&["li"]),
        "dt" => before_any(&["dt", "dd"]),
        "dd" => is_last || before_any(&["dt", "dd"]),
        "p" => before_any(&AFTER_PARAGRAPH) || is_last && ends_paragraph(tree, id),
        "rt" | "rp" => is_last || before_any(&["rt", "rp"]),
        "optgroup" => is_last || before_any(&["optgroup", "hr"]),
        "option" => is_last || before_any(&["option", "optgroup", "hr"]),
        "thead" => before_any(&["tbody", "tfoot"]),
        "tbody" => is_last || before_any(&["tbody", "tfoot"]),
        "tfoot" => is_last,
        "tr" => is_last || before_any(&["tr"]),
        "td" | "th" => is_last || before_any(&["td", "th"]),
        _ => false,
    }
}

/// Whether the end of its parent ends a paragraph.
fn ends_paragraph(tree: &Tree, id: Id) -> bool {
    let parent = tree.nodes[id].parent;
    let Some(parent) = parent.and_then(|parent| tree.element(parent)) else {
        // The contents of a template.
        return true;
    };
    let inline = ["a", "audio", "del", "ins", "map", "noscript", "video"];
    parent.kind == Kind::Html && !inline.contains(&&*parent.name) && !parent.name.contains('-')
}
