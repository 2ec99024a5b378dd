//! Tests of the last rewrites.

use super::rewritten;

#[test]
fn an_assignment_under_a_condition_needs_no_parentheses() {
    for (source, expected) in [
        ("a&&(b=c)", "a?b=c:0"),
        ("a||(b+=c),d", "a?0:b+=c,d"),
        (
            "for(a&&b&&(c=d);e;a<b||(c=d))f()",
            "for(a&&b?c=d:0;e;a<b?0:c=d)f()",
        ),
        ("if(a)b;else c,d&&(e=(f,g))", "if(a)b;else c,d?e=(f,g):0"),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "x=a&&(b=c)",
        "f(a&&(b=c))",
        "()=>a&&(b=c)",
        "a??(b=c)",
        "(a=b)&&(c=d)",
        "a&&(b=c)&&d",
        "a&&(b=c,d)",
        "a&&b(c)",
        "(a,b)||(c=d)",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn an_argument_that_is_converted_becomes_a_template() {
    for (source, expected) in [
        ("a.split(`,`).join(``)", "a.split`,`.join``"),
        ("c.getContext('2d')", "c.getContext`2d`"),
        ("document.createElement('p')", "document.createElement`p`"),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "a.split(b)",
        "a.split('\\n')",
        "a.split('`')",
        "a.split('${')",
        "a.split(',',1)",
        "a.includes('b')",
        "a?.join('b')",
        "a.join?.('b')",
        "b.createElement('p')",
        "a.split(',');b={split:c=>c}",
        "a.split(',');b.split=c=>c",
        "a.split(',');class B{split(){}}",
        "var path=require('path');path.join('a')",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn a_text_changes_its_side_where_that_saves_a_space() {
    for (source, expected) in [
        ("f=a=>{return typeof a==`b`}", "f=a=>{return`b`==typeof a}"),
        (
            "f=a=>{return typeof a<'u'&&b}",
            "f=a=>{return`u`>typeof a&&b}",
        ),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "a=typeof a==`b`",
        "f=a=>{return a==`b`}",
        "f=a=>{return typeof a.b==`b`}",
        "f=a=>{return typeof a==b}",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn two_returns_become_one() {
    for (source, expected) in [
        (
            "f=a=>{if(a){b(a);return}return c}",
            "f=a=>{return a?void b(a):c}",
        ),
        (
            "f=a=>{if(a=b){a.c=1,d();return}return e,g}",
            "f=a=>{return (a=b)?void(a.c=1,d()):(e,g)}",
        ),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "f=a=>{if(a)return;return c}",
        "f=a=>{if(a){b();return 1}return c}",
        "f=a=>{if(a){let b=1;c(b);return}return c}",
        "f=a=>{if(a){b();return}else d();return c}",
        "f=a=>{if(a){b();return}return}",
        "f=a=>{if(a){return}return c}",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn constructors_that_do_nothing_go() {
    for (source, expected) in [
        ("a=class{constructor(){}b(){}}", "a=class{b(){}}"),
        ("a=class{constructor(b){}}", "a=class{}"),
        (
            "a=class extends b{constructor(...c){super(...c)}}",
            "a=class extends b{}",
        ),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "a=class{constructor(b=c()){}}",
        "a=class{constructor({b}){}}",
        "a=class{constructor(){b()}}",
        "a=class extends b{constructor(){}}",
        "a=class extends b{constructor(...c){super(c)}}",
        "a=class extends b{constructor(d,...c){super(...c)}}",
        "a=class extends b{constructor(...c){super(...d)}}",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn what_is_not_one_or_the_other_is_both() {
    for (source, expected) in [
        ("if(!(!a||b))c()", "if(a&&!b)c()"),
        ("if(!(a||b))c()", "if(!a&&!b)c()"),
        ("if(!(!a&&b==c))d()", "if(a||b!=c)d()"),
        ("d(!(!a||!b)?1:2)", "d(a&&b?1:2)"),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "a=!(!b||c)",
        "if(!(a||b||c))d()",
        "if(!(!a??b))c()",
        "if(!(!a||b<c))d()",
        "if(!(!a||(b=c)))d()",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn a_function_returns_before_its_end() {
    for (source, expected) in [
        (
            "f=()=>{if(a==b)c();else return d}",
            "f=()=>{if(a!=b)return d;c()}",
        ),
        (
            "f=()=>{if(!a)c();else return d}",
            "f=()=>{if(a)return d;c()}",
        ),
        (
            "f=()=>{if(a.b)c();else return d}",
            "f=()=>{if(!a.b)return d;c()}",
        ),
    ] {
        assert_eq!(rewritten(source), expected);
    }
    for source in [
        "f=()=>{if(a<b)c();else return d}",
        "f=()=>{if(a==b)c();else d()}",
        "f=()=>{if(a==b){c();}else return d;e()}",
        "f=()=>{if(a==b)return c;else return d}",
    ] {
        assert_eq!(rewritten(source), source);
    }
}
