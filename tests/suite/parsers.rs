//! The parsers accept any bytes without a panic, and read what the writers write.

use golfchess::contract::{Show, canonical, profile, read_typed};
use golfchess_rules::pgn::{PgnGame, PgnMove, PgnResult, Reader, Tags};
use golfchess_rules::{Game, Move, MoveRules, Position, Profile, read_san, write_san};
use proptest::prelude::*;
use std::time::Duration;

const FIDE: MoveRules = MoveRules::FIDE;

/// Plays the moves that the numbers choose among the legal ones.
fn played(choices: &[u16]) -> Game {
    let mut game = Game::new(Profile::FIDE);
    for choice in choices {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(*choice) % moves.len()])
            .expect("a legal move");
    }
    game
}

/// Text made of the pieces that the parsers look for, and of anything.
fn chess_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("e4".to_owned()),
        "[KQRBNP]?[a-i]?[0-9]?x?[a-i][0-9](=?[QRBNK])?[+#!?]{0,2}",
        "[0-9]{1,3}\\.{0,3}",
        "[\\[\\](){};$%\"\\\\/. \r\n-]{1,3}",
        "\\[[A-Za-z]{0,5} \"[^\"]{0,8}\"\\]\n",
        "\\{?\\[%clk [0-9:.]{0,12}\\]\\}?",
        "(O-O|O-O-O|0-0|1-0|0-1|1/2-1/2|\\*|\\$[0-9]{1,4})",
        "[KQRBNPkqrbnp1-9/]{1,20} [wb-] [KQkq-]{1,4} [a-h36-]{1,2} [0-9]{1,11} [0-9]{1,2}",
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.join(" "))
}

/// Reads the text with every reader; only panics matter.
fn read_all(text: &str) {
    let start = Position::start();
    let _ = text.parse::<Position>();
    let _ = text.parse::<Move>();
    let _ = profile(text);
    let _ = read_san(&start, text, FIDE);
    let _ = read_typed(&start, text, FIDE);
    let show = Show {
        result: false,
        fullwidth: true,
        board: false,
        turns: false,
    };
    assert_eq!(
        canonical(&canonical(text, show), show),
        canonical(text, show)
    );
    // The reader must also come to an end: never more games than bytes.
    assert!(Reader::new(text.as_bytes()).count() <= text.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Reader::new(&bytes).count() <= bytes.len());
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_chess_like_text_is_read_without_a_panic(text in chess_like()) {
        read_all(&text);
        text.split(' ').for_each(read_all);
    }

    #[test]
    fn a_damaged_fen_is_rejected_or_round_trips(
        choices in prop::collection::vec(any::<u16>(), 0..40),
        at in any::<prop::sample::Index>(),
        letter in "[KQRBNPkqrbnp1-9/ wb-]",
    ) {
        let mut fen = played(&choices).position().to_string();
        let at = at.index(fen.len());
        fen.replace_range(at..=at, &letter);
        if let Ok(position) = fen.parse::<Position>() {
            prop_assert_eq!(position.to_string(), fen);
            // Whatever is accepted can be played on.
            for mv in position.legal_moves(FIDE) {
                let next = position.play(mv, FIDE).unwrap();
                let again = next.to_string().parse::<Position>();
                prop_assert_eq!(again, Ok(next));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_and_moves_of_a_game_round_trip(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let game = played(&choices);
        let mut position = *game.first_position();
        for mv in game.moves() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
            for other in position.legal_moves(FIDE) {
                let san = write_san(&position, other, FIDE).unwrap();
                prop_assert_eq!(read_san(&position, &san, FIDE), Ok(other), "{}", san);
                prop_assert_eq!(other.to_string().parse(), Ok(other));
                prop_assert_eq!(read_typed(&position, &other.to_string(), FIDE), Some(other));
            }
            position = position.play(*mv, FIDE).unwrap();
        }
    }

    #[test]
    fn any_game_round_trips_through_pgn(
        choices in prop::collection::vec(any::<u16>(), 0..80),
        notes in prop::collection::vec((".{0,30}", any::<u8>(), 0_u64..20_000_000), 0..20),
        name in "[^\\p{Cc}]{0,20}",
    ) {
        let played = played(&choices);
        let mut tags = Tags::new();
        tags.set("White", &name).unwrap();
        let mut moves: Vec<PgnMove> = played.moves().iter().copied().map(PgnMove::from).collect();
        for (entry, (comment, nag, millis)) in moves.iter_mut().zip(&notes) {
            entry.nags = vec![*nag];
            entry.clock = Some(Duration::from_millis(*millis));
            entry.comments = vec![comment.clone()];
        }
        let result = played.outcome().map_or(PgnResult::Unknown, |outcome| {
            outcome.winner().map_or(PgnResult::Draw, PgnResult::from)
        });
        let game = PgnGame { tags, start: Position::start(), comments: Vec::new(), moves, result };
        let text = game.write().unwrap();
        let read: Vec<_> = Reader::new(text.as_bytes()).collect();
        prop_assert_eq!(read.len(), 1, "{}", text);
        let read = read[0].clone().unwrap();
        prop_assert_eq!(read.tags.get("White"), Some(name.as_str()));
        prop_assert_eq!(read.result, result);
        prop_assert_eq!(read.moves.len(), game.moves.len());
        for (left, right) in read.moves.iter().zip(&game.moves) {
            prop_assert_eq!((left.mv, &left.nags, left.clock), (right.mv, &right.nags, right.clock));
        }
        prop_assert_eq!(read.write().unwrap(), text);
    }
}
