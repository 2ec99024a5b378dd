//! About what packing will make of a page.

use golfchess_sizes::metric::Metric;

use super::Args;

/// How sizes change when a page is packed.
#[derive(Debug, Clone, Copy)]
pub struct Estimate {
    /// The part of the page that is left, by the metric.
    share: f64,
    /// The bytes that its container gains.
    container: isize,
}

impl Estimate {
    /// By the sizes of a page and of its container, before and after packing.
    pub fn between(before: [usize; 2], after: [usize; 2]) -> Self {
        Self {
            share: after[0] as f64 / before[0] as f64,
            container: after[1] as isize - before[1] as isize,
        }
    }

    /// By a page that stands for the packed one; `None` if nobody asks for it, or the page is not packed with context
    /// mixing.
    pub fn of(args: &Args, page: &str) -> Option<Self> {
        let stand_in = args.packed_stand_in(page)?;
        let sizes = |page: &str| [args.metric, Metric::Zip].map(|metric| metric.estimate(page));
        Some(Self::between(sizes(page), sizes(&stand_in)))
    }

    /// The size of a page after packing; `None` if it does not become smaller.
    pub fn page(&self, before: usize) -> Option<usize> {
        let after = (before as f64 * self.share).round() as usize;
        (after < before).then_some(after)
    }

    /// The size of its container.
    pub fn container(&self, before: usize) -> usize {
        before.saturating_add_signed(self.container)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_change_as_those_of_an_earlier_page() {
        let estimate = Estimate::between([1000, 1200], [500, 900]);
        assert_eq!(estimate.page(1020), Some(510));
        assert_eq!(estimate.container(9000), 8700);
        assert_eq!(estimate.container(200), 0);
        assert_eq!(Estimate::between([10, 0], [10, 0]).page(1020), None);
    }
}
