//! Pages with scripts, and the characters of pages.

use super::minified;
use crate::*;

#[test]
fn a_script_file_sees_the_elements_whose_labels_it_or_the_page_has() {
    let with = |file: &str, html: &str| {
        let read = |_: &str| Some(file.to_owned());
        let page = format!("{html}<script src=a></script>");
        let found = minify_html(&page, &Outside::new(&read)).expect(file);
        found.split("<script").next().unwrap_or_default().to_owned()
    };
    let reads = "function f(a){return a.firstChild}";
    for (file, html, expected) in [
        (reads, "<p id=p> a </p>", "<p id=p>a</p>"),
        (
            &format!("{reads};f(p)"),
            "<p id=p> a </p>",
            "<p id=p> a </p>",
        ),
        (
            reads,
            "<p id=p> a </p><script>f(p)</script>",
            "<p id=p> a </p>",
        ),
        ("b('#p').append(1)", "<p id=p> a </p>", "<p id=p>a </p>"),
        ("b('#p').prepend(1)", "<p id=p> a </p>", "<p id=p> a</p>"),
        ("b('#p')", "<b id=p> a </b> c", "<b id=p>a </b> c"),
        ("b('#q')", "<b id=p> a </b> c", "<b id=p>a </b>c"),
        (
            "window.jQuery = window.$ = a; a.firstChild; a.p",
            "<p id=p> a </p>",
            "<p id=p>a</p>",
        ),
        (
            "window.jQuery = window.$ = a; a.firstChild; $('#p')",
            "<p id=p> a </p>",
            "<p id=p> a </p>",
        ),
    ] {
        assert_eq!(with(file, html), expected, "{file}: {html}");
    }
}

#[test]
fn code_that_a_script_may_read_is_found() {
    let read = "a.textContent";
    for (tag, code, is_read) in [
        ("<script id=q>", "document.getElementById('q').text", true),
        ("<script>", "document.scripts[0].textContent", true),
        (
            "<script>",
            "document.querySelector('script').innerHTML",
            true,
        ),
        ("<script class=c>", "$('.c').text", true),
        ("<script id=q>", "a.title=1", false),
        ("<script>", read, false),
        ("<script>", "document.scripts.length", false),
    ] {
        let page = format!("{tag}1</script><script>{code}</script>");
        assert_eq!(reads_script(&page, tag), is_read, "{tag} {code}");
    }
    let sheet = "<style id=s>p{color:#FF0000}</style>";
    for (code, is_read) in [
        ("s.innerHTML", true),
        ("document.querySelector('style').textContent", true),
        ("document.querySelector('p').textContent", false),
        ("a.setAttribute('style',b.textContent)", false),
    ] {
        let page = format!("{sheet}<script>{code}</script>");
        let result = minify_css(&page, &Outside::nothing());
        assert_eq!(result == page, is_read, "{code}: {result}");
    }
    for (code, is_read) in [
        ("getComputedStyle(a)", true),
        ("a.style.getPropertyValue('--a')", true),
        ("a.computedStyleMap()", true),
        ("a.title=1", false),
    ] {
        for sheet in [
            "<style>p{--a:#FF0000}</style>",
            "<p style='--a:#FF0000'>a</p>",
        ] {
            let page = format!("{sheet}<script>{code}</script>");
            let result = minify_css(&page, &Outside::nothing());
            assert_eq!(result == page, is_read, "{code}: {result}");
        }
    }
}

#[test]
fn without_a_declaration_a_page_becomes_ascii() {
    for (page, expected) in [
        (
            "<!-- \u{1f340} -->\n<title>\u{2013} \u{e9}1</title>\n<p title='\u{e9} a'>\u{e9};</p>",
            "<title>&#8211 &#233;1</title><p title=\"&#233 a\">&#233;;",
        ),
        (
            "<style>p::before{content:'\u{e9}a'}</style> <p>a</p>",
            "<style>p::before{content:'\\e9 a'}</style><p>a",
        ),
        (
            "<p onclick=\"a='\u{e9}'\">a</p>  <p>b</p>",
            "<p onclick=a='&#233'>a<p>b",
        ),
    ] {
        assert_eq!(minified(page), expected);
    }
    let around = minify_html_around(
        "<title> \u{e9} </title> <script>a='\u{e9}'</script>",
        &Outside::nothing(),
    );
    let expected = "<title>&#233</title><script>a='\u{e9}'</script>";
    assert_eq!(around.as_deref(), Ok(expected));
}
