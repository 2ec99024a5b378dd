//! The result of many games: the difference in strength, and a sequential test of it.

use serde::Serialize;

/// The results of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
}

/// A difference in Elo points with its 95 % interval. `None` is beyond every number: a side that wins
/// or loses all games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    pub difference: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// A sequential probability ratio test with both error probabilities 5 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference of the first hypothesis.
    pub elo0: f64,
    /// The difference of the second hypothesis, which is greater.
    pub elo1: f64,
}

/// The logarithm of (1 − 0.05) / 0.05: beyond it the test has decided.
pub const BOUND: f64 = 2.944_438_979_166_440_3;

/// The quantile of the normal distribution for 95 % on both sides.
const QUANTILE: f64 = 1.959_963_984_540_054;

impl Score {
    /// Adds a game: the points of this side are 1, 0.5 or 0.
    pub fn add(&mut self, points: f64) {
        match points {
            1.0 => self.wins += 1,
            0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    pub const fn games(self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The share of the points.
    pub fn share(self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64
    }

    /// The difference in strength that gives this share, with its error.
    pub fn elo(self) -> Elo {
        let (share, variance) = moments([self.wins, self.draws, self.losses].map(|n| n as f64));
        let error = QUANTILE * (variance / self.games() as f64).sqrt();
        // Equal results have no variance; a bound of the share of wins is then exact
        // (Clopper and Pearson).
        let rare = 0.025_f64.powf(1.0 / self.games() as f64);
        let (low, high) = match share {
            1.0 => (rare, 1.0),
            0.0 => (0.0, 1.0 - rare),
            _ => (share - error, share + error),
        };
        Elo {
            difference: elo(share),
            low: elo(low),
            high: elo(high),
        }
    }
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the two hypotheses, approximated by the normal
    /// distribution of the share. A result that has not occurred counts as half a game, so that the
    /// variance is never zero.
    pub fn ratio(self, score: Score) -> f64 {
        if score.games() == 0 {
            return 0.0;
        }
        let counts = [score.wins, score.draws, score.losses];
        let counts = counts.map(|count| if count == 0 { 0.5 } else { count as f64 });
        let (share, variance) = moments(counts);
        let games: f64 = counts.iter().sum();
        let [s0, s1] = [self.elo0, self.elo1].map(expected);
        games * (s1 - s0) * (2.0 * share - s0 - s1) / (2.0 * variance)
    }

    /// Which hypothesis the test accepts: `Some(true)` is the second, `None` is not yet decided.
    pub fn verdict(self, score: Score) -> Option<bool> {
        let ratio = self.ratio(score);
        (ratio.abs() >= BOUND).then_some(ratio > 0.0)
    }
}

/// The mean and the variance of the points of a game, from the counts of wins, draws and losses.
fn moments([wins, draws, losses]: [f64; 3]) -> (f64, f64) {
    let games = wins + draws + losses;
    let share = (wins + 0.5 * draws) / games;
    let squares =
        wins * (1.0 - share).powi(2) + draws * (0.5 - share).powi(2) + losses * share.powi(2);
    (share, squares / games)
}

/// The expected share at a difference in Elo points.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo points at an expected share.
fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| -400.0 * (1.0 / share - 1.0).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wins: usize, draws: usize, losses: usize) -> Score {
        Score {
            wins,
            draws,
            losses,
        }
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let elo = score(60, 30, 10).elo();
        assert!((elo.difference.unwrap() - 190.848).abs() < 0.01, "{elo:?}");
        // The standard deviation of a game is sqrt(0.1125), of the mean of 100 a tenth of that:
        // the share is between 0.6843 and 0.8157.
        assert!((elo.low.unwrap() - 134.4).abs() < 0.5, "{elo:?}");
        assert!((elo.high.unwrap() - 258.6).abs() < 0.5, "{elo:?}");
        assert_eq!(score(5, 2, 5).elo().difference.unwrap().abs(), 0.0);
    }

    #[test]
    fn a_clean_sweep_has_no_number() {
        let (won, lost) = (score(9, 0, 0).elo(), score(0, 0, 9).elo());
        assert_eq!((won.difference, won.high), (None, None));
        assert_eq!((lost.difference, lost.low), (None, None));
        // Of nine games, a side that wins 66.4 % of the games wins all with 2.5 %.
        assert!((won.low.unwrap() - 118.0).abs() < 1.0, "{won:?}");
        assert!((won.low.unwrap() + lost.high.unwrap()).abs() < 1e-9);
    }

    #[test]
    fn the_test_decides_for_the_hypothesis_that_fits() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 50.0,
        };
        assert_eq!(sprt.verdict(score(0, 0, 0)), None);
        assert_eq!(sprt.verdict(score(6, 4, 5)), None);
        assert_eq!(sprt.verdict(score(150, 100, 70)), Some(true));
        assert_eq!(sprt.verdict(score(100, 100, 130)), Some(false));
        // Swapped results and hypotheses turn the sign.
        let mirrored = Sprt {
            elo0: -50.0,
            elo1: 0.0,
        };
        let (one, other) = (
            sprt.ratio(score(30, 9, 20)),
            mirrored.ratio(score(20, 9, 30)),
        );
        assert!((one + other).abs() < 1e-9, "{one} {other}");
    }
}
