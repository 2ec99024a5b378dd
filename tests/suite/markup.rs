//! `gen minify` on the HTML and the CSS of pages: the result is laid out as the page, and nothing else changes.

use std::fs;

use fastrand::Rng;
use serde_json::Value;

use crate::support::file::{folder, minify, write};
use crate::support::tab::Visit;

/// What a person sees of pages in a frame: their mode, their text, and the place of each element.
const SHOWN: &str = "(pages => {
    const shown = [];
    const frame = document.createElement('iframe');
    frame.width = 800;
    document.body.append(frame);
    for (const page of pages) {
        const it = frame.contentDocument;
        it.open();
        it.write(page);
        it.close();
        const places = [...it.querySelectorAll('*')].map(one =>
            [one.tagName, one.className, ...Object.values(one.getBoundingClientRect().toJSON())]);
        shown.push(JSON.stringify([it.compatMode, it.title, it.body.innerText, places]));
    }
    return shown;
})";

const HEADS: [&str; 6] = [
    "<!DOCTYPE html>\n<html>\n<head>\n<meta charset='utf-8'>\n<title> a  b </title>\n</head>\n<body>\n",
    "<!doctype html><html lang='en'><head></head><body class=''>\n\n",
    "<title>c</title>\n<!-- d -->\n",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">\n<html>\n",
    "<!doctype html>\n<style>\n  li, .x { display : inline-block ; background : #ff0000 }\n  p.y { white-space : pre-wrap }\n</style>\n",
    "<!doctype html>\n<style type=\"text/css\">\n/* e */\ndiv > b { float: right } .y { position: absolute; } nav a { display: block }\n</style>\n",
];

/// Elements with contents, and their names.
const AROUND: [(&str, &str); 20] = [
    ("<div>", "</div>"),
    ("<p>\n", "</p>\n"),
    ("<p class=\"y\">", "</p>"),
    ("<ul>\n<li> a </li>\n<li>", "</li>\n</ul>"),
    ("<b> ", " </b>"),
    ("<span class='x'>", "</span>"),
    ("<a href=\"?a=b&amp;c=d\">", "</a>"),
    (
        "<table>\n<tbody>\n<tr>\n<td>a</td>\n<td> ",
        " </td>\n</tr>\n</tbody>\n</table>",
    ),
    ("<table><tr><th>", "</th></tr></table>"),
    ("<button type='submit'> ", " </button>"),
    ("<label>\n  ", "\n</label>"),
    ("<section>\n<h2> a  b</h2>\n", "</section>"),
    ("<pre>\n\n a\n  ", "</pre>"),
    ("<form method=\"GET\">\n", "</form>\n"),
    (
        "<div style=\"display : inline-block ; margin : 0px 0px\">",
        "</div>",
    ),
    ("<dl>\n<dt>a</dt>\n<dd>", "</dd>\n</dl>"),
    ("<nav>\n<a>a</a>\n<a>", "</a>\n</nav>"),
    ("<details open>\n<summary> a </summary>\n", "</details>"),
    ("<div hidden>", "</div>"),
    ("<blockquote>\n", "\n</blockquote>"),
];

const ALONE: [&str; 20] = [
    " ",
    "\n\n",
    " a ",
    "a",
    "b  c\n",
    "<br>",
    "<br />\n",
    "<hr>",
    "<!-- a -->",
    "<input type=\"text\" value=\"a &quot;b&quot;\" disabled=\"disabled\">",
    "<select>\n<option value=''> a </option>\n<option selected>b</option>\n</select>",
    "<img alt='a' width=9 height=9>",
    "<textarea>\n a\n</textarea>",
    "&lt;a&gt; &amp; &amp;amp; &nbsp;",
    "<svg width='9' height='9' viewBox='0 0 9 9'>\n<path d='M0 0h9v9' />\n</svg>",
    "<canvas width='9' height='9'></canvas>",
    "<i></i>",
    "<script>var a = 1</script>",
    "<template> <p> a </p> </template>",
    "<wbr>",
];

/// A page of random parts.
fn page(random: &mut Rng) -> String {
    let mut page = HEADS[random.usize(..HEADS.len())].to_owned();
    parts(random, 3, &mut page);
    if random.bool() {
        page.push_str("\n</body>\n</html>\n");
    }
    page
}

fn parts(random: &mut Rng, depth: usize, page: &mut String) {
    for _ in 0..random.usize(2..6) {
        if depth > 0 && random.bool() {
            let (open, close) = AROUND[random.usize(..AROUND.len())];
            page.push_str(open);
            parts(random, depth - 1, page);
            page.push_str(close);
        } else {
            page.push_str(ALONE[random.usize(..ALONE.len())]);
        }
    }
}

#[test]
fn results_of_random_pages_are_laid_out_as_the_pages() {
    let count: u64 = std::env::var("MARKUP").map_or(300, |text| text.parse().expect("a number"));
    let workspace = folder();
    let pages: Vec<[String; 2]> = (0..count)
        .map(|seed| {
            let page = page(&mut Rng::with_seed(seed));
            write(&workspace, "a.html", &page);
            let run = minify(&workspace, "a.html --no-check");
            assert_eq!(run.code, 0, "{page}\n{}", run.err);
            [page, run.out]
        })
        .collect();
    let visit = Visit::start();
    visit.open("about:blank");
    let shown = visit.ask(&format!("{SHOWN}({})", serde_json::json!(pages.concat())));
    let shown = shown.as_array().expect("what is shown").chunks(2);
    let different: String = pages
        .iter()
        .zip(shown)
        .filter(|(_, shown)| shown[0] != shown[1])
        .map(|([page, result], _)| format!("--- {page}\n--- becomes\n{result}\n"))
        .collect();
    assert!(different.is_empty(), "{different}");
    let size = |at: usize| -> usize { pages.iter().map(|pair| pair[at].len()).sum() };
    assert!(
        size(1) * 10 < size(0) * 8,
        "{} of {} bytes",
        size(1),
        size(0)
    );
}

#[test]
fn html_and_css_stay_where_an_option_says_so() {
    let workspace = folder();
    let page = "<!DOCTYPE html>\n<style>\np { color: #ff0000 }\n</style>\n<p>\n a </p>\n<script>\nalert( 1 )\n</script>\n";
    write(&workspace, "a.html", page);
    let result = |options: &str| minify(&workspace, &format!("a.html{options}")).good();
    let small = "<!doctype html><style>p{color:red}</style><p>a</p><script>alert(1)</script>";
    assert_eq!(result(""), small);
    let css_stays =
        "<!doctype html><style>\np { color: #ff0000 }\n</style><p>a</p><script>alert(1)</script>";
    assert_eq!(result(" --keep-css"), css_stays);
    let html_stays =
        "<!DOCTYPE html>\n<style>p{color:red}</style>\n<p>\n a </p>\n<script>alert(1)</script>\n";
    assert_eq!(result(" --keep-html"), html_stays);
    let json: Value = serde_json::from_str(&result(" --format json")).expect("JSON");
    assert_eq!(json["around"]["css"]["saved"], 10, "{json}");
    assert_eq!(json["around"]["html"]["saved"], 7, "{json}");
    let json: Value = serde_json::from_str(&result(" --keep-css --format json")).expect("JSON");
    assert_eq!(json["around"]["css"]["kept"], "--keep-css");
}

/// Pages whose white space something sees.
const SEEN: [(&str, &str); 5] = [
    (
        "<p> a </p> <p>b</p><script>alert(document.body.childNodes.length)</script>",
        "> a </p> <p",
    ),
    (
        "<p id=p> a </p><script>alert(p.textContent.length)</script>",
        "> a </p>",
    ),
    (
        "<p id=p>a </p><script>p.append('b');alert(p.innerText)</script>",
        ">a </p>",
    ),
    (
        "<link rel=stylesheet href=a.css><div>a</div> <div>b</div>",
        "</div> <div>",
    ),
    ("<script src=a.js></script><p id=named> a </p>", "> a "),
];

#[test]
fn what_a_script_or_a_style_sheet_sees_stays() {
    let workspace = folder();
    fs::write(
        workspace.path().join("a.css"),
        "div { display: inline-block }",
    )
    .expect("written");
    fs::write(
        workspace.path().join("a.js"),
        "alert(named.firstChild.data)",
    )
    .expect("written");
    for (page, kept) in SEEN {
        write(&workspace, "a.html", page);
        let run = minify(&workspace, "a.html").good();
        assert!(run.contains(kept), "{page}: {run}");
    }
}

#[test]
fn html_that_a_browser_could_read_differently_stays_with_a_note() {
    let workspace = folder();
    for (page, reason) in [
        (
            "<p>  a</p><script>document.write(1)</script></b>",
            "its tags do not match",
        ),
        (
            "<form>  <iframe>\u{e9}</iframe></form>",
            "does not declare the encoding UTF-8",
        ),
        (
            "<form><div></form><form>  a</form>",
            "a browser would read another tree",
        ),
    ] {
        write(&workspace, "a.html", page);
        let run = minify(&workspace, "a.html");
        assert!(run.err.contains(reason), "{page}: {}", run.err);
        assert_eq!(run.good(), page);
    }
    let hashed = "<meta http-equiv=Content-Security-Policy content=\"style-src 'sha256-a'\"><style> p { color: red } </style>";
    write(&workspace, "a.html", hashed);
    assert_eq!(minify(&workspace, "a.html").good(), hashed);
}

#[test]
fn a_page_that_declares_no_encoding_becomes_ascii_or_declares_utf8() {
    let workspace = folder();
    for (page, expected) in [
        (
            "<!-- \u{1f340} -->\n<title>\u{2013} a</title>\n<p>b</p><script>document.title += '\u{e9}'</script>",
            "<title>&#8211 a</title><p>b</p><script>document.title+='\\xe9'</script>",
        ),
        (
            "<title>a</title>\n\n<ul>\n  <li>\u{4e00}\u{4e01}</li>\n  <li>\u{4e02}\u{4e03}</li>\n  \
             <li>\u{4e04}\u{4e05}</li>\n  <li>b</li>\n</ul>\n\n<script>document.title += '\u{4e00}'</script>",
            "<meta charset=utf8><title>a</title><ul><li>\u{4e00}\u{4e01}<li>\u{4e02}\u{4e03}\
             <li>\u{4e04}\u{4e05}<li>b</ul><script>document.title+='\u{4e00}'</script>",
        ),
    ] {
        write(&workspace, "a.html", page);
        assert_eq!(minify(&workspace, "a.html").good(), expected, "{page}");
    }
}

#[test]
fn links_and_forms_do_not_leave_a_page_that_is_played() {
    let workspace = folder();
    let page = "<!doctype html>\n<a href=\"http://example.invalid/\">x</a>\n<form action='/a'> <button>y</button> </form>\n\
        <script>var clicks = 0; document.body.onclick = function () { document.title = 'clicks: ' + ++clicks; }</script>\n";
    write(&workspace, "links.html", page);
    let run = minify(&workspace, "links.html");
    assert!(
        run.err.contains("compared with the file in chrome"),
        "{run:?}"
    );
    assert!(run.good().contains("<a href=http://example.invalid/>"));
}

#[test]
fn an_image_that_fails_again_and_again_does_not_stop_the_comparison() {
    let workspace = folder();
    let page = "<!doctype html>\n<p> <img src='a.svg' onerror='this.src=\"b.png\"'> </p>\n\
        <script>onload = function () { document.title = 'loaded'; }</script>\n";
    write(&workspace, "images.html", page);
    let run = minify(&workspace, "images.html");
    assert!(
        run.err.contains("compared with the file in chrome"),
        "{run:?}"
    );
    assert!(run.good().contains("<p><img"));
}

#[test]
fn a_handler_that_returns_stays_beside_smaller_html() {
    let workspace = folder();
    for (page, expected) in [
        (
            "<form onsubmit='return false'> <p> a </p> </form>\n",
            "<form onsubmit=\"return false\"><p>a",
        ),
        (
            "<p id=p> a </p> <a onclick='return b(event)'>c</a>\n<script>function b(d) { return !d }</script>",
            "<p id=p>a</p><a onclick=\"return b(event)\">c</a><script>function b(",
        ),
    ] {
        write(&workspace, "returns.html", page);
        let run = minify(&workspace, "returns.html");
        let note = "note: the event handler on line 1 stays as it is";
        assert!(run.err.contains(note), "{run:?}");
        let result = run.good();
        assert!(result.starts_with(expected), "{page}: {result}");
    }
}
