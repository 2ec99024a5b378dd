//! Scripts that are packed with context mixing or in code points, unpacked by the embedded engine.

use fastrand::Rng;
use golfchess_pages::code_points;
use golfchess_pages::metric::Metric;
use golfchess_pages::minify::Wrapper;
use golfchess_pages::mixing::{Options, pack};
use rquickjs::{Context, Runtime};

use crate::support::host::eval;

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
    let lines = (0..200).map(|at| {
        let [one, two] = [at * 7 % 31, at * 13 % 11];
        format!("function f{at}(a,b){{let c=a*{one}+b;for(let i={two};i--;)c^=i<<{two};return c}}")
    });
    let script: String = lines.collect();
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
