//! Kinds of events in a game, so that a search can play the most varied games first.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use golfchess_parity::Answer;
use golfchess_rules::{Position, Square};

use super::playing::Playing;
use super::{Contract, Step};

/// The kinds of events in a game, each as a hash of the typed text, the pieces on its squares and
/// the result.
pub(super) fn events(answers: &[Answer], contract: &Contract) -> HashSet<u64> {
    let mut playing = Playing::of(&contract.opened(answers).unwrap_or(*contract));
    let mut events = HashSet::new();
    for answer in answers {
        let Answer(text, think) = answer;
        let before = *playing.game().position();
        let step = match playing.answer(text.as_deref(), *think, contract.show, &mut Vec::new()) {
            Step::Played(_) => "played".to_owned(),
            other => format!("{other:?}"),
        };
        let game = playing.game();
        let mut hasher = DefaultHasher::new();
        (step, before.side_to_move(), before.is_check()).hash(&mut hasher);
        (
            game.position().is_check(),
            game.repetitions(),
            think / 60_000,
        )
            .hash(&mut hasher);
        let typed = text.as_deref();
        match typed.and_then(|text| kind(&before, text)) {
            Some(kind) => kind.hash(&mut hasher),
            None => typed.hash(&mut hasher),
        }
        events.insert(hasher.finish());
    }
    events
}

/// The kind of a typed move: the pieces on its two squares, their distance in files and ranks,
/// whether the target is at the edge, and the next character. `None` for other texts.
fn kind(position: &Position, text: &str) -> Option<impl Hash + use<>> {
    let board = position.board();
    let mut chars = text.chars();
    let mut square = || Square::from_chars(chars.next()?, chars.next()?);
    let (from, to) = (square()?, square()?);
    let files = from.file().abs_diff(to.file()).min(3);
    let ranks = from.rank().abs_diff(to.rank()).min(3);
    let at_edge = [to.file(), to.rank()].map(|at| at == 0 || at == 7);
    let pieces = [from, to].map(|square| board.piece_at(square));
    Some((pieces, files, ranks, at_edge, chars.next()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use golfchess_pages::catalog::FlagSet;

    fn events_of(words: &str) -> HashSet<u64> {
        let answers: Vec<Answer> = words.split_whitespace().map(Answer::typed).collect();
        events(
            &answers,
            &Contract::new(&FlagSet::new("TMP")).expect("rules"),
        )
    }

    #[test]
    fn kinds_of_moves_are_different_events() {
        let quiet = events_of("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5");
        let castling = events_of("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8");
        assert!(quiet.is_subset(&castling));
        assert_eq!(castling.len(), quiet.len() + 2);
        // The same kind of move elsewhere adds no event.
        assert_eq!(events_of("e2e4 e7e5"), events_of("d2d4 d7d5"));
    }
}
