//! What single edits list, and what they leave alone: the search would hide it where the script is no
//! smaller.

use super::super::{
    Rule, Script, assigned, cases, continues, fold, inline, params, scatter, spare, steps, values,
};

/// The script after each edit of a rule.
fn edited(rule: Rule, source: &str) -> Vec<String> {
    let edits = Script::look(source, |script| rule(script, &["kept".to_owned()]));
    let edits = edits.expect(source).into_iter();
    edits.map(|edit| edit.apply(source)).collect()
}

/// Each script has an edit, and then its other forms have none.
fn check(rule: Rule, changed: (&str, &str), unchanged: &[&str]) {
    let (source, expected) = changed;
    let texts = edited(rule, source);
    assert!(texts.iter().any(|text| text == expected), "{texts:?}");
    for source in unchanged {
        assert_eq!(edited(rule, source), [""; 0], "{source}");
    }
}

#[test]
fn variables_become_parameters_if_all_calls_are_known() {
    check(
        params::first,
        (
            "var f=a=>{var b=a;x(b)};f(1)",
            "var f=(a,b=a)=>{;x(b)};f(1)",
        ),
        &[
            "var f=a=>{var b=a;x(b)};f(1);x(f)",
            "var f=a=>{var b=a;x(b)};f(1);x.map(f)",
            "var kept=a=>{var b=a;x(b)};kept(1)",
            "var f=a=>{var b=a;x(b)};f(...x)",
            "var f=a=>{var b=a;x(b)};f?.(1,2)",
            "var f=a=>{var b=a;x(b)};f(1,2)",
            "var f=(...a)=>{var b=1;x(b)};f()",
            "var f=async a=>{var b=a;x(b)};f(1)",
            "var f=a=>{x(arguments);var b=a};f(1)",
        ],
    );
}

#[test]
fn a_default_value_uses_parameters_before_it_alone() {
    check(
        params::first,
        (
            "var f=a=>{var b=a,c=b;x(c)};f(1)",
            "var f=(a,b=a,c=b)=>{;x(c)};f(1)",
        ),
        &[
            // It is declared later.
            "var f=a=>{var b=c;var c=a;x(b)};f(1)",
            "var f=a=>{var b=()=>c;let c=a;x(b)};f(1)",
            // QuickJS gives the function a copy.
            "var f=a=>{var b=()=>a;a=2;x(b())};f(1)",
            "var f=a=>{var b=a=2;x(a,b)};f(1)",
            // Another declaration of the name, with the value of the parameter.
            "var f=a=>{var b=1;x(b);function b(){}};f(1)",
            "var f=a=>{var a=1;x(a)};f(1)",
        ],
    );
}

#[test]
fn a_declaration_joins_plain_assignments_to_its_variables_outside_of_it() {
    check(
        params::others,
        ("x=a=>{var b;x();b=1}", "x=a=>{;x();var b=1}"),
        &[
            "x=a=>{var b;x();b+=1}",
            "x=a=>{var b;x();a=1}",
            "x=a=>{var a;x();a=1}",
        ],
    );
}

#[test]
fn braces_stay_where_the_value_is_used() {
    check(
        params::braces,
        ("var f=()=>{x(1)};f()", "var f=()=>(x(1));f()"),
        &[
            "var f=()=>{x(1)};x(f())",
            "var f=()=>{x(1)};f()||x()",
            "var f=()=>{x(1)};f();x(f)",
            "var f=async()=>{x(1)};f()",
            "var f=()=>{'use strict';x(1)};f()",
        ],
    );
}

#[test]
fn cases_are_joined_only_if_no_other_case_runs_on() {
    check(
        cases::edits,
        (
            "switch(a){case 1:x();break;case 2:y();break;case 3:x()}",
            "switch(a){case 3:case 1:x();break;case 2:y();break;}",
        ),
        &[
            // It runs on into the last one.
            "switch(a){case 1:x();break;case 2:y();break;case 3:x();case 4:z()}",
            "switch(a){case 1:x();case 2:y();break;case 3:x()}",
            "switch(a){case 1:x();break;case 2:y();case 3:x()}",
            "switch(a){case 1:x();break;case b:y();break;case 3:x()}",
        ],
    );
}

#[test]
fn an_assignment_moves_only_over_what_it_cannot_change() {
    check(
        fold::edits,
        ("var a,b=1;a=y(),alert(b,a)", "var a,b=1;alert(b,(a=y()))"),
        &[
            "var a,b=1;function f(){b=2}a=f(),alert(b,a)",
            "var a,b;a=b=2,alert(b,a)",
            "var a,b=1;a=b=2,b+=a",
            "var a,b;a=1,b||=a",
            // An error in `s.b` comes first.
            "var a,s=x();try{a=y,alert(s.b,a)}catch{}",
            // Other code runs before the value is there.
            "async function f(){var a;a=await y(),alert(a)}f();alert=1",
            "var b=1;async function f(){var a,c;a=await y(),c=b+a;return c}f();b=2",
        ],
    );
}

#[test]
fn objects_are_taken_apart_only_if_nothing_else_sees_them() {
    check(
        scatter::edits,
        (
            "var $name0$={b:1};x($name0$.b)",
            "var $name0$b$=1;x($name0$b$)",
        ),
        &[
            "var $name0$={b:1};x($name0$.b,$name0$)",
            "var $name0$={b:1};var $name0$={b:2};x($name0$.b)",
            "var $name0$={__proto__:1};x($name0$.__proto__)",
            "var $name0$={b:1};x($name0$.toString)",
            "var $name0$={b:x};$name0$.b()",
        ],
    );
    let kept = "var $name0$={b:1};x($name0$.b)";
    let edits = Script::look(kept, |script| {
        scatter::edits(script, &["$name0$".to_owned()])
    });
    assert_eq!(edits.expect(kept), []);
}

#[test]
fn values_are_those_of_constants() {
    check(
        values::edits,
        ("let a=1;x(a)", "let a=1;x((1))"),
        &["let a=1;a=2;x(a)", "let a=1;a++", "let kept=1;x(kept)"],
    );
}

#[test]
fn functions_that_use_themselves_or_their_caller_stay() {
    check(
        inline::edits,
        ("var f=a=>a+1;x(f(2))", "var f=a=>a+1;x(((2)+1))"),
        &[
            "var f=a=>f(a);x(f(2))",
            "var f=a=>this;x(f(2))",
            "var kept=a=>a+1;x(kept(2))",
        ],
    );
}

#[test]
fn a_function_of_a_block_goes_to_its_call_if_nothing_outside_sees_it() {
    check(
        inline::edits,
        (
            "if(x){let f=a=>a+1;y(f(2))}",
            "if(x){let f=a=>a+1;y(((2)+1))}",
        ),
        &[
            "if(x){var f=a=>a+1}y(f(2))",
            "switch(x){case 1:let f=a=>a+1;case 2:y(f(2))}",
        ],
    );
}

#[test]
fn a_class_goes_to_its_only_use() {
    check(
        inline::edits,
        ("class A{b(){}}x();y=A", "x();y=(class{b(){}})"),
        &[
            "class kept{}x(kept)",
            "class A{}x(A,A)",
            "x(A);class A{}",
            "class A{}for(;;)x(A)",
            "class A{}var f=function(){return A};x(f,f)",
            "class A{static b=c()}x(A)",
            "class A{static{c()}}x(A)",
            "class A{[c()]=1}x(A)",
            "class A{[c()](){}}x(A)",
            "class A extends b(){}x(A)",
            "class A extends B{}B=1;x(A)",
            "class A{b(){return A}}x(A)",
            "class A{}x({A})",
        ],
    );
    check(
        inline::edits,
        (
            "var B=c();class A extends B{}x(A)",
            "var B=c();x((class extends B{}))",
        ),
        &["var B=c();class A extends B{}B=1;x(A)"],
    );
}

#[test]
fn parameters_without_a_use_go_with_their_arguments() {
    for (source, expected) in [
        ("var f=(a,b)=>a;f(1,2);f(x,3)", "var f=(a)=>a;f(1);f(x)"),
        (
            "function f(a,b,c){x(a);f(a)}f(1,()=>2,[1,,'3'])",
            "function f(a){x(a);f(a)}f(1)",
        ),
        ("var f=(a,b,c)=>{x(b)};f(1,2,3)", "var f=(b)=>{x(b)};f(2)"),
        // The argument is needed, the parameter is not.
        ("var f=(a,b)=>{x(a)};f(1,x())", "var f=(a)=>{x(a)};f(1,x())"),
        (
            "var f=(a,b,c)=>{x(b)};f(x(),2,3)",
            "var f=(a,b)=>{x(b)};f(x(),2)",
        ),
        ("var f=a=>x(a);f(1,2)", "var f=a=>x(a);f(1)"),
        ("var f=(a,b=1)=>x(a);f(1)", "var f=(a)=>x(a);f(1)"),
        // One parameter is shorter than none.
        ("var f=(a,b)=>1;f(1,2)", "var f=(a)=>1;f()"),
        ("!function(a,b){x()}(1,2)", "!function(){x()}()"),
        ("x.map((a,b)=>a)", "x.map((a)=>a)"),
        (
            "setTimeout(function(a){x()})",
            "setTimeout(function(){x()})",
        ),
    ] {
        check(spare::edits, (source, expected), &[]);
    }
}

#[test]
fn parameters_whose_loss_something_may_see_stay() {
    check(
        spare::edits,
        ("var f=(a,b)=>a;f(1)", "var f=(a)=>a;f(1)"),
        &[
            "var f=(a,b)=>a;f(1);x(f)",
            "var f=(a,b)=>a;f(1);x(f.length)",
            "var f=(a,b)=>a;f(...x)",
            "var f=(a,b)=>a;f?.(1,2)",
            "var kept=(a,b)=>a;kept(1,2)",
            "function kept(a,b){x(a)}kept(1,2)",
            "var f=(a,b)=>a;f(1);f=x",
            "function f(a,b){x(a)}new f(1,2)",
            "function f(a,b){x(a,arguments)}f(1,2)",
            "function f(a,b){x(a,eval('b'))}f(1,2)",
            "function f(a,b){x(a);b=1}f(1,2)",
            "var f=(a,...b)=>a;f(1,2)",
            "var f=(a,{b})=>a;f(1,x)",
            "var f=(a,[])=>a;f(1,x)",
            "var f=(a,b=x())=>a;f(1)",
            "var f=(a,b)=>b;f(x(),1);f(1,2)",
            "var f=(a,b)=>b;f(unknown,1)",
            "var f=(a,b)=>b;f(-x,1)",
            "var f=(a,b)=>b;f(x.y,1)",
            "(function f(a,b){x(f)})(1,2)",
            // Its caller may ask for the number.
            "x((a,b)=>a)",
            "x.y=(a,b)=>a",
            "x.map((a,b)=>b)",
            "x.map(function f(a,b){return f.length})",
            "x.map((a,b)=>a);y.map=z",
            "x={y(a,b){}}",
            "x={set y(a){}}",
            "class X{y(a,b){}}",
        ],
    );
}

#[test]
fn an_assignment_declares_a_constant_if_all_that_reads_it_is_behind_it() {
    for (source, expected) in [
        (
            "var a,b;x=()=>{a=9;b=-1,y(a);y(a,()=>b)}",
            "var a,b;x=()=>{;const a=9;;const b=-1;(y(a));y(a,()=>b)}",
        ),
        (
            "let a=1;function f(b){if(b)return;a='c';for(;;)y(a)}",
            "let a=1;function f(b){if(b)return;;const a='c';for(;;)y(a)}",
        ),
    ] {
        let text = assigned::declared(source, &[]);
        assert_eq!(text.as_deref(), Some(expected), "{source}");
    }
    for source in [
        "var a;x=()=>{y(a);a=9;y(a)}",
        "var a;x=()=>{a=9;y(a)};y(a)",
        "var a;x=()=>{a=9;y(a);a=8}",
        "var a;x=()=>{a=9;y(a++)}",
        "var a;x=()=>{a+=9;y(a)}",
        "var a;x=()=>{a=z;y(a)}",
        "var a;x=()=>{a=[];y(a)}",
        "var a;x=()=>{if(z)a=9;y(a)}",
        "var a;x=()=>{for(;z();){a=9;y(a)}}",
        "var a;x=(b=a)=>{a=9;y(a)}",
        "var a;x=()=>{f();a=9;function f(){y(a)}}",
        "var a;x=()=>{f();a=9;y(a);function f(){y(a)}}",
        "var a;x=()=>{a=9}",
        "const a=1;x=()=>{a=9;y(a)}",
        "x=()=>{var a;a=9;y(a)}",
        "x=()=>{a=9;y(a)}",
        "var kept;x=()=>{kept=9;y(kept)}",
        "function f(a){y(()=>{a=9;y(a)},arguments)}",
        "function f(a){y(()=>{a=9;y(a)});var a}",
    ] {
        let text = assigned::declared(source, &["kept".to_owned()]);
        assert_eq!(text, None, "{source}");
    }
}

#[test]
fn a_continue_becomes_an_else() {
    check(
        continues::edits,
        (
            "for(;;){if(a){b();continue}if(c){d();continue}e()}",
            "for(;;){if(a){b();}else{if(c){d();}else{e()}}}",
        ),
        &[
            "for(;;){if(a){b();continue}else c();d()}",
            "x:for(;;){for(;;){if(a){b();continue x}c()}}",
            "for(;;){if(a){b();continue}let c=d();e(c)}",
            "for(;;){if(a){b();continue}function c(){}c()}",
            "for(;;){c();if(a){b();continue}}",
            "for(;;){if(a){b();break}c()}",
            "for(;;){if(a)continue;c()}",
        ],
    );
}

#[test]
fn a_function_that_is_called_at_once_becomes_its_steps() {
    check(
        steps::edits,
        (
            "exports.b=1;(a=>{a.c=1;a.d=2})(e)",
            "var a;exports.b=1;(a=e,a.c=1,a.d=2)",
        ),
        &[
            "(a=>{a.c=1})(e)",
            "exports.b=1;x((a=>{a.c=1})(e))",
            "exports.b=1;(a=>{if(a)x()})(e)",
            "exports.b=1;(a=>{a.c=1})(...e)",
            "exports.b=1;(a=>{a.c=1})()",
            "exports.b=1;((a=2)=>{a.c=1})(e)",
            "exports.b=1;(async a=>{a.c=1})(e)",
            "exports.b=1;for(;;)(a=>{a.c=1})(e)",
            "exports.b=1;(a=>{a.c=this})(e)",
            "exports.b=1;(function(a){a.c=arguments})(e)",
        ],
    );
    check(
        steps::edits,
        (
            "x.f=()=>{y();(function(a){a.c=1})(e)}",
            "x.f=()=>{var a;y();(a=e,a.c=1)}",
        ),
        &["x.f=()=>(a=>{a.c=1})(e)"],
    );
}

#[test]
fn a_variable_without_a_value_is_no_other_value() {
    check(
        steps::firsts,
        ("var a;x(a||(a={}));y(a)", "var a;x((a={}));y(a)"),
        &[
            "var a=z;x(a||(a={}))",
            "var a;y(a);x(a||(a={}))",
            "var a;for(;;)x(a||(a={}))",
            "var a;var f=()=>a=1;x(a||(a={}))",
            "var kept;x(kept||(kept={}))",
            "function f(a){x(a||(a={}))}",
            "var a;var a;x(a||(a={}))",
            "for(var a of z);x(a||(a={}))",
        ],
    );
}
