//! Options for a place where scripts are shown.

use std::borrow::Cow;

use anyhow::Result;
use golfchess_script::Frame;
use golfchess_sizes::metric::Metric;

use super::input::{Kind, kind_of};
use super::{Args, Around};
use crate::options::STDOUT;
use crate::output::help;

/// A place where scripts are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The body of `u(t)` on dwitter: 140 characters, with c, x, t, S, C, T and R
    Dwitter,
    /// js13kGames: a zip container of 13,312 bytes with the page as `index.html`
    Js13k,
    /// js1k: 1,024 bytes, with the canvas a, the body b, the context c and the document d
    Js1k,
    /// A sketch of p5.js in global mode, with setup, draw and the functions for events
    P5,
}

/// What a place is.
struct Place {
    name: &'static str,
    metric: Metric,
    /// The size that a result may have.
    most: Option<usize>,
    /// Whether a script stays one, without HTML.
    holds_scripts: bool,
    /// Names that the place finds in a script. They stay.
    found: &'static [&'static str],
    /// Names that the place gives to a script. They stay unless the script declares them.
    given: Cow<'static, [&'static str]>,
    stage: Option<Stage>,
}

/// What shows what a script does in its place.
pub struct Stage {
    /// Variables of the place.
    pub variables: &'static str,
    /// What runs before the script, after [`RECORDER`].
    pub before: &'static str,
    /// What is around the script.
    pub around: [&'static str; 2],
}

/// What all stages begin with.
pub const RECORDER: &str = include_str!("preset/recorder.js");

/// The functions that p5.js calls.
const SKETCH: [&str; 20] = [
    "preload",
    "setup",
    "draw",
    "mousePressed",
    "mouseReleased",
    "mouseClicked",
    "doubleClicked",
    "mouseMoved",
    "mouseDragged",
    "mouseWheel",
    "keyPressed",
    "keyReleased",
    "keyTyped",
    "touchStarted",
    "touchMoved",
    "touchEnded",
    "deviceMoved",
    "deviceTurned",
    "deviceShaken",
    "windowResized",
];

/// What p5.js defines.
const P5: &str = include_str!("preset/p5.txt");

impl Preset {
    fn place(self) -> Place {
        match self {
            Self::Dwitter => Place {
                name: "dwitter",
                metric: Metric::Chars,
                most: Some(140),
                holds_scripts: true,
                found: &["u", "t", "c", "x", "S", "C", "T", "R"],
                given: Cow::Borrowed(&[]),
                stage: Some(Stage {
                    variables: "",
                    before: include_str!("preset/dwitter.js"),
                    around: ["function u(t){\n", "\n}"],
                }),
            },
            Self::Js13k => Place {
                name: "js13k",
                metric: Metric::Zip,
                most: Some(13 * 1024),
                holds_scripts: false,
                found: &[],
                given: Cow::Borrowed(&[]),
                stage: None,
            },
            Self::Js1k => Place {
                name: "js1k",
                metric: Metric::Bytes,
                most: Some(1024),
                holds_scripts: true,
                found: &[],
                given: Cow::Borrowed(&["a", "b", "c", "d"]),
                stage: Some(Stage {
                    variables: "var a, b, c, d;",
                    before: include_str!("preset/js1k.js"),
                    around: ["", ""],
                }),
            },
            Self::P5 => Place {
                name: "p5",
                metric: Metric::Bytes,
                most: None,
                holds_scripts: true,
                found: &SKETCH,
                given: Cow::Owned(P5.split_whitespace().collect()),
                stage: Some(Stage {
                    variables: "",
                    before: concat!(
                        include_str!("preset/p5/kinds.js"),
                        include_str!("preset/p5.js")
                    ),
                    around: ["", ""],
                }),
            },
        }
    }

    /// The options with those of the preset.
    pub fn apply(self, args: &Args) -> Result<Args> {
        let mut args = args.clone();
        let place = self.place();
        args.metric = place.metric;
        args.limit = args.limit.or(place.most);
        if self == Self::Dwitter {
            if args.wrapper.is_some() || args.zip.is_some() {
                return Err(help::error(
                    "dwitter takes a script, without a wrapper and a container",
                    "leave --wrapper and --zip away",
                ));
            }
            args.wrapper = Some(Around::None);
        }
        let is_script = kind_of(&args.file) != Kind::Page && args.file.to_str() != Some(STDOUT);
        if place.holds_scripts && is_script && args.zip.is_none() {
            args.wrapper.get_or_insert(Around::None);
        }
        Ok(args)
    }

    /// Whether a script stays a script unless an option says otherwise.
    pub fn holds_scripts(self) -> bool {
        self.place().holds_scripts
    }

    /// The names of a script that stay.
    pub fn kept(self, script: &str) -> Vec<String> {
        let place = self.place();
        let declared = golfchess_script::declared_names(script).unwrap_or_default();
        let is_own = |name: &&&str| !declared.iter().any(|own| own == **name);
        let given = place.given.iter().filter(is_own);
        let kept = place.found.iter().chain(given);
        kept.map(|name| (*name).to_owned()).collect()
    }

    /// The function whose body the script is, if it is one.
    pub fn frame(self) -> Option<Frame> {
        let short = |long: &str, short: &str| (long.to_owned(), short.to_owned());
        (self == Self::Dwitter).then(|| Frame {
            function: "u".to_owned(),
            parameter: "t".to_owned(),
            variables: ["c", "x"].map(str::to_owned).into(),
            functions: ["S", "C", "T", "R"].map(str::to_owned).into(),
            short: vec![short("sin", "S"), short("cos", "C"), short("tan", "T")],
        })
    }

    /// What shows what a script does in its place; `None` if it shows this by itself.
    pub fn stage(self) -> Option<Stage> {
        self.place().stage
    }

    /// Whether the stage gives a script its keys and its mouse.
    pub fn has_events(self) -> bool {
        matches!(self, Self::Dwitter | Self::P5)
    }

    /// The names that the place gives to a script.
    pub fn given(self) -> Vec<&'static str> {
        self.place().given.into_owned()
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        self.place().name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_place_stay_unless_the_script_declares_them() {
        let kept = Preset::Js1k.kept("var a = 1; function b() {} c.fill()");
        assert_eq!(kept, ["c", "d"]);
        let kept = Preset::P5.kept("function setup() { fill(1) } let line = 2");
        let has = |name: &str| kept.iter().any(|kept| kept == name);
        assert!(has("setup") && has("fill") && !has("line"));
        assert!(
            P5.split_whitespace()
                .all(|name| golfchess_script::words(name).len() == 1)
        );
    }
}
