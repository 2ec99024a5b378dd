//! Clocks, rejected input, Cancel and the announcement.

use golfchess_rules::Reason;

use super::{play, profile, reason};
use golfchess::contract::{Referee, Show, Step, result_code};
use std::time::Duration;

#[test]
fn each_prompt_costs_time_of_the_side_to_move() {
    let show = Show::default();
    let mut game = Referee::new(profile("T"));
    let line = |game: &Referee| game.prompt_text(show).lines().next().unwrap().to_owned();
    assert_eq!(
        game.answer(Some("rubbish"), Duration::from_millis(2_999)),
        Step::Rejected
    );
    assert_eq!(line(&game), "W:898 B:900");
    assert_eq!(
        game.answer(Some(""), Duration::from_millis(999)),
        Step::Rejected
    );
    assert_eq!(line(&game), "W:898 B:900");
    game.answer(Some("e2e3"), Duration::from_millis(1_001));
    assert_eq!(line(&game), "W:897 B:900");
    game.answer(Some("e7e6"), Duration::from_secs(10));
    assert_eq!(line(&game), "W:897 B:890");
    assert_eq!(
        Referee::new(profile("MP"))
            .prompt_text(show)
            .lines()
            .count(),
        8
    );
}

#[test]
fn the_flag_falls_before_the_typed_move_is_played() {
    for typed in ["e2e3", "rubbish"] {
        let mut game = Referee::new(profile("T"));
        let step = game.answer(Some(typed), Duration::from_millis(900_000));
        assert!(matches!(step, Step::Ended(_)));
        assert_eq!((reason(&game), game.moves().len()), (Some(Reason::Flag), 0));
        assert_eq!(game.outcome().map(result_code).unwrap(), "B#");
    }
    let mut game = Referee::new(profile("T"));
    assert!(matches!(
        game.answer(Some("e2e3"), Duration::from_millis(899_999)),
        Step::Played(_)
    ));
    assert!(matches!(
        game.answer(Some("e7e6"), Duration::from_secs(900)),
        Step::Ended(_)
    ));
    assert_eq!(game.outcome().map(result_code).unwrap(), "W#");
    let mut mate = super::game("TMPD", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    mate.answer(Some("b1b8"), Duration::from_secs(901));
    assert_eq!(
        mate.outcome().map(result_code).unwrap(),
        "B#",
        "even a mate comes too late"
    );
    let mut untimed = Referee::new(profile("MP"));
    assert!(matches!(
        untimed.answer(Some("e2e4"), Duration::from_secs(9_999)),
        Step::Played(_)
    ));
}

#[test]
fn cancel_closes_the_game_without_a_result() {
    let show = Show {
        result: true,
        ..Show::default()
    };
    for think in [Duration::ZERO, Duration::from_secs(901)] {
        let mut game = Referee::new(profile("TMPD"));
        assert_eq!(game.answer(None, think), Step::Cancelled);
        assert_eq!((game.is_open(), game.announcement(show)), (false, None));
        assert_eq!(game.answer(Some("e2e4"), Duration::ZERO), Step::Cancelled);
        assert!(game.moves().is_empty());
    }
}

#[test]
fn the_result_is_announced_only_with_s_and_no_dialog_follows() {
    let mut game = Referee::new(profile("M"));
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        game.announcement(Show {
            result: true,
            ..Show::default()
        }),
        Some("B#")
    );
    assert_eq!(game.announcement(Show::default()), None);
    let before = game.prompt_text(Show::default());
    assert!(matches!(
        game.answer(Some("e2e4"), Duration::ZERO),
        Step::Ended(_)
    ));
    assert!(matches!(game.answer(None, Duration::ZERO), Step::Ended(_)));
    assert_eq!(game.prompt_text(Show::default()), before);
}
