//! Games of pages with X. The page draws the first rank, so that a player decides what is typed when it has
//! seen it; the think time of the first answer selects the random numbers of the page.

use std::sync::Arc;

use fastrand::Rng;
use golfchess_parity::{Answer, Dialog, Plan, Player, Turns};
use golfchess_rules::{Bitboard, CastlingSide, Color, Game, Move, Role, Square};

use super::{clock, dialogs, input, mirror, random, reduce};
use crate::contract::{Contract, PlanBuilder, read_typed};
use crate::suites::{ChessSuite, SuiteContext};

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Castling of both sides, and tries of castling that is not legal.
    Castle,
    /// The same, and then no capture and no pawn move until the fiftieth move.
    Fifty,
    /// A position that occurs three times with the right to castle with a rook, and without it.
    Repeat(Color),
    /// Pairs of squares that are no legal moves, between some moves.
    Pairs,
    /// Random play.
    Random,
}

/// A player of both sides.
#[derive(Clone, Copy, Debug)]
struct Both {
    contract: Contract,
    goal: Goal,
    seed: u64,
    /// How long the game is, in turns.
    turns: usize,
}

/// The plans of a suite for a page with X.
pub(super) fn plans(context: &SuiteContext<'_>, suite: ChessSuite) -> Vec<Plan> {
    // A game on a board shows three times as much, and takes ten times as long.
    let few = |(quick, usual, deep), on_board: (usize, usize)| match context.contract.show.board {
        false => context.by_effort(quick, usual, deep),
        true => context.by_effort(on_board.0, on_board.1, deep),
    };
    let goals = match suite {
        ChessSuite::Rules => vec![(Goal::Castle, few((8, 120, 1_000), (4, 40)), 60)],
        ChessSuite::Perft => vec![(Goal::Pairs, few((2, 10, 100), (1, 4)), 3)],
        ChessSuite::Draws => {
            let games = few((2, 8, 60), (1, 4));
            vec![
                (Goal::Fifty, games, 60),
                (Goal::Repeat(Color::White), games, 0),
                (Goal::Repeat(Color::Black), games, 0),
            ]
        }
        ChessSuite::Random => vec![(
            Goal::Random,
            context.by_effort(2, 6, 60),
            context.by_effort(30, 80, 200),
        )],
        // Texts that do not depend on the first rank: moves of pawns, and what is no move.
        ChessSuite::Input => return input::plans(context),
        ChessSuite::Clock => return clock::plans(context),
        ChessSuite::Dialogs => return dialogs::plans(context),
        ChessSuite::Mirror => return mirror::plans(context),
        ChessSuite::Games | ChessSuite::Arbiter | ChessSuite::Opponent => return Vec::new(),
    };
    let mut rng = context.rng_of_page(suite as u64);
    let mut plans = Vec::new();
    for (goal, games, turns) in goals {
        for _ in 0..games {
            let both = Both {
                contract: context.contract,
                goal,
                seed: rng.u64(..),
                turns,
            };
            let mut builder = PlanBuilder::new(context.contract);
            // No move, and less than a second.
            let nothing = if context.contract.show.board {
                ""
            } else {
                "zz"
            };
            builder.answer(Some(nothing), rng.u64(..1_000));
            let plan = builder.plan(suite, format!("Chess960: {}", goal.words()));
            plans.push(plan.with_player(Arc::new(both)));
        }
    }
    plans
}

impl Goal {
    fn words(self) -> &'static str {
        match self {
            Goal::Castle => "castling",
            Goal::Fifty => "castling and fifty moves",
            Goal::Repeat(_) => "repetition with the right to castle",
            Goal::Pairs => "pairs of squares",
            Goal::Random => "random play",
        }
    }
}

impl Player for Both {
    fn start(&self) -> Box<dyn Turns> {
        Box::new(Turn(Some(*self)))
    }
}

/// The one turn in which a player gives all of its answers.
struct Turn(Option<Both>);

impl Turns for Turn {
    fn next(&mut self, shown: &[Dialog]) -> Vec<Answer> {
        let first = shown.first().map(|dialog| dialog.parts().1);
        match self.0.take() {
            Some(both) => match both.contract.drawn(first) {
                Ok(contract) => both.answers(contract),
                Err(_) => Vec::new(), // a page that is wrong is judged elsewhere
            },
            None => Vec::new(),
        }
    }
}

impl Both {
    /// The answers of a game from a known first position.
    fn answers(&self, contract: Contract) -> Vec<Answer> {
        let mut builder = PlanBuilder::new(contract);
        let mut rng = Rng::with_seed(self.seed);
        match self.goal {
            Goal::Castle => castle(&mut builder, &mut rng, self.turns, false),
            Goal::Fifty => {
                castle(&mut builder, &mut rng, self.turns, true);
                fifty(&mut builder, &mut rng);
            }
            Goal::Repeat(side) => repeat(&mut builder, &mut rng, side),
            Goal::Pairs => pairs(&mut builder, &mut rng, self.turns),
            Goal::Random => random::play(&mut builder, &mut rng, self.turns, |_, text, _| text),
        }
        builder.into_answers()
    }
}

/// The first rank of a side.
const fn home(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// The squares of the king of the side to move and of its own rooks on its first rank, and of the targets of
/// kings that castle.
fn castling_tries(game: &Game) -> Vec<(Square, Square)> {
    let position = game.position();
    let us = position.side_to_move();
    let rank = Bitboard::rank(home(us));
    let king = position.board().king(us);
    let rooks = position.board().pieces(us, Role::Rook) & rank;
    let targets = [2, 6]
        .into_iter()
        .filter_map(|file| Square::at(file, home(us)));
    let others = rooks.into_iter().chain(targets);
    king.map_or_else(Vec::new, |king| others.map(|to| (king, to)).collect())
}

/// Types castling that is not legal, and castles when it can, each side to a side of the board: `once` ends this
/// with the first castling.
fn castle(builder: &mut PlanBuilder, rng: &mut Rng, turns: usize, once: bool) {
    let wanted = [(); 2].map(|()| CastlingSide::ALL[rng.usize(..2)]);
    for _ in 0..turns {
        if !builder.is_open() {
            return;
        }
        let game = builder.game().clone();
        let legal = game.legal_moves();
        for (from, to) in castling_tries(&game) {
            let is_legal = legal.iter().any(|mv| (mv.from, mv.to) == (from, to));
            if !is_legal && rng.usize(..3) > 0 {
                builder.typed(&format!("{from}{to}"));
            }
        }
        let us = game.position().side_to_move();
        let is_wanted = |mv: &&Move| {
            game.position().castling_side(**mv) == Some(wanted[usize::from(us == Color::Black)])
        };
        let mv = match legal.iter().find(is_wanted) {
            Some(mv) if rng.usize(..3) > 0 => *mv,
            _ => freeing(&game, &legal, rng),
        };
        builder.typed(&mv.to_string());
        if once && game.position().castling_side(mv).is_some() {
            return;
        }
    }
}

/// A move that often frees the first rank, and seldom is one of the king or a rook.
fn freeing(game: &Game, legal: &[Move], rng: &mut Rng) -> Move {
    let board = game.position().board();
    let rank = home(game.position().side_to_move());
    let of_kind = |wanted: usize| -> Vec<Move> {
        let kind = |mv: &&Move| match board.role_at(mv.from) {
            Some(Role::King | Role::Rook) => 2,
            Some(Role::Pawn) => 1,
            _ => usize::from(mv.from.rank() != rank || mv.to.rank() == rank),
        };
        legal
            .iter()
            .filter(|mv| kind(mv) == wanted)
            .copied()
            .collect()
    };
    let kind = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2][rng.usize(..14)];
    let moves = of_kind(kind);
    let moves = if moves.is_empty() { legal } else { &moves };
    moves[rng.usize(..moves.len())]
}

/// Quiet moves until the fiftieth: castling is neither a capture nor a pawn move.
fn fifty(builder: &mut PlanBuilder, rng: &mut Rng) {
    let quiet = builder.game().position().halfmove_clock() as usize;
    let plies = 99_usize.saturating_sub(quiet);
    if reduce::wander(builder, Bitboard::EMPTY, plies, rng).is_none() {
        return;
    }
    for _ in 0..2 {
        let moves = reduce::quiet_moves(builder.game(), Bitboard::EMPTY);
        if let Some(mv) = moves.first() {
            builder.typed(&mv.to_string());
        }
    }
}

/// A side's rook goes and comes back while knights of the other side do the same: the position occurs once with
/// the right to castle with this rook, and three times without it.
fn repeat(builder: &mut PlanBuilder, rng: &mut Rng, side: Color) {
    let forward: i8 = if side == Color::White { 1 } else { -1 };
    let king_side = CastlingSide::ALL[rng.usize(..2)];
    let castling = builder.game().position().castling();
    let rook = castling
        .rook(side, king_side)
        .and_then(|file| Square::at(file, home(side)));
    let Some((rook, up)) = rook.and_then(|rook| Some((rook, rook.offset(0, forward)?))) else {
        return;
    };
    let Some(two) = up.offset(0, 2 * forward) else {
        return;
    };
    // Knights go out as soon as they can, and back.
    let mut out: Option<Move> = None;
    let mut knight = |builder: &mut PlanBuilder| {
        let game = builder.game();
        let board = game.position().board();
        let legal = game.legal_moves();
        let is_out = |mv: &&Move| board.role_at(mv.from) == Some(Role::Knight);
        let mv = match out.take() {
            Some(mv) => Move {
                from: mv.to,
                to: mv.from,
                promotion: None,
            },
            None => match legal.iter().find(is_out) {
                Some(mv) => *out.insert(*mv),
                None => return,
            },
        };
        builder.typed(&mv.to_string());
    };
    if side == Color::Black {
        builder.typed("a2a3");
    }
    builder.typed(&format!("{up}{two}"));
    for _ in 0..4 {
        knight(builder);
        builder.typed(&format!("{rook}{up}"));
        knight(builder);
        builder.typed(&format!("{up}{rook}"));
    }
    knight(builder);
}

/// Types pairs of squares that are no legal moves, then one that is.
fn pairs(builder: &mut PlanBuilder, rng: &mut Rng, turns: usize) {
    let squares: Vec<Square> = Square::all().collect();
    for _ in 0..turns {
        if !builder.is_open() {
            return;
        }
        let position = *builder.game().position();
        let rules = builder.game().profile().moves;
        for _ in 0..120 {
            let [from, to] = [(); 2].map(|()| squares[rng.usize(..64)]);
            let text = format!("{from}{to}");
            if read_typed(&position, &text, rules).is_none() {
                builder.typed(&text);
            }
        }
        random::opening(builder, rng, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    use golfchess_pages::catalog::FlagSet;
    use golfchess_rules::{CHESS960_POSITIONS, Position};

    /// The game of a player from the start position with a number.
    fn game(goal: Goal, number: u16, seed: u64, turns: usize) -> (Game, Vec<Answer>) {
        let contract = Contract::new(&FlagSet::new("TMPXDS")).expect("a set of rules");
        let start = Position::chess960(number).expect("a number");
        let rows = crate::contract::prompt_text(&start, None, contract.show);
        let known = contract.drawn(Some(&rows)).expect("a start position");
        let both = Both {
            contract,
            goal,
            seed,
            turns,
        };
        let answers = both.answers(known);
        let mut builder = PlanBuilder::new(known);
        for answer in &answers {
            builder.answer(answer.0.as_deref(), answer.1);
        }
        (builder.game().clone(), answers)
    }

    /// Why castling with a rook is not legal, or that it is.
    fn reason(game: &Game, from: Square, to: Square) -> &'static str {
        let position = game.position();
        let us = position.side_to_move();
        let board = position.board();
        let legal = game.legal_moves();
        if legal.iter().any(|mv| (mv.from, mv.to) == (from, to)) {
            return "legal";
        }
        let is_rook = board.pieces(us, Role::Rook).contains(to);
        let right = CastlingSide::ALL.into_iter().find(|side| {
            position.castling().rook(us, *side) == Some(to.file()) && to.rank() == home(us)
        });
        let Some(side) = right.filter(|_| is_rook) else {
            return if is_rook {
                "a rook without the right"
            } else {
                "no rook"
            };
        };
        let (king_to, rook_to) = match side {
            CastlingSide::King => (6, 5),
            CastlingSide::Queen => (2, 3),
        };
        let span = |one: u8, other: u8| one.min(other)..=one.max(other);
        let stands = |file| {
            Square::at(file, home(us))
                .and_then(|at| board.piece_at(at))
                .is_some()
        };
        let is_other = |file: &u8| ![from.file(), to.file()].contains(file);
        if span(from.file(), king_to).filter(is_other).any(stands) {
            return "the king's way is blocked";
        }
        if span(to.file(), rook_to).filter(is_other).any(stands) {
            return "the rook's way is blocked";
        }
        let attacked = |file| {
            Square::at(file, home(us)).is_some_and(|at| !board.attackers(at, !us).is_empty())
        };
        if position.is_check() {
            return "the king is in check";
        }
        if attacked(king_to) {
            return "the king's target is attacked";
        }
        match span(from.file(), king_to).any(attacked) {
            true => "the king's way is attacked",
            false => "the rook shields the king",
        }
    }

    #[test]
    fn both_sides_castle_in_all_combinations_of_files_and_try_it_in_vain_for_every_reason() {
        let mut castled = HashSet::new();
        let mut reasons: HashMap<&str, usize> = HashMap::new();
        // Three games from each position.
        for seed in 0..3 * CHESS960_POSITIONS {
            let number = seed % CHESS960_POSITIONS;
            let (last, answers) = game(Goal::Castle, number, u64::from(seed), 60);
            let mut now = Game::from_position(last.profile(), *last.first_position());
            for text in answers.iter().filter_map(|answer| answer.0.as_deref()) {
                let king = now.position().board().king(now.position().side_to_move());
                let squares: Vec<char> = text.chars().collect();
                let from = Square::from_chars(squares[0], squares[1]).expect("a square");
                let to = Square::from_chars(squares[2], squares[3]).expect("a square");
                if king == Some(from) {
                    *reasons.entry(reason(&now, from, to)).or_default() += 1;
                }
                if let Some(mv) = read_typed(now.position(), text, now.profile().moves) {
                    if now.position().castling_side(mv).is_some() {
                        let color = now.position().side_to_move();
                        castled.insert((color, mv.from.file(), mv.to.file()));
                    }
                    now.play(mv).expect("a legal move");
                }
            }
        }
        assert_eq!(castled.len(), 84, "of 42 pairs of files on two sides");
        for wanted in [
            "a rook without the right",
            "no rook",
            "the king's way is blocked",
            "the rook's way is blocked",
            "the king is in check",
            "the king's target is attacked",
            "the king's way is attacked",
        ] {
            let count = reasons.get(wanted).copied().unwrap_or_default();
            assert!(count >= 20, "{wanted}: {reasons:?}");
        }
    }

    #[test]
    fn a_repetition_without_the_right_is_another_position() {
        let mut drawn = 0;
        for seed in 0..40 {
            let side = Color::ALL[seed % 2];
            let (game, _) = game(Goal::Repeat(side), seed as u16 * 23, seed as u64, 0);
            let last = game.outcome().map(|outcome| outcome.reason());
            drawn += usize::from(last == Some(golfchess_rules::Reason::Threefold));
        }
        assert!(drawn >= 30, "{drawn}");
    }

    #[test]
    fn castling_is_among_the_quiet_moves_before_the_fiftieth() {
        let mut found = 0;
        for seed in 0..12 {
            let (game, _) = game(Goal::Fifty, seed as u16 * 71, seed as u64, 60);
            let last = game.outcome().map(|outcome| outcome.reason());
            let quiet = game.moves().len().saturating_sub(100);
            let mut position = *game.first_position();
            let mut castles = false;
            for (ply, mv) in game.moves().iter().enumerate() {
                castles |= ply >= quiet && position.castling_side(*mv).is_some();
                position = position.play_unchecked(*mv);
            }
            let is_fifty = last == Some(golfchess_rules::Reason::FiftyMoves);
            found += usize::from(is_fifty && castles);
        }
        assert!(found >= 3, "{found}");
    }
}
