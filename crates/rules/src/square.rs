//! The 64 squares of the board (FIDE 2.1, 2.4).

use std::fmt;
use std::str::FromStr;

/// A square of the board. Squares are ordered a1, b1, … h1, a2, … h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with an index, a1 = 0, b1 = 1, … h8 = 63; `None` from 64 on.
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// The square on a file (a = 0) and a rank (rank 1 = 0); `None` off the board.
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 {
            Some(Square(8 * rank + file))
        } else {
            None
        }
    }

    /// The square with this name in two characters, such as `e4` or `E4`; `None` off the board.
    pub const fn from_chars(file: char, rank: char) -> Option<Square> {
        let file = match file {
            'a'..='h' => file as u8 - b'a',
            'A'..='H' => file as u8 - b'A',
            _ => return None,
        };
        match rank {
            '1'..='8' => Self::at(file, rank as u8 - b'1'),
            _ => None,
        }
    }

    /// The index, 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize // the mask lets the compiler omit bounds checks of tables
    }

    /// The file, 0 for the a-file to 7 for the h-file.
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 for rank 1 to 7 for rank 8.
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// The file's letter, `a` to `h`.
    pub const fn file_char(self) -> char {
        (b'a' + self.file()) as char
    }

    /// The rank's digit, `1` to `8`.
    pub const fn rank_char(self) -> char {
        (b'1' + self.rank()) as char
    }

    /// The square `files` towards the h-file and `ranks` towards rank 8; `None` off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        // A negative number becomes one that is greater than 7.
        Self::at(file as u8, rank as u8)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_char(), self.rank_char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a square: a square is a letter a to h and a digit 1 to 8")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a square in lower case.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(file @ 'a'..='h'), Some(rank), None) => Self::from_chars(file, rank),
            _ => None,
        }
        .ok_or_else(|| SquareError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_parses_from_its_name() {
        assert_eq!(Square::all().len(), 64);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
        }
        assert_eq!("e4".parse(), Ok(Square(28)));
    }

    #[test]
    fn coordinates_off_the_board_are_rejected() {
        for text in [
            "", "e", "4e", "i2", "a9", "a0", "e44", "E4", "é4", "e4 ", " e4",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
        assert_eq!(Square::at(0, 8), None);
        assert_eq!(Square(63).offset(1, 0), None);
        assert_eq!(Square(0).offset(0, -1), None);
        assert_eq!(Square(0).offset(1, 2).unwrap().to_string(), "b3");
    }

    #[test]
    fn a_file_may_be_an_upper_case_letter() {
        for (file, upper) in ('a'..='h').zip('A'..='H') {
            let square = Square::from_chars(file, '5');
            assert!(square.is_some());
            assert_eq!(Square::from_chars(upper, '5'), square);
        }
        for (file, rank) in [
            ('i', '1'),
            ('I', '1'),
            ('`', '1'),
            ('@', '1'),
            ('a', '9'),
            ('a', '0'),
        ] {
            assert_eq!(Square::from_chars(file, rank), None, "{file}{rank}");
        }
    }
}
