//! A board whose files take so many indices each, and what that number alone costs.

/// The widths that serve: a typed square is parsed in this base, where `h` is digit 17.
pub const WIDTHS: std::ops::RangeInclusive<i64> = 18..=36;

/// The steps from square to square, as differences of two indices. Only positive ones are kept:
/// what is asked about them has to answer alike for both signs.
pub struct Board {
    /// The indices that a file takes.
    pub width: i64,
    pub rook: [i64; 2],
    pub bishop: [i64; 2],
    pub knight: [i64; 4],
    /// Every other difference of two squares that the pages try.
    pub others: Vec<i64>,
}

impl Board {
    pub fn new(width: i64) -> Board {
        let rook = [1, width];
        let bishop = [width - 1, width + 1];
        let knight = [width - 2, width + 2, 2 * width - 1, 2 * width + 1];
        let is_step =
            |step: &i64| rook.contains(step) || bishop.contains(step) || knight.contains(step);
        let others = (1..=2 * width + 1)
            .filter(|step| is_between_squares(*step, width))
            .filter(|step| !is_step(step))
            .collect();
        Board {
            width,
            rook,
            bishop,
            knight,
            others,
        }
    }

    /// The same board when steps of any length are tried, as with a loop that starts at a
    /// multiple of the piece's number: all differences of two squares count.
    pub fn far(mut self) -> Board {
        let width = self.width;
        let longer = 2 * width + 2..=7 * width + 7;
        let on_board = |step: &i64| (0..=7).any(|files| (step - files * width).abs() <= 7);
        self.others.extend(longer.filter(on_board));
        self
    }

    /// Whether a square's colour is the parity of its index, as dead positions need it.
    pub fn parity_is_colour(&self) -> bool {
        self.width % 2 == 1
    }

    /// What a square is divided by to see whether it is on the first or last rank: the rest of 7
    /// or 0 is 0. Seven alone does where a file's length is a multiple of it.
    pub fn promotion(&self) -> String {
        if self.width % 7 == 0 {
            "7".to_owned()
        } else {
            format!("{}%7", self.width)
        }
    }

    /// The least number that tells a pawn's steps ahead from all other steps of chess: these
    /// are the pawn's own step, more or less a multiple of the width. A divisor of the width
    /// does as well if none of the others, less the pawn's step, is a multiple of it.
    pub fn pawn(&self) -> i64 {
        let serves = |modulus: &i64| {
            let steps = self.rook.iter().chain(&self.bishop);
            steps.flat_map(|step| [*step, -step]).all(|step| {
                let ahead = (step - 1) % self.width == 0;
                ahead == ((step - 1) % modulus == 0)
            })
        };
        (2..self.width).find(serves).unwrap_or(self.width)
    }

    /// The move as a number, as it is compared with the one that was typed.
    pub fn typed(&self) -> String {
        let square = self.width * self.width;
        format!("e*{square}+o+{}", (10 * self.width + 1) * (square + 1))
    }

    /// The distance from the length after a file's squares to the file's last index.
    pub fn filler(&self) -> String {
        format!("+{}", self.width - 9)
    }

    /// The characters of all that depends on the width alone.
    pub fn cost(&self) -> usize {
        let texts = [
            self.promotion(),
            self.pawn().to_string(),
            self.typed(),
            self.filler(),
        ];
        texts.iter().map(String::len).sum()
    }
}

fn is_between_squares(step: i64, width: i64) -> bool {
    (-2..=3).any(|files| {
        let ranks = step - files * width;
        ranks.abs() <= 7
    })
}

/// Every pair of squares: the difference of their indices, and the files and ranks between them.
#[cfg(test)]
pub fn pairs(width: i64) -> impl Iterator<Item = (i64, i64, i64)> {
    (0..64 * 64).map(move |pair| {
        let (from, to) = (pair / 64, pair % 64);
        let (files, ranks) = (to / 8 - from / 8, to % 8 - from % 8);
        (files * width + ranks, files.abs(), ranks.abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_between_squares() {
        for width in WIDTHS {
            let board = Board::new(width);
            for (step, files, ranks) in pairs(width) {
                let step = step.abs();
                if step == 0 || step > 2 * width + 1 {
                    continue;
                }
                let sides = (files.min(ranks), files.max(ranks));
                assert_eq!(board.rook.contains(&step), sides == (0, 1));
                assert_eq!(board.bishop.contains(&step), sides == (1, 1));
                assert_eq!(board.knight.contains(&step), sides == (1, 2));
                assert_eq!(
                    board.others.contains(&step),
                    sides.1 > 2 || sides == (0, 2) || sides == (2, 2)
                );
            }
        }
    }

    #[test]
    fn far_steps_are_all_others_between_squares() {
        for width in WIDTHS {
            let board = Board::new(width).far();
            let steps = board.rook.iter().chain(&board.bishop).chain(&board.knight);
            let mut all: Vec<i64> = steps.chain(&board.others).copied().collect();
            let mut expected: Vec<i64> = pairs(width).map(|(step, ..)| step.abs()).collect();
            expected.retain(|step| *step > 0);
            for steps in [&mut all, &mut expected] {
                steps.sort_unstable();
                steps.dedup();
            }
            assert_eq!(all, expected, "{width}");
        }
    }

    #[test]
    fn a_divisor_of_the_width_tells_a_pawn_s_steps() {
        assert_eq!(Board::new(28).pawn(), 4);
        assert_eq!(Board::new(29).pawn(), 29);
        assert_eq!(Board::new(21).pawn(), 3);
    }

    #[test]
    fn the_typed_move_is_that_of_its_base() {
        assert_eq!(Board::new(28).typed(), "e*784+o+220585");
        assert_eq!(Board::new(29).typed(), "e*841+o+245022");
    }
}
