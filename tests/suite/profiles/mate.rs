//! Checkmate and stalemate (FIDE 5.1.1, 5.2.1).

use golfchess_rules::Reason;

use super::{game, play, reason};
use golfchess::contract::result_code;

#[test]
fn checkmate_and_stalemate_end_the_game_in_each_profile() {
    for letters in ["", "T", "M", "P", "TMP", "TMPD"] {
        let mut mate = game(letters, "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
        play(&mut mate, "b1b8");
        assert_eq!(reason(&mate), Some(Reason::Checkmate));
        assert_eq!(mate.outcome().map(result_code).unwrap(), "W#");
        let mut stalemate = game(letters, "7k/8/8/6K1/8/8/8/5Q2 w - - 0 1");
        play(&mut stalemate, "f1f7");
        assert_eq!(reason(&stalemate), Some(Reason::Stalemate));
        assert_eq!(stalemate.outcome().map(result_code).unwrap(), "D!");
    }
}
