//! Pages that a script writes: `gen minify --pack` for a whole page.

use golfchess_markup::{Outside, Written, written};
use golfchess_packers::mixing::{Options, pack_page_with};
use golfchess_parity::host::Kind;
use golfchess_script::Wrapper;
use rquickjs::{Context, Runtime};
use serde_json::{Value, json};

use crate::support::file::{folder, minify, write};
use crate::support::host::eval;
use crate::support::staged::{lines, play, shown};
use crate::support::traps::Trap;

/// A page with a style sheet, many elements and a script. `code` is more of the script.
fn page(code: &str) -> String {
    let buttons =
        (0..30).map(|at| format!("<button class=choice id=choice{at}>Choice {at}</button>\n"));
    let rules = (0..30).map(|at| {
        format!(
            "#choice{at} {{ left: {}px; top: {}px; }}\n",
            at * 7 % 31,
            at * 5 % 17
        )
    });
    let cases = (0..30).map(|at| {
        format!(
            "function choose{at}(number) {{ return number * {at} + {}; }}\n",
            at * 11 % 13
        )
    });
    let calls: Vec<String> = (0..30).map(|at| format!("choose{at}")).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<title>Choices</title>\n<style>\n.choice {{ position: absolute; }}\n{}\
         </style>\n<div>\n{}</div>\n<script>\n{}const all = [{}];\n\
         document.querySelectorAll('button').forEach((button, at) => {{\n  button.onclick = () => alert(all[at](at));\n}});\n\
         alert(document.compatMode + all.length);\n{code}\n</script>\n</html>\n",
        rules.collect::<String>(),
        buttons.collect::<String>(),
        cases.collect::<String>(),
        calls.join(", "),
    )
}

#[test]
fn a_page_is_packed_as_a_whole_where_that_is_smaller() {
    let workspace = folder();
    write(&workspace, "a.css", "p { color: red }");
    write(
        &workspace,
        "a.html",
        &page("").replace("<style>", "<link rel=stylesheet href=a.css><style>"),
    );
    let json = |words: &str| -> (Value, String) {
        let run = minify(
            &workspace,
            &format!("a.html --effort 2000 --format json{words}"),
        );
        let json = serde_json::from_str(&run.out).expect("JSON");
        (json, run.err)
    };
    let (plain, _) = json("");
    assert!(plain["whole"].is_null());
    for words in [" --pack", " --pack-ascii"] {
        let (packed, err) = json(words);
        let page = packed["page"].as_str().expect("a page");
        assert!(
            packed["after"].as_u64() < plain["after"].as_u64(),
            "{words}"
        );
        assert!(
            page.starts_with("<!doctype html><script>for("),
            "{words}: {page}"
        );
        assert!(
            page.ends_with(")</script>") && page.contains("document.write("),
            "{words}: {page}"
        );
        assert!(packed["whole"]["payload"].as_u64() > Some(500), "{words}");
        let parts = packed["contributions"].as_array().expect("a list").iter();
        let parts: u64 = parts.filter_map(|part| part["bytes"].as_u64()).sum();
        assert_eq!(parts, page.len() as u64, "{words}");
        assert!(packed["scripts"][0]["mixed"].is_null(), "{words}");
        assert!(
            err.contains("outputs of") && err.contains("no difference"),
            "{err}"
        );
        let is_plain = |byte: u8| (b' '..=b'~').contains(&byte);
        assert!(words != " --pack-ascii" || page.bytes().all(is_plain));
    }
    // A script could see the one that writes the page.
    write(
        &workspace,
        "a.html",
        &page("alert(document.scripts.length);"),
    );
    let (seen, _) = json(" --pack");
    assert!(seen["whole"].is_null());
    assert!(
        seen["page"]
            .as_str()
            .is_some_and(|page| page.contains("eval("))
    );
    // The check finds what nobody can read in the code.
    let hidden = "alert(document[atob('c2NyaXB0cw==')].length);";
    write(&workspace, "a.html", &page(hidden));
    let (hidden, err) = json(" --pack");
    assert!(hidden["whole"].is_null());
    assert!(err.contains("no difference"), "{err}");
    write(
        &workspace,
        "a.html",
        "<p>a<script>alert(document.scripts.length)</script>",
    );
    let (_, err) = json(" --pack");
    assert!(
        err.contains(
            "as a whole: a script or a style sheet may see the script that writes the page"
        ),
        "{err}"
    );
}

#[test]
fn scripts_of_a_packed_page_keep_their_names_apart() {
    let workspace = folder();
    let functions = |name: &str| -> String {
        let one = |at: usize| {
            format!("function {name}{at}(value) {{ return value * {at} + '{name}'; }}\n")
        };
        (0..40).map(one).collect()
    };
    let [left, right] = ["left", "right"].map(functions);
    let calls: Vec<String> = (0..40)
        .map(|at| format!("left{at}(1) + right{at}(2)"))
        .collect();
    let calls = calls.join(" + ");
    let html: String = (0..90)
        .map(|at| format!("<p class=line{}>Line {at}</p>", at * 7 % 13))
        .collect();
    let page = format!(
        "<p id=out>0</p>{html}<script>{left}</script><script>{right}alert({calls} + out.id)</script>"
    );
    write(&workspace, "a.html", &page);
    let mut host = Kind::Chrome.open().expect("a browser");
    let mut alerts = |text: &str| lines(&play(host.as_mut(), text, &[], &[]));
    let expected = alerts(&page);
    assert!(
        expected[0].contains("7left14right8left16right"),
        "{expected:?}"
    );
    // With one more script in its head, the scripts are packed by themselves.
    for rest in ["", "<script>document.scripts[9]</script>"] {
        write(&workspace, "a.html", &format!("{page}{rest}"));
        let packed = minify(&workspace, "a.html --pack --effort 2000 --no-check").good();
        assert!(packed.len() < page.len() / 2, "{packed}");
        assert_eq!(
            packed.contains("document.write("),
            rest.is_empty(),
            "{packed}"
        );
        assert_eq!(alerts(&packed), expected, "{packed}");
    }
}

#[test]
fn the_embedded_engine_writes_the_page_of_the_payload() {
    for large in [false, true] {
        let rest = if large {
            "<p>a".repeat(20_000)
        } else {
            String::new()
        };
        let page = format!("{}{rest}", page("alert('</script'+'>')"));
        let options = Options {
            effort: 2,
            ..Options::default()
        };
        let packed = pack_page_with(&page, &options, &|_| ()).expect("a packed page");
        let runtime = Runtime::new().expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        let texts: Vec<String> = context.with(|ctx| {
            // (The engine has no TextDecoder.)
            let before = "globalThis.$texts = []; globalThis.document = { write: text => { $texts.push(text); } };\
                          globalThis.TextDecoder = class { decode(bytes) { let text = '';\
                          for (const byte of bytes) text += String.fromCharCode(byte); return text; } };";
            eval(&ctx, before).expect("a document");
            eval(&ctx, &packed.script).expect("a decoder that runs");
            ctx.eval("$texts").expect("the texts")
        });
        assert_eq!(texts, [page]);
    }
}

#[test]
fn the_pages_that_a_script_may_write_show_the_same() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let (mut different, mut compared) = (Vec::new(), 0);
    for page in Trap::all("pages/") {
        let text = page.text();
        let smaller =
            golfchess_markup::minify_html(&text, &Outside::nothing()).unwrap_or(text.clone());
        let Ok(Written { before, text: rest }) = written(&smaller, &Outside::nothing()) else {
            continue;
        };
        let literal = json!(rest).to_string().replace('<', "\\x3c");
        let script = Wrapper::script().page(&format!("document.write({literal})"));
        let [expected, found] =
            [&smaller, &format!("{before}{script}")].map(|text| shown(host.as_mut(), &page, text));
        compared += 1;
        if found != expected {
            different.push(format!(
                "{}: {found:?} instead of {expected:?}\n{smaller}",
                page.file
            ));
        }
    }
    assert!(compared > 20, "{compared}");
    assert_eq!(different, [""; 0]);
}
