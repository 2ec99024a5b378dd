//! The position in which a game begins: the start position, one of Chess960 that the page draws, or that
//! of the address.

use golfchess_parity::{Answer, Wanted};
use golfchess_rules::{Position, Role, first_rank_number};

use super::{Contract, narrow};

/// Where the first position of a page comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum First {
    /// The start position.
    Standard,
    /// With X: one of the 960 start positions, which `Math.random` chooses.
    Drawn,
    /// With E: the position in the fragment of the page's address, or the start position.
    Address,
}

impl Contract {
    /// The same contract for games from a position.
    #[must_use]
    pub const fn with_start(self, start: Position) -> Self {
        Self { start, ..self }
    }

    /// Whether a page with X draws its first position, which is not known before it shows it.
    pub fn draws_start(&self) -> bool {
        self.first == First::Drawn
    }

    /// The contract of a page that is opened with an address: the first answer may be its fragment.
    /// `None` if the fragment is no legal position: then nothing is known.
    pub(super) fn opened(self, answers: &[Answer]) -> Option<Self> {
        let address = answers.first().and_then(Answer::address);
        match (address, self.first) {
            (Some(address), First::Address) => Some(self.with_start(read_address(address)?)),
            _ => Some(self),
        }
    }

    /// With X, the contract of a page that shows this text first.
    ///
    /// # Errors
    /// The text does not show a start position of Chess960.
    pub(crate) fn drawn(self, shown: Option<&str>) -> Result<Self, Wanted> {
        if !self.draws_start() {
            return Ok(self);
        }
        let start = shown.and_then(read_start);
        let wanted =
            "a start position of Chess960, with White's pieces and Black's on the same files";
        let start = start.ok_or_else(|| Wanted::Choice(wanted.to_owned()))?;
        Ok(Self {
            first: First::Standard,
            ..self.with_start(start)
        })
    }
}

/// The start position of Chess960 whose first rank a prompt or a board shows, in capital letters.
fn read_start(text: &str) -> Option<Position> {
    let mut ranks = text.lines().filter_map(|line| {
        let letters: Vec<char> = line.chars().map(narrow).filter(|c| *c != ' ').collect();
        let roles: Option<Vec<Role>> = letters.into_iter().map(Role::from_letter).collect();
        <[Role; 8]>::try_from(roles?).ok()
    });
    let rank = ranks.next_back()?;
    Position::chess960(first_rank_number(&rank)?)
}

/// The legal position of the fragment of an address: the fields of a FEN with `_` between them. The last two
/// may be missing, and further ones do not count.
fn read_address(address: &str) -> Option<Position> {
    let fields: Vec<&str> = address.split('_').collect();
    let [placement, side, castling, rest @ ..] = &fields[..] else {
        return None;
    };
    let en_passant = rest.first().unwrap_or(&"-");
    let quiet = rest.get(1).unwrap_or(&"0");
    let fen = format!("{placement} {side} {castling} {en_passant} {quiet} 1");
    fen.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rank_is_read_from_what_a_page_shows() {
        let rows =
            "b b q n n r k r\np p p p p p p p\n_ _ _ _ _ _ _ _\nP P P P P P P P\nB B Q N N R K R";
        let shown = format!("W:900 B:900\n{rows}");
        assert_eq!(read_start(&shown), Position::chess960(0));
        assert_eq!(read_start(&rows.replace("B B Q", "B Q B")), None);
        assert_eq!(read_start("W"), None);
    }

    #[test]
    fn an_address_has_three_to_five_fields_and_more() {
        let start = Position::start();
        let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for rest in [
            "w_KQkq",
            "w_KQkq_-",
            "w_KQkq_-_0",
            "w_KQkq_-_0_1",
            "w_KQkq_-_0_9_x",
        ] {
            assert_eq!(
                read_address(&format!("{placement}_{rest}")),
                Some(start),
                "{rest}"
            );
        }
        for rest in ["w", "w_KQkqX", "x_-", "w_K_e4", "w_-_-_x"] {
            assert_eq!(read_address(&format!("{placement}_{rest}")), None, "{rest}");
        }
    }
}
