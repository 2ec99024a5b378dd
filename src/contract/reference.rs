//! The contract as the reference of parity checks.

use std::collections::HashSet;

use golfchess_parity::{
    Answer, Cells, Dialog, Difference, Effect, Expected, Plan, Press, Reading, Reference,
    Transcript,
};

use super::events::events;
use super::{Click, ClickReferee, Contract, PlanBuilder, canonical, clicks_of};
use super::{board, follow, follow_clicks};

impl Contract {
    /// The answers in a builder.
    fn built(&self, answers: &[Answer]) -> PlanBuilder {
        let mut builder = PlanBuilder::new(*self);
        for Answer(text, think) in answers {
            builder.answer(text.as_deref(), *think);
        }
        builder
    }
}

impl Reference for Contract {
    fn play(&self, answers: &[Answer]) -> Expected {
        self.built(answers).finish()
    }

    fn page_has_choices(&self, answers: &[Answer]) -> bool {
        self.built(answers).page_has_choices()
    }

    fn judge(&self, plan: &Plan, shown: &Transcript) -> Option<Difference> {
        match self.show.board {
            true => follow_clicks::judge(self, plan, shown),
            false => follow::judge(self, plan, shown),
        }
    }

    fn cells(&self, answers: &[Answer]) -> Option<Cells> {
        if !self.show.board {
            return None;
        }
        // With V, the place of a square depends on the side to move.
        let mut game = ClickReferee::of(&self.opened(answers).unwrap_or(*self));
        let mut presses = Vec::with_capacity(answers.len());
        for answer in answers {
            let clicks = match answer.address() {
                Some(_) => Vec::new(),
                None => clicks_of(answer.0.as_deref().unwrap_or_default()),
            };
            game.pass(answer.1);
            let mut press = |click: Click| {
                let square = board::shown_at(click.square, game.game(), self.show);
                game.pass(click.hold);
                game.click(click.square);
                Press {
                    cell: board::place(square),
                    hold: click.hold,
                }
            };
            presses.push(clicks.into_iter().map(&mut press).collect());
        }
        Some(Cells {
            rows: 8,
            look: self.show.fullwidth,
            presses,
        })
    }

    fn view(&self, reading: &Reading) -> String {
        board::read(reading, self)
    }

    /// After the end any square may be marked: the expected text has none then.
    fn agrees(&self, expected: &Dialog, shown: &Dialog) -> bool {
        match (expected, shown) {
            (Dialog::Effect(Effect::Cells, expected), Dialog::Effect(Effect::Cells, shown)) => {
                board::agrees(expected, shown)
            }
            _ => expected == shown,
        }
    }

    fn canonical(&self, text: &str) -> String {
        canonical(text, self.show)
    }

    fn events(&self, answers: &[Answer]) -> HashSet<u64> {
        events(answers, self)
    }
}
