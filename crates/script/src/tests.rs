//! Pages of small scripts by the wrappers and options.

use super::*;

#[test]
fn a_compact_page_keeps_all_names() {
    let options = minify_options();
    let made = compact_page("function sum( one ) { return one } // a", &options);
    let page = made.expect("a script").expect("a page").page;
    assert_eq!(page, "<script>function sum(one){return one}</script>");
    let none = compact_page("a = '</script>\"'", &options);
    assert!(none.expect("a script").is_none());
}

fn minify_options() -> MinifyOptions {
    let wrapper = |name: &str, open: &str, close: &str, reserved: &[&str]| Wrapper {
        name: name.into(),
        open: open.into(),
        close: close.into(),
        reserved: reserved.iter().map(|&name| name.to_owned()).collect(),
    };
    MinifyOptions {
        wrappers: vec![
            wrapper("svg", "<svg onload=\"", "\">", &["x", "y"]),
            wrapper("script", "<script>", "</script>", &[]),
        ],
        ..MinifyOptions::default()
    }
}

#[test]
fn a_quick_page_has_short_names_and_no_gaps() {
    let quick = |strategies: &[Strategy], script: &str| {
        let options = MinifyOptions {
            quick: true,
            strategies: strategies.to_vec(),
            ..minify_options()
        };
        minify(script, &options).unwrap()
    };
    let script = "total = 1; // one\nalert(total + 1)";
    let page = quick(&[Strategy::OxcMinify], script);
    assert_eq!(page.page, "<svg onload=a=1,alert(a+1)>");
    assert_eq!(page.names[0].name, "total");
    let page = quick(&[Strategy::OxcMinify], "for (;alert(1););");
    assert_eq!(page.page, "<svg onload=for(;alert(1););>");
    assert_eq!(page.strategy, Strategy::OxcMinify);
    // What oxc's compressor refuses.
    let page = quick(&[Strategy::OxcMinify], "{function f(){}}");
    assert_eq!(page.strategy, Strategy::Own);
    assert_eq!(quick(&[], script).page.len(), page_len(script));
}

fn page_len(script: &str) -> usize {
    minify(script, &minify_options()).unwrap().page.len()
}

#[test]
fn the_shorter_wrapper_wins_where_it_can_hold_the_script() {
    let page = minify("total = 1; // one\nalert(total)", &minify_options()).unwrap();
    assert_eq!(page.page.len(), "<svg onload=a=1;alert(a)>".len());
    let quoted = minify("alert('\" ' + 1)", &minify_options()).unwrap();
    assert_eq!(quoted.wrapper, "script");
}

#[test]
fn implicit_globals_of_an_svg_handler_are_never_called_x_or_y() {
    let source: String = (0..30)
        .map(|i| format!("global{i} = {i}; global{i};"))
        .collect();
    let page = minify(&source, &minify_options()).unwrap();
    assert_eq!(page.wrapper, "svg");
    assert!(
        page.names
            .iter()
            .all(|name| name.letter != "x" && name.letter != "y")
    );
}

#[test]
fn text_that_is_not_ascii_is_escaped() {
    let page = minify("alert('\u{265e}\u{e9}')", &minify_options()).unwrap();
    assert_eq!(page.page, r"<svg onload=alert('\u265e\xe9')>");
}

#[test]
fn a_failure_without_a_wrapper_is_one_of_the_names() {
    for script in ["alert('\u{e9}')", "alert('&amp;')"] {
        let find = |wrapper: &Wrapper| Obstacle::find(wrapper, script, script, &[]);
        assert!(find(&minify_options().wrappers[0]).is_some());
        assert_eq!(find(&Wrapper::none()), None);
    }
    let error = Error::Unwrappable(Vec::new());
    assert!(
        error.to_string().contains("means something else"),
        "{error}"
    );
    assert_eq!(error.help().len(), 1);
}

#[test]
fn a_script_without_statements_is_an_error() {
    for source in ["", " // nothing\n"] {
        let error = minify(source, &minify_options()).unwrap_err();
        assert!(matches!(error, Error::Empty), "{source}: {error}");
    }
}

#[test]
fn text_that_no_wrapper_can_hold_is_an_error_with_the_reason_of_each() {
    let source = "ask=1;\nalert(String.raw`\u{e9}`,ask)";
    let error = minify(source, &minify_options()).unwrap_err();
    let reason = "in `svg` and `script`, `\u{e9}` is not ASCII";
    assert!(error.to_string().contains(reason), "{error}");
    let excerpt = "alert(String.raw`\u{e9}`,ask)";
    assert_eq!(error.place(), Some((24, excerpt)));
    assert!(
        error.help()[0].to_string().contains(r"`\u00e9`"),
        "{error:?}"
    );

    let mut options = minify_options();
    options.wrappers.pop();
    let error = minify("alert('1',`\" '`)", &options).unwrap_err();
    let reason = "no wrapper can hold the script: in `svg`, `\"` ends the attribute";
    assert_eq!(error.to_string(), reason);
    assert_eq!(error.place().unwrap().0, 11);
    assert!(error.help()[0].to_string().contains(r"`\x22`"), "{error:?}");

    let error = minify("alert(`a&lt;`)", &options).unwrap_err();
    let reason = "in `svg`, `&lt;` is a character reference of HTML";
    assert!(error.to_string().contains(reason), "{error}");
    assert_eq!(error.place().unwrap().0, 8);
}

#[test]
fn a_script_that_a_handler_reads_differently_gets_another_wrapper() {
    for source in [
        "total=1;close(total)",
        "addEventListener('keydown',()=>alert(1))",
        "alert(this)",
        "show=()=>alert(this);show()",
    ] {
        let page = minify(source, &minify_options()).unwrap();
        assert_eq!(page.wrapper, "script", "{source}");
    }
    for source in [
        "function close(){alert(1)}close()",
        "window.close()",
        "function show(){alert(this)}show()",
    ] {
        let page = minify(source, &minify_options()).unwrap();
        assert_eq!(page.wrapper, "svg", "{source}");
    }
    let mut options = minify_options();
    options.wrappers.pop();
    options.keep = vec!["body".into()];
    let body = "body.title=`a b`";
    assert_eq!(minify(body, &options).unwrap().wrapper, "svg");
    options.portable = true;
    let error = minify(body, &options).unwrap_err().to_string();
    assert!(
        error.contains("in `svg`, not every browser finds `body`"),
        "{error}"
    );
    options.wrappers.push(Wrapper::style());
    assert_eq!(minify(body, &options).unwrap().wrapper, "style");
    options.wrappers.pop();
    let error = minify("total=1;close(total)", &options).unwrap_err();
    assert!(
        error.to_string().contains("`close` is a property"),
        "{error}"
    );
    assert_eq!(error.help(), [Advice::from("write `window.close`")]);
}
