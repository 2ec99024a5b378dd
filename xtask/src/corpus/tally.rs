//! The numbers of a half by one metric.

use std::collections::BTreeMap;

use super::SIZES;
use crate::comparison::{Measured, Row};

/// What the rows of some inputs come to by a metric.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub inputs: usize,
    pub smallest: usize,
    pub tied: usize,
    pub lost: usize,
    /// By how much in all.
    pub lost_bytes: usize,
    pub refused: usize,
    pub wrong: usize,
    /// The sums of ours and of each other tool where both are right.
    pub pairs: BTreeMap<String, [usize; 2]>,
    /// The sums of ours and of the best other one of each input.
    pub best: [usize; 2],
    /// The wrong results of each other tool, and those that it has not made.
    pub failures: BTreeMap<String, [usize; 2]>,
}

/// How a row ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Smallest,
    Tied,
    Lost(usize),
    Refused,
    Wrong,
}

/// Our result of a row by a metric.
pub fn own(row: &Row, at: usize) -> Option<&Measured> {
    row.result("gen", SIZES[at])
}

/// The best right result of another tool by a metric.
pub fn best(row: &Row, at: usize) -> Option<&Measured> {
    let others = row
        .measured
        .iter()
        .filter(|one| one.tool != "gen" && one.right);
    others.min_by_key(|one| one.sizes[at])
}

pub fn end(row: &Row, at: usize) -> End {
    let Some(ours) = own(row, at).filter(|one| one.error.is_none()) else {
        return End::Refused;
    };
    if !ours.right {
        return End::Wrong;
    }
    let theirs = best(row, at).map_or(usize::MAX, |one| one.sizes[at]);
    match ours.sizes[at].checked_sub(theirs) {
        None => End::Smallest,
        Some(0) => End::Tied,
        Some(more) => End::Lost(more),
    }
}

impl Tally {
    pub fn of<'r>(rows: impl Iterator<Item = &'r Row>, at: usize) -> Self {
        let mut tally = Self::default();
        for row in rows {
            tally.add(row, at);
        }
        tally
    }

    /// How often ours is the smallest, alone or not.
    pub fn good(&self) -> usize {
        self.smallest + self.tied
    }

    fn add(&mut self, row: &Row, at: usize) {
        self.inputs += 1;
        for other in row
            .measured
            .iter()
            .filter(|one| one.tool != "gen" && !one.right)
        {
            let failures = self.failures.entry(other.tool.clone()).or_default();
            failures[usize::from(other.error.is_some())] += 1;
        }
        match end(row, at) {
            End::Smallest => self.smallest += 1,
            End::Tied => self.tied += 1,
            End::Lost(more) => {
                self.lost += 1;
                self.lost_bytes += more;
            }
            End::Refused => return self.refused += 1,
            End::Wrong => return self.wrong += 1,
        }
        let Some(ours) = own(row, at).map(|one| one.sizes[at]) else {
            return;
        };
        if let Some(best) = best(row, at) {
            self.best[0] += ours;
            self.best[1] += best.sizes[at];
        }
        for other in row
            .measured
            .iter()
            .filter(|one| one.tool != "gen" && one.right)
        {
            let pair = self.pairs.entry(other.tool.clone()).or_default();
            pair[0] += ours;
            pair[1] += other.sizes[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_in_one_of_five_ways() {
        let row = |ours, is_right, theirs| {
            let results = [
                ("gen", ours, is_right),
                ("terser", 5, true),
                ("oxc", 3, false),
                ("swc", theirs, true),
            ];
            Row::of(results, SIZES.len())
        };
        assert_eq!(end(&row(4, true, 6), 0), End::Smallest);
        assert_eq!(end(&row(5, true, 6), 0), End::Tied);
        assert_eq!(end(&row(8, true, 6), 0), End::Lost(3));
        assert_eq!(end(&row(4, false, 6), 0), End::Wrong);
        let mut refused = row(0, false, 6);
        refused.measured[0].error = Some("no".into());
        assert_eq!(end(&refused, 0), End::Refused);
        let rows = [
            row(4, true, 6),
            row(5, true, 6),
            row(8, true, 6),
            row(4, false, 6),
            refused,
        ];
        let tally = Tally::of(rows.iter(), 0);
        assert_eq!(
            [tally.inputs, tally.good(), tally.lost, tally.lost_bytes],
            [5, 2, 1, 3]
        );
        assert_eq!([tally.refused, tally.wrong], [1, 1]);
        assert_eq!(tally.best, [17, 15]);
        assert_eq!(tally.pairs["swc"], [17, 18]);
        assert_eq!(tally.failures["oxc"], [5, 0]);
    }
}
