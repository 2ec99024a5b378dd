//! `gen minify --limit`: what is left, and what is too much.

use crate::support::file::{folder, minify, write};

#[test]
fn a_result_above_its_limit_is_written_and_is_a_finding() {
    let workspace = folder();
    write(&workspace, "a.js", "alert(1)");
    for (words, code, line) in [
        ("--limit 8", 0, "limit: 8 of 8 bytes, 0 left"),
        ("--limit 7", 1, "limit: 8 of 7 bytes, 1 too many"),
        (
            "--limit 7 --metric chars",
            1,
            "limit: 8 of 7 characters, 1 too many",
        ),
        ("--preset js1k", 0, "js1k: 8 of 1024 bytes, 1016 left"),
        (
            "--preset js1k --limit 4",
            1,
            "js1k: 8 of 4 bytes, 4 too many",
        ),
    ] {
        let words = format!("a.js --no-check --wrapper none {words}");
        let made = minify(&workspace, &words);
        assert_eq!((made.code, &*made.out), (code, "alert(1)"), "{made:?}");
        assert!(made.err.contains(line), "{line}: {made:?}");
    }
    let words = "a.js --no-check --limit 100 --zip a.zip";
    let made = minify(&workspace, words);
    assert_eq!(made.code, 1, "{made:?}");
    assert!(made.err.contains(" of 100 bytes, "), "{made:?}");
    assert!(workspace.path().join("a.zip").exists());
    minify(&workspace, "a.js --preset dwitter --zip b.zip")
        .refused("dwitter takes a script, without a wrapper and a container");
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_has_a_bar_on_a_terminal_only() {
    use std::io::Read;

    use crate::support::terminal;

    let workspace = folder();
    write(&workspace, "a.js", "alert(1)");
    let words = "minify a.js --no-check --wrapper none --out b.js --limit";
    let words: Vec<&str> = words.split(' ').collect();
    let shown = |limit: &str, variables: &[(&str, &str)]| {
        let mut command = workspace.command(&[&words[..], &[limit]].concat());
        command.env_remove("NO_COLOR").env_remove("COLUMNS");
        command.envs(variables.iter().copied());
        let (mut program, mut output) = terminal::spawn(command);
        program.wait().expect("it ends");
        let mut text = Vec::new();
        // A terminal whose programs have ended is an error.
        let _ = output.read_to_end(&mut text);
        String::from_utf8(text).expect("a text")
    };
    let plain = [("NO_COLOR", "1"), ("COLUMNS", "17")];
    let half = shown("16", &plain);
    assert!(
        half.contains(
            "\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2591}\u{2591}\u{2591}\u{2591} 50.0 %\r\n"
        ),
        "{half}"
    );
    let above = shown("4", &[("NO_COLOR", "1"), ("COLUMNS", "20")]);
    assert!(
        above.contains(&format!("{} 200.0 %\r\n", "\u{2588}".repeat(11))),
        "{above}"
    );
    let green = shown("16", &[("COLUMNS", "100")]);
    let bar = "\u{2588}".repeat(25) + &"\u{2591}".repeat(25);
    assert!(
        green.contains(&format!("\u{1b}[32m{bar}\u{1b}[0m 50.0 %")),
        "{green:?}"
    );
    let red = shown("4", &[("COLUMNS", "100")]);
    assert!(red.contains("\u{1b}[31m"), "{red:?}");
    assert!(!shown("16", &[("COLUMNS", "12")]).contains('\u{2588}'));
    let without = workspace.generate(&[&words[..], &["16"]].concat());
    assert!(
        without.err.contains("limit: 8 of 16 bytes, 8 left\n"),
        "{without:?}"
    );
    assert!(!without.err.contains('\u{2588}'), "{without:?}");
}
