//! `cargo xtask bench folders`: the containers of whole folders by `gen minify` and by other tools.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser;
use crate::comparison::{Comparison, Row};
use crate::first_line::ESBUILD;
use crate::node::Node;
use crate::programs::{measure, read_list};
use crate::tool::{Tool, path_with};

/// The list of folders.
const FOLDERS: &str = "xtask/folders.toml";

/// The table with the sizes.
const TABLE: &str = "folders.md";

/// The tools, as packages of npm. The last two go together.
const TOOLS: [&str; 7] = [
    ESBUILD,
    "terser@5.51.2",
    "html-minifier-terser@7.2.0",
    "roadroller@2.1.0",
    "@gfx/zopfli@1.0.15",
    "js13k-vite-plugins@1.0.4",
    "vite@7.3.8",
];

/// What drives the browser and reads its pictures.
const DRIVER: [&str; 2] = ["puppeteer-core@24.43.1", "pngjs@7.0.0"];

/// What Node runs.
const SCRIPT: &str = concat!(
    include_str!("shown.js"),
    include_str!("folders/zip.js"),
    include_str!("folders/shown.js"),
    include_str!("folders/build.js"),
    include_str!("folders/vite.js"),
    include_str!("folders/folders.js"),
);

/// What the sizes of a folder are.
const SIZES: [&str; 1] = ["container"];

/// A limit that no container reaches: exit code 1 is left for a page that shows something else.
const LIMIT: &str = "100000000";

#[derive(Deserialize)]
struct List {
    folder: Vec<Folder>,
}

/// A page with its files.
#[derive(Deserialize)]
struct Folder {
    name: String,
    /// The package of npm; without it, the folder is one of the repository.
    package: Option<String>,
    /// The folder in the repository.
    path: Option<String>,
    /// The page in the folder.
    page: String,
    licence: String,
    /// The digest of all files of the package.
    sha256: Option<String>,
}

impl Folder {
    /// Where it is.
    fn root(&self, root: &Path, node: &Node) -> Result<PathBuf, String> {
        match (&self.package, &self.path) {
            (Some(package), None) if self.sha256.is_some() => {
                let name = package
                    .rsplit_once('@')
                    .map_or(&**package, |(name, _)| name);
                Ok(node.module(name))
            }
            (None, Some(path)) => Ok(root.join(path)),
            _ => Err(format!(
                "{FOLDERS}: {} needs a package with its sha256, or a path",
                self.name
            )),
        }
    }
}

/// Prints the table of all folders or of those with these names, and returns the number of findings.
pub fn run(root: &Path, names: &[String]) -> Result<usize, String> {
    let mut list: List = read_list(root, FOLDERS)?;
    let is_there = |name: &&String| list.folder.iter().any(|folder| folder.name == **name);
    if let Some(name) = names.iter().find(|name| !is_there(name)) {
        return Err(format!("{FOLDERS} has no folder `{name}`"));
    }
    let is_wanted = |folder: &Folder| names.is_empty() || names.contains(&folder.name);
    list.folder.retain(is_wanted);
    let tool = Tool::build(root)?;
    let folders = list.folder.iter();
    let of_list = folders.filter_map(|folder| folder.package.as_deref());
    let packages: Vec<&str> = TOOLS.into_iter().chain(DRIVER).chain(of_list).collect();
    let node = Node::apart(root, "npm-folders", &packages)?;
    let browser = browser::find()?;
    let scratch = TempDir::new().map_err(|error| format!("a folder for containers: {error}"))?;
    let jobs = list.folder.iter();
    let jobs = jobs.map(|folder| job(&tool, &node, folder, scratch.path()));
    let jobs = jobs.collect::<Result<_, String>>()?;
    let rows: Vec<Row> = measure(&node, SCRIPT, jobs, &[browser.as_os_str()])?;
    let compared = comparison(rows, &list.folder);
    match names {
        [] => compared.publish(root, TABLE)?,
        _ => compared.publish_rows(root, TABLE)?,
    }
    Ok(compared.everywhere())
}

/// What is compared. A result is right if a browser shows it as the folder.
fn comparison(rows: Vec<Row>, folders: &[Folder]) -> Comparison {
    let licences = folders.iter().map(|folder| (&folder.name, &folder.licence));
    let lists: [&[&str]; 2] = [&TOOLS, &SIZES];
    Comparison::new(
        "cargo xtask bench folders",
        lists,
        "shown differently",
        licences,
        rows,
    )
}

/// A folder in a container by `gen`, for the script that runs the other tools.
fn job(tool: &Tool, node: &Node, folder: &Folder, scratch: &Path) -> Result<Value, String> {
    let root = folder.root(&tool.root, node)?;
    let container = scratch.join(format!("{}.zip", folder.name));
    let text = |path: &Path| path.display().to_string();
    let page = text(&root.join(&folder.page));
    let words = [
        "minify",
        &page,
        "--preset",
        "js13k",
        "--pack",
        "--limit",
        LIMIT,
        "--allow",
        &text(&root),
        "--zip",
        &text(&container),
        "--format",
        "json",
    ];
    let words: Vec<String> = words.map(str::to_owned).into();
    let output = tool
        .command(&words)
        .env("PATH", path_with(&node.programs())?)
        .output()
        .map_err(|error| format!("cannot run gen: {error}"))?;
    eprintln!("{}", folder.name);
    let refused = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let error = (!output.status.success()).then_some(refused);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    Ok(json!({
        "name": folder.name,
        "root": root,
        "page": folder.page,
        "sha256": folder.sha256,
        "before": printed["sources"]["bytes"].as_u64().unwrap_or_default(),
        "ours": { "container": container, "error": error },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_is_a_package_with_a_digest_or_of_the_repository() {
        let root = crate::root().expect("the repository");
        let list: List = read_list(&root, FOLDERS).expect("a list");
        assert_eq!(list.folder.len(), 10);
        for folder in &list.folder {
            let is_package = folder.package.is_some() && folder.sha256.is_some();
            assert_ne!(is_package, folder.path.is_some(), "{}", folder.name);
            assert!(!folder.licence.is_empty(), "{}", folder.name);
        }
    }
}
