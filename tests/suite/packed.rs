//! Random scripts: a packed page runs the script that was packed, and shows what that shows.
//!
//! `PACKED=20000 cargo xtask test packed` packs more of them, from the seed of `PACKED_SEED`.

use std::collections::BTreeMap;

use fastrand::Rng;
use golfchess_packers::Made;
use golfchess_packers::dictionary::{PackError, PackOptions, Solution, apply, pack, unpack};
use golfchess_script::{Minified, MinifyOptions, Strategy, Wrapper, minify};

use crate::generated::lines;
use crate::support::{generator, texts, variable};

/// The scripts that a usual run packs.
const USUAL: u64 = 2000;

/// Of so many scripts, one is played.
const PLAYED: u64 = 20;

fn options(wrapper: Wrapper) -> MinifyOptions {
    MinifyOptions {
        wrappers: vec![wrapper],
        strategies: vec![Strategy::Own],
        ..MinifyOptions::default()
    }
}

fn wrapper(rng: &mut Rng) -> Wrapper {
    let single = Wrapper {
        name: "single".to_owned(),
        open: "<svg onload='".to_owned(),
        close: "'>".to_owned(),
        reserved: Vec::new(),
    };
    let utf8 = Wrapper {
        name: "utf8".to_owned(),
        open: "<meta charset=utf-8><script>".to_owned(),
        ..Wrapper::script()
    };
    let all = [
        Wrapper::none(),
        Wrapper::svg(),
        Wrapper::style(),
        Wrapper::script(),
        single,
        utf8,
    ];
    all[rng.usize(..all.len())].clone()
}

/// A random script with texts that must be escaped.
fn script(seed: u64, rng: &mut Rng) -> String {
    let mut script = match seed % 4 {
        0 => generator::script(seed),
        _ => "total=0;count=size=>total+=size;count(1);console.log(total)\n".to_owned(),
    };
    for _ in 0..rng.usize(1..6) {
        script += &texts::statement(rng);
    }
    script
}

/// A minified script in a wrapper, even one that cannot hold it: its packed script has escapes.
fn page(script: &str, options: &MinifyOptions) -> Option<Made> {
    let plain = minify(script, &self::options(Wrapper::none())).ok()?;
    let [wrapper] = &options.wrappers[..] else {
        return None;
    };
    let made = Minified {
        page: wrapper.page(&plain.page),
        wrapper: wrapper.name.clone(),
        ..plain
    };
    Some(made.into())
}

/// The script of a page.
fn inner<'p>(minified: &'p Minified, options: &MinifyOptions) -> &'p str {
    let range = minified.script_range(&options.wrappers);
    &minified.page[range.expect("a script")]
}

#[test]
fn random_scripts_run_as_they_were_packed() {
    let first = variable("PACKED_SEED", 1);
    let count = variable("PACKED", USUAL);
    let (mut packed, mut played) = (0, 0);
    let mut refused = BTreeMap::new();
    for seed in first..first + count {
        let mut rng = Rng::with_seed(seed);
        let script = script(seed, &mut rng);
        let wrapper = wrapper(&mut rng);
        let options = options(wrapper.clone());
        let packing = PackOptions {
            ascii: rng.u8(..4) == 0,
            effort: 300,
            seed,
            ..PackOptions::default()
        };
        let Some(minified) = page(&script, &options) else {
            continue;
        };
        let result = match pack(&minified, &options, &packing, &|_, _| ()) {
            Ok(result) => result,
            Err(PackError::Unpackable(reason)) => {
                *refused.entry(reason).or_insert(0) += 1;
                continue;
            }
            Err(error) => panic!("seed {seed}: {error}"),
        };
        packed += 1;
        let report = result.packed.as_ref().expect("a report");
        let read = unpack(&result.page, &options.wrappers);
        assert_eq!(read.as_ref(), Some(&report.script), "seed {seed}: {script}");
        assert!(result.page.is_ascii(), "seed {seed}");
        let bad = |c: char| match packing.ascii {
            true => c.is_ascii_control(),
            false => matches!(c, '\0' | '\r'),
        };
        let around = wrapper.open.len() + wrapper.close.len();
        assert!(!result.page.contains(bad), "seed {seed}: {:?}", result.page);
        assert!(result.page.len() > around, "seed {seed}");
        if seed % PLAYED == 0 {
            played += 1;
            let before = lines(inner(&minified, &options));
            let after = lines(inner(&result, &options));
            assert_eq!(after, before, "seed {seed}: {script}\n{}", result.page);
        }
    }
    println!("{packed} of {count} scripts packed, {played} played; {refused:?}");
    assert!(packed > count * 9 / 10, "{packed} of {count} packed");
}

#[test]
fn a_solution_makes_the_same_page_without_a_search() {
    let script = generator::script(8);
    let options = options(Wrapper::svg());
    let packing = PackOptions {
        effort: 5000,
        ..PackOptions::default()
    };
    let minified = minify(&script, &options).expect("a page");
    let found = pack(&minified, &options, &packing, &|_, _| ()).expect("packed");
    let again = pack(&minified, &options, &packing, &|_, _| ()).expect("packed");
    assert_eq!(found.page, again.page);
    let solution = &found.packed.as_ref().expect("a report").solution;
    let text = serde_json::to_string(solution).expect("JSON");
    let mut read: Solution = serde_json::from_str(&text).expect("a solution");
    let applied = apply(&minified, &options, &packing, &read).expect("applied");
    assert_eq!(applied.expect("a page").page, found.page);
    // A solution of another script, or a changed one.
    let other = minify(&(script.clone() + "alert(1)"), &options).expect("a page");
    assert!(
        apply(&other, &options, &packing, &read)
            .expect("applied")
            .is_none()
    );
    read.digest.clear();
    assert!(
        apply(&minified, &options, &packing, &read)
            .expect("applied")
            .is_none()
    );
}

#[test]
fn names_that_other_code_uses_stay() {
    let kept = |script: &str, wrapper: Wrapper| {
        let options = MinifyOptions {
            keep: vec!["shared".to_owned()],
            ..options(wrapper)
        };
        let minified = minify(script, &options).expect("a page");
        pack(
            &minified,
            &options,
            &PackOptions {
                effort: 2000,
                ..PackOptions::default()
            },
            &|_, _| (),
        )
    };
    let body = "for(i=0;i<9;i++)for(j=0;j<9;j++)console.log(i*j,i+j,i-j)\n".repeat(4);
    for declared in ["var shared=5;", "shared=5;", "function shared(){return 5}"] {
        let script = format!("{declared}{body}");
        let packed = kept(&script, Wrapper::none())
            .expect(declared)
            .minified
            .page;
        let shows = "console.log(typeof shared,+shared||shared())";
        let after = lines(&format!("{packed};{shows}"));
        assert_eq!(after, lines(&format!("{script};{shows}")), "{declared}");
    }
    for declared in ["let shared=5;", "const shared=5;", "class shared{}"] {
        let script = format!("{declared}{body}console.log(shared)");
        let error = kept(&script, Wrapper::none())
            .expect_err(declared)
            .to_string();
        assert!(error.contains("`shared` is declared locally"), "{error}");
    }
}
