//! `cargo xtask bench pages`: whole pages of npm packages through `gen minify` and other minifiers of HTML.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::browser;
use crate::comparison::{Comparison, Row};
use crate::node::Node;
use crate::programs::{measure, place, read_list};
use crate::tool::{Tool, parse};

/// The list of pages.
const PAGES: &str = "xtask/pages.toml";

/// The minifiers, and what drives the browser and reads its pictures, as packages of npm.
pub const TOOLS: [&str; 3] = [
    "html-minifier-terser@7.2.0",
    "terser@5.51.2",
    "@minify-html/node@0.18.1",
];
pub const DRIVER: [&str; 2] = ["puppeteer-core@24.43.1", "pngjs@7.0.0"];

/// What Node runs.
const SCRIPT: &str = concat!(
    include_str!("shown.js"),
    include_str!("looks.js"),
    include_str!("pages.js")
);

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
        SCRIPT,
        jobs.collect::<Result<_, String>>()?,
        &[browser.as_os_str()],
    )?;
    let compared = comparison(rows, &list.page);
    compared.publish(root, "pages.md")?;
    Ok(compared.everywhere())
}

/// What is compared. A result is right if a browser shows it as the page.
fn comparison(rows: Vec<Row>, pages: &[Page]) -> Comparison {
    let licences = pages.iter().map(|page| (&page.name, &page.licence));
    let lists: [&[&str]; 2] = [&TOOLS, &SIZES];
    Comparison::new(
        "cargo xtask bench pages",
        lists,
        "shown differently",
        licences,
        rows,
    )
}

/// A page minified with `gen`, for the script that runs the other minifiers.
fn job(tool: &Tool, node: &Node, page: &Page) -> Result<Value, String> {
    let file = place(node, &page.package, &page.file);
    let minified: Value = parse(
        // The other tools leave files outside of the page.
        tool.stdout(&["minify", &file, "--keep-files", "--format", "json"])?
            .as_bytes(),
    )?;
    Ok(json!({
        "name": page.name,
        "file": file,
        "sha256": page.sha256,
        "ours": minified["page"],
    }))
}
