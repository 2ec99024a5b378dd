use super::*;

fn renamed(source: &str) -> String {
    let names = Names::of(source, &[]).expect("a script");
    let letters: Vec<_> = ('a'..='z').map(String::from).collect();
    names.spell(&letters)
}

#[test]
fn implicit_globals_are_renamed_and_browser_names_are_not() {
    assert_eq!(renamed("score=1;prompt(score)"), "a=1;prompt(a)");
}

#[test]
fn names_that_cannot_meet_share_a_letter() {
    assert_eq!(
        renamed("f=first=>first;g=second=>second;f(g)"),
        "a=a=>a;b=a=>a;a(b)"
    );
}

#[test]
fn a_parameter_does_not_hide_a_global_that_its_function_reads() {
    let text = renamed("total=1;add=(value)=>inner=>value+inner+total;add(2)");
    assert_eq!(text, "a=1;b=(b)=>c=>b+c+a;b(2)");
}

#[test]
fn a_global_used_only_outside_may_share_a_letter_with_a_parameter() {
    assert_eq!(
        renamed("f=value=>value*value;total=f(1);total"),
        "a=a=>a*a;b=a(1);b"
    );
}

#[test]
fn shorthand_properties_keep_their_key() {
    assert_eq!(
        renamed("thing=1;f=({size})=>({thing,size});f()"),
        "a=1;b=({size:b})=>({thing:a,size:b});b()"
    );
    assert_eq!(renamed("({size}=f={});f(size)"), "({size:a}=b={});b(a)");
}

#[test]
fn a_default_value_and_the_body_may_have_two_variables_of_one_name() {
    assert_eq!(
        renamed("function f(p=name){var name=2;return p+name}f()"),
        "function a(b=name){var c=2;return b+c}a()"
    );
    assert_eq!(
        renamed("var v=1;var f=(p=v)=>{let v=2;return p+v};f()"),
        "var a=1;var b=(b=a)=>{let c=2;return b+c};b()"
    );
}

#[test]
fn a_property_that_would_set_the_prototype_keeps_its_name() {
    let text = renamed("function f(__proto__){return {__proto__}}f()");
    assert_eq!(text, "function a(__proto__){return {__proto__}}a()");
}

#[test]
fn kept_names_stay_where_code_finds_names_by_their_texts() {
    let words = |source| crate::words(source).into_iter().collect::<Vec<_>>();
    for source in [
        "function f(long){var other=1;return eval('long+other')}f(1)",
        "with({a:1}){alert(a)}",
    ] {
        let names = Names::of(source, &words(source)).expect(source);
        assert_eq!(names.symbols().len(), 0);
    }
    assert_eq!(
        renamed("function f(long){return eval?.(long)}f(1)"),
        "function a(b){return eval?.(b)}a(1)"
    );
}

#[test]
fn one_letter_names_of_shorthand_properties_may_stay() {
    let names = Names::frugal("f=({b,size})=>b+size+f", &[]).expect("a script");
    let letters = ["a", "c"].map(String::from);
    assert_eq!(names.spell(&letters), "a=({b,size:c})=>b+c+a");
}

#[test]
fn the_order_of_colours_decides_which_names_are_alike() {
    let source = "function f(b,c){return c*c+b}function g(d,e){return d*d+e+f(1,2)}g(g(1,2),3)";
    let letters: Vec<_> = ('a'..='z').map(String::from).collect();
    let spelt = |source, colouring| {
        let names = Names::of(source, &[]).unwrap();
        names.coloured(colouring).spell(&letters)
    };
    for (colouring, text) in [
        (
            Colouring::Uses,
            "function c(b,a){return a*a+b}function a(b,d){return b*b+d+c(1,2)}a(a(1,2),3)",
        ),
        (
            Colouring::Appearance,
            "function a(b,c){return c*c+b}function b(c,d){return c*c+d+a(1,2)}b(b(1,2),3)",
        ),
    ] {
        assert_eq!(spelt(source, colouring), text, "{colouring:?}");
    }
    let outer = "(b=>{let c=b*b;alert(c+e)})(1);let d=1,e=2;alert(d,e)";
    for (colouring, text) in [
        (
            Colouring::Appearance,
            "(a=>{let b=a*a;alert(b+c)})(1);let a=1,c=2;alert(a,c)",
        ),
        (
            Colouring::Scopes,
            "(b=>{let c=b*b;alert(c+a)})(1);let b=1,a=2;alert(b,a)",
        ),
    ] {
        assert_eq!(spelt(outer, colouring), text, "{colouring:?}");
    }
    for colouring in Colouring::ALL {
        let names = Names::of(source, &[]).unwrap().coloured(colouring);
        let again = names.spell(&letters);
        assert_eq!(
            Names::of(&again, &[]).unwrap().canonical(),
            names.canonical()
        );
    }
}

#[test]
fn hoisted_and_redeclared_names_are_followed() {
    assert_eq!(
        renamed("f=()=>{count=1;var count;var count;return count};f()"),
        "a=()=>{a=1;var a;var a;return a};a()"
    );
}

#[test]
fn kept_names_stay() {
    let names = Names::of("shown=hidden=1;hidden", &["shown".into()]).unwrap();
    assert_eq!(names.spell(&["q".into()]), "shown=q=1;q");
    assert!(names.fixed().contains("shown"));
}

#[test]
fn a_var_in_a_block_is_not_hidden_by_the_names_of_the_block() {
    for source in [
        "function show(){try{throw 5}catch(error){var total=1;alert(error+error+error)}\
         alert(total)}show()",
        "function show(call){{let count=call(2);{var total=call(1);}call(count+count)}\
         return total}show(x=>x)",
    ] {
        let names = Names::of(source, &[]).unwrap();
        let letters: Vec<_> = ('a'..='z').map(String::from).collect();
        let text = names.spell(&letters);
        let again = Names::of(&text, &[]).expect("still a script");
        assert_eq!(again.canonical(), names.canonical(), "{text}");
    }
}

#[test]
fn canonical_names_differ_where_scopes_differ() {
    let canonical = |source| Names::of(source, &[]).unwrap().canonical();
    assert_eq!(canonical("f=a=>b=>a+b;f()"), canonical("g=c=>d=>c+d;g()"));
    assert_ne!(canonical("f=a=>b=>a+b;f()"), canonical("f=a=>a=>a+a;f()"));
}

#[test]
fn names_that_a_with_or_a_direct_eval_may_find_stay() {
    for (source, expected) in [
        (
            "var total=1,other=2;eval('total');f(other,total)",
            "var total=1,a=2;eval('total');f(a,total)",
        ),
        (
            "total=1;other=2;with(thing={}){total=a}f(other)",
            "total=1;b=2;with(thing={}){total=a}f(b)",
        ),
    ] {
        let keep = ["f", "thing"].map(str::to_owned);
        let names = Names::of(source, &keep).expect(source);
        let letters = crate::mangle::assign(&names, crate::mangle::Order::Alphabet, &[]);
        assert_eq!(names.spell(&letters), expected);
    }
}

#[test]
fn with_in_an_event_handler_in_a_text_is_an_error() {
    let error = Names::of("total=1;alert('<p onclick=\"with(total)f()\">')", &[]).unwrap_err();
    assert!(error.message.contains("by their text"), "{error}");
}

#[test]
fn a_misspelt_target_of_an_assignment_is_an_error() {
    for (source, reason) in [
        (
            "count=1;cuont=2;alert(count)",
            "`cuont` is written but never read",
        ),
        (
            "count=1;alert(cuont+=1,count)",
            "`cuont` is written but never given a value",
        ),
    ] {
        let error = Names::of(source, &[]).unwrap_err();
        assert!(error.message.contains(reason), "{error}");
    }
}

#[test]
fn a_misspelling_is_an_error_with_its_place() {
    let error = Names::of(
        "turn=1;
prompt(trun)",
        &[],
    )
    .unwrap_err();
    assert_eq!((error.line, error.column), (2, 8));
    assert!(error.message.contains("`trun`"), "{error}");
}

#[test]
fn names_in_event_handlers_in_texts_are_renamed_too() {
    for (source, expected) in [
        (
            "score=0;show=text=>text+score+`<p onclick=score=${score};show(1)>score`;show()",
            "a=0;b=b=>b+a+`<p onclick=a=${a};b(1)>score`;b()",
        ),
        // A handler is global code, from which parameters cannot be seen.
        (
            "show=size=>size+size+size+`<p onclick=show(total=${size})>`;total=show;total",
            "a=a=>a+a+a+`<p onclick=a(b=${a})>`;b=a;b",
        ),
        // The names of a handler's own stay, and no other name gets them.
        (
            "total=1;total+=total;alert('<p onclick=\"[1].map(a=>total+=a)\">')",
            "b=1;b+=b;alert('<p onclick=\"[1].map(a=>b+=a)\">')",
        ),
        // Names of the element and the document.
        (
            "total=1;alert('<p onclick=total+=title>')",
            "a=1;alert('<p onclick=a+=title>')",
        ),
        // Declarations of a script element are global.
        (
            "let total=1;alert('<p onclick=total++>')",
            "let a=1;alert('<p onclick=a++>')",
        ),
    ] {
        let names = Names::of(source, &[]).expect(source);
        let letters = crate::mangle::assign(&names, crate::mangle::Order::Alphabet, &[]);
        assert_eq!(names.spell(&letters), expected);
    }
}

#[test]
fn a_misspelling_in_a_handler_in_a_text_is_an_error_with_its_place() {
    let error = Names::of("total=1;\nalert('<p onclick=total=totl+total>')", &[]).unwrap_err();
    assert_eq!((error.line, error.column), (2, 25));
    assert!(error.message.contains("`totl`"), "{error}");
}

#[test]
fn a_browser_property_is_no_name_for_a_variable() {
    let error = Names::of("history=1", &[]).unwrap_err();
    assert!(error.message.contains("belongs to the browser"), "{error}");
}

#[test]
fn no_name_gets_one_that_a_known_text_uses() {
    let names = Names::of("var one=1;alert(eval('a'),one)", &[]).expect("a script");
    assert!(names.fixed().contains("a"));
}

#[test]
fn the_parameter_of_a_catch_shares_letters_with_names_outside() {
    let source = "function one(){try{x()}catch(first){x(first)}}function two(){try{x()}catch(second){x(second)}}one(two)";
    let names = Names::of(source, &["x".to_owned()]).expect("a script");
    assert_eq!(names.colours(), 2);
    // A `var` of this name is another variable in the block.
    let source = "function one(){try{x()}catch(first){var second=first;x(second)}x(second)}one()";
    let names = Names::of(source, &["x".to_owned()]).expect("a script");
    let letters = |name: &str| {
        names
            .symbols()
            .iter()
            .find(|one| one.name == name)
            .map(|one| one.colour)
    };
    assert_ne!(letters("first"), letters("second"));
}
