//! The chart of a history.

use anyhow::Result;
use minijinja::{Environment, context};

use super::{Version, grouped};

/// The part of the picture with the line.
const LEFT: usize = 80;
const RIGHT: usize = 730;
const TOP: usize = 60;
const BOTTOM: usize = 250;

/// The number of intervals on the axis of bytes.
const INTERVALS: usize = 4;

/// Draws the bytes of every version as a line of steps, one step a commit.
pub fn draw(title: &str, versions: &[Version]) -> Result<String> {
    let axis = Axis::of(versions);
    let grid = (0..=INTERVALS).map(|interval| {
        let bytes = axis.low + interval * axis.step;
        context! { y => axis.y(bytes), bytes => grouped(bytes).to_string() }
    });
    let intervals = versions.len().max(2) - 1;
    let dots = versions.iter().enumerate().map(|(at, version)| {
        context! {
            x => LEFT + (RIGHT - LEFT) * at / intervals,
            y => axis.y(version.bytes),
            date => version.date.as_str(),
            commit => version.short(),
            bytes => grouped(version.bytes).to_string(),
        }
    });
    let context = context! {
        title => title.replace('&', "&amp;").replace('<', "&lt;"),
        left => LEFT,
        right => RIGHT,
        grid => grid.collect::<Vec<_>>(),
        dots => dots.collect::<Vec<_>>(),
    };
    let drawn = Environment::new().render_str(include_str!("chart.svg"), context)?;
    Ok(drawn + "\n")
}

/// The axis of bytes.
struct Axis {
    /// The lowest value.
    low: usize,
    /// The distance of two grid lines.
    step: usize,
}

impl Axis {
    /// The axis with the smallest round step that holds all versions.
    fn of(versions: &[Version]) -> Self {
        let bytes = versions.iter().map(|version| version.bytes);
        let (low, high) = (bytes.clone().min().unwrap_or(0), bytes.max().unwrap_or(0));
        let rounds = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
        let axes = rounds.map(|step| Self {
            low: low / step * step,
            step,
        });
        axes.take(40)
            .find(|axis| axis.low + INTERVALS * axis.step >= high)
            .unwrap_or(Self { low: 0, step: high })
    }

    fn y(&self, bytes: usize) -> usize {
        BOTTOM - (BOTTOM - TOP) * bytes.saturating_sub(self.low) / (INTERVALS * self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(bytes: &[usize]) -> Vec<Version> {
        let version = |&bytes: &usize| Version {
            commit: "0123456789".to_owned(),
            date: "2026-01-01".to_owned(),
            subject: "s".to_owned(),
            pages: 1,
            bytes,
            change: None,
        };
        bytes.iter().map(version).collect()
    }

    #[test]
    fn the_axis_is_round_and_holds_all_sizes() {
        for (bytes, low, step) in [
            (&[100, 100][..], 100, 1),
            (&[853, 920], 840, 20),
            (&[22_792, 26_001], 22_000, 2000),
            (&[0, 9], 0, 5),
        ] {
            let axis = Axis::of(&versions(bytes));
            assert_eq!((axis.low, axis.step), (low, step), "{bytes:?}");
        }
    }

    #[test]
    fn smaller_pages_are_further_down() {
        let svg = draw("a & b", &versions(&[921, 853, 860])).expect("a chart");
        let path = "<path class=\"line\" d=\"M80 183H405V248H730V241\"/>";
        assert!(svg.contains("<title id=\"t\">a &amp; b: bytes by commit</title>"));
        assert!(svg.contains(path), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains(">2026-01-01: 860 bytes</text>"), "{svg}");
    }

    #[test]
    fn a_single_version_is_a_point() {
        let svg = draw("a", &versions(&[853])).expect("a chart");
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(svg.contains("<path class=\"line\" d=\"M80 "), "{svg}");
    }
}
