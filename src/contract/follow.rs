//! Follows the choices of a page: with A an empty answer makes the page play a legal move of its own.

use std::time::Duration;

use golfchess_parity::{Answer, Dialog, Difference, Ending, Plan, Transcript, Wanted};
use golfchess_rules::{Color, Move};

use super::{Contract, Referee, Step};

/// Judges a game in which the page had choices. After an empty answer the page's move is the one that
/// leads to the board that is shown next, or, if the page ends the game, one that leads to the
/// announced result.
pub(super) fn judge(contract: &Contract, plan: &Plan, shown: &Transcript) -> Option<Difference> {
    let Some(contract) = contract.opened(&plan.answers) else {
        return nothing_worse(shown);
    };
    let first = match shown.dialogs.first() {
        Some(Dialog::Prompt(text)) => Some(text.as_str()),
        _ => None,
    };
    let contract = match contract.drawn(first) {
        Ok(contract) => contract,
        Err(wanted) => return Some(Difference::new(0, wanted, shown)),
    };
    let mut game = Followed {
        contract: &contract,
        referee: Referee::of(&contract),
        shown,
        at: 0,
        works: plan.pace > 0,
    };
    let has_address = plan.answers.first().and_then(Answer::address).is_some();
    for Answer(text, think) in &plan.answers[usize::from(has_address)..] {
        if !game.referee.is_open() {
            break; // over in the first position
        }
        if let Some(difference) = game.prompt() {
            return Some(difference);
        }
        let think = Duration::from_millis(*think);
        let step = game.answer(text.as_deref(), think);
        match step {
            Ok(()) if game.referee.is_open() => {}
            Ok(()) => break,
            Err(End::Silent) => return game.nothing(),
            Err(End::Wrong(difference)) => return Some(difference),
        }
    }
    game.end()
}

/// The word that code in an address would show.
pub(crate) const INJECTED: &str = "INJECTED";

/// Whether a page whose address is no legal position hangs or has run code of it. It may do anything else.
pub(super) fn nothing_worse(shown: &Transcript) -> Option<Difference> {
    let runs = |dialog: &Dialog| dialog.parts().1.contains(INJECTED);
    let at = shown.dialogs.iter().position(runs);
    let at = at.or((shown.ending == Ending::Hung).then_some(shown.dialogs.len()))?;
    let wanted = "anything but code of the address".to_owned();
    Some(Difference::new(at, Wanted::Choice(wanted), shown))
}

/// The state of a game that is followed.
struct Followed<'f> {
    contract: &'f Contract,
    referee: Referee,
    shown: &'f Transcript,
    /// The number of the next dialog.
    at: usize,
    /// Whether time passes while the page works.
    works: bool,
}

/// Why a game is not followed any further.
enum End {
    /// The page has ended it without a dialog, as it may.
    Silent,
    /// The page is wrong.
    Wrong(Difference),
}

impl Followed<'_> {
    /// Compares the next dialog with the prompt of the present position.
    fn prompt(&mut self) -> Option<Difference> {
        let text = self.referee.prompt_text(self.contract.show);
        self.expect(&Dialog::Prompt(text))
    }

    fn expect(&mut self, dialog: &Dialog) -> Option<Difference> {
        if self.shown.dialogs.get(self.at) != Some(dialog) {
            return Some(self.difference(Wanted::Dialog(dialog.clone())));
        }
        self.at += 1;
        None
    }

    fn difference(&self, expected: Wanted) -> Difference {
        Difference::new(self.at, expected, self.shown)
    }

    /// Compares the end of the transcript with that of the game.
    fn end(&mut self) -> Option<Difference> {
        let code = self.referee.announcement(self.contract.show);
        let alert = code.map(|code| Dialog::Alert(code.to_owned()));
        alert
            .and_then(|alert| self.expect(&alert))
            .or_else(|| self.nothing())
    }

    /// Whether the transcript ends here without an error.
    fn nothing(&self) -> Option<Difference> {
        let ended = self.shown.dialogs.len() == self.at && self.shown.ending == Ending::Quiet;
        (!ended).then(|| self.difference(Wanted::Nothing))
    }

    /// Plays an answer, and the page's move if it has the choice.
    fn answer(&mut self, text: Option<&str>, think: Duration) -> Result<(), End> {
        let before = self.referee.clone();
        match self.referee.answer(text, think) {
            Step::Chooses if self.works => self.charge_work(before, think)?,
            Step::Chooses => {}
            Step::Played(_) | Step::Rejected | Step::Ended(_) | Step::Cancelled => return Ok(()),
        }
        if !self.referee.is_open() {
            return Ok(());
        }
        self.follow()
    }

    /// The time of a page that works while a clock runs: what the next prompt shows, but more than the
    /// time of the prompt. With an alert the flag has fallen, or the move ended the game.
    fn charge_work(&mut self, mut before: Referee, think: Duration) -> Result<(), End> {
        let side = before.game().position().side_to_move();
        let left = before.game().clocks().map(|clocks| clocks.seconds(side));
        let Some(left) = left else { return Ok(()) };
        let least = think.as_secs() + 1;
        // The page has played its move, and got the increment.
        let more = before.game().profile().increment_seconds;
        let spent = match self.shown.dialogs.get(self.at) {
            Some(Dialog::Prompt(text)) => {
                let seconds = seconds(text, side).and_then(|shown| shown.checked_sub(more));
                let seconds = seconds.filter(|shown| left >= shown + least);
                let Some(shown) = seconds.filter(|shown| *shown > 0) else {
                    let expected = format!(
                        "the loss on time, or a clock of {side} with at most {} seconds",
                        left.saturating_sub(least) + more
                    );
                    return Err(End::Wrong(self.difference(Wanted::Choice(expected))));
                };
                left - shown
            }
            // The move ended the game if there was time for one; otherwise the flag fell.
            _ if left > least && self.last().is_some() => least,
            _ => left,
        };
        before.answer(Some(""), Duration::from_secs(spent));
        self.referee = before;
        Ok(())
    }

    /// A move of the page after which the game ends as the transcript does.
    fn last(&self) -> Option<Move> {
        let ends = |mv: &Move| {
            let mut next = self.referee.clone();
            let ended = matches!(next.choose(*mv), Step::Ended(_));
            let code = next.announcement(self.contract.show);
            ended
                && match (self.shown.dialogs.get(self.at), code) {
                    (Some(Dialog::Alert(text)), Some(code)) => text == code,
                    (None, None) => true,
                    _ => false,
                }
        };
        self.referee.choices().into_iter().find(ends)
    }

    /// Takes the page's move from the next dialog.
    fn follow(&mut self) -> Result<(), End> {
        let choices = self.referee.choices();
        let Some(Dialog::Prompt(text)) = self.shown.dialogs.get(self.at) else {
            let Some(last) = self.last() else {
                return Err(End::Wrong(self.difference(self.wanted(&choices))));
            };
            // Without an announcement it is not known which of several moves ended the game.
            if !self.contract.show.result {
                return Err(End::Silent);
            }
            self.referee.choose(last);
            return Ok(());
        };
        let leads = |mv: &&Move| {
            let mut next = self.referee.clone();
            matches!(next.choose(**mv), Step::Played(_))
                && next.prompt_text(self.contract.show) == *text
        };
        let mut found = choices.iter().filter(leads);
        match (found.next(), found.next()) {
            (Some(mv), None) => {
                self.referee.choose(*mv);
                Ok(())
            }
            _ => Err(End::Wrong(self.difference(self.wanted(&choices)))),
        }
    }

    /// What the page could show after each of its choices, in words.
    fn wanted(&self, choices: &[Move]) -> Wanted {
        let now = self.referee.prompt_text(self.contract.show);
        let kind = if choices.len() < self.referee.game().legal_moves().len() {
            "a mate in one"
        } else {
            "a legal move"
        };
        let moves: Vec<String> = choices.iter().map(Move::to_string).collect();
        let moves = moves.join(" ");
        Wanted::Choice(format!(
            "what follows {kind} of the page ({moves}) in\n{now}"
        ))
    }
}

/// The seconds of a side in the first line of a prompt.
fn seconds(text: &str, side: Color) -> Option<u64> {
    let line = text.lines().next()?;
    let letter = match side {
        Color::White => "W:",
        Color::Black => "B:",
    };
    let word = line.split(' ').find_map(|word| word.strip_prefix(letter))?;
    word.trim_end_matches('s').parse().ok()
}

#[cfg(test)]
#[path = "follow_tests.rs"]
mod tests;
