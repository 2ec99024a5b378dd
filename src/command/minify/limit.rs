//! How much a result takes of its limit.

use std::fmt;

use golfchess_sizes::metric::Metric;
use serde::Serialize;

use super::Args;
use super::sources::Sources;
use super::stage::Size;
use crate::output::{colour, terminal};
use clap::builder::styling::{AnsiColor, Style};

/// The cells of a bar.
const WIDEST: usize = 50;
const NARROWEST: usize = 5;

/// A limit, and what is used of it.
#[derive(Debug, Serialize)]
pub struct Limit {
    #[serde(skip)]
    name: &'static str,
    #[serde(skip)]
    unit: &'static str,
    most: usize,
    used: usize,
    #[serde(skip)]
    is_estimate: bool,
    /// Negative if too much is used.
    left: i64,
}

impl Limit {
    /// The limit of the options. A container counts whole, and so do the bytes of files beside a page.
    pub fn of(
        args: &Args,
        after: Size,
        sources: &Sources,
        container: Option<Size>,
    ) -> Option<Self> {
        let most = args.limit?;
        let counted = container.unwrap_or(after);
        let used = match container {
            None if args.metric == Metric::Bytes => counted.bytes + sources.story().bytes_beside(),
            _ => counted.bytes,
        };
        let unit = match args.metric {
            Metric::Chars => "characters",
            _ if container.is_some() => "bytes",
            metric => metric.unit(),
        };
        let left = i64::try_from(most).unwrap_or(i64::MAX) - i64::try_from(used).unwrap_or(0);
        Some(Self {
            name: args.preset.map_or("limit", |preset| preset.name()),
            unit,
            most,
            used,
            is_estimate: counted.is_estimate,
            left,
        })
    }

    /// How much is used, as a part.
    pub fn share(&self) -> String {
        let mark = if self.is_estimate { "~" } else { "" };
        format!("{mark}{:.1} % of {}", self.percent(), self.most)
    }

    /// The used part as a bar, if stderr is a terminal that is wide enough.
    pub fn bar(&self) -> Option<String> {
        let width = terminal::stderr_width()?;
        let share = format!(" {:.1} %", self.percent());
        let cells = width.checked_sub(share.len() + 1)?.min(WIDEST);
        (cells >= NARROWEST).then(|| {
            let used = (self.used * cells).div_ceil(self.most.max(1)).min(cells);
            let bar = "\u{2588}".repeat(used) + &"\u{2591}".repeat(cells - used);
            let colour = match (colour::on_stderr(), self.is_exceeded()) {
                (false, _) => return bar + &share,
                (true, false) => AnsiColor::Green,
                (true, true) => AnsiColor::Red,
            };
            let style = Style::new().fg_color(Some(colour.into()));
            format!("{style}{bar}{style:#}{share}")
        })
    }

    fn percent(&self) -> f64 {
        100.0 * self.used as f64 / self.most.max(1) as f64
    }

    /// Whether too much is used.
    pub fn is_exceeded(&self) -> bool {
        self.left < 0
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            unit,
            most,
            used,
            is_estimate,
            left,
        } = self;
        let mark = if *is_estimate { "~" } else { "" };
        let rest = match left {
            0.. => format!("{left} left"),
            _ => format!("{} too many", -left),
        };
        write!(f, "{name}: {mark}{used} of {most} {unit}, {rest}")
    }
}
