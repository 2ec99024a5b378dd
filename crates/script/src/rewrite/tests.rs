mod edits;

use super::super::{Strategy, mangle, rename::Names};
use crate::compact;

/// The rewritten script with letters for its names.
fn rewritten(source: &str, keep: &[&str]) -> String {
    let keep: Vec<String> = keep.iter().map(|&name| name.to_owned()).collect();
    let text = Strategy::Rewrite.propose(source, &keep).expect(source);
    let names = Names::of(&text, &keep).expect("a script");
    let letters = mangle::assign(&names, mangle::Order::Alphabet, &[]);
    compact(&names.spell(&letters)).expect("a script")
}

#[test]
fn functions_that_are_only_called_become_arrow_functions() {
    let text = rewritten(
        "function twice(size){if(size>9){log(size);alert(1)}return size*2}\
         function log(text){console.log(text);console.log(text)}\
         alert(twice(prompt())+twice(prompt()))",
        &[],
    );
    assert!(text.contains("=>") && !text.contains("function"), "{text}");
}

#[test]
fn functions_with_something_of_their_own_stay() {
    for source in [
        "function show(){alert(this);alert(arguments.length)}show(1);show(2)",
        "function Point(size){if(size)alert(size)}alert(new Point(1),new Point(2),Point.prototype)",
        "function*many(){yield 1;yield 2}alert(many(),many())",
        "function early(){return early}alert(early,early)",
        "function last(a,a){if(a)alert(a);return a}alert(last(1,2),last(3,4))",
    ] {
        let text = rewritten(source, &[]);
        assert!(text.contains("function"), "{text}");
    }
}

#[test]
fn constants_are_put_where_they_are_used() {
    let text = rewritten(
        "var second=1000,minute=60*second;function f(n){return n*minute}alert(f(prompt()))",
        &[],
    );
    assert_eq!(text, "alert((a=>a*6e4)(prompt()))");
}

#[test]
fn a_variable_that_is_read_before_it_is_set_stays() {
    for source in [
        "function get(){return limit}var first=get();var limit=3;alert(first,limit)",
        "alert(limit);var limit=3;alert(limit)",
        "kept.value=limit;var limit=3;alert(limit)",
        "var o={set a(v){v()}};function f(){alert(limit)}o.a=f;var limit=3;alert(limit)",
    ] {
        let text = rewritten(source, &["kept"]);
        assert!(text.contains("=3"), "{text}");
    }
}

#[test]
fn a_constant_of_a_function_is_put_where_it_is_used() {
    let text = rewritten(
        "var wide,high,i;out.draw=t=>{wide=120;high=70;for(i=9;i--;)out(i%wide,(i/wide|0)*high,t)}",
        &["out"],
    );
    assert!(text.contains("%120") && !text.contains("=120"), "{text}");
}

#[test]
fn an_assignment_moves_to_its_first_use() {
    let text = rewritten(
        "function f(a,b){for(;b<9;){a=prompt(a);b^=a}return b}alert(f(1,2),f(3,4))",
        &[],
    );
    assert!(text.contains("^=") && !text.contains(",b^="), "{text}");
    // `g` may change `b`, which is read first.
    let text = rewritten(
        "function f(a){var b=1;function g(){b=prompt();return b}a=g();b+=a;return b}\
         alert(f(1),f(2))",
        &[],
    );
    assert!(!text.contains("+=a=") && !text.contains("+=b="), "{text}");
}

#[test]
fn kept_names_stay() {
    let text = rewritten(
        "var limit=3;function grow(){return limit+1}",
        &["limit", "grow"],
    );
    assert!(text.contains("limit=3"), "{text}");
    assert!(text.contains("function grow()"), "{text}");
    let constant = "const limit=3;var size=limit;alert(size,size)";
    assert_eq!(Strategy::Rewrite.propose(constant, &["limit".into()]), None);
}

#[test]
fn a_kept_name_in_a_function_is_shortened() {
    let source = "(function(module,shown){module.exports=shown;module.a=1})(module,prompt())";
    let text = rewritten(source, &["module"]);
    assert!(text.contains("a=module"), "{text}");
    assert_eq!(text.matches("module").count(), 1, "{text}");
    let source = "module=1;alert(module=>{{let module=2;alert(module)}})";
    let names = Names::of(source, &["module".into()]);
    assert_eq!(names.map(|names| names.symbols().len()).ok(), Some(2));
}

#[test]
fn a_script_without_declarations_is_left_alone() {
    assert_eq!(
        Strategy::Rewrite.propose("a=1;f=b=>b+a;alert(f(2))", &[]),
        None
    );
    // The name of a function in a block is two variables.
    let source = "(()=>{{function f(){return 1}}alert(f())})()";
    assert_eq!(Strategy::Rewrite.propose(source, &[]), None);
}

#[test]
fn operators_and_numbers_get_shorter() {
    for (source, expected) in [
        ("var a=prompt();alert((a+1&4294967295)+a)", "|0"),
        ("var a=prompt();alert(a*(1/10)+a)", ".1"),
        ("var a=prompt();alert(a/(1/4294967296)+a)", "2**32"),
        ("var a=prompt();alert({4294967296:a,b:a})", "4294967296:"),
    ] {
        let text = rewritten(source, &[]);
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn strict_mode_stays() {
    let source =
        "(function(){'use strict';var o=Object.freeze({a:1});try{o.a=2}catch(e){alert(e)}})()";
    for strategy in Strategy::ALL {
        let text = strategy.propose(source, &[]);
        let is_strict = text.as_ref().is_none_or(|text| text.contains("use strict"));
        assert!(is_strict, "{}: {text:?}", strategy.name());
    }
}

#[test]
fn a_tagged_template_has_one_place_and_its_raw_text() {
    let text = rewritten(
        "var text=()=>tag`<b>`;alert(text(),text(),text())",
        &["tag"],
    );
    assert_eq!(text.matches("<b>").count(), 1, "{text}");
    let source = "alert(String.raw`</script>`)";
    for strategy in Strategy::ALL {
        let text = strategy.propose(source, &[]);
        let is_raw = text.as_ref().is_none_or(|text| text.contains("</script"));
        assert!(is_raw, "{}: {text:?}", strategy.name());
    }
}

#[test]
fn a_constant_that_is_written_stays_a_constant() {
    let source = "const a=1;try{a=2}catch(e){alert(e.name)}alert(a)";
    for strategy in Strategy::ALL {
        let text = strategy.propose(source, &[]);
        let is_constant = text.as_ref().is_none_or(|text| text.contains("const"));
        assert!(is_constant, "{}: {text:?}", strategy.name());
    }
}

#[test]
fn larger_scripts_get_fewer_tries() {
    assert_eq!(super::max_edits(0), 4_000);
    assert_eq!(super::max_edits(2_000), 4_000);
    assert_eq!(super::max_edits(100_000), 80);
    assert_eq!(super::max_edits(10_000_000), 0);
}

#[test]
fn variables_become_parameters() {
    for (source, expected) in [
        (
            "function area(size){var side=size*2,base=side+1;return side*base*base}\
             alert(area(prompt()),area(3))",
            "(c,a=c*2,b=a+1)=>a*b*b",
        ),
        (
            "var log=size=>{for(var at=0;at<size;at++)alert(at);alert(at)};log(9);log(8)",
            "(b,a=0)=>{for(;a<b;a++)",
        ),
        (
            "var log=size=>{if(size>1){var last=prompt();alert(last);alert(last)}};log(9);log(8)",
            "(b,a)=>b>1&&",
        ),
    ] {
        let text = rewritten(source, &[]);
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn variables_of_functions_with_other_calls_stay() {
    for source in [
        // Another argument may be there.
        "var log=size=>{var at=size+1;alert(at);for(;at;)alert(--at)};log(9);[1,2].map(log)",
        "var log=size=>{var at=size+1;alert(at);for(;at;)alert(--at)};log(9);log(8,7)",
        "var log=size=>{var at=size+1;alert(at);for(;at;)alert(--at)};log(9);log(...prompt())",
        "var log=size=>{var at=size+1;alert(at);for(;at;)alert(--at)};log(9);out=log;out(1,2)",
        // QuickJS would give `set` a copy.
        "var log=size=>{var at=size+1,set=one=>{at=one;return[one]};set(3);alert(at,set(4));for(;at;)\
         alert(--at)};log(9);log(8)",
        "var log=size=>{var at=size-=9;setTimeout(()=>alert(size,at));for(;at;)alert(--at)};log(9);log(8)",
        // It is read before it has its value.
        "var log=size=>{var early=()=>at,first=early(),at=size+1;alert(first,at);\
         for(;at;)alert(--at,early())};log(9);log(8)",
        "function log(size){var at=arguments[1];alert(at);for(;at;)alert(--at)}log(9);log(8)",
        "function*log(size){var at=prompt();alert(at);for(;at;)yield--at}log(9).next();log(8).next()",
        "async function log(size){var at=await prompt();alert(at);for(;at;)alert(--at)}log(9);log(8)",
        "function log(size){'use strict';var at=size+1;alert(at);for(;at;)alert(--at)}log(9);log(8)",
    ] {
        let text = rewritten(source, &[]);
        assert!(text.contains("var ") && !text.contains("=a+1)"), "{text}");
    }
    // The function inside is not there for a parameter.
    let source = "function log(size){var at=next(size),all=[at];alert(at,all);for(;at;)alert(at=next(at));\
                  function next(one){alert(one,all);return one-1}next.own=next}log(9);log(8)";
    let text = rewritten(source, &[]);
    assert!(!text.contains(",b="), "{text}");
}

#[test]
fn a_variable_without_a_value_joins_another_declaration() {
    let source = "out.log=function(size){var last;if(size){last=prompt();alert(last)}\
                  for(var at=0;at<9;)alert(at++,last)}";
    let text = rewritten(source, &["out"]);
    assert_eq!(text.matches("var ").count(), 1, "{text}");
}

#[test]
fn the_value_of_an_arrow_function_that_is_used_stays() {
    let log = "var log=size=>{out(size+size)};";
    let text = rewritten(&format!("{log}log(9);if(out)log(8)"), &["out"]);
    assert!(text.contains("=>out(") || !text.contains("=>"), "{text}");
    let text = rewritten(&format!("{log}alert(log(9),log(8))"), &["out"]);
    assert!(text.contains("{out(") || text.contains("void"), "{text}");
}

#[test]
fn the_properties_of_a_hidden_object_become_variables() {
    let text = rewritten(
        "var texts={first:/a/,second:/b/};alert(texts.first.test(prompt()),texts.second,texts.first)",
        &[],
    );
    assert!(
        !text.contains("first") && !text.contains("second"),
        "{text}"
    );
}

#[test]
fn an_object_that_is_more_than_read_stays() {
    let declared = "var texts={first:/a/,second:()=>9};";
    for used in [
        "alert(texts)",
        "texts.first=prompt()",
        "texts.first++",
        "[texts.first]=prompt()",
        "for(texts.first in prompt())alert(1)",
        "delete texts.first",
        "alert(texts.second())",
        "texts.second`a`",
        "alert(texts.third)",
        "alert(texts[prompt()])",
        "alert({texts})",
        "texts=prompt()",
        "alert(texts?.first)",
    ] {
        let source = format!("{declared}alert(texts.first,texts.second,texts.first);{used}");
        let text = rewritten(&source, &[]);
        assert!(text.contains("first:"), "{text}");
    }
    for object in [
        "{first:1,get second(){return 2}}",
        "{first:1,...prompt()}",
        "{first:1,[prompt()]:2}",
        "{first:1,first:2}",
        "{first:1,second(){return this}}",
        "{first:1,__proto__:prompt()}",
    ] {
        let source = format!("var texts={object};alert(texts.first,texts.first,texts.second)");
        let text = rewritten(&source, &[]);
        assert!(text.contains("first:"), "{text}");
    }
    let kept = "var texts={first:/a/};alert(texts.first,texts.first)";
    assert!(rewritten(kept, &["texts"]).contains("first:"));
}

#[test]
fn cases_that_do_the_same_are_joined() {
    let shown = "function f(a){switch(a){case 1:alert('one');break;case 2:alert('two');break;case 3:alert('one');break}alert(a)}f(+prompt());f(5)";
    let text = rewritten(shown, &[]);
    assert_eq!(text.matches("one").count(), 1, "{text}");
    for source in [
        // The case before runs on.
        "switch(out){case 1:alert('one');break;case 2:alert('two');case 3:alert('one');break}",
        "switch(out){case 1:alert('one');case 2:alert('two');break;case 3:alert('one')}",
        // The tests run in their order.
        "switch(out){case 1:alert('one');break;case out.a():alert('two');break;case 3:alert('one');break}",
    ] {
        let text = rewritten(&format!("{source};var a=1;out(a)"), &["out"]);
        assert_eq!(text.matches("one").count(), 2, "{text}");
    }
}

#[test]
fn a_name_for_this_goes_where_this_is_the_same() {
    let source = "out.log=function(){var own=this;alert(own.size,()=>own.shape)}";
    assert!(!rewritten(source, &["out"]).contains("=this"));
    for source in [
        "out.log=function(){var own=this;alert(own.size,own,function(){return own.shape})}",
        "out.log=function(){var own=this;alert(own.size,own,class{shape=own.shape})}",
    ] {
        let text = rewritten(source, &["out"]);
        assert!(text.contains("=this"), "{text}");
    }
}

#[test]
fn single_operators_get_shorter() {
    for (source, expected) in [
        ("out.same=function(a){return a===a||a!==a}", "a==a||a!=a"),
        (
            "out.last=function(a){return a.b()?a:(a=out(a),a)}",
            "a.b()?0:a=out(a),a",
        ),
        ("(function(){var a=this;out(a,a)})(),out(2)", "!function("),
    ] {
        let text = rewritten(source, &["out"]);
        assert!(text.contains(expected), "{text}");
    }
    let text = rewritten(
        "(function(){var a=this;out(a,a);return a})()||out(2)",
        &["out"],
    );
    assert!(text.starts_with("(function"), "{text}");
}

#[test]
fn an_assignment_moves_over_the_reading_of_a_property() {
    let source = "var step=/a/;out.log=function(a){for(var b;b=a[1],step.test(b);)a=out(b)}";
    assert!(rewritten(source, &["out"]).contains(".test(b=a[1])"));
    for source in [
        // The call may change it.
        "var step=out();out.log=function(a){for(var b;b=a(1),step.test(b);)a=out(b)}",
        // An error in it comes first.
        "var step=out();out.log=function(a){try{for(var b;b=a[1],step.test(b);)a=out(b)}catch(c){out(b)}}",
    ] {
        let text = rewritten(source, &["out"]);
        assert!(
            !text.contains(".test(b=") && !text.contains(".test(c="),
            "{text}"
        );
    }
}

#[test]
fn a_function_goes_to_its_only_place_in_the_same_function() {
    let source = "out.make=function(){function grow(a){this.a=a;this.b=a}out.grow=grow}";
    assert!(rewritten(source, &["out"]).contains(".grow=function("));
    for source in [
        "function grow(a){this.a=a;this.b=a}out.make=function(){return grow}",
        "out.make=function(){function grow(a){this.a=a;this.b=a}for(;out();)out.push(grow)}",
    ] {
        let text = rewritten(source, &["out"]);
        let is_declared = ["{function ", ";function "]
            .iter()
            .any(|start| text.contains(start));
        assert!(is_declared || text.starts_with("function "), "{text}");
    }
}
