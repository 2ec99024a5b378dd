//! Finds what files have become in a page that was minified since.

use std::ops::Range;

use golfchess_script::html_tokens;
use html5gum::{StartTag, Token};

/// The texts of the style elements of a page, in their order.
pub fn styles_of(page: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<StartTag<usize>> = None;
    for token in html_tokens(page) {
        match token {
            Token::StartTag(tag) => open = (*tag.name == *b"style").then_some(tag),
            Token::EndTag(tag) => {
                let start = open.take().map(|start| start.span.end);
                found.extend(start.map(|start| start..tag.span.start));
            }
            _ => {}
        }
    }
    found
}

/// The places of a `data:` address in a page. Its quotes and some other characters may have other spellings there.
pub fn places_of(page: &str, address: &str) -> Vec<Range<usize>> {
    // What is before the first character that HTML or CSS may spell otherwise.
    let special = |c: char| !c.is_ascii_alphanumeric() && !":;,/+=.-_ ".contains(c);
    let start = &address[..address.find(special).unwrap_or(address.len())];
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in page.match_indices(start) {
        let is_inside = found.last().is_some_and(|last| at < last.end);
        let end = (!is_inside && !start.is_empty()).then(|| end_of(page, at, address));
        found.extend(end.flatten().map(|end| at..end));
    }
    found
}

/// The end of an address that starts at an offset.
fn end_of(page: &str, start: usize, address: &str) -> Option<usize> {
    let mut rest = &page[start..];
    for c in address.chars() {
        let spelling = spellings(c).into_iter().find(|one| rest.starts_with(one));
        let length = match spelling {
            Some(spelling) => spelling.len(),
            None => {
                let escape = format!("\\{c}");
                escape.len() * usize::from(rest.starts_with(&escape))
            }
        };
        rest = rest.get(length..).filter(|_| length > 0)?;
    }
    Some(page.len() - rest.len())
}

/// How a page may spell a character of an address.
fn spellings(c: char) -> Vec<String> {
    let names = match c {
        '"' => &["&quot;", "%22", "&#34"][..],
        '\'' => &["&apos;", "%27", "&#39"],
        '&' => &["&amp;"],
        '<' => &["&lt;", "%3C"],
        '>' => &["&gt;", "%3E"],
        ' ' => &["%20"],
        _ => &[],
    };
    // Longer ones first: `&` itself starts all references, and one may have no semicolon.
    let names = names.iter().map(|name| (*name).to_owned());
    let number = format!("&#{};", u32::from(c));
    [number]
        .into_iter()
        .chain(names)
        .chain([c.to_string()])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_elements_are_found_in_their_order() {
        let page = "<style>a{}</style><p><style media=print></style><!-- <style>b</style> -->";
        let texts = styles_of(page).into_iter().map(|range| &page[range]);
        assert_eq!(texts.collect::<Vec<_>>(), ["a{}", ""]);
    }

    #[test]
    fn addresses_are_found_in_every_spelling() {
        let image = "data:image/png;base64,iVBORw==";
        let page = format!("<img src={image}><style>a{{b:url({image})}}</style>");
        let found = places_of(&page, image)
            .into_iter()
            .map(|range| &page[range]);
        assert_eq!(found.collect::<Vec<_>>(), [image, image]);
        // An address may begin within another one.
        let nested = places_of("data:,<data:,<data:,<", "data:,<data:,<");
        let ends: Vec<usize> = nested.into_iter().map(|range| range.end).collect();
        assert_eq!(ends, [14]);
        let drawing = "data:image/svg+xml,<svg a='b&c'\u{e9}>";
        for spelt in [
            drawing,
            "data:image/svg+xml,<svg a=&#39;b&amp;c&#39;&#233;>",
            "data:image/svg+xml,<svg a=\\'b&c\\'\u{e9}>",
            "data:image/svg+xml,%3Csvg%20a=%27b&c%27\u{e9}%3E",
        ] {
            let page = format!("<img src=\"{spelt}\">");
            let found = places_of(&page, drawing)
                .into_iter()
                .map(|range| &page[range]);
            assert_eq!(found.collect::<Vec<_>>(), [spelt]);
        }
        assert!(places_of("data:image/svg+xml,<svg b>", drawing).is_empty());
        assert!(places_of("data:", "").is_empty());
    }
}
