//! A string of digits in place of a formula.

use super::{Choice, Search};
use crate::board::Board;
use crate::formula::place;
use crate::frame::{BISHOP, KNIGHT, NONE, QUEEN, ROOK};
use crate::pawn;

impl Search<'_> {
    /// Instead of a formula a string of digits, one for each number from 0: any numbers will do.
    pub(super) fn strings(&self) -> Vec<Choice> {
        let frames = self.frames.iter().map(|(frame, _)| frame);
        // A dearer frame has no shorter digits.
        let Some((frame, digits)) = frames
            .filter_map(|frame| Some((frame, frame.digits()?)))
            .next()
        else {
            return Vec::new();
        };
        let modulus = Board::new(frame.width).pawn().to_string();
        let mut found = Vec::new();
        self.table.each(|codes, elsewhere| {
            let moving = codes.all().filter(|code| *code != codes.pawn);
            let greatest = moving.max().unwrap_or(0);
            let cost = frame.cost + "''[]".len() + greatest as usize + 1 - modulus.len();
            if cost + pawn::LEAST + elsewhere > self.most() {
                return;
            }
            // Nothing has number 0: it can be what makes the pawn's case short.
            for zero in [NONE, ROOK, BISHOP] {
                let mut classes = [NONE; 12];
                let rooks = [Some(codes.rook), codes.castling].into_iter().flatten();
                rooks.for_each(|code| classes[place(code)] = ROOK);
                classes[place(codes.king)] = QUEEN;
                classes[place(codes.queen)] = QUEEN;
                classes[place(codes.bishop)] = BISHOP;
                classes[place(codes.knight)] = KNIGHT;
                classes[place(0)] = zero;
                let argument = pawn::argument(&classes, codes.pawn, &modulus, self.kind.moves);
                let Some(argument) = argument else { continue };
                if cost + argument.len() + elsewhere <= self.most() {
                    let digit = |code| digits.iter().find(|(of, _)| *of == classes[place(code)]);
                    let text = (0..=greatest).filter_map(digit).map(|(_, digit)| digit);
                    let text: String = text.collect();
                    let step = frame.spell(&format!("'{text}'[{argument}]"));
                    found.extend(self.choice(codes, frame.width, step));
                }
            }
        });
        found
    }
}
