//! Balances of material.

use super::super::reduce::Kept;

/// Balances in which the position is dead, each with its mirrored one.
pub(in crate::suites) const DEAD: &[Material] = &[
    material("two kings", &[]),
    material("one knight", &["b1"]),
    material("one knight of Black", &["g8"]),
    material("one bishop", &["c1"]),
    material("one bishop of Black", &["f8"]),
    material("bishops on one colour", &["c1", "f8"]),
];

/// A balance of material.
#[derive(Clone, Copy, Debug)]
pub(in crate::suites) struct Material {
    pub name: &'static str,
    /// The start squares of the pieces that stay besides the kings.
    pub kept: Kept,
    /// The start squares of pieces that do not move.
    pub unmoved: Kept,
}

const fn material(name: &'static str, kept: Kept) -> Material {
    unmoved(name, kept, &[])
}

/// A balance in which some pieces have not moved, such as a rook that may still castle.
const fn unmoved(name: &'static str, kept: Kept, unmoved: Kept) -> Material {
    Material {
        name,
        kept,
        unmoved,
    }
}

/// Balances in which one side cannot mate, or nearly so; none is dead. Each stands with its mirrored
/// one.
pub(in crate::suites) const MATERIAL: &[[Material; 2]] = &[
    [
        material("a queen", &["d8"]),
        material("a queen of White", &["d1"]),
    ],
    [
        material("a rook", &["a8"]),
        material("a rook of White", &["h1"]),
    ],
    [
        material("a pawn", &["a7"]),
        material("a pawn of White", &["h2"]),
    ],
    [
        material("two knights", &["b8", "g8"]),
        material("two knights of White", &["b1", "g1"]),
    ],
    [
        material("two bishops", &["c8", "f8"]),
        material("two bishops of White", &["c1", "f1"]),
    ],
    [
        material("knight against queen", &["b1", "d8"]),
        material("queen against knight", &["d1", "g8"]),
    ],
    [
        material("knight against rook", &["g1", "a8"]),
        material("rook against knight", &["h1", "b8"]),
    ],
    [
        material("knight against pawn", &["b1", "h7"]),
        material("pawn against knight", &["a2", "g8"]),
    ],
    [
        material("knight against bishop", &["b1", "c8"]),
        material("bishop against knight", &["f1", "b8"]),
    ],
    [
        material("knight against knight", &["b1", "g8"]),
        material("knight against knight, mirrored", &["g1", "b8"]),
    ],
    [
        material("knight against queen and rook", &["b1", "d8", "h8"]),
        material("queen and rook against knight", &["d1", "a1", "g8"]),
    ],
    [
        material("two knights against queen", &["b1", "g1", "d8"]),
        material("queen against two knights", &["d1", "b8", "g8"]),
    ],
    [
        material("bishop against queen", &["c1", "d8"]),
        material("queen against bishop", &["d1", "f8"]),
    ],
    [
        material("bishop against rook", &["f1", "h8"]),
        material("rook against bishop", &["a1", "c8"]),
    ],
    [
        material("bishop against pawn", &["c1", "a7"]),
        material("pawn against bishop", &["h2", "c8"]),
    ],
    [
        material("bishops on both colours", &["c1", "c8"]),
        material("bishops on both colours, mirrored", &["f1", "f8"]),
    ],
    [
        material(
            "bishop against rook and bishop on its colour",
            &["c1", "f8", "a8"],
        ),
        material(
            "rook and bishop against bishop on its colour",
            &["h1", "f1", "c8"],
        ),
    ],
    [
        material(
            "bishop against rook and bishop on the other colour",
            &["c1", "c8", "a8"],
        ),
        material(
            "rook and bishop against bishop on the other colour",
            &["h1", "f1", "f8"],
        ),
    ],
    [
        material("bishop against queen and knight", &["c1", "d8", "g8"]),
        material("queen and knight against bishop", &["d1", "b1", "f8"]),
    ],
    [
        material("bishop and knight against queen", &["c1", "b1", "d8"]),
        material("queen against bishop and knight", &["d1", "c8", "g8"]),
    ],
    [
        unmoved(
            "knight against an unmoved rook",
            &["b1", "a8"],
            &["a8", "e8"],
        ),
        unmoved(
            "an unmoved rook against knight",
            &["a1", "g8"],
            &["a1", "e1"],
        ),
    ],
    [
        unmoved(
            "bishop against an unmoved rook",
            &["f1", "h8"],
            &["h8", "e8"],
        ),
        unmoved(
            "an unmoved rook against bishop",
            &["h1", "c8"],
            &["h1", "e1"],
        ),
    ],
    // Only the unmoved rook can mate.
    [
        unmoved("an unmoved rook and a bishop", &["a8", "c8"], &["a8", "e8"]),
        unmoved(
            "an unmoved rook and a bishop of White",
            &["h1", "f1"],
            &["h1", "e1"],
        ),
    ],
];
