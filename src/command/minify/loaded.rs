//! A file as it is minified, with the files that it names.

use anyhow::Result;
use golfchess_script::{Module, Untyped};

use super::check::Check;
use super::input::{Input, Kind};
use super::preset::Preset;
use super::sources::Sources;
use super::{Args, Around};
use crate::command::one_file::OneFile;
use crate::output::{help, message};

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
    /// The module that the script stands for, if it is one.
    pub module: Option<Module>,
}

impl Loaded {
    /// A check of pages for what was read.
    pub fn check(&self, args: &Args) -> Check {
        let is_page = self.input.kind == Kind::Page;
        let files = self.sources.count();
        let mut check = Check::new(&self.file, &self.input.text, is_page, args, files);
        if self.module.is_some() {
            check.play_modules(&self.input.text);
        }
        check
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
        let stays = args.keeps_module(&input);
        let (input, mut sources) = match stays {
            true => (input, Sources::default()),
            false => Sources::of(&args.wanted(), input)?,
        };
        let whole = input.text.clone();
        let (input, lines) = match input.kind {
            Kind::Page | Kind::Script => (input, Vec::new()),
            Kind::TypeScript => {
                let untyped = match stays {
                    true => golfchess_script::module_without_types(&input.text),
                    false => golfchess_script::without_types(&input.text),
                };
                let Untyped {
                    script,
                    lines,
                    places,
                } = untyped.map_err(|error| OneFile::of(&file).failed(&input.text, &error))?;
                sources.set_printed(places);
                let untyped = Input {
                    kind: Kind::Script,
                    text: script,
                };
                (untyped, lines)
            }
        };
        let input = match args.preset.and_then(Preset::frame) {
            Some(frame) if input.kind == Kind::Script => {
                let text = frame.unwrapped(&input.text).unwrap_or(input.text);
                Input { text, ..input }
            }
            _ => input,
        };
        let module = match stays {
            true => Module::of(&input.text)
                .map_err(|error| OneFile::of(&file).failed(&input.text, &error))?,
            false => None,
        };
        let input = match &module {
            None => input,
            Some(module) => {
                args.refuse_module(&file)?;
                message(format_args!("{file} is a module, and stays one"));
                Input {
                    kind: Kind::Script,
                    text: module.script().to_owned(),
                }
            }
        };
        Ok(Self {
            module,
            file,
            whole,
            input,
            lines,
            sources,
        })
    }
}
