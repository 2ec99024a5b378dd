//! The files that are minified.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_pages::text::{self, TextError};
use golfchess_script::{SplitError, Wrapper};

use crate::options::STDOUT;
use crate::output::help;

/// What a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Page,
    Script,
    /// A script with types.
    TypeScript,
}

/// The text of a file, or of stdin for `-`.
pub struct Input {
    pub kind: Kind,
    pub text: String,
}

impl Input {
    /// Reads a file. Only HTML keeps a byte order mark: it declares the encoding.
    pub fn read(path: &Path) -> Result<Self> {
        let is_stdin = path == Path::new(STDOUT);
        let text = match is_stdin {
            true => text::read_foreign(io::stdin().lock()),
            false => File::open(path)
                .map_err(TextError::from)
                .and_then(text::read_foreign),
        };
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let unmarked = text.strip_prefix(text::BYTE_ORDER_MARK).unwrap_or(&text);
        let kind = match is_stdin {
            // No script starts so.
            true if unmarked.trim_start().starts_with('<') => Kind::Page,
            true => Kind::Script,
            false => kind_of(path),
        };
        let text = match kind {
            Kind::Page => text,
            Kind::Script | Kind::TypeScript => unmarked.to_owned(),
        };
        Ok(Self { kind, text })
    }

    /// The HTML around the script, if there is any, and the script.
    pub fn parts(self, path: &Path) -> Result<(Option<Wrapper>, String)> {
        match self.kind {
            Kind::Script => Ok((None, self.text)),
            Kind::Page => {
                let (wrapper, script) = split(path, &self.text)?;
                Ok((Some(wrapper), script))
            }
            Kind::TypeScript => Err(help::error(
                format!(
                    "{}: a search edits JavaScript, and not TypeScript",
                    path.display()
                ),
                format!(
                    "compile it first: npx esbuild {} --outfile={}",
                    path.display(),
                    path.with_extension("js").display()
                ),
            )),
        }
    }
}

/// What a file has by its extension.
pub fn kind_of(path: &Path) -> Kind {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("html" | "htm") => Kind::Page,
        Some("ts" | "mts" | "cts") => Kind::TypeScript,
        _ => Kind::Script,
    }
}

/// The HTML around the only script of a page, and the script.
pub fn split(file: &Path, html: &str) -> Result<(Wrapper, String)> {
    golfchess_script::split(html).map_err(|error| {
        let advice = match error {
            SplitError::None => "write the script into a file of its own, and name this file",
            SplitError::Module(_) => {
                "make one classic script of the module and those that it imports first: npx esbuild \
                 main.js --bundle --outfile=bundle.js"
            }
            SplitError::Several(_) => "write them as one script, or each into a file of its own",
        };
        help::error(format!("{}: {error}", file.display()), advice)
    })
}
