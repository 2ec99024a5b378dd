//! Dead positions (FIDE 5.2.2); the balances of material are tested beside `is_dead`.

use golfchess_rules::Reason;

use super::{game, play, reason};

#[test]
fn a_capture_into_a_dead_position_is_a_draw_only_with_d() {
    for (letters, end) in [("TMPD", Some(Reason::DeadPosition)), ("TMP", None)] {
        for (fen, typed) in [
            ("7k/8/8/8/8/8/r7/K7 w - - 0 1", "a1a2"),      // bare kings
            ("7k/8/8/8/8/8/r7/KN6 w - - 0 1", "a1a2"),     // a knight
            ("7k/8/8/1b6/8/8/r7/KB6 w - - 0 1", "b1a2"),   // bishops on light squares
            ("7k/8/8/8/8/8/r7/KB1B1B2 w - - 0 1", "b1a2"), // several of one side
        ] {
            let mut game = game(letters, fen);
            assert_eq!(reason(&game), None, "{fen}");
            play(&mut game, typed);
            assert_eq!(reason(&game), end, "{fen}");
        }
        for (fen, typed) in [
            ("7k/8/8/8/8/8/r7/KNN5 w - - 0 1", "a1a2"),  // two knights
            ("7k/8/8/8/1b6/8/r7/KB6 w - - 0 1", "b1a2"), // bishops on both colours
            ("7k/8/8/8/n7/8/r7/KB6 w - - 0 1", "b1a2"),  // bishop against knight
            ("7k/p7/8/8/8/8/r7/K7 w - - 0 1", "a1a2"),   // a pawn
        ] {
            let mut game = game(letters, fen);
            play(&mut game, typed);
            assert_eq!(reason(&game), None, "{fen}");
        }
    }
}

#[test]
fn an_underpromotion_can_make_the_position_dead() {
    for (typed, end) in [
        ("a7a8n", Some(Reason::DeadPosition)),
        ("a7a8b", Some(Reason::DeadPosition)),
        ("a7a8r", None),
        ("a7a8q", None),
    ] {
        let mut game = game("TMPD", "8/P7/7k/8/8/8/8/K7 w - - 0 1");
        play(&mut game, typed);
        assert_eq!(reason(&game), end, "{typed}");
    }
}
