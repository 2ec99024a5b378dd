//! Moves as chess books write them: standard algebraic notation (FIDE appendix C).

use super::{Move, MoveRules, Position, Role, Square};

/// Why a text does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text does not have the form of a move.
    #[error("{0:?} is not a move in algebraic notation, such as e4, Nbd7, exd8=Q or O-O")]
    Syntax(String),
    /// No legal move fits.
    #[error("{san:?} is not a legal move in {position}")]
    NoMove {
        /// The text.
        san: String,
        /// The position in which it was read.
        position: Box<Position>,
    },
    /// Several legal moves fit.
    #[error("{san:?} may be {first} or {second}: name the file or the rank of the start square")]
    Ambiguous {
        /// The text.
        san: String,
        /// A move that fits.
        first: Move,
        /// Another move that fits.
        second: Move,
    },
}

/// What a text says about a move; what it leaves open is `None`.
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
/// Strict about what is said: a capture sign needs a capture, a promotion its piece, and the text
/// must fit exactly one legal move. Open to what is written in practice: castling with zeros, the
/// capture sign or the `=` left out, more of the start square than needed, and `+`, `#`, `!`, `?`
/// at the end, which are not verified.
///
/// # Errors
/// [`SanError`] says whether the form is wrong, no move fits, or several do.
pub fn read_san(position: &Position, text: &str, rules: MoveRules) -> Result<Move, SanError> {
    let legal = position.legal_moves(rules);
    let san = || text.to_owned();
    let body = text.trim_end_matches(['!', '?']);
    let body = body.trim_end_matches(['+', '#']);
    let files = match body {
        "O-O" | "0-0" => Some(2),
        "O-O-O" | "0-0-0" => Some(-2),
        _ => None,
    };
    let mut fitting: Box<dyn Iterator<Item = Move>> = if let Some(files) = files {
        Box::new(legal.into_iter().filter(move |mv| {
            position.board().role_at(mv.from) == Some(Role::King)
                && mv.to.file() as i8 - mv.from.file() as i8 == files
        }))
    } else {
        let pattern = Pattern::read(body).ok_or_else(|| SanError::Syntax(san()))?;
        Box::new(
            legal
                .into_iter()
                .filter(move |mv| pattern.fits(position, *mv)),
        )
    };
    match (fitting.next(), fitting.next()) {
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
    /// Reads everything but castling, from both ends towards the middle.
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

    fn fits(&self, position: &Position, mv: Move) -> bool {
        position.board().role_at(mv.from) == Some(self.role)
            && mv.to == self.to
            && mv.promotion == self.promotion
            && self.file.is_none_or(|file| file == mv.from.file_char())
            && self.rank.is_none_or(|rank| rank == mv.from.rank_char())
            && (!self.capture || is_capture(position, mv))
            && !is_castling(position, mv)
    }
}

fn is_castling(position: &Position, mv: Move) -> bool {
    position.board().role_at(mv.from) == Some(Role::King)
        && mv.from.file().abs_diff(mv.to.file()) == 2
}

/// Whether the legal move captures, en passant included: the only diagonal pawn moves are captures.
fn is_capture(position: &Position, mv: Move) -> bool {
    position.board().role_at(mv.to).is_some()
        || position.board().role_at(mv.from) == Some(Role::Pawn) && mv.from.file() != mv.to.file()
}

/// Writes a legal move with as much of the start square as it needs, and `+` or `#`.
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
    match position.board().role_at(mv.from) {
        Some(Role::King) if is_castling(position, mv) => {
            let short = mv.to.file() > mv.from.file();
            san.push_str(if short { "O-O" } else { "O-O-O" });
        }
        Some(role) => {
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
        None => {} // cannot happen: the move is legal
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

/// Adds the file, else the rank, else both, when other pieces of the kind can go to the square.
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
