//! About what packing will make of a page.

use golfchess_sizes::metric::Metric;

use super::Args;
use super::once::Once;

/// The sizes of a page before the final stage, and what this stage has made of it.
#[derive(Debug, Clone, Copy)]
pub struct Earlier {
    /// By the metric, and in a container of its own.
    plain: [usize; 2],
    after: usize,
    container: Option<usize>,
}

impl Earlier {
    /// The sizes of a page of the first stage, and of the final result.
    pub fn of(args: &Args, page: &str, made: &Once) -> Self {
        Self {
            plain: plain(args, page),
            after: made.after.bytes,
            container: made.container_size.map(|size| size.bytes),
        }
    }
}

/// The size that a page is about to reach when it is packed.
#[derive(Debug, Clone, Copy)]
pub struct Estimate {
    /// By the metric.
    pub after: usize,
    /// Of the container.
    pub container: Change,
}

/// How the size of a container changes.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// To this size.
    To(usize),
    /// By so many bytes.
    By(isize),
}

impl Estimate {
    /// The sizes after packing, by those of an earlier page if there is one; `None` if nobody asks for it, or the page is
    /// not packed with context mixing.
    pub fn of(args: &Args, page: &str, earlier: Option<&Earlier>) -> Option<Self> {
        let plain = plain(args, page);
        if let Some(earlier) = earlier.filter(|_| args.packs()) {
            let [after, container] = [0, 1].map(|at| (plain[at], earlier.plain[at]));
            return Some(Self {
                after: moved(earlier.after, after),
                container: match earlier.container {
                    Some(size) => Change::To(moved(size, container)),
                    None => Change::By(0),
                },
            });
        }
        let stand_in = args.packed_stand_in(page)?;
        let other = Metric::Zip.estimate(&stand_in) as isize;
        Some(Self {
            after: args.metric.estimate(&stand_in),
            container: Change::By(other - plain[1] as isize),
        })
    }
}

/// The size of a page by the metric, and in a container of its own.
fn plain(args: &Args, page: &str) -> [usize; 2] {
    [args.metric, Metric::Zip].map(|metric| metric.estimate(page))
}

/// The size after packing if the one before it has changed as little as edits change it.
fn moved(after: usize, (now, before): (usize, usize)) -> usize {
    let share = (after as f64 / before.max(1) as f64).min(1.0);
    let change = (now as f64 - before as f64) * share;
    (after as f64 + change).round().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_moves_with_the_page_before_it_is_packed() {
        assert_eq!(moved(500, (1000, 1000)), 500);
        assert_eq!(moved(500, (1020, 1000)), 510);
        assert_eq!(moved(500, (980, 1000)), 490);
        // A container has other files too.
        assert_eq!(moved(5000, (1020, 1000)), 5020);
        assert_eq!(moved(500, (0, 1000)), 0);
        assert_eq!(moved(500, (10, 0)), 510);
    }
}
