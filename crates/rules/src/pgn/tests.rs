use super::*;

fn all(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    Reader::new(text.as_bytes()).collect()
}

fn one(text: &str) -> PgnGame {
    let mut games = all(text);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> (u64, PgnProblem) {
    match all(text).into_iter().next() {
        Some(Err(PgnError { line, problem })) => (line, problem),
        other => panic!("{text}: {other:?}"),
    }
}

fn moves(game: &PgnGame) -> String {
    let moves: Vec<String> = game
        .moves
        .iter()
        .map(|entry| entry.mv.to_string())
        .collect();
    moves.join(" ")
}

#[test]
fn headers_moves_and_results_are_read() {
    let game = one(
        "[Event \"a \\\"b\\\" \\\\ c\"]\n[ White  \"Ann\" ]\n\n1.e4 e5 2. Nf3 2... Nc6 3 Bb5 1-0\n",
    );
    assert_eq!(game.tags.get("Event"), Some("a \"b\" \\ c"));
    assert_eq!(game.tags.get("White"), Some("Ann"));
    assert_eq!(game.tags.get("Black"), None);
    assert_eq!(moves(&game), "e2e4 e7e5 g1f3 b8c6 f1b5");
    assert_eq!(game.result, PgnResult::White);
    for result in PgnResult::ALL {
        assert_eq!(one(&format!("e4 {result}")).result, result);
    }
    assert_eq!(one("1. e4").result, PgnResult::Unknown);
}

#[test]
fn comments_variations_and_annotations_are_read() {
    let game = one(
        "{ before } 1. e4! $14 {a\n  b} (1. d4 {(} (1. c4) ; )\n 1... d5) 1... e5?! ; to the end {\n\
         % an escaped line (\n 2. f4 ?? {[%eval 1] [%clk 1:02:03.5] c} {[%clk 0:00:01]} *",
    );
    assert_eq!(game.comments, ["before"]);
    assert_eq!(moves(&game), "e2e4 e7e5 f2f4");
    let [e4, e5, f4] = &game.moves[..] else {
        panic!()
    };
    assert_eq!(
        (&e4.nags[..], &e4.comments[..]),
        (&[1, 14][..], &["a b".to_owned()][..])
    );
    assert_eq!(
        (&e5.nags[..], &e5.comments[..]),
        (&[6][..], &["to the end {".to_owned()][..])
    );
    assert_eq!(f4.nags, [4]);
    assert_eq!(f4.clock, Some(Duration::from_millis(3_723_500)));
    assert_eq!(f4.comments, ["[%eval 1] c", "[%clk 0:00:01]"]);
}

#[test]
fn a_clock_is_found_across_a_line_end() {
    let game = one("1. e4 {so\n[%clk\n0:00:07] it goes} *");
    assert_eq!(game.moves[0].clock, Some(Duration::from_secs(7)));
    assert_eq!(game.moves[0].comments, ["so it goes"]);
}

#[test]
fn several_games_crlf_and_a_byte_order_mark_are_read() {
    let text = "\u{FEFF}[White \"A\"]\r\n\r\n1. e4 *\r\n\r\n[White \"B\"]\r\n\r\n1. d4\r\n\r\n[White \"C\"]\r\n\r\n0-1\r\n{ the end }\r\n";
    let games: Vec<PgnGame> = all(text).into_iter().map(Result::unwrap).collect();
    let seen: Vec<_> = games
        .iter()
        .map(|game| (game.tags.get("White").unwrap(), moves(game), game.result))
        .collect();
    assert_eq!(
        seen,
        [
            ("A", "e2e4".to_owned(), PgnResult::Unknown),
            ("B", "d2d4".to_owned(), PgnResult::Unknown),
            ("C", String::new(), PgnResult::Black),
        ]
    );
    assert!(all("").is_empty() && all("\r\n% \n").is_empty());
}

#[test]
fn a_game_may_start_from_a_position() {
    let fen = "4k3/8/8/8/8/8/4p3/K7 b - - 0 40";
    let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... Kd7 41. Kb2 e1=N *\n");
    let game = one(&text);
    assert_eq!(game.start.to_string(), fen);
    assert_eq!(moves(&game), "e8d7 a1b2 e2e1n");
    let written = game.write().unwrap();
    assert!(
        written.ends_with("\n\n40... Kd7 41. Kb2 e1=N *\n"),
        "{written}"
    );
    let again = one(&written);
    assert_eq!((again.start, &again.moves), (game.start, &game.moves));
}

#[test]
fn written_games_round_trip() {
    let mut game = one("1. e4 e5 2. Nf3 Nc6 1/2-1/2");
    game.tags.set("Annotator", "say \"hi\" \\o/").unwrap();
    game.comments = vec!["0 brace } here".into()];
    game.moves[0].clock = Some(Duration::from_millis(59_250));
    game.moves[1].comments = vec!["long ".repeat(40), "% second".into()];
    game.moves[2].nags = vec![1, 255];
    let written = game.write().unwrap();
    assert!(written.lines().all(|line| line.len() <= 79), "{written}");
    let again = one(&written);
    assert_eq!(again.tags.get("Annotator"), Some("say \"hi\" \\o/"));
    assert_eq!(again.comments, ["0 brace ) here"]);
    assert_eq!(again.moves[0], game.moves[0]);
    assert_eq!(again.moves[1].comments[1], "% second");
    assert_eq!(again.moves[2..], game.moves[2..]);
    assert_eq!(again.write().unwrap(), written);
}

#[test]
fn writing_an_illegal_move_is_an_error() {
    let mut game = one("1. e4 e5 *");
    game.moves.swap(0, 1);
    assert_eq!(game.write().unwrap_err().mv.to_string(), "e7e5");
}

#[test]
fn invalid_tags_are_rejected() {
    let mut tags = Tags::new();
    assert_eq!(tags.set("A b", "x"), Err(TagError::Name("A b".into())));
    assert_eq!(tags.set("", "x"), Err(TagError::Name(String::new())));
    assert_eq!(tags.set("A", "x\ny"), Err(TagError::Value("A".into())));
}

#[test]
fn errors_name_their_line() {
    use PgnProblem::*;
    assert_eq!(error("[White Ann]\n"), (1, Tag("White".into())));
    assert_eq!(error("\n[White \"Ann\n"), (2, Tag("White".into())));
    assert_eq!(error("[\"x\"]"), (1, Tag(String::new())));
    assert_eq!(error("[White \"Ann\""), (1, Tag("White".into())));
    assert_eq!(error("1. e4\n{ open"), (2, OpenComment));
    assert_eq!(error("1. e4 (1. d4\n"), (1, OpenVariation));
    assert_eq!(error("1. e4 )"), (1, CloseVariation));
    assert_eq!(error("1. e4 }"), (1, Unexpected('}')));
    assert_eq!(error("1. e4 ]"), (1, Unexpected(']')));
    assert_eq!(error("1. e4 $256"), (1, Nag("256".into())));
    assert_eq!(error("$1 e4"), (1, NoMove));
    assert!(matches!(error("[FEN \"x\"]\n\n*"), (1, Fen(_))));
    assert!(matches!(
        error("1. e4\n1... e4"),
        (
            2,
            Move {
                number: 1,
                black: true,
                ..
            }
        )
    ));
    assert!(matches!(
        error("1. e4 e5 2. --"),
        (
            1,
            Move {
                number: 2,
                black: false,
                ..
            }
        )
    ));
}

#[test]
fn after_an_error_the_reader_continues_with_the_next_game() {
    let games = all(
        "[White \"A\"]\n\n1. e5 {\n[x] *\n\n[White \"B\"]\n\n1. e4 *\n\n[White C]\n\n[White \"D\"]\n\n1. d4 *",
    );
    let seen: Vec<Option<&str>> = games
        .iter()
        .map(|game| game.as_ref().ok().and_then(|game| game.tags.get("White")))
        .collect();
    assert_eq!(seen, [None, Some("B"), None, Some("D")]);
    let games = all("1. e4 (1. d4\n\n[White \"B\"]\n[Black \"C\"]\n\n1. e4 *");
    let tags = &games[1].as_ref().unwrap().tags;
    assert_eq!(
        (games.len(), tags.get("White"), tags.get("Black")),
        (2, Some("B"), Some("C"))
    );
}
