//! Minifies the style sheets and `style` attributes of a page in their places.

use std::ops::Range;

use golfchess_script::{html_tokens, value_range};
use golfchess_sizes::text::{BYTE_ORDER_MARK, with_replaced};
use html5gum::{StartTag, Token};

use super::facts::Facts;
use super::outside::Outside;
use super::tree::{Data, Tree};
use super::{css, declares_utf8, references};

/// The page with shorter CSS in its `style` elements and attributes.
pub fn minify_css(page: &str, outside: &Outside<'_>) -> String {
    let tree = Tree::of(page);
    let facts = Facts::of(&tree, outside);
    let is_utf8 = page.starts_with(BYTE_ORDER_MARK) || declares_utf8(&tree);
    if has_hashes(&tree) {
        return page.to_owned();
    }
    let keeps_values = facts.reads_styles();
    let places = places(page, &facts);
    let replaced = places.into_iter().filter_map(|(range, kind)| {
        let shorter = kind.minified(&page[range.clone()], is_utf8, keeps_values)?;
        (shorter.len() < range.len()).then_some((range, shorter))
    });
    let result = with_replaced(page, replaced);
    // Only the CSS may be different.
    match without_css(&Tree::of(&result)) == without_css(&tree) {
        true => result,
        false => page.to_owned(),
    }
}

/// The page with escapes for the characters of its style sheets that are not ASCII, where nothing may see them.
pub(super) fn ascii(page: &str, tree: &Tree, facts: &Facts) -> String {
    if has_hashes(tree) {
        return page.to_owned();
    }
    let replaced = places(page, facts).into_iter().filter_map(|(range, kind)| {
        let css = &page[range.clone()];
        let is_sheet = matches!(kind, Place::Sheet) && !css.is_ascii();
        is_sheet.then(|| (range, css::ascii(css)))
    });
    with_replaced(page, replaced)
}

/// What a place of a page has.
enum Place {
    /// A style sheet.
    Sheet,
    /// The value of a `style` attribute with its quotes.
    Attribute(String),
}

impl Place {
    fn minified(&self, text: &str, is_utf8: bool, keeps_values: bool) -> Option<String> {
        let encoded = |css: String| match is_utf8 || css.is_ascii() {
            true => css,
            false => css::ascii(&css),
        };
        match self {
            Self::Sheet => {
                let shorter = encoded(css::sheet(text, keeps_values));
                (!shorter.contains("</")).then_some(shorter)
            }
            Self::Attribute(value) => {
                let shorter = encoded(css::declarations(value, keeps_values));
                let written = references::attribute(&shorter, is_utf8);
                // Without quotes it could join what follows.
                Some(match written.starts_with(['"', '\'']) {
                    true => written,
                    false => format!("\"{written}\""),
                })
            }
        }
    }
}

/// The style sheets and `style` attributes of a page.
fn places(page: &str, facts: &Facts) -> Vec<(Range<usize>, Place)> {
    let mut found = Vec::new();
    let sees_sheets = [
        "cssRules",
        "styleSheets",
        "insertRule",
        "deleteRule",
        "sheet",
    ]
    .iter()
    .any(|word| facts.says(word));
    let sees_attributes = facts.sees("style", None);
    let mut open: Option<StartTag<usize>> = None;
    let mut drawings = 0_usize;
    for token in html_tokens(page) {
        match token {
            Token::StartTag(tag) => {
                for (name, value) in &tag.attributes {
                    if name[..] != *b"style" || sees_attributes {
                        continue;
                    }
                    let text = String::from_utf8_lossy(value).into_owned();
                    let range = value_range(page, value.span.start + name.len());
                    if let Some(range) = range.and_then(|range| with_quotes(page, range)) {
                        found.push((range, Place::Attribute(text)));
                    }
                }
                if ["svg", "math"]
                    .iter()
                    .any(|name| name.as_bytes() == &tag.name[..])
                    && !tag.self_closing
                {
                    drawings += 1;
                }
                let is_sheet = *tag.name == *b"style"
                    && drawings == 0
                    && !sees_sheets
                    && has_css(&tag)
                    && !facts.may_read_code(&tag);
                open = is_sheet.then_some(tag);
            }
            Token::EndTag(tag) => {
                if let Some(start) = open.take()
                    && start.span.end <= tag.span.start
                {
                    found.push((start.span.end..tag.span.start, Place::Sheet));
                }
                if ["svg", "math"]
                    .iter()
                    .any(|name| name.as_bytes() == &tag.name[..])
                {
                    drawings = drawings.saturating_sub(1);
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// Whether a `style` element has CSS.
fn has_css(tag: &StartTag<usize>) -> bool {
    let kind = tag.attributes.get(&b"type"[..]);
    kind.is_none_or(|kind| kind.is_empty() || kind.trim_ascii().eq_ignore_ascii_case(b"text/css"))
}

/// The place of a value with the quotes around it; `None` without quotes.
fn with_quotes(page: &str, range: Range<usize>) -> Option<Range<usize>> {
    let start = range.start.checked_sub(1)?;
    let quote = page.get(start..range.start)?;
    let is_quoted = ["\"", "'"].contains(&quote) && page.get(range.end..=range.end) == Some(quote);
    is_quoted.then_some(start..range.end + 1)
}

/// Whether the page allows only the code and the style sheets with certain digests.
fn has_hashes(tree: &Tree) -> bool {
    let mut metas = tree.all().into_iter().filter_map(|id| tree.element(id));
    metas.any(|element| {
        let content = element.attribute("content").unwrap_or_default();
        let is_policy = element
            .attribute("http-equiv")
            .is_some_and(|name| name.eq_ignore_ascii_case("content-security-policy"));
        is_policy
            && ["'sha256-", "'sha384-", "'sha512-"]
                .iter()
                .any(|hash| content.contains(hash))
    })
}

/// All of a tree but its CSS.
fn without_css(tree: &Tree) -> String {
    let mut tree = tree.clone();
    for id in tree.all() {
        if tree.is_any(id, &["style"]) {
            for child in tree.nodes[id].children.clone() {
                tree.nodes[child].data = Data::Text(String::new());
            }
        }
        if let Some(element) = tree.element_mut(id) {
            let styles = element
                .attributes
                .iter_mut()
                .filter(|(name, _)| name == "style");
            styles.for_each(|(_, value)| value.clear());
        }
    }
    tree.dump()
}
