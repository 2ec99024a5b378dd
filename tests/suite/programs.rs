//! Small programs that trap minifiers: each result shows what its program shows.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rquickjs::{CatchResultExt, Context, Ctx, Runtime};
use serde::Deserialize;

use crate::support::host::eval;
use crate::support::root;
use crate::support::workspace::generate;

/// A program and what it shows.
#[derive(Deserialize)]
struct Program {
    file: String,
    #[serde(default)]
    shows: Vec<String>,
    /// Names for `--keep`.
    #[serde(default)]
    keep: Vec<String>,
}

/// Records what a script shows. Objects are shown as JSON with a mark before it.
const DRIVER: &str = r"
    const shown = [], timers = [], answers = ['3', 'hello', '7', 'x'];
    let seed = 1, now = 0, handle = 0;
    const text = value => typeof value == 'string' ? value
        : Object(value) === value ? '\u0001' + (JSON.stringify(value) ?? typeof value)
        : typeof value == 'bigint' ? value + 'n' : String(value);
    const show = word => (...values) => { shown.push([word, ...values.map(text)].join(' ')); };
    globalThis.console = {};
    for (const word of ['log', 'info', 'warn', 'error', 'debug']) console[word] = show(word);
    globalThis.window = globalThis.self = globalThis;
    globalThis.alert = show('alert');
    globalThis.confirm = (...values) => (show('confirm')(...values), true);
    globalThis.prompt = (...values) => (show('prompt')(...values), answers.shift() ?? null);
    const timer = repeats => (call, delay = 0, ...values) => {
        timers.push({ handle: ++handle, at: now + +delay, every: repeats && Math.max(1, +delay), call, values });
        return handle;
    };
    globalThis.setTimeout = timer(false);
    globalThis.setInterval = timer(true);
    globalThis.clearTimeout = globalThis.clearInterval = old => {
        const at = timers.findIndex(timer => timer.handle == old);
        if (at >= 0) timers.splice(at, 1);
    };
    Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
    globalThis.$take = () => shown;
    globalThis.$fail = name => { shown.push('error ' + name); };
    globalThis.$next = () => {
        const [first] = timers.sort((a, b) => a.at - b.at || a.handle - b.handle);
        if (!first || shown.length > 200) return false;
        now = Math.max(now, first.at);
        if (first.every) first.at = now + first.every;
        else timers.shift();
        typeof first.call == 'function' ? first.call(...first.values) : (0, eval)(first.call);
        return true;
    };
";

/// What a script shows, a line each.
pub fn shown(script: &str) -> Vec<String> {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    context.with(|ctx| {
        eval(&ctx, &format!("(() => {{{DRIVER}}})()")).expect("the driver");
        step(&ctx, script);
    });
    let run_jobs = || {
        while runtime.is_job_pending() {
            if runtime.execute_pending_job().is_err() {
                context.with(|ctx| step(&ctx, "throw Error()"));
            }
        }
    };
    run_jobs();
    for _ in 0..200 {
        let is_left = context.with(|ctx| {
            let left = ctx.eval::<bool, _>("$next()").catch(&ctx);
            left.unwrap_or_else(|error| {
                fail(&ctx, &error.to_string());
                true
            })
        });
        run_jobs();
        if !is_left {
            break;
        }
    }
    context.with(|ctx| ctx.eval("$take()").expect("lines"))
}

fn step(ctx: &Ctx<'_>, script: &str) {
    if let Err(error) = eval(ctx, script) {
        fail(ctx, &error);
    }
}

/// Shows the name of an error: its text names variables.
fn fail(ctx: &Ctx<'_>, error: &str) {
    let name = error.trim_start_matches("Error: ").split(':').next();
    let name = serde_json::to_string(name.unwrap_or_default().trim()).expect("a text");
    eval(ctx, &format!("$fail({name})")).expect("shown");
}

fn folder() -> PathBuf {
    root().join("tests/data/minify")
}

fn programs(kind: &str) -> Vec<Program> {
    let text = fs::read_to_string(folder().join("index.json")).expect("the list");
    let mut all: Vec<Program> = serde_json::from_str(&text).expect("programs");
    all.retain(|program| program.file.starts_with(kind));
    all
}

/// The result of a program; the reason if it is refused.
fn minified(program: &Program, options: &[&str]) -> Result<String, String> {
    let file = folder().join(&program.file);
    let mut words = vec!["minify", file.to_str().expect("a path")];
    words.extend(options);
    for name in &program.keep {
        words.extend(["--keep", name]);
    }
    let run = generate(&words);
    match run.code {
        0 => Ok(run.out),
        _ => Err(run.err),
    }
}

/// Tests each program with each list of options on two threads. Returns the findings.
fn findings(programs: &[Program], test: impl Fn(&Program) -> Option<String> + Sync) -> Vec<String> {
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

/// The programs that no result can show alike, or that need HTML of their own.
const REFUSED: [&str; 1] = [
    // It reads a comment of its own text.
    "scripts/x66.js",
];

#[test]
fn the_driver_shows_what_the_programs_show() {
    let programs = programs("scripts/");
    assert_eq!(programs.len(), 114);
    let different = findings(&programs, |program| {
        let script = fs::read_to_string(folder().join(&program.file)).expect("a script");
        let lines = shown(&script);
        // Objects are shown in another way.
        let is_same =
            |(line, expected): (&String, &String)| line.contains('\u{1}') || line == expected;
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
    let programs = programs("scripts/");
    let different = findings(&programs, |program| {
        let script = fs::read_to_string(folder().join(&program.file)).expect("a script");
        let expected = shown(&script);
        ["bytes", "chars", "gzip", "brotli", "zip"]
            .iter()
            .find_map(|metric| {
                let options = ["--wrapper", "none", "--metric", metric];
                match minified(program, &options) {
                    Ok(result) => {
                        let lines = shown(&result);
                        (lines != expected).then(|| {
                            format!(
                                "{} {metric}: {lines:?} instead of {expected:?}\n{result}",
                                program.file
                            )
                        })
                    }
                    Err(reason) if REFUSED.contains(&program.file.as_str()) => {
                        (!reason.contains("shows something else")).then_some(reason)
                    }
                    Err(reason) => Some(reason),
                }
            })
    });
    assert_eq!(different, [""; 0]);
}

/// The programs that only the check saves: they show names or texts of functions, which docs/minify.md
/// assumes not to matter.
const SAVED_BY_THE_CHECK: [&str; 2] = ["scripts/e1840.js", "scripts/x66.js"];

#[test]
fn the_steps_themselves_are_right_without_the_check() {
    let programs = programs("scripts/");
    let mut different = findings(&programs, |program| {
        let script = fs::read_to_string(folder().join(&program.file)).expect("a script");
        let result = minified(program, &["--wrapper", "none", "--no-check"]);
        let is_same = result.is_ok_and(|result| shown(&result) == shown(&script));
        (!is_same).then(|| program.file.clone())
    });
    different.sort();
    assert_eq!(different, SAVED_BY_THE_CHECK);
}

/// One program for each kind of mistake that minifiers make, with what it shows.
const KINDS: [(&str, &str); 10] = [
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
