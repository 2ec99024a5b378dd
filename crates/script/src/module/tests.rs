use golfchess_sizes::metric::Metric;

use super::*;
use crate::{MinifyOptions, Wrapper, minify};

fn minified(source: &str) -> String {
    let module = Module::of(source).expect(source).expect("a module");
    let options = MinifyOptions {
        wrappers: vec![Wrapper::none()],
        keep: module.free_names().to_vec(),
        ..MinifyOptions::default()
    };
    let made = minify(module.script(), &options).expect(source);
    let decoded = module.decoded(&made.page, Metric::Bytes);
    decoded.unwrap_or_else(|| panic!("{source}\n{}", made.page))
}

#[test]
fn a_module_stays_one_with_short_names() {
    for (source, expected) in [
        (
            "import {readFile as read} from \"fs\";\nexport function load(name) { return read(name) }",
            "import{readFile as n}from'fs';export function load(o){return n(o)}",
        ),
        (
            "import a, {b, c as d} from 'x'; export {a, d as default}; b(a)",
            "import t,{b as e,c as u}from'x';e(t);export{t as a,u as default}",
        ),
        (
            "import 'x'; import * as all from 'y'; export * from 'z'; export * as w from 'z'; export {q as r} from 'q'; console.log(all.one, all.two)",
            "import'x';import*as o from'y';export*from'z';export*as w from'z';export{q as r}from'q';console.log(o.one,o.two)",
        ),
        (
            "export default function () { return 1 }\nfoo()",
            "export default function(){return 1}foo()",
        ),
        (
            "export default class Thing { run() { return Thing } }",
            "export default class t{run(){return t}}",
        ),
        (
            "export default 5; foo(); bar()",
            "export default 5;foo();bar()",
        ),
        (
            "export const one = 1, {two, three: [four]} = foo(one); bar(one)",
            "let{two:two,three:[four]}=foo(1);bar(1);export let one=1;export{two,four}",
        ),
        (
            "export let count = 0; export function increase() { count++ }",
            "export let count=0;export function increase(){count++}",
        ),
        (
            "const data = await fetch(import.meta.url); export {data}",
            "export let data=await fetch(import.meta.url)",
        ),
        (
            "#!/usr/bin/env node\nimport {a} from 'x' with {type: 'json'};\nfor (const value of a) foo(value)",
            "#!/usr/bin/env node\nimport{a as o}from'x'with{type:'json'};for(let f of o)foo(f)",
        ),
        (
            "let one = foo(); export {one as 'two three'}",
            "let t=foo();export{t as\"two three\"}",
        ),
        (
            "export let text = foo('<!--'); /* --> */ export function bar() { return arguments.length }",
            "export let text=foo(`<!--`);export function bar(){return arguments.length}",
        ),
        ("import {unused} from 'x'; if (this) foo()", "import'x'"),
    ] {
        assert_eq!(minified(source), expected, "{source}");
    }
}

fn refused(source: &str) -> String {
    match Module::of(source) {
        Err(error) => error.message,
        Ok(found) => panic!("{source}: {found:?}"),
    }
}

#[test]
fn what_has_no_form_in_a_script_is_refused() {
    for source in [
        "export {__proto__}; let __proto__ = 1",
        "import 'a'; let b = () => arguments",
        "export let a = 1 <!--b",
        "import defer * as a from 'a'; a.b()",
    ] {
        assert!(refused(source).contains("module"), "{source}");
    }
    for script in ["alert(1)", "import('a')", "a = b"] {
        assert_eq!(Module::of(script).expect(script), None);
    }
    assert!(Module::of("export let = 1").is_err());
}

#[test]
fn other_modules_may_change_what_is_imported() {
    let made = minified("import {a, b} from 'x'; const before = a; b(); c(before, a)");
    assert_eq!(made, "import{a as t,b as e}from'x';let i=t;e(),c(i,t)");
}

#[test]
fn a_script_of_another_form_is_no_module() {
    let source = "import {a} from 'x'; export let b = a(); export default b + 1";
    let module = Module::of(source).expect("a module").expect("a module");
    for script in [
        "",
        "a()",
        "$module$()",
        "$module$(function(a){})",
        "$module$(function(...a){$export$({b:()=>a})})",
        "$module$(function(a){if(a)$default$(1);$export$({b:()=>a})})",
        "$module$(function(a){let c=$export$({b:()=>a});$default$(1)})",
        "$module$(function(a){$export$({b:()=>a+1});$default$(1)})",
    ] {
        assert_eq!(module.decoded(script, Metric::Gzip), None, "{script}");
    }
    let decoded = module.decoded(
        "$module$(a=>{for($live$(0),a();;);$default$(1),$export$({b:()=>a})})",
        Metric::Bytes,
    );
    let expected = "import{a}from'x';for(a();;);export default 1;export{a as b}";
    assert_eq!(decoded.expect("a module"), expected);
}

#[test]
fn exports_have_the_form_that_compresses_best() {
    let one = |at: usize| {
        format!("export function text{at}of(one) {{ return other(one, {{kind: 'text'}}) }}\n")
    };
    let source: String = (0..9).map(one).collect();
    let module = Module::of(&source).expect("a module").expect("a module");
    let options = MinifyOptions {
        wrappers: vec![Wrapper::none()],
        keep: module.free_names().to_vec(),
        ..MinifyOptions::default()
    };
    let made = minify(module.script(), &options).expect("a script");
    let by = |metric| module.decoded(&made.page, metric).expect("a module");
    let (short, packed) = (by(Metric::Bytes), by(Metric::Gzip));
    assert!(short.len() <= packed.len(), "{short}\n{packed}");
    assert!(Metric::Gzip.measure(&packed) <= Metric::Gzip.measure(&short));
    assert!(packed.contains("export function text0of("), "{packed}");
}

#[test]
fn a_module_says_whether_it_imports_files_beside_it() {
    let is_related = |source: &str| {
        let module = Module::of_module(source).expect(source);
        module.script().contains(RELATED)
    };
    for source in [
        "import './a'",
        "import a from '../from-a';a()",
        "export*from'./from-a'",
        "export{a}from'/a'",
    ] {
        assert!(is_related(source), "{source}");
    }
    for source in ["import 'a'", "export*from'a./from/a'", "export let a='./a'"] {
        assert!(!is_related(source), "{source}");
    }
}
