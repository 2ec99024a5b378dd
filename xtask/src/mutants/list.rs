//! The list of mutants, and the fragments with one of them.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// The list, from the root of the repository.
const FILE: &str = "xtask/mutants.toml";

/// The manifest, in the folder of the fragments.
const MANIFEST: &str = "catalog.toml";

/// One mutant of the fragments.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// What a player would notice.
    pub name: String,
    /// The rule that it breaks: a row of the table.
    pub rule: String,
    /// Whether `--quick` must detect it on each page that it changes.
    #[serde(default)]
    pub smallest: bool,
    /// The fragment.
    file: String,
    /// Text that stands in it exactly once.
    find: String,
    /// Its replacement.
    replace: String,
    /// The suite that must detect it.
    pub suite: String,
    /// Pages that it changes, but on which no game that can be played shows it.
    #[serde(default)]
    pub except: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutant: Vec<Mutant>,
}

/// All mutants of the list.
pub fn read(root: &Path) -> Result<Vec<Mutant>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{FILE}: {error}");
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| failed(&error))?;
    let list: List = toml::from_str(&text).map_err(|error| failed(&error))?;
    Ok(list.mutant)
}

impl Mutant {
    /// Writes the fragments with this mutant to a folder.
    pub fn write(&self, root: &Path, folder: &Path) -> Result<(), String> {
        let failed = |error: io::Error| error.to_string();
        copy_fragments(&root.join("templates"), folder).map_err(failed)?;
        let file = folder.join(&self.file);
        let text = fs::read_to_string(&file).map_err(failed)?;
        fs::write(file, self.apply(&text)?).map_err(failed)
    }

    fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(&self.find).count() {
            1 => Ok(text.replace(&self.find, &self.replace)),
            count => Err(format!("`find` stands {count} times in {}", self.file)),
        }
    }
}

/// Copies the files of a folder, without its folders: those hold the pages of the site.
pub fn copy_fragments(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Takes the packed pages out of the manifest of some fragments. A packed page runs the script of another
/// page, packing takes longer than all other work, and other tests are about it.
pub fn leave_out_packed_pages(folder: &Path) -> Result<(), String> {
    let file = folder.join(MANIFEST);
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| failed(&error))?;
    let manifest: Table = toml::from_str(&text).map_err(|error| failed(&error))?;
    let text = toml::to_string(&without_packed(manifest)).map_err(|error| failed(&error))?;
    fs::write(&file, text).map_err(|error| failed(&error))
}

/// A manifest without the pages that have a flag with `pack = true`.
fn without_packed(mut manifest: Table) -> Table {
    let flags = manifest.get("flag").and_then(Value::as_array);
    let packs = |flag: &&Value| flag.get("pack").and_then(Value::as_bool) == Some(true);
    let letters: Vec<String> = flags
        .into_iter()
        .flatten()
        .filter(packs)
        .filter_map(|flag| Some(flag.get("letter")?.as_str()?.to_owned()))
        .collect();
    let is_packed = |name: &str| letters.iter().any(|letter| name.contains(letter));
    if let Some(Value::Table(budgets)) = manifest.get_mut("budget") {
        budgets.retain(|name, _| !is_packed(name));
    }
    if let Some(Value::Array(collections)) = manifest.get_mut("collection") {
        for collection in collections.iter_mut() {
            if let Some(Value::Array(pages)) = collection.get_mut("pages") {
                pages.retain(|page| !page.as_str().is_some_and(is_packed));
            }
        }
        let has_no_page = |pages: &Value| pages.as_array().is_some_and(Vec::is_empty);
        collections.retain(|collection| !collection.get("pages").is_some_and(has_no_page));
    }
    manifest
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use golfchess_pages::builder::Builder;
    use golfchess_pages::catalog::{Catalog, Spelling};
    use golfchess_script::Names;
    use rayon::prelude::*;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn only_the_packed_pages_are_left_out_of_the_manifest() {
        let root = crate::root().expect("the repository");
        let folder = TempDir::new().expect("a folder");
        copy_fragments(&root.join("templates"), folder.path()).expect("copied");
        leave_out_packed_pages(folder.path()).expect("the manifest");
        let all = Catalog::load(&root.join("templates")).expect("the manifest");
        let left = Catalog::load(folder.path()).expect("the other manifest");
        let manifest = all.manifest();
        let unpacked = all.variants().iter();
        let unpacked = unpacked.filter(|variant| !manifest.packs(&variant.flags));
        let names: Vec<_> = unpacked.map(|variant| &variant.name).collect();
        let others: Vec<_> = left
            .variants()
            .iter()
            .map(|variant| &variant.name)
            .collect();
        assert_eq!(others, names);
        assert!(names.len() < all.variants().len());
        assert_eq!(left.manifest().choices, manifest.choices);
    }

    /// The scripts of a folder of fragments by variant, with these spellings of each choice.
    fn scripts(folder: &Path, spellings: &[Vec<String>]) -> Result<Vec<String>, String> {
        let catalog = Catalog::load(folder).map_err(|error| error.to_string())?;
        let builder = Builder::load(folder, &catalog).map_err(|error| error.to_string())?;
        let scripts = catalog.variants().iter().zip(spellings);
        let script = scripts.map(|(variant, names)| {
            let choices = catalog.manifest().choices.iter().zip(names);
            let spelling = choices.map(|(choice, name)| {
                let mut spellings = choice.spellings.iter();
                spellings.find(|spelling| spelling.name == *name)
            });
            let spellings: Option<Vec<&Spelling>> = spelling.collect();
            let spellings = spellings.ok_or("a spelling has another name")?;
            let composed = builder.templates().compose(variant, &spellings);
            Ok(composed.map_err(|error| error.to_string())?.text)
        });
        script.collect()
    }

    #[test]
    fn every_mutant_fits_its_fragment_and_changes_scripts_that_can_be_built() {
        let root = crate::root().expect("the repository");
        let folder = root.join("templates");
        let catalog = Catalog::load(&folder).expect("the manifest");
        let builder = Builder::load(&folder, &catalog).expect("the fragments");
        let spellings = |variant| {
            let decisions = builder.decisions(variant).expect("a page").into_iter();
            decisions.map(|decision| decision.spelling).collect()
        };
        let spellings: Vec<Vec<String>> = catalog.variants().par_iter().map(spellings).collect();
        let before = scripts(&folder, &spellings).expect("the fragments");
        let keep = &catalog.manifest().keep;
        let change = |mutant: &Mutant| {
            if let Some(page) = mutant
                .except
                .iter()
                .find(|page| catalog.variant(page).is_err())
            {
                return Err(format!("there is no page {page}"));
            }
            let folder = TempDir::new().map_err(|error| error.to_string())?;
            mutant.write(&root, folder.path())?;
            let after = scripts(folder.path(), &spellings)?;
            let pairs = after.iter().zip(&before);
            // Some pages have the same script.
            let changed: BTreeSet<&str> = pairs
                .filter(|(after, before)| after != before)
                .map(|(after, _)| after.as_str())
                .collect();
            for script in &changed {
                Names::of(script, keep).map_err(|error| error.to_string())?;
            }
            match changed.len() {
                0 => Err("it changes no script".to_owned()),
                _ => Ok(()),
            }
        };
        let mutants = read(&root).expect("the list");
        let failed: Vec<String> = mutants
            .par_iter()
            .filter_map(|mutant| Some(format!("{}: {}", mutant.name, change(mutant).err()?)))
            .collect();
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        assert!(mutants.len() >= 236, "only {} mutants", mutants.len());
    }
}
