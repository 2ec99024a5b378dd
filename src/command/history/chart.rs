//! The chart of a history.

use std::fmt::Write;

use super::{Version, grouped};

/// The size of the picture, and of the part with the line.
const WIDTH: usize = 760;
const HEIGHT: usize = 300;
const LEFT: usize = 80;
const RIGHT: usize = 730;
const TOP: usize = 60;
const BOTTOM: usize = 250;

/// Colours for light and for dark pages. The background is a part of the picture: a page does not
/// always use the colours that the system prefers.
const STYLE: &str = "\
.paper{fill:#fff}\
text{font:14px system-ui,sans-serif;fill:#1f2328}\
.title{font-weight:600}.faint{fill:#59636e}\
.grid{stroke:#d1d9e0}.line{fill:none;stroke:#2f6f3e;stroke-width:2}.dot{fill:#2f6f3e}\
@media(prefers-color-scheme:dark){\
.paper{fill:#0d1117}text{fill:#e6edf3}.faint{fill:#9198a1}\
.grid{stroke:#3d444d}.line{stroke:#56b36a}.dot{fill:#56b36a}}";

/// The number of intervals on the axis of bytes.
const INTERVALS: usize = 4;

/// Draws the bytes of every version as a line of steps, one step a commit.
pub fn draw(title: &str, versions: &[Version]) -> String {
    let axis = Axis::of(versions);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"t\">\n\
         <title id=\"t\">{title}: bytes by commit</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"/>\n\
         <text class=\"title\" x=\"20\" y=\"31\">{title}: bytes by commit</text>\n",
        title = escaped(title)
    );
    for interval in 0..=INTERVALS {
        let bytes = axis.low + interval * axis.step;
        let y = axis.y(bytes);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y}H{RIGHT}\"/><text class=\"faint\" x=\"{}\" \
             y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 10,
            y + 5,
            grouped(bytes)
        );
    }
    let x = |at: usize| LEFT + (RIGHT - LEFT) * at / versions.len().max(2).saturating_sub(1);
    let mut path = String::new();
    for (at, version) in versions.iter().enumerate() {
        let y = axis.y(version.bytes);
        let _ = match at {
            0 => write!(path, "M{} {y}", x(0)),
            _ => write!(path, "H{}V{y}", x(at)),
        };
    }
    let _ = writeln!(svg, "<path class=\"line\" d=\"{path}\"/>");
    for (at, version) in versions.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"3\"><title>{} {}: {} bytes</title></circle>",
            x(at),
            axis.y(version.bytes),
            version.date,
            version.short(),
            grouped(version.bytes)
        );
    }
    if let (Some(first), Some(last)) = (versions.first(), versions.last()) {
        let y = BOTTOM + 30;
        let _ = writeln!(
            svg,
            "<text class=\"faint\" x=\"{LEFT}\" y=\"{y}\">{}</text>\n\
             <text class=\"faint\" x=\"{RIGHT}\" y=\"{y}\" text-anchor=\"end\">{}: {} bytes</text>",
            first.date,
            last.date,
            grouped(last.bytes)
        );
    }
    svg + "</svg>\n"
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
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
        let svg = draw("a & b", &versions(&[921, 853, 860]));
        let path = "<path class=\"line\" d=\"M80 183H405V248H730V241\"/>";
        assert!(svg.contains("<title id=\"t\">a &amp; b: bytes by commit</title>"));
        assert!(svg.contains(path), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains(">2026-01-01: 860 bytes</text>"), "{svg}");
    }

    #[test]
    fn a_single_version_is_a_point() {
        let svg = draw("a", &versions(&[853]));
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(svg.contains("<path class=\"line\" d=\"M80 "), "{svg}");
    }
}
