use std::collections::{HashMap, HashSet};

use golfchess_pages::catalog::FlagSet;
use golfchess_rules::{CHESS960_POSITIONS, CastlingSide, Game, Position, Reason, Square};

use super::super::passed;
use super::games::home;
use super::*;
use crate::contract::read_typed;
use crate::suites::{Effort, catalog_subjects, context};

/// The game of a player from the start position with a number.
fn game(goal: Goal, number: u16, seed: u64, turns: usize) -> (Game, Vec<Answer>) {
    let contract = Contract::new(&FlagSet::new("TMPXDS")).expect("a set of rules");
    let start = Position::chess960(number).expect("a number");
    let rows = crate::contract::prompt_text(&start, None, contract.show);
    let known = contract.drawn(Some(&rows)).expect("a start position");
    let both = Both {
        contract,
        goal,
        seed,
        turns,
    };
    let answers = both.answers(known);
    let mut builder = PlanBuilder::new(known);
    for answer in &answers {
        builder.answer(answer.0.as_deref(), answer.1);
    }
    (builder.game().clone(), answers)
}

/// Why castling with a rook is not legal, or that it is.
fn reason(game: &Game, from: Square, to: Square) -> &'static str {
    let position = game.position();
    let us = position.side_to_move();
    let board = position.board();
    let legal = game.legal_moves();
    if legal.iter().any(|mv| (mv.from, mv.to) == (from, to)) {
        return "legal";
    }
    let is_rook = board.pieces(us, Role::Rook).contains(to);
    let right = CastlingSide::ALL.into_iter().find(|side| {
        position.castling().rook(us, *side) == Some(to.file()) && to.rank() == home(us)
    });
    let Some(side) = right.filter(|_| is_rook) else {
        return if is_rook {
            "a rook without the right"
        } else {
            "no rook"
        };
    };
    let (king_to, rook_to) = match side {
        CastlingSide::King => (6, 5),
        CastlingSide::Queen => (2, 3),
    };
    let span = |one: u8, other: u8| one.min(other)..=one.max(other);
    let stands = |file| {
        Square::at(file, home(us))
            .and_then(|at| board.piece_at(at))
            .is_some()
    };
    let is_other = |file: &u8| ![from.file(), to.file()].contains(file);
    if span(from.file(), king_to).filter(is_other).any(stands) {
        return "the king's way is blocked";
    }
    if span(to.file(), rook_to).filter(is_other).any(stands) {
        return "the rook's way is blocked";
    }
    let attacked =
        |file| Square::at(file, home(us)).is_some_and(|at| !board.attackers(at, !us).is_empty());
    if position.is_check() {
        return "the king is in check";
    }
    if attacked(king_to) {
        return "the king's target is attacked";
    }
    match span(from.file(), king_to).any(attacked) {
        true => "the king's way is attacked",
        false => "the rook shields the king",
    }
}

#[test]
fn both_sides_castle_in_all_combinations_of_files_and_try_it_in_vain_for_every_reason() {
    let mut castled = HashSet::new();
    let mut reasons: HashMap<&str, usize> = HashMap::new();
    // Three games from each position.
    for seed in 0..3 * CHESS960_POSITIONS {
        let number = seed % CHESS960_POSITIONS;
        let (last, answers) = game(Goal::Castle, number, u64::from(seed), 60);
        let mut now = Game::from_position(last.profile(), *last.first_position());
        for text in answers.iter().filter_map(|answer| answer.0.as_deref()) {
            let king = now.position().board().king(now.position().side_to_move());
            let squares: Vec<char> = text.chars().collect();
            let from = Square::from_chars(squares[0], squares[1]).expect("a square");
            let to = Square::from_chars(squares[2], squares[3]).expect("a square");
            if king == Some(from) {
                *reasons.entry(reason(&now, from, to)).or_default() += 1;
            }
            if let Some(mv) = read_typed(now.position(), text, now.profile().moves) {
                if now.position().castling_side(mv).is_some() {
                    let color = now.position().side_to_move();
                    castled.insert((color, mv.from.file(), mv.to.file()));
                }
                now.play(mv).expect("a legal move");
            }
        }
    }
    assert_eq!(castled.len(), 84, "of 42 pairs of files on two sides");
    for wanted in [
        "a rook without the right",
        "no rook",
        "the king's way is blocked",
        "the rook's way is blocked",
        "the king is in check",
        "the king's target is attacked",
        "the king's way is attacked",
    ] {
        let count = reasons.get(wanted).copied().unwrap_or_default();
        assert!(count >= 20, "{wanted}: {reasons:?}");
    }
}

#[test]
fn a_repetition_without_the_right_is_another_position() {
    let mut drawn = 0;
    for seed in 0..40 {
        let side = Color::ALL[seed % 2];
        let (game, _) = game(Goal::Repeat(side), seed as u16 * 23, seed as u64, 0);
        let last = game.outcome().map(|outcome| outcome.reason());
        drawn += usize::from(last == Some(Reason::Threefold));
    }
    assert!(drawn >= 30, "{drawn}");
}

#[test]
fn castling_is_among_the_quiet_moves_before_the_fiftieth() {
    let mut found = 0;
    for seed in 0..12 {
        let (game, _) = game(Goal::Fifty, seed as u16 * 71, seed as u64, 60);
        let last = game.outcome().map(|outcome| outcome.reason());
        let quiet = game.moves().len().saturating_sub(100);
        let mut position = *game.first_position();
        let mut castles = false;
        for (ply, mv) in game.moves().iter().enumerate() {
            castles |= ply >= quiet && position.castling_side(*mv).is_some();
            position = position.play_unchecked(*mv);
        }
        let is_fifty = last == Some(golfchess_rules::Reason::FiftyMoves);
        found += usize::from(is_fifty && castles);
    }
    assert!(found >= 3, "{found}");
}

#[test]
fn castling_is_the_only_legal_move_of_either_side() {
    for side in Color::ALL {
        let (mut fit, mut found) = (0, 0);
        for number in 0..CHESS960_POSITIONS {
            let (game, _) = game(Goal::Only(side), number, 1, 0);
            fit += usize::from(!game.moves().is_empty());
            let mut now = Game::from_position(game.profile(), *game.first_position());
            for mv in game.moves() {
                let castles = now.position().castling_side(*mv).is_some();
                let to_move = now.position().side_to_move();
                found += usize::from(
                    castles && now.legal_moves().as_slice() == [*mv] && to_move == side,
                );
                now.play(*mv).expect("a legal move");
            }
        }
        assert!(found == fit && found >= 15, "{side:?}: {found} of {fit}");
    }
}

#[test]
fn both_sides_promote_from_most_first_ranks() {
    let mut promoted = [0; 2];
    for (number, choice) in (0..100).zip(promotion::knights_first().into_iter().cycle()) {
        let (game, _) = game(Goal::Promote(choice), number * 9, 1, 0);
        let moves = game.moves().iter().enumerate();
        for (ply, _) in moves.filter(|(_, mv)| mv.promotion.is_some()) {
            promoted[ply % 2] += 1;
        }
    }
    assert!(promoted.iter().all(|count| *count >= 60), "{promoted:?}");
}

#[test]
fn the_first_position_and_one_after_a_double_step_occur_three_times() {
    for number in 0..CHESS960_POSITIONS {
        for (goal, plies) in [(Goal::First, 8), (Goal::DoubleStep, 9)] {
            let (game, _) = game(goal, number, 1, 0);
            let last = game.outcome().map(|outcome| outcome.reason());
            assert_eq!(last, Some(Reason::Threefold), "{number}");
            assert_eq!(game.moves().len(), plies, "{number}");
        }
    }
}

#[test]
fn a_pawn_captures_en_passant_and_a_piece_crosses_a_passed_square_from_most_first_ranks() {
    let mut crossed = 0;
    for number in 0..CHESS960_POSITIONS {
        let (game, _) = game(Goal::EnPassant, number, 1, 0);
        let captures = game.moves()[8..10].iter().map(ToString::to_string);
        assert!(captures.eq(["e5f6", "g7f6"]), "{number}");
        let (last, moves) = game.moves().split_last().expect("moves");
        let start = Position::chess960(number).expect("a number");
        let mut before = Game::from_position(game.profile(), start);
        for mv in moves {
            before.play(*mv).expect("a legal move");
        }
        crossed += usize::from(passed::crosses(before.position(), *last));
    }
    assert!(crossed > 900, "{crossed}");
}

#[test]
fn games_reach_two_pieces_of_a_kind_with_which_a_position_is_not_dead() {
    for number in (0..CHESS960_POSITIONS).step_by(40) {
        for role in [Role::Knight, Role::Bishop] {
            let (game, _) = game(Goal::Alive(role), number, 1, 0);
            let board = game.position().board();
            assert_eq!(board.occupied().len(), 4, "{number} {role:?}");
            assert_eq!(
                board.pieces(Color::White, role).len(),
                2,
                "{number} {role:?}"
            );
            assert!(game.outcome().is_none(), "{number} {role:?}");
        }
    }
}

#[test]
fn signs_of_regular_expressions_choose_a_piece_where_texts_do() {
    for subject in catalog_subjects() {
        for effort in [Effort::Quick, Effort::Usual, Effort::Deep] {
            let context = context(&subject, effort, 1);
            let goals = rules(&context, 1);
            let has_signs = goals
                .iter()
                .any(|goal| goal.0 == Goal::Promote(promotion::SIGNS));
            let moves = context.contract.rules.moves;
            let types = moves.promotion_choice && !context.contract.show.board;
            assert_eq!(has_signs, types, "{}", subject.name);
        }
    }
    let (game, _) = game(Goal::Promote(promotion::SIGNS), 518, 1, 0);
    let promotions = game.moves().iter().filter_map(|mv| mv.promotion);
    assert!(promotions.eq([Role::Queen, Role::Queen]));
}
