use super::*;

fn with_aliases(source: &str) -> Option<String> {
    let keep = ["onload", "require", "process", "module", "exports"].map(str::to_owned);
    shorter(source, &keep, true)
}

/// The script in a function with many properties `length`, which become a variable.
fn whole(code: &str) -> Option<String> {
    let much = "a.length+".repeat(20);
    with_aliases(&format!("onload=a=>{{{code};alert({much}1)}}"))
}

/// The same without what is always there.
fn with(code: &str) -> String {
    let text = whole(code).expect(code);
    let start = text.find("{").expect("a function");
    let end = text.find("alert(").expect("a call");
    text[start + 1..end].trim_end_matches([';', ',']).to_owned()
}

#[test]
fn what_is_written_often_becomes_a_variable() {
    assert_eq!(
        with_aliases("onload=a=>alert(a.length,a.b.length,a?.length,a.length+a.length)").as_deref(),
        Some(
            "var $alias0=\"length\";onload=a=>alert(a[$alias0],a.b[$alias0],a?.[$alias0],a[$alias0]+a[$alias0])"
        )
    );
    assert_eq!(with_aliases("onload=a=>alert(a.length,a.length)"), None);
    assert_eq!(
        with("a.b={length:1};a.c={length(){},'length':2,get length(){}};a.d='length'"),
        "a.b={[$alias0]:1};a.c={[$alias0](){},[$alias0]:2,get[$alias0](){}};a.d=$alias0"
    );
    assert_eq!(
        with("a.b=()=>{return'length'in a};a.c=typeof'length'"),
        "a.b=()=>{return $alias0 in a};a.c=typeof $alias0"
    );
    assert_eq!(
        with("var{length:b,length}=a;({length:b}=a);a.c=class{length(){}static length(){}}"),
        "var{[$alias0]:b,length}=a;({[$alias0]:b}=a);a.c=class{[$alias0](){}static[$alias0](){}}"
    );
}

#[test]
fn values_of_the_language_become_variables_too() {
    let text = with_aliases(
        "onload=a=>{alert(null,null,null,null,null,null);alert(void 0,void 0,void 0,void 0);\
         alert(1000,1000,1000,1000,1000,1000);alert(Math.min(1,2),Math.max(3,4),Math.abs(5),Math.PI)}",
    );
    assert_eq!(
        text.as_deref(),
        Some(
            "var $alias0=void 0,$alias1=null,$alias2=1000,$alias3=Math;onload=a=>{alert($alias1,$alias1,$alias1,\
             $alias1,$alias1,$alias1);alert($alias0,$alias0,$alias0,$alias0);alert($alias2,$alias2,$alias2,\
             $alias2,$alias2,$alias2);alert($alias3.min(1,2),$alias3.max(3,4),$alias3.abs(5),$alias3.PI)}"
        )
    );
    // A page may replace its own objects.
    let own = "onload=a=>{Math=a;alert(Math.min(1,2),Math.max(3,4),Math.abs(5),Math.PI,Math.E)}";
    assert_eq!(with_aliases(own), None);
}

#[test]
fn what_other_code_reads_stays() {
    for stays in [
        "window.length=1",
        "a.b=this.length",
        "a.b=process.env.length",
        "require('length')",
        "import('length')",
        "a`length`",
        "a.innerHTML='<b id=length>'",
        "setTimeout('length')",
        "new Worklet(new URL('length',a))",
        "a.b=class{length=1}",
        "let{length}=a",
        "a.b=delete'length'",
    ] {
        assert_eq!(with(stays), stays);
    }
    for nothing in [
        "eval(a)",
        "with(a)b=1",
        "a.evaluate(a)",
        "function f(){}a.c='('+f+')()'",
        "function f(){}a.c=f.toString()",
        "let f=()=>1;a.c=`(${f})()`",
        "new Blob(['('+a+')()'])",
    ] {
        assert_eq!(whole(nothing), None, "{nothing}");
    }
}

#[test]
fn what_means_something_else_in_brackets_or_variables_stays() {
    let much = "a.__proto__,".repeat(9);
    let text = with_aliases(&format!("onload=a=>alert({much}{{__proto__:a}})"));
    assert!(text.is_some_and(|text| text.ends_with(",{__proto__:a})")));
    // Names in event handlers of such a text are shortened too.
    let html = "'<b onclick=alert(1)>',".repeat(9);
    assert_eq!(with_aliases(&format!("onload=a=>alert({html}1)")), None);
}

#[test]
fn what_a_module_of_node_exports_keeps_its_names() {
    for stays in [
        "exports.length=a",
        "module.exports.length=a",
        "module.exports={length:a}",
        "exports=module.exports={length:a,b(){}}",
        "Object.defineProperty(exports,'length',{get:()=>a})",
    ] {
        assert_eq!(with(stays), stays);
    }
    assert_eq!(
        with("module.exports={b:{length:a}}"),
        "module.exports={b:{[$alias0]:a}}"
    );
}

#[test]
fn eight_or_more_texts_are_a_list() {
    let names = [
        "alpha", "bravo", "charlie", "delta", "echo1", "foxtrot", "golf1",
    ];
    let with = |names: &[&str]| {
        let code = |name: &&str| format!("a.{name}={}1;", format!("a.{name}+").repeat(20));
        let code: Vec<String> = names.iter().map(code).collect();
        whole(&code.concat()).expect("a script")
    };
    // `length` is one more.
    let list = "var[$alias0,$alias1,$alias2,$alias3,$alias4,$alias5,$alias6,$alias7]=\"charlie foxtrot \
                length alpha bravo delta echo1 golf1\".split` `;";
    assert_eq!(with(&names).get(..list.len()), Some(list));
    let few = "var $alias0=\"charlie\",$alias1=\"foxtrot\",$alias2=\"length\",";
    assert_eq!(with(&names[..6]).get(..few.len()), Some(few));
}

#[test]
fn variables_are_where_names_are_local() {
    let code = "alert(a.length,a.length,a.length,a.length,a.length,a.length)";
    let placed = |source: &str, keep: &[&str]| {
        let keep: Vec<String> = keep.iter().map(ToString::to_string).collect();
        shorter(source, &keep, false)
    };
    // Its top level is that of a page.
    assert_eq!(placed(&format!("var a;{code}"), &["a"]), None);
    let text = placed(&format!("var a;{code}"), &[]);
    assert!(text.is_some_and(|text| text.starts_with("var $alias0=\"length\",a;")));
    let text = placed(&format!("(function(a){{'use strict';{code}}})(1)"), &[]);
    let start = "(function(a){'use strict';var $alias0=\"length\";alert(a[";
    assert!(
        text.as_deref().is_some_and(|text| text.starts_with(start)),
        "{text:?}"
    );
    let text = placed(
        &format!("const a=require('a');{code};exports.b=a"),
        &["exports", "require"],
    );
    let start = "const $alias0=\"length\",a=require('a');";
    assert!(
        text.as_deref().is_some_and(|text| text.starts_with(start)),
        "{text:?}"
    );
}

#[test]
fn a_function_that_runs_before_its_module_has_no_variables() {
    let code = "function f(a){return a.length+a.length+a.length+a.length+a.length+a.length}";
    let end = "$export$({f:()=>f})";
    let keep = [
        "$module$".to_owned(),
        "$export$".to_owned(),
        "$related$".to_owned(),
    ];
    let alone = shorter(
        &format!("$module$(function(){{{code}{end}}})"),
        &keep,
        false,
    );
    assert!(alone.is_some());
    let related = format!("$module$(function(b){{{code}{end}}},$related$)");
    assert_eq!(shorter(&related, &keep, false), None);
}
