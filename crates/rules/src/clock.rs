//! The two clocks of a timed game.

use super::Color;
use std::time::Duration;

/// What each clock shows at the start, in seconds.
pub const START_SECONDS: u64 = 900;

/// The whole seconds that each side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    left: [u64; 2],
}

impl Clocks {
    /// Both clocks at [`START_SECONDS`].
    pub const fn new() -> Clocks {
        Clocks {
            left: [START_SECONDS; 2],
        }
    }

    /// The whole seconds that a side has left.
    pub const fn seconds(&self, color: Color) -> u64 {
        self.left[color.index()]
    }

    /// Takes the time that one prompt was open from a side, floored to whole seconds, and tells
    /// whether the side's flag falls: less than 1 second is left.
    pub const fn charge(&mut self, color: Color, think: Duration) -> bool {
        let left = &mut self.left[color.index()];
        *left = left.saturating_sub(think.as_secs());
        *left < 1
    }
}

impl Default for Clocks {
    fn default() -> Self {
        Clocks::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn fractions_of_a_second_are_free_each_time() {
        let mut clocks = Clocks::new();
        for _ in 0..1_000 {
            assert!(!clocks.charge(White, Duration::from_millis(999)));
        }
        assert_eq!(clocks.seconds(White), 900);
        assert!(!clocks.charge(White, Duration::from_millis(1_000)));
        assert_eq!((clocks.seconds(White), clocks.seconds(Black)), (899, 900));
    }

    #[test]
    fn the_flag_falls_when_less_than_one_second_is_left() {
        let after = |millis| Clocks::new().charge(Black, Duration::from_millis(millis));
        assert!(!after(899_999), "1 second is left");
        assert!(after(900_000), "none is left");
        assert!(after(u64::MAX));
    }
}
