use golfchess_script::look_into;

use super::*;

fn read(code: &str) -> Reads {
    look_into(code, |program| Reads::of_program(program, false)).expect(code)
}

fn nodes_are_read() -> Reads {
    Reads {
        nodes: true,
        ..Reads::default()
    }
}

#[test]
fn code_that_only_sets_a_property_does_not_read_it() {
    assert!(!super::reads(
        "a.innerHTML = b; c.innerHTML='d'",
        "innerHTML"
    ));
    assert!(!super::reads("a.innerHTMLs", "innerHTML"));
    assert_eq!(read("a.innerHTML = b; c.innerHTML='d'"), Reads::default());
    for code in [
        "b = a.innerHTML;",
        "a['innerHTML']",
        "a.innerHTML == b",
        "a.innerHTML = a.innerHTML",
        "({innerHTML} = a)",
        "({innerHTML: b} = a)",
        "var {innerHTML: b} = a",
        "innerHTML",
    ] {
        assert!(super::reads(code, "innerHTML"), "{code}");
        assert!(read(code).texts, "{code}");
    }
}

#[test]
fn text_behind_another_does_not_read_it() {
    let appends = Reads {
        appends: true,
        ..Reads::default()
    };
    assert_eq!(read("a.innerHTML += b"), appends);
    assert!(read("a.innerHTML += b.textContent").texts);
    assert!(read("a.innerHTML -= b").texts);
}

#[test]
fn a_text_that_is_replaced_in_place_is_known() {
    for (code, replaced) in [
        (
            "a.innerHTML = a.innerHTML.replace(/ \\[b!\\]/g, '')",
            "[b!]",
        ),
        ("a.textContent = a.textContent.replace('b ', c)", "b"),
    ] {
        let reads = read(code);
        assert_eq!(reads.replaced, [replaced], "{code}");
        assert!(!reads.texts, "{code}");
    }
    for code in [
        "a.innerHTML = b.innerHTML.replace(/c/, '')",
        "a().innerHTML = a().innerHTML.replace(/c/, '')",
        "a.innerHTML = a.innerHTML.replace(/ /, '')",
        "a.innerHTML = a.innerHTML.replace(/b c/, '')",
        "a.innerHTML = a.innerHTML.replace(/b\\s/, '')",
        "a.innerHTML = a.innerHTML.replace(/b?/, '')",
        "a.innerHTML = a.innerHTML.replace(b, '')",
        "a.innerHTML = a.innerHTML.replace('b', a.textContent)",
        "a.innerHTML = a.textContent.replace('b', '')",
        "a.innerHTML = a.innerHTML.trim('b', '')",
    ] {
        assert!(read(code).texts, "{code}");
    }
}

#[test]
fn a_loop_that_empties_an_element_reads_nothing() {
    for code in [
        "while (a.firstChild) a.removeChild(a.firstChild)",
        "while (a.firstChild) { a.removeChild(a.lastChild) }",
        "for (; a.lastChild;) a.removeChild(a.lastChild)",
        "while (a.hasChildNodes()) a.removeChild(a.lastChild)",
    ] {
        assert_eq!(read(code), Reads::default(), "{code}");
    }
    for code in [
        "while (a.firstChild) b.removeChild(a.firstChild)",
        "while (a.firstChild) a.removeChild(b.firstChild)",
        "while (b.firstChild) a.removeChild(a.firstChild)",
        "while (a.firstChild) b(a.removeChild(a.firstChild))",
        "while (a.nextSibling) a.removeChild(a.firstChild)",
        "while (a.firstChild) { a.removeChild(a.firstChild); b() }",
        "for (; a.lastChild; b++) a.removeChild(a.lastChild)",
        "if (a.firstChild) a.removeChild(a.firstChild)",
    ] {
        assert_eq!(read(code), nodes_are_read(), "{code}");
    }
}

#[test]
fn a_loop_to_the_next_element_reads_no_text() {
    for code in [
        "do { a = a.nextSibling } while (a && a.nodeType !== 1)",
        "do a = a.previousSibling; while (a && 1 != a.nodeType)",
    ] {
        assert_eq!(read(code), Reads::default(), "{code}");
    }
    for code in [
        "do a = b.nextSibling; while (a && a.nodeType !== 1)",
        "do a = a.nextSibling; while (a && b.nodeType !== 1)",
        "do a = a.nextSibling; while (a || a.nodeType !== 1)",
        "do a = a.nextSibling; while (a && a.nodeType === 1)",
        "do a = a.nextSibling; while (a && a.nodeType !== 3)",
        "do a = a.firstChild; while (a && a.nodeType !== 1)",
        "do { a = a.nextSibling; b() } while (a && a.nodeType !== 1)",
    ] {
        assert_eq!(read(code), nodes_are_read(), "{code}");
    }
}

#[test]
fn jquery_reads_texts_where_it_gets_none() {
    let read = |code: &str| {
        look_into(code, |program| Reads::of_program(program, true))
            .expect(code)
            .texts
    };
    for code in [
        "$(a).text()",
        "$(a).html()",
        "$(a).text(function(b, c) { return c })",
    ] {
        assert!(read(code), "{code}");
    }
    for code in ["$(a).text('b')", "$(a).html(b + 'c')", "$(a).val()"] {
        assert!(!read(code), "{code}");
    }
}

#[test]
fn code_that_adds_to_the_body_does_not_go_into_it() {
    for code in [
        "document.body.children",
        "a = document.body",
        "a(b.parentNode)",
        "document['body']",
        "var {body} = document",
        "({body: a} = document)",
        "body.children",
        "document.body.appendChild(document.head.firstChild)",
    ] {
        assert!(!read(code).roots.is_empty(), "{code}");
    }
    for code in [
        "document.body.appendChild(a)",
        "document.body.style.color = a",
        "a.parentNode.removeChild(a)",
        "(function(body) { body.children })(a)",
        "a.firstChild",
    ] {
        assert!(read(code).roots.is_empty(), "{code}");
    }
}
