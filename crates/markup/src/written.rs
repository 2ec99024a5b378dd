//! Whether a script can write the page that has it.

use crate::facts::Facts;
use crate::outside::Outside;
use crate::tree::{Data, Element, Id, Kind, Node, Tree};

/// What the script would be, in the tree.
const SCRIPT: &str = "0";

/// A page that a script can write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written<'p> {
    /// The doctype, which must stand before the script.
    pub before: &'p str,
    /// The text that the script writes.
    pub text: &'p str,
}

/// Why a page shows something else when a script writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The encoding of the file is that of the page no more.
    #[error("the encoding of the page may be seen")]
    Encoding,
    /// Browsers load files otherwise, or too late.
    #[error("the page loads scripts or style sheets, or it has `http-equiv`")]
    Files,
    /// A browser makes another tree.
    #[error("a browser would read another tree")]
    Tree,
    /// There is one more script in the page.
    #[error("a script or a style sheet may see the script that writes the page")]
    Seen,
    /// Code that waits runs when the whole page is written.
    #[error("code that waits would run later than the code behind it")]
    Later,
}

/// The parts of a page that does the same when a script at its start writes it with `document.write`.
///
/// # Errors
/// See [`Unwritable`].
pub fn written<'p>(page: &'p str, outside: &Outside<'_>) -> Result<Written<'p>, Unwritable> {
    let tree = Tree::of(page);
    let facts = Facts::of(&tree, outside);
    if !page.is_ascii() || facts.sees_encoding(&tree) {
        return Err(Unwritable::Encoding);
    }
    let elements = || tree.all().into_iter().filter_map(|id| tree.element(id));
    if elements().any(loads) {
        return Err(Unwritable::Files);
    }
    let parts = split(page);
    let written = format!("{}<script>{SCRIPT}</script>{}", parts.before, parts.text);
    if Tree::of(&written).dump() != with_script(&tree).ok_or(Unwritable::Tree)?.dump() {
        return Err(Unwritable::Tree);
    }
    if facts.sees_first_script() {
        return Err(Unwritable::Seen);
    }
    if facts.waits() && has_more_behind_scripts(&tree) {
        return Err(Unwritable::Later);
    }
    Ok(parts)
}

/// The doctype of a page, and the rest.
fn split(page: &str) -> Written<'_> {
    let page = page.trim_start();
    let start = page.get(..9).unwrap_or_default();
    let end = match start.eq_ignore_ascii_case("<!doctype") {
        true => page.find('>').map_or(0, |end| end + 1),
        false => 0,
    };
    let (before, text) = page.split_at(end);
    Written {
        before,
        text: text.trim_start(),
    }
}

/// Whether an element loads a file that others wait for, or says something to the browser that comes before all scripts.
fn loads(element: &Element) -> bool {
    let rel = element.attribute("rel").unwrap_or_default();
    let is_sheet = rel.to_ascii_lowercase().contains("stylesheet");
    match &*element.name {
        "script" => ["src", "href", "xlink:href"]
            .iter()
            .any(|name| element.attribute(name).is_some()),
        "link" => is_sheet,
        "meta" => element.attribute("http-equiv").is_some(),
        _ => false,
    }
}

/// The tree with a script at the start of its head.
fn with_script(tree: &Tree) -> Option<Tree> {
    let mut tree = tree.clone();
    let head = tree
        .all()
        .into_iter()
        .find(|&id| tree.is_any(id, &["head"]))?;
    let text = add(&mut tree, Data::Text(SCRIPT.to_owned()));
    let script = add(
        &mut tree,
        Data::Element(Element {
            name: "script".to_owned(),
            kind: Kind::Html,
            attributes: Vec::new(),
            contents: None,
        }),
    );
    tree.nodes[script].children.push(text);
    tree.nodes[head].children.insert(0, script);
    Some(tree)
}

fn add(tree: &mut Tree, data: Data) -> Id {
    tree.nodes.push(Node::new(data));
    tree.nodes.len() - 1
}

/// Whether an element or a text follows a script: the script is done before it is there, and so is what waits for it.
fn has_more_behind_scripts(tree: &Tree) -> bool {
    let is_script = |id: Id| tree.is_any(id, &["script"]);
    let all = tree.all().into_iter();
    let mut behind = all.skip_while(|&id| !is_script(id)).skip(1);
    behind.any(|id| {
        let parent = tree.nodes[id].parent;
        !tree.is_any(id, &["body"]) && !parent.is_some_and(is_script)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(page: &str) -> Option<Unwritable> {
        written(page, &Outside::nothing()).err()
    }

    #[test]
    fn the_doctype_stays_before_the_script() {
        let page = "<!DOCTYPE html>\n<html lang=en><title>a</title><p>b<script>alert(1)</script>";
        let expected = Written {
            before: "<!DOCTYPE html>",
            text: "<html lang=en><title>a</title><p>b<script>alert(1)</script>",
        };
        assert_eq!(written(page, &Outside::nothing()), Ok(expected));
        assert_eq!(written("<p>a", &Outside::nothing()).unwrap().before, "");
    }

    #[test]
    fn a_page_stays_of_which_a_browser_would_read_another_tree() {
        for page in ["<head id=a><p>b", "<!--a--><p>b"] {
            assert_eq!(reason(page), Some(Unwritable::Tree), "{page}");
        }
    }

    #[test]
    fn a_page_that_loads_files_stays() {
        for element in [
            "<script src=a.js></script>",
            "<svg><script href=a.js></script></svg>",
            "<link rel=Stylesheet href=a.css>",
            "<meta http-equiv=Content-Security-Policy content='img-src a'>",
        ] {
            assert_eq!(reason(element), Some(Unwritable::Files), "{element}");
        }
        assert_eq!(reason("<link rel=icon href=a.png><img src=b.png>"), None);
    }

    #[test]
    fn an_encoding_that_may_be_seen_stays() {
        assert_eq!(reason("<p>\u{e9}"), Some(Unwritable::Encoding));
        for rest in [
            "<form>",
            "<script>alert(document.characterSet)</script>",
            "<script>document.createElement('script')</script>",
        ] {
            let page = format!("<meta charset=utf8>{rest}");
            assert_eq!(reason(&page), Some(Unwritable::Encoding), "{rest}");
            // The encoding was not declared before either.
            assert_eq!(reason(rest), None, "{rest}");
        }
    }

    #[test]
    fn what_sees_one_more_script_keeps_the_page() {
        for code in [
            "document.scripts[0].text",
            "document.querySelector('script')",
            "document.getElementsByTagName('*').length",
            "document.querySelectorAll('*').length",
            "document.head.firstChild",
            "document.currentScript.previousElementSibling",
            "document.head.children.length",
            "document.documentElement.outerHTML",
            "document.firstChild.firstChild.firstChild",
            "document.all.length",
            "document.querySelector(':first-child').innerHTML",
        ] {
            let page = format!("<p>a<script>alert({code})</script>");
            assert_eq!(reason(&page), Some(Unwritable::Seen), "{code}");
        }
        for code in [
            "document.querySelector('#a').innerHTML",
            "document.documentElement.requestFullscreen()",
            "document.head.append(1)",
            "a.firstChild.x=document.body.children",
        ] {
            let page = format!("<p>a<script>alert({code})</script>");
            assert_eq!(reason(&page), None, "{code}");
        }
        for css in [
            "script{color:red}",
            "head{margin:0}",
            "*{display:block}",
            "@import 'a.css'",
        ] {
            let page = format!("<style>{css}</style>");
            assert_eq!(reason(&page), Some(Unwritable::Seen), "{css}");
        }
        assert_eq!(reason("<style>*{margin:0}p{display:none}</style>"), None);
    }

    #[test]
    fn code_that_waits_may_run_before_the_code_behind_it_only_in_the_page() {
        let page = |code: &str, rest: &str| reason(&format!("<script>{code}</script>{rest}"));
        for code in [
            "async function f(){}",
            "fetch(1).then(f)",
            "queueMicrotask(f)",
        ] {
            assert_eq!(page(code, "<p>"), Some(Unwritable::Later), "{code}");
            assert_eq!(page(code, ""), None, "{code}");
        }
        assert_eq!(page("alert(1)", "<script>alert(2)</script>"), None);
    }
}
