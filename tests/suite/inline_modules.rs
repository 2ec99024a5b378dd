//! `gen minify`: modules in the text of a page.

use std::fs;

use crate::support::file::{folder_with, minify, minify_bare, write, write_esbuild};
use crate::support::needs::bundlers;
use crate::support::workspace::Workspace;

/// A program that stands for esbuild: it writes the files that a module imports by their whole paths, then the module.
const BUNDLER: &str = r#"if grep -q broken "$entry"; then echo "$entry:4:1: it is broken" >&2; exit 1; fi
files=$(sed -n 's/^import .*"\(.*\)";$/\1/p' "$entry")
(echo '(()=>{'; cat $files "$entry" | sed '/^import/d;s/^export //'; echo '})()') > "$out"
(printf '{"inputs":{'; for file in $files; do printf '"%s":{},' "$file"; done; echo '"<runtime>":{}}}') > "$map"
"#;

const PAGE: &str = "<!doctype html>\n<title>G</title>\n<script type=module>\nimport { twice } from './lib.js';\n\
    import '/more/own.js';\nlet score = 0;\nonkeydown = event => {\n  score += twice(event.keyCode);\n  \
    document.title = score;\n};\n</script>\n<p id=box>a</p>\n";

fn game(program: &str) -> Workspace {
    let workspace = folder_with(&[
        ("index.html", PAGE),
        ("lib.js", "export const twice = value => value * 2;\n"),
        ("more/own.js", "document.title = box.id;\n"),
    ]);
    write_esbuild(&workspace, program);
    workspace
}

#[test]
fn a_module_in_the_page_is_bundled_from_its_folder() {
    let workspace = game(BUNDLER);
    let made = minify(&workspace, "game/index.html");
    for line in [
        "the module on line 3 of game/index.html: bundled with 2 other files by esbuild 9.8.7\n",
        "compared with the folder in chrome: ",
        "compared with the file and 2 files in it, in chrome: ",
        "sources: 3 files, ",
    ] {
        assert!(made.err.contains(line), "{line}: {made:?}");
    }
    assert!(!made.err.contains("warning"), "{made:?}");
    let page = made.good();
    // A module runs after the page is read.
    let start = "<!doctype html><title>G</title><p id=box>a</p><script>'use strict';";
    assert!(
        page.starts_with(start) && page.ends_with("</script>"),
        "{page}"
    );
    assert!(
        !page.contains("import") && page.contains("box.id"),
        "{page}"
    );
}

#[test]
fn a_module_that_imports_nothing_needs_no_bundler() {
    let workspace = game("");
    let page = "<!doctype html>\n<title>G</title>\n<script type=module>\nvar total = String(this);\n\
        function pressed(event) {\n  document.title = total += event.keyCode + typeof window.total;\n}\n\
        onkeydown = pressed;\n</script>\n<p>a</p>\n";
    write(&workspace, "game/index.html", page);
    let made = minify(&workspace, "game/index.html");
    // The module and the script that it becomes are of the same page.
    assert_eq!(made.err.matches("compared with ").count(), 1, "{made:?}");
    assert!(made.err.contains("compared with the file in chrome: "));
    assert!(!made.err.contains("warning"), "{made:?}");
    let made = made.good();
    assert!(made.contains("<p>a</p><script>'use strict';"), "{made}");
    assert_eq!(
        minify_bare(&workspace, "game/index.html --no-check").good(),
        made
    );
    // An error has its place in the page.
    let wrong = page.replace("onkeydown = pressed", "with (a);");
    write(&workspace, "game/index.html", &wrong);
    let failed = minify_bare(&workspace, "game/index.html --no-check");
    assert!(failed.err.contains("index.html:8: "), "{failed:?}");
}

#[test]
fn without_a_bundler_one_sentence_says_how_to_get_one() {
    let workspace = game("");
    let failed = minify_bare(&workspace, "game/index.html --no-check");
    let said = "error: game/index.html:3:21: game/index.html has a module, and there is no bundler: neither esbuild nor \
        rolldown\nhelp: install one: npm install --save-dev esbuild\n";
    assert_eq!((failed.code, &*failed.err), (2, said));
    let kept = minify_bare(&workspace, "game/index.html --no-check --keep-files");
    assert!(kept.out.contains("import'/more/own.js'"), "{kept:?}");
}

#[test]
fn what_the_bundler_says_names_the_page() {
    let workspace = game(BUNDLER);
    write(
        &workspace,
        "game/index.html",
        &PAGE.replace("score", "broken"),
    );
    let failed = minify(&workspace, "game/index.html --no-check");
    let said = "esbuild 9.8.7 cannot bundle the module on line 3 of game/index.html:\ngame/index.html:4:1: it is broken\n";
    assert!(failed.err.contains(said), "{failed:?}");
    assert_eq!(failed.code, 2);
}

#[test]
fn a_module_that_cannot_be_bundled_stays_with_its_reason() {
    let workspace = game(BUNDLER);
    for (module, reason) in [
        (
            "import'https://a.invalid/b.js'",
            "it imports a module of another host, or by an import map",
        ),
        (
            "document.write(1)",
            "it reads its own element, or how far the page has loaded",
        ),
        ("let =", "no smaller module shows the same"),
    ] {
        let page = format!("<p>\n<script type=module>{module}</script>");
        write(&workspace, "game/index.html", &page);
        let made = minify(&workspace, "game/index.html --no-check");
        let note = format!("note: the module on line 2 stays as it is: {reason}\n");
        assert!(made.err.contains(&note), "{made:?}");
        assert!(made.good().contains(module));
    }
}

#[test]
fn a_module_with_await_at_its_top_level_stays_a_module_without_a_bundler() {
    let workspace = game("");
    let page = "<title>G</title>\n<script type=module>\nconst first = await Promise.resolve(12);\n\
        const second = await Promise.resolve(first + 1);\ndocument.title = first + second;\n</script>\n<p>a</p>\n";
    write(&workspace, "game/index.html", page);
    let made = minify_bare(&workspace, "game/index.html --no-check");
    let note =
        "note: the module on line 2 stays a module: it has an `await` outside of functions\n";
    assert!(made.err.contains(note), "{made:?}");
    let page = made.good();
    let start = "<title>G</title><script type=module>";
    assert!(
        page.starts_with(start) && page.contains("=await Promise"),
        "{page}"
    );
    assert!(!page.contains("first"), "{page}");
    // A file that it imports stays beside the page.
    let page = "<script type=module>\nimport { twice } from './lib.js';\ndocument.title = await twice(1);\n</script>";
    write(&workspace, "game/index.html", page);
    let made = minify_bare(&workspace, "game/index.html --no-check");
    let note = "note: game/lib.js stays outside of the page (game/index.html:2:23): ";
    assert!(made.err.contains(note), "{made:?}");
    assert!(made.good().contains("from'./lib.js'"));
}

#[test]
fn modules_that_share_one_run_it_once() {
    let page = "<!doctype html><title>G</title>\n<script type=module src=first.js></script>\n\
        <script type=module>\nimport { list } from './state.js';\nlist.push('inline');\n\
        onkeydown = () => document.title = list;\n</script>\n<p>a</p>";
    for bundler in bundlers() {
        let workspace = game("");
        write(&workspace, "game/index.html", page);
        write(&workspace, "game/state.js", "export const list = [];\n");
        write(
            &workspace,
            "game/first.js",
            "import { list } from './state.js';\nlist.push('first');\n",
        );
        let made = minify(&workspace, &format!("game/index.html --bundler {bundler}"));
        let line = "compared with the folder in chrome: ";
        assert!(made.err.contains(line), "{made:?}");
        let page = made.good();
        assert_eq!(page.matches("<script>").count(), 1, "{page}");
        assert_eq!(page.matches("=[]").count(), 1, "{page}");
        // They must run in their order, and a script is between them.
        let workspace_page = page_between();
        write(&workspace, "game/index.html", &workspace_page);
        let kept = minify(
            &workspace,
            &format!("game/index.html --no-check --bundler {bundler}"),
        );
        let reason = "it shares a module with another script, and what is between them or an attribute keeps them apart";
        for note in [
            format!(
                "note: game/first.js stays outside of the page (game/index.html:1:21): {reason}\n"
            ),
            format!("note: the module on line 3 stays as it is: {reason}\n"),
        ] {
            assert!(kept.err.contains(&note), "{note}: {kept:?}");
        }
        kept.good();
    }
}

fn page_between() -> String {
    "<script type=module src=first.js></script>\n<script defer src=more/own.js></script>\n\
     <script type=module>import { list } from './state.js'; alert(list)</script><p id=box>a</p>"
        .to_owned()
}

#[test]
fn packages_and_what_no_script_can_do_are_as_in_files() {
    for bundler in bundlers() {
        let workspace = game("");
        fs::create_dir_all(workspace.path().join("node_modules/inner")).expect("a folder");
        fs::create_dir_all(workspace.path().join("game/node_modules/outer")).expect("a folder");
        write(
            &workspace,
            "node_modules/inner/index.js",
            "export default 'of inner';\n",
        );
        write(
            &workspace,
            "game/node_modules/outer/index.js",
            "export default 'of outer';\n",
        );
        let page = "<script type=module>import a from 'inner'; import b from 'outer'; alert(a + b)</script>";
        write(&workspace, "game/index.html", page);
        let words = format!("game/index.html --no-check --bundler {bundler}");
        let made = minify(&workspace, &words).good();
        assert!(made.contains("of innerof outer"), "{made}");
        write(
            &workspace,
            "game/index.html",
            "<p>\n<script type=module>\nimport '/none.js'</script>",
        );
        let failed = minify(&workspace, &words);
        for part in [
            "/none.js",
            "leads from the folder of the page in its own text",
        ] {
            assert!(failed.err.contains(part), "{part}: {failed:?}");
        }
    }
}
