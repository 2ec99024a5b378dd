//! The tree that a browser makes of a page.

mod sink;

use html5ever::interface::QuirksMode;

/// The place of a node in its tree.
pub(super) type Id = usize;

/// The document, the first node of a tree.
pub(super) const DOCUMENT: Id = 0;

/// Deeper trees stay as they are. (Blink makes no tree deeper than 512.)
const DEEPEST: usize = 500;

/// A page as nodes.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    pub quirks: QuirksMode,
    /// What the parser corrected.
    pub errors: Vec<String>,
}

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub data: Data,
    pub parent: Option<Id>,
    pub children: Vec<Id>,
}

#[derive(Debug, Clone)]
pub(super) enum Data {
    /// The document, or the contents of a template.
    Fragment,
    Doctype {
        public: String,
        system: String,
    },
    Comment(String),
    Text(String),
    Element(Element),
}

#[derive(Debug, Clone)]
pub(super) struct Element {
    /// Its name, in the case that the standard gives it.
    pub name: String,
    pub kind: Kind,
    pub attributes: Vec<(String, String)>,
    /// The contents of a template.
    pub contents: Option<Id>,
}

/// The namespace of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Html,
    Svg,
    Math,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn is_body(&self) -> bool {
        self.kind == Kind::Html && self.name == "body"
    }
}

impl Tree {
    /// The tree of a page in a browser that runs scripts.
    pub fn of(html: &str) -> Self {
        sink::read(html)
    }

    pub fn element(&self, id: Id) -> Option<&Element> {
        match &self.nodes[id].data {
            Data::Element(element) => Some(element),
            _ => None,
        }
    }

    pub fn element_mut(&mut self, id: Id) -> Option<&mut Element> {
        match &mut self.nodes[id].data {
            Data::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Whether a node is an HTML element of one of these names.
    pub fn is_any(&self, id: Id, names: &[&str]) -> bool {
        let element = self.element(id);
        element.is_some_and(|it| it.kind == Kind::Html && names.contains(&it.name.as_str()))
    }

    /// The text right in an element.
    pub fn text_in(&self, id: Id) -> String {
        let children = self.nodes[id].children.iter();
        let texts = children.filter_map(|&child| match &self.nodes[child].data {
            Data::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// All nodes that are in the tree, each before those in it. Contents of templates are in it.
    pub fn all(&self) -> Vec<Id> {
        let (mut found, mut left) = (Vec::new(), vec![DOCUMENT]);
        while let Some(id) = left.pop() {
            found.push(id);
            left.extend(self.nodes[id].children.iter().rev());
            left.extend(self.element(id).and_then(|element| element.contents));
        }
        found
    }

    /// Whether passes over the tree would need too large a stack.
    pub fn is_too_deep(&self) -> bool {
        let mut depths = vec![0; self.nodes.len()];
        for id in self.all() {
            let above = self.nodes[id].parent.map_or(0, |parent| depths[parent]);
            depths[id] = above + 1;
        }
        depths.into_iter().any(|depth| depth > DEEPEST)
    }

    /// Takes a node out of its parent. Texts beside it become one, as they are in the tree of the result.
    pub fn remove(&mut self, id: Id) {
        let Some(parent) = self.nodes[id].parent.take() else {
            return;
        };
        let children = &mut self.nodes[parent].children;
        let Some(at) = children.iter().position(|&child| child == id) else {
            return;
        };
        children.remove(at);
        let around = at
            .checked_sub(1)
            .and_then(|before| children.get(before..=at));
        let Some(&[before, after]) = around else {
            return;
        };
        if let (Data::Text(_), Data::Text(text)) =
            (&self.nodes[before].data, &self.nodes[after].data)
        {
            let text = text.clone();
            self.nodes[parent].children.remove(at);
            if let Data::Text(before) = &mut self.nodes[before].data {
                before.push_str(&text);
            }
        }
    }

    /// All that a browser reads, as text. Two pages with the same text have the same tree.
    pub fn dump(&self) -> String {
        let mut out = format!("{:?}\n", self.quirks);
        self.dump_into(DOCUMENT, 0, &mut out);
        out
    }

    fn dump_into(&self, id: Id, depth: usize, out: &mut String) {
        use std::fmt::Write;
        // Writing to a string does not fail.
        let _ = match &self.nodes[id].data {
            Data::Fragment => Ok(()),
            // Its effect is the mode of the tree.
            Data::Doctype { .. } => writeln!(out, "doctype"),
            Data::Comment(text) => writeln!(out, "{depth} comment {text:?}"),
            Data::Text(text) => writeln!(out, "{depth} text {text:?}"),
            Data::Element(element) => writeln!(
                out,
                "{depth} {:?} {} {:?}",
                element.kind, element.name, element.attributes
            ),
        };
        if let Some(contents) = self.element(id).and_then(|element| element.contents) {
            self.dump_into(contents, depth + 1, out);
        }
        for &child in &self.nodes[id].children {
            self.dump_into(child, depth + 1, out);
        }
    }
}

/// A text with the line ends that a browser reads: HTML has one kind.
pub(super) fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

impl Node {
    pub fn new(data: Data) -> Self {
        Self {
            data,
            parent: None,
            children: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_that_of_a_browser() {
        let tree = Tree::of(
            "<!doctype html><table>a<tr><td>b<template><i>c</i></template></table><p>d<div>e</p>",
        );
        let expected = "NoQuirks\ndoctype\n1 Html html []\n2 Html head []\n2 Html body []\n3 text \"a\"\n\
                        3 Html table []\n4 Html tbody []\n5 Html tr []\n6 Html td []\n7 text \"b\"\n\
                        7 Html template []\n9 Html i []\n10 text \"c\"\n3 Html p []\n4 text \"d\"\n\
                        3 Html div []\n4 text \"e\"\n4 Html p []\n";
        assert_eq!(tree.dump(), expected);
    }
}
