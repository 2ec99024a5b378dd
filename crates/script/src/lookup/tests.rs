//! Tests of lookups by text.

use super::Lookups;

fn lookups(source: &str) -> Lookups {
    Lookups::of(source, &[]).expect(source)
}

#[test]
fn a_variable_that_is_found_by_its_text_is_an_error() {
    for source in [
        "counter=1;window.counter++",
        "counter=1;alert(globalThis['counter'])",
        "counter=1;alert(self[`counter`])",
        "counter=1;alert(window['coun'+'ter'])",
        "counter=1;this.counter++",
        "counter=1;show=()=>this.counter;show()",
        "counter=1;alert(window.top.counter)",
        "counter=1;alert(document.defaultView.counter)",
        "counter=1;alert('counter' in window)",
        "counter=1;({counter:other}=window);alert(other)",
        "counter=1;{const{counter:other}=globalThis;alert(other)}",
        "var counter=1;alert(window.counter)",
        "function counter(){}window.counter()",
        "function close(){}window.close()",
        "counter=1;delete window.counter",
        "counter=1;alert(window?.counter)",
    ] {
        let error = Lookups::of(source, &[]).expect_err(source);
        assert!(error.message.contains("by its name"), "{source}: {error}");
        assert!(error.help.is_some(), "{source}");
        assert!(
            Lookups::of(source, &["counter".into(), "close".into()]).is_ok(),
            "{source}"
        );
    }
}

#[test]
fn an_error_is_at_the_place_of_the_lookup() {
    let error = Lookups::of("counter=1\n  window.counter++", &[]).expect_err("an error");
    assert_eq!((error.line, error.column), (2, 3));
}

#[test]
fn a_variable_in_a_text_that_is_run_is_an_error() {
    for source in [
        "counter=1;setTimeout('counter++')",
        "counter=1;setInterval(`counter++`,9)",
        "counter=1;window.setTimeout('coun'+'ter++')",
        "counter=1;limit=2;setTimeout(`counter+=${limit}`)",
        "counter=1;Function('return counter')()",
        "counter=1;new Function('a','return a+counter')(1)",
        "counter=1;(0,eval)('counter++')",
        "counter=1;window.eval('counter++')",
        "let counter=1;setTimeout('alert(counter)')",
        "function tick(){}setTimeout('tick()')",
    ] {
        let error = Lookups::of(source, &[]).expect_err(source);
        assert!(error.message.contains("runs a text"), "{source}: {error}");
        assert!(error.help.is_some(), "{source}");
    }
}

#[test]
fn what_may_find_a_variable_is_a_warning() {
    for (source, said) in [
        ("counter=1;name1='a';alert(window[name1])", "may find"),
        ("counter=1;key='a';alert(key in window)", "may find"),
        ("counter=1;w=window;w.counter++", "`counter` is the name"),
        (
            "counter=1;w=this;alert(w['counter'])",
            "`counter` is the name",
        ),
        (
            "counter=1;Reflect.get(window,'counter')",
            "`counter` is the name",
        ),
        ("counter=1;code='a';Function(code)()", "not known"),
        ("counter=1;run=eval;run('counter')", "not known"),
        (
            "counter=1;function f(){this.counter++}f()",
            "without an object",
        ),
        (
            "counter=1;document.body.innerHTML='<p onclick=counter++;'+prompt()+'>'",
            "may be HTML",
        ),
        (
            "counter=1;document.body.innerHTML='<p onclick=a()><a href=javascript:counter++>'",
            "may be HTML",
        ),
        (
            "counter=1;document.write(`<script>counter++</script>`)",
            "may be HTML",
        ),
    ] {
        let warnings = lookups(source).warnings;
        assert!(
            warnings
                .iter()
                .any(|warning| warning.message.contains(said)),
            "{source}: {warnings:?}"
        );
        assert!(warnings.iter().all(|warning| warning.help.is_some()));
    }
}

#[test]
fn what_finds_no_variable_is_good() {
    for source in [
        "counter=1;alert(window.innerWidth,counter)",
        "counter=1;setTimeout(()=>counter++)",
        "counter=1;setTimeout('alert(1)')",
        "counter=1;thing={counter:2};alert(thing.counter)",
        "counter=1;thing={counter:2,next(){return this.counter},f:function(){return this.counter}}",
        "counter=1;class Thing{counter=2;next(){return this.counter}}",
        "const{alert:show,innerWidth}=window;show(innerWidth)",
        "var{innerWidth}=window;alert(innerWidth)",
        "window.counter=1;alert(window.counter)",
        "alert(window['a'+1]);Function(code)()",
        "counter=1;alert(window[0])",
        "counter=1;alert('counter')",
        "counter=1;f=window=>window.counter;f({counter})",
        "counter=1;alert(x=>x instanceof Function)",
    ] {
        let found = lookups(source);
        assert!(found.warnings.is_empty(), "{source}: {:?}", found.warnings);
    }
}

#[test]
fn the_names_that_a_direct_eval_may_find_stay() {
    for source in [
        "function f(){var counter=1;return eval('counter+1')}f()",
        "function f(){return eval('1'+`+1`)}f()",
        "function f(){return eval()}f()",
        "function f(){return eval('1+'+f)}f()",
        "function f(a){return eval(...a)}f()",
    ] {
        let found = lookups(source).warnings;
        assert!(found.is_empty(), "{source}: {found:?}");
    }
}

#[test]
fn names_in_handlers_in_texts_are_shortened_too() {
    for source in [
        "counter=1;document.body.innerHTML='<p onclick=counter++>'",
        "counter=1;show=n=>document.body.innerHTML=`<p onclick=counter=${n}>counter`;show(counter)",
    ] {
        assert!(lookups(source).warnings.is_empty(), "{source}");
    }
    // The declarations of a page that is a handler itself are not global.
    let local = "var counter=1;document.body.innerHTML='<p onclick=counter++>'";
    let found = lookups(local).handler;
    assert!(found[0].message.contains("is local"), "{found:?}");
}

#[test]
fn names_that_only_a_handler_knows_exclude_script_elements() {
    let found = |source| Lookups::of(source, &["body".into()]).expect(source);
    let body = found("body.title=1");
    assert!(body.element[0].message.contains("event handlers only"));
    assert!(body.document[0].message.contains("not every browser"));
    assert!(body.handler.is_empty() && body.warnings.is_empty());
    for source in ["document.body.title=1", "(body=>body.title)(1)", "alert(1)"] {
        let found = found(source);
        assert!(
            found.element.is_empty() && found.document.is_empty(),
            "{source}"
        );
    }
}

#[test]
fn what_a_handler_reads_differently_is_found() {
    let reasons = |source, keep: &[String]| -> Vec<String> {
        let found = Lookups::of(source, keep).expect(source).handler;
        found.into_iter().map(|found| found.message).collect()
    };
    assert_eq!(reasons("open('a');alert(1);focus()", &[]).len(), 2);
    assert_eq!(reasons("alert(this)", &[]).len(), 1);
    assert_eq!(reasons("function open(){}open()", &[]).len(), 0);
    assert_eq!(reasons("title=1;alert(title)", &[]).len(), 0);
    assert_eq!(reasons("title=1;alert(title)", &["title".into()]).len(), 2);
    assert_eq!(
        reasons("function tick(){}tick()", &["tick".into()]).len(),
        1
    );
}
