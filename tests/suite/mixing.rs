//! Scripts that are packed with context mixing or in code points, unpacked by the embedded engine.

use fastrand::Rng;
use golfchess_packers::code_points;
use golfchess_packers::mixing::{Options, pack};
use golfchess_script::Wrapper;
use golfchess_sizes::metric::Metric;
use rquickjs::{Context, Runtime};
use serde_json::Value;

use crate::support::host::eval;
use crate::support::root;
use crate::support::workspace::Workspace;

/// The texts that a packed script evaluates.
fn unpacked(packed: &str) -> Vec<String> {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    context.with(|ctx| {
        let before = "globalThis.$texts = []; globalThis.eval = text => { $texts.push(text); }";
        eval(&ctx, before).expect("a recorder");
        eval(&ctx, packed).expect("a decoder that runs");
        ctx.eval("$texts").expect("the texts")
    })
}

/// Texts that a decoder or the HTML around it may damage.
const PARTS: [&str; 18] = [
    "'",
    "\"",
    "`",
    "\\",
    "${",
    "}",
    "\n",
    "\r",
    "</script>",
    "<!--<script>",
    "&amp;",
    "\x1b(B",
    "\x01",
    "\x7f",
    "PAYLOAD",
    "#A",
    "\t",
    "word ",
];

/// A script with such texts, in literals of all kinds.
fn script(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut script = format!("let a=[{seed}];");
    while script.len() < 1100 {
        let parts = (0..rng.usize(1..9)).map(|_| PARTS[rng.usize(..PARTS.len())]);
        let text: String = parts.collect();
        let literal = match rng.u8(..3) {
            0 => format!("{text:?}")
                .replace("\\u{1}", "\x01")
                .replace("\\u{1b}", "\x1b")
                .replace("\\u{7f}", "\x7f"),
            1 => format!(
                "`{}`",
                text.replace('\\', "\\\\")
                    .replace('`', "\\`")
                    .replace("${", "\\${")
            ),
            _ => format!("/*{}*/{}", text.replace("*/", ""), rng.u32(..999)),
        };
        script += &format!("a.push({literal});");
    }
    script
}

#[test]
fn the_embedded_engine_unpacks_the_same_text() {
    for seed in 0..12 {
        let script = script(seed);
        let options = Options {
            metric: [Metric::Bytes, Metric::Zip][seed as usize % 2],
            is_printable: seed % 3 == 0,
            effort: 2,
        };
        let packed = pack(&script, &options).unwrap_or_else(|error| panic!("{error}: {script}"));
        assert_eq!(unpacked(&packed.script), [script], "seed {seed}");
        let page = Wrapper::script()
            .wrap(&packed.script)
            .expect("a page with the same script");
        assert!(page.is_ascii());
    }
}

#[test]
fn a_large_script_is_unpacked() {
    let script = functions(200);
    let options = Options {
        effort: 2,
        ..Options::default()
    };
    let packed = pack(&script, &options).expect("a packed script");
    assert!(
        packed.script.len() * 5 < script.len(),
        "{}",
        packed.script.len()
    );
    assert_eq!(unpacked(&packed.script), [script]);
}

#[test]
fn code_points_are_unpacked() {
    for seed in 0..30 {
        let script = script(seed);
        let packed = code_points::pack(&script).expect("a packed script");
        assert_eq!(packed.chars().count(), 43 + script.len().div_ceil(2));
        let text = format!("{script}{}", if script.len() % 2 == 1 { " " } else { "" });
        assert_eq!(unpacked(&packed), [text], "seed {seed}");
    }
    let printable: String = (b' '..=b'~').map(char::from).collect();
    let printable = printable
        .replace('\\', "\\\\")
        .replace('`', "\\`")
        .replace("${", "$ {");
    for rest in ["", ";", ";;"] {
        let script = format!("a=`{}`{rest}", printable.repeat(5));
        let packed = code_points::pack(&script).expect("a packed script");
        assert_eq!(packed.chars().count(), 91 + script.len().div_ceil(3));
        let texts = unpacked(&packed);
        assert_eq!(texts.len(), 1);
        assert_eq!(texts[0].trim_end(), script);
    }
    let latin = "a='\u{e9}\u{ff}'";
    assert_eq!(
        unpacked(&code_points::pack(latin).expect("a script"))[0].trim_end(),
        latin
    );
}

/// A script of this many functions, which shows their values.
fn functions(count: usize) -> String {
    let lines = (0..count).map(|at| {
        let [one, two] = [at * 7 % 31, at * 13 % 11];
        format!("function f{at}(a,b){{let c=a*{one}+b;for(let i={two};i--;)c^=i<<{two};alert('{at}:'+c)}}\n")
    });
    // A function that is called once would be no function in the result.
    let calls = (0..count).map(|at| format!("f{at}({at},2);f{at}(3,{at});"));
    lines.chain(calls).collect()
}

#[test]
fn gen_takes_the_smallest_of_all_ways_to_pack() {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let minify = |script: &str, words: &str| {
        std::fs::write(workspace.path().join("a.js"), script).expect("written");
        let words = format!("minify a.js --format json --effort 4000 {words}");
        let run = workspace.generate(&words.split_whitespace().collect::<Vec<_>>());
        assert_eq!(run.code, 0, "{}", run.err);
        (
            serde_json::from_str::<Value>(&run.out).expect("JSON"),
            run.err,
        )
    };
    // No dictionary is searched for a script of this size.
    let large = functions(80);
    for words in ["", "--pack-ascii"] {
        let (plain, _) = minify(&large, words.trim_start_matches("--pack-ascii"));
        let (packed, err) = minify(&large, &format!("--pack {words}"));
        let after = |made: &Value| made["after"].as_u64().expect("a size");
        assert!(after(&packed) < after(&plain), "{words}: {err}");
        assert!(packed["scripts"][0]["mixed"]["payload"].is_u64(), "{words}");
        assert_eq!(packed["scripts"][0]["wrapper"], "script");
        assert!(err.contains("no difference"), "{err}");
        let page = packed["page"].as_str().expect("a page");
        let script = page
            .trim_start_matches("<script>")
            .trim_end_matches("</script>");
        let texts = unpacked(script);
        assert_eq!(texts.len(), 1);
        let is_plain = |byte: u8| (b' '..=b'~').contains(&byte);
        assert!(!words.contains("ascii") || page.bytes().all(is_plain));
    }

    let deletes = format!("{large}var total=1;alert(delete window.total)");
    let (kept, err) = minify(&deletes, "--pack");
    assert!(
        err.contains("could be deleted if `eval` declared it"),
        "{err}"
    );
    assert!(kept["scripts"][0]["mixed"].is_null(), "{err}");

    let (chars, _) = minify(&large, "--pack --metric chars --wrapper none");
    let page = chars["page"].as_str().expect("a script");
    assert!(
        page.chars()
            .filter(|&point| u32::from(point) > 0xffff)
            .count()
            > 200
    );
    // It evaluates a decoder, which evaluates the script.
    let texts = unpacked(page);
    assert!(texts[0].starts_with("for("), "{}", texts[0]);

    let (small, err) = minify(
        "for(a=9;a--;)alert(a+' bottles of beer on the wall')",
        "--pack --metric zip",
    );
    assert!(small["scripts"][0]["mixed"].is_null());
    assert!(err.contains("note: not packed"), "{err}");
}

#[test]
fn a_script_for_dwitter_has_half_as_many_characters() {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let script = "for(i=0;i<200;i++){x.fillStyle=R(i,i*2,99+S(t)*99);x.fillRect(i*9+S(t+i)*99,540+C(t*2+i/9)*300,20,40+T(t)*9)}";
    std::fs::write(workspace.path().join("a.js"), script).expect("written");
    let run = workspace.generate(&[
        "minify", "a.js", "--preset", "dwitter", "--pack", "--effort", "2000",
    ]);
    assert!(
        run.err.contains("30 outputs of 6 runs, no difference"),
        "{}",
        run.err
    );
    assert!(run.out.starts_with("eval(unescape(escape`"), "{}", run.out);
    let plain = workspace.generate(&["minify", "a.js", "--preset", "dwitter"]);
    let count = |text: &str| text.chars().count();
    assert_eq!(count(&run.out), 43 + count(&plain.out).div_ceil(2));
    let texts = unpacked(&run.out);
    assert_eq!(texts[0].trim_end(), plain.out);
}
