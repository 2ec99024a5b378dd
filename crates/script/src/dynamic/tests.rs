use super::*;
use crate::Strategy;

fn found(source: &str) -> Vec<String> {
    dynamic_names(source).expect(source).0
}

#[test]
fn names_in_the_body_of_a_with_stay() {
    assert_eq!(
        found("var a=1,b=2,c=3;with(b){a(d=>d+e)}f(c)"),
        ["a".to_owned()]
    );
    // The object is looked up outside.
    assert_eq!(found("var a;with(a)b()"), [""; 0]);
    assert_eq!(found("var a,b;with(b)(function(){return a})"), ["a"]);
    // What the body declares for itself is found before the object.
    assert_eq!(found("with(b){let a=1;c(a)}"), [""; 0]);
    assert_eq!(found("with(b){var a=1;c(a)}"), ["a"]);
    assert_eq!(found("with(b){var a=1}"), ["a"]);
    assert_eq!(found("with(b)for(var a in c);"), ["a"]);
    assert_eq!(found("with(Math)for(var a in c);"), [""; 0]);
    assert!(Masked::of("with(b){var a=1}").is_none());
}

#[test]
fn only_properties_of_math_stay_with_math() {
    assert_eq!(
        found("var a=1,floor=2;with(Math)floor(a)"),
        ["floor".to_owned()]
    );
    for source in [
        "var a=1;Math.b=1;with(Math)a",
        "var a=1;Math[b]++;with(Math)a",
        "var a=1;c(Math);with(Math)a",
        "var a=1;Object.prototype.b=1;with(Math)a",
        "var a=1,Math;with(Math)a",
    ] {
        assert_eq!(found(source)[..1], ["a".to_owned()][..], "{source}");
    }
    assert_eq!(found("var a=1;b=Math.cos(1);with(Math)a"), [""; 0]);
}

#[test]
fn names_that_an_eval_may_find_stay() {
    for (source, names) in [
        (
            "var a;function f(b){return eval(c)}function g(d){}",
            &["a", "b", "f", "g"][..],
        ),
        ("var a;function f(b,c){return eval('b')}", &["b"]),
        ("var a;function f(b,c){return eval(`b+c`)}", &["b", "c"]),
        (
            "var a;function f(b,c){return eval('b'+a)}",
            &["a", "b", "c", "f"],
        ),
        (
            "var a;function f(b){return eval('eval(b)')}",
            &["a", "b", "f"],
        ),
        ("function f(b){return eval('1')}", &[]),
        ("function f(b){return (0,eval)(c)}", &[]),
    ] {
        assert_eq!(found(source), names, "{source}");
    }
}

#[test]
fn strict_code_has_no_with() {
    for source in ["'use strict';with(a)b()", "f=()=>{'use strict';with(a)b()}"] {
        let error = crate::Names::of(source, &["a".into(), "b".into()]).unwrap_err();
        assert!(error.message.contains("strict code"), "{error}");
    }
}

#[test]
fn a_masked_script_gets_its_own_names_again() {
    for source in [
        "var a=1;with(b){c=a+(d=>d+e)(a)}",
        "with(a){f({b,c:d});({e}=g)}",
        "with(a)with(b)c(d)",
        "function f(a){return eval('a+b')}f(b)",
    ] {
        let masked = Masked::of(source).expect(source);
        assert!(masked.is_changed(), "{source}");
        let again = unmasked(&masked.text).expect(source);
        assert!(
            crate::script::equivalent(source, &again),
            "{source}: {again}"
        );
    }
    assert!(!Masked::of("width=a.with(1)").expect("a form").is_changed());
    assert!(!Masked::of("eval('1+1')").expect("a form").is_changed());
}

#[test]
fn compressors_leave_what_a_with_finds() {
    for (source, shortened) in [
        // The object may have an `a`.
        ("function f(o){var a=1;with(o){return a+1}}f(g)", "a"),
        ("function f(o){const a=1;with(o){return a+1}}f(g)", "a"),
        ("function f(o,a){var b=a+1;with(o){return b}}f(g)", "b"),
        ("function f(a){return eval('a')}f(1)", "a"),
    ] {
        for strategy in [Strategy::OxcMinify, Strategy::Rewrite] {
            if let Some(text) = strategy.propose(source, &[]) {
                assert!(crate::words(&text).contains(shortened), "{text}");
            }
        }
    }
}
