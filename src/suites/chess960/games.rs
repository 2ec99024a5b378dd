//! What is typed in a game from a known first position, for each goal.

use fastrand::Rng;
use golfchess_rules::{Bitboard, CastlingSide, Color, Game, Move, Role, Square};

use super::super::{passed, random, reduce};
use crate::contract::{Contract, PlanBuilder, read_typed};

/// The first rank of a side.
pub(super) const fn home(color: Color) -> u8 {
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
pub(super) fn castle(builder: &mut PlanBuilder, rng: &mut Rng, turns: usize, once: bool) {
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
pub(super) fn fifty(builder: &mut PlanBuilder, rng: &mut Rng) {
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
pub(super) fn repeat(builder: &mut PlanBuilder, rng: &mut Rng, side: Color) {
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
        let mv = match out.take() {
            Some(mv) => back(mv),
            None => match knight_move(builder.game()) {
                Some(mv) => *out.insert(mv),
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

/// A legal move of a knight.
fn knight_move(game: &Game) -> Option<Move> {
    let board = game.position().board();
    let is_knight = |mv: &Move| board.role_at(mv.from) == Some(Role::Knight);
    game.legal_moves().into_iter().find(is_knight)
}

/// The move back to where a piece came from.
const fn back(mv: Move) -> Move {
    Move {
        from: mv.to,
        to: mv.from,
        promotion: None,
    }
}

/// A knight of each side goes out and comes back, twice: the position occurs for the third time. Then it goes out
/// again.
pub(super) fn threefold(builder: &mut PlanBuilder) {
    let mut out = Vec::new();
    for _ in 0..2 {
        let Some(mv) = knight_move(builder.game()) else {
            return;
        };
        builder.typed(&mv.to_string());
        out.push(mv);
    }
    let home: Vec<Move> = out.iter().copied().map(back).collect();
    for mv in [&home, &out, &home, &out].into_iter().flatten() {
        builder.typed(&mv.to_string());
    }
}

/// How many turns may pass before a piece crosses a square that a pawn has passed.
const CROSSING_TURNS: usize = 60;

/// A pawn captures en passant at once; before, it tries to capture another one too late. No first rank makes one
/// of these moves illegal: no line to a king opens. Then a piece crosses a square that a pawn has passed, as soon
/// as one can.
pub(super) fn en_passant(builder: &mut PlanBuilder, rng: &mut Rng) {
    builder.words("e2e4 a7a6 e4e5 d7d5 b2b3 h7h6 e5d6 b3b4 f7f5 e5f6 g7f6");
    for _ in 0..CROSSING_TURNS {
        if !builder.is_open() {
            return;
        }
        let game = builder.game().clone();
        let (position, rules) = (game.position(), game.profile().moves);
        let legal = game.legal_moves();
        let mut moves = legal.iter();
        if let Some(moves) = moves.find_map(|mv| passed::crossing(position, *mv, rules)) {
            for mv in moves {
                builder.typed(&mv.to_string());
            }
            return;
        }
        let is_double_step = |mv: &Move| passed::is_double_step(position, *mv);
        let (steps, others): (Vec<Move>, Vec<Move>) = legal.into_iter().partition(is_double_step);
        let moves = if others.is_empty() { steps } else { others };
        builder.typed(&freeing(&game, &moves, rng).to_string());
    }
}

/// All pieces but the kings and White's two of a kind are captured; the game goes on.
pub(super) fn alive(contract: Contract, rng: &mut Rng, role: Role) -> PlanBuilder {
    let first = *PlanBuilder::new(contract).game().position();
    let kept = first.board().pieces(Color::White, role);
    let mut builder = reduce::reduced(contract, kept, Bitboard::EMPTY, rng.clone());
    reduce::wander(&mut builder, Bitboard::EMPTY, 4, rng);
    builder
}

/// Types pairs of squares that are no legal moves, then one that is.
pub(super) fn pairs(builder: &mut PlanBuilder, rng: &mut Rng, turns: usize) {
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
