//! A folder with a script and a page, which have nothing to do with chess, and `gen minify` in it.

use std::fs;

use super::root;
use super::workspace::{Run, Workspace};

/// A folder with a script, and pages with it.
pub fn folder() -> Workspace {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    let script = "total = 0;\nfor (;;) {\n  text = prompt('How many? ' + total);\n  if (text == null) break;\n  total += +text;\n}\nalert('\u{2211} ' + total);\n";
    write(&workspace, "sum.js", script);
    write(
        &workspace,
        "sum.html",
        &format!("<!doctype html>\n<title>Sum</title>\n<script>{script}</script>\n"),
    );
    workspace
}

/// The same with more files, by their paths in its folder `game`.
pub fn folder_with(files: &[(&str, &str)]) -> Workspace {
    let workspace = folder();
    for (name, text) in files {
        let name = format!("game/{name}");
        let path = workspace.path().join(&name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        write(&workspace, &name, text);
    }
    workspace
}

/// What a program begins with that stands for esbuild: it reads its arguments.
const ESBUILD: &str = r#"#!/bin/sh
for word; do
  case $word in
    --version) echo 9.8.7; exit;;
    --outfile=*) out=${word#*=};;
    --metafile=*) map=${word#*=};;
    --*) ;;
    *) entry=$word;;
  esac
done
"#;

/// Writes a program that stands for esbuild where `gen` looks for it. `lines` write the bundle of `entry` to `out`, and
/// what is in it to `map`. Without lines there is no program.
#[cfg(unix)]
pub fn write_esbuild(workspace: &Workspace, lines: &str) {
    if lines.is_empty() {
        return;
    }
    use std::os::unix::fs::PermissionsExt;
    let file = workspace.path().join("node_modules/.bin/esbuild");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, format!("{ESBUILD}{lines}")).expect("written");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("rights");
}

/// Writes a file of the folder.
pub fn write(workspace: &Workspace, name: &str, text: &str) {
    fs::write(workspace.path().join(name), text).expect("written");
}

/// Runs `gen minify` where no program is found.
pub fn minify_bare(workspace: &Workspace, words: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = workspace.command(&[&["minify"][..], &words].concat());
    Run::of(command.env("PATH", "").output().expect("gen runs"))
}

/// Runs `gen minify` with these words.
pub fn minify(workspace: &Workspace, words: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    workspace.generate(&[&["minify"][..], &words].concat())
}
