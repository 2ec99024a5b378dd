//! Forsyth-Edwards notation (FEN) of positions.

use super::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, ImpossiblePosition, Piece, Position,
    Role, Square, position::legality,
};
use std::fmt::{self, Write};
use std::str::FromStr;

/// Why a text is not a FEN: the field and the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Not six fields.
    #[error("a FEN has 6 fields with one space between them, this text has {0}")]
    Fields(usize),
    /// Field 1 does not have eight ranks.
    #[error("FEN field 1 (piece placement): {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank of field 1 does not have eight squares.
    #[error("FEN field 1 (piece placement): rank {rank} has {squares} squares instead of 8")]
    Squares {
        /// The rank, 1 to 8.
        rank: u8,
        /// How many squares it has.
        squares: u32,
    },
    /// A character in field 1 that is neither a piece nor a number of empty squares.
    #[error(
        "FEN field 1 (piece placement): {letter:?} in rank {rank} is neither a piece \
         (KQRBNPkqrbnp) nor a number of empty squares (1 to 8)"
    )]
    Letter {
        /// The rank, 1 to 8.
        rank: u8,
        /// The character.
        letter: char,
    },
    /// Two numbers side by side in field 1.
    #[error("FEN field 1 (piece placement): two numbers side by side in rank {rank}: add them up")]
    Numbers {
        /// The rank, 1 to 8.
        rank: u8,
    },
    /// Field 2 is not a side.
    #[error("FEN field 2 (side to move): {0:?} is neither w nor b")]
    Side(String),
    /// Field 3 is not a set of castling rights.
    #[error("FEN field 3 (castling rights): {0:?} is neither - nor some of KQkq in this order")]
    Castling(String),
    /// Field 3 is not a set of castling rights of Chess960.
    #[error(
        "FEN field 3 (castling rights): {0:?} is neither - nor letters of rooks beside a king on its first \
         rank: KQkq for the outermost ones, or their files, A to H for White and a to h for Black"
    )]
    Chess960Castling(String),
    /// Field 4 is not a square.
    #[error("FEN field 4 (en passant square): {0:?} is neither - nor a square")]
    EnPassant(String),
    /// Field 5 is not a number.
    #[error("FEN field 5 (halfmove clock): {0:?} is not a whole number below 2^32")]
    HalfmoveClock(String),
    /// Field 6 is not a number.
    #[error("FEN field 6 (fullmove number): {0:?} is not a whole number below 2^32")]
    FullmoveNumber(String),
    /// All fields are well formed, but no game can reach the position.
    #[error("impossible position")]
    Impossible(#[from] ImpossiblePosition),
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN: exactly six fields with one space between them.
    fn from_str(text: &str) -> Result<Position, FenError> {
        let position = read(text, false)?;
        legality::check(&position, false)?;
        Ok(position)
    }
}

impl Position {
    /// Reads the FEN of a composed position, which no game needs to reach.
    ///
    /// Any number of pawns and promoted pieces, of checking pieces and of plies on the counters is
    /// accepted. `str::parse` rejects what is impossible in a game.
    ///
    /// # Errors
    /// [`FenError`] when the text is not a FEN, or when the rules of movement do not apply: a side
    /// has not exactly one king, a pawn stands on rank 1 or 8, a castling right or the en passant
    /// square contradicts the pieces, or the side that is not to move is in check.
    ///
    /// ```
    /// use golfchess_rules::{MoveRules, Position};
    ///
    /// // Eight pawns, but both bishops stand on light squares.
    /// let composed = "NBQKRBRN/PPPPPPPP/8/8/8/8/3k4/8 w - - 0 1";
    /// assert!(composed.parse::<Position>().is_err());
    /// let position = Position::from_composed_fen(composed)?;
    /// assert!(!position.legal_moves(MoveRules::FIDE).is_empty());
    /// # Ok::<(), golfchess_rules::FenError>(())
    /// ```
    pub fn from_composed_fen(text: &str) -> Result<Position, FenError> {
        let position = read(text, false)?;
        legality::check_playable(&position)?;
        Ok(position)
    }
}

impl Position {
    /// Reads the FEN of a position of Chess960, as X-FEN or as Shredder-FEN, or one of standard chess.
    ///
    /// In field 3, `K` and `Q` name White's outermost rook on that side of its king, `A` to `H` the rook on
    /// a file; lower case letters stand for Black. `Display` writes X-FEN: the file only if the rook is
    /// not the outermost one.
    ///
    /// # Errors
    /// [`FenError`] when the text is not a FEN, or no game can reach the position.
    ///
    /// ```
    /// use golfchess_rules::Position;
    ///
    /// let fen = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1";
    /// let position = Position::from_chess960_fen(fen)?;
    /// assert_eq!(position.to_string(), fen.replace("GBgb", "KQkq"));
    /// assert_eq!(position.to_shredder_fen(), fen);
    /// assert!(fen.parse::<Position>().is_err());
    /// # Ok::<(), golfchess_rules::FenError>(())
    /// ```
    pub fn from_chess960_fen(text: &str) -> Result<Position, FenError> {
        let position = read(text, true)?;
        legality::check(&position, true)?;
        Ok(position)
    }

    /// The FEN with the files of the rooks in field 3: `HAha` instead of `KQkq`.
    pub fn to_shredder_fen(&self) -> String {
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = self.write(&mut text, |_, _, file| file_letter(file));
        text
    }

    /// Writes the FEN; `letter` is that of a right, for White.
    fn write(
        &self,
        f: &mut impl Write,
        letter: impl Fn(Color, CastlingSide, u8) -> char,
    ) -> fmt::Result {
        write_placement(&self.board, f)?;
        f.write_str(match self.side {
            Color::White => " w ",
            Color::Black => " b ",
        })?;
        if self.castling == CastlingRights::NONE {
            f.write_char('-')?;
        }
        for (_, color, side) in RIGHTS {
            if let Some(file) = self.castling.rook(color, side) {
                let letter = letter(color, side, file);
                f.write_char(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                })?;
            }
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

/// The letter of a file in field 3, for White.
const fn file_letter(file: u8) -> char {
    (b'A' + (file & 7)) as char
}

/// The file of a side's outermost rook on a side of its king, both on its first rank.
fn outermost(board: &Board, color: Color, side: CastlingSide) -> Option<u8> {
    let home = Bitboard::rank(color.home_rank());
    let king = (board.pieces(color, Role::King) & home).first()?;
    let rooks = board.pieces(color, Role::Rook) & home;
    let mut files = rooks.into_iter().map(Square::file);
    match side {
        CastlingSide::King => files.filter(|file| *file > king.file()).last(),
        CastlingSide::Queen => files.find(|file| *file < king.file()),
    }
}

/// Reads the rights of Chess960. Each letter stands for a right of its own, in any order.
fn read_chess960_castling(board: &Board, text: &str) -> Option<CastlingRights> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Some(rights);
    }
    for letter in text.chars() {
        let color = match letter.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        let (side, file) = match letter.to_ascii_uppercase() {
            'K' => (CastlingSide::King, None),
            'Q' => (CastlingSide::Queen, None),
            letter @ 'A'..='H' => {
                let file = letter as u8 - b'A';
                let is_short = file > board.king(color)?.file();
                let side = CastlingSide::ALL[usize::from(!is_short)];
                (side, Some(file))
            }
            _ => return None,
        };
        let file = file.or_else(|| outermost(board, color, side))?;
        if rights.has(color, side) {
            return None;
        }
        rights = rights.with_rook(color, side, file);
    }
    (rights != CastlingRights::NONE).then_some(rights)
}

/// Reads the six fields, castling rights of Chess960 too if `chess960` says so; does not check the position.
fn read(text: &str, chess960: bool) -> Result<Position, FenError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [placement, side, castling, en_passant, halfmoves, fullmoves] = fields[..] else {
        return Err(FenError::Fields(fields.len()));
    };
    let board = read_placement(placement)?;
    let rights = match chess960 {
        true => read_chess960_castling(&board, castling)
            .ok_or_else(|| FenError::Chess960Castling(castling.to_owned())),
        false => read_castling(castling).ok_or_else(|| FenError::Castling(castling.to_owned())),
    };
    Ok(Position {
        board,
        side: match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Side(side.to_owned())),
        },
        castling: rights?,
        en_passant: read_en_passant(en_passant)
            .ok_or_else(|| FenError::EnPassant(en_passant.to_owned()))?,
        halfmove_clock: read_number(halfmoves)
            .ok_or_else(|| FenError::HalfmoveClock(halfmoves.to_owned()))?,
        fullmove_number: read_number(fullmoves)
            .ok_or_else(|| FenError::FullmoveNumber(fullmoves.to_owned()))?,
    })
}

fn read_placement(text: &str) -> Result<Board, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = Board::EMPTY;
    for (row, line) in (0..8).rev().zip(ranks) {
        read_rank(&mut board, row, line)?;
    }
    Ok(board)
}

/// Reads one rank; `row` is 0 for rank 1.
fn read_rank(board: &mut Board, row: u8, line: &str) -> Result<(), FenError> {
    let rank = row + 1;
    let mut squares = 0_u32;
    let mut after_number = false;
    for letter in line.chars() {
        let number = letter.to_digit(10).filter(|n| (1..=8).contains(n));
        if let Some(number) = number {
            if after_number {
                return Err(FenError::Numbers { rank });
            }
            squares += number;
        } else {
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank, letter })?;
            let file = u8::try_from(squares).unwrap_or(u8::MAX);
            if let Some(square) = Square::at(file, row) {
                board.put(square, piece);
            }
            squares += 1; // an excess is reported below
        }
        after_number = number.is_some();
    }
    if squares == 8 {
        Ok(())
    } else {
        Err(FenError::Squares { rank, squares })
    }
}

const RIGHTS: [(char, Color, CastlingSide); 4] = [
    ('K', Color::White, CastlingSide::King),
    ('Q', Color::White, CastlingSide::Queen),
    ('k', Color::Black, CastlingSide::King),
    ('q', Color::Black, CastlingSide::Queen),
];

fn read_castling(text: &str) -> Option<CastlingRights> {
    let mut rest = text;
    let mut rights = CastlingRights::NONE;
    for (letter, color, side) in RIGHTS {
        if let Some(left) = rest.strip_prefix(letter) {
            rest = left;
            rights = rights.with(color, side);
        }
    }
    let none = rights == CastlingRights::NONE;
    (if none { rest == "-" } else { rest.is_empty() }).then_some(rights)
}

fn read_en_passant(text: &str) -> Option<Option<Square>> {
    if text == "-" {
        return Some(None);
    }
    text.parse().ok().map(Some)
}

/// A number without sign or leading zeros.
fn read_number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = text == "0" || !text.starts_with('0');
    (digits && plain).then(|| text.parse().ok())?
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |color, side, file| match side {
            _ if outermost(&self.board, color, side) != Some(file) => file_letter(file),
            CastlingSide::King => 'K',
            CastlingSide::Queen => 'Q',
        })
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_placement(board: &Board, f: &mut impl Write) -> fmt::Result {
    for row in (0..8).rev() {
        let mut empty = 0;
        for square in Bitboard::rank(row) {
            let Some(piece) = board.piece_at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            empty = 0;
            f.write_char(piece.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if row > 0 {
            f.write_char('/')?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "fen_tests.rs"]
mod tests;
