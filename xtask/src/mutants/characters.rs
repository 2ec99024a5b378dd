//! Mutants of finished pages: single characters changed at random.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use super::Runner;
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

/// What comes before and after a script. The build leaves out the quotes of an event handler that
/// needs none.
const WRAPPERS: [(&str, &str); 5] = [
    ("<SVG onload=\"", "\">"),
    ("<SVG onload=", ">"),
    ("<style onload=\"", "\">"),
    ("<style onload=", ">"),
    ("<script>", "</script>"),
];

/// The place of the script in a page.
fn script(page: &str) -> Option<Range<usize>> {
    WRAPPERS.iter().find_map(|(open, close)| {
        let script = page.trim_end().strip_prefix(open)?.strip_suffix(close)?;
        Some(open.len()..open.len() + script.len())
    })
}

/// Chooses edits, as many on each page as on any other, up to one.
pub fn choose(root: &Path, count: usize, seed: u64) -> Result<Vec<Edit>, String> {
    let folder = root.join("catalog");
    let failed = |path: &Path, error| format!("{}: {error}", path.display());
    let mut scripts = Vec::new();
    for (name, path) in pages(&folder).map_err(|error| failed(&folder, error))? {
        let page = fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        let script = script(&page).ok_or_else(|| format!("{name} is in no known wrapper"))?;
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
        let file = format!("{}.html", edit.page);
        let catalog = runner.tool.root.join("catalog");
        let page = fs::read(catalog.join(&file)).map_err(|error| failed(error.to_string()))?;
        let edited = apply(&page, edit).map_err(failed)?;
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(&file), edited))
            .map_err(|error| failed(error.to_string()))?;
        // Most edits break the page completely, which the quick run sees.
        let is_detected = runner
            .detects(&folder, &[&edit.page, "--quick"])
            .and_then(|quick| Ok(quick || runner.detects(&folder, &[&edit.page])?))
            .map_err(failed)?;
        let deep_run = || runner.detects(&folder, &[&edit.page, "--deep"]);
        let is_equivalent = !is_detected && deep && !deep_run().map_err(failed)?;
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
    let equivalent = if deep { " or equivalent" } else { "" };
    println!(
        "{} of {count} edits detected{equivalent}",
        count - survivors
    );
    if survivors > 0 {
        println!("`cargo xtask mutants --edit PAGE:OFFSET:CHARACTER` tries one again");
    }
    Ok(survivors)
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
        for page in [
            "<SVG onload=\"a=1\">",
            "<SVG onload=a=1>\n",
            "<script>a=1</script>",
        ] {
            assert_eq!(&page[script(page).expect(page)], "a=1");
        }
        assert_eq!(script("<p>a=1</p>"), None);
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
        let pages = pages(&root.join("catalog")).expect("the catalog");
        let edits = choose(&root, 2 * pages.len(), 1).expect("edits");
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
