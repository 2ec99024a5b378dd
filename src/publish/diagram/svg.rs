//! Boards as inline SVG. Colours come from the style sheet, by class.

use super::marks::{Marks, Target};
use crate::publish::text::escaped;
use golfchess_rules::{Bitboard, Color, Move, Piece, Position, Role, Square};

/// The side of a square.
const SIDE: i32 = 40;

/// Room for the coordinates, at the left and below.
const EDGE: i32 = 20;

/// A position with its marks.
pub(super) fn diagram(
    name: &str,
    title: &str,
    position: &Position,
    last: Option<&Move>,
    marks: &Marks,
) -> String {
    let mut inside = squares();
    for square in last.iter().flat_map(|mv| [mv.from, mv.to]) {
        inside += &framed("last", square);
    }
    for square in &marks.from {
        inside += &framed("from", *square);
    }
    let checked = position.board().king(position.side_to_move());
    if let Some(king) = checked.filter(|_| position.is_check()) {
        let (x, y) = middle(king);
        inside += &format!("<circle class=\"check\" cx=\"{x}\" cy=\"{y}\" r=\"19\"/>");
    }
    let board = position.board();
    for square in Square::all() {
        if let Some(piece) = board.piece_at(square) {
            let (x, y) = middle(square);
            inside += &man(piece, x, y);
        }
    }
    for (square, shown) in &marks.targets {
        inside += &target(*square, shown);
    }
    for square in &marks.taken {
        let (x, y) = middle(*square);
        inside += &cross("taken", x, y, 14);
    }
    for square in &marks.refused {
        let (x, y) = middle(*square);
        inside += &cross("refused", x, y, 8);
    }
    for (from, to) in &marks.rooks {
        inside += &arrow(*from, *to);
    }
    whole(name, title, &described(position, last, marks), &inside)
}

/// The name of every square.
pub(super) fn coordinates() -> String {
    let mut inside = squares();
    for square in Square::all() {
        let (x, y) = middle(square);
        let y = y + 5;
        let text = format!("<text class=\"name\" x=\"{x}\" y=\"{y}\">{square}</text>");
        inside += &text;
    }
    let words = "Files a to h from left to right, ranks 1 to 8 from the bottom to the top.";
    whole("coordinates", "The names of the squares", words, &inside)
}

/// One square for each kind of mark. They stand beside text that says the same.
pub(super) fn keys() -> impl Iterator<Item = (String, String)> {
    let at = SIDE / 2;
    let rook = |color| {
        let role = Role::Rook;
        man(Piece { color, role }, at, at)
    };
    let frame = |class: &str| {
        format!("<rect class=\"{class}\" x=\"1\" y=\"1\" width=\"38\" height=\"38\"/>")
    };
    let (white, black) = (rook(Color::White), rook(Color::Black));
    let keys = [
        ("key_from", frame("from") + &white),
        ("key_step", dot(at, at)),
        ("key_capture", black.clone() + &ring(at, at)),
        ("key_taken", black + &cross("taken", at, at, 14)),
        ("key_refused", cross("refused", at, at, 8)),
        ("key_last", frame("last") + &white),
    ];
    keys.into_iter().map(|(name, inside)| {
        let key = format!(
            "<svg class=\"diagram key\" viewBox=\"0 0 {SIDE} {SIDE}\" aria-hidden=\"true\">\
             <rect class=\"light\" width=\"{SIDE}\" height=\"{SIDE}\"/>{inside}</svg>"
        );
        (name.to_owned(), key)
    })
}

fn whole(name: &str, title: &str, words: &str, inside: &str) -> String {
    let size = 8 * SIDE + EDGE;
    let id = format!("diagram-{}", name.replace('_', "-"));
    let (title, words) = (escaped(title), escaped(words));
    // The class keeps the language switch from hiding what has no translation.
    format!(
        "<svg class=\"diagram\" viewBox=\"-{EDGE} 0 {size} {size}\" role=\"img\" \
         aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-words\">\
         <title id=\"{id}-title\" class=\"keep\" lang=\"en\">{title}</title>\
         <desc id=\"{id}-words\" class=\"keep\" lang=\"en\">{words}</desc>\
         {inside}</svg>"
    )
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

/// The empty board with its edge.
fn squares() -> String {
    let size = 8 * SIDE;
    let mut dark = String::new();
    for square in Bitboard::DARK_SQUARES {
        let (x, y) = corner(square);
        dark += &format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
    }
    let mut drawn = format!(
        "<rect class=\"light\" width=\"{size}\" height=\"{size}\"/><path class=\"dark\" d=\"{dark}\"/>"
    );
    for square in Square::all() {
        let (x, y) = middle(square);
        if square.rank() == 0 {
            let (y, file) = (size + 15, square.file_char());
            drawn += &format!("<text class=\"edge\" x=\"{x}\" y=\"{y}\">{file}</text>");
        }
        if square.file() == 0 {
            let (x, y, rank) = (-10, y + 5, square.rank_char());
            drawn += &format!("<text class=\"edge\" x=\"{x}\" y=\"{y}\">{rank}</text>");
        }
    }
    drawn
}

/// The upper left corner of a square.
fn corner(square: Square) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    (SIDE * file, SIDE * (7 - rank))
}

fn middle(square: Square) -> (i32, i32) {
    let (x, y) = corner(square);
    (x + SIDE / 2, y + SIDE / 2)
}

fn framed(class: &str, square: Square) -> String {
    let (x, y) = corner(square);
    let (x, y) = (x + 1, y + 1);
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"38\" height=\"38\"/>")
}

/// Both sides have the filled figure; the style sheet fills it. The last character asks for the
/// figure of the text font, which a pawn would otherwise not get everywhere.
fn man(piece: Piece, x: i32, y: i32) -> String {
    let figure = match piece.role {
        Role::King => '\u{265A}',
        Role::Queen => '\u{265B}',
        Role::Rook => '\u{265C}',
        Role::Bishop => '\u{265D}',
        Role::Knight => '\u{265E}',
        Role::Pawn => '\u{265F}',
    };
    let class = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    let y = y + 12;
    format!("<text class=\"man {class}\" x=\"{x}\" y=\"{y}\">{figure}\u{FE0E}</text>")
}

fn target(square: Square, target: &Target) -> String {
    let (x, y) = middle(square);
    let mut drawn = if target.capture {
        ring(x, y)
    } else {
        dot(x, y)
    };
    if !target.promotions.is_empty() {
        // At the foot of the square, where neither the dot nor a figure is hidden.
        let (y, letters) = (y + 18, &target.promotions);
        drawn += &format!("<text class=\"letters\" x=\"{x}\" y=\"{y}\">{letters}</text>");
    }
    drawn
}

fn dot(x: i32, y: i32) -> String {
    format!("<circle class=\"step\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>")
}

/// Twice, so that its edge stands out from any square.
fn ring(x: i32, y: i32) -> String {
    ["ring-edge", "ring"]
        .map(|class| format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"16\"/>"))
        .concat()
}

fn cross(class: &str, x: i32, y: i32, arm: i32) -> String {
    let (left, top, long) = (x - arm, y - arm, 2 * arm);
    let path = format!("M{left} {top}l{long} {long}m0-{long}l-{long} {long}");
    ["cross-edge", class]
        .map(|class| format!("<path class=\"{class}\" d=\"{path}\"/>"))
        .concat()
}

/// An arrow along a rank, below the middle, where it leaves the pieces to be seen.
fn arrow(from: Square, to: Square) -> String {
    let ((start, y), (end, _)) = (middle(from), middle(to));
    let y = y + 15;
    let back = -5 * (end - start).signum();
    let path = format!("M{start} {y}H{end}m{back}-5l{} 5l{back} 5", -back);
    ["arrow-edge", "arrow"]
        .map(|class| format!("<path class=\"{class}\" d=\"{path}\"/>"))
        .concat()
}
