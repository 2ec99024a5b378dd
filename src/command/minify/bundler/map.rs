//! What bundlers say of the places that their bundles come from.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use golfchess_script::{Origins, inline_map};
use serde_json::Value;

/// The source map of a bundle, in a file of this folder or at the end of the bundle; `None` if there is none. The names
/// of its sources are paths from the current folder, unless there are no such files.
pub fn origins(bundle: &str, file: Option<&Path>, folders: &[&Path]) -> Option<Origins> {
    let json = match file {
        Some(file) => fs::read_to_string(file).ok()?,
        None => {
            let (_, data) = inline_map(bundle)?;
            String::from_utf8(STANDARD.decode(data).ok()?).ok()?
        }
    };
    let place = |name: &str| folders.iter().find_map(|folder| found(folder, name));
    let read = |name: &str| fs::read_to_string(place(name)?).ok();
    let mut origins = Origins::read(bundle, &json, &read)?;
    for source in &mut origins.sources {
        if let Some(file) = place(&source.name) {
            source.name = shown(file).display().to_string();
        }
    }
    Some(origins)
}

/// The files that a description of a bundle names, from a folder; those that do not exist are parts of the bundler.
pub fn names(
    file: &str,
    find: impl Fn(&Value) -> Option<Vec<String>>,
    folder: &Path,
) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let map: Value = serde_json::from_str(&text).unwrap_or_default();
    let named = find(&map).unwrap_or_default().into_iter();
    // The folder of the description ends with the run.
    let files = named.filter_map(|name| found(folder, &name));
    files.map(shown).collect()
}

/// The names of an object.
pub fn keys(map: &serde_json::Map<String, Value>) -> Vec<String> {
    map.keys().cloned().collect()
}

/// The texts of a list.
pub fn texts(list: &[Value]) -> Vec<String> {
    let texts = list.iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// The file with a name from a folder, without links.
fn found(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(name.strip_prefix("file://").unwrap_or(name));
    // Bundlers make `..` of texts, and do not look whether a folder is a link.
    let mut plain = PathBuf::new();
    for part in path.components().filter(|_| path.is_absolute()) {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    let file = [plain, path]
        .into_iter()
        .find_map(|path| fs::canonicalize(path).ok());
    file.filter(|file| file.is_file())
}

/// The path from the current folder of a file below it.
fn shown(file: PathBuf) -> PathBuf {
    let here = env::current_dir()
        .and_then(fs::canonicalize)
        .unwrap_or_default();
    match file.strip_prefix(&here) {
        Ok(below) => below.to_owned(),
        Err(_) => file,
    }
}

/// The files of the style sheet of a bundle with their bytes in it, by the description that esbuild writes.
pub fn sheets(description: &str) -> Vec<(String, usize)> {
    let map: Value = serde_json::from_str(description).unwrap_or_default();
    let outputs = map["outputs"].as_object().into_iter().flatten();
    let sheets = outputs.filter(|(name, _)| name.ends_with(".css"));
    let mut bytes: HashMap<String, usize> = HashMap::new();
    for (_, output) in sheets {
        for (name, input) in output["inputs"].as_object().into_iter().flatten() {
            let size = input["bytesInOutput"].as_u64().unwrap_or_default();
            let name = found(Path::new(""), name)
                .map_or(name.clone(), |file| shown(file).display().to_string());
            *bytes.entry(name).or_default() += usize::try_from(size).unwrap_or_default();
        }
    }
    let mut sheets: Vec<(String, usize)> = bytes.into_iter().collect();
    sheets.sort();
    sheets
}
