//! Boards as inline SVG. Colours come from the style sheet, by class.

use golfchess_rules::{Bitboard, Color, Move, Piece, Position, Role, Square};
use minijinja::Environment;
use minijinja::value::Serde;
use serde_json::{Value, json};

use super::marks::{Marks, Target};
use crate::publish::text::escaped;

/// The template of a board, and of a key to its marks.
const BOARD: &str = include_str!("board.svg");

/// A position with its marks.
pub(super) fn diagram(
    name: &str,
    title: &str,
    position: &Position,
    last: Option<&Move>,
    marks: &Marks,
) -> String {
    let board = position.board();
    let checked = board.king(position.side_to_move());
    let men = Square::all().filter_map(|square| Some((square, board.piece_at(square)?)));
    let target = |(square, target): (&Square, &Target)| {
        json!({
            "at": middle(*square),
            "capture": target.capture,
            "promotions": target.promotions,
        })
    };
    let middles =
        |squares: &[Square]| -> Vec<Value> { squares.iter().copied().map(middle).collect() };
    let rooks = marks.rooks.iter();
    render(json!({
        "id": id(name),
        "title": escaped(title),
        "words": escaped(&described(position, last, marks)),
        "squares": squares(),
        "last": middles(&last.map_or(Vec::new(), |mv| vec![mv.from, mv.to])),
        "from": middles(&marks.from),
        "check": checked.filter(|_| position.is_check()).map(middle),
        "men": men.map(|(square, piece)| man(piece, middle(square))).collect::<Vec<_>>(),
        "targets": marks.targets.iter().map(target).collect::<Vec<_>>(),
        "taken": middles(&marks.taken),
        "refused": middles(&marks.refused),
        "rooks": rooks.map(|(from, to)| [middle(*from), middle(*to)]).collect::<Vec<_>>(),
    }))
}

/// The name of every square.
pub(super) fn coordinates() -> String {
    render(json!({
        "id": id("coordinates"),
        "title": "The names of the squares",
        "words": "Files a to h from left to right, ranks 1 to 8 from the bottom to the top.",
        "squares": squares(),
    }))
}

/// One square for each kind of mark. They stand beside text that says the same.
pub(super) fn keys() -> impl Iterator<Item = (String, String)> {
    let rook = |color| {
        let role = Role::Rook;
        man(Piece { color, role }, json!({ "x": 20, "y": 20 }))
    };
    let keys = ["from", "step", "capture", "taken", "refused", "last"];
    keys.into_iter().map(move |key| {
        let (white, black) = (rook(Color::White), rook(Color::Black));
        let drawn = render(json!({ "key": key, "white": white, "black": black }));
        (format!("key_{key}"), drawn)
    })
}

fn render(context: Value) -> String {
    let drawn = Environment::new().render_str(BOARD, minijinja::Value::from(Serde(context)));
    drawn.expect("the template is a part of the program")
}

fn id(name: &str) -> String {
    format!("diagram-{}", name.replace('_', "-"))
}

/// What a diagram shows, in words.
fn described(position: &Position, last: Option<&Move>, marks: &Marks) -> String {
    let board = position.board();
    let mut said = Vec::new();
    for color in Color::ALL {
        let men = Square::all().filter(|square| board.color_at(*square) == Some(color));
        let men: Vec<String> = men
            .filter_map(|square| Some(format!("{}{square}", board.role_at(square)?.letter())))
            .collect();
        said.push(format!("{color}: {}.", men.join(" ")));
    }
    said.extend(last.map(|mv| format!("Last move: {mv}.")));
    said.push(marks.described());
    said.join(" ").trim_end().to_owned()
}

fn squares() -> Vec<Value> {
    let square = |square: Square| {
        let dark = Bitboard::DARK_SQUARES.contains(square);
        json!({ "name": square.to_string(), "dark": dark, "at": middle(square) })
    };
    Square::all().map(square).collect()
}

/// The middle of a square whose side is 40.
fn middle(square: Square) -> Value {
    json!({ "x": 40 * i32::from(square.file()) + 20, "y": 300 - 40 * i32::from(square.rank()) })
}

/// Both sides have the filled figure; the style sheet fills it. The last character asks for the
/// figure of the text font, which a pawn would otherwise not get everywhere.
fn man(piece: Piece, at: Value) -> Value {
    let figure = match piece.role {
        Role::King => "\u{265A}\u{FE0E}",
        Role::Queen => "\u{265B}\u{FE0E}",
        Role::Rook => "\u{265C}\u{FE0E}",
        Role::Bishop => "\u{265D}\u{FE0E}",
        Role::Knight => "\u{265E}\u{FE0E}",
        Role::Pawn => "\u{265F}\u{FE0E}",
    };
    let class = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    json!({ "figure": figure, "class": class, "at": at })
}
