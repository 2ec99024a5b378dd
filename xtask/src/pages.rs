//! `cargo xtask bench pages`: whole pages of npm packages through `gen minify` and other minifiers of HTML.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser;
use crate::node::Node;
use crate::programs::{measure, place, print_head, read_list};
use crate::tool::{Tool, parse};

/// The list of pages.
const PAGES: &str = "xtask/pages.toml";

/// The minifiers, and what drives the browser and reads its pictures, as packages of npm.
const TOOLS: [&str; 3] = [
    "html-minifier-terser@7.2.0",
    "terser@5.51.2",
    "@minify-html/node@0.18.1",
];
const DRIVER: [&str; 2] = ["puppeteer-core@24.43.1", "pngjs@7.0.0"];

/// What the sizes of a page are.
const SIZES: [&str; 2] = ["bytes", "gzip"];

#[derive(Deserialize)]
struct List {
    page: Vec<Page>,
}

#[derive(Deserialize)]
struct Page {
    name: String,
    package: String,
    file: String,
    licence: String,
    sha256: String,
}

/// A page with the results of all tools.
#[derive(Deserialize)]
struct Row {
    name: String,
    before: usize,
    measured: Vec<Measured>,
}

/// The result of a tool.
#[derive(Deserialize)]
struct Measured {
    tool: String,
    /// Why it made none.
    error: Option<String>,
    /// Whether a browser shows it as the page.
    right: bool,
    sizes: Vec<usize>,
}

/// Prints the tables, and returns the number of findings.
pub fn run(root: &Path) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let list: List = read_list(root, PAGES)?;
    let pages = list.page.iter().map(|page| page.package.as_str());
    let packages: Vec<&str> = TOOLS.into_iter().chain(DRIVER).chain(pages).collect();
    let node = Node::with(root, &packages)?;
    let browser = browser::find()?;
    let jobs = list.page.iter().map(|page| job(&tool, &node, page));
    let rows: Vec<Row> = measure(
        &node,
        include_str!("pages.js"),
        jobs.collect::<Result<_, String>>()?,
        &[browser.as_os_str()],
    )?;
    println!("{}\n", TOOLS.join(", "));
    print_sizes(&list.page, &rows);
    Ok(verdict(&rows))
}

/// A page minified with `gen`, for the script that runs the other minifiers.
fn job(tool: &Tool, node: &Node, page: &Page) -> Result<Value, String> {
    let file = place(node, &page.package, &page.file);
    let minified: Value = parse(
        tool.stdout(&["minify", &file, "--format", "json"])?
            .as_bytes(),
    )?;
    Ok(json!({
        "name": page.name,
        "file": file,
        "sha256": page.sha256,
        "ours": minified["page"],
    }))
}

/// Prints a table in Markdown for each kind of size.
fn print_sizes(pages: &[Page], rows: &[Row]) {
    let measured = rows.first().map_or(&[][..], |row| &row.measured);
    let tools: Vec<&str> = measured.iter().map(|one| one.tool.as_str()).collect();
    for (at, title) in SIZES.iter().enumerate() {
        print_head(title, &tools);
        for row in rows {
            let page = pages.iter().find(|page| page.name == row.name);
            let licence = page.map_or("", |page| page.licence.as_str());
            let right = row.measured.iter().filter(|one| one.right);
            let least = right.map(|one| one.sizes[at]).min();
            let cells = row.measured.iter().map(|one| match &one.error {
                Some(_) => "none".to_owned(),
                None if !one.right => format!("{} shown differently", one.sizes[at]),
                None if Some(one.sizes[at]) == least => format!("**{}**", one.sizes[at]),
                None => one.sizes[at].to_string(),
            });
            let cells: Vec<String> = cells.collect();
            println!(
                "| {} | {licence} | {} | {} |",
                row.name,
                row.before,
                cells.join(" | ")
            );
        }
        println!();
    }
}

/// Prints how often `gen` is the smallest and right, and returns the number of findings.
fn verdict(rows: &[Row]) -> usize {
    let (mut smallest, mut right, mut findings) = (0, 0, Vec::new());
    for row in rows {
        let ours = row
            .measured
            .iter()
            .find(|one| one.tool == "gen" && one.right);
        let others = row
            .measured
            .iter()
            .filter(|one| one.tool != "gen" && one.right);
        let theirs = others.map(|one| one.sizes[0]).min();
        match ours {
            None => findings.push(format!("gen shows {} differently", row.name)),
            Some(ours) => {
                right += 1;
                match theirs.is_none_or(|theirs| ours.sizes[0] < theirs) {
                    true => smallest += 1,
                    false => findings.push(format!("gen is not the smallest on {}", row.name)),
                }
            }
        }
    }
    let all = rows.len();
    println!("gen is the smallest on {smallest} of {all}, shown alike on {right}");
    for finding in &findings {
        println!("finding: {finding}");
    }
    findings.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: (usize, bool), theirs: (usize, bool)) -> Row {
        let measured =
            [("gen", ours), ("minify-html", theirs)].map(|(tool, (bytes, right))| Measured {
                tool: tool.into(),
                error: None,
                right,
                sizes: vec![bytes; SIZES.len()],
            });
        Row {
            name: "a".into(),
            before: 9,
            measured: measured.into(),
        }
    }

    #[test]
    fn a_larger_page_and_one_that_is_shown_differently_are_findings() {
        assert_eq!(
            verdict(&[row((4, true), (5, true)), row((5, true), (4, false))]),
            0
        );
        assert_eq!(
            verdict(&[row((5, true), (5, true)), row((4, false), (5, true))]),
            2
        );
    }
}
