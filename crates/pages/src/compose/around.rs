//! The place of the script in the HTML of a catalog.

use html5gum::{StartTag, Token};

use golfchess_script::html_tokens;

/// What stands before and after the script in HTML with `<script src="page.js"></script>`, which names the entry
/// of the fragments.
///
/// # Errors
/// The reason why there is not one such element.
pub(super) fn around(html: &str, entry: &str) -> Result<(String, String), String> {
    let mut open: Option<StartTag<usize>> = None;
    let mut found = Vec::new();
    for token in html_tokens(html) {
        match token {
            Token::StartTag(tag) => {
                let source = tag.attributes.get(&b"src"[..]);
                let is_entry = source.is_some_and(|source| source[..] == *entry.as_bytes());
                open = (*tag.name == *b"script" && is_entry).then_some(tag);
            }
            Token::EndTag(end) => {
                if let Some(start) = open.take() {
                    found.push((start, end.span));
                }
            }
            _ => {}
        }
    }
    let [(start, end)] = &found[..] else {
        return Err(format!(
            "it has {} elements `<script src=\"{entry}\"></script>`; write one, where the script of the page goes",
            found.len()
        ));
    };
    if start.attributes.len() > 1 || start.span.end != end.start {
        return Err(format!(
            "the element `<script src=\"{entry}\">` has other attributes or a text; the script of the page is a \
             classic script in its place"
        ));
    }
    let open = format!("{}<script>", &html[..start.span.start]);
    Ok((open, html[end.start..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_goes_where_its_file_is_named() {
        for source in ["\"page.js\"", "'page.js'", "page.js"] {
            let html = format!("<p>a</p>\n<script src={source}></script >\n<!-- b -->");
            let parts = around(&html, "page.js").expect(source);
            assert_eq!(parts.0, "<p>a</p>\n<script>");
            assert_eq!(parts.1, "</script >\n<!-- b -->");
        }
    }

    #[test]
    fn html_without_one_place_is_refused() {
        for (html, reason) in [
            ("<p>a", "it has 0 elements"),
            ("<script src=other.js></script>", "it has 0 elements"),
            ("<!--<script src=page.js></script>-->", "it has 0 elements"),
            (
                "<script src=page.js></script><script src=page.js></script>",
                "it has 2 elements",
            ),
            ("<script src=page.js> </script>", "or a text"),
            (
                "<script defer src=page.js></script>",
                "has other attributes",
            ),
        ] {
            let error = around(html, "page.js").expect_err(html);
            assert!(error.contains(reason), "{html}: {error}");
        }
    }
}
