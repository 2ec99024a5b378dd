//! Games to a position in which castling is the only legal move: there is no stalemate.

use fastrand::Rng;
use golfchess_rules::{Bitboard, Color, Game, Move, Role, Square};

use super::games::home;
use crate::contract::{Contract, PlanBuilder};
use crate::suites::random;
use crate::suites::reduce::{self, reduced};

/// How many games to the kept pieces are tried.
const REDUCTIONS: usize = 4;

/// How often the last moves of each are tried.
const TRIES: usize = 400;

/// The most moves of a try.
const MOST: usize = 16;

/// The files of the king, of the rook with which it changes places, and of the bishop in the corner.
const HOME: [(u8, Role); 3] = [(5, Role::King), (6, Role::Rook), (7, Role::Bishop)];

/// The file of the pawns before the rook.
const PAWN: u8 = 6;

/// The moves of such a game; none if the first rank has no such place for the king, or no game is found.
pub(super) fn play(contract: Contract, seed: u64, side: Color) -> Option<PlanBuilder> {
    let mut rng = Rng::with_seed(seed);
    let start = PlanBuilder::new(contract);
    let board = *start.game().position().board();
    let squares = HOME.map(|(file, role)| {
        let square = Square::at(file, home(side))?;
        (board.role_at(square) == Some(role)).then_some(square)
    });
    let squares: Option<Bitboard> = squares.into_iter().collect();
    let pawn = |color: Color| {
        let pawns = board.pieces(color, Role::Pawn);
        pawns.into_iter().find(|square| square.file() == PAWN)
    };
    let (ours, theirs) = (pawn(side)?, pawn(!side)?);
    let piece = |color: Color, role: Role| board.pieces(color, role).into_iter().next();
    let (queen, rook) = (piece(side, Role::Queen)?, piece(!side, Role::Rook)?);
    let unmoved = squares? | Bitboard::of(ours);
    let others: Bitboard = [theirs, queen, rook].into_iter().collect();
    let kept = unmoved | others;
    let mut found = (0..REDUCTIONS).find_map(|_| {
        let mut builder = reduced(contract, kept, unmoved, rng.fork());
        if builder.game().moves().is_empty() {
            return None;
        }
        block(&mut builder, unmoved, side, &mut rng)?;
        (0..TRIES).find_map(|_| last(&builder, unmoved, side, &mut rng))
    })?;
    let castling = *found.game().legal_moves().first()?;
    // The king has no other move.
    found.typed(&format!("{}{ours}", castling.from));
    found.typed(&castling.to_string());
    random::opening(&mut found, &mut rng, 4);
    Some(found)
}

/// The other side's pawn goes to the square before that of `side`, which cannot move any more.
fn block(builder: &mut PlanBuilder, unmoved: Bitboard, side: Color, rng: &mut Rng) -> Option<()> {
    let third = home(side).abs_diff(2);
    for _ in 0..60 {
        let game = builder.game();
        let board = *game.position().board();
        let pawn = board.pieces(!side, Role::Pawn).into_iter().next()?;
        if pawn.rank() == third && game.position().side_to_move() == side {
            return Some(());
        }
        let step = game
            .legal_moves()
            .into_iter()
            .find(|mv| mv.from == pawn && mv.to.file() == PAWN && pawn.rank() != third);
        match step {
            Some(step) => {
                builder.typed(&step.to_string());
            }
            None => {
                // The pieces of both sides stay out of its way.
                let moves = reduce::quiet_moves(game, unmoved);
                let aside = |mv: &Move| mv.to.file() != PAWN && is_quiet_after(game, *mv);
                let moves: Vec<Move> = moves.into_iter().filter(aside).collect();
                let mv = *rng.choice(&moves)?;
                builder.typed(&mv.to_string());
            }
        }
    }
    None
}

/// Random moves, until the capture of the queen leaves nothing but castling.
fn last(
    builder: &PlanBuilder,
    unmoved: Bitboard,
    side: Color,
    rng: &mut Rng,
) -> Option<PlanBuilder> {
    let mut builder = builder.clone();
    for _ in 0..MOST {
        let game = builder.game();
        if game.position().side_to_move() != side {
            let found = game.legal_moves().into_iter().find(|mv| {
                let mut next = game.clone();
                next.play(*mv).is_ok() && is_only_castling(&next)
            });
            if let Some(mv) = found {
                builder.typed(&mv.to_string());
                return Some(builder);
            }
        }
        let moves = reduce::quiet_moves(game, unmoved);
        let moves: Vec<Move> = moves
            .into_iter()
            .filter(|mv| is_quiet_after(game, *mv))
            .collect();
        let mv = *rng.choice(&moves)?;
        builder.typed(&mv.to_string());
    }
    None
}

/// Whether a move neither checks nor ends the game.
fn is_quiet_after(game: &Game, mv: Move) -> bool {
    let mut next = game.clone();
    next.play(mv).is_ok() && next.outcome().is_none() && !next.position().is_check()
}

/// Whether castling is the only legal move.
fn is_only_castling(game: &Game) -> bool {
    let moves = game.legal_moves();
    let position = game.position();
    let is_castling = |mv: &Move| position.castling_side(*mv).is_some();
    !moves.is_empty() && moves.iter().all(is_castling)
}
