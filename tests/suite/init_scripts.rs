//! `gen init --from`: pages with several scripts, with event handlers and modules, and scripts without a page.

use crate::init::in_folder;
use crate::support::file::{folder, write};
use crate::support::workspace::Workspace;

/// Starts a catalog from a file, builds it, and compares its page with the readable page. Returns the page.
fn started(workspace: &Workspace, file: &str, host: &str) -> String {
    workspace.generate(&["init", "new", "--from", file]).good();
    let inside = |words: &[&str]| in_folder(workspace, "new", words);
    inside(&["--all"]).good();
    inside(&["check"]).good();
    let verified = inside(&["verify", "--host", host]);
    assert!(verified.out.contains("0 findings"), "{verified:?}");
    workspace.read("new/catalog/new_plain.html")
}

const COUNT: &str = "<!doctype html>\n<title>Count</title>\n<script>\nvar amount = 2;\n</script>\n\
    <p id=out>0</p>\n<button onclick=\"add(amount)\">More</button>\n<script>\nvar total = 0;\n\
    function add(number) {\n  total += number;\n  out.textContent = total + ' \u{2211}';\n}\n\
    onkeydown = event => add(event.keyCode);\n</script>\n<a href=\"javascript:add(9)\">9</a>\n";

#[test]
fn the_largest_script_of_a_page_is_the_fragment_and_the_rest_stays_in_the_html() {
    let workspace = folder();
    write(&workspace, "count.html", COUNT);
    let started_with = workspace.generate(&["init", "other", "--from", "count.html"]);
    let note = "note: the fragment is the largest script; in the HTML of the catalog, as they are: 1 script, \
        1 event handler, 1 link\n";
    assert!(started_with.err.contains(note), "{started_with:?}");
    let page = started(&workspace, "count.html", "chrome");
    let manifest = workspace.read("new/templates/catalog.toml");
    let keep = "\nkeep = [\"add\", \"onkeydown\", \"out\"]\n";
    assert!(manifest.contains(keep), "{manifest}");
    let fragment = workspace.read("new/templates/page.js");
    assert!(fragment.starts_with("var total = 0;\n"), "{fragment}");
    assert!(!page.contains("number"), "{page}");
    for part in [
        "var amount = 2;",
        "add(amount)",
        "javascript:add(9)",
        "out.textContent=",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

/// A short name must not be that of another script.
#[test]
fn other_scripts_keep_their_names_for_themselves() {
    let workspace = folder();
    let page = "<script>var b = 1, c = 2, d = 3, e = 4, t = 5, n = 6;\nfunction show() { return [b, c, d, e, t, n]; }\n\
        </script>\n<p id=out></p>\n<script>\nvar first = 10, second = 20, third = 30;\n\
        onkeydown = event => {\n  first += event.keyCode; second += first; third += second;\n  \
        out.textContent = [first, second, third, show()];\n};\n</script>\n";
    write(&workspace, "names.html", page);
    started(&workspace, "names.html", "chrome");
}

#[test]
fn an_event_handler_is_the_fragment_of_a_page_without_scripts() {
    let workspace = folder();
    let page = "<!doctype html>\n<title>Press</title>\n<p id=out>0</p>\n\
        <button onclick=\"var next = +out.textContent + 1; next = next * 2; out.textContent = next\">More</button>\n\
        <button onclick='out.textContent = \"0\"'>Again</button>\n";
    write(&workspace, "press.html", page);
    let page = started(&workspace, "press.html", "chrome");
    assert!(!page.contains("next"), "{page}");
    assert!(page.contains("out.textContent = \"0\""), "{page}");
    let manifest = workspace.read("new/templates/catalog.toml");
    assert!(
        manifest.contains("write the other quotation marks"),
        "{manifest}"
    );
}

#[test]
fn a_module_that_stays_a_module_is_beside_the_fragment() {
    let workspace = folder();
    let page = "<!doctype html>\n<title>Wait</title>\n<p id=out>0</p>\n<script type=module>\n\
        const value = await Promise.resolve(5);\nglobalThis.late(value);\n</script>\n<script>\n\
        var long = 1;\nfunction late(number) {\n  out.textContent = number + long;\n}\n\
        onkeydown = event => late(event.keyCode);\n</script>\n";
    write(&workspace, "wait.html", page);
    let page = started(&workspace, "wait.html", "chrome");
    assert!(page.contains("<script type=module>"), "{page}");
    assert!(page.contains("await Promise.resolve(5)"), "{page}");
    assert!(page.contains("function late("), "{page}");
}

#[test]
fn a_catalog_starts_from_a_script() {
    let workspace = folder();
    let page = started(&workspace, "sum.js", "embedded");
    assert!(page.starts_with("<SVG onload="), "{page}");
    std::fs::remove_dir_all(workspace.path().join("new")).expect("removed");
    write(
        &workspace,
        "typed.ts",
        "let total: number = 0;\ntotal += +prompt('How many?')!;\ndocument.title = `${total}`;\n",
    );
    let page = started(&workspace, "typed.ts", "chrome");
    assert!(!page.contains("number"), "{page}");
}

#[test]
fn what_can_be_no_fragment_is_refused_with_its_place() {
    let workspace = folder();
    for (file, text, said) in [
        (
            "a.html",
            "<p>\n<script type=module>await 1</script>",
            "error: a.html:2: the module stays a module (it has an `await` outside of functions), and a fragment \
             is a classic script\nhelp: put code that waits into an async function",
        ),
        (
            "b.html",
            "<p>\n<b onclick='this.remove()'>a</b>",
            "error: b.html:2: no event handler can be a fragment",
        ),
        (
            "c.html",
            "<p>a",
            "error: c.html: the page has no script\nhelp: ",
        ),
        (
            "d.html",
            "<script src=https://a.invalid/b.js></script>",
            "error: d.html: all scripts are files of other hosts\n",
        ),
        ("e.mjs", "export let a = 1", "e.mjs:1: "),
        ("f.js", " \n", "f.js: the script is empty"),
    ] {
        write(&workspace, file, text);
        let refused = workspace.generate(&["init", "new", "--from", file]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(said), "{said}: {refused:?}");
        assert!(!workspace.path().join("new").exists());
    }
}
