//! `gen` in a shell: completions, manual pages, help, colours, --quiet, pipes.

use std::fs::{self, File};
use std::process::Stdio;

use crate::support::workspace::{Run, Workspace, command, files, generate};

/// Every command, as `gen --help` lists them.
fn commands() -> Vec<String> {
    let help = generate(&["--help"]).good();
    let (_, list) = help.split_once("\nCommands:\n").expect("a list");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names: Vec<_> = lines
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    assert!(names.len() >= 15, "{names:?}");
    names
}

#[test]
fn every_help_has_an_example() {
    let mut helps = vec![("gen".to_owned(), generate(&["--help"]).good())];
    for name in commands() {
        helps.push((name.clone(), generate(&[&name, "--help"]).good()));
    }
    for (name, help) in helps {
        let (_, example) = help
            .split_once("Example")
            .unwrap_or_else(|| panic!("{name}: {help}"));
        assert!(example.contains("gen "), "{name}: {help}");
        let wanted = if name == "gen" {
            "gen --all".to_owned()
        } else {
            format!("gen {name}")
        };
        assert!(example.contains(&wanted), "{name}: {help}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let workspace = Workspace::empty();
    let written = workspace.generate(&["man", "--out", "man"]);
    assert_eq!((written.code, written.out.as_str()), (0, ""), "{written:?}");
    let pages = files(&workspace.path().join("man"));
    let mut expected: Vec<_> = commands()
        .iter()
        .map(|name| format!("gen-{name}.1"))
        .collect();
    expected.push("gen.1".to_owned());
    expected.sort();
    let names: Vec<_> = pages.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, expected);
    for (name, page) in pages {
        let page = String::from_utf8(page).expect("UTF-8");
        let title = name.trim_end_matches(".1");
        assert!(page.contains(&format!(".TH {title} 1")), "{page}");
        let command = title.strip_prefix("gen-");
        let printed = workspace.generate(&[&["man"][..], command.as_slice()].concat());
        assert_eq!(printed.good(), page);
    }
    let whole = workspace.generate(&["man"]).good();
    for name in commands() {
        assert!(
            whole.contains(&format!("gen\\-{name}(1)")),
            "{name}: {whole}"
        );
    }
}

#[test]
fn every_shell_has_completions() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = generate(&["completions", shell]).good();
        for name in &commands {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_and_their_options() {
    let workspace = Workspace::chess();
    let script = workspace.generate(&["completions", "bash"]).good();
    fs::write(workspace.path().join("gen.bash"), script).expect("written");
    for (words, wanted) in [
        ("gen wat", "watch"),
        ("gen sizes --for", "--format"),
        ("gen sizes --format m", "markdown"),
        ("gen --color n", "never"),
        ("gen explain index_TMP_D_S", "index_TMP_D_S index_TMP_D_SU"),
    ] {
        let line = format!(
            "source gen.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             word=${{COMP_WORDS[COMP_CWORD]}}; before=${{COMP_WORDS[COMP_CWORD - 1]}}; \
             _gen gen \"$word\" \"$before\"; echo \"${{COMPREPLY[@]}}\""
        );
        let output = workspace.system("bash", &["-c", &line]).output();
        let offered = Run::of(output.expect("bash runs")).good();
        assert_eq!(offered.trim(), wanted, "{words}");
    }
}

#[test]
fn quiet_prints_errors_only() {
    let workspace = Workspace::tip();
    // Before the first commit there is a note.
    workspace.git(&["init", "--quiet"]);
    let usual = workspace.generate(&["sizes"]);
    assert!(
        usual
            .err
            .contains("note: the last commit has no size record"),
        "{usual:?}"
    );
    for arguments in [
        &["sizes", "--quiet"][..],
        &["-q", "sizes"],
        &["--all", "--quiet"],
        &["record", "-q"],
        &[
            "check",
            "-q",
            "--baseline",
            "nowhere",
            "--allow-missing-baseline",
        ],
    ] {
        let quiet = workspace.generate(arguments);
        assert_eq!((quiet.code, quiet.err.as_str()), (0, ""), "{arguments:?}");
        assert!(!quiet.out.is_empty(), "{arguments:?}");
    }
    let failed = workspace.generate(&["build", "index_Q", "--quiet"]);
    assert_eq!((failed.code, failed.out.as_str()), (2, ""));
    assert!(
        failed.err.starts_with("error: there is no variant"),
        "{failed:?}"
    );
}

#[test]
fn colours_follow_the_option_and_the_environment() {
    let workspace = Workspace::tip();
    workspace.edit("templates/parts/group.js", "'How many?'", "'How many??'");
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = workspace.command(arguments);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        let run = Run::of(command.output().expect("gen runs"));
        (run.out + &run.err).contains('\u{1b}')
    };
    let none = &[][..];
    let sizes = |more: &[&'static str]| [&["sizes", "--baseline", "catalog"][..], more].concat();
    // Data, help, and errors in the command line.
    for line in [&sizes(&[])[..], &["sizes", "--help"], &["nonsense"]] {
        let with = |color: &'static str| [&["--color", color][..], line].concat();
        assert!(!coloured(line, none), "{line:?}");
        assert!(coloured(&with("always"), none), "{line:?}");
        assert!(coloured(&with("always"), &[("NO_COLOR", "1")]), "{line:?}");
        assert!(
            !coloured(&with("never"), &[("CLICOLOR_FORCE", "1")]),
            "{line:?}"
        );
        assert!(coloured(line, &[("CLICOLOR_FORCE", "1")]), "{line:?}");
        let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
        assert!(!coloured(line, &both), "{line:?}");
    }
    assert!(coloured(&sizes(&["--color=always"]), none));
    let markdown = ["--color=always", "--format", "markdown"];
    assert!(!coloured(&sizes(&markdown), none));
    let failed = workspace.generate(&["sizes", "--color", "sometimes"]);
    assert_eq!(failed.code, 2);
}

#[test]
fn columns_sets_the_width_of_help_and_tables() {
    let workspace = Workspace::chess();
    let width = |arguments: &[&str], columns: Option<&str>| {
        let mut command = workspace.command(arguments);
        command.env_remove("COLUMNS");
        command.envs(columns.map(|columns| ("COLUMNS", columns)));
        let text = Run::of(command.output().expect("gen runs")).good();
        let widths = text.lines().map(|line| line.chars().count());
        widths.max().expect("a line")
    };
    for (arguments, columns) in [
        (&["sizes", "-h"][..], 90),
        (&["help", "verify"], 90),
        (&["sizes", "-q", "--experiments"], 114),
    ] {
        assert!(width(arguments, None) > columns, "{arguments:?}");
        let narrow = width(arguments, Some(&columns.to_string()));
        assert!((60..=columns).contains(&narrow), "{arguments:?}: {narrow}");
    }
}

/// Commands that print, with arguments that keep them short.
const PRINTING: [&[&str]; 20] = [
    &["--help"],
    &["help", "sizes"],
    &["--version"],
    &["build", "index_L1"],
    &["source", "index_L1"],
    &["explain", "index_L1"],
    &["sizes"],
    &["sizes", "--format", "csv"],
    &["compare", "index_L1", "index_T"],
    &["compare", "catalog", "catalog", "--format", "json"],
    &["cost", "--pairs"],
    &["check"],
    &["verify", "--plan", "index_L1"],
    &[
        "verify", "index_L1", "--host", "embedded", "--quick", "--suite", "dialogs",
    ],
    &["replay", "index_L1", "e2e4", "--host", "embedded"],
    &["perft", "3"],
    &["play", "index_L1"],
    &["publish", "--check"],
    &["completions", "bash"],
    &["man"],
];

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in PRINTING {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("gen runs");
        drop(child.stdout.take());
        drop(child.stdin.take());
        let run = Run::of(child.wait_with_output().expect("it ends"));
        assert!(
            run.code == 0 && run.err.is_empty(),
            "{arguments:?}: {run:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_stdout_is_an_error() {
    for arguments in PRINTING {
        let full = File::options().write(true).open("/dev/full");
        let output = command(arguments)
            .stdin(Stdio::null())
            .stdout(full.expect("a device"))
            .output()
            .expect("gen runs");
        let run = Run::of(output);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(
            run.err.contains("No space left on device"),
            "{arguments:?}: {run:?}"
        );
    }
}

#[test]
fn a_negative_number_is_refused_with_the_range() {
    for (words, range) in [
        (&["verify", "--seed", "-1"][..], "from 0 on"),
        (&["minify", "a.js", "--seed", "-1"], "from 0 on"),
        (&["pack", "--seed", "-1"], "from 0 on"),
        (&["pack", "--effort", "-1"], "from 1 to 1000000000"),
        (&["golf", "--candidates", "-20"], "from 1 on"),
        (&["perft", "-3"], "from 0 on"),
    ] {
        let run = generate(words);
        assert_eq!(run.code, 2, "{run:?}");
        let expected = format!("expected a whole number {range}");
        assert!(run.err.contains(&expected), "{words:?}: {run:?}");
    }
}
