//! The stages of a watch: a quick first result, and the final one.

use std::fmt;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use golfchess_script::Strategy;
use golfchess_sizes::metric::Metric;

use super::Args;

/// How thorough a pass over a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The strategies that take no search; nothing is packed.
    First,
    /// All that the options ask for.
    Final,
}

impl Stage {
    /// Its name in a line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Final => "final",
        }
    }

    /// The size of a result by a metric.
    pub fn size(self, metric: Metric, page: &str) -> Size {
        match self {
            Self::First => Size {
                bytes: metric.estimate(page),
                is_estimate: metric.doubt() > 0,
            },
            Self::Final => Size::exact(metric.measure(page)),
        }
    }

    /// The options with which the result of the stage is made.
    pub fn options(self, args: &Args) -> Args {
        match self {
            Self::First => Args {
                // By a compressed size, the letters of names are searched too.
                metric: match args.metric.is_compressed() {
                    true => Metric::Bytes,
                    false => args.metric,
                },
                strategies: vec![quick(&args.strategies)],
                quick: true,
                pack: false,
                pack_ascii: false,
                ..args.clone()
            },
            Self::Final => args.clone(),
        }
    }
}

/// The best strategy that takes no search, of those that are allowed.
fn quick(allowed: &[Strategy]) -> Strategy {
    match allowed.is_empty() || allowed.contains(&Strategy::OxcMinify) {
        true => Strategy::OxcMinify,
        false => Strategy::Own,
    }
}

/// A size, which may be an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub bytes: usize,
    pub is_estimate: bool,
}

impl Size {
    pub const fn exact(bytes: usize) -> Self {
        Self {
            bytes,
            is_estimate: false,
        }
    }

    pub const fn about(bytes: usize) -> Self {
        Self {
            bytes,
            is_estimate: true,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_estimate { "~" } else { "" };
        write!(f, "{mark}{}", self.bytes)
    }
}

/// Ends a pass whose result nobody wants any more.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

/// What unwinds the thread of such a pass.
pub struct Stopped;

impl Stop {
    /// Ends the pass as soon as it looks.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Unwinds the thread if the pass is to end. (A search calls it in each step, and has no error for this.)
    pub fn look(&self) {
        if self.0.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Stopped));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stage_takes_an_allowed_strategy() {
        assert_eq!(quick(&[]), Strategy::OxcMinify);
        assert_eq!(
            quick(&[Strategy::Rewrite, Strategy::OxcMinify]),
            Strategy::OxcMinify
        );
        assert_eq!(quick(&[Strategy::Rewrite]), Strategy::Own);
    }

    #[test]
    fn only_estimates_are_marked() {
        let page = "<script>alert(1)</script>";
        assert_eq!(Stage::First.size(Metric::Bytes, page), Size::exact(25));
        assert!(Stage::First.size(Metric::Zip, page).is_estimate);
        assert!(!Stage::Final.size(Metric::Zip, page).is_estimate);
        assert_eq!(Size::about(12).to_string(), "~12");
    }

    #[test]
    fn a_pass_that_nobody_wants_unwinds_without_a_message() {
        let stop = Stop::default();
        stop.look();
        stop.set();
        let ended = std::thread::spawn(move || stop.look()).join();
        assert!(ended.is_err_and(|reason| reason.is::<Stopped>()));
    }
}
