//! What was found, for people.

use crate::board::Board;
use crate::codes::Kind;
use crate::expression::length;
use crate::formula::Family;
use crate::hash::Hash;
use crate::search::{Choice, Coverage};
use crate::work::Shard;

/// The shortest hashes of each width.
pub fn hashes(hashes: &[Hash], widths: &[i64], top: usize) {
    println!(
        "Step hashes, the shortest of each width; beside them what the width costs elsewhere."
    );
    for width in widths {
        let board = Board::new(*width);
        let typed = board.typed();
        let cost = board.cost();
        println!(
            "\n  {width}: {cost} (to%{}, (step-side)%{}, {typed})",
            board.promotion(),
            board.pawn()
        );
        let mut own: Vec<&Hash> = hashes.iter().filter(|hash| hash.width == *width).collect();
        own.sort_by_key(|hash| (hash.text.len() as u32 + hash.count(), hash.text.clone()));
        for hash in own.iter().take(top) {
            let values = |bits: u32| {
                let values = (0..32).filter(|value| bits >> value & 1 == 1);
                values
                    .map(|value| value.to_string())
                    .collect::<Vec<_>>()
                    .join(" and ")
            };
            println!(
                "    {:12} rook {}, bishop {}, knight {}",
                hash.text,
                values(hash.rook),
                values(hash.bishop),
                values(hash.knight)
            );
        }
        if own.is_empty() {
            println!("    none");
        }
    }
}

/// The best choices of a kind, and the present one with its rank. Whether there is a better one.
pub fn choices(kind: &Kind, found: &[Choice], present: &Choice, top: usize) -> bool {
    println!("\n{} (as {}):", kind.name, kind.variant);
    for (rank, choice) in found.iter().take(top).enumerate() {
        row(&format!("{}.", rank + 1), choice);
    }
    let better = found
        .iter()
        .filter(|choice| choice.cost() < present.cost())
        .count();
    let is_least = if better == found.len() && better > 0 {
        " or later"
    } else {
        ""
    };
    row(&format!("present, {}.{is_least}", better + 1), present);
    match found.first().filter(|_| better > 0) {
        Some(best) => {
            suggest(kind, best, present.cost() - best.cost());
            true
        }
        None => false,
    }
}

fn row(rank: &str, choice: &Choice) {
    let split: Vec<String> = choice
        .items
        .iter()
        .map(|(name, text)| format!("{name} {}", length(text)))
        .collect();
    let letters = choice.codes.letters();
    println!(
        "  {rank:>3} {} {letters} ({})",
        choice.cost(),
        split.join(", ")
    );
    println!("        {}", compact(choice.item("step")));
}

/// How much of the space of formulas this run has seen.
pub fn space(coverage: &Coverage, families: &[Family], shard: Shard) {
    let all: u64 = families.iter().map(Family::count).sum();
    let Coverage {
        evaluated,
        too_long,
    } = coverage;
    let seen = evaluated + too_long;
    let own: u64 = families
        .iter()
        .enumerate()
        .filter(|(at, _)| shard.has(*at))
        .map(|(_, family)| family.count())
        .sum();
    println!(
        "\n  Space: {all} formulas; this run has seen {seen} ({:.1} %): {evaluated} evaluated, \
         {too_long} longer than the best choice with any frame",
        100. * seen as f64 / all as f64
    );
    if own < all {
        println!(
            "    the other shards of {} have {} more",
            shard.count,
            all - own
        );
    }
    if own > seen {
        println!(
            "    earlier runs of the state file have seen {}",
            own - seen
        );
    }
}

/// Prints the edits of catalog.toml.
fn suggest(kind: &Kind, choice: &Choice, gain: usize) {
    let Choice { codes, width, .. } = choice;
    println!(
        "\n  A finding: {gain} shorter. For {} write into templates/catalog.toml",
        kind.name
    );
    println!(
        "    width {width}, letters = \"{}\"",
        codes.letters().to_lowercase()
    );
    println!(
        "    home = \"{}\", king = {}, pawn = {}",
        codes.home(),
        codes.king,
        codes.pawn
    );
    if let Some(black) = codes.black {
        println!("    black = {black}, directed = true");
    }
    println!("    moved = {}, queen = {}", codes.rook, codes.queen);
    println!("  and see that the fragments become");
    for (name, text) in &choice.items {
        println!("    {name:9} {}", long(name, text));
    }
}

/// Without spaces and line ends.
fn compact(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .collect()
}

/// A text with the names that the fragments have.
fn long(item: &str, text: &str) -> String {
    if item == "letters" || item == "dead" {
        return text.to_owned();
    }
    let mut is_quoted = false;
    let mut before = ' ';
    let mut result = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        is_quoted ^= character == '\'';
        let next = characters.peek().copied().unwrap_or(' ');
        let is_alone =
            !before.is_ascii_alphabetic() && !next.is_ascii_alphabetic() && before != '.';
        let name = match character {
            _ if is_quoted || !is_alone => None,
            'a' => Some("value"),
            'c' | 'd' | 'r' => Some("piece"),
            'e' => Some("from"),
            'g' => Some("typed"),
            'n' => Some("squares"),
            'o' => Some("to"),
            'p' => Some("step"),
            's' => Some("side"),
            't' => Some("target"),
            _ => None,
        };
        match name {
            Some(name) => result.push_str(name),
            None => result.push(character),
        }
        before = character;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_names() {
        assert_eq!(long("slide", "!t&r/3"), "!target&piece/3");
        let choice = "-7-'bBrRnN'.indexOf(g[4])>>1";
        assert_eq!(
            long("promotion", choice),
            "-7-'bBrRnN'.indexOf(typed[4])>>1"
        );
    }
}
