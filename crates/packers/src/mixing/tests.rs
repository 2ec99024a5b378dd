use super::*;

/// A script that repeats itself a little.
fn script() -> String {
    let lines = (0..60).map(|at| {
        let [one, two] = [at * 7 % 31, at * 13 % 11];
        format!("function f{at}(a,b){{let c=a*{one}+b;for(let i={two};i--;)c^=i<<{two};return c}}")
    });
    let calls: Vec<String> = (0..60).map(|at| format!("f{at}({at},2)")).collect();
    format!(
        "{}console.log([{}])",
        lines.collect::<String>(),
        calls.join(",")
    )
}

fn all_options() -> [Options; 3] {
    let kinds = [
        (Metric::Bytes, false),
        (Metric::Bytes, true),
        (Metric::Zip, false),
    ];
    kinds.map(|(metric, is_printable)| Options {
        metric,
        is_printable,
        effort: 40,
    })
}

#[test]
fn what_is_packed_is_unpacked() {
    let script = script();
    for options in all_options() {
        let packed = pack(&script, &options).unwrap();
        assert!(packed.script.len() < script.len() / 2, "{packed:?}");
        assert_eq!(packed.script, pack(&script, &options).unwrap().script);
        let is_plain = |byte: u8| (b' '..=b'~').contains(&byte);
        assert!(!options.is_printable || packed.script.bytes().all(is_plain));
    }
}

#[test]
fn a_stand_in_is_about_as_large_as_the_packed_script() {
    // Of the second one, most is the payload.
    let numbers = (1..600_u32).map(|number| format!("a({});", number.wrapping_mul(2_654_435_761)));
    for script in [script(), numbers.collect()] {
        for options in all_options() {
            let Options { metric, .. } = options;
            let packed = metric.measure(&pack(&script, &options).unwrap().script);
            let stand_in = stand_in(&script, &options).expect("a script");
            let estimated = metric.measure(&stand_in);
            let most = packed / 5;
            assert!(estimated.abs_diff(packed) < most, "{estimated} {packed}");
        }
    }
    assert_eq!(stand_in("a", &Options::default()), None);
}

#[test]
fn the_digits_lead_back_to_the_text() {
    let script = script();
    let parameters = search::tune(script.as_bytes(), 20, &|_| ());
    let predicted = predictions(script.as_bytes(), &parameters).expect("safe parameters");
    for base in [64, 93, 127] {
        let digits = encode(script.as_bytes(), &predicted, base);
        assert!(digits.iter().all(|&digit| digit < base));
        let text = decode(&digits, base, &parameters, script.len());
        assert_eq!(String::from_utf8(text).unwrap(), script);
        // Each digit counts.
        let mut wrong = digits.clone();
        wrong[20] = (wrong[20] + 1) % 60;
        assert_ne!(
            decode(&wrong, base, &parameters, script.len()),
            script.as_bytes()
        );
    }
}

#[test]
fn the_search_estimates_what_the_model_takes() {
    let script = script();
    let text = script.as_bytes();
    let parameters = search::tune(text, 60, &|_| ());
    let estimated = search::cost(text, &parameters);
    let predicted = predictions(text, &parameters).expect("safe parameters");
    let bits = f64::from(u32::try_from(encode(text, &predicted, 64).len()).unwrap()) * 6.0;
    assert!((bits / estimated - 1.0).abs() < 0.03, "{bits}, {estimated}");
    let untuned = search::tune(text, 1, &|_| ());
    let predicted = predictions(text, &untuned).expect("safe parameters");
    assert!(f64::from(u32::try_from(encode(text, &predicted, 64).len()).unwrap()) * 6.0 > bits);
}

#[test]
fn a_script_that_cannot_be_packed_is_an_error() {
    let options = Options::default();
    let error = |script: &str| pack(script, &options).unwrap_err().to_string();
    assert!(error("a=1").contains("the text has 3 bytes"));
    assert!(error(&"a=1;".repeat(200_000)).contains("800000 bytes"));
    let other = format!("{}a='\u{e9}'", "a=1;".repeat(500));
    assert!(
        error(&other).contains("'\u{e9}', which is not ASCII"),
        "{}",
        error(&other)
    );
    assert!(error(&"a=)".repeat(500)).contains("Unexpected"));
}

#[test]
fn a_page_is_written_with_names_that_it_does_not_have() {
    let page = format!("<p id=A>b<script>{}</script>", script());
    let options = Options {
        effort: 40,
        ..Options::default()
    };
    let packed = pack_page_with(&page, &options, &|_| ()).unwrap();
    assert!(
        packed
            .script
            .contains("document.write(String.fromCharCode(")
    );
    assert!(packed.equivalent.contains("document.write(\"\\x3cp id=A>b"));
    let assigned = packed.equivalent.split("=0;").next().unwrap();
    let names: Vec<&str> = assigned.split('=').collect();
    let words = golfchess_script::words(&page);
    assert!(names.iter().all(|&name| !words.contains(name)), "{names:?}");
}

#[test]
fn a_long_script_is_no_list_of_arguments() {
    let options = Options {
        effort: 1,
        ..Options::default()
    };
    let end = |lines: usize| {
        let script = format!("{};", script()).repeat(lines);
        let script = pack(&script, &options).unwrap().script;
        script[script.rfind("eval").unwrap()..].to_owned()
    };
    assert!(end(1).starts_with("eval(String.fromCharCode(..."));
    assert!(end(20).starts_with("eval(new TextDecoder().decode(new Uint8Array("));
}
