//! An independent implementation of the contract, on top of cozy-chess.
//!
//! The library implements full chess. This module removes the moves that a variant
//! lacks and adds clocks, draws and texts.

use std::collections::HashMap;

use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Move, Piece, Rank, Square, util};

/// A dialog of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// `prompt` with a text.
    Prompt(String),
    /// `alert` with a text.
    Alert(String),
}

/// A game of one variant by the contract.
#[derive(Debug, Clone)]
pub struct Referee {
    flags: String,
    board: Board,
    seconds: [i64; 2],
    quiet: u32,
    seen: HashMap<String, u32>,
    fallen: bool,
    /// The number of special moves by kind, with which tests check that a plan contains them.
    pub played: HashMap<&'static str, u32>,
}

impl Referee {
    /// A new game of the variant with these flags.
    pub fn new(flags: &str) -> Self {
        let mut board = Board::default();
        if !flags.contains('M') {
            let mut builder = BoardBuilder::from_board(&board);
            builder.castle_rights = [CastleRights::EMPTY; 2];
            board = builder.build().expect("a legal position");
        }
        let mut referee = Self {
            flags: flags.to_owned(),
            board,
            seconds: [900; 2],
            quiet: 0,
            seen: HashMap::new(),
            fallen: false,
            played: HashMap::new(),
        };
        referee.note_position();
        referee
    }

    pub fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The legal moves as they are typed; a promotion has its letter.
    pub fn moves(&self) -> Vec<String> {
        self.raw_moves()
            .into_iter()
            .map(|mv| typed(&self.board, mv))
            .collect()
    }

    fn raw_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.board.generate_moves(|list| {
            moves.extend(list);
            false
        });
        let double = |mv: &Move| {
            self.board.piece_on(mv.from) == Some(Piece::Pawn)
                && (mv.from.rank() as i8 - mv.to.rank() as i8).abs() == 2
        };
        moves.retain(|mv| self.has('M') || !double(mv));
        moves.retain(|mv| self.has('P') || matches!(mv.promotion, None | Some(Piece::Queen)));
        moves
    }

    /// The result of a game that has ended.
    pub fn result(&self) -> Option<&'static str> {
        self.end().map(|(code, _)| code)
    }

    /// The result and its reason.
    pub fn end(&self) -> Option<(&'static str, &'static str)> {
        let lost = match self.board.side_to_move() {
            Color::White => "B#",
            Color::Black => "W#",
        };
        if self.fallen {
            return Some((lost, "flag"));
        }
        if self.raw_moves().is_empty() {
            let check = !self.board.checkers().is_empty();
            return Some(if check {
                (lost, "checkmate")
            } else {
                ("D!", "stalemate")
            });
        }
        if self.has('T') && self.quiet >= 100 {
            return Some(("D!", "fifty moves"));
        }
        if self.has('D') && self.seen[&self.key()] >= 3 {
            return Some(("D!", "threefold"));
        }
        (self.has('D') && self.dead()).then_some(("D!", "dead position"))
    }

    /// The dialog that the page shows now: a prompt, the announcement, or none.
    pub fn dialog(&self) -> Option<Dialog> {
        match self.result() {
            None => Some(Dialog::Prompt(self.text())),
            Some(code) => self.has('S').then(|| Dialog::Alert(code.to_owned())),
        }
    }

    /// Answers the prompt after some milliseconds.
    pub fn answer(&mut self, text: &str, think: i64) {
        if self.has('T') {
            let clock = &mut self.seconds[self.board.side_to_move() as usize];
            *clock -= think / 1000;
            if *clock < 1 {
                self.fallen = true;
                return;
            }
        }
        if let Some(mv) = self.parse(text) {
            self.play(mv);
        }
    }

    /// The legal move that a text stands for.
    pub fn parse(&self, text: &str) -> Option<Move> {
        let text: Vec<char> = text.chars().collect();
        let squares: String = text.get(..4)?.iter().collect();
        let squares = squares.to_ascii_lowercase();
        let letter = text.get(4).map(char::to_ascii_lowercase);
        let piece = match letter.filter(|_| self.has('P')) {
            Some('r') => 'r',
            Some('b') => 'b',
            Some('n') => 'n',
            _ => 'q',
        };
        self.raw_moves().into_iter().find(|&mv| {
            let name = typed(&self.board, mv);
            name == squares || name == format!("{squares}{piece}")
        })
    }

    fn play(&mut self, mv: Move) {
        let pawn = self.board.piece_on(mv.from) == Some(Piece::Pawn);
        let us = self.board.side_to_move();
        let castling = self.board.color_on(mv.to) == Some(us);
        let taken = !castling && self.board.occupied().has(mv.to);
        let passing = pawn && mv.from.file() != mv.to.file() && !taken;
        for (kind, is) in [
            ("castling", castling),
            ("en passant", passing),
            ("promotion", mv.promotion.is_some()),
            (
                "underpromotion",
                mv.promotion.is_some_and(|piece| piece != Piece::Queen),
            ),
        ] {
            *self.played.entry(kind).or_default() += u32::from(is);
        }
        self.board.play(mv);
        self.quiet = if pawn || taken { 0 } else { self.quiet + 1 };
        self.note_position();
    }

    fn note_position(&mut self) {
        *self.seen.entry(self.key()).or_default() += 1;
    }

    /// FIDE 9.2.3: squares, side to move, rights, and a *legal* en passant.
    fn key(&self) -> String {
        let fen = self.board.to_string();
        let fields: Vec<_> = fen.split(' ').collect();
        let us = self.board.side_to_move();
        let passing = self.board.en_passant().filter(|&file| {
            let to = Square::new(file, Rank::Sixth.relative_to(us));
            let pawns = self.board.pieces(Piece::Pawn);
            self.raw_moves()
                .iter()
                .any(|mv| mv.to == to && pawns.has(mv.from) && mv.from.file() != file)
        });
        format!("{} {} {} {passing:?}", fields[0], fields[1], fields[2])
    }

    fn dead(&self) -> bool {
        let board = &self.board;
        let count = |piece| board.pieces(piece).len();
        if count(Piece::Pawn) + count(Piece::Rook) + count(Piece::Queen) > 0 {
            return false;
        }
        let bishops = board.pieces(Piece::Bishop);
        match count(Piece::Knight) {
            0 => [0, 1].iter().any(|&colour| {
                bishops
                    .iter()
                    .all(|square| (square.file() as u32 + square.rank() as u32) % 2 == colour)
            }),
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    fn text(&self) -> String {
        let wide = self.has('U');
        let mut lines = Vec::new();
        if self.has('T') {
            let unit = if wide { "s" } else { "" };
            lines.push(format!(
                "W:{}{unit} B:{}{unit}",
                self.seconds[0], self.seconds[1]
            ));
        }
        for rank in Rank::ALL.iter().rev() {
            let row: Vec<String> = File::ALL
                .iter()
                .map(|&file| {
                    let letter = self.letter(Square::new(file, *rank));
                    if wide {
                        char::from_u32(letter as u32 + 65248)
                            .expect("fullwidth")
                            .to_string()
                    } else {
                        letter.to_string()
                    }
                })
                .collect();
            lines.push(row.join(if wide { "" } else { " " }));
        }
        lines.join("\n")
    }

    fn letter(&self, square: Square) -> char {
        let Some(piece) = self.board.piece_on(square) else {
            return '_';
        };
        let letter = match piece {
            Piece::Pawn => 'p',
            Piece::Knight => 'n',
            Piece::Bishop => 'b',
            Piece::Rook => 'r',
            Piece::Queen => 'q',
            Piece::King => 'k',
        };
        match self.board.color_on(square) {
            Some(Color::White) => letter.to_ascii_uppercase(),
            _ => letter,
        }
    }
}

/// As it is typed: castling is the king's own two-square move.
fn typed(board: &Board, mv: Move) -> String {
    util::display_uci_move(board, mv).to_string()
}
