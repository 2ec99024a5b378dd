//! Random scripts: the result of each step of the minifier shows what the script shows.
//!
//! `GENERATED=20000 cargo xtask test generated` plays more of them, from the seed of `GENERATED_SEED`.

use golfchess_packers::dictionary::{PackOptions, pack};
use golfchess_script::proposals;
use golfchess_script::{MinifyOptions, Wrapper, minify};
use golfchess_sizes::metric::Metric;

use crate::support::recorder::shown;
use crate::support::{generator, variable};

/// The scripts that a usual run plays.
const USUAL: u64 = 300;

/// One script of so many is packed.
const OF_PACKED: u64 = 50;

/// What a result has least of: mostly bytes, which have the most rewrites.
fn metric(seed: u64) -> Metric {
    match seed % 30 {
        0 => Metric::Brotli,
        10 => Metric::Zip,
        20 => Metric::Gzip,
        5 | 15 | 25 => Metric::Chars,
        _ => Metric::Bytes,
    }
}

/// The result for a script of a seed in a page of its own, if there is one.
fn minified(script: &str, seed: u64) -> Option<String> {
    let wrappers = vec![Wrapper::script()];
    let options = MinifyOptions {
        wrappers: wrappers.clone(),
        metric: metric(seed),
        aliases: !seed.is_multiple_of(3),
        ..MinifyOptions::default()
    };
    let mut made = minify(script, &options).ok()?;
    if seed % OF_PACKED == 7 {
        let packing = PackOptions {
            effort: 1,
            ..PackOptions::default()
        };
        made = pack(&made, &options, &packing, &|_, _| ()).ok()?.minified;
    }
    let range = made.script_range(&wrappers).expect("the page has a script");
    Some(made.page[range].to_owned())
}

/// What a script shows. Texts of errors have names of variables.
pub(crate) fn lines(script: &str) -> Vec<String> {
    let without_text = |line: String| {
        if line.starts_with("error ") {
            return "error".to_owned();
        }
        let end = line
            .find("Error: ")
            .map_or(line.len(), |at| at + "Error".len());
        line[..end].to_owned()
    };
    shown(script).into_iter().map(without_text).collect()
}

/// Whether the result of a script shows something else than the script.
fn is_wrong(script: &str, seed: u64) -> bool {
    minified(script, seed).is_some_and(|result| differs(&result, script))
}

fn differs(result: &str, script: &str) -> bool {
    lines(result) != lines(script)
}

/// The most smaller scripts that are tried.
const MAX_SHRINKS: usize = 600;

/// A smaller script whose result is wrong too.
fn shrunk(script: &str, seed: u64) -> String {
    let mut text = script.to_owned();
    let mut left = MAX_SHRINKS;
    'again: loop {
        let edits = proposals::propose(&text).unwrap_or_default();
        let mut texts: Vec<String> = edits.iter().map(|edit| edit.apply(&text)).collect();
        // Those that remove most come first.
        texts.sort_by_key(String::len);
        for smaller in texts
            .into_iter()
            .filter(|smaller| smaller.len() < text.len())
        {
            if left == 0 {
                break;
            }
            left -= 1;
            if is_wrong(&smaller, seed) {
                text = smaller;
                continue 'again;
            }
        }
        return text;
    }
}

#[test]
fn the_results_of_random_scripts_show_what_the_scripts_show() {
    let first = variable("GENERATED_SEED", 1);
    let count = variable("GENERATED", USUAL);
    let (mut played, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for seed in first..first + count {
        let script = generator::script(seed);
        let Some(result) = minified(&script, seed) else {
            refused += 1;
            continue;
        };
        played += 1;
        if differs(&result, &script) {
            println!("seed {seed} is wrong");
            let small = shrunk(&script, seed);
            let result = minified(&small, seed).unwrap_or_default();
            wrong.push(format!(
                "seed {seed}: {small}\n{:?}\nresult: {result}\n{:?}\n",
                shown(&small),
                shown(&result)
            ));
        }
    }
    println!(
        "{played} scripts played, {refused} refused, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(played > count / 2, "{refused} of {count} refused");
}
