use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn error(text: &str) -> FenError {
    match text.parse::<Position>() {
        Ok(position) => panic!("{text} was read as {position}"),
        Err(error) => error,
    }
}

fn impossible(text: &str) -> ImpossiblePosition {
    match error(text) {
        FenError::Impossible(reason) => reason,
        other => panic!("{text}: {other}"),
    }
}

#[test]
fn positions_round_trip() {
    for fen in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 4294967295 4294967295",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 60",
    ] {
        assert_eq!(fen.parse::<Position>().unwrap().to_string(), fen);
    }
    assert_eq!(START.parse(), Ok(Position::start()));
}

#[test]
fn the_error_names_the_field() {
    let with = |field: usize, text: &str| {
        let mut fields: Vec<&str> = START.split(' ').collect();
        fields[field - 1] = text;
        error(&fields.join(" "))
    };
    assert_eq!(error(""), FenError::Fields(1));
    assert_eq!(error(&format!("{START} ")), FenError::Fields(7));
    assert_eq!(error(&START.replace(" w ", "  w ")), FenError::Fields(7));
    assert_eq!(with(1, "8/8"), FenError::Ranks(2));
    let placed = |row: &str| with(1, &format!("8/{row}/8/8/8/8/8/8"));
    assert_eq!(
        placed("7"),
        FenError::Squares {
            rank: 7,
            squares: 7
        }
    );
    assert_eq!(
        placed("8P"),
        FenError::Squares {
            rank: 7,
            squares: 9
        }
    );
    assert_eq!(
        placed(&"p".repeat(300)),
        FenError::Squares {
            rank: 7,
            squares: 300
        }
    );
    assert_eq!(
        placed("x7"),
        FenError::Letter {
            rank: 7,
            letter: 'x'
        }
    );
    assert_eq!(
        placed("9"),
        FenError::Letter {
            rank: 7,
            letter: '9'
        }
    );
    assert_eq!(
        placed("0p7"),
        FenError::Letter {
            rank: 7,
            letter: '0'
        }
    );
    assert_eq!(placed("44"), FenError::Numbers { rank: 7 });
    assert_eq!(with(2, "W"), FenError::Side("W".into()));
    for text in ["", "KQkqK", "QK", "KK", "K-", "--", "AHah"] {
        assert_eq!(with(3, text), FenError::Castling(text.into()));
    }
    for text in ["", "e9", "E3", "e", "e3e"] {
        assert_eq!(with(4, text), FenError::EnPassant(text.into()));
    }
    for text in ["", "-1", "+1", "01", "00", "x", "1.0", "4294967296"] {
        assert_eq!(with(5, text), FenError::HalfmoveClock(text.into()));
        assert_eq!(with(6, text), FenError::FullmoveNumber(text.into()));
    }
}

#[test]
fn impossible_positions_are_rejected_with_a_reason() {
    use ImpossiblePosition::*;
    let (white, black) = (Color::White, Color::Black);
    let square = |name: &str| name.parse::<Square>().unwrap();
    assert_eq!(
        impossible("8/8/8/8/8/8/8/K7 w - - 0 1"),
        Kings {
            color: black,
            count: 0
        }
    );
    assert_eq!(
        impossible("k7/8/8/8/8/8/8/K6K w - - 0 1"),
        Kings {
            color: white,
            count: 2
        }
    );
    assert_eq!(
        impossible("k6P/8/8/8/8/8/8/K7 w - - 0 1"),
        PawnRank(square("h8"))
    );
    assert_eq!(
        impossible("k7/8/8/8/8/8/8/K6p w - - 0 1"),
        PawnRank(square("h1"))
    );
    assert_eq!(
        impossible("k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1"),
        Pawns {
            color: white,
            count: 9
        }
    );
    assert_eq!(
        impossible("k7/8/8/8/8/Q7/PPPPPPPP/K2Q4 w - - 0 1"),
        Promoted {
            color: white,
            promoted: 1,
            missing: 0
        }
    );
    assert_eq!(
        impossible("k7/pppppp2/8/8/b1b1b1b1/8/8/K7 w - - 0 1"),
        Promoted {
            color: black,
            promoted: 3,
            missing: 2
        }
    );
    assert_eq!(
        impossible("4k3/8/8/8/8/8/8/R3K3 w K - 0 1"),
        Castling {
            color: white,
            king: square("e1"),
            rook: square("h1")
        }
    );
    assert_eq!(
        impossible("r2k4/8/8/8/8/8/8/4K3 w q - 0 1"),
        Castling {
            color: black,
            king: square("e8"),
            rook: square("a8")
        }
    );
    assert_eq!(
        impossible("k7/8/8/8/8/8/8/K6r b - - 0 1"),
        OpponentInCheck(white)
    );
    assert_eq!(
        impossible("8/8/8/8/8/8/1k6/K7 w - - 0 1"),
        OpponentInCheck(black)
    );
    assert_eq!(impossible("k7/8/8/8/8/8/8/K7 w - - 0 0"), FullmoveNumber);
    // A knight and a pawn cannot both give check with one move, nor can three pieces.
    assert!(matches!(
        impossible("k7/8/8/8/8/1n6/1p6/K7 w - - 0 1"),
        Checkers(_)
    ));
    assert!(matches!(
        impossible("k7/8/8/q7/7b/5n2/8/4K2r w - - 0 1"),
        Checkers(_)
    ));
}

#[test]
fn an_en_passant_square_needs_a_double_step() {
    let reason = |fen: &str| match impossible(fen) {
        ImpossiblePosition::EnPassant { reason, .. } => reason,
        other => panic!("{fen}: {other}"),
    };
    assert!(reason("k7/8/8/4p3/8/8/8/K7 w - e5 0 1").contains("rank 6"));
    assert!(reason("k7/8/8/8/4P3/8/8/K7 w - e3 0 1").contains("rank 6"));
    assert!(reason("k7/8/8/8/8/8/8/K7 w - e6 0 1").contains("missing"));
    assert!(reason("k7/8/8/4P3/8/8/8/K7 w - e6 0 1").contains("missing"));
    assert!(reason("k7/4p3/8/4p3/8/8/8/K7 w - e6 0 1").contains("empty"));
    assert!(reason("k7/8/4n3/4p3/8/8/8/K7 w - e6 0 1").contains("empty"));
    assert!(reason("k7/8/8/4p3/8/8/8/K7 w - e6 1 1").contains("halfmove"));
    // The rook's check was there before the pawn moved; the bishop's line was opened by it.
    assert!(reason("k6r/8/8/4p3/8/8/8/7K w - e6 0 1").contains("already in check"));
    assert!(
        "4r3/8/8/4p3/8/8/K7/6k1 w - e6 0 1"
            .parse::<Position>()
            .is_ok()
    );
    assert!(
        "k7/5b2/8/4p3/8/8/K7/8 w - e6 0 1"
            .parse::<Position>()
            .is_err(),
        "f7-a2 was open"
    );
    assert!(
        "k7/8/8/4p3/3K4/8/8/8 w - e6 0 1"
            .parse::<Position>()
            .is_ok(),
        "the pawn checks"
    );
    assert!(
        "k7/3q4/8/3p4/8/8/8/3K4 w - d6 0 1"
            .parse::<Position>()
            .is_err()
    );
    assert!(
        "k2q4/8/8/4p3/3P4/8/7b/K7 w - e6 0 1"
            .parse::<Position>()
            .is_ok()
    );
}

#[test]
fn an_error_chain_states_the_reason_once() {
    use std::error::Error;

    let error = error("8/8/8/8/8/8/8/K7 w - - 0 1");
    let source = error.source().map(ToString::to_string);
    assert_eq!(error.to_string(), "impossible position");
    let reason = "Black has 0 kings, but each side must have 1";
    assert_eq!(source.as_deref(), Some(reason));
    let checkers = impossible("k7/2N5/1N6/8/8/8/8/7K b - - 0 1");
    let reason = "no single move can give check by the pieces on b6, c7";
    assert_eq!(checkers.to_string(), reason);
}

#[test]
fn a_composed_position_needs_kings_and_consistent_rights_only() {
    let composed = Position::from_composed_fen;
    assert!(composed("k7/8/8/8/8/8/QQQQQQQ1/KQ6 b - - 0 0").is_ok());
    for (fen, field) in [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "kings"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "pawn"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "castling right"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "double step"),
        ("k7/8/8/8/8/8/8/R6K w - - 0 1", "Black is in check"),
    ] {
        match composed(fen) {
            Err(FenError::Impossible(reason)) => {
                assert!(reason.to_string().contains(field), "{fen}: {reason}");
            }
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn promoted_pieces_of_all_kinds_are_counted_together() {
    // Two queens, three rooks, three knights, two bishops on squares of one colour: one promoted
    // piece each. Seven pawns are one pawn short of two promotions.
    let kinds = ["QQ6", "RRR5", "NNN5", "B1B5", "1B1B4"];
    for (at, first) in kinds.iter().enumerate() {
        for second in &kinds[at + 1..] {
            let fen = format!("k7/8/8/{first}/8/{second}/PPPPPPP1/K7 w - - 0 1");
            let expected = ImpossiblePosition::Promoted {
                color: Color::White,
                promoted: 2,
                missing: 1,
            };
            assert_eq!(impossible(&fen), expected, "{fen}");
        }
    }
}

#[test]
fn a_double_step_may_discover_a_check() {
    // The pawn on e7 shielded a3 from the bishop on f8.
    let fen = "4kb2/8/8/4p3/8/K7/8/8 w - e6 0 2";
    let position: Position = fen.parse().expect("a possible position");
    assert!(position.is_check());
}
