//! What `gen minify`, `gen golf` and `gen init` take besides classic scripts and pages in UTF-8, and what they say of
//! sources that browsers do not run.

use std::fs;

use crate::support::file::{folder, minify, write};
use crate::support::recorder::shown;
use crate::support::workspace::{Run, Workspace};

const TYPED: &str = "\
// Types.
interface Player { name: string; score: number }

enum Colour { Red, Blue = 5 }
type Pair<T> = [T, T];
class Board<T extends Player> {
  private readonly cells: Pair<number> = [1, 2];
  constructor(public owner: T, protected size = 3) {}
  sum(this: Board<T>): number { return this.cells[0]! + this.size; }
}
namespace Tools { export const twice = (n: number): number => n * 2; }
const board = new Board<Player>({ name: 'Ann', score: 1 } as Player);
console.log(board.sum(), Colour.Blue, Tools.twice(4), board.owner.name satisfies string);
";

#[test]
fn the_types_of_typescript_go() {
    let workspace = folder();
    write(&workspace, "board.ts", TYPED);
    let small = minify(&workspace, "board.ts --wrapper none").good();
    assert_eq!(shown(&small), ["log 4 5 8 Ann"], "{small}");
    let page = minify(&workspace, "board.ts");
    let sizes = format!(
        "board.ts: {} bytes instead of {}",
        page.out.len(),
        TYPED.len()
    );
    assert!(page.err.contains(&sizes), "{page:?}");
    // Errors and warnings name the lines of the file.
    for (text, said) in [
        ("let a: number = 1;\nlet b: = 2;", "error: a.ts:2: "),
        (
            "interface A {\n}\n\nlet b: A = {};\n@b class C {}",
            "error: a.ts:5: no browser runs decorators",
        ),
        (
            "interface A {\n}\n\nlet b: A = {};\nwith (b) alert(b);",
            "note: the name `b` stays: a `with` or a direct `eval` may find it",
        ),
        (
            "type A = string;\n// c\nlet b: A = prompt('')!;\nFunction(b)();",
            "warning: a.ts:4: ",
        ),
    ] {
        write(&workspace, "a.ts", text);
        let run = minify(&workspace, "a.ts");
        assert!(run.err.contains(said), "{run:?}");
    }
    let search = workspace.generate(&["golf", "board.ts", "--oracle", "mirror"]);
    assert_eq!(search.code, 2, "{search:?}");
    let compile = "help: compile it first: npx esbuild board.ts --outfile=board.js";
    assert!(search.err.contains(compile), "{search:?}");
}

#[test]
fn sources_that_browsers_do_not_run_are_refused_with_the_command_to_run_first() {
    let workspace = folder();
    let bundle = "npx esbuild a.js --bundle --outfile=bundle.js";
    for (file, text, said, help) in [
        (
            "a.js",
            "alert(await 1)",
            "a.js:1: `await` is only",
            "`(async () => { … })()`",
        ),
        (
            "a.js",
            "let a:number=1",
            "a.js:1: the script is TypeScript",
            "with the extension .ts",
        ),
        (
            "a.js",
            "a=()=><p>b</p>",
            "a.js:1: the script is JSX",
            bundle,
        ),
        (
            "a.tsx",
            "a=(b:string)=><p>{b}</p>",
            "a.tsx:1: the script is JSX",
            "npx esbuild a.tsx --bundle",
        ),
        (
            "a.html",
            "<p>\n<script>let a:number=1</script>",
            "a.html:2: the script is TypeScript",
            "write it into a file of its own",
        ),
    ] {
        write(&workspace, file, text);
        let minified = minify(&workspace, file);
        assert_eq!((minified.code, &minified.out[..]), (2, ""), "{minified:?}");
        assert!(
            minified.err.starts_with(&format!("error: {said}")),
            "{minified:?}"
        );
        assert!(minified.err.contains(help), "{minified:?}");
        let golfed = workspace.generate(&["golf", file, "--oracle", "mirror", "--fresh"]);
        if !file.ends_with(".ts") {
            assert_eq!(golfed.err, minified.err, "{text}");
        }
        for word in ["fragment", "manifest", "include"] {
            assert!(!minified.err.contains(word), "{minified:?}");
        }
    }
    let module = "<p>a</p>\n<script type=module>import 'https://a.invalid';alert( 1 )</script>";
    write(&workspace, "module.html", module);
    let kept = minify(&workspace, "module.html");
    let note = "note: the module on line 2 stays a module: it imports a module of another host";
    assert!(kept.err.contains(note), "{kept:?}");
    assert!(kept.good().contains("import'https://a.invalid';alert(1)<"));
    let refused = workspace.generate(&["init", "new", "--from", "module.html"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused
            .err
            .contains("module.html:2: the module stays a module"),
        "{refused:?}"
    );
    let help = "import files of this folder or packages only";
    assert!(refused.err.contains(help), "{refused:?}");
}

/// Runs `gen` with a text on stdin.
fn with_input(workspace: &Workspace, words: &[&str], input: &[u8]) -> Run {
    let file = workspace.path().join("input");
    fs::write(&file, input).expect("written");
    let mut command = workspace.command(words);
    command.stdin(fs::File::open(file).expect("the input"));
    Run::of(command.output().expect("gen runs"))
}

#[test]
fn stdin_has_a_script_or_a_page() {
    let workspace = folder();
    let minified = |input: &[u8]| with_input(&workspace, &["minify", "-"], input).good();
    assert_eq!(minified(b"alert( 1 )"), "<SVG onload=alert(1)>");
    let page = "\n<p>a</p>\n<script>alert( 1 )</script>";
    let small = "<p>a</p><script>alert(1)</script>";
    assert_eq!(minified(page.as_bytes()), small);
    let marked: Vec<u8> = format!("\u{feff}{page}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(minified(&marked), format!("\u{feff}{small}"));
}

#[test]
fn a_catalog_starts_from_a_page_in_any_encoding_and_from_stdin() {
    let workspace = folder();
    let page = "<!doctype html>\n<meta charset=utf-8>\n<title>\u{e9}\u{2211}</title>\n<style>p:before{content:'\u{e9}a'}</style>\n\
                <p title=\u{e9}>\u{1f600}\n<script>\nunread = 1;\nalert('\u{e9}');\n</script>\n";
    let marked = format!("\u{feff}{page}");
    let wide: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let catalog = |name: &str, from: &str, bytes: &[u8]| {
        fs::write(workspace.path().join("page.html"), bytes).expect("written");
        let made = with_input(&workspace, &["init", name, "--from", from], bytes);
        // The build would refuse a name that nothing reads.
        assert!(made.err.contains("the name `unread` stays"), "{made:?}");
        made.good();
        let mut all = workspace.command(&["--all"]);
        all.current_dir(workspace.path().join(name));
        Run::of(all.output().expect("gen runs")).good();
        workspace.read(&format!("{name}/catalog/{name}_plain.html"))
    };
    let built = catalog("plain", "page.html", page.as_bytes());
    let head = "<!doctype html>\n<meta charset=utf-8>\n<title>&#233;&#8721;</title>\n<style>p:before{content:'\\e9 a'}</style>\n\
                <p title=&#233;>&#128512;\n<script>";
    assert!(built.starts_with(head), "{built}");
    for (name, from, bytes) in [
        ("marked", "page.html", marked.as_bytes()),
        ("wide", "page.html", &wide[..]),
        ("stdin", "-", &wide[..]),
    ] {
        assert_eq!(catalog(name, from, bytes), built, "{name}");
    }
    write(
        &workspace,
        "page.html",
        "<iframe>\u{e9}</iframe><script>alert(1)</script>",
    );
    let refused = workspace.generate(&["init", "other", "--from", "page.html"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("outside ASCII"), "{refused:?}");
}
