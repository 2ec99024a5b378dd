//! `cargo xtask bench watch`: the time from a save to the first line of `gen minify --watch`, beside that of esbuild.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;

use crate::inner_loop::{Ended, copy_files, until};
use crate::node::Node;
use crate::tool::{Tool, path_with};

/// The bundler, as a package of npm.
pub const ESBUILD: &str = "esbuild@0.28.2";

/// The folder of the example.
const EXAMPLE: &str = "examples/js13k";

/// The file that is saved.
const SAVED: &str = "src/main.ts";

/// The saves; the median counts.
const SAVES: usize = 15;

/// The most time of the first line, by that of esbuild.
const MOST: f64 = 2.0;

/// The options of `gen minify --watch`.
const OPTIONS: [(&str, &[&str]); 2] = [
    ("`--watch`", &[]),
    (
        "`--watch --preset js13k --pack --zip`",
        &["--preset", "js13k", "--pack", "--zip", "game.zip"],
    ),
];

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let node = Node::apart(root, "npm-folders", &[ESBUILD])?;
    let esbuild = native(&node)?;
    let mut findings = 0;
    println!("| after a save of `{EXAMPLE}/{SAVED}` | first line, by a run of esbuild |");
    println!("|---|---:|");
    for (name, options) in OPTIONS {
        let share = share(&tool, &esbuild, options)?;
        println!("| {name} | {share:.2} |");
        if share > MOST {
            println!("finding: {name} takes more than {MOST} times");
            findings += 1;
        }
    }
    Ok(findings)
}

/// The program of esbuild itself: the one in the folder of programs starts Node.
fn native(node: &Node) -> Result<PathBuf, String> {
    let folder = node.module("@esbuild");
    let packages =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let programs = packages
        .flatten()
        .map(|package| package.path().join("bin/esbuild"));
    let mut found = programs.filter(|program| program.is_file());
    found
        .next()
        .ok_or_else(|| format!("{} has no esbuild for this system", folder.display()))
}

/// The median time from a save to the first line, by that of esbuild before each save.
fn share(tool: &Tool, esbuild: &Path, options: &[&str]) -> Result<f64, String> {
    let folder = TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?;
    let place = folder.path();
    copy_files(&tool.root.join(EXAMPLE), place)
        .map_err(|error| format!("cannot copy {EXAMPLE}: {error}"))?;
    let words = [&["minify", "index.html", "--watch"], options].concat();
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut command = tool.command(&words);
    let programs = esbuild.parent().ok_or("esbuild has no folder")?;
    command.current_dir(place).env("PATH", path_with(programs)?);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut watch = Ended(child.map_err(|error| format!("cannot run gen minify: {error}"))?);
    let out = watch.0.stdout.take().ok_or("no output")?;
    let mut lines = BufReader::new(out).lines();
    until(&mut lines, |line| line.contains("(final)"))?;
    let module = place.join(SAVED);
    let text = fs::read_to_string(&module).map_err(|error| format!("{SAVED}: {error}"))?;
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for save in 0..SAVES {
        other.push(bundled(esbuild, place)?);
        let text = format!("{text}\nconsole.log({save});\n");
        let started = Instant::now();
        fs::write(&module, text).map_err(|error| format!("{SAVED}: {error}"))?;
        until(&mut lines, |line| line.contains("(first)"))?;
        own.push(started.elapsed());
        // The final stage has begun, as when a person saves again.
        thread::sleep(Duration::from_millis(300));
    }
    let [own, other] = [own, other].map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    });
    Ok(own / other)
}

/// The time in which esbuild bundles and minifies the module.
fn bundled(esbuild: &Path, folder: &Path) -> Result<Duration, String> {
    let started = Instant::now();
    let status = Command::new(esbuild)
        .args([SAVED, "--bundle", "--minify", "--outfile=other.js"])
        .args(["--loader:.svg=dataurl", "--log-level=error"])
        .current_dir(folder)
        .status()
        .map_err(|error| format!("cannot run esbuild: {error}"))?;
    match status.success() {
        true => Ok(started.elapsed()),
        false => Err("esbuild has failed".to_owned()),
    }
}
