//! The two clocks of a timed game.

use super::Color;
use std::time::Duration;

/// The time that each side has left, in whole seconds (FIDE 6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    left: [u64; 2],
}

impl Clocks {
    /// Two clocks with the same number of seconds each.
    pub const fn new(seconds: u64) -> Clocks {
        Clocks { left: [seconds; 2] }
    }

    /// The whole seconds that a side has left.
    pub const fn seconds(&self, color: Color) -> u64 {
        self.left[color.index()]
    }

    /// Subtracts a thinking time, rounded down to whole seconds, from a side's clock.
    ///
    /// Returns whether the flag falls (FIDE 6.8): less than 1 second is left.
    pub const fn charge(&mut self, color: Color, think: Duration) -> bool {
        let left = &mut self.left[color.index()];
        *left = left.saturating_sub(think.as_secs());
        *left < 1
    }

    /// Adds seconds to a side's clock.
    pub const fn add(&mut self, color: Color, seconds: u64) {
        let left = &mut self.left[color.index()];
        *left = left.saturating_add(seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn each_thinking_time_is_rounded_down_to_seconds() {
        let mut clocks = Clocks::new(900);
        for _ in 0..1_000 {
            assert!(!clocks.charge(White, Duration::from_millis(999)));
        }
        assert_eq!(clocks.seconds(White), 900);
        assert!(!clocks.charge(White, Duration::from_millis(1_000)));
        assert_eq!((clocks.seconds(White), clocks.seconds(Black)), (899, 900));
    }

    #[test]
    fn the_flag_falls_when_less_than_one_second_is_left() {
        let after = |millis| Clocks::new(900).charge(Black, Duration::from_millis(millis));
        assert!(!after(899_999), "1 second is left");
        assert!(after(900_000), "none is left");
        assert!(after(u64::MAX));
    }
}
