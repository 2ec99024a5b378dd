//! Puts the local files that a page names into the page itself: one file is left that shows the same.

mod address;
mod data;
mod element;
mod found;
mod imports;
mod late;
mod links;
mod modules;
mod page;
mod places;
mod quoted;
mod scan;
mod scripts;
mod sheet;

use std::fmt;
use std::ops::Range;

pub use self::data::{media_extensions, media_type};
pub use self::found::{places_of, styles_of};
pub(crate) use self::page::lines;
pub use self::page::take_in;

/// The path of the file to which an address leads, from the folder of its page; `None` if it leads elsewhere. It does not
/// begin with `../`.
pub fn path_of(address: &str) -> Option<String> {
    match address::address(address, "") {
        address::Address::Local { path, .. } if !path.starts_with("..") => Some(path),
        _ => None,
    }
}

/// Reads files by their paths from the folder of a page, with `/` between folders. A path may begin with `../`.
pub trait Reader {
    /// The text of a script or a style sheet.
    ///
    /// # Errors
    /// [`ReadError`].
    fn text(&mut self, path: &str) -> Result<String, ReadError>;

    /// The bytes of another file.
    ///
    /// # Errors
    /// [`ReadError`].
    fn bytes(&mut self, path: &str) -> Result<Vec<u8>, ReadError>;

    /// Modules, which run one after the other, with all that they import; `None` if modules stay outside.
    ///
    /// # Errors
    /// [`ReadError`].
    fn modules(&mut self, _modules: &[Entry<'_>]) -> Result<Option<Module>, ReadError> {
        Ok(None)
    }
}

/// A module that a page starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<'p> {
    /// The path of its file from the folder of the page.
    File(String),
    /// A module in the text of the page.
    Text {
        /// The page.
        page: &'p str,
        /// Where its text stands.
        range: Range<usize>,
        /// The local modules that it imports by their paths from the folder of the page, with the places of the
        /// strings in the page.
        imports: Vec<(Range<usize>, String)>,
    },
}

/// Modules with all that they import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// A classic script that does the same.
    pub script: String,
    /// The style sheets that they import.
    pub sheet: Option<String>,
    /// The number by which the reader knows this bundle.
    pub number: usize,
    /// The files that are in it, under any names; `None` if these are not known.
    pub files: Option<Vec<String>>,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is none.
    #[error("there is no file `{0}`")]
    Missing(String),
    /// The reader may not read there.
    #[error("`{0}` is outside of the folder of the page")]
    Outside(String),
    /// It cannot be read, or it is no text.
    #[error("cannot read `{0}`: {1}")]
    Failed(String, String),
    /// The modules that it imports cannot be put into it.
    #[error("the modules of `{0}` cannot be bundled")]
    Module(String),
}

/// A place in the page or in a style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path of the style sheet; `None` for the page.
    pub file: Option<String>,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// A file that is named, and cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct FileError {
    /// Where it is named.
    pub place: Place,
    /// Why it cannot be read.
    pub error: ReadError,
    /// Whether its address begins with `/`: it leads from the folder of the page.
    pub is_from_root: bool,
}

/// A file whose content is in the page now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Its path from the folder of the page.
    pub path: String,
    /// Its size.
    pub bytes: usize,
    /// The text of a classic script as it stands in the page.
    pub script: Option<String>,
    /// The `data:` address of an image, a font or a sound, without a fragment.
    pub address: Option<String>,
}

/// A script that was made of modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Its text as it stands in the page.
    pub script: String,
    /// What it was made of.
    pub of: MadeOf,
}

/// What a script was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeOf {
    /// A bundle, by the number of its reader.
    Bundle(usize),
    /// A module in the text of the page that imports nothing.
    Text {
        /// Where the text of the module starts in the script.
        open: usize,
        /// Where it starts in the page.
        start: usize,
    },
}

/// A style element of the page that has rules of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Styled {
    /// Its text.
    pub css: String,
    /// The files that it has rules of, by their paths from the folder of the page, `None` for the page itself; and the
    /// characters of these rules other than white space.
    pub parts: Vec<(Option<String>, usize)>,
    /// The number of the bundle that it belongs to.
    pub bundle: Option<usize>,
}

/// A module in the text of the page that stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbundled {
    /// Where its text starts.
    pub place: Place,
    /// Why it stays.
    pub reason: Reason,
}

/// A local file that stays outside of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stays {
    /// Its path from the folder of the page.
    pub path: String,
    /// Its size; `None` if there is no such file.
    pub bytes: Option<usize>,
    /// Where it is named.
    pub place: Place,
    /// Why it stays.
    pub reason: Reason,
}

/// Why a local file stays outside of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It is larger than the caller wants.
    Large,
    /// Its extension says no type.
    Type,
    /// The page handles that it is not there.
    Missing,
    /// The page names it in a way that has no form for a file inside.
    Kind,
    /// It is a module.
    Module,
    /// It shares a module with another script of the page, and they cannot be one script.
    Shares,
    /// It imports a module of another host, or by an import map.
    Imported,
    /// It is a module that waits outside of functions.
    Awaits,
    /// Its element has a handler for the end of loading.
    Handler,
    /// The script reads its own element or how far the page has loaded.
    ReadsElement,
    /// HTML would read the end of the element in it.
    EndsElement,
    /// It would run before another deferred script or module that stays.
    Order,
    /// The element is in a drawing or a template.
    Nested,
    /// The style sheet is an alternative one, is disabled or has another type.
    Alternative,
    /// An `@import` behind it stays, and would have no effect behind its rules.
    Imports,
    /// It has an `@namespace`, which would count for other rules.
    Namespace,
    /// Its blocks or comments have no end, so the rules behind it would be in them.
    Open,
    /// The page has a `base` element, which moves all addresses.
    Base,
    /// The page has a policy, which may forbid code or data in the page.
    Policy,
    /// A browser would read other elements.
    Tree,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Large => "it is larger than the limit",
            Self::Type => "the type of its extension is not known",
            Self::Missing => "there is no such file, and an `onerror` handler expects this",
            Self::Kind => "an address of this kind cannot hold a file",
            Self::Module => "it is a module",
            Self::Shares => {
                "it shares a module with another script, and what is between them or an attribute keeps them apart"
            }
            Self::Imported => "it imports a module of another host, or by an import map",
            Self::Awaits => "it has an `await` outside of functions",
            Self::Handler => "its element has a handler for the end of loading",
            Self::ReadsElement => "it reads its own element, or how far the page has loaded",
            Self::EndsElement => "HTML would read an end tag in it",
            Self::Order => "another script that stays must run before it",
            Self::Nested => "its element is in a drawing or a template",
            Self::Alternative => "it is disabled, an alternative, or of another type than CSS",
            Self::Imports => "an `@import` behind it stays, and must come before all rules",
            Self::Namespace => "its `@namespace` would count for other rules",
            Self::Open => "a block, a comment or a text in it has no end",
            Self::Base => "the page has a `base` element, which moves all addresses",
            Self::Policy => "the Content-Security-Policy of the page may forbid it",
            Self::Tree => "a browser would read other elements",
        })
    }
}

/// A page with its files in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inlined {
    /// The page.
    pub page: String,
    /// For each line of it, that of the page before.
    pub lines: Vec<usize>,
    /// The files that are in it, each once.
    pub taken: Vec<Taken>,
    /// The scripts that were made of modules.
    pub made: Vec<Made>,
    /// The modules in its text that stay as they are.
    pub unbundled: Vec<Unbundled>,
    /// The style elements that have rules of files.
    pub styled: Vec<Styled>,
    /// The local files that it still names, each once.
    pub stays: Vec<Stays>,
    /// The addresses on other hosts, each once.
    pub remote: Vec<String>,
    /// Why all files stay, and none was looked at.
    pub kept: Option<Reason>,
}

#[cfg(test)]
mod tests;
