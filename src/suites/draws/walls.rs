//! Walls of pawns: games in which both sides advance their pawns until these block each other.

use fastrand::Rng;
use golfchess_parity::{Effort, Plan};
use golfchess_rules::{Bitboard, Color, Move, Role, Square};

use super::super::reduce::{quiet_moves, reduced, squares};
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

/// Pawns that advance on their files, and where the kings stand meanwhile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub name: &'static str,
    /// White's pawns of the pairs. Black's stand before them.
    pairs: Bitboard,
    /// The start squares of other pieces that stay.
    others: Bitboard,
    /// The file, from 0, whose white pawn moves last, with a double step.
    last: Option<u8>,
    /// The ranks, from 0, to which White's and Black's king go first.
    kings: [u8; 2],
}

const fn wall(name: &'static str, pairs: &str) -> Wall {
    Wall {
        name,
        pairs: squares(pairs),
        others: Bitboard::EMPTY,
        last: None,
        kings: [0, 7],
    }
}

const fn with(name: &'static str, others: &str) -> Wall {
    Wall {
        others: squares(others),
        ..wall(name, "b4 e4 g4")
    }
}

/// Walls, and positions that are no wall for one reason.
pub(super) const WALLS: &[Wall] = &[
    wall("a wall", "b4 e4 g4"),
    wall("a wall from the a-file to the h-file", "a4 d4 f4 h4"),
    wall("a wall on several ranks", "b4 d5 f4 h3"),
    wall("a wall before White's second rank", "b2 e2 g2"),
    wall("a wall before Black's second rank", "b6 e6 g6"),
    Wall {
        last: Some(4),
        ..wall("a wall after a double step", "b4 e4 g4")
    },
    Wall {
        last: Some(4),
        ..wall(
            "no wall before an en passant capture has lapsed",
            "b4 d3 e4 g4",
        )
    },
    wall("no wall: a gap on the h-file", "b4 e4"),
    wall("no wall: a gap on the a-file", "c4 f4 h4"),
    wall("no wall: a gap on the d-file", "b4 f4 h4"),
    wall("no wall: a gap between two ranks", "b5 e4 g4"),
    wall("no wall: pawns that can capture", "b4 c4 e4 g4"),
    with("no wall: another pawn", "a2"),
    with("no wall: a knight", "b1"),
    with("no wall: a bishop", "c1"),
    Wall {
        kings: [7, 7],
        ..wall("no wall: both kings behind Black's pawns", "b4 e4 g4")
    },
];

/// The walls that detect the least errors.
const CLOSE: [usize; 5] = [5, 6, 7, 11, 15];

/// Those that detect an error in one king's walk from one side only.
const BOTH_SIDES: [usize; 1] = [15];

impl Wall {
    /// The wall and the mirrored one, in which the sides are exchanged.
    pub(super) fn sides(self) -> [(String, Wall); 2] {
        let other = Wall {
            // A white pawn stands behind the square of a black one.
            pairs: Bitboard::from_bits(self.pairs.mirrored().bits() >> 8),
            others: self.others.mirrored(),
            kings: [7 - self.kings[1], 7 - self.kings[0]],
            ..self
        };
        let name = format!("{}, sides exchanged", self.name);
        [(self.name.to_owned(), self), (name, other)]
    }

    /// The start squares of the pieces that stay.
    fn kept(self) -> Bitboard {
        let pawns = self
            .pairs
            .into_iter()
            .flat_map(|pawn| [1, 6].map(|rank| Square::at(pawn.file(), rank).unwrap_or(pawn)));
        pawns.collect::<Bitboard>() | self.others
    }

    /// The square to which a pawn goes.
    fn target(self, pawn: Square, side: Color) -> Option<Square> {
        let mut pairs = self.pairs.into_iter();
        let pair = pairs.find(|pair| pair.file() == pawn.file())?;
        if side == Color::White {
            Some(pair)
        } else {
            pair.offset(0, 1)
        }
    }
}

/// The plies after which a game that reaches no wall is given up.
const MAX_PLIES: usize = 120;

/// The plies after a position that is no wall.
const TAIL: usize = 4;

/// A game to a wall; `mirrored` says which side makes the last double step. `None` if the random moves do
/// not lead to it.
fn game(
    context: &SuiteContext<'_>,
    wall: Wall,
    mirrored: bool,
    rng: &mut Rng,
) -> Option<PlanBuilder> {
    let kept = wall.kept();
    let search = Rng::with_seed(rng.u64(..));
    let mut builder = reduced(context.contract, kept, kept, search);
    if builder.game().moves().is_empty() {
        return None;
    }
    let mut tail = 0;
    for _ in 0..MAX_PLIES {
        if builder.game().outcome().is_some() || tail == TAIL {
            return Some(builder);
        }
        let mv = match next(&builder, wall, mirrored, rng)? {
            Next::Move(mv) => mv,
            Next::After(mv) => {
                tail += 1;
                mv
            }
        };
        builder.typed(&mv.to_string());
    }
    None
}

/// The next move of a game to a wall.
enum Next {
    Move(Move),
    /// All pawns have arrived.
    After(Move),
}

fn next(builder: &PlanBuilder, wall: Wall, mirrored: bool, rng: &mut Rng) -> Option<Next> {
    let game = builder.game();
    let position = game.position();
    let (board, side) = (position.board(), position.side_to_move());
    let king_is_home = |color: Color| {
        let home = wall.kings[usize::from(color == Color::Black)];
        board
            .king(color)
            .is_some_and(|king| king.rank().abs_diff(home) < 2)
    };
    let are_home = Color::ALL.into_iter().all(king_is_home);
    let last_side = if mirrored { Color::Black } else { Color::White };
    // The pawns that have not arrived.
    let left: Vec<(Color, Square)> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let pawns = (board.pieces(color, Role::Pawn) & !wall.others).into_iter();
            pawns.map(move |pawn| (color, pawn))
        })
        .filter(|(color, pawn)| {
            wall.target(*pawn, *color)
                .is_some_and(|target| target != *pawn)
        })
        .collect();
    let is_last = |color: Color, pawn: Square| color == last_side && wall.last == Some(pawn.file());
    let advances = |mv: &Move| {
        let is_left = left.contains(&(side, mv.from));
        let held = is_last(side, mv.from) && left.len() > 1;
        let target = wall.target(mv.from, side);
        let far = |square: Square| square.rank().abs_diff(target.map_or(0, Square::rank));
        let steps = mv.to.rank().abs_diff(mv.from.rank());
        are_home
            && is_left
            && !held
            && mv.to.file() == mv.from.file()
            && far(mv.from) == far(mv.to) + steps
            && (!is_last(side, mv.from) || steps == 2)
    };
    let moves = game.legal_moves();
    let pushes: Vec<Move> = moves.iter().copied().filter(advances).collect();
    if !pushes.is_empty() {
        return Some(Next::Move(pushes[rng.usize(..pushes.len())]));
    }
    // A king goes home, and not away.
    let home = wall.kings[usize::from(side == Color::Black)];
    let mut quiet = quiet_moves(game, wall.others);
    rng.shuffle(&mut quiet);
    let away = |mv: &Move| mv.to.rank().abs_diff(home).max(1);
    let mv = quiet.into_iter().min_by_key(away)?;
    Some(if left.is_empty() {
        Next::After(mv)
    } else {
        Next::Move(mv)
    })
}

/// How many random games a wall tries.
const TRIES: usize = 64;

fn plan(context: &SuiteContext<'_>, (name, wall, mirrored): (String, Wall, bool)) -> Option<Plan> {
    let mut rng = context.rng(ChessSuite::Draws as u64);
    let mut tries = (0..TRIES).filter_map(|_| game(context, wall, mirrored, &mut rng));
    Some(tries.next()?.plan(ChessSuite::Draws, name))
}

/// A page with dead positions of material only plays one in this many walls.
const ONE_IN_ABSENT: usize = 16;

pub(super) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let draws = context.contract.rules.draws;
    let sides = |(at, wall): (usize, &Wall)| {
        let [(name, one), (other_name, other)] = wall.sides();
        let both = [(name, one, false), (other_name, other, true)];
        let side = (at + context.start_offset()) % 2;
        let both = both.into_iter().enumerate();
        let both_detect = BOTH_SIDES.contains(&at);
        let deep = context.by_effort(both_detect, draws.walls, true);
        let chosen = both.filter(move |(which, _)| deep || *which == side);
        chosen.map(|(_, game)| game).collect::<Vec<_>>()
    };
    let walls = WALLS.iter().enumerate();
    let chosen: Vec<_> = match (draws.walls, draws.dead_position) {
        (true, _) => {
            let (close, others): (Vec<_>, Vec<_>) = walls.partition(|(at, _)| CLOSE.contains(at));
            [close, context.sample(others, context.by_effort(11, 1, 1))].concat()
        }
        (false, true) if context.effort > Effort::Quick => {
            context.sample(walls.collect(), context.by_effort(1, ONE_IN_ABSENT, 1))
        }
        _ => Vec::new(),
    };
    let games = chosen.into_iter().flat_map(sides);
    games.filter_map(|game| plan(context, game)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::ends;
    use super::*;

    #[test]
    fn each_wall_is_reached_and_ends_as_its_name_says() {
        let all = ends("TMPDWS", plans);
        assert_eq!(all.len(), 2 * WALLS.len(), "{all:#?}");
        for (case, end) in all {
            // The en passant capture lapses with the next move.
            let lapses = case.contains("has lapsed");
            let dead = lapses || !case.starts_with("no wall");
            assert_eq!(end.as_deref() == Some("D!"), dead, "{case}: {end:?}");
        }
        for (case, end) in ends("TMPDS", plans) {
            assert_eq!(end, None, "{case}");
        }
        let arbiter = ends("TMPDFWS", plans);
        let dead = arbiter
            .iter()
            .filter(|(_, end)| end.as_deref() == Some("DP"));
        assert_eq!(dead.count(), 14);
        assert!(ends("TMPS", plans).is_empty());
    }
}
