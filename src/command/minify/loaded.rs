//! A file as it is minified, with the files that it names.

use anyhow::Result;
use golfchess_script::Untyped;

use super::check::Check;
use super::input::{Input, Kind};
use super::sources::Sources;
use super::{Args, Around};
use crate::command::one_file::OneFile;
use crate::output::help;

/// A file that was read.
pub struct Loaded {
    /// Its name on the command line.
    pub file: String,
    /// The text with its files in it, with types.
    pub whole: String,
    /// The page or the script that is minified.
    pub input: Input,
    /// For each line of the script, that of the file, if the script is not as it is in the file.
    pub lines: Vec<usize>,
    pub sources: Sources,
}

impl Loaded {
    /// A check of pages for what was read.
    pub fn check(&self, args: &Args) -> Check {
        let is_page = self.input.kind == Kind::Page;
        let files = self.sources.count();
        Check::new(&self.file, &self.input.text, is_page, args.preset, files)
    }

    /// Reads the file of the options, and those that it names.
    pub fn read(args: &Args) -> Result<Self> {
        let file = args.file.display().to_string();
        if args.zip.is_some() && args.wrapper == Some(Around::None) {
            return Err(help::error(
                "--zip holds a page, and --wrapper none makes a script",
                "name another wrapper, or none for the smallest one",
            ));
        }
        args.refuse_map()?;
        let input = Input::read(&args.file)?;
        args.refuse_in_place(input.kind)?;
        if input.kind == Kind::Page && input.text.trim().is_empty() {
            return Err(help::error(
                format!("{file}: the page is empty"),
                "name a file with a script or a page",
            ));
        }
        let (input, mut sources) = Sources::of(&args.wanted(), input)?;
        let whole = input.text.clone();
        let (input, lines) = match input.kind {
            Kind::Page | Kind::Script => (input, Vec::new()),
            Kind::TypeScript => {
                let Untyped {
                    script,
                    lines,
                    places,
                } = golfchess_script::without_types(&input.text)
                    .map_err(|error| OneFile::of(&file).failed(&input.text, &error))?;
                sources.set_printed(places);
                let untyped = Input {
                    kind: Kind::Script,
                    text: script,
                };
                (untyped, lines)
            }
        };
        Ok(Self {
            file,
            whole,
            input,
            lines,
            sources,
        })
    }
}
