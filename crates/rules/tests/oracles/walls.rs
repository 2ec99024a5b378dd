//! Walls of pawns against two independent searches on characters: one by the definition, and one over all
//! moves of both kings.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use fastrand::Rng;
use golfchess_rules::{MoveRules, Position, is_walled};

/// How many random walls are compared.
const WALLS: usize = 2_000;

/// A board of characters: rank 1 first, with a border of spaces.
type Cells = [[char; 10]; 10];

/// A pair of pawns, now and then without one of them.
fn put_pair(cells: &mut Cells, rng: &mut Rng, file: usize, rank: usize) {
    for (rank, pawn) in [(rank, 'P'), (rank + 1, 'p')] {
        if rng.usize(..40) > 0 {
            cells[rank][file] = pawn;
        }
    }
}

/// A piece on a free square of these ranks.
fn put(cells: &mut Cells, rng: &mut Rng, piece: char, ranks: &Range<usize>) {
    let free = |(file, rank): &(usize, usize)| cells[*rank][*file] == '.';
    let squares = ranks
        .clone()
        .flat_map(|rank| (1..9).map(move |file| (file, rank)));
    let squares: Vec<_> = squares.filter(free).collect();
    let (file, rank) = squares[rng.usize(..squares.len())];
    cells[rank][file] = piece;
}

/// A random wall: pairs of pawns on a path from file to file, which sometimes goes back or has a gap, and
/// both kings.
fn random_wall(rng: &mut Rng) -> Cells {
    let mut cells = [[' '; 10]; 10];
    for rank in &mut cells[1..9] {
        rank[1..9].fill('.');
    }
    let (mut file, mut rank) = (rng.usize(1..3), rng.usize(2..7));
    while file < 9 {
        put_pair(&mut cells, rng, file, rank);
        match rng.usize(..12) {
            0..5 => {
                file += rng.usize(1..3);
                rank = if rng.bool() { rank + 1 } else { rank - 1 }.clamp(2, 6);
            }
            5 if file > 2 => {
                file -= 1;
                rank = (rank + 1).min(6);
            }
            6 => file += 4,
            _ => file += rng.usize(2..4),
        }
    }
    if rng.usize(..8) == 0 {
        let (file, rank) = (rng.usize(1..9), rng.usize(2..7));
        put_pair(&mut cells, rng, file, rank);
    }
    let sides = [1..5, 5..9];
    let [white, black] = match rng.usize(..6) {
        0 => [rng.usize(..2), rng.usize(..2)],
        _ => [0, 1],
    };
    put(&mut cells, rng, 'K', &sides[white]);
    put(&mut cells, rng, 'k', &sides[black]);
    if rng.usize(..40) == 0 {
        let piece = ['N', 'n', 'B', 'b', 'r', 'Q'][rng.usize(..6)];
        put(&mut cells, rng, piece, &(1..9));
    }
    cells
}

/// The FEN of a board, if it is a position.
fn position(cells: &Cells, side: char) -> Option<Position> {
    let rank = |rank: &[char; 10]| -> String {
        let mut text: String = rank[1..9].iter().collect();
        for free in (1..9).rev() {
            text = text.replace(&".".repeat(free), &free.to_string());
        }
        text
    };
    let ranks: Vec<String> = cells[1..9].iter().rev().map(rank).collect();
    format!("{} {side} - - 0 1", ranks.join("/")).parse().ok()
}

/// Whether a board is walled, by the definition.
fn by_definition(cells: &Cells) -> bool {
    let mirror = |cells: &Cells| -> Cells {
        let mut other = *cells;
        for (rank, row) in other.iter_mut().enumerate() {
            *row = cells[9 - rank];
            for cell in row {
                *cell = match *cell {
                    c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
                    c => c.to_ascii_uppercase(),
                };
            }
        }
        other
    };
    let all = cells.iter().flatten();
    let only = all.clone().all(|cell| " .KkPp".contains(*cell));
    only && all.clone().any(|cell| "Pp".contains(*cell))
        && white_is_locked(cells)
        && white_is_locked(&mirror(cells))
}

/// White's pawns and White's king.
fn white_is_locked(cells: &Cells) -> bool {
    let squares = (1..9).flat_map(|rank| (1..9).map(move |file| (file, rank)));
    let mut todo = VecDeque::new();
    for (file, rank) in squares {
        let ahead = &cells[rank + 1];
        if cells[rank][file] == 'P'
            && (ahead[file] != 'p' || ahead[file - 1] == 'p' || ahead[file + 1] == 'p')
        {
            return false;
        }
        if cells[rank][file] == 'K' {
            todo.push_back((file, rank));
        }
    }
    let mut seen = BTreeSet::new();
    while let Some((file, rank)) = todo.pop_front() {
        if !seen.insert((file, rank)) {
            continue;
        }
        if cells[rank][file] == 'p' {
            return false;
        }
        for (file, rank) in
            (file - 1..=file + 1).flat_map(|f| (rank - 1..=rank + 1).map(move |r| (f, r)))
        {
            let cell = cells[rank][file];
            if cell == ' ' || cell == 'P' {
                continue;
            }
            let above = cells[rank + 1];
            if above[file - 1] != 'p' && above[file + 1] != 'p' {
                todo.push_back((file, rank));
            }
        }
    }
    true
}

/// The pawn of the other side, and the ranks that it goes up.
fn enemy(king: char) -> (char, isize) {
    if king == 'K' { ('p', -1) } else { ('P', 1) }
}

/// Whether a series of moves captures something, moves a pawn or mates: breadth first over the squares of
/// both kings and the side to move. It ends with `true` at the first pawn without a pawn of the other side
/// before it, or beside the square there: such a pawn moves sooner or later, as far as this search goes.
fn anything_happens(cells: &Cells, white_moves: bool) -> bool {
    let squares = (1..9).flat_map(|rank| (1..9).map(move |file| (file, rank)));
    let at = |(file, rank): (usize, usize)| cells[rank][file];
    let mut kings = [(0, 0); 2];
    for (file, rank) in squares {
        let (blocker, ahead) = match at((file, rank)) {
            'P' => ('p', &cells[rank + 1]),
            'p' => ('P', &cells[rank - 1]),
            'K' | 'k' => {
                kings[usize::from(at((file, rank)) == 'k')] = (file, rank);
                continue;
            }
            '.' => continue,
            _ => return true,
        };
        if ahead[file] != blocker || ahead[file - 1] == blocker || ahead[file + 1] == blocker {
            return true;
        }
    }
    let attacked = |(file, rank): (usize, usize), king: char| {
        let (pawn, up) = enemy(king);
        let row = &cells[rank.wrapping_add_signed(-up)];
        row[file - 1] == pawn || row[file + 1] == pawn
    };
    let first = (kings, usize::from(!white_moves));
    let mut seen = BTreeSet::from([first]);
    let mut todo = VecDeque::from([first]);
    while let Some((kings, side)) = todo.pop_front() {
        let (own, (file, rank), other) = (['K', 'k'][side], kings[side], kings[1 - side]);
        let around = (file - 1..=file + 1).flat_map(|f| (rank - 1..=rank + 1).map(move |r| (f, r)));
        let far = |to: &(usize, usize)| to.0.abs_diff(other.0) > 1 || to.1.abs_diff(other.1) > 1;
        let free = |to: &(usize, usize)| {
            *to != (file, rank) && ![' ', ['P', 'p'][side]].contains(&at(*to))
        };
        let moves: Vec<_> = around
            .filter(|to| free(to) && far(to) && !attacked(*to, own))
            .collect();
        let mated = moves.is_empty() && attacked((file, rank), own);
        if mated || moves.iter().any(|to| at(*to) == enemy(own).0) {
            return true;
        }
        for to in moves {
            let mut kings = kings;
            kings[side] = to;
            let next = (kings, 1 - side);
            if seen.insert(next) {
                todo.push_back(next);
            }
        }
    }
    false
}

#[test]
fn random_walls_are_dead_as_a_search_on_characters_finds() {
    let mut rng = Rng::with_seed(20_260_101);
    let (mut walls, mut dead, mut missed) = (0, 0, 0);
    while walls < WALLS {
        let cells = random_wall(&mut rng);
        let side = ['w', 'b'][rng.usize(..2)];
        let Some(position) = position(&cells, side) else {
            continue;
        };
        walls += 1;
        let found = is_walled(&position);
        assert_eq!(found, by_definition(&cells), "{position}");
        // Mate has ended the game before.
        if position.is_checkmate(MoveRules::FIDE) {
            continue;
        }
        let happens = anything_happens(&cells, side == 'w');
        assert!(!(found && happens), "{position}: not dead");
        dead += usize::from(found);
        missed += usize::from(!found && !happens);
    }
    // Both results are frequent.
    assert!(
        (WALLS / 5..WALLS * 4 / 5).contains(&dead),
        "{dead} of {WALLS} are dead"
    );
    // A stalemate, or kings that keep each other from a gap, are all that the rule does not see.
    assert!(missed < WALLS / 10, "{missed} dead positions are not found");
}
