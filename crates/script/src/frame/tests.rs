use super::*;
use crate::{MinifyOptions, Wrapper, minify};

fn frame() -> Frame {
    let names = |names: &str| names.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let short = |long: &str, short: &str| (long.to_owned(), short.to_owned());
    Frame {
        function: "u".into(),
        parameter: "t".into(),
        variables: names("c x"),
        functions: names("S C T R"),
        short: vec![short("sin", "S"), short("cos", "C"), short("tan", "T")],
    }
}

fn minified(source: &str) -> String {
    let options = MinifyOptions {
        wrappers: vec![Wrapper::none()],
        keep: "u t c x S C T R".split(' ').map(str::to_owned).collect(),
        metric: golfchess_sizes::metric::Metric::Chars,
        frame: Some(frame()),
        ..MinifyOptions::default()
    };
    minify(source, &options).expect(source).page
}

#[test]
fn a_readable_dweet_becomes_a_short_one() {
    for (source, expected) in [
        (
            "for(let i=0;i<9;i++){const hue=i/10+t*60;x.fillStyle=\"hsl(\"+hue+\",90%)\";x.fillRect(i,i,9,9)}",
            "for(l=0;l<9;l++)x.fillStyle=`hsl(${l/10+t*60},90%)`,x.fillRect(l,l,9,9)",
        ),
        (
            "for(let i=0;i<9;i++){let px=C(i)*9;x.fillRect(px,0,9,9)}",
            "for(f=0;f<9;f++)x.fillRect(C(f)*9,0,9,9)",
        ),
        (
            "const r=Math.floor(S(t)*9);x.fillRect(r,r,9,9)",
            "x.fillRect(l=Math.floor(S(t)*9),l,9,9)",
        ),
        (
            "let time=t;const{cos,sin}=Math;x.arc(cos(time),sin(time),time)",
            "x.arc(C(t),S(t),t)",
        ),
        (
            "c.width|=0;for(i=999;i--;){px=C(i)*i;x.fillRect(960+px,540+S(i)*i,9,9)}",
            "c.width|=0;for(f=999;f--;)x.fillRect(960+C(f)*f,540+S(f)*f,9,9)",
        ),
        // The value of the last run.
        (
            "i=i||9;x.fillRect(i++,9,9,9)",
            "l=l||9;x.fillRect(l++,9,9,9)",
        ),
    ] {
        assert_eq!(minified(source), expected, "{source}");
    }
}

fn undeclared(source: &str) -> Option<String> {
    undeclare::undeclared(source, &frame(), &["kept".into()])
}

#[test]
fn variables_that_each_run_writes_first_need_no_declaration() {
    for (source, expected) in [
        ("let a=1;f(a)", "a=1;f(a)"),
        ("const a=1,b=a;f(b)", "a=1,b=a;f(b)"),
        (
            "for(let i=0;i<9;i++){let a=i;f(a)}",
            "for(i=0;i<9;i++){a=i;f(a)}",
        ),
        ("for(const a of l)f(a)", "for(a of l)f(a)"),
        ("for(let[a,b]of l)f(a,b)", "for([a,b]of l)f(a,b)"),
        ("let[a,b]=l;f(a,b)", "[a,b]=l;f(a,b)"),
        (
            "for(var i=0;i<9;)i++;for(var i=5;i--;)f(i)",
            "for(i=0;i<9;)i++;for(i=5;i--;)f(i)",
        ),
        ("let a=t;l.map(e=>f(e,a))", "a=t;l.map(e=>f(e,a))"),
        (
            "let a=t;const g=n=>n?g(n-1):f(a);g(9)",
            "a=t;g=n=>n?g(n-1):f(a);g(9)",
        ),
        ("let a=t;(()=>f(a))()", "a=t;(()=>f(a))()"),
        // The timer may call it after other runs.
        (
            "let a=t;const g=()=>f(a);setTimeout(g)",
            "let a=t;g=()=>f(a);setTimeout(g)",
        ),
        // The other function keeps its own.
        (
            "let a=n=>{let b=n;return b};f(a)",
            "a=n=>{let b=n;return b};f(a)",
        ),
    ] {
        assert_eq!(undeclared(source).as_deref(), Some(expected), "{source}");
    }
}

#[test]
fn other_variables_stay() {
    for source in [
        // It is read before it is written: the value of the last run.
        "f(a);var a=1",
        "if(t)var a=1;f(a)",
        "if(t){var a=1}f(a)",
        "for(var k in l);f(k)",
        "switch(t){case 1:var a=1;case 2:f(a)}",
        "let a;if(t)a=1;f(a)",
        "for(;;){var b=b+1;f(b)}",
        // A function outlives the run, or has a variable for each round.
        "let a=t;setTimeout(()=>f(a))",
        "let a=t;h=()=>f(a);h()",
        "for(let i=0;i<9;i++)l.push(()=>i);f(l)",
        "let a=t;l.map(e=>()=>a)",
        "let a=t;l.values().map(e=>f(e,a))",
        "let a=t;l.map(async e=>f(e,a))",
        "function g(){return a}let b=g();var a=1",
        // The script calls itself in between.
        "let a=t;t<9&&u(t+1);f(a)",
        "let kept=1;f(kept)",
        "let a=1",
        "let{a}=l;f(a)",
        "f()\nlet[a]=l;f(a)",
        "const a=1;a=2;f(a)",
        "'use strict';let a=1;f(a)",
        "class K{}let a=1;f(a)",
    ] {
        assert_eq!(undeclared(source), None, "{source}");
    }
}

#[test]
fn functions_of_math_have_short_names_if_nothing_else_has() {
    let short = |source: &str| aliases::short(source, &frame());
    assert_eq!(short("f(Math.cos(t),Math.sin)"), "f(C(t),S)");
    for source in [
        "let C=1;f(Math.cos(C))",
        "C=1;f(Math.cos(C))",
        "f(C=>Math.cos(C))",
        "let Math=x;f(Math.cos(t))",
        "Math=x;f(Math.cos(t))",
        "Math.cos=x;f(Math.cos(t))",
        "f(Math.floor(t))",
    ] {
        assert_eq!(short(source), source);
    }
}

#[test]
fn a_body_has_no_function_around_it() {
    let body = |source: &str| frame().unwrapped(source);
    for (source, expected) in [
        ("function u(t){f(t)}", "              f(t) "),
        ("function u(){\nf()}", "             \nf() "),
        ("function u(time){f(time)}", "let time=t;      f(time) "),
        ("function u(a){var a=9;f(a)}", "var a=t;      var a=9;f(a) "),
        (
            "function u(t){f(()=>{return t})}",
            "              f(()=>{return t}) ",
        ),
    ] {
        assert_eq!(body(source).as_deref(), Some(expected), "{source}");
    }
    for source in [
        "function v(t){f(t)}",
        "function u(t){f(t)}f()",
        "function u(t){if(t)return;f()}",
        "function u(a){let t=a;f(t)}",
        "function u(){f(t)}",
        "function u(t=1){f(t)}",
        "function u(t,s){f(t)}",
        "function u(t){u(t-1)}",
        "function u(t){f(arguments)}",
        "function u(t){'use strict';f(t)}",
        "async function u(t){f(t)}",
        "f(t)",
    ] {
        assert_eq!(body(source), None, "{source}");
    }
}
