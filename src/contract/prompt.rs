//! The text of a prompt, from the placement of the pieces and the clocks.

use golfchess_rules::{Bitboard, Clocks, Color, Piece, Position, Square};

/// The display of a page: the flags S, U, C and V.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Show {
    /// S: the result is announced.
    pub result: bool,
    /// U: fullwidth squares, and an `s` after each clock. With C, chess symbols and colours.
    pub fullwidth: bool,
    /// C: a board in the document, which one clicks.
    pub board: bool,
    /// V: the side to move sees the board from its own side.
    pub turns: bool,
}

/// The distance from an ASCII character to its fullwidth form.
const FULLWIDTH_OFFSET: u32 = 65_248;

/// The text of a prompt for the side to move: the clocks, if there are any, and the eight rows from rank 8
/// to rank 1. With V, Black sees rank 1 first, from the h-file to the a-file.
///
/// The contract allows several forms. This is the canonical one: without white space at the end of
/// a line or of the text and without spaces between fullwidth squares. [`canonical`] converts a
/// page's text to this form.
pub fn prompt_text(position: &Position, clocks: Option<&Clocks>, show: Show) -> String {
    let board = position.board();
    let is_turned = show.turns && position.side_to_move() == Color::Black;
    let unit = if show.fullwidth { "s" } else { "" };
    let clocks = clocks.map(|clocks| Color::ALL.map(|color| clocks.seconds(color)));
    let mut text = clocks.map_or_else(String::new, |[white, black]| {
        format!("W:{white}{unit} B:{black}{unit}")
    });
    for rank in (0..8).rev() {
        let mut before = (!text.is_empty()).then_some('\n');
        for square in Bitboard::rank(rank) {
            let square = if is_turned { turned(square) } else { square };
            text.extend(before);
            text.push(glyph(board.piece_at(square), show));
            before = (!show.fullwidth).then_some(' ');
        }
    }
    text
}

/// The square in the same place of the board as Black sees it.
pub(super) fn turned(square: Square) -> Square {
    Square::at(7 - square.file(), 7 - square.rank()).unwrap_or(square)
}

fn glyph(piece: Option<Piece>, show: Show) -> char {
    let letter = piece.map_or('_', Piece::letter);
    if show.fullwidth {
        char::from_u32(letter as u32 + FULLWIDTH_OFFSET).unwrap_or(letter)
    } else {
        letter
    }
}

/// The ASCII form of a fullwidth character; other characters stay as they are.
pub(crate) fn narrow(c: char) -> char {
    if is_fullwidth(&c) {
        char::from_u32(c as u32 - FULLWIDTH_OFFSET).unwrap_or(c)
    } else {
        c
    }
}

const fn is_fullwidth(c: &char) -> bool {
    matches!(*c, '\u{FF01}'..='\u{FF5E}')
}

/// A page's text in the form of [`prompt_text`]: without white space at the end of a line or of the
/// text and without the one optional space between fullwidth squares. Two texts are equivalent by
/// the contract exactly when their canonical forms are equal.
pub fn canonical(text: &str, show: Show) -> String {
    let lines: Vec<String> = text
        .trim_end()
        .split('\n')
        .map(|line| join_fullwidth(line.trim_end(), show))
        .collect();
    lines.join("\n")
}

fn join_fullwidth(line: &str, show: Show) -> String {
    if !show.fullwidth {
        return line.to_owned();
    }
    let mut joined = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    let mut after_square = false;
    while let Some(c) = chars.next() {
        let optional = c == ' ' && after_square && chars.peek().is_some_and(is_fullwidth);
        if !optional {
            joined.push(c);
        }
        after_square = is_fullwidth(&c);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const PLAIN: Show = Show {
        result: false,
        fullwidth: false,
        board: false,
        turns: false,
    };
    const WIDE: Show = Show {
        fullwidth: true,
        ..PLAIN
    };

    #[test]
    fn the_start_position_is_shown_in_letters() {
        let board = Position::start();
        let rows = "r n b q k b n r\np p p p p p p p\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n\
                    _ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\nP P P P P P P P\nR N B Q K B N R";
        assert_eq!(prompt_text(&board, None, PLAIN), rows);
        let mut clocks = Clocks::new(900);
        clocks.charge(Color::Black, Duration::from_secs(7));
        assert_eq!(
            prompt_text(&board, Some(&clocks), PLAIN),
            format!("W:900 B:893\n{rows}")
        );
    }

    #[test]
    fn the_start_position_is_shown_fullwidth() {
        let text = prompt_text(&Position::start(), Some(&Clocks::new(900)), WIDE);
        let lines: Vec<&str> = text.split('\n').collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[0], "W:900s B:900s");
        assert_eq!(lines[1], "ｒｎｂｑｋｂｎｒ");
        assert_eq!(lines[3], "\u{FF3F}".repeat(8));
        assert_eq!(lines[8], "ＲＮＢＱＫＢＮＲ");
    }

    #[test]
    fn the_side_to_move_sees_its_own_side_with_v() {
        let turns = Show {
            turns: true,
            ..PLAIN
        };
        let fen = |side| format!("4k2r/8/8/8/8/8/8/B3K3 {side} - - 0 1");
        let shown = |side, show| prompt_text(&fen(side).parse().unwrap(), None, show);
        let white = shown("w", turns);
        assert_eq!(white, shown("w", PLAIN));
        assert_eq!(shown("b", PLAIN), white);
        let black: String = white.chars().rev().collect();
        assert_eq!(shown("b", turns), black);
    }

    #[test]
    fn canonical_removes_only_optional_white_space() {
        let board = Position::start();
        let shown = prompt_text(&board, Some(&Clocks::new(900)), WIDE);
        let (clock, rows) = shown.split_once('\n').unwrap();
        let spaced: Vec<String> = rows
            .split('\n')
            .map(|row| row.chars().map(|c| format!("{c} ")).collect())
            .collect();
        let loose = format!("{clock} \n{}\n\n", spaced.join("\n"));
        assert_eq!(canonical(&loose, WIDE), shown);
        assert_ne!(canonical(&loose.replace("ｎ ", "ｎ  "), WIDE), shown);
        assert_ne!(canonical(&format!(" {shown}"), WIDE), shown);
        assert_ne!(canonical(&shown.replace("s B", "sB"), WIDE), shown);
        assert_ne!(
            canonical(&format!(" {rows}"), WIDE),
            rows,
            "white space before a row is significant"
        );

        let plain = prompt_text(&board, None, PLAIN);
        assert_eq!(canonical(&format!("{plain} \n"), PLAIN), plain);
        assert_ne!(canonical(&plain.replace(' ', ""), PLAIN), plain);
        assert_ne!(canonical(&plain.replace(' ', "  "), PLAIN), plain);
    }
}
