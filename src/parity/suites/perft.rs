//! The `perft` suite: the page accepts exactly the reference's moves.
//!
//! Every sequence of moves to a depth is played in a game of its own. At sampled positions the
//! pairs of squares are typed, each of the 4,096 that is no legal move, and nothing may change.

use super::random;
use super::reduce::{Kept, reduced};
use crate::parity::{Effort, Plan, Script, Setting, Suite};
use crate::rules::{Move, Role, Square};

/// Positions in which one side may castle both ways and the other one attacks little, by moves
/// that every variant has.
const CASTLING: [(&str, &str); 2] = [
    (
        "where White may castle",
        "e2e3 h7h6 f1d3 g7g6 d1e2 f7f6 b1c3 f8g7 b2b3 g7f8 c1b2 f8g7 g1h3 g7f8",
    ),
    (
        "where Black may castle",
        "h2h3 e7e6 g2g3 f8d6 f2f3 d8e7 f1g2 b8c6 g2f1 b7b6 f1g2 c8b7 g2f1 g8h6 f1g2",
    ),
];

/// How long the sequences are.
fn depth(setting: &Setting<'_>) -> usize {
    let usual = if setting.subject.is_extreme() { 3 } else { 2 };
    setting.by_effort(1, usual, 3)
}

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let mut plans = Vec::new();
    walk(Script::new(setting.subject), depth(setting), &mut plans);
    plans.extend(pairs(setting, Script::new(setting.subject), "at the start"));
    if setting.effort > Effort::Quick {
        let mut chance = setting.chance_of_page(Suite::Perft);
        for _ in 0..setting.by_effort(0, 1, 4) {
            let mut script = Script::new(setting.subject);
            random::opening(&mut script, &mut chance, 16);
            plans.extend(pairs(setting, script, "in the middle"));
        }
        // The way to few pieces is long.
        let here = setting.is_one_in(setting.by_effort(1, 4, 1));
        if here || setting.subject.is_extreme() {
            const KEPT: Kept = &["a1", "b1", "c1", "d8", "g8", "h7"];
            let bare = reduced(setting.subject, KEPT, chance);
            plans.extend(pairs(setting, bare, "with few pieces"));
        }
        for (place, words) in CASTLING {
            let mut script = Script::new(setting.subject);
            script.words(words);
            plans.extend(from_home(setting, script, place));
        }
    }
    plans
}

/// One plan for each sequence of moves that goes on from here.
fn walk(script: Script, depth: usize, plans: &mut Vec<Plan>) {
    let game = script.game();
    if depth == 0 || !game.is_open() {
        let line: Vec<String> = game.moves().iter().map(Move::to_string).collect();
        plans.push(script.plan(Suite::Perft, format!("sequence {}", line.join(" "))));
        return;
    }
    let mut moves = game.legal_moves();
    moves.sort();
    for mv in moves {
        let mut next = script.clone();
        next.typed(&mv.to_string());
        walk(next, depth - 1, plans);
    }
}

/// The pairs of squares that are no legal move, typed in one game: all of them, or a share.
fn pairs(setting: &Setting<'_>, script: Script, place: &str) -> Vec<Plan> {
    let few = script.game().position().board().occupied().len() < 12;
    let usual = if few && setting.subject.is_extreme() {
        1
    } else {
        144
    };
    let of = setting.by_effort(600, usual, 1);
    if !script.game().is_open() {
        return vec![script.plan(Suite::Perft, format!("pairs {place}"))];
    }
    let mut plans = typed(setting, &script, place, of, |_| true);
    if setting.effort == Effort::Deep {
        plans.extend(script.game().legal_moves().iter().map(|mv| {
            let mut script = script.clone();
            script.typed(&mv.to_string());
            script.plan(Suite::Perft, format!("{mv} {place}"))
        }));
    }
    plans
}

/// The same where castling is legal, for the squares of king and rooks.
fn from_home(setting: &Setting<'_>, script: Script, place: &str) -> Vec<Plan> {
    let usual = if setting.subject.profile.moves.special_moves {
        4
    } else {
        16
    };
    let of = setting.by_effort(usual, usual, 1);
    let position = *script.game().position();
    let home = |from: Square| {
        let role = position.board().role_at(from);
        let own = position.board().color(position.side_to_move());
        own.contains(from) && matches!(role, Some(Role::King | Role::Rook))
    };
    typed(setting, &script, place, of, home)
}

/// Types a share of the pairs that are no legal moves and begin on certain squares.
fn typed(
    setting: &Setting<'_>,
    script: &Script,
    place: &str,
    of: usize,
    begins: impl Fn(Square) -> bool,
) -> Vec<Plan> {
    let legal = script.game().legal_moves();
    let mut texts: Vec<String> = Square::all()
        .filter(|from| begins(*from))
        .flat_map(|from| Square::all().map(move |to| (from, to)))
        .filter(|pair| !legal.iter().any(|mv| (mv.from, mv.to) == *pair))
        .map(|(from, to)| format!("{from}{to}"))
        .collect();
    // A prime step spreads each share over all squares.
    let count = texts.len();
    texts = (0..count)
        .map(|at| texts[at * 1_009 % count].clone())
        .collect();
    let plan = |texts: &[String]| {
        let mut script = script.clone();
        for text in texts {
            script.typed(text);
        }
        script.plan(Suite::Perft, format!("pairs {place}"))
    };
    setting.share(texts, of).chunks(2_048).map(plan).collect()
}
