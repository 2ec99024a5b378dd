//! What a command states about itself besides its arguments.

/// A part of the environment that commands depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A manifest and fragments that build.
    Templates,
    /// The pages in the catalog's folder.
    Pages,
    /// A size record that can be read, unless there is none.
    Record,
    /// A browser that starts.
    Browser,
    /// The program `git`.
    Git,
}

/// A part that a command needs, always or with certain arguments only.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    pub part: Part,
    /// The arguments, such as `--baseline REV`.
    pub only_with: Option<&'static str>,
}

impl Need {
    pub const TEMPLATES: Self = Self::always(Part::Templates);
    pub const PAGES: Self = Self::always(Part::Pages);
    pub const RECORD: Self = Self::always(Part::Record);
    pub const BROWSER: Self = Self::always(Part::Browser);
    pub const GIT: Self = Self::always(Part::Git);

    const fn always(part: Part) -> Self {
        Self {
            part,
            only_with: None,
        }
    }

    /// The same need, with these arguments only.
    pub const fn only_with(self, arguments: &'static str) -> Self {
        Self {
            part: self.part,
            only_with: Some(arguments),
        }
    }
}

/// What Ctrl-C does while a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnInterrupt {
    /// The process ends at once: the command writes no files and starts no browsers.
    Exit,
    /// Open writes are finished and browsers are ended before the process ends.
    CleanUp,
    /// The command installs a handler of its own.
    Own,
}
