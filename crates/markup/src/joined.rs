//! Classic scripts that follow each other become one.

use std::ops::Range;

use golfchess_script::{BETWEEN, Joinable, element_names, html_tokens, is_classic_type};
use golfchess_sizes::text::with_replaced;
use html5gum::{StartTag, Token};

use crate::facts::{Facts, Parent};
use crate::files::lines;
use crate::outside::Outside;
use crate::tree::{Id, Tree, with_line_feeds};

/// Attributes that no script of the page sees, and that say nothing about when a script in the page runs.
const UNSEEN: [&[u8]; 4] = [b"async", b"defer", b"language", b"type"];

/// A page with fewer scripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// The page.
    pub page: String,
    /// For each line of it, that of the page before.
    pub lines: Vec<usize>,
    /// Each script that stands for several ones.
    pub scripts: Vec<JoinedScript>,
}

/// A script that stands for several ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedScript {
    /// Its text.
    pub text: String,
    /// The scripts: the offset at which each starts in the text, and where its text stood in the page.
    pub parts: Vec<(usize, Range<usize>)>,
}

impl JoinedScript {
    fn of(page: &str, elements: &[&Element]) -> Self {
        let mut joined = Self {
            text: String::new(),
            parts: Vec::new(),
        };
        for element in elements {
            if !joined.parts.is_empty() {
                joined.text += BETWEEN;
            }
            joined.parts.push((joined.text.len(), element.text()));
            joined.text += &page[element.text()];
        }
        joined
    }
}

/// A script element.
struct Element {
    start: Range<usize>,
    end: Range<usize>,
    /// What it has to follow or to be followed by another one; `None` for an element that stays alone.
    script: Option<(Parent, Joinable)>,
}

impl Element {
    /// Where its text stands.
    fn text(&self) -> Range<usize> {
        self.start.end..self.end.start
    }
}

/// The page in which scripts become one that follow each other; `None` if there are none, or if code of the page may see
/// the difference. A script that a browser ends with an error ends those behind it, too.
pub fn joined(page: &str) -> Option<Joined> {
    // Most pages have one script, and a tree takes time.
    let is_start =
        |token: &Token<usize>| matches!(token, Token::StartTag(tag) if *tag.name == *b"script");
    html_tokens(page).filter(is_start).nth(1)?;
    let tree = Tree::of(page);
    let elements = elements(page, &tree)?;
    let facts = Facts::of(&tree, &Outside::nothing());
    if facts.writes_document() {
        return None;
    }
    let unseen = Parent::ALL.into_iter();
    let unseen = unseen.filter(|parent| !facts.sees_scripts_of(*parent));
    let unseen: Vec<Parent> = unseen.collect();
    let names = element_names(page);
    let joins = |group: &[&Element], element: &Element| {
        let (Some(last), Some((parent, script))) = (group.last(), &element.script) else {
            return false;
        };
        let joins = |other: &&Element| {
            let before = other.script.as_ref();
            before.is_some_and(|(_, before)| before.joins(script, &names))
        };
        unseen.contains(parent)
            && is_nothing(&page[last.end.end..element.start.start])
            && group.iter().all(joins)
    };
    let mut groups: Vec<Vec<&Element>> = Vec::new();
    for element in &elements {
        match groups.last_mut().filter(|group| joins(group, element)) {
            Some(group) => group.push(element),
            None => groups.push(vec![element]),
        }
    }
    let mut scripts: Vec<JoinedScript> = groups
        .iter()
        .map(|group| JoinedScript::of(page, group))
        .collect();
    let expected = scripts
        .iter()
        .map(|script| with_line_feeds(&script.text))
        .collect();
    groups.retain(|group| group.len() > 1);
    scripts.retain(|script| script.parts.len() > 1);
    let mut edits = Vec::new();
    for group in &groups {
        let mut between = String::new();
        for pair in group.windows(2) {
            between += &page[pair[0].end.end..pair[1].start.start];
            edits.push((pair[0].end.start..pair[1].start.end, BETWEEN.to_owned()));
        }
        let end = group[group.len() - 1].end.end;
        edits.push((end..end, between));
    }
    let lines = lines(page, &edits);
    let new = with_replaced(page, edits);
    let (_, rest) = apart(tree);
    let is_same = || apart(Tree::of(&new)) == (expected, rest);
    (!scripts.is_empty() && is_same()).then_some(Joined {
        page: new,
        lines,
        scripts,
    })
}

/// The script elements of a page; `None` if the tree has others.
fn elements(page: &str, tree: &Tree) -> Option<Vec<Element>> {
    let mut found: Vec<Element> = Vec::new();
    // Code may count the elements in any other one.
    let parent = |id: &Id| {
        let parent = tree.nodes[*id].parent?;
        let mut parents = Parent::ALL.into_iter();
        parents.find(|one| tree.is_any(parent, &[one.name()]))
    };
    let scripts = scripts(tree);
    let mut open: Option<StartTag<usize>> = None;
    for token in html_tokens(page) {
        match token {
            Token::StartTag(tag) => open = (*tag.name == *b"script").then_some(tag),
            Token::EndTag(tag) => {
                let Some(start) = open.take() else { continue };
                let has_unseen = |name: &[u8]| UNSEEN.contains(&name);
                let is_plain =
                    is_classic_type(&start) && start.attributes.keys().all(|name| has_unseen(name));
                let start = start.span.start..start.span.end;
                let text = &page[start.end..tag.span.start];
                let parent = scripts.get(found.len()).and_then(parent);
                let parent = parent.filter(|_| is_plain);
                let script = parent.and_then(|parent| Some((parent, Joinable::of(text).ok()?)));
                let end = tag.span.start..tag.span.end;
                found.push(Element { start, end, script });
            }
            _ => {}
        }
    }
    (found.len() == scripts.len()).then_some(found)
}

/// Whether HTML has white space and comments alone.
fn is_nothing(html: &str) -> bool {
    html_tokens(html).all(|token| match token {
        Token::String(text) => text.iter().all(u8::is_ascii_whitespace),
        Token::Comment(_) => true,
        _ => false,
    })
}

/// The texts of the scripts, and all that a browser reads beside them.
fn apart(mut tree: Tree) -> (Vec<String>, String) {
    let scripts = scripts(&tree);
    let texts = scripts.iter().map(|&id| tree.text_in(id)).collect();
    scripts.into_iter().for_each(|id| tree.remove(id));
    (texts, tree.dump())
}

fn scripts(tree: &Tree) -> Vec<Id> {
    let all = tree.all().into_iter();
    all.filter(|&id| tree.is_any(id, &["script"])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Option<String> {
        joined(html).map(|joined| joined.page)
    }

    #[test]
    fn scripts_that_follow_each_other_become_one() {
        let html = "<hr>a\n<script>b()</script>\n<!--c-->\n<script type=text/javascript>d() // e</script>\
                    <script>f()</script>\n<p>g";
        let found = joined(html).expect("they join");
        assert_eq!(
            found.page,
            "<hr>a\n<script>b()\n;\nd() // e\n;\nf()</script>\n<!--c-->\n\n<p>g"
        );
        assert_eq!(found.lines, [1, 2, 2, 4, 4, 4, 4, 4, 5]);
        let [script] = &found.scripts[..] else {
            panic!("{found:?}")
        };
        let parts = ["b()", "d() // e", "f()"];
        let starts: Vec<_> = script.parts.iter().map(|(start, _)| *start).collect();
        assert_eq!(starts, [0, 6, 17]);
        for ((start, range), part) in script.parts.iter().zip(parts) {
            assert_eq!(&html[range.clone()], part);
            assert!(script.text[*start..].starts_with(part));
        }
    }

    #[test]
    fn each_group_of_scripts_becomes_one() {
        assert_eq!(
            page("<script>a()</script><script>b()</script><hr><script>c()</script><script>d()</script>")
                .as_deref(),
            Some("<script>a()\n;\nb()</script><hr><script>c()\n;\nd()</script>")
        );
    }

    #[test]
    fn equal_texts_and_line_ends_of_any_kind_are_no_obstacle() {
        let html = "<script>a()</script><hr><script>a()</script>\r\n<script>b()\r\n</script>";
        let found = joined(html).expect("they join");
        let expected = "<script>a()</script><hr><script>a()\n;\nb()\r\n</script>\r\n";
        assert_eq!(found.page, expected);
        let (_, first) = &found.scripts[0].parts[0];
        assert_eq!(Some(first.start), html.rfind("a()"));
    }

    #[test]
    fn scripts_stay_apart_of_which_the_first_sees_the_second() {
        assert_eq!(
            page("<script>a(typeof b)</script><script>function b(){}</script>"),
            None
        );
        // Not the script before it, but the one before that.
        assert_eq!(
            page("<script>a(typeof b)</script><script>c()</script><script>function b(){}</script>")
                .as_deref(),
            Some("<script>a(typeof b)\n;\nc()</script><script>function b(){}</script>")
        );
        assert_eq!(
            page("<p id=a><script>a.b=1</script><script>var a</script>"),
            None
        );
    }

    #[test]
    fn scripts_stay_apart_if_they_do_not_follow_each_other_or_are_no_plain_scripts() {
        for html in [
            "<script>a()</script>",
            "<script>a()</script><p><script>b()</script>",
            "<script>a()</script>b<script>c()</script>",
            "<script>a()</script><script id=b>c()</script>",
            "<script>a()</script><script type=module>b()</script>",
            "<script>a()</script><script src=b.js></script>",
            "<script>a()</script><script>b c</script>",
            "<div><script>a()</script><script>b()</script></div>",
            "<template><script>a()</script><script>b()</script></template>",
            // HTML would read `<script` in a comment of the script.
            "<script>a='<!--'</script><script>b='<script>'</script>",
        ] {
            assert_eq!(page(html), None, "{html}");
        }
    }

    #[test]
    fn scripts_stay_apart_if_code_sees_them_or_runs_between_them() {
        // The parser puts scripts at the start of a page into its head.
        let joins = |before: &str, code: &str| {
            page(&format!(
                "{before}<script>{code}</script><script>b()</script>"
            ))
            .is_some()
        };
        for (in_head, in_body, codes) in [
            (
                false,
                false,
                &[
                    "document.scripts.length",
                    "document.querySelectorAll('*').length",
                    "a('*');document.querySelectorAll(b).length",
                    "document.querySelectorAll('head~body>SCRIPT').length",
                    "$('script').length",
                    "a.parentNode.children",
                    "a.parentNode.querySelector('b').children",
                    "document.write('a')",
                    "queueMicrotask(f)",
                    "a().then(f)",
                ][..],
            ),
            (
                true,
                false,
                &[
                    "document.body.children.length",
                    "document.body.lastElementChild.textContent",
                    "(a=document.body).children",
                    "var{body}=document;body.children",
                    "document.querySelector('body').children",
                ],
            ),
            (
                false,
                true,
                &[
                    "document.head.children.length",
                    "document.querySelector('head').lastElementChild",
                    "document.getElementsByTagName('head')[0].innerHTML",
                    "document.querySelector('head').cloneNode(true)",
                ],
            ),
            (
                true,
                true,
                &[
                    "document.body.appendChild(a.firstChild)",
                    "(function(body){body=a.innerHTML})()",
                    "document.querySelector('a').b='*'",
                    "var then=0;then++",
                    // A script that another site gives for this place, and a text that selects all.
                    "(function(){var a=document.createElement('script');a.src='https://c.d';\
                     var b=document.getElementsByTagName('script')[0];a.e='*';\
                     b.parentNode.insertBefore(a,b)})()",
                ],
            ),
        ] {
            for code in codes {
                assert_eq!(joins("", code), in_head, "{code}");
                assert_eq!(joins("<hr>", code), in_body, "{code}");
            }
        }
        assert!(joins("<hr onclick=\"a('*')\">", ""));
        // Nobody can read this code.
        assert!(!joins("<hr onclick=\"querySelectorAll('*')[\">", ""));
        // Nothing runs between the last one and others.
        assert!(page("<script>b()</script><script>a().then(f)</script>").is_some());
    }
}
