//! Single characters of the finished page changed at random.

use std::fs;

use crate::sabotage::Bench;

/// The page whose text is mutated.
const PAGE: &str = "index_TMP_D_SU";

/// What a character may become: the characters that code is made of.
const ALPHABET: &[u8] = b"abcdefghijklmnop0123456789+-*/%<>=!&|?:.,()[]~";

/// Mutates so many times and reports the survivors; a survivor is no failure, but worth a look.
pub fn run(bench: &Bench, count: usize, seed: u64) -> Result<usize, String> {
    let file = bench.tool.root.join("catalog").join(format!("{PAGE}.html"));
    let page = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut chance = fastrand::Rng::with_seed(seed);
    let inside = b"<svg onload=\"".len()..page.len() - b"\">".len();
    let mutants: Vec<(usize, u8)> = std::iter::repeat_with(|| {
        let at = chance.usize(inside.clone());
        (at, ALPHABET[chance.usize(..ALPHABET.len())])
    })
    .filter(|(at, byte)| page[*at] != *byte)
    .take(count)
    .collect();
    let survivors = bench.each(mutants.len(), |number| {
        let (at, byte) = mutants[number];
        let folder = bench.scratch.path().join(number.to_string());
        let mut mutant = page.clone();
        mutant[at] = byte;
        let told = |error: std::io::Error| format!("mutant {number}: {error}");
        fs::create_dir_all(&folder).map_err(told)?;
        fs::write(folder.join(format!("{PAGE}.html")), &mutant).map_err(told)?;
        // The cheap suite first: most mutants do not even show the board.
        let pages = [PAGE.to_owned()];
        let suites = ["rules", "draws", "input", "random", "games", "perft"];
        let seen =
            bench.seen(&pages, &folder, &["clock"])? || bench.seen(&pages, &folder, &suites)?;
        if !seen {
            let around = &page[at.saturating_sub(16)..(at + 17).min(page.len())];
            println!(
                "survivor: byte {at}, {:?} for {:?} in {}",
                byte as char,
                page[at] as char,
                String::from_utf8_lossy(around)
            );
        }
        Ok(!seen)
    })?;
    println!("{survivors} of {} mutants survive", mutants.len());
    Ok(0)
}
