use super::*;

const FIDE: MoveRules = MoveRules::FIDE;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Reads the text, checks the move, and returns the text that the writer gives.
fn rewritten(fen: &str, san: &str, uci: &str) -> String {
    let position = position(fen);
    let mv = read_san(&position, san, FIDE).unwrap();
    assert_eq!(mv.to_string(), uci);
    write_san(&position, mv, FIDE).unwrap()
}

#[test]
fn every_form_of_move_reads_and_writes() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(rewritten(start, "e4", "e2e4"), "e4");
    assert_eq!(rewritten(start, "e2e4!?", "e2e4"), "e4");
    assert_eq!(rewritten(start, "Pe4", "e2e4"), "e4");
    assert_eq!(rewritten(start, "Ng1f3", "g1f3"), "Nf3");
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(rewritten(castle, "O-O", "e1g1"), "O-O");
    assert_eq!(rewritten(castle, "0-0-0", "e1c1"), "O-O-O");
    let promote = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(rewritten(promote, "exd8=Q", "e7d8q"), "exd8=Q+");
    assert_eq!(rewritten(promote, "exd8N", "e7d8n"), "exd8=N");
    assert_eq!(rewritten(promote, "ed8=R+", "e7d8r"), "exd8=R+");
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(rewritten(en_passant, "exd6", "e5d6"), "exd6");
}

#[test]
fn the_start_square_is_as_short_as_possible() {
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    assert_eq!(rewritten(rooks, "Rad1", "a1d1"), "Rad1");
    let column = "R7/8/8/8/7k/8/4K3/R7 w - - 0 1";
    assert_eq!(rewritten(column, "R1a4+", "a1a4"), "R1a4+");
    let queens = "8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1";
    assert_eq!(rewritten(queens, "Qh4e1", "h4e1"), "Qh4e1");
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    assert_eq!(rewritten(pinned, "Ne2", "g1e2"), "Ne2");
}

#[test]
fn checkmate_is_marked() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2";
    assert_eq!(rewritten(fen, "Qh4", "d8h4"), "Qh4#");
}

#[test]
fn text_that_does_not_denote_one_legal_move_is_an_error() {
    let start = Position::start();
    let read = |text| read_san(&start, text, FIDE);
    for text in [
        "", "e", "4", "x", "e9", "i4", "Ze4", "e4=", "--", "O-O-O-O", "Nf", "exx4", "Ng1xxf3",
        "é4", "=Q", "Q", "K+", "++", "e4e", "Nabc3", "N11f3", "O", "0-", "e4 ", " e4", "E4",
    ] {
        assert!(matches!(read(text), Err(SanError::Syntax(_))), "{text:?}");
    }
    for text in [
        "e5", "Nxf3", "O-O", "Ke2", "e4=Q", "Nb1f3", "dxe4", "exe4", "Qe2",
    ] {
        assert!(
            matches!(read(text), Err(SanError::NoMove { .. })),
            "{text:?}"
        );
    }
    let rooks = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert!(matches!(
        read_san(&rooks, "Rd1", FIDE),
        Err(SanError::Ambiguous { .. })
    ));
    let pawn = position("7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    assert!(matches!(
        read_san(&pawn, "e8", FIDE),
        Err(SanError::NoMove { .. })
    ));
    let castle = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(matches!(
        read_san(&castle, "Kg1", FIDE),
        Err(SanError::NoMove { .. })
    ));
}
