//! Options for a place where scripts are shown.

use anyhow::Result;
use golfchess_script::Frame;
use golfchess_sizes::metric::Metric;

use super::{Args, Around};
use crate::output::help;

/// A place where scripts are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The body of `u(t)` on dwitter: 140 characters, with c, x, t, S, C, T and R
    Dwitter,
    /// js13kGames: a zip container of 13,312 bytes with the page as `index.html`
    Js13k,
    /// js1k: 1,024 bytes
    Js1k,
}

/// What a script finds on dwitter. (`u` is the function that it is the body of.)
const NAMES: [&str; 8] = ["u", "t", "c", "x", "S", "C", "T", "R"];

/// The functions of dwitter, and a canvas that does not draw: for each frame it shows how often it was used
/// and a checksum of the uses.
const BEFORE: &str = r#"
{
    let uses = 0, sum = 0;
    const note = text => {
        uses++;
        for (const character of text) sum = (Math.imul(sum, 31) + character.codePointAt()) | 0;
    };
    const recorder = own => new Proxy(own, {
        get: (from, key) => key in from ? from[key] : (...values) => { note(String(key) + values); },
        set: (from, key, value) => { note(String(key) + value); from[key] = value; return true; },
    });
    globalThis.c = recorder({ width: 1920, height: 1080, style: {} });
    globalThis.x = recorder({ canvas: c, fillStyle: '#000000', strokeStyle: '#000000', lineWidth: 1, globalAlpha: 1 });
    [S, C, T] = [Math.sin, Math.cos, Math.tan];
    R = (r, g, b, a = 1) => `rgba(${r | 0},${g | 0},${b | 0},${a})`;
    globalThis.$frames = draw => {
        for (const time of [0, 1 / 60, 1, 2.5, 60]) {
            try { draw(time); } catch (error) { note(error instanceof Error ? error.name : String(error)); }
            console.log(uses, sum);
        }
    };
}
function u(t){
"#;

const AFTER: &str = "\n}\n$frames(u)";

impl Preset {
    /// The options with those of the preset.
    pub fn apply(self, args: &Args) -> Result<Args> {
        let mut args = args.clone();
        let (metric, most) = match self {
            Self::Dwitter => (Metric::Chars, 140),
            Self::Js13k => (Metric::Zip, 13 * 1024),
            Self::Js1k => (Metric::Bytes, 1024),
        };
        args.metric = metric;
        args.limit.get_or_insert(most);
        if self == Self::Dwitter {
            if args.wrapper.is_some() || args.zip.is_some() {
                return Err(help::error(
                    "dwitter takes a script, without a wrapper and a container",
                    "leave --wrapper and --zip away",
                ));
            }
            args.wrapper = Some(Around::None);
            args.keep.extend(NAMES.map(str::to_owned));
        }
        Ok(args)
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

    /// A script that shows what another one does in its place.
    pub fn played(self, script: &str) -> String {
        match self {
            Self::Dwitter => [BEFORE, script, AFTER].concat(),
            Self::Js13k | Self::Js1k => script.to_owned(),
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dwitter => "dwitter",
            Self::Js13k => "js13k",
            Self::Js1k => "js1k",
        }
    }
}
