#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod ascii;
mod attributes;
mod css;
mod elements;
mod encoding;
mod facts;
pub mod files;
mod joined;
mod outside;
mod references;
mod selectors;
mod sheets;
mod spaces;
mod tags;
mod tree;
mod write;
mod written;

pub use ascii::ascii_html;
pub use encoding::with_encoding;
pub use joined::{Joined, JoinedScript, joined};
pub use outside::Outside;
pub use sheets::minify_css;
pub use written::{Unwritable, Written, written};

use golfchess_sizes::text::BYTE_ORDER_MARK;
use html5ever::interface::QuirksMode;
use html5gum::Token;

use self::facts::Facts;
use self::tree::{Data, Tree};
use self::write::Style;

/// Why the HTML of a page stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Kept {
    /// What a script writes into the text that a browser is reading could end tags of it.
    #[error("a script writes into the page with `document.write`, and its tags do not match")]
    Written,
    /// Other characters may mean something else in the encoding of the page, and nothing in ASCII can stand for them.
    #[error("it has characters outside ASCII, and does not declare the encoding UTF-8")]
    Encoding,
    /// A browser makes no such tree either.
    #[error("its elements are nested too deeply")]
    TooDeep,
    /// No text gives the tree again.
    #[error("a browser would read another tree")]
    Tree,
}

/// The HTML of a page in a shorter form, or why it stays as it is. Scripts and style sheets stay.
///
/// Without a declaration, a browser guesses the encoding: characters outside ASCII become references, and escapes in
/// style sheets.
///
/// # Errors
/// See [`Kept`].
pub fn minify_html(page: &str, outside: &Outside<'_>) -> Result<String, Kept> {
    let html = minify_html_around(page, outside)?;
    let is_utf8 = || page.starts_with(BYTE_ORDER_MARK) || declares_utf8(&Tree::of(page));
    match page.is_ascii() || html.is_ascii() && html.len() < page.len() || is_utf8() {
        true => Ok(html),
        false => Err(Kept::Encoding),
    }
}

/// The same for a page whose scripts will be in ASCII: their characters stay.
///
/// # Errors
/// See [`Kept`].
pub fn minify_html_around(page: &str, outside: &Outside<'_>) -> Result<String, Kept> {
    let (mark, html) = match page.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (&page[..BYTE_ORDER_MARK.len_utf8()], rest),
        None => ("", page),
    };
    let mut tree = Tree::of(html);
    if tree.is_too_deep() {
        return Err(Kept::TooDeep);
    }
    let facts = Facts::of(&tree, outside);
    if facts.writes_document() && tree.errors.iter().any(|error| !is_harmless(error)) {
        return Err(Kept::Written);
    }
    let is_utf8 = !mark.is_empty() || declares_utf8(&tree);
    if !is_utf8 && !html.is_ascii() {
        if encoding::is_declared(&tree) {
            return Err(Kept::Encoding);
        }
        tree = Tree::of(&sheets::ascii(html, &tree, &facts));
    }
    remove_comments(&mut tree, &facts);
    if tree.quirks == QuirksMode::Quirks && !facts.says("doctype") {
        remove_nodes(&mut tree, |data| matches!(data, Data::Doctype { .. }));
    }
    if !facts.keeps_text() {
        spaces::remove(&mut tree, &facts);
    }
    attributes::shorten(&mut tree, &facts);
    let expected = tree.dump();
    for leaves_out_tags in [true, false] {
        let style = Style {
            leaves_out_tags,
            is_utf8,
        };
        let html = write::html(&tree, style);
        if Tree::of(&html).dump() == expected {
            return Ok(format!("{mark}{html}"));
        }
    }
    Err(Kept::Tree)
}

/// Whether the scripts of a page may read the text of one of them, whose start tag is the last one in the HTML before
/// it.
pub fn reads_script(page: &str, before: &str) -> bool {
    let tags = golfchess_script::html_tokens(before).filter_map(|token| match token {
        Token::StartTag(tag) if *tag.name == *b"script" => Some(tag),
        _ => None,
    });
    let facts = Facts::of(&Tree::of(page), &Outside::nothing());
    tags.last().is_some_and(|tag| facts.may_read_code(&tag))
}

/// Whether a tree says that its page is in UTF-8.
fn declares_utf8(tree: &Tree) -> bool {
    let all = tree.all();
    let mut metas = all.into_iter().filter(|&id| tree.is_any(id, &["meta"]));
    metas.any(|id| {
        let element = tree.element(id);
        let charset = element.and_then(|element| element.attribute("charset"));
        let content = element.and_then(|element| element.attribute("content"));
        let content = content.map(str::to_ascii_lowercase);
        charset.is_some_and(|label| golfchess_script::is_utf8(label.as_bytes()))
            || content.is_some_and(|content| {
                content.contains("charset=utf-8") || content.contains("charset=utf8")
            })
    })
}

/// Comments go, unless a script or a server may read them.
fn remove_comments(tree: &mut Tree, facts: &Facts) {
    if facts.reads_nodes() && facts.keeps_text() {
        return;
    }
    for id in tree.all() {
        // Servers replace `<!--#`, and Knockout reads `<!-- ko`.
        let Data::Comment(text) = &tree.nodes[id].data else {
            continue;
        };
        let text = text.trim_start();
        let is_read = text.starts_with('#') || text.starts_with("ko ") || text.starts_with("/ko");
        let parent = tree.nodes[id].parent;
        let parent = parent.and_then(|parent| tree.element(parent));
        if !is_read && !parent.is_some_and(|element| facts.may_look_at(element)) {
            tree.remove(id);
        }
    }
}

/// Whether a correction of the parser has nothing to do with tags that do not match.
fn is_harmless(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    [
        "doctype",
        "attribute",
        "character",
        "self-closing",
        "unquoted",
    ]
    .iter()
    .any(|word| error.contains(word))
}

fn remove_nodes(tree: &mut Tree, goes: impl Fn(&Data) -> bool) {
    for id in tree.all() {
        if goes(&tree.nodes[id].data) {
            tree.remove(id);
        }
    }
}

#[cfg(test)]
mod tests;
