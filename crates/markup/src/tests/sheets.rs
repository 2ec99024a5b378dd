//! Pages with style sheets.

use super::minified;

#[test]
fn a_closed_space_goes_only_where_the_element_surely_stands_in_its_line() {
    for kept in [
        "<i hidden>a </i> c",
        "<i popover>a </i> c",
        "<style>i{float:left}</style><i>a </i> c",
        "<style>i{position:absolute}</style><i>a </i> c",
        "<link rel=stylesheet href=//a/b.css><i>a </i> c",
    ] {
        assert_eq!(minified(kept).replace("<body>", ""), kept);
    }
}

#[test]
fn a_style_sheet_that_is_not_read_may_show_a_block_in_a_line() {
    let list = "<ul> <li>a</li> <li>b</li> </ul>";
    for (sheet, expected) in [
        (
            "<style>@import 'a.css';</style>",
            "<ul><li>a</li> <li>b</li> ",
        ),
        (
            "<link rel=stylesheet href=//a/b.css>",
            "<ul><li>a</li> <li>b</li> ",
        ),
        (
            "<style>@import '//fonts.googleapis.com/css';</style>",
            "<ul><li>a<li>b",
        ),
        (
            "<link rel=stylesheet href=//fonts.googleapis.com/css>",
            "<ul><li>a<li>b",
        ),
        (
            "<link rel=stylesheet href=https://unpkg.com/normalize.css@8.0.1/normalize.css>",
            "<ul><li>a<li>b",
        ),
    ] {
        let found = minified(&format!("{sheet}{list}")).replace("<body>", "");
        assert_eq!(found, format!("{sheet}{expected}"), "{sheet}");
    }
}

#[test]
fn a_sheet_of_symbols_makes_pieces_of_their_elements() {
    let line = "<p><i class=material-icons>home </i> <b>a</b></p>";
    let sheet =
        "<link rel=stylesheet href=https://fonts.googleapis.com/icon?family=Material+Icons>";
    let found = minified(&format!("{sheet}{line}")).replace("<body>", "");
    assert!(found.contains("</i> <b>"), "{found}");
    assert!(minified(line).contains("home </i><b>"));
}

#[test]
fn columns_show_no_white_space_whatever_a_sheet_says() {
    let sheet = "<link rel=stylesheet href=//a/b.css>";
    let columns = "<table><colgroup> <col> <col> </colgroup><tr><td>a</td></tr></table>";
    let found = minified(&format!("{sheet}{columns}"));
    assert!(found.contains("<col><col><t"), "{found}");
}

#[test]
fn the_media_of_a_style_sheet_stay_if_a_script_reads_them() {
    let page = "<link rel=stylesheet href=a media=\"screen, print\"><script>b.media</script>";
    assert_eq!(minified(page), page);
}
