//! What a page with C shows: the status, the board, and the marked square.

use golfchess_parity::{Look, Reading};
use golfchess_rules::{Color, Game, Piece, Role, Square};

use super::prompt::turned;
use super::{Contract, Show, clicks_of, prompt_text, result_code};

/// The square that a page with U marks by its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// This square.
    On(Square),
    /// Any square or none: nothing has been clicked, or the game has ended.
    Any,
}

/// The text of a board in its canonical form: the status if there is one, eight rows of letters from rank
/// 8 to rank 1, and with U the marked square. With V and Black to move, all of it as Black sees it: the
/// mark on h1 is `a8` then.
pub fn board_text(game: &Game, mark: Mark, show: Show) -> String {
    let mut text = status(game, show);
    if !text.is_empty() {
        text.push('\n');
    }
    let letters = Show {
        turns: show.turns,
        ..Show::default()
    };
    text.push_str(&prompt_text(game.position(), None, letters));
    if show.fullwidth {
        match mark {
            Mark::On(square) => {
                let square = shown_at(square, game, show);
                text.push_str(&format!("\n{MARK}{square}"));
            }
            Mark::Any => {}
        }
    }
    text
}

/// The square in whose place White would see what a page shows on this one.
pub(super) fn shown_at(square: Square, game: &Game, show: Show) -> Square {
    match show.turns && game.position().side_to_move() == Color::Black {
        true => turned(square),
        false => square,
    }
}

/// What a page shows in the form of [`board_text`]. A line at the end says what is wrong with its squares,
/// and one before it when the page showed this, if that is known.
pub(super) fn read(reading: &Reading, contract: &Contract) -> String {
    let mut text = reading.outside.clone();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&letters_of(reading, contract.show));
    if let Some(look) = &reading.look {
        text.push_str(&format!("\n{}", marks(look)));
    }
    if let Some(time) = reading.time {
        text.push_str(&format!("\n{AFTER}{time} ms"));
    }
    for wrong in wrong(reading, contract) {
        text.push_str(&format!("\n{wrong}"));
    }
    text
}

/// The rows of the board that the cells of a page show, in letters with spaces between them.
pub fn letters_of(reading: &Reading, show: Show) -> String {
    let row = |rank| {
        let cells = (0..8).filter_map(|file| reading.cells.get(place(Square::at(file, rank)?)));
        let letters: Vec<String> = cells.map(|cell| letter(cell, show)).collect();
        letters.join(" ")
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    rows.join("\n")
}

/// The numbers of the cells that a text clicks ([`clicks_of`]), in order.
pub fn cells_of(text: &str) -> Vec<usize> {
    let clicks = clicks_of(text).into_iter();
    clicks.map(|click| place(click.square)).collect()
}

/// The start of the line with the real time of a reading.
const AFTER: &str = "after ";

/// A text of [`read`] without the real time of the reading, and this time.
pub(super) fn without_time(text: &str) -> (String, Option<u64>) {
    let time = |line: &str| line.strip_prefix(AFTER)?.strip_suffix(" ms")?.parse().ok();
    let lines: Vec<&str> = text.lines().filter(|line| time(line).is_none()).collect();
    (lines.join("\n"), text.lines().find_map(time))
}

/// Whether a page shows what is expected: the same text, with any mark if none is expected.
pub(super) fn agrees(expected: &str, shown: &str) -> bool {
    let is_mark = |line: &&str| *line == NO_MARK || line.starts_with(MARK);
    let any = !expected.lines().any(|line| is_mark(&line));
    let (shown, _) = without_time(shown);
    let lines = shown.lines().filter(|line| !(any && is_mark(line)));
    expected.lines().eq(lines)
}

/// The line without a marked square, and the start of the line with one.
const NO_MARK: &str = "no mark";
const MARK: &str = "mark ";

/// The number of a square among the cells of a page: a8 … a1, b8 … b1, and so on.
pub(super) fn place(square: Square) -> usize {
    usize::from(8 * square.file() + 7 - square.rank())
}

/// The letter of a square by its text.
fn letter(text: &str, show: Show) -> String {
    if !show.fullwidth {
        return if text.is_empty() { "''" } else { text }.to_owned();
    }
    // A browser may draw a symbol as a picture unless this character follows it.
    let symbol = text.trim_end_matches('\u{fe0e}');
    let mut chars = symbol.chars();
    match (chars.next(), chars.next()) {
        (None, _) => "_".to_owned(),
        (Some(c), None) => match piece_of(c) {
            Some(piece) => piece.letter().to_string(),
            None => format!("'{text}'"),
        },
        _ => format!("'{text}'"),
    }
}

/// The piece of a chess symbol, U+2654 to U+265F.
fn piece_of(symbol: char) -> Option<Piece> {
    const ROLES: [Role; 6] = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let at = (symbol as usize).checked_sub(0x2654)?;
    let color = *Color::ALL.get(at / ROLES.len())?;
    let role = ROLES[at % ROLES.len()];
    Some(Piece { color, role })
}

/// The marked squares in words: those whose colour differs from most of the dark or the light squares.
fn marks(look: &Look) -> String {
    let colour = |square: &Square| look.colours.get(place(*square)).map_or("", String::as_str);
    let (dark, light): (Vec<Square>, Vec<Square>) =
        Square::all().partition(|square| (square.file() + square.rank()).is_multiple_of(2));
    let most = |squares: &[Square]| {
        let count = |colour_of: &str| squares.iter().filter(|at| colour(at) == colour_of).count();
        let colours = squares.iter().map(colour);
        colours
            .max_by_key(|colour| count(colour))
            .unwrap_or_default()
            .to_owned()
    };
    let (darks, lights) = (most(&dark), most(&light));
    if brightness(&darks) >= brightness(&lights) {
        return format!("dark squares of {darks}, light squares of {lights}");
    }
    let differs = |squares: &[Square], usual: &str| -> Vec<Square> {
        squares
            .iter()
            .copied()
            .filter(|at| colour(at) != usual)
            .collect()
    };
    let mut marked = differs(&dark, &darks);
    marked.extend(differs(&light, &lights));
    if let Some(wrong) = marked
        .iter()
        .find(|at| [&darks, &lights].iter().any(|usual| *usual == colour(at)))
    {
        return format!("{wrong} has the colour of other squares");
    }
    if marked.is_empty() {
        return NO_MARK.to_owned();
    }
    let names: Vec<String> = marked.iter().map(Square::to_string).collect();
    format!("{MARK}{}", names.join(" "))
}

/// How bright a colour such as `rgb(0, 0, 0)` is.
fn brightness(colour: &str) -> f64 {
    let numbers = colour.split(|c: char| !c.is_ascii_digit() && c != '.');
    let parts = numbers.filter_map(|number| number.parse::<f64>().ok());
    let weights = [0.2126, 0.7152, 0.0722];
    parts.zip(weights).map(|(part, weight)| part * weight).sum()
}

/// The least size of a square with U, in pixels of a window of 390 × 844.
const LEAST: f64 = 39.0;

/// What is wrong with the squares themselves.
fn wrong(reading: &Reading, contract: &Contract) -> Vec<String> {
    let mut wrong = Vec::new();
    let squares = reading.cells.len();
    if squares != 64 {
        wrong.push(format!("{squares} squares"));
    }
    let event = match contract.rules.clock_seconds {
        Some(_) => "onmouseup",
        None => "onclick",
    };
    if reading.on != event {
        wrong.push(format!("squares with {}, not {event}", reading.on));
    }
    if !reading.grid {
        wrong.push("squares that do not stand in rows and columns".to_owned());
    }
    if let Some([width, height]) = reading.look.as_ref().and_then(|look| look.least)
        && width.min(height) < LEAST
    {
        wrong.push(format!(
            "squares of {width} × {height} pixels, less than {LEAST}"
        ));
    }
    wrong
}

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
            turns: false,
        };
        board_text(&game, Mark::Any, show)
    }

    /// A reading of the start position.
    fn reading(flags: &str) -> (Reading, Contract) {
        let contract =
            Contract::new(&golfchess_pages::catalog::FlagSet::new(flags)).expect("rules");
        let board = *golfchess_rules::Position::start().board();
        let mut cells = vec![String::new(); 64];
        let mut colours = cells.clone();
        for square in Square::all() {
            let letter = board.piece_at(square).map_or('_', Piece::letter);
            let symbol = "KQRBNPkqrbnp"
                .find(letter)
                .and_then(|at| char::from_u32(0x2654 + at as u32));
            cells[place(square)] = match contract.show.fullwidth {
                true => symbol.map(String::from).unwrap_or_default(),
                false => letter.to_string(),
            };
            let dark = (square.file() + square.rank()) % 2 == 0;
            colours[place(square)] = if dark {
                "rgb(9, 9, 9)"
            } else {
                "rgb(99, 99, 99)"
            }
            .to_owned();
        }
        let look = contract.show.fullwidth.then_some(Look {
            colours,
            least: Some([39.0, 64.0]),
        });
        let on = if flags.contains('T') {
            "onmouseup"
        } else {
            "onclick"
        }
        .to_owned();
        let reading = Reading {
            on,
            cells,
            grid: true,
            look,
            ..Reading::default()
        };
        (reading, contract)
    }

    #[test]
    fn a_page_as_it_must_be_reads_as_the_expected_text() {
        for flags in ["C", "UC", "TC", "TUC"] {
            let (mut page, contract) = reading(flags);
            let game = Game::new(contract.rules);
            page.outside = status(&game, contract.show);
            let expected = board_text(&game, Mark::Any, contract.show);
            assert!(agrees(&expected, &read(&page, &contract)), "{flags}");
            page.time = Some(1_234);
            let (text, time) = without_time(&read(&page, &contract));
            assert!(agrees(&expected, &text), "{flags}");
            assert_eq!(time, Some(1_234));
        }
    }

    #[test]
    fn the_square_of_another_colour_is_marked() {
        let marked = |squares: &str, colour: &str| {
            let (mut page, contract) = reading("UC");
            let look = page.look.as_mut().expect("colours");
            for square in squares.split(' ') {
                look.colours[place(square.parse().expect("a square"))] = colour.to_owned();
            }
            read(&page, &contract)
                .lines()
                .last()
                .expect("a line")
                .to_owned()
        };
        assert_eq!(marked("e4", "rgb(50, 0, 0)"), "mark e4");
        assert_eq!(marked("a1", "rgb(50, 0, 0)"), "mark a1");
        assert_eq!(marked("a1 b1", "rgb(50, 0, 0)"), "mark a1 b1");
        assert_eq!(
            marked("e4", "rgb(9, 9, 9)"),
            "e4 has the colour of other squares"
        );
    }

    #[test]
    fn each_fault_of_the_squares_is_said() {
        let said = |flags: &str, change: &dyn Fn(&mut Reading), words: &str| {
            let (mut page, contract) = reading(flags);
            let before = read(&page, &contract);
            assert!(!before.contains(words), "{before}");
            change(&mut page);
            let after = read(&page, &contract);
            assert!(after.contains(words), "{after}");
        };
        said("C", &|page| page.cells.push(String::new()), "65 squares");
        said(
            "TC",
            &|page| page.on = "onclick".to_owned(),
            "with onclick, not onmouseup",
        );
        said(
            "C",
            &|page| page.on = "onmouseup".to_owned(),
            "with onmouseup, not onclick",
        );
        said("C", &|page| page.grid = false, "rows and columns");
        said("C", &|page| page.cells[20].clear(), "''");
        said("UC", &|page| page.cells[20] = "_".to_owned(), "'_'");
        let look = |page: &mut Reading| page.look.take().expect("colours");
        let small = |page: &mut Reading| {
            page.look = Some(Look {
                least: Some([64.0, 38.9]),
                ..look(page)
            });
        };
        said("UC", &small, "64 × 38.9 pixels");
        let turned = |page: &mut Reading| {
            let mut old = look(page);
            old.colours.reverse();
            old.colours.rotate_left(8);
            page.look = Some(old);
        };
        said("UC", &turned, "dark squares of rgb(99");
        let plain = |page: &mut Reading| {
            let colours = vec!["rgb(9, 9, 9)".to_owned(); 64];
            page.look = Some(Look {
                colours,
                ..look(page)
            });
        };
        said("UC", &plain, "dark squares of rgb(9");
    }

    #[test]
    fn the_status_has_the_side_to_move_and_the_clocks() {
        assert_eq!(text("", ""), ROWS);
        assert_eq!(text("MP", "S"), format!("W\n{ROWS}"));
        assert_eq!(text("T", ""), format!("W,900,900\n{ROWS}"));
        assert_eq!(text("TMPD", "S"), format!("W,900,900\n{ROWS}"));
        assert_eq!(text("", "U"), ROWS);
    }
}
