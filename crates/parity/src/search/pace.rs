//! How long a candidate takes, and what a judge leaves out on a slow page.

use std::time::Duration;

/// The time that one processor may need for a candidate.
const EACH: Duration = Duration::from_secs(1);

/// How many processors count. More of them judge more candidates at once, and each still takes as long.
const PROCESSORS: u32 = 4;

/// The games on a stage that a candidate must pass, as the readable page has played them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pace {
    /// How long all of them take.
    pub time: Duration,
    /// How many they are.
    pub games: usize,
    /// How many there are of a page that is not slow.
    pub planned_games: usize,
    /// The frames in them.
    pub frames: u64,
    /// The frames that these games have on a page that is not slow.
    pub planned_frames: u64,
}

impl Pace {
    /// The time that the games of a candidate may take on this machine: then the hosts judge 60 candidates a minute
    /// that pass all games, or 20 on a machine with other work.
    pub(super) fn most() -> Duration {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        EACH * u32::try_from(processors).map_or(PROCESSORS, |count| count.min(PROCESSORS))
    }

    /// Whether there are fewer or shorter games than those of a page that is not slow.
    pub fn is_reduced(&self) -> bool {
        self.games < self.planned_games || self.frames < self.planned_frames
    }

    /// The same with the games of another host.
    #[must_use]
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            time: self.time + other.time,
            games: self.games + other.games,
            planned_games: self.planned_games + other.planned_games,
            frames: self.frames + other.frames,
            planned_frames: self.planned_frames + other.planned_frames,
        }
    }
}
