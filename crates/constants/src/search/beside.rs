//! Choices whose step test has the pawn's case beside the formula.

use super::{Choice, Search};
use crate::board::Board;
use crate::codes::{self, Codes, Kind};
use crate::expression::length;
use crate::formula::Formula;
use crate::frame::Frame;
use crate::open;
use crate::pawn::Classes;
use crate::slide::Slides;

/// Where the pawn's case stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Shape {
    /// In the argument of the formula, which then serves for pawns too
    Closed,
    /// Beside the formula
    Open,
    /// Both
    All,
}

/// Numbers with directed pawns, the modulus of their steps and the cost outside the step test.
pub(super) struct Directed {
    modulus: i64,
    codes: Codes,
    pub(super) cost: usize,
}

impl Directed {
    pub(super) fn all(kind: &Kind, slides: &Slides) -> Vec<Directed> {
        let numbers = open::directed(kind).into_iter();
        let with_costs = numbers.filter_map(|(modulus, codes)| {
            let items = codes::items(kind, &codes, slides, "")?;
            let cost = items.iter().map(|(_, text)| length(text)).sum();
            Some(Directed {
                modulus,
                codes,
                cost,
            })
        });
        with_costs.collect()
    }
}

impl Search<'_> {
    /// All numbers with the pawn's case beside the formula.
    pub(super) fn open(
        &self,
        frame: &Frame,
        classes: &Classes,
        cost: usize,
        ahead: &str,
        formula: &Formula,
        found: &mut Vec<Choice>,
    ) {
        let modulus = Board::new(frame.width).pawn().to_string();
        let spell = |case: &str| format!("({})", case.replace('F', &formula.spell("r")));
        let argument = |pawn| {
            let condition = open::condition(classes, pawn, &modulus);
            Some(format!("{condition}{ahead}"))
        };
        // The case holds the place of the formula.
        self.assign(frame, classes, cost, &argument, &spell, found);
        for directed in &self.directed {
            let case = open::directed_condition(directed.modulus) + ahead;
            let total = cost + case.len() - modulus.len() + directed.cost;
            if frame.width % directed.modulus == 0
                && total <= self.most()
                && open::fits(&directed.codes, classes)
            {
                let step = frame.spell(&spell(&case));
                found.extend(self.choice(&directed.codes, frame.width, step));
            }
        }
    }
}
