//! What is marked in a diagram, as the legal moves have it.

use std::collections::BTreeMap;

use golfchess_rules::{Move, MoveRules, Position, Role, Square};

/// A square that a piece can reach.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Target {
    /// A piece is captured by going there.
    pub capture: bool,
    /// The letters of what a pawn may become there.
    pub promotions: String,
}

/// The marks of some pieces.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The squares that the pieces stand on.
    pub from: Vec<Square>,
    /// The squares that they can reach.
    pub targets: BTreeMap<Square, Target>,
    /// Squares whose piece is captured although nothing moves there: en passant.
    pub taken: Vec<Square>,
    /// Where a rook goes when its king castles.
    pub rooks: Vec<(Square, Square)>,
    /// Squares beside a king that it must not enter.
    pub refused: Vec<Square>,
}

impl Marks {
    /// The marks of the pieces on some squares.
    pub fn of(position: &Position, squares: &[Square], rules: MoveRules) -> Self {
        let mut marks = Self {
            from: squares.to_vec(),
            ..Self::default()
        };
        for mv in position.legal_moves(rules) {
            if squares.contains(&mv.from) {
                marks.add(position, mv, rules);
            }
        }
        for square in squares {
            if position.board().role_at(*square) == Some(Role::King) {
                marks.refuse_beside(position, *square);
            }
        }
        marks
    }

    fn add(&mut self, position: &Position, mv: Move, rules: MoveRules) {
        let next = position.play(mv, rules).expect("a legal move");
        let (before, after) = (position.board(), next.board());
        let target = self.targets.entry(mv.to).or_default();
        target.capture |= before.color_at(mv.to).is_some();
        target.promotions.extend(mv.promotion.map(Role::letter));

        // What else changes on the board is en passant or castling.
        let changed = |square: &Square| {
            ![mv.from, mv.to].contains(square)
                && before.piece_at(*square) != after.piece_at(*square)
        };
        let (mut left, mut reached) = (None, None);
        for square in Square::all().filter(changed) {
            match before.color_at(square) {
                None => reached = Some(square),
                Some(color) if color == position.side_to_move() => left = Some(square),
                Some(_) => {
                    target.capture = true;
                    self.taken.push(square);
                }
            }
        }
        self.rooks.extend(left.zip(reached));
    }

    fn refuse_beside(&mut self, position: &Position, king: Square) {
        let own = position.board().color(position.side_to_move());
        let beside = |square: &Square| {
            let files = square.file().abs_diff(king.file());
            let ranks = square.rank().abs_diff(king.rank());
            files.max(ranks) == 1
        };
        let barred = Square::all()
            .filter(beside)
            .filter(|square| !own.contains(*square) && !self.targets.contains_key(square));
        let barred: Vec<Square> = barred.collect();
        self.refused.extend(barred);
    }

    /// The marks in words.
    pub fn described(&self) -> String {
        let list =
            |squares: &mut dyn Iterator<Item = String>| squares.collect::<Vec<_>>().join(", ");
        let (captures, steps): (Vec<_>, Vec<_>) =
            self.targets.iter().partition(|(_, target)| target.capture);
        let names = |targets: Vec<(&Square, &Target)>| {
            list(&mut targets.into_iter().map(|(square, target)| {
                let letters = target.promotions.chars();
                let letters: Vec<String> = letters.map(String::from).collect();
                if letters.is_empty() {
                    square.to_string()
                } else {
                    format!("{square} (becoming {})", letters.join(" "))
                }
            }))
        };
        let squares = |squares: &[Square]| list(&mut squares.iter().map(Square::to_string));
        let mut said = Vec::new();
        let mut say = |what: &str, text: String| {
            if !text.is_empty() {
                said.push(format!("{what} {text}."));
            }
        };
        say("From", squares(&self.from));
        say("Can go to", names(steps));
        say("Can capture by going to", names(captures));
        say("Captured en passant:", squares(&self.taken));
        let rooks = self
            .rooks
            .iter()
            .map(|(from, to)| format!("{from} to {to}"));
        say("The rook goes from", list(&mut rooks.into_iter()));
        say("Refused:", squares(&self.refused));
        said.join(" ")
    }
}
