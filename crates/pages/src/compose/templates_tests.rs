use super::*;

const MANIFEST: &str = r#"
title = "test"
entry = "page.js"
[naming]
stem = "p"
bare = "bare"
parts = ["Q"]
[[wrapper]]
name = "script"
open = "<script>"
close = "</script>"
[source]
open = ""
close = ""
[[flag]]
letter = "Q"
group = "a"
title = "b"
text = "c"
"#;

fn templates(fragments: &[(&str, &str)]) -> Result<Templates, ComposeError> {
    let catalog = Catalog::parse(MANIFEST, Path::new("catalog.toml")).expect("a manifest");
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    Templates::new(
        Path::new(""),
        fragments.iter().map(owned).collect(),
        &catalog,
    )
}

/// The script of the variant with the flag.
fn composed(fragments: &[(&str, &str)]) -> Composed {
    let templates = templates(fragments).expect("templates");
    let catalog = Catalog::parse(MANIFEST, Path::new("catalog.toml")).expect("a manifest");
    let variant = catalog.variant("p_Q").expect("a variant");
    templates.compose(variant, &[]).expect("a script")
}

/// The position of the only occurrence of a text.
fn position(script: &Composed, text: &str) -> String {
    assert_eq!(script.text.matches(text).count(), 1, "{}", script.text);
    let offset = script.text.find(text).expect(text);
    script.position(offset).expect("a position").to_string()
}

#[test]
fn text_has_the_line_and_column_of_its_fragment() {
    let script = composed(&[
        (
            "page.js",
            "first = 1;\n//% include \"sub/part.js\"\n  last /*% if Q %*/ = 'q'/*% endif %*/;\n",
        ),
        ("sub/part.js", "// ü\n\n  middle = 'ü' + inner;\n"),
    ]);
    assert_eq!(
        script.text,
        "first = 1;\n// ü\n\n  middle = 'ü' + inner;\n  last  = 'q';\n"
    );
    for (text, expected) in [
        ("first", "page.js:1:1"),
        ("1;", "page.js:1:9"),
        ("// ü", "sub/part.js:1:1"),
        ("middle", "sub/part.js:3:3"),
        ("inner", "sub/part.js:3:18"),
        ("last", "page.js:3:3"),
        ("'q'", "page.js:3:23"),
    ] {
        assert_eq!(position(&script, text), expected, "{text}");
    }
    let end = script.position(script.text.len()).expect("a position");
    assert_eq!(end.to_string(), "page.js:3:40");
}

#[test]
fn macros_blocks_loops_and_filters_keep_positions() {
    let script = composed(&[
        (
            "page.js",
            "//% from \"macros.js\" import call\n\
             //% set block\n  in_block = 1;\n//% endset\n\
             /*= block | trim =*/\n\
             /*%- for n in [1, 2] -%*/\n  loop/*= n =*/ = 'x';\n/*%- endfor %*/\n\
             /*= call('value') =*/\n\
             /*= block | upper =*/",
        ),
        (
            "macros.js",
            "//% macro call(value)\n  called(/*= value =*/)\n//% endmacro\n",
        ),
    ]);
    for (text, expected) in [
        ("in_block", "page.js:3:3"),
        ("IN_BLOCK", "page.js:3:3"),
        ("loop1", "page.js:7:3"),
        ("1 = 'x'", "page.js:7:7"),
        ("loop2", "page.js:7:3"),
        ("called", "macros.js:2:3"),
        ("value", "macros.js:2:10"),
    ] {
        assert_eq!(position(&script, text), expected, "{text}: {}", script.text);
    }
}

#[test]
fn a_template_that_measures_a_block_is_composed_as_without_marks() {
    let script = composed(&[(
        "page.js",
        "before = 1;\n//% set block\nabc\n//% endset\n\
         length = /*= block | length =*/;\n\
         //% if block == \"abc\\n\"\nequal = 1;\n//% else\nother = 1;\n//% endif\nafter = 1;\n",
    )]);
    assert_eq!(
        script.text,
        "before = 1;\nlength = 4;\nequal = 1;\nafter = 1;\n"
    );
    assert_eq!(position(&script, "before"), "page.js:1:1");
    assert_eq!(position(&script, "length"), "page.js:5:1");
    assert_eq!(position(&script, "after"), "page.js:11:1");
}

#[test]
fn whitespace_control_and_raw_text_are_as_without_marks() {
    let script = composed(&[(
        "page.js",
        "a /*%- if Q -%*/  b /*%- endif -%*/\n  c /*#- note -#*/ d\n\
         /*% raw %*/'/*= raw =*/'/*% endraw %*/ /*=- 'e' -=*/ f\n",
    )]);
    assert_eq!(script.text, "abcd\n'/*= raw =*/'ef\n");
    for (text, expected) in [
        ("a", "page.js:1:1"),
        ("b", "page.js:1:19"),
        ("c", "page.js:2:3"),
        ("d", "page.js:2:20"),
        ("e", "page.js:3:40"),
        ("f", "page.js:3:54"),
    ] {
        let offset = script.text.find(text).expect(text);
        let found = script.position(offset).expect("a position").to_string();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn errors_show_the_source_without_marks() {
    let Err(error) = templates(&[("page.js", "a = 1;\nb = /*= 1 + =*/;\n")]) else {
        panic!("accepted");
    };
    let message = error.to_string();
    assert!(message.contains("page.js:2"), "{message}");
    assert!(
        message.contains("> 2 | b = /*= 1 + =*/;") || message.contains(">   2 | b = /*= 1 + =*/;"),
        "{message}"
    );
    assert!(!message.contains(marks::is_digit), "{message}");
}

#[test]
fn an_undeclared_flag_is_reported_with_line_and_column() {
    let text = "// Q Z\na = /*= 'Z' =*/; b.Z; /*% if Q and Z %*/c/*% endif %*/";
    let error = templates(&[("page.js", text)]).expect_err("refused");
    let expected = "page.js:2:36: `Z` is not a flag; the manifest declares Q";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn characters_of_marks_are_refused_in_fragments() {
    let error = templates(&[("page.js", "a = 1;\nb = '\u{F0ABC}';")]);
    let message = error.expect_err("refused").to_string();
    let expected = "page.js:2:6: the private use character U+F0ABC is reserved";
    assert_eq!(message, expected);
}
