//! The lines of a watch, one for each result.

use crate::command::minify::Args;
use crate::command::minify::once::Once;
use crate::command::minify::stage::{Size, Stage};
use crate::output::help;

/// The sizes of the last results of both stages.
#[derive(Default)]
pub struct Lines {
    first: Option<Sizes>,
    last: Option<Sizes>,
}

/// The sizes of a result.
#[derive(Clone, Copy)]
struct Sizes {
    after: Size,
    container: Option<Size>,
}

impl Lines {
    /// The sizes of a result beside those of the last one of its stage.
    pub fn next(&mut self, args: &Args, name: &str, stage: Stage, made: &Once) -> String {
        let sizes = Sizes {
            after: made.after,
            container: made.container_size,
        };
        let last = match stage {
            Stage::First => &mut self.first,
            Stage::Final => &mut self.last,
        };
        let before = last.replace(sizes);
        let share = made.limit.as_ref().map(|limit| limit.share());
        line(name, args.metric.unit(), stage, sizes, before, share)
    }

    /// An error, after which the last good page stays if there is one.
    pub fn error(&self, error: &anyhow::Error) -> String {
        let kept = if self.first.is_some() {
            "; the last good page stays"
        } else {
            ""
        };
        // The code of a script stands on a line of its own.
        let reason = help::chain(error);
        let reason: Vec<&str> = reason.split_whitespace().collect();
        format!("error: {}{kept}\n", reason.join(" "))
    }
}

fn line(
    name: &str,
    unit: &str,
    stage: Stage,
    sizes: Sizes,
    before: Option<Sizes>,
    share: Option<String>,
) -> String {
    let change = |now: Size, before: Option<Size>| match before {
        Some(before) => format!(" ({:+})", now.bytes as i64 - before.bytes as i64),
        None => String::new(),
    };
    let after = sizes.after;
    let changed = change(after, before.map(|before| before.after));
    let mut line = format!("{name}: {after} {unit}{changed}");
    if let Some(size) = sizes.container {
        let changed = change(size, before.and_then(|before| before.container));
        line += &format!(", container {size}{changed}");
    }
    if let Some(share) = share {
        line += &format!(", {share}");
    }
    line + &format!(" ({})\n", stage.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_which_number_is_an_estimate() {
        let sizes = |after, container| Sizes {
            after: Size::about(after),
            container: Some(Size::exact(container)),
        };
        let share = Some("12.3 % of 1000".to_owned());
        let before = Some(sizes(100, 190));
        assert_eq!(
            line(
                "a.js",
                "zip bytes",
                Stage::First,
                sizes(103, 188),
                before,
                share
            ),
            "a.js: ~103 zip bytes (+3), container 188 (-2), 12.3 % of 1000 (first)\n"
        );
        let sizes = Sizes {
            after: Size::exact(90),
            container: None,
        };
        assert_eq!(
            line("a.js", "bytes", Stage::Final, sizes, None, None),
            "a.js: 90 bytes (final)\n"
        );
    }
}
