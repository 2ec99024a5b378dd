//! Declares the encoding of a page that says none: `<title>é</title>` becomes `<meta charset=utf8><title>é</title>`.

use golfchess_script::html_tokens;
use golfchess_sizes::text::BYTE_ORDER_MARK;
use html5gum::Token;

use super::facts::Facts;
use super::outside::Outside;
use super::tree::{Data, Element, Kind, Node, Tree};

const DECLARATION: &str = "<meta charset=utf8>";

/// The bytes before a declaration that browsers read before they guess, less those that it has itself.
const EARLY: usize = 1_000;

/// The page with a declaration that it is in UTF-8. `None` if it is ASCII or declares an encoding, or if something
/// may see the declaration: a script, a style sheet, or a server that gets a form.
pub fn with_encoding(page: &str, outside: &Outside<'_>) -> Option<String> {
    if page.is_ascii() || page.starts_with(BYTE_ORDER_MARK) {
        return None;
    }
    let tree = Tree::of(page);
    let facts = Facts::of(&tree, outside);
    if is_declared(&tree) || facts.shows_encoding(&tree) || facts.sees_meta() {
        return None;
    }
    let place = place(page)?;
    let declared = format!("{}{DECLARATION}{}", &page[..place], &page[place..]);
    (Tree::of(&declared).dump() == with_declaration(tree)?.dump()).then_some(declared)
}

/// Whether a page says which encoding it has.
pub(super) fn is_declared(tree: &Tree) -> bool {
    let all = tree.all();
    let mut metas = all.into_iter().filter(|&id| tree.is_any(id, &["meta"]));
    metas.any(|id| {
        let element = tree.element(id);
        element.is_some_and(|element| {
            let content = element.attribute("content").unwrap_or_default();
            element.attribute("charset").is_some()
                || content.to_ascii_lowercase().contains("charset")
        })
    })
}

/// The start of what the head has, or would have.
fn place(page: &str) -> Option<usize> {
    let mut comments = 0;
    for token in html_tokens(page) {
        let place = match token {
            Token::Comment(text) => {
                comments += text.span.end - text.span.start;
                continue;
            }
            Token::StartTag(tag) if *tag.name == *b"html" => continue,
            Token::StartTag(tag) if *tag.name == *b"head" => tag.span.end,
            Token::StartTag(tag) => tag.span.start,
            Token::String(text) => {
                let (start, end) = (text.span.start, text.span.end);
                let space = page[start..end].find(|c: char| !c.is_ascii_whitespace());
                match space {
                    Some(space) => start + space,
                    None => continue,
                }
            }
            Token::Doctype(_) | Token::Error(_) => continue,
            Token::EndTag(_) => return None,
        };
        return (place < comments + EARLY).then_some(place);
    }
    None
}

/// The tree with the declaration at the start of its head.
fn with_declaration(mut tree: Tree) -> Option<Tree> {
    let all = tree.all();
    let head = all.into_iter().find(|&id| tree.is_any(id, &["head"]))?;
    tree.nodes.push(Node::new(Data::Element(Element {
        name: "meta".to_owned(),
        kind: Kind::Html,
        attributes: vec![("charset".to_owned(), "utf8".to_owned())],
        contents: None,
    })));
    let meta = tree.nodes.len() - 1;
    tree.nodes[head].children.insert(0, meta);
    Some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(page: &str) -> Option<String> {
        with_encoding(page, &Outside::nothing())
    }

    #[test]
    fn the_declaration_stands_first_in_the_head() {
        for (page, expected) in [
            ("\u{e9}", "<meta charset=utf8>\u{e9}"),
            (
                "<!doctype html>\n<p>\u{e9}",
                "<!doctype html>\n<meta charset=utf8><p>\u{e9}",
            ),
            (
                "<!-- a --><html lang=en>\n<head id=b>\n<title>\u{e9}</title>",
                "<!-- a --><html lang=en>\n<head id=b><meta charset=utf8>\n<title>\u{e9}</title>",
            ),
            (
                "<html>\n<title>\u{e9}</title>",
                "<html>\n<meta charset=utf8><title>\u{e9}</title>",
            ),
            (
                "<html>\n\u{e9}<script>a.charAt(1)</script>",
                "<html>\n<meta charset=utf8>\u{e9}<script>a.charAt(1)</script>",
            ),
        ] {
            assert_eq!(declared(page).as_deref(), Some(expected), "{page}");
        }
    }

    #[test]
    fn other_pages_get_none() {
        for page in [
            "<p>a",
            "\u{feff}<p>\u{e9}",
            "<meta charset=utf-8><p>\u{e9}",
            "<meta charset=latin1><p>\u{e9}",
            "<meta http-equiv=Content-Type content='text/html; Charset=utf-8'>\u{e9}",
            "<p>\u{e9}<form></form>",
            "\u{e9}<script>alert(document.characterSet)</script>",
            "\u{e9}<script>document.querySelector('meta')</script>",
            "\u{e9}<script>document.head.firstChild</script>",
            "\u{e9}<style>meta{display:block}</style>",
        ] {
            assert_eq!(declared(page), None, "{page}");
        }
        // Browsers would have guessed before they read it.
        let late = format!("<html class='{}'>\u{e9}", "a ".repeat(600));
        assert_eq!(declared(&late), None);
        let comment = format!("<!--{}-->\u{e9}", "a ".repeat(600));
        assert!(declared(&comment).is_some());
    }
}
