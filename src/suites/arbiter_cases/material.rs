//! Balances of material in which it matters who loses.

use super::super::balances::{Balance, balance, unmoved};

/// Balances in which one side cannot mate, or nearly so; none is dead. Each is played with its
/// mirrored one.
pub(in crate::suites) const MATERIAL: &[Balance] = &[
    balance("a queen", "d8"),
    balance("a rook", "a8"),
    balance("a pawn", "a7"),
    balance("two knights", "b8 g8"),
    balance("two bishops", "c8 f8"),
    balance("knight against queen", "b1 d8"),
    balance("knight against rook", "g1 a8"),
    balance("knight against pawn", "b1 h7"),
    balance("knight against bishop", "b1 c8"),
    balance("knight against knight", "b1 g8"),
    balance("knight against queen and rook", "b1 d8 h8"),
    balance("two knights against queen", "b1 g1 d8"),
    balance("bishop against queen", "c1 d8"),
    balance("bishop against rook", "f1 h8"),
    balance("bishop against pawn", "c1 a7"),
    balance("bishops on both colours", "c1 c8"),
    balance("bishop against rook and bishop on its colour", "c1 f8 a8"),
    balance(
        "bishop against rook and bishop on the other colour",
        "c1 c8 a8",
    ),
    balance("bishop against queen and knight", "c1 d8 g8"),
    balance("bishop and knight against queen", "c1 b1 d8"),
    unmoved("knight against an unmoved rook", "b1 a8", "a8 e8"),
    unmoved("bishop against an unmoved rook", "f1 h8", "h8 e8"),
    // Only the unmoved rook can mate.
    unmoved("an unmoved rook and a bishop", "a8 c8", "a8 e8"),
];
