mod scripts;
mod sheets;

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
        ("<b>a</b> <i> b </i> c", "<b>a</b> <i>b </i>c"),
        ("<i></i> a <b> </b> c", "<i></i> a <b></b> c"),
        ("<i><b>a </b></i> c", "<i><b>a </b></i> c"),
        ("<x-y> a </x-y> c", "<x-y>a </x-y> c"),
        (
            "<i style=display:block> a </i> c",
            "<i style=display:block>a </i> c",
        ),
        (
            "<style>i::after{content:'b'}</style><i> a </i> c",
            "<style>i::after{content:'b'}</style><i>a </i> c",
        ),
        (
            "<i id=b> a </i> c<script>b.hidden=1</script>",
            "<i id=b>a </i> c<script>b.hidden=1</script>",
        ),
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
        (
            "<p id=p> a </p> <script>p.innerHTML+=1</script>",
            "<p id=p>a </p><script>p.innerHTML+=1</script>",
        ),
        (
            "<p id=p> a </p> <script>p.innerHTML=p.innerHTML.replace('a',1)</script>",
            "<p id=p> a </p><script>p.innerHTML=p.innerHTML.replace('a',1)</script>",
        ),
        (
            "<table id=t> <tr> <td> a </td> </tr> </table> <script>t.textContent</script>",
            "<table id=t><tr><td> a </table><script>t.textContent</script>",
        ),
        (
            "<div id=d> <p> a </p> <ul> <li>b </ul> </div> <script>d.textContent</script>",
            "<div id=d> <p> a </p> <ul> <li>b </ul> </div><script>d.textContent</script>",
        ),
        (
            "<div> <p id=p>a</p> <p>b</p> </div> <script>p.nextSibling</script>",
            "<div> <p id=p>a</p> <p>b</p> </div><script>p.nextSibling</script>",
        ),
        (
            "<div> <p id=p>a</p> <p>b</p> </div> <script>p.textContent</script>",
            "<div><p id=p>a<p>b</div><script>p.textContent</script>",
        ),
        (
            "<div id=d> <p>a</p> </div> <script>d['child'+'Nodes']</script>",
            "<div id=d> <p>a</p> </div><script>d['child'+'Nodes']</script>",
        ),
        (
            "<p id=p>a</p> <p>b</p> <script>p.nextElementSibling.style.cssText=c</script>",
            "<p id=p>a</p> <p>b</p><script>p.nextElementSibling.style.cssText=c</script>",
        ),
        (
            "<p id=p>a</p> <p>b</p> <script>p.style.cssText='color:red'</script>",
            "<p id=p>a<p>b</p><script>p.style.cssText='color:red'</script>",
        ),
        (
            "<table id=t> <tr> <td> a </td> </tr> </table> <script>t.childNodes</script>",
            "<table id=t> <tr> <td> a </td> </tr> </table><script>t.childNodes</script>",
        ),
        (
            "a <script>1</script> <script>b.append()</script> c",
            "a <script>1</script><script>b.append()</script>c",
        ),
        (
            "a <script>1</script> <script>document.currentScript.before()</script> c",
            "a <script>1</script> <script>document.currentScript.before()</script> c",
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
        ("<p>&eacute;&nbsp;", "<p>&#233&#160"),
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
            "<link rel=stylesheet href=a media='screen, print'>",
            "<link rel=stylesheet href=a media=screen,print>",
        ),
        (
            "<style>a[type=text]{top:0}</style><input type=text>",
            "<style>a[type=text]{top:0}</style><input>",
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
    for page in [
        // HTML has no references there.
        "<iframe>\u{e9}</iframe><p>a</p>",
        "<p \u{e9}>a</p>",
        "<!-- ko \u{e9} --><p>a</p>",
        "<p>a</p><script type=json>'\u{e9}'</script>",
        "<style>a{b:'\u{e9}'}</style><script>document.styleSheets</script>",
        // It would be longer.
        "<p>\u{e9}",
        "<meta charset=latin1><p>\u{e9}</p>",
    ] {
        assert_eq!(reason(page), Kept::Encoding, "{page}");
    }
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
