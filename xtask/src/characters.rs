//! Mutants of finished pages: single characters changed at random.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;

use crate::mutants::Runner;
use crate::tool::pages;

/// The characters of code, of which the new one is chosen.
const ALPHABET: &[u8] = b"abcdefghijklmnop0123456789+-*/%<>=!&|?:.,()[]~";

/// The change of one character of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    page: String,
    offset: usize,
    character: char,
}

impl FromStr for Edit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            // The character may be a colon itself.
            let (page, rest) = text.split_once(':')?;
            let (offset, rest) = rest.split_once(':')?;
            let mut characters = rest.chars();
            let edit = Self {
                page: page.to_owned(),
                offset: offset.parse().ok()?,
                character: characters.next().filter(char::is_ascii)?,
            };
            characters.next().is_none().then_some(edit)
        };
        parse().ok_or_else(|| format!("`{text}` is not PAGE:OFFSET:CHARACTER"))
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.page, self.offset, self.character)
    }
}

/// The wrappers of the manifest.
#[derive(Deserialize)]
struct Manifest {
    wrapper: Vec<Wrapper>,
}

#[derive(Deserialize)]
struct Wrapper {
    open: String,
    close: String,
}

impl Manifest {
    /// The place of the script in a page.
    fn script(&self, page: &str) -> Option<Range<usize>> {
        let page = page.trim_end();
        self.wrapper.iter().find_map(|wrapper| {
            let quotes = ['"', '\''];
            let (open, close) = (wrapper.open.as_str(), wrapper.close.as_str());
            // The build leaves out the quotes of an event handler that needs none.
            let unquoted = (
                open.trim_end_matches(quotes),
                close.trim_start_matches(quotes),
            );
            [(open, close), unquoted]
                .into_iter()
                .find_map(|(open, close)| {
                    let script = page.strip_prefix(open)?.strip_suffix(close)?;
                    Some(open.len()..open.len() + script.len())
                })
        })
    }
}

/// Chooses edits, as many on each page as on any other, up to one.
pub fn choose(root: &Path, count: usize, seed: u64) -> Result<Vec<Edit>, String> {
    let file = root.join("templates/catalog.toml");
    let failed = |error: &dyn fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| failed(&error))?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| failed(&error))?;
    let folder = root.join("catalog");
    let pages = pages(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut scripts = Vec::new();
    for (name, path) in pages {
        let page =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let script = manifest
            .script(&page)
            .ok_or_else(|| format!("{} has no wrapper of catalog.toml", path.display()))?;
        scripts.push((name, page, script));
    }
    let mut rng = fastrand::Rng::with_seed(seed);
    let edits = scripts.iter().cycle().take(count);
    Ok(edits
        .map(|(name, page, script)| random(name, page.as_bytes(), script, &mut rng))
        .collect())
}

fn random(name: &str, page: &[u8], script: &Range<usize>, rng: &mut fastrand::Rng) -> Edit {
    loop {
        let offset = rng.usize(script.clone());
        let byte = ALPHABET[rng.usize(..ALPHABET.len())];
        if page[offset] != byte {
            return Edit {
                page: name.to_owned(),
                offset,
                character: char::from(byte),
            };
        }
    }
}

/// Verifies edited pages, prints the survivors, and returns their number. A survivor is either
/// equivalent to the page or shows a missing case. With `deep` survivors play all cases too: those
/// with the same dialogs in all of them are listed as equivalent and not counted.
pub fn run(runner: &Runner, edits: &[Edit], deep: bool) -> Result<usize, String> {
    let survivors = runner.count(edits.len(), |at| {
        let edit = &edits[at];
        let failed = |reason: String| format!("{edit}: {reason}");
        let folder = runner.scratch.path().join(format!("edit-{at}"));
        let page = read(runner, edit).map_err(failed)?;
        let edited = apply(&page, edit).map_err(failed)?;
        write(&folder, edit, &edited).map_err(|error| failed(error.to_string()))?;
        // Most edits break the page completely, which the quick run sees.
        let is_detected = runner
            .detects(&folder, &[&edit.page, "--quick"])
            .and_then(|quick| Ok(quick || runner.detects(&folder, &[&edit.page])?))
            .map_err(failed)?;
        let is_equivalent = !is_detected
            && deep
            && !runner
                .detects(&folder, &[&edit.page, "--deep"])
                .map_err(failed)?;
        if !is_detected {
            let word = if is_equivalent {
                "equivalent"
            } else {
                "survived"
            };
            let around = edit.offset.saturating_sub(16)..(edit.offset + 17).min(page.len());
            println!(
                "{word}: {edit} ({:?} was {:?} in `{}`)",
                edit.character,
                char::from(page[edit.offset]),
                String::from_utf8_lossy(&page[around]),
            );
        }
        Ok(!is_detected && !is_equivalent)
    })?;
    let count = edits.len();
    let word = if deep {
        "detected or equivalent"
    } else {
        "detected"
    };
    println!("{} of {count} edits {word}", count - survivors);
    if survivors > 0 {
        println!("`cargo xtask mutants --edit PAGE:OFFSET:CHARACTER` tries one again");
    }
    Ok(survivors)
}

fn read(runner: &Runner, edit: &Edit) -> Result<Vec<u8>, String> {
    let file = format!("catalog/{}.html", edit.page);
    fs::read(runner.tool.root.join(&file)).map_err(|error| format!("{file}: {error}"))
}

fn write(folder: &Path, edit: &Edit, page: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(format!("{}.html", edit.page)), page)
}

fn apply(page: &[u8], edit: &Edit) -> Result<Vec<u8>, String> {
    let mut edited = page.to_vec();
    let length = page.len();
    let byte = edited
        .get_mut(edit.offset)
        .ok_or_else(|| format!("the page has only {length} bytes"))?;
    // Parsing allows ASCII only.
    *byte = edit.character as u8;
    Ok(edited)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_a_page_is_found_with_quotes_and_without() {
        let manifest: Manifest =
            toml::from_str("[[wrapper]]\nopen = '<svg onload=\"'\nclose = '\">'").expect("TOML");
        for page in ["<svg onload=\"a=1\">", "<svg onload=a=1>"] {
            let script = manifest.script(page).expect(page);
            assert_eq!(&page[script], "a=1");
        }
        assert_eq!(manifest.script("<script>a=1</script>"), None);
    }

    #[test]
    fn an_edit_is_read_as_it_is_printed() {
        for text in ["index_L1:17:a", "index_TMP_D_SU:0::", "index_P:3: "] {
            let edit: Edit = text.parse().expect("an edit");
            assert_eq!(edit.to_string(), text);
        }
        for text in ["index_L1", "index_L1:x:a", "index_L1:1:", "index_L1:1:ab"] {
            assert!(text.parse::<Edit>().is_err(), "{text}");
        }
    }

    #[test]
    fn edits_are_spread_over_all_pages_and_stay_inside_their_scripts() {
        let root = crate::root().expect("the repository");
        let edits = choose(&root, 96, 1).expect("edits");
        let pages = pages(&root.join("catalog")).expect("the catalog");
        for (name, path) in pages {
            let page = fs::read(path).expect("a page");
            let own = edits.iter().filter(|edit| edit.page == name);
            let own: Vec<&Edit> = own.collect();
            assert_eq!(own.len(), 2, "{name}");
            for edit in own {
                let edited = apply(&page, edit).expect("inside");
                assert!(edited != page && edited[..5] == page[..5], "{edit}");
            }
        }
    }
}
