//! Makes the tree of a page as its parser, html5ever, says.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

use super::{DOCUMENT, Data, Element, Id, Kind, Node, Tree};

/// The tree of a page.
pub(super) fn read(html: &str) -> Tree {
    let parser = parse_document(Sink::default(), ParseOpts::default());
    parser.one(StrTendril::from(html))
}

/// A node for the parser.
#[derive(Clone)]
struct Handle {
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
