//! The values of a script that variables can have, and the places of each.

use golfchess_sizes::edit::Splice;
use oxc_span::Span;

use crate::script::replace;

/// A value that a variable can have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A text, or the name of a property.
    Text(String),
    /// `void 0`.
    Undefined,
    /// `null`.
    Null,
    /// A number, as the script writes it.
    Number(String),
    /// An object of the language.
    Object(String),
}

/// How a script uses a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseKind {
    /// As it is.
    Value,
    /// As a property: `.a`.
    Member,
    /// As a property that may have no object: `?.a`.
    Optional,
    /// As the name of a property in an object, a class or a pattern.
    Key,
}

/// A place where a script has a value.
#[derive(Debug, Clone)]
pub struct Use {
    /// How it is used.
    pub kind: UseKind,
    /// What is replaced.
    pub span: Span,
    /// The text of it.
    pub text: String,
}

impl Use {
    /// The bytes that a variable of one letter saves.
    pub fn saved(&self, source: &str) -> isize {
        self.span.size() as isize - self.with(source, "a").text.len() as isize
    }

    /// The replacement by a variable.
    pub fn with(&self, source: &str, name: &str) -> Splice {
        let text = match self.kind {
            UseKind::Member | UseKind::Key => format!("[{name}]"),
            UseKind::Optional => format!("?.[{name}]"),
            UseKind::Value => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                let (start, end) = (self.span.start as usize, self.span.end as usize);
                let before = source[..start].ends_with(is_part);
                let after = source[end..].starts_with(is_part);
                let space = |is: bool| if is { " " } else { "" };
                format!("{}{name}{}", space(before), space(after))
            }
        };
        replace(&self.span, text)
    }
}
