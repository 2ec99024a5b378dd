//! The tree that a browser makes of a page.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

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
        let parser = parse_document(Sink::default(), ParseOpts::default());
        parser.one(StrTendril::from(html))
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

/// A node for the parser.
#[derive(Clone)]
pub(super) struct Handle {
    id: Id,
    name: Rc<QualName>,
    is_integration_point: bool,
}

struct Sink(RefCell<Tree>);

impl Default for Sink {
    fn default() -> Self {
        let tree = Tree {
            nodes: vec![Node::new(Data::Fragment)],
            quirks: QuirksMode::NoQuirks,
            errors: Vec::new(),
        };
        Self(RefCell::new(tree))
    }
}

impl Node {
    fn new(data: Data) -> Self {
        Self {
            data,
            parent: None,
            children: Vec::new(),
        }
    }
}

/// A name with its prefix, as it is written.
fn written(name: &QualName) -> String {
    match name.prefix.as_ref().filter(|prefix| !prefix.is_empty()) {
        Some(prefix) => format!("{prefix}:{}", name.local),
        None => name.local.to_string(),
    }
}

fn pairs(attributes: Vec<Attribute>) -> Vec<(String, String)> {
    let attributes = attributes.into_iter();
    attributes
        .map(|one| (written(&one.name), one.value.to_string()))
        .collect()
}

impl Sink {
    fn add(&self, data: Data) -> Id {
        let nodes = &mut self.0.borrow_mut().nodes;
        nodes.push(Node::new(data));
        nodes.len() - 1
    }

    fn detach(&self, id: Id) {
        let nodes = &mut self.0.borrow_mut().nodes;
        if let Some(parent) = nodes[id].parent.take() {
            nodes[parent].children.retain(|&child| child != id);
        }
    }

    fn node(id: Id) -> Handle {
        let nothing = QualName::new(None, "".into(), "".into());
        Handle {
            id,
            name: Rc::new(nothing),
            is_integration_point: false,
        }
    }

    /// Puts a node or a text before a place of a parent.
    fn insert(&self, parent: Id, at: usize, new: NodeOrText<Handle>) {
        let id = match new {
            NodeOrText::AppendNode(node) => node.id,
            NodeOrText::AppendText(text) => {
                let nodes = &mut self.0.borrow_mut().nodes;
                let before = at
                    .checked_sub(1)
                    .map(|before| nodes[parent].children[before]);
                if let Some(before) = before
                    && let Data::Text(before) = &mut nodes[before].data
                {
                    before.push_str(&text);
                    return;
                }
                nodes.push(Node::new(Data::Text(text.to_string())));
                nodes.len() - 1
            }
        };
        let nodes = &mut self.0.borrow_mut().nodes;
        nodes[id].parent = Some(parent);
        nodes[parent].children.insert(at, id);
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Tree {
        self.0.into_inner()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.0.borrow_mut().errors.push(message.into_owned());
    }

    fn get_document(&self) -> Handle {
        Self::node(DOCUMENT)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        &target.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let contents = flags.template.then(|| self.add(Data::Fragment));
        let kind = match &*name.ns {
            "http://www.w3.org/2000/svg" => Kind::Svg,
            "http://www.w3.org/1998/Math/MathML" => Kind::Math,
            _ => Kind::Html,
        };
        let id = self.add(Data::Element(Element {
            name: written(&name),
            kind,
            attributes: pairs(attributes),
            contents,
        }));
        if let Some(contents) = contents {
            self.0.borrow_mut().nodes[contents].parent = Some(id);
        }
        Handle {
            id,
            name: Rc::new(name),
            is_integration_point: flags.mathml_annotation_xml_integration_point,
        }
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        Self::node(self.add(Data::Comment(text.to_string())))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        Self::node(self.add(Data::Comment(format!("?{target} {data}"))))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.detach(node.id);
        }
        let at = self.0.borrow().nodes[parent.id].children.len();
        self.insert(parent.id, at, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.0.borrow().nodes[element.id].parent.is_some();
        match has_parent {
            true => self.append_before_sibling(element, child),
            false => self.append(previous, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, public: StrTendril, system: StrTendril) {
        let doctype = self.add(Data::Doctype {
            public: public.to_string(),
            system: system.to_string(),
        });
        self.append(
            &self.get_document(),
            NodeOrText::AppendNode(Self::node(doctype)),
        );
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let contents = self
            .0
            .borrow()
            .element(target.id)
            .and_then(|element| element.contents);
        Self::node(contents.unwrap_or(target.id))
    }

    fn same_node(&self, left: &Handle, right: &Handle) -> bool {
        left.id == right.id
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.0.borrow_mut().quirks = mode;
    }

    fn append_before_sibling(&self, sibling: &Handle, new: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &new {
            self.detach(node.id);
        }
        let place = {
            let nodes = &self.0.borrow().nodes;
            let parent = nodes[sibling.id].parent;
            parent.and_then(|parent| {
                let children = &nodes[parent].children;
                Some((
                    parent,
                    children.iter().position(|&child| child == sibling.id)?,
                ))
            })
        };
        if let Some((parent, at)) = place {
            self.insert(parent, at, new);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attributes: Vec<Attribute>) {
        let mut tree = self.0.borrow_mut();
        if let Some(element) = tree.element_mut(target.id) {
            for (name, value) in pairs(attributes) {
                if element.attribute(&name).is_none() {
                    element.attributes.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let nodes = &mut self.0.borrow_mut().nodes;
        let children = std::mem::take(&mut nodes[node.id].children);
        for &child in &children {
            nodes[child].parent = Some(new_parent.id);
        }
        nodes[new_parent.id].children.extend(children);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.is_integration_point
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
