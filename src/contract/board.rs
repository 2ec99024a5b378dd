//! What a page with C shows: the status, the board, and the marked square.

use golfchess_rules::{Color, Game, Square};

use super::{Show, prompt_text, result_code};

/// The square that a page with U marks by its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// None: nothing has been clicked.
    None,
    /// This square.
    On(Square),
    /// Any square or none: the game has ended.
    Any,
}

/// The text of a board in its canonical form: the status if there is one, eight rows of letters from rank
/// 8 to rank 1, and with U the marked square.
pub fn board_text(game: &Game, mark: Mark, show: Show) -> String {
    let mut text = status(game, show);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&prompt_text(game.position().board(), None, LETTERS));
    if show.fullwidth {
        match mark {
            Mark::None => text.push_str("\nno mark"),
            Mark::On(square) => text.push_str(&format!("\nmark {square}")),
            Mark::Any => {}
        }
    }
    text
}

/// The display of the rows in the canonical form.
const LETTERS: Show = Show {
    result: false,
    fullwidth: false,
    board: false,
};

/// The text outside of the squares: the side to move or the result, and the clocks.
fn status(game: &Game, show: Show) -> String {
    let outcome = game.outcome().filter(|_| show.result);
    let clocks = game.clocks();
    if !show.result && clocks.is_none() {
        return String::new();
    }
    let side = match game.position().side_to_move() {
        Color::White => "W",
        Color::Black => "B",
    };
    let mut words = vec![outcome.map_or(side, result_code).to_owned()];
    if let Some(clocks) = clocks {
        words.extend(Color::ALL.map(|color| clocks.seconds(color).to_string()));
    }
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::profile;

    const ROWS: &str = "r n b q k b n r\np p p p p p p p\n_ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\n\
                        _ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _\nP P P P P P P P\nR N B Q K B N R";

    fn text(rules: &str, show: &str) -> String {
        let game = Game::new(profile(rules).expect("rules"));
        let show = Show {
            result: show.contains('S'),
            fullwidth: show.contains('U'),
            board: true,
        };
        board_text(&game, Mark::None, show)
    }

    #[test]
    fn the_status_has_the_side_to_move_and_the_clocks() {
        assert_eq!(text("", ""), ROWS);
        assert_eq!(text("MP", "S"), format!("W\n{ROWS}"));
        assert_eq!(text("T", ""), format!("W,900,900\n{ROWS}"));
        assert_eq!(text("TMPD", "S"), format!("W,900,900\n{ROWS}"));
        assert_eq!(text("", "U"), format!("{ROWS}\nno mark"));
    }
}
