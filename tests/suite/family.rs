//! The catalogs in `examples/` that draw and that change the document: they are fresh, their scenarios
//! hold, and a wrong page is a finding.

use std::fs;
use std::path::Path;

use crate::support::root;
use crate::support::workspace::{Run, Workspace, generate};

/// Runs `gen` on an example, for what writes nothing there.
fn example(name: &str, words: &[&str]) -> Run {
    let folder = |part: &str| format!("examples/{name}/{part}");
    let (templates, catalog) = (folder("templates"), folder("catalog"));
    let folders = ["--templates", &templates, "--catalog", &catalog];
    generate(&[words, &folders[..]].concat())
}

/// A folder with one page of an example, in which a text is another one.
fn changed(example: &str, page: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let file = format!("{page}.html");
    let path = root().join("examples").join(example).join("catalog");
    let text = fs::read_to_string(path.join(&file)).expect(page);
    assert_eq!(text.matches(from).count(), 1, "{from} in {page}");
    fs::write(folder.path().join(file), text.replace(from, to)).expect("written");
    folder
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("UTF-8")
}

#[test]
fn the_committed_examples_pass_the_gate_and_their_manuals_list_their_pages() {
    for (name, pages) in [("snake", "4 pages, "), ("list", "8 pages, ")] {
        let checked = example(name, &["check"]);
        assert_eq!(checked.code, 0, "{checked:?}");
        assert!(checked.out.starts_with(pages), "{}", checked.out);
        let manual = root().join(format!("examples/{name}/README.md"));
        let manual = fs::read_to_string(manual).expect("a manual");
        let sizes = example(name, &["sizes", "--quiet"]).good();
        for line in sizes
            .lines()
            .filter(|line| line.contains(&format!("{name}_")))
        {
            let mut words = line.split_whitespace();
            let page = words.next().expect("a page");
            let bytes = words.next().expect("a size");
            let row = format!("| `{page}` | {bytes} |");
            assert!(manual.contains(&row), "{name}: {row}");
        }
    }
}

#[test]
fn the_scenarios_of_the_examples_hold_and_reach_every_line() {
    for (name, held) in [
        ("tip", "7 scenarios, played on 6 readable pages: 0 failed\n"),
        (
            "snake",
            "6 scenarios, played on 4 readable pages: 0 failed\n",
        ),
        (
            "list",
            "6 scenarios, played on 8 readable pages: 0 failed\n",
        ),
    ] {
        let checked = example(name, &["scenarios", "check", "--coverage"]);
        assert_eq!(checked.code, 0, "{checked:?}");
        assert!(checked.out.starts_with(held), "{}", checked.out);
        assert!(checked.out.contains("\n0 of "), "{}", checked.out);
    }
    let few = example("list", &["scenarios", "check", "adds", "--coverage"]).good();
    assert!(few.contains("\ndelete.js:2: if (confirm("), "{few}");
    assert!(few.contains("\npage.js:12: document.title"), "{few}");
}

#[test]
fn the_largest_pages_of_the_examples_pass_in_chromium() {
    for (name, page) in [("snake", "snake_WS"), ("list", "list_EN_D")] {
        let verified = example(name, &["verify", page, "--quick"]);
        assert_eq!(verified.code, 0, "{verified:?}");
        assert!(verified.out.contains(", 0 findings"), "{}", verified.out);
        assert!(!verified.err.contains("warning"), "{}", verified.err);
    }
}

#[test]
fn a_wrong_text_is_found_by_scenarios_and_by_the_readable_page_and_replayed() {
    let pages = changed("list", "list_D", "Delete ", "Remove ");
    let words = ["verify", "list_D", "--quick", "--pages", path(pages.path())];
    let found = example("list", &words);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(
        found
            .out
            .contains("list_D fails scenarios in chrome: deletes\n"),
        "{found:?}"
    );
    assert!(found.out.contains("list_D fails mirror"), "{found:?}");
    let replays = found
        .out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("gen replay "));
    let replays: Vec<&str> = replays.collect();
    assert!(
        replays[0].ends_with("--scenario deletes list_D"),
        "{found:?}"
    );
    // A field with a text, an entry, and a click on it: nothing can go.
    assert_eq!(replays[1].matches("--step ").count(), 4, "{found:?}");
    let scenario = ["replay", "list_D", "--scenario", "deletes"];
    let pages = ["--pages", path(pages.path())];
    let replayed = example("list", &[&scenario[..], &pages].concat());
    assert_eq!(replayed.code, 1, "{replayed:?}");
    assert!(
        replayed.out.contains("confirm: Remove milk?"),
        "{replayed:?}"
    );
    assert_eq!(example("list", &scenario).code, 0);
}

#[test]
fn a_wrong_pixel_is_found_in_a_frame() {
    let pages = changed("snake", "snake_plain", "9,9)", "9,8)");
    let words = ["verify", "snake_plain", "--quick", "--format", "junit"];
    let found = example(
        "snake",
        &[&words[..], &["--pages", path(pages.path())]].concat(),
    );
    assert_eq!(found.code, 1, "{found:?}");
    assert_eq!(found.out.matches("<failure ").count(), 2, "{found:?}");
    assert!(
        found.out.contains("expected: canvas\n200x200 "),
        "{found:?}"
    );
}

#[test]
fn the_embedded_engine_says_what_it_lacks() {
    let refused = example("list", &["verify", "list_D", "--host", "embedded"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused
            .err
            .contains("the host embedded has no events for the step `click #field`"),
        "{refused:?}"
    );
    assert!(
        refused.err.contains("help: use --host chrome"),
        "{refused:?}"
    );
}

#[test]
fn a_scenario_is_recorded_once_and_a_change_of_the_fragments_is_a_finding() {
    let workspace = Workspace::tip();
    let scenarios = |words: &[&str]| {
        let host = ["--host", "embedded"];
        workspace.generate(&[&["scenarios"], words, &host].concat())
    };
    let file = "templates/scenarios/new.toml";
    let ten = "# Ten.\nanswers = [\"10\"]\nwithout = [\"R\", \"G\"]\n";
    workspace.write(file, ten);
    let missing = scenarios(&["check", "new"]);
    assert_eq!(missing.code, 1, "{missing:?}");
    assert!(
        missing.out.contains("gen scenarios record new"),
        "{missing:?}"
    );
    // All other games are played.
    let unready = workspace.generate(&["verify", "--host", "embedded"]);
    assert_eq!(unready.code, 1, "{unready:?}");
    let finding = "tip_plain fails scenarios in embedded: new is not recorded for this page\n";
    assert!(unready.out.contains(finding), "{unready:?}");
    let command = "\n  gen scenarios record new\n";
    assert!(unready.out.contains(command), "{unready:?}");
    assert!(unready.out.contains(", 1 finding\n"), "{unready:?}");
    let verdict = ["verify", "--host", "embedded", "--format", "json"];
    let verdict: serde_json::Value =
        serde_json::from_str(&workspace.generate(&verdict).out).expect("JSON");
    let tallies = verdict["tallies"].as_array().expect("tallies");
    let played = |suite: &str| {
        let of_suite = tallies.iter().filter(|tally| tally["suite"] == suite);
        of_suite.filter(|tally| tally["games"] != 0).count()
    };
    assert_eq!((played("scenarios"), played("mirror")), (6, 6), "{verdict}");
    let recorded = scenarios(&["record", "new"]).good();
    assert_eq!(recorded, "new: recorded, 2 outputs on 1 page\n");
    let text = workspace.read(file);
    let shown = "shown = [\n  \"prompt: Bill?\",\n  \"alert: 11.50\",\n]\n";
    assert!(
        text.starts_with("# Ten.\n") && text.ends_with(shown),
        "{text}"
    );
    assert!(scenarios(&["record"]).good().contains("new: unchanged"));
    workspace.edit("templates/parts/tip.js", "1.15", "1.25");
    let failed = scenarios(&["check"]);
    assert_eq!(failed.code, 1, "{failed:?}");
    assert!(
        failed
            .out
            .contains("new fails: tip_plain differs at output 2"),
        "{failed:?}"
    );
    assert!(
        failed.out.contains("alert: 11.50") || failed.out.contains("11.50"),
        "{failed:?}"
    );
    workspace.write(file, "with = [\"Z\"]\n");
    let unknown = scenarios(&["check"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(
        unknown
            .err
            .contains("the scenario new names Z, which is no flag"),
        "{unknown:?}"
    );
    let nothing = scenarios(&["check", "none"]);
    assert_eq!(nothing.code, 2, "{nothing:?}");
}

#[test]
fn one_scenario_holds_what_each_group_of_pages_shows() {
    let workspace = Workspace::tip();
    let run = |words: &[&str]| workspace.generate(&[words, &["--host", "embedded"]].concat());
    let file = "templates/scenarios/new.toml";
    workspace.write(file, "# Ten.\nanswers = [\"10\", \"3\"]\n");
    let recorded = run(&["scenarios", "record", "new"]).good();
    assert_eq!(recorded, "new: recorded, 5 groups of 6 pages\n");
    let text = workspace.read(file);
    let plain = "[[group]]\npages = [\"tip_plain\"]\nshown = [\n  \"prompt: Bill?\",\n";
    assert!(
        text.starts_with("# Ten.\n") && text.contains(plain),
        "{text}"
    );
    assert!(
        run(&["scenarios", "record", "new"])
            .good()
            .contains("unchanged")
    );
    run(&["scenarios", "check"]).good();
    run(&["verify"]).good();
    // Another text in one group is a finding on its page.
    workspace.write(file, &text.replacen("prompt: Bill?", "prompt: Bell?", 1));
    let wrong = run(&["verify", "--suite", "scenarios"]);
    assert_eq!(wrong.code, 1, "{wrong:?}");
    assert_eq!(
        wrong.out.matches(" fails scenarios in ").count(),
        1,
        "{wrong:?}"
    );
    let replayed = run(&["replay", "tip_plain", "--scenario", "new"]);
    assert!(
        replayed.code == 1 && replayed.out.contains("Bell?"),
        "{replayed:?}"
    );
    // A page in no group is not recorded; the others are played.
    let (before, _) = text.rsplit_once("\n[[group]]\n").expect("groups");
    workspace.write(file, before);
    let missing = run(&["verify"]);
    assert_eq!(missing.code, 1, "{missing:?}");
    let finding =
        "tip_R_G fails scenarios in embedded: new is not recorded for this page and 1 other page\n";
    assert!(missing.out.contains(finding), "{missing:?}");
    let checked = run(&["scenarios", "check", "new"]);
    assert!(
        checked.out.contains("tip_R_G is not recorded"),
        "{checked:?}"
    );
    let refused = run(&["replay", "tip_R_G", "--scenario", "new"]);
    assert!(
        refused.code == 2 && refused.err.contains("scenarios record new"),
        "{refused:?}"
    );
    // The pages show the same where the page asks for the bill only.
    workspace.write(
        file,
        "answers = [false]\nignore = [\"alert\", \"prompt\"]\n",
    );
    let one = run(&["scenarios", "record", "new"]).good();
    assert!(one.contains(" on 6 pages\n"), "{one}");
    assert!(!workspace.read(file).contains("[[group]]"));
    // A name that no page has.
    workspace.write(file, &text.replace("tip_R_GU", "tip_R_U"));
    let gone = run(&["scenarios", "check", "new"]);
    assert!(
        gone.code == 1 && gone.out.contains("a group has tip_R_U"),
        "{gone:?}"
    );
}

#[test]
fn a_flag_may_require_itself() {
    let workspace = Workspace::tip();
    workspace.edit(
        "templates/catalog.toml",
        "requires = [\"G\"]",
        "requires = [\"G\", \"U\"]",
    );
    let checked = workspace.generate(&["check"]).good();
    assert!(checked.starts_with("6 pages, "), "{checked}");
}

#[test]
fn a_scenario_leaves_out_outputs_and_sets_fields() {
    let workspace = Workspace::empty();
    let page = "<!doctype html>\n<canvas id=c width=9 height=9></canvas><input id=i value=1>\n<script>\n\
                pen = c.getContext('2d');\ni.oninput = () => {\n  \
                pen.fillStyle = 'rgb(' + crypto.getRandomValues(new Uint8Array(3)) + ')';\n  pen.fillRect(0, 0, 9, 9);\n  \
                document.title = 2 * i.value;\n};\n</script>\n";
    workspace.write("double.html", page);
    let init = ["init", "double", "--from", "double.html"];
    workspace.generate(&init).good();
    let inside = |words: &[&str]| {
        let mut command = workspace.command(words);
        command.current_dir(workspace.path().join("double"));
        Run::of(command.output().expect("gen runs"))
    };
    inside(&["--all"]).good();
    let file = "double/templates/scenarios/twice.toml";
    let steps = "steps = [\"click #i\", \"set 12\", \"key Backspace\", \"clear\"]\n";
    let folder = workspace.path().join("double/templates/scenarios");
    std::fs::create_dir_all(folder).expect("a folder");
    workspace.write(file, steps);
    inside(&["scenarios", "record"]).good();
    let differs = inside(&["scenarios", "check"]);
    assert_eq!(differs.code, 1, "{differs:?}");
    workspace.write(file, &format!("ignore = [\"canvas\"]\n{steps}"));
    inside(&["scenarios", "record"]).good();
    let recorded = workspace.read(file);
    assert!(!recorded.contains("\"canvas: "), "{recorded}");
    let titles = ["title: 24", "title: 2\"", "title: 0"];
    assert!(
        titles.iter().all(|title| recorded.contains(title)),
        "{recorded}"
    );
    inside(&["scenarios", "check"]).good();
    let verified = inside(&["verify", "--suite", "scenarios"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    workspace.write(file, &recorded.replace("title: 24", "title: 25"));
    let found = inside(&["verify", "--suite", "scenarios"]);
    assert_eq!(found.code, 1, "{found:?}");
    workspace.write(file, &format!("ignore = [\"pixels\"]\n{steps}"));
    let unknown = inside(&["scenarios", "check"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(
        unknown
            .err
            .contains("`pixels` under `ignore` is no kind of output"),
        "{unknown:?}"
    );
}

#[test]
fn suites_are_named_with_commas() {
    let suites = |words: &[&str]| -> Vec<String> {
        let verify = [
            "verify",
            "tip_plain",
            "--host",
            "embedded",
            "--quick",
            "--format",
            "json",
        ];
        let verdict = example("tip", &[&verify[..], words].concat()).good();
        let verdict: serde_json::Value = serde_json::from_str(&verdict).expect("JSON");
        let tallies = verdict["tallies"].as_array().expect("tallies");
        let names = tallies
            .iter()
            .map(|tally| tally["suite"].as_str().expect("a name"));
        names.map(str::to_owned).collect()
    };
    assert_eq!(suites(&["--suite", "mirror"]), ["mirror"]);
    let both = suites(&["--suite", "mirror,scenarios"]);
    assert_eq!(both, suites(&["--suite", "mirror", "--suite", "scenarios"]));
    assert_eq!(both.len(), 2);
    let unknown = example("tip", &["verify", "--suite", "mirror,none"]);
    assert!(
        unknown.err.contains("there is no suite `none`"),
        "{unknown:?}"
    );
}
