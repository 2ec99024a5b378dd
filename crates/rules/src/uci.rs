//! Coordinate notation of moves, as in the UCI protocol.

use super::{Move, Role};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move in coordinate notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a move in coordinate notation: write the start and the target square and, \
     for a promotion, one of the letters q r b n, as in e2e4 or e7e8q"
)]
pub struct UciError(pub String);

impl FromStr for Move {
    type Err = UciError;

    /// Reads a move in lower case; no character may follow it.
    fn from_str(text: &str) -> Result<Move, UciError> {
        let read = || {
            let from = text.get(..2)?.parse().ok()?;
            let to = text.get(2..4)?.parse().ok()?;
            let promotion = match text.get(4..)? {
                "" => None,
                "q" => Some(Role::Queen),
                "r" => Some(Role::Rook),
                "b" => Some(Role::Bishop),
                "n" => Some(Role::Knight),
                _ => return None,
            };
            Some(Move {
                from,
                to,
                promotion,
            })
        };
        read().ok_or_else(|| UciError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinate_moves_round_trip() {
        for text in ["e2e4", "e1g1", "a7b8q", "h2h1n", "a2a1r", "c7c8b"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in [
            "", "e2", "e2e", "e2e9", "E2E4", "e7e8k", "e7e8Q", "e2e4 ", "e2é4", "éé", "e7e8qq",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
