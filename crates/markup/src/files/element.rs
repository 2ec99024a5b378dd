//! The attributes of a start tag with their places.

use std::ops::Range;

use golfchess_script::value_range;
use html5gum::StartTag;

use crate::references;

/// An attribute in the text of a page.
#[derive(Debug, Clone)]
pub(super) struct Attribute {
    /// In lower case.
    pub name: String,
    /// What a browser reads.
    pub value: String,
    /// From its name to the end of its value.
    pub range: Range<usize>,
}

/// All attributes of a start tag, in their order.
pub(super) fn attributes(page: &str, tag: &StartTag<usize>) -> Vec<Attribute> {
    let all = tag.attributes.iter().map(|(name, value)| {
        let start = value.span.start;
        let name_end = start + name.len();
        let end = value_range(page, name_end)
            .filter(|range| range.end <= tag.span.end)
            .map_or(name_end, |range| {
                let is_quoted = page[..range.start].ends_with(['"', '\'']);
                range.end + usize::from(is_quoted)
            });
        Attribute {
            name: String::from_utf8_lossy(name).into_owned(),
            value: String::from_utf8_lossy(value).into_owned(),
            range: start..end,
        }
    });
    let mut all: Vec<Attribute> = all.collect();
    all.sort_by_key(|attribute| attribute.range.start);
    all
}

/// The value of an attribute.
pub(super) fn value<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    let mut all = attributes.iter();
    let found = all.find(|attribute| attribute.name == name);
    found.map(|attribute| &*attribute.value)
}

/// An attribute as text, always with quotes where it has a value: what follows cannot join it.
pub(super) fn written(name: &str, value: &str, is_utf8: bool) -> String {
    if value.is_empty() {
        return name.to_owned();
    }
    let value = references::attribute(value, is_utf8);
    match value.starts_with(['"', '\'']) {
        true => format!("{name}={value}"),
        false => format!("{name}=\"{value}\""),
    }
}

/// A start tag with the attributes that stay.
pub(super) fn start_tag(
    element: &str,
    attributes: &[Attribute],
    gone: &[&str],
    is_utf8: bool,
) -> String {
    let mut out = format!("<{element}");
    for Attribute { name, value, .. } in attributes {
        if !gone.contains(&name.as_str()) {
            out.push(' ');
            out.push_str(&written(name, value, is_utf8));
        }
    }
    out + ">"
}
