//! What the counted half must reach.

use super::SIZES;
use super::tally::Tally;

/// Ours is the smallest, alone or not, on at least so many of a hundred inputs by each metric.
const GOOD: [usize; SIZES.len()] = [85, 75, 75];

/// The sum of ours by bytes is at most so many hundredths of that of the best other results.
const SUM: usize = 98;

/// So many of a hundred inputs may be refused.
const REFUSED: usize = 2;

/// So many of a hundred inputs may have no results to compare: else the other bars say little.
const UNCOMPARABLE: usize = 5;

/// The bars that the tallies by all metrics miss; so many more inputs could not be compared.
pub fn missed(tallies: &[Tally], uncomparable: usize) -> Vec<String> {
    let mut missed = Vec::new();
    let all = tallies.first().map_or(0, |tally| tally.inputs) + uncomparable;
    if uncomparable * 100 > all * UNCOMPARABLE {
        missed.push(format!(
            "not comparable {uncomparable} of {all}: more than {UNCOMPARABLE} %"
        ));
    }
    for ((tally, least), metric) in tallies.iter().zip(GOOD).zip(SIZES) {
        if tally.good() * 100 < tally.inputs * least {
            let Tally { inputs, .. } = tally;
            missed.push(format!(
                "smallest or tied by {metric} on {} of {inputs}: less than {least} %",
                tally.good()
            ));
        }
        if tally.wrong > 0 {
            missed.push(format!("wrong by {metric} on {}", tally.wrong));
        }
        if tally.refused * 100 > tally.inputs * REFUSED {
            missed.push(format!(
                "refused by {metric} {}: more than {REFUSED} %",
                tally.refused
            ));
        }
    }
    if let Some([ours, theirs]) = tallies.first().map(|tally| tally.best)
        && ours * 100 > theirs * SUM
    {
        missed.push(format!(
            "the sum by bytes is {ours}: more than {SUM} % of {theirs}"
        ));
    }
    missed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What makes a tally worse.
    type Change = fn(&mut Tally);

    fn tally() -> Tally {
        Tally {
            inputs: 100,
            smallest: 80,
            tied: 5,
            lost: 13,
            refused: 2,
            best: [98, 100],
            ..Tally::default()
        }
    }

    #[test]
    fn all_bars_are_just_reached() {
        assert_eq!(missed(&[tally(), tally(), tally()], 5), [""; 0]);
    }

    #[test]
    fn too_few_results_are_a_finding() {
        assert_eq!(missed(&[tally(), tally(), tally()], 6).len(), 1);
        assert_eq!(missed(&[], 1).len(), 1);
    }

    #[test]
    fn each_bar_can_be_missed() {
        let changes: [(Change, usize); 4] = [
            // Only the bar by bytes is so high.
            (|one| one.tied = 4, 1),
            (|one| one.wrong = 1, 3),
            (|one| one.refused = 3, 3),
            (|one| one.best = [99, 100], 1),
        ];
        for (change, expected) in changes {
            let mut all = [tally(), tally(), tally()];
            all.iter_mut().for_each(change);
            let missed = missed(&all, 0);
            assert_eq!(missed.len(), expected, "{missed:?}");
        }
    }
}
