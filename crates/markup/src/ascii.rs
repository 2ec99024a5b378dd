//! HTML without characters outside ASCII, which mean the same in every encoding.

use std::ops::Range;

use golfchess_script::{html_tokens, value_range};
use golfchess_sizes::text::with_replaced;
use html5gum::Token;

use super::css;

/// Elements whose text has no references: their characters stay.
const RAW: [&[u8]; 6] = [
    b"script",
    b"xmp",
    b"iframe",
    b"noembed",
    b"noframes",
    b"plaintext",
];

/// The HTML with references for characters outside ASCII, and with escapes in style sheets. Those in scripts,
/// in names, and where HTML has no references stay.
pub fn ascii_html(html: &str) -> String {
    let mut replaced: Vec<(Range<usize>, String)> = Vec::new();
    let mut add = |range: Range<usize>, ascii: fn(&str) -> String| {
        let text = &html[range.clone()];
        if !text.is_ascii() {
            replaced.push((range, ascii(text)));
        }
    };
    let mut within = Vec::new();
    for token in html_tokens(html) {
        match token {
            Token::StartTag(tag) => {
                let values = tag.attributes.iter();
                let values = values.map(|(name, value)| value.span.start + name.len());
                let mut ranges: Vec<_> = values.filter_map(|end| value_range(html, end)).collect();
                ranges.sort_by_key(|range| range.start);
                for range in ranges {
                    add(range, references);
                }
                within = tag.name.to_vec();
            }
            Token::EndTag(_) => within.clear(),
            Token::String(text) if within == b"style" => {
                add(text.span.start..text.span.end, css::ascii)
            }
            Token::String(text) if !RAW.contains(&&within[..]) => {
                add(text.span.start..text.span.end, references)
            }
            Token::Comment(text) => add(text.span.start..text.span.end, references),
            _ => {}
        }
    }
    with_replaced(html, replaced)
}

fn references(text: &str) -> String {
    let of = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => format!("&#{};", u32::from(c)),
    };
    text.chars().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_attributes_and_style_sheets_become_ascii() {
        for (html, expected) in [
            (
                "<p title=\u{e9}>\u{2211} &amp; b",
                "<p title=&#233;>&#8721; &amp; b",
            ),
            ("<title>\u{e9}</title>", "<title>&#233;</title>"),
            (
                "<textarea>\u{1f600}</textarea>",
                "<textarea>&#128512;</textarea>",
            ),
            (
                "<i title='a' alt=\"\u{e9}'\">b\u{e9}c</i>",
                "<i title='a' alt=\"&#233;'\">b&#233;c</i>",
            ),
            (
                "<style>p::before{content:'\u{e9}a'}</style>\u{e9}",
                "<style>p::before{content:'\\e9 a'}</style>&#233;",
            ),
            (
                "<!-- \u{e9} --><script>a='\u{e9}'</script>\u{e9}",
                "<!-- &#233; --><script>a='\u{e9}'</script>&#233;",
            ),
            (
                "<svg><text>\u{e9}</text></svg>",
                "<svg><text>&#233;</text></svg>",
            ),
            ("<iframe>\u{e9}</iframe>", "<iframe>\u{e9}</iframe>"),
            ("<p>a", "<p>a"),
        ] {
            assert_eq!(ascii_html(html), expected, "{html}");
        }
    }
}
