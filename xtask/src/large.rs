//! `cargo xtask bench large`: how the time of `gen minify` grows with the size of a script.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use tempfile::TempDir;

use crate::tool::Tool;

/// The most that 100 kB may take, by what 10 kB take.
const MOST: f64 = 20.0;

/// Makes a script of some bytes.
type Make = fn(usize) -> String;

/// Kinds of scripts.
const KINDS: [(&str, Make); 2] = [
    ("functions", functions),
    ("statements without declarations", statements),
];

/// Prints the table, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = &Tool::build(root)?;
    println!("# gen minify: time by the size of the script; in brackets: 10 kB are 1");
    let mut findings = 0;
    for (name, make) in KINDS {
        let small = seconds(tool, &make(10_000))?;
        print!("{name}: 10 kB {small:.2} s");
        for bytes in [100_000, 1_000_000] {
            let time = seconds(tool, &make(bytes))?;
            print!(", {} kB {time:.2} s ({:.1})", bytes / 1000, time / small);
            findings += usize::from(bytes == 100_000 && time > MOST * small);
        }
        println!();
    }
    if findings > 0 {
        println!("finding: 100 kB take more than {MOST} times what 10 kB take");
    }
    Ok(findings)
}

/// The shortest of three times.
fn seconds(tool: &Tool, script: &str) -> Result<f64, String> {
    let failed = |error: std::io::Error| format!("a file for a script: {error}");
    let folder = TempDir::new().map_err(failed)?;
    let file = folder.path().join("large.js");
    fs::write(&file, script).map_err(failed)?;
    let file = file.display().to_string();
    let rounds = if script.len() < 50_000 { 3 } else { 1 };
    let mut least = f64::INFINITY;
    for _ in 0..rounds {
        let started = Instant::now();
        tool.stdout(&["minify", &file, "--wrapper", "none", "--no-check"])?;
        least = least.min(started.elapsed().as_secs_f64());
    }
    Ok(least)
}

/// Functions of a dozen lines, all called at the end.
fn functions(bytes: usize) -> String {
    let (mut script, mut calls) = (String::new(), Vec::new());
    // Each call has some 25 bytes.
    while script.len() + 25 * calls.len() < bytes {
        let at = calls.len();
        let [factor, rounds, step, limit] = [2 + at % 89, 2 + at % 7, 1 + at % 9, 100 + at % 901];
        let _ = write!(
            script,
            "function compute{at}(first, second) {{
  var total = first * {factor} + second;
  for (var index = 0; index < {rounds}; index++) {{
    total += index * {step} - first;
    if (total > {limit}) {{ total = total % {factor}; }}
  }}
  return total;
}}
"
        );
        calls.push(format!("compute{at}({at}, 2)"));
    }
    format!("{script}console.log({});\n", calls.join(" + "))
}

/// Golfed statements that declare nothing.
fn statements(bytes: usize) -> String {
    let mut script: String = (0..40).map(|at| format!("v{at}={at};")).collect();
    for at in 0.. {
        if script.len() >= bytes {
            break;
        }
        let [a, b, c] = [at * 7 % 40, at * 11 % 40, at * 13 % 40];
        let _ = match at % 4 {
            0 => write!(script, "v{a}=v{b}*{}+v{c};", 2 + at % 8),
            1 => write!(script, "for(i={};i--;)v{a}+=i*v{b};", 2 + at % 8),
            2 => write!(script, "v{a}>v{b}?v{c}=v{a}-v{b}:v{c}+={};", 1 + at % 9),
            _ => write!(script, "f{at}=x=>x*v{a}+v{b};v{c}+=f{at}({});", 1 + at % 9),
        };
    }
    let all: Vec<String> = (0..40).map(|at| format!("v{at}")).collect();
    format!("{script}console.log({});\n", all.join("+"))
}
