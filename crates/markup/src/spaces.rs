//! Removes the white space that no browser shows (CSS Text, 4.1).

use super::elements::{
    HIDDEN, PIECES, STRUCTURES, SURE, TABLE_PARTS, TEXT_LEVEL, VERBATIM, is_block,
};
use super::facts::Facts;
use super::tree::{Data, Element, Id, Kind, Tree};

/// Removes white space of a tree.
pub(super) fn remove(tree: &mut Tree, facts: &Facts) {
    let mut lines = Lines {
        tree,
        facts,
        is_start: true,
        last: None,
        removed: Vec::new(),
        is_seen: false,
    };
    lines.children(super::tree::DOCUMENT);
    let removed = std::mem::take(&mut lines.removed);
    for id in removed {
        tree.remove(id);
    }
}

struct Lines<'t> {
    tree: &'t mut Tree,
    facts: &'t Facts,
    /// Whether white space here is not shown: at the start of a line, or after other white space.
    is_start: bool,
    /// The text that ends with white space right before here, which is not shown if the line ends here.
    last: Option<Id>,
    removed: Vec<Id>,
    /// Whether a script may read the text of an element around here.
    is_seen: bool,
}

impl Lines<'_> {
    fn children(&mut self, id: Id) {
        for child in self.tree.nodes[id].children.clone() {
            match &self.tree.nodes[child].data {
                Data::Text(_) => self.text(child),
                Data::Element(element) => {
                    let element = element.clone();
                    self.element(child, &element);
                }
                Data::Fragment | Data::Doctype { .. } | Data::Comment(_) => {}
            }
        }
    }

    fn element(&mut self, id: Id, element: &Element) {
        let name = &*element.name;
        if element.kind != Kind::Html {
            if element.kind == Kind::Svg && name == "svg" {
                self.drawing(id);
            }
            return self.piece();
        }
        if name == "title" {
            return self.title(id);
        }
        if name == "br" && !self.facts.may_change(element) {
            self.end_line();
            self.is_start = true;
            return;
        }
        let is_code = ["script", "noscript"].contains(&name);
        if HIDDEN.contains(&name) || is_code && !self.may_add(id, name) {
            return;
        }
        let is_editable = element.attribute("contenteditable").is_some();
        let is_verbatim =
            VERBATIM.contains(&name) || is_editable || self.facts.may_show_spaces(element);
        // What a script finds, it may look into.
        let is_seen = self.is_seen || self.facts.may_look_at(element);
        let around = std::mem::replace(&mut self.is_seen, is_seen);
        self.lay_out(id, element, is_verbatim);
        self.is_seen = around;
    }

    fn lay_out(&mut self, id: Id, element: &Element, is_verbatim: bool) {
        let name = &*element.name;
        let is_sure = SURE.contains(&name);
        let has_own_lines = is_sure || is_block(name) && !self.may_be_inline(id, element);
        // Only nodes tell the white space between rows: the text of a table has lost that between cells.
        let is_free = TABLE_PARTS.contains(&name) && !self.facts.counts_nodes();
        if !is_verbatim && !is_free && (self.is_seen || self.has_named(id)) {
            let before = (self.is_start, self.last.take());
            self.is_start = false;
            self.seen(id);
            match has_own_lines {
                true => (self.is_start, self.last) = before,
                false => self.piece(),
            }
            return;
        }
        match (is_verbatim, has_own_lines) {
            // A block may be taken away: white space on both sides of it then is in one line.
            (true, true) => {}
            (true, false) => self.piece(),
            (false, true) => {
                let before = (self.is_start, self.last.take());
                self.is_start = true;
                self.children(id);
                self.end_element(element);
                (self.is_start, self.last) = before;
            }
            (false, false) if PIECES.contains(&name) => {
                (self.is_start, self.last) = (true, None);
                self.children(id);
                self.end_element(element);
                self.piece();
            }
            (false, false) => {
                // It may be a piece in its line, even without text.
                self.last = None;
                self.children(id);
                let is_text = TEXT_LEVEL.contains(&name) && self.has_words(id);
                self.is_start &= is_text && self.facts.is_plain(element);
                if is_block(name) {
                    self.last = None;
                }
            }
        }
    }

    /// The text right in an element stays, and that of elements in its lines. White space between elements becomes one
    /// space.
    fn seen(&mut self, id: Id) {
        for child in self.tree.nodes[id].children.clone() {
            let siblings = self.tree.nodes[id].children.len();
            if let Data::Text(text) = &mut self.tree.nodes[child].data {
                // A script may count the nodes, and hardly the spaces between elements.
                if siblings > 1 && text.trim_matches(is_space).is_empty() {
                    " ".clone_into(text);
                }
                self.piece();
            }
            let Some(element) = self.tree.element(child) else {
                continue;
            };
            let name = &*element.name;
            match is_block(name) || PIECES.contains(&name) || element.kind != Kind::Html {
                true => {
                    let element = element.clone();
                    self.element(child, &element);
                }
                false => self.seen(child),
            }
        }
    }

    /// Whether a block may be shown within a line: it, or one beside it from which a script goes on.
    fn may_be_inline(&self, id: Id, element: &Element) -> bool {
        let beside = || {
            let parent = self.tree.nodes[id].parent;
            let siblings = parent.iter().flat_map(|&it| &self.tree.nodes[it].children);
            let mut elements = siblings.filter_map(|&child| self.tree.element(child));
            elements.any(|other| self.facts.may_make_inline(other))
        };
        self.facts.may_be_inline(element) || self.facts.goes_to_elements() && beside()
    }

    /// Whether a script may go from a node in an element to the texts beside it.
    fn has_named(&self, id: Id) -> bool {
        self.facts.goes_beside()
            && self.tree.nodes[id].children.iter().any(|&child| {
                let element = self.tree.element(child);
                element.is_some_and(|element| self.facts.may_look_at(element))
            })
    }

    /// Whether a script may put something into the line where it stands; a browser without scripts shows
    /// `noscript` there.
    fn may_add(&self, id: Id, name: &str) -> bool {
        let parent = self.tree.nodes[id].parent;
        let is_in_head = parent.is_some_and(|parent| self.tree.is_any(parent, &["head", "html"]));
        !is_in_head && (name == "noscript" || self.facts.adds())
    }

    /// Something in a line that is no white space.
    fn piece(&mut self) {
        self.is_start = false;
        self.last = None;
    }

    /// The end of an element with lines of its own. Scripts may put more at its end.
    fn end_element(&mut self, element: &Element) {
        if !self.facts.appends(element) {
            self.end_line();
        }
        self.last = None;
    }

    /// White space at the end of a line is not shown.
    fn end_line(&mut self) {
        if let Some(last) = self.last.take()
            && let Data::Text(text) = &mut self.tree.nodes[last].data
        {
            text.pop();
            if text.is_empty() {
                self.removed.push(last);
            }
        }
    }

    fn text(&mut self, id: Id) {
        let Data::Text(text) = &self.tree.nodes[id].data else {
            return;
        };
        let is_blank = text.trim_matches(is_space).is_empty();
        let parent = self.tree.nodes[id].parent;
        if is_blank && parent.is_some_and(|parent| self.tree.is_any(parent, &STRUCTURES)) {
            self.removed.push(id);
            return;
        }
        if is_blank && self.facts.selects_empty() && parent.is_some_and(|it| self.is_all(it)) {
            return;
        }
        // Something may be put before a text.
        let parent = parent.and_then(|parent| self.tree.element(parent));
        let inserts = || parent.is_some_and(|element| self.facts.inserts(element));
        let starts_line = self.is_start && (is_blank || self.last.is_some() || !inserts());
        let (out, ends_blank) = collapsed(text, starts_line);
        if out.is_empty() {
            self.removed.push(id);
        } else {
            self.is_start = ends_blank;
            self.last = ends_blank.then_some(id);
        }
        self.tree.nodes[id].data = Data::Text(out);
    }

    /// Whether a text right in an element is not white space alone.
    fn has_words(&self, id: Id) -> bool {
        let mut children = self.tree.nodes[id].children.iter();
        children.any(|&child| {
            matches!(&self.tree.nodes[child].data, Data::Text(text) if !text.trim_matches(is_space).is_empty())
        })
    }

    /// Whether an element has texts alone.
    fn is_all(&self, parent: Id) -> bool {
        let mut children = self.tree.nodes[parent].children.iter();
        children.all(|&child| matches!(self.tree.nodes[child].data, Data::Text(_)))
    }

    /// A browser shows the title without white space around it.
    fn title(&mut self, id: Id) {
        for child in self.tree.nodes[id].children.clone() {
            if let Data::Text(text) = &mut self.tree.nodes[child].data {
                let (out, ends_blank) = collapsed(text, true);
                *text = out;
                if ends_blank {
                    text.pop();
                }
                if text.is_empty() {
                    self.removed.push(child);
                }
            }
        }
    }

    /// White space alone is not shown between the shapes of a drawing.
    fn drawing(&mut self, id: Id) {
        for child in self.tree.nodes[id].children.clone() {
            match &self.tree.nodes[child].data {
                Data::Text(text) if text.trim_matches(is_space).is_empty() => {
                    self.removed.push(child)
                }
                Data::Element(element) => {
                    let texts = ["text", "title", "desc", "style", "script", "foreignObject"];
                    if !texts.contains(&&*element.name) {
                        self.drawing(child);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The white space that browsers collapse.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n')
}

/// A text with one space for each stretch of white space, and none at its start if a line starts there; and
/// whether it ends with one. (Between characters of East Asia a browser may take a line feed for nothing.)
fn collapsed(text: &str, starts_line: bool) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut is_after_space = starts_line;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !is_space(c) {
            out.push(c);
            is_after_space = false;
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let after = rest.trim_start_matches(is_space);
        let has_feed = rest[..rest.len() - after.len()].contains('\n');
        let is_far = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
        let is_feed = has_feed && (is_far(out.chars().last()) || is_far(after.chars().next()));
        if !is_after_space {
            out.push(if is_feed { '\n' } else { ' ' });
        }
        is_after_space = true;
        rest = after;
    }
    let ends_blank = out.ends_with(is_space);
    (out, ends_blank)
}
