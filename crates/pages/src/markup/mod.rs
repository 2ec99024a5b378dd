//! Minifies the HTML and the CSS of a page, around its scripts.
//!
//! HTML becomes a tree, as a browser reads it. Parts of the tree go that nothing shows or sees. The rest is
//! written with as few characters as possible, and read again: the result counts only if it is this tree.

mod attributes;
mod css;
mod facts;
mod outside;
mod selectors;
mod sheets;
mod spaces;
mod tags;
mod tree;
mod write;

pub use outside::Outside;
pub use sheets::minify_css;

use html5ever::interface::QuirksMode;

use self::facts::Facts;
use self::tree::{Data, Tree};
use self::write::Style;
use crate::text::BYTE_ORDER_MARK;

/// Why the HTML of a page stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Kept {
    /// What a script writes into the text that a browser is reading could end tags of it.
    #[error("a script writes into the page with `document.write`, and its tags do not match")]
    Written,
    /// Other characters may mean something else in the encoding of the page.
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
/// # Errors
/// See [`Kept`].
pub fn minify_html(page: &str, outside: &Outside<'_>) -> Result<String, Kept> {
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
        return Err(Kept::Encoding);
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

/// Whether a page says that it is in UTF-8.
fn declares_utf8(tree: &Tree) -> bool {
    let all = tree.all();
    let mut metas = all.into_iter().filter(|&id| tree.is_any(id, &["meta"]));
    metas.any(|id| {
        let element = tree.element(id);
        let charset = element.and_then(|element| element.attribute("charset"));
        let content = element.and_then(|element| element.attribute("content"));
        let content = content.map(str::to_ascii_lowercase);
        charset.is_some_and(|label| crate::minify::is_utf8(label.as_bytes()))
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
mod tests {
    use super::*;

    fn minified(page: &str) -> String {
        minify_html(page, &Outside::nothing()).expect(page)
    }

    /// The rules of HTML, 13.1.2.4, each where it lets a tag go and where it does not.
    #[test]
    fn tags_go_as_the_standard_says() {
        for (page, expected) in [
            ("<html><head></head><body>a</body></html>", "a"),
            (
                "<html lang=en><body class=a><p>b</p></body></html>",
                "<html lang=en><body class=a><p>b",
            ),
            (
                "<head><title>a</title></head><body>b</body>",
                "<title>a</title>b",
            ),
            (
                "<title>a</title><body><script>1</script>",
                "<title>a</title><body><script>1</script>",
            ),
            (
                "<title>a</title><body><link><b>c</b>",
                "<title>a</title><body><link><b>c",
            ),
            (
                "<head></head><body><noscript>a</noscript>",
                "<body><noscript>a</noscript>",
            ),
            ("<ul><li>a</li><li>b</li></ul>c", "<ul><li>a<li>b</ul>c"),
            (
                "<ul><li>a</li><template></template></ul>c",
                "<ul><li>a</li><template></template></ul>c",
            ),
            (
                "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>d",
                "<dl><dt>a<dd>b<dt>c</dt></dl>d",
            ),
            ("<p>a</p><p>b</p><div>c</div>d", "<p>a<p>b<div>c</div>d"),
            ("<p>a</p><b>c</b>", "<p>a</p><b>c"),
            ("<p>a</p>b", "<p>a</p>b"),
            ("<a><p>a</p></a>b", "<a><p>a</p></a>b"),
            ("<div><p>a</p></div>b", "<div><p>a</div>b"),
            ("<x-y><p>a</p></x-y>b", "<x-y><p>a</p></x-y>b"),
            (
                "<select><optgroup label=a><option>b</option></optgroup><optgroup><option>c</option><option>d</option></optgroup></select>e",
                "<select><optgroup label=a><option>b<optgroup><option>c<option>d</select>e",
            ),
            (
                "<table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody><tfoot><tr><td>e</td></tr></tfoot></table>f",
                "<table><caption>a<col><thead><tr><th>b<tbody><tr><td>c<td>d<tfoot><tr><td>e</table>f",
            ),
            (
                "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>c",
                "<table><tr><td>a<tbody><tr><td>b</table>c",
            ),
            (
                "<table><colgroup><col></colgroup><colgroup><col></colgroup></table>c",
                "<table><col><colgroup><col></table>c",
            ),
            ("<table><tbody></tbody></table>c", "<table><tbody></table>c"),
            ("<ruby>a<rt>b</rt></ruby>c", "<ruby>a<rt>b</ruby>c"),
        ] {
            assert_eq!(minified(page), expected, "{page}");
        }
    }

    #[test]
    fn white_space_goes_where_no_browser_shows_it() {
        for (page, expected) in [
            ("<p> a  b </p> <p>\nc\n</p> d", "<p>a b<p>c</p>d"),
            ("<b>a</b> <i> b </i> c", "<b>a</b> <i>b </i> c"),
            ("a <br> b", "a<br>b"),
            ("a <img> b <input> c", "a <img> b <input> c"),
            ("<button> a </button> b", "<button>a</button> b"),
            ("a <div> b </div> c", "a <div>b</div>c"),
            ("a<div> b </div> c", "a<div>b</div> c"),
            ("a <script>1</script> b", "a <script>1</script>b"),
            (
                "<table> <tr> <td> a </td> </tr> </table> <p>b",
                "<table><tr><td>a</table><p>b",
            ),
            (
                "<select> <option> a </option> </select> b",
                "<select><option>a</select> b",
            ),
            (
                "<pre>\n\n a\n </pre> <textarea> b </textarea>",
                "<pre>\n\n a\n </pre><textarea> b ",
            ),
            ("<title>\n a  b </title>\n<p>c", "<title>a b</title><p>c"),
            (
                "<svg> <path d='m0 0'/> <text> a </text> </svg> b",
                "<SVG><path d=\"m0 0\"/><text> a </text></svg> b",
            ),
            (
                "<style>li{display:inline}</style><ul> <li>a</li> <li>b</li> </ul>",
                "<style>li{display:inline}</style><ul><li>a</li> <li>b",
            ),
            (
                "<style>p{white-space:pre}</style><p> a <b> b </b></p> <p>c",
                "<style>p{white-space:pre}</style><body><p> a <b> b </b><p>c",
            ),
            (
                "<p style='white-space:pre'> a  b</p> c",
                "<p style=white-space:pre> a  b</p>c",
            ),
            (
                "<p id=p> a </p> <p>b</p> <script>p.firstChild</script>",
                "<p id=p> a <p>b</p><script>p.firstChild</script>",
            ),
            (
                "<p id=p> a </p> <script>p.append(1)</script>",
                "<p id=p>a </p><script>p.append(1)</script>",
            ),
        ] {
            let found = minified(page);
            assert_eq!(
                found.replace("<body>", ""),
                expected.replace("<body>", ""),
                "{page}"
            );
        }
    }

    #[test]
    fn attributes_and_the_rest_become_shorter() {
        for (page, expected) in [
            ("<!DOCTYPE HTML>\n<p>a", "<!doctype html><p>a"),
            (
                "<!-- a --><p>b<!--[if IE]>c<![endif]--><!--#include d-->",
                "<p>b<!--#include d-->",
            ),
            (
                "<input type='text' disabled='disabled' class=' a  b ' id=''>",
                "<input disabled class=\"a b\">",
            ),
            (
                "<meta http-equiv='Content-Type' content='text/html; charset=UTF-8'>",
                "<meta charset=utf8>",
            ),
            (
                "<meta name=viewport content='width=device-width, initial-scale=1.0'>",
                "<meta name=viewport content=width=device-width,initial-scale=1>",
            ),
            (
                "<p title='a&quot;b &amp; c&amp;lt;'>&lt;b&gt; &amp; &amp;amp;",
                "<p title='a\"b & c&amp;lt;'>&lt;b> & &amp;amp;",
            ),
            ("<p>&eacute;&nbsp;", "<p>&#233;&#160;"),
            (
                "<meta charset=utf-8><p>&eacute;",
                "<meta charset=utf8><p>\u{e9}",
            ),
            (
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d=m0 /><g></g></svg>",
                "<SVG viewBox=\"0 0 1 1\"><path d=m0 /><g>",
            ),
            (
                "<template> <p> a </p> <input type=text></template>b",
                "<template> <p> a </p> <input type=text></template>b",
            ),
            (
                "<iframe srcdoc='<p> a </p>'> b </iframe>",
                "<iframe srcdoc=\"<p> a </p>\"> b </iframe>",
            ),
            (
                "<style>[type=text]{top:0}</style><input type=text>",
                "<style>[type=text]{top:0}</style><input type=text>",
            ),
        ] {
            assert_eq!(minified(page), expected, "{page}");
        }
    }

    #[test]
    fn what_a_tree_does_not_tell_keeps_the_html() {
        let reason = |page: &str| minify_html(page, &Outside::nothing()).unwrap_err();
        assert_eq!(
            reason("<script>document.write('<p>')</script> a"),
            Kept::Written
        );
        assert_eq!(reason("<p>\u{e9}"), Kept::Encoding);
        assert_eq!(reason(&"<b>".repeat(9000)), Kept::TooDeep);
        assert_eq!(reason("<form><div></form><form>a</form>"), Kept::Tree);
    }

    #[test]
    fn a_mode_of_old_browsers_stays() {
        let transitional = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd'><p>a";
        assert!(
            minified(transitional)
                .starts_with("<!doctype html public \"-//W3C//DTD XHTML 1.0 Frameset//\">")
        );
        let old = "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 3.2//EN'><p>a";
        assert_eq!(minified(old), "<p>a");
    }
}
