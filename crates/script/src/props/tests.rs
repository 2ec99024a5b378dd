use super::*;

fn words(names: &str) -> BTreeSet<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

fn shortened(scripts: &[&str], keep: &str, other: &str) -> Result<ShortProperties, PropertyError> {
    let rules = PropertyRules {
        keep: &words(keep),
        other: &words(other),
        sample: "",
    };
    shorten_properties(scripts, rules)
}

/// The script with short properties, in which some names are variables.
fn short(script: &str) -> String {
    let known = "var p,q,r,s,f;";
    let found = shortened(&[&format!("{known}{script}")], "", "").expect(script);
    found.scripts[0][known.len()..].to_owned()
}

/// Scripts that must stay as they are.
fn stay(scripts: &[&str]) {
    for script in scripts {
        assert_eq!(short(script), *script);
    }
}

#[test]
fn properties_that_the_script_defines_get_short_names() {
    for (script, expected) in [
        ("p={tally:1};alert(p.tally)", "p={a:1};alert(p.a)"),
        ("p.tally=1;alert(p?.tally)", "p.a=1;alert(p?.a)"),
        ("p.tally++;[q.other]=[1]", "p.a++;[q.b]=[1]"),
        (
            "for(p.tally of q);for(p.other in 1);",
            "for(p.a of q);for(p.b in 1);",
        ),
        ("({other:p.tally}=p)", "({other:p.a}=p)"),
        (
            "class P{tally=1;static other(){}get third(){return this.tally}}",
            "class P{a=1;static b(){}get c(){return this.a}}",
        ),
        (
            "f.prototype.tally=1;class P extends f{tally(){super.tally()}}",
            "f.prototype.a=1;class P extends f{a(){super.a()}}",
        ),
        ("p={tally(){}};p.tally()", "p={a(){}};p.a()"),
        // Reserved words are names of properties too.
        ("p={typeof:1};alert(p.typeof)", "p={a:1};alert(p.a)"),
        ("p={\\u0074ally:1};alert(p.tally)", "p={a:1};alert(p.a)"),
    ] {
        assert_eq!(short(script), expected, "{script}");
    }
}

#[test]
fn names_that_are_variables_too_are_told_apart() {
    for (script, expected) in [
        ("let tally=1;p({tally})", "let tally=1;p({a:tally})"),
        (
            "p={tally:1};let{tally,tally:q}=p",
            "p={a:1};let{a:tally,a:q}=p",
        ),
        ("p={tally:1};let{tally=2}=p", "p={a:1};let{a:tally=2}=p"),
        ("p={tally:1};({tally=2}=p)", "p={a:1};({a:tally=2}=p)"),
        (
            "p={tally:1};q=({tally})=>tally",
            "p={a:1};q=({a:tally})=>tally",
        ),
    ] {
        assert_eq!(short(script), expected, "{script}");
    }
}

#[test]
fn the_most_frequent_names_get_the_first_letters_of_the_sample() {
    let rules = PropertyRules {
        keep: &words(""),
        other: &words(""),
        sample: "eeett",
    };
    let script = "p={one:1,two:2};p.two+=p.one+p.two";
    let found = shorten_properties(&[script], rules).expect(script);
    assert_eq!(found.scripts, ["p={t:1,e:2};p.e+=p.t+p.e"]);
    let first = &found.names[0];
    assert_eq!(
        (first.name.as_str(), first.letter.as_str(), first.uses),
        ("two", "e", 3)
    );
}

#[test]
fn all_scripts_of_a_page_have_the_same_names() {
    let found = shortened(
        &["p={tally:1}", "alert(p.tally,p.other)", "p.other=1"],
        "",
        "",
    );
    let found = found.expect("short names");
    assert_eq!(found.scripts, ["p={a:1}", "alert(p.a,p.b)", "p.b=1"]);
    assert_eq!(found.names.len(), 2);
}

#[test]
fn private_names_get_letters_of_their_own() {
    assert_eq!(
        short("class P{#tally=1;other(){return #tally in this&&this.#tally}}"),
        "class P{#a=1;a(){return #a in this&&this.#a}}"
    );
}

#[test]
fn names_of_the_language_and_the_browser_stay() {
    stay(&[
        "p={then(){},length:1};p.then()",
        "p.onclick=1;p.innerHTML=2;p.webkitTransform=3",
        "p.addEventListener('a',q,{passive:!0})",
        "class P{static observedAttributes=[];connectedCallback(){}}",
        // The script does not define it.
        "alert(p.tally)",
    ]);
}

#[test]
fn names_of_the_options_and_of_other_code_stay() {
    let script = "p={tally:1,other:2}";
    for (keep, other) in [("tally", "other"), ("other", "tally"), ("other tally", "")] {
        let found = shortened(&[script], keep, other).expect(script);
        assert_eq!(found.scripts, [script]);
    }
}

#[test]
fn names_in_texts_stay() {
    stay(&[
        "p={tally:1};alert(p['tally'])",
        "p={'tally':1};p.tally=2",
        "p={tally:1};alert('tally'in p)",
        "p={tally:1};p.hasOwnProperty('tally')",
        "p={tally:1};for(q of'a tally b'.split(' '))alert(p[q])",
        "p={tally:1};alert(p[`tally`])",
        "p={tally:1};alert(`${q}tally`)",
        "p={tally:1};q.innerHTML='<b onclick=go(p.tally)>'",
        "p={tally:1};alert(JSON.parse('{\"tally\":1}').tally)",
        "p={tally:1};alert(/(?<tally>a)/.exec(q).groups.tally)",
        "p={tally:1};alert(p[/\\btally\\b/.exec(q)])",
        "p={tally:1};setTimeout('alert(p.tally)')",
        "p={tally:1};eval('p.tally=2')",
    ]);
}

#[test]
fn names_that_may_be_put_together_stay() {
    stay(&[
        "p={moveLeft:1};q['move'+r]()",
        "p={moveLeft:1};q[`move${r}`]()",
        "p={moveLeft:1};q[r+'Left']()",
        "p={moveLeft:1};q={['move'+r]:1}",
    ]);
    assert_eq!(short("p={tally:1};q['move'+r]()"), "p={a:1};q['move'+r]()");
    assert_eq!(short("p={tally:1};q[r+s]()"), "p={a:1};q[r+s]()");
}

#[test]
fn names_of_objects_that_are_listed_or_read_by_unknown_names_stay() {
    stay(&[
        "var p={tally:1};alert(p[q])",
        "var p={};p.tally=1;for(q in p);",
        "p={tally:1};alert(Object.keys(p))",
        "p=Object.freeze({tally:1});alert(Object.entries(p))",
        "var p=q||{tally:1};r=p;alert(q in r)",
        "q.list={tally:1};alert(r.list.hasOwnProperty(s))",
        "alert(Object.keys({tally:1}))",
        "class P{tally=1;q(){for(r in this);}}",
    ]);
    // Numbers are no names.
    for index in ["0", "q-1", "q++", "+q", "q|0"] {
        let script = format!("p={{tally:1}};alert(p[{index}])");
        assert_eq!(short(&script), script.replace("tally", "a"));
    }
    let list = "p=[{tally:1}];alert(p[q].tally)";
    assert_eq!(short(list), "p=[{a:1}];alert(p[q].a)");
}

#[test]
fn names_in_objects_that_leave_the_script_stay() {
    stay(&[
        "p=JSON.stringify({tally:1})",
        "p={list:[{tally:1}]};q=JSON.stringify(p)",
        "p={tally:1};q=JSON.stringify({list:p})",
        "p={list:[]};p.list.push({tally:1});q=JSON.stringify(p)",
        "p=[{tally:1}];q=JSON.stringify(p.filter(r))",
        "p=[{tally:1}];q=JSON.stringify(p[r])",
        "class P{list=[];tally=1}q=new P;r=JSON.stringify(q)",
        "postMessage({tally:1})",
        "p.postMessage({tally:1})",
        "fetch('a',{body:new URLSearchParams({tally:1})})",
        "p.dataset.tally=1",
        "localStorage.tally=1",
        "WebAssembly.instantiate(p,{tally:{}})",
    ]);
}

#[test]
fn names_that_scripts_share_with_other_code_stay() {
    for (script, foreign) in [
        ("exports.tally=1", "exports"),
        ("module.exports={tally:1}", "module"),
        ("(exports=>{exports.tally=1})(exports)", "exports"),
        ("$('a').plugin({tally:1})", "$"),
        ("$.fn.tally=1", "$"),
        ("var p={tally:1};new THREE.Scene(p)", "THREE"),
    ] {
        let found = shortened(&[script], "", "").expect(script);
        assert_eq!(found.scripts, [script]);
        assert_eq!(found.foreign, [foreign]);
    }
    let found = shortened(&["p={tally:1};exports.q=p.tally"], "", "").expect("a script");
    assert_eq!(found.scripts, ["p={a:1};exports.q=p.a"]);
    // An element, which the HTML names.
    let found = shortened(&["board.tally=1"], "", "board").expect("a script");
    assert_eq!(found.scripts, ["board.a=1"]);
}

#[test]
fn properties_of_the_global_object_keep_the_names_of_variables() {
    stay(&[
        "var tally=1;window.tally=2",
        "self.tally=2;alert(tally)",
        "function p(){this.tally=1}p();alert(tally)",
    ]);
    assert_eq!(
        short("let tally=1;p.tally=2;alert(tally)"),
        "let tally=1;p.a=2;alert(tally)"
    );
    assert_eq!(
        short("let tally=1;class P{tally=this.tally}"),
        "let tally=1;class P{a=this.a}"
    );
    // A variable of the same name may not come into being.
    assert_eq!(short("a=1;self.tally=2"), "a=1;self.b=2");
}

#[test]
fn short_names_are_new() {
    for (script, expected) in [
        ("p={tally:1,a:2}", "p={b:1,a:2}"),
        ("p={tally:1};alert(p['a'])", "p={b:1};alert(p['a'])"),
    ] {
        assert_eq!(short(script), expected);
    }
    let found = shortened(&["p={tally:1}"], "a b", "c").expect("a script");
    // `d` is a property of a style.
    assert_eq!(found.scripts, ["p={e:1}"]);
}

#[test]
fn a_name_that_would_not_become_shorter_stays() {
    let keys: String = (0..80).map(|at| format!("n{at}:1,")).collect();
    let script = format!("p={{{keys}}}");
    let result = short(&script);
    let left = result.matches(":1").count();
    assert_eq!(left, 80);
    assert!(result.contains("n79:1") || result.len() < script.len());
    let found = shortened(&[&script], "", "").expect("short names");
    assert!(
        found
            .names
            .iter()
            .all(|one| one.letter.len() < one.name.len())
    );
}

#[test]
fn code_that_may_see_all_properties_is_an_error() {
    for (script, reason) in [
        ("p={tally:1};with(p)alert(tally)", "`with` finds"),
        ("p={tally:1};eval(q)", "may run a text"),
        ("p={tally:1};(0,eval)(q)", "may run a text"),
        ("p={tally:1};q.eval(r)", "may run a text"),
        ("p={tally:1};new Function('q',r)", "may run a text"),
        ("p={tally:1};q=Function", "may run a text"),
    ] {
        let error = shortened(&["p=1", script], "", "").expect_err(script);
        assert_eq!(error.script, 1);
        assert!(error.error.message.contains(reason), "{error}");
        assert!(error.error.help.is_some());
    }
    for script in [
        "p={tally:1};q instanceof Function",
        "p={tally:1};typeof eval",
        "p={tally:1};Function.prototype.a=1",
        "p={tally:1};new Function('q','return q')",
    ] {
        assert!(!short(script).contains("tally"), "{script}");
    }
}

#[test]
fn objects_of_texts_are_noted() {
    for (script, reads) in [
        ("p=JSON.parse(q)", true),
        ("p.json()", true),
        ("parse(q)", false),
    ] {
        let found = shortened(&[script], "", "").expect(script);
        assert_eq!(found.reads_json, reads, "{script}");
    }
}
