//! Standard algebraic notation of moves (FIDE appendix C).

use super::{CastlingSide, Move, MoveRules, Position, Role, Square};

/// Why a text does not denote exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text does not have the form of a move.
    #[error("{0:?} is not a move in algebraic notation, such as e4, Nbd7, exd8=Q or O-O")]
    Syntax(String),
    /// No legal move matches.
    #[error("{san:?} is not a legal move in {position}")]
    NoMove {
        /// The text.
        san: String,
        /// The position in which it was read.
        position: Box<Position>,
    },
    /// Several legal moves match.
    #[error("{san:?} may be {first} or {second}: name the file or the rank of the start square")]
    Ambiguous {
        /// The text.
        san: String,
        /// A move that matches.
        first: Move,
        /// Another move that matches.
        second: Move,
    },
}

/// The parts of a move that a text states; the others are `None`.
struct Pattern {
    role: Role,
    file: Option<char>,
    rank: Option<char>,
    capture: bool,
    to: Square,
    promotion: Option<Role>,
}

/// Reads a move.
///
/// The text must match exactly one legal move, a capture sign must stand for a capture, and a
/// promotion must name its piece. Common variations are accepted: castling with zeros, a missing
/// capture sign, a missing `=`, more of the start square than needed, and `+`, `#`, `!`, `?` at the
/// end. `+` and `#` are not verified.
///
/// # Errors
/// [`SanError`] when the form is wrong, or when no move or several moves match.
pub fn read_san(position: &Position, text: &str, rules: MoveRules) -> Result<Move, SanError> {
    let legal = position.legal_moves(rules);
    let san = || text.to_owned();
    let body = text.trim_end_matches(['!', '?']);
    let body = body.trim_end_matches(['+', '#']);
    let side = match body {
        "O-O" | "0-0" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" => Some(CastlingSide::Queen),
        _ => None,
    };
    let mut matching: Box<dyn Iterator<Item = Move>> = if side.is_some() {
        Box::new(
            legal
                .into_iter()
                .filter(move |mv| position.castling_side(*mv) == side),
        )
    } else {
        let pattern = Pattern::read(body).ok_or_else(|| SanError::Syntax(san()))?;
        Box::new(
            legal
                .into_iter()
                .filter(move |mv| pattern.matches(position, *mv)),
        )
    };
    match (matching.next(), matching.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(first), Some(second)) => Err(SanError::Ambiguous {
            san: san(),
            first,
            second,
        }),
        _ => Err(SanError::NoMove {
            san: san(),
            position: Box::new(*position),
        }),
    }
}

impl Pattern {
    /// Reads any move but castling, from both ends towards the middle.
    fn read(text: &str) -> Option<Pattern> {
        let mut chars: &[char] = &text.chars().collect::<Vec<_>>();
        let mut role = Role::Pawn;
        if let [letter, rest @ ..] = chars
            && let Some(named) = Role::from_letter(*letter)
        {
            (role, chars) = (named, rest);
        }
        let mut promotion = None;
        if let [rest @ .., letter] = chars
            && let Some(named) = Role::from_letter(*letter)
        {
            promotion = Some(named);
            chars = rest.strip_suffix(&['=']).unwrap_or(rest);
        }
        let [rest @ .., file @ 'a'..='h', rank] = chars else {
            return None;
        };
        let to = Square::from_chars(*file, *rank)?;
        let (capture, rest) = match rest {
            [rest @ .., 'x'] => (true, rest),
            _ => (false, rest),
        };
        let (file, rank) = match rest {
            [] => (None, None),
            [file @ 'a'..='h'] => (Some(*file), None),
            [rank @ '1'..='8'] => (None, Some(*rank)),
            [file @ 'a'..='h', rank @ '1'..='8'] => (Some(*file), Some(*rank)),
            _ => return None,
        };
        Some(Pattern {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        })
    }

    fn matches(&self, position: &Position, mv: Move) -> bool {
        position.board().role_at(mv.from) == Some(self.role)
            && mv.to == self.to
            && mv.promotion == self.promotion
            && self.file.is_none_or(|file| file == mv.from.file_char())
            && self.rank.is_none_or(|rank| rank == mv.from.rank_char())
            && (!self.capture || is_capture(position, mv))
            && position.castling_side(mv).is_none()
    }
}

/// Whether a legal move captures, en passant included: a diagonal pawn move always captures.
fn is_capture(position: &Position, mv: Move) -> bool {
    position.board().role_at(mv.to).is_some()
        || position.board().role_at(mv.from) == Some(Role::Pawn) && mv.from.file() != mv.to.file()
}

/// Writes a legal move, with the shortest unambiguous start square and with `+` or `#`.
///
/// # Errors
/// [`super::IllegalMove`] when the move is not legal in the position.
pub fn write_san(
    position: &Position,
    mv: Move,
    rules: MoveRules,
) -> Result<String, super::IllegalMove> {
    let next = position.play(mv, rules)?;
    let mut san = String::with_capacity(8);
    match (
        position.castling_side(mv),
        position.board().role_at(mv.from),
    ) {
        (Some(CastlingSide::King), _) => san.push_str("O-O"),
        (Some(CastlingSide::Queen), _) => san.push_str("O-O-O"),
        (None, Some(role)) => {
            let capture = is_capture(position, mv);
            if role == Role::Pawn {
                if capture {
                    san.push(mv.from.file_char());
                }
            } else {
                san.push(role.letter());
                push_origin(&mut san, position, mv, role, rules);
            }
            if capture {
                san.push('x');
            }
            san.push_str(&mv.to.to_string());
            if let Some(role) = mv.promotion {
                san.push('=');
                san.push(role.letter());
            }
        }
        (None, None) => {} // unreachable: a legal move starts on a piece
    }
    if next.is_check() {
        san.push(if next.legal_moves(rules).is_empty() {
            '#'
        } else {
            '+'
        });
    }
    Ok(san)
}

/// Adds the file, else the rank, else both, when other pieces of the kind can reach the square.
fn push_origin(san: &mut String, position: &Position, mv: Move, role: Role, rules: MoveRules) {
    let rivals: Vec<Square> = position
        .legal_moves(rules)
        .into_iter()
        .filter(|other| {
            other.to == mv.to
                && other.from != mv.from
                && position.board().role_at(other.from) == Some(role)
        })
        .map(|other| other.from)
        .collect();
    if rivals.is_empty() {
        return;
    }
    let shares_file = rivals.iter().any(|from| from.file() == mv.from.file());
    let shares_rank = rivals.iter().any(|from| from.rank() == mv.from.rank());
    if !shares_file || shares_rank {
        san.push(mv.from.file_char());
    }
    if shares_file {
        san.push(mv.from.rank_char());
    }
}

#[cfg(test)]
#[path = "san_tests.rs"]
mod tests;
