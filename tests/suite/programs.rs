//! Small programs that trap minifiers: each result shows what its program shows.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::recorder::shown;
use crate::support::traps::{Metrics, Trap};
use crate::support::workspace::{Workspace, generate};

/// Tests each program with each list of options on two threads. Returns the findings.
fn findings(programs: &[Trap], test: impl Fn(&Trap) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    found.lock().expect("no panic").extend(test(program));
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}

/// The programs that no result can show alike, or that no engine reads, with a part of the reason.
const REFUSED: [(&str, &str); 6] = [
    // It reads a comment of its own text.
    ("scripts/x66.js", "shows something else"),
    // No engine runs it.
    ("scripts/j20.js", "Unterminated string"),
    // Engines run decorators some day, and until then a compiler does.
    ("scripts/m01.js", "no browser runs decorators"),
    ("scripts/ts4.ts", "no browser runs decorators"),
    ("scripts/ts1.ts", "export it with `const`"),
    ("scripts/ts6.ts", "export it with `const`"),
];

/// What a result of a program must show.
fn expected(program: &Trap) -> Vec<String> {
    match program.is_typed() {
        true => program.shows.clone(),
        false => shown(&program.driven(&program.text())),
    }
}

#[test]
fn the_driver_shows_what_the_programs_show() {
    let mut programs = Trap::all("scripts/");
    assert_eq!(programs.len(), 167);
    programs.retain(|program| !program.is_typed() && !program.shows.is_empty());
    let different = findings(&programs, |program| {
        let lines = expected(program);
        // Objects are shown in another way.
        let is_same =
            |(line, expected): (&String, &String)| line.contains('\u{1}') || line == expected;
        // The embedded engine has other messages, and another error of a class in its own heading.
        if ["scripts/j20.js", "scripts/j26.js", "scripts/m01.js"].contains(&&*program.file) {
            return (lines.len() != program.shows.len()).then(|| format!("{lines:?}"));
        }
        // Its list has the time of a timer in the place of the argument that a browser passes.
        if program.file == "scripts/x69.js" {
            return (lines[1] != "log x").then(|| format!("{lines:?}"));
        }
        let same =
            lines.len() == program.shows.len() && lines.iter().zip(&program.shows).all(is_same);
        (!same).then(|| format!("{}: {lines:?} instead of {:?}", program.file, program.shows))
    });
    assert_eq!(different, [""; 0]);
}

#[test]
fn every_result_of_a_script_shows_what_the_script_shows() {
    results_show_what_the_scripts_show(Metrics::Two);
}

#[test]
#[ignore = "slow: two metrics are tried for each program"]
fn every_result_by_every_metric_shows_what_the_script_shows() {
    results_show_what_the_scripts_show(Metrics::All);
}

#[test]
#[ignore = "slow: a dictionary is searched for each program"]
fn every_packed_result_of_a_script_shows_what_the_script_shows() {
    let different = findings(&Trap::all("scripts/"), |program| {
        let place = program.file.bytes().map(usize::from).sum();
        difference(
            program,
            Metrics::Two.at(place),
            &["--wrapper", "none", "--pack", "--effort", "1"],
        )
    });
    assert_eq!(different, [""; 0]);
}

fn results_show_what_the_scripts_show(metrics: Metrics) {
    let different = findings(&Trap::all("scripts/"), |program| {
        let place = program.file.bytes().map(usize::from).sum();
        difference(program, metrics.at(place), &["--wrapper", "none"])
    });
    assert_eq!(different, [""; 0]);
}

/// The first difference between what a program shows and what its results show.
fn difference(program: &Trap, metrics: Vec<&str>, options: &[&str]) -> Option<String> {
    let expected = expected(program);
    metrics.into_iter().find_map(|metric| {
        let options = [options, &["--metric", metric]].concat();
        let is_refused = REFUSED.iter().any(|(file, _)| *file == program.file);
        match program.minified(&options) {
            Ok(result) => {
                let lines = shown(&program.driven(&result));
                (lines != expected).then(|| {
                    format!(
                        "{} {metric}: {lines:?} instead of {expected:?}\n{result}",
                        program.file
                    )
                })
            }
            Err(reason) if is_refused => {
                let because = |(file, because): &&(&str, &str)| {
                    *file == program.file && reason.contains(because)
                };
                let known = REFUSED.iter().find(because).is_some();
                (!known).then(|| format!("{}: {reason}", program.file))
            }
            Err(reason) => Some(format!("{}: {reason}", program.file)),
        }
    })
}

/// The programs that only the check saves: they show names or texts of functions, which docs/minify.md
/// assumes not to matter.
const SAVED_BY_THE_CHECK: [&str; 2] = ["scripts/e1840.js", "scripts/x66.js"];

/// Whether a program is refused by the parser already.
fn is_refused_at_once(program: &Trap) -> bool {
    let refused = REFUSED.iter().any(|(file, _)| *file == program.file);
    refused && !SAVED_BY_THE_CHECK.contains(&program.file.as_str())
}

#[test]
fn the_steps_themselves_are_right_without_the_check() {
    let programs = Trap::all("scripts/");
    let mut different = findings(&programs, |program| {
        if is_refused_at_once(program) {
            return None;
        }
        let result = program.minified(&["--wrapper", "none", "--no-check"]);
        let shows = |result: String| shown(&program.driven(&result));
        let is_same = result.is_ok_and(|result| shows(result) == expected(program));
        (!is_same).then(|| program.file.clone())
    });
    different.sort();
    assert_eq!(different, SAVED_BY_THE_CHECK);
}

#[test]
fn a_script_with_an_end_tag_of_html_is_compared() {
    let workspace = Workspace::empty();
    for script in [
        "console.log('a</script>')",
        "var e=4;console.log('<!--<script>',1</script>/.exec(e))",
    ] {
        workspace.write("a.js", script);
        let run = workspace.generate(&["minify", "a.js"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("no difference"), "{}", run.err);
    }
}

/// One program for each kind of mistake that minifiers make, with what it shows.
const KINDS: [(&str, &str); 22] = [
    (
        "v=7;function f(p=v){var v=2;return p+v}console.log(f());v=8",
        "log 9",
    ),
    (
        "console.log(f());function f(p=()=>v){var v=2;return p()+v}var v=1",
        "log NaN",
    ),
    (
        "var v=1;function f(p=()=>v){var v=2;return p()+v}console.log(f())",
        "log 3",
    ),
    (
        "var f=__proto__=>Object.keys({__proto__}).length;console.log(f(5))",
        "log 1",
    ),
    (
        "function f(v){try{class Q extends v{}}catch(e){return e.name}return 'ok'}console.log(f(1))",
        "log TypeError",
    ),
    (
        "function f(v){try{v<1;return 1}catch(e){return 0}}console.log(f(Symbol()),f(2))",
        "log 0 1",
    ),
    (
        "function f(v){try{String(v);return 1}catch(e){return 0}}\
         console.log(f(Object.create(null)),f(2))",
        "log 0 1",
    ),
    (
        "function f(v){try{if(v<1);return 1}catch(e){return 0}}console.log(f(Symbol()),f(2))",
        "log 0 1",
    ),
    (
        "function f(v){try{Math.abs(v);return 1}catch(e){return 0}}console.log(f(Symbol()),f(2))",
        "log 0 1",
    ),
    (
        "function f(v){try{(class{[v]=1});return 1}catch(e){return 0}}\
         console.log(f({toString:null,valueOf:null}),f(2))",
        "log 0 1",
    ),
    (
        "function f(total){with({a:1})return total+a}console.log(f(1))",
        "log 2",
    ),
    (
        "var dir='left';function go_left(){console.log('left')}window['go_'+dir]()",
        "log left",
    ),
    (
        "main();async function main(){const d=await load();draw(colour,d)}\
         function load(){return Promise.resolve([1,2])}\
         function draw(c,d){console.log(c,d.length)}const colour='red'",
        "log red 2",
    ),
    (
        "function* f(){a=yield 1;return a+b}var a=0,b=1,i=f();i.next();b=5;\
         console.log(i.next(2).value)",
        "log 7",
    ),
    (
        "var o={m:function(){return this===o?'method':'plain'}};var pick=()=>o.m;console.log(pick()())",
        "log plain",
    ),
    (
        "if(this.fast){function later(f){f()}}else{function later(f){setTimeout(f,16)}}\
         later(function(){console.log('later')})",
        "log later",
    ),
    (
        "{function f(){return 1}}{function f(){return 2}}console.log(f())",
        "log 2",
    ),
    (
        "var app={};app.log=function(m){console.log(ready?m:'queued '+m)};app.log('early');\
         var ready=true;app.log('late')",
        "log queued early,log late",
    ),
    (
        "console.log(/(?<\u{e9}t\u{e9}>\\d+)/.exec('a5').groups.\u{e9}t\u{e9})",
        "log 5",
    ),
    (
        "function f(){var arguments;return arguments.length}console.log(f(1,2))",
        "log 2",
    ),
    (
        "function valid(u){try{decodeURI(u);return true}catch(e){return false}}console.log(valid('%'))",
        "log false",
    ),
    (
        "console.log(+' 12 ',' 3 '*1,'\\ude00'.charCodeAt(0))",
        "log 12 3 56832",
    ),
];

#[test]
fn each_kind_of_mistake_is_avoided_without_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kind.js");
    for (script, expected) in KINDS {
        assert_eq!(shown(script).join(","), expected, "{script}");
        fs::write(&file, script).expect("written");
        for metric in ["bytes", "chars", "zip"] {
            let path = file.to_str().expect("a path");
            let words = [
                "minify",
                path,
                "--wrapper",
                "none",
                "--metric",
                metric,
                "--no-check",
            ];
            let result = generate(&words).good();
            assert_eq!(shown(&result).join(","), expected, "{script}\n{result}");
        }
    }
}
