//! The tags of a page that name files.

use std::ops::Range;

use html5gum::{EndTag, StartTag, Token};

use golfchess_script::html_tokens;
use golfchess_sizes::text::{BYTE_ORDER_MARK, with_replaced};

use super::late::Late;
use super::links::Taking;
use super::{FileError, Inlined, Reader, Reason, Styled};
use crate::declares_utf8;
use crate::tree::{Element, Tree, with_line_feeds};

/// Elements in which scripts do not run, or which are not HTML.
const NESTING: [&[u8]; 3] = [b"svg", b"math", b"template"];

/// The page with the files in it that can be there. Files of more bytes than `limit` stay, scripts and style sheets
/// excepted.
///
/// # Errors
/// A file cannot be read.
pub fn take_in(
    page: &str,
    limit: Option<usize>,
    reader: &mut dyn Reader,
) -> Result<Inlined, FileError> {
    let tree = Tree::of(page);
    let as_it_is = |kept: Reason| Inlined {
        page: page.to_owned(),
        kept: Some(kept),
        ..Inlined::default()
    };
    if let Some(reason) = obstacle(&tree) {
        return Ok(as_it_is(reason));
    }
    let mut walk = Walk {
        page,
        is_utf8: page.starts_with(BYTE_ORDER_MARK) || declares_utf8(&tree),
        taking: Taking::new(reader, limit),
        edits: Vec::new(),
        last: String::new(),
        texts: Vec::new(),
        styled: Vec::new(),
        waits: false,
        late: Vec::new(),
        has_import_map: false,
        nested: Vec::new(),
        body_end: page.len(),
        preloads: Vec::new(),
    };
    walk.read()?;
    walk.late_scripts()?;
    Ok(walk.finished().unwrap_or_else(|| as_it_is(Reason::Tree)))
}

/// Why no file goes into a page that names some.
fn obstacle(tree: &Tree) -> Option<Reason> {
    let all = || tree.all().into_iter().filter_map(|id| tree.element(id));
    let is_module = |kind: &str| kind.trim().eq_ignore_ascii_case("module");
    let names = |element: &Element| match &*element.name {
        "link" => element.attribute("href").is_some(),
        // A module in the text of the page may import others.
        "script" if element.attribute("type").is_some_and(is_module) => true,
        _ => ["src", "srcset", "poster", "data"]
            .iter()
            .any(|name| element.attribute(name).is_some()),
    };
    if !all().any(names) {
        return None;
    }
    if all().any(|element| element.name == "base" && element.attribute("href").is_some()) {
        return Some(Reason::Base);
    }
    let is_policy = |name: &str| name.eq_ignore_ascii_case("content-security-policy");
    let has_policy = |element: &Element| element.attribute("http-equiv").is_some_and(is_policy);
    all().any(has_policy).then_some(Reason::Policy)
}

/// The tags of one page, read in their order.
pub(super) struct Walk<'w> {
    pub page: &'w str,
    pub is_utf8: bool,
    pub taking: Taking<'w>,
    pub edits: Vec<(Range<usize>, String)>,
    /// The scripts that move to the end of the body.
    pub last: String,
    /// The texts of the new elements.
    pub texts: Vec<String>,
    /// The new style elements.
    pub styled: Vec<Styled>,
    /// Whether a deferred script stays as it is: later ones must run after it.
    pub waits: bool,
    /// The scripts that do not run where they stand.
    pub late: Vec<Late<'w>>,
    /// Whether the page says itself what names of modules mean.
    pub has_import_map: bool,
    /// The open elements of [`NESTING`].
    pub nested: Vec<Vec<u8>>,
    body_end: usize,
    /// Links that only load files early.
    pub preloads: Vec<(Range<usize>, String)>,
}

impl<'w> Walk<'w> {
    fn read(&mut self) -> Result<(), FileError> {
        let page = self.page;
        let mut open: Option<StartTag<usize>> = None;
        for token in html_tokens(page) {
            match token {
                Token::StartTag(tag) => {
                    self.body_end = page.len();
                    self.tag(&tag)?;
                    if NESTING.contains(&&tag.name[..]) && !tag.self_closing {
                        self.nested.push(tag.name.to_vec());
                    }
                    let is_code = [&b"script"[..], b"style"].contains(&&tag.name[..]);
                    open = is_code.then_some(tag);
                }
                Token::EndTag(tag) => {
                    self.end(open.take(), &tag)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn end(&mut self, open: Option<StartTag<usize>>, tag: &EndTag<usize>) -> Result<(), FileError> {
        if let Some(start) = open.filter(|start| start.name == tag.name) {
            return match *start.name == *b"script" {
                true => self.script(&start, tag),
                false => self.style(&start, tag),
            };
        }
        if let Some(at) = self.nested.iter().rposition(|name| name[..] == *tag.name) {
            self.nested.truncate(at);
        }
        let ends = [&b"body"[..], b"html"];
        if ends.contains(&&tag.name[..]) && self.body_end == self.page.len() {
            // (A start tag behind it makes it the end of nothing.)
            self.body_end = tag.span.start;
        }
        Ok(())
    }

    /// The page with the edits; `None` if a browser would read other elements.
    fn finished(mut self) -> Option<Inlined> {
        let taken = &self.taking.found.taken;
        let preloads = std::mem::take(&mut self.preloads).into_iter();
        let preloads = preloads.filter(|(_, path)| taken.iter().any(|one| one.path == *path));
        let gone = preloads.map(|(range, _)| (range, String::new()));
        self.edits.extend(gone);
        let end = self.body_end..self.body_end;
        self.edits.push((end, std::mem::take(&mut self.last)));
        self.edits
            .sort_by_key(|(range, _)| (range.start, range.end));
        let lines = lines(self.page, &self.edits);
        let page = with_replaced(self.page, self.edits);
        let tree = Tree::of(&page);
        let mut found: Vec<String> = tree
            .all()
            .into_iter()
            .filter(|&id| tree.is_any(id, &["script", "style"]))
            .map(|id| tree.text_in(id))
            .collect();
        for text in self.texts {
            let text = with_line_feeds(&text);
            let at = found.iter().position(|other| *other == text)?;
            found.swap_remove(at);
        }
        Some(Inlined {
            page,
            lines,
            styled: self.styled,
            ..self.taking.found
        })
    }
}

/// For each line of the page with edits, that of the page.
pub(crate) fn lines(page: &str, edits: &[(Range<usize>, String)]) -> Vec<usize> {
    let mut lines = vec![1];
    let (mut from, mut line) = (0, 1);
    for (range, text) in edits {
        for _ in page[from..range.start].matches('\n') {
            line += 1;
            lines.push(line);
        }
        lines.extend(text.matches('\n').map(|_| line));
        line += page[range.clone()].matches('\n').count();
        if text.ends_with('\n')
            && let Some(last) = lines.last_mut()
        {
            *last = line;
        }
        from = range.end;
    }
    for _ in page[from..].matches('\n') {
        line += 1;
        lines.push(line);
    }
    lines
}
