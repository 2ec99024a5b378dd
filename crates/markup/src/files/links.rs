//! Reads what addresses lead to, and keeps account of it.

use std::collections::{HashMap, HashSet};

use golfchess_sizes::text::line_and_column;

use super::address::{Address, address, folder_of};
use super::{
    Entry, FileError, Inlined, Module, Place, ReadError, Reader, Reason, Stays, Taken, Unbundled,
    data,
};

/// A place in the page or in a style sheet.
#[derive(Clone, Copy)]
pub(super) struct At<'t> {
    /// The path of the style sheet; `None` for the page.
    pub file: Option<&'t str>,
    pub text: &'t str,
    pub offset: usize,
}

impl At<'_> {
    fn place(self) -> Place {
        let (line, column) = line_and_column(self.text, self.offset);
        Place {
            file: self.file.map(str::to_owned),
            line,
            column,
        }
    }

    /// The folder from which addresses lead.
    fn folder(self) -> String {
        folder_of(self.file.unwrap_or_default()).to_owned()
    }
}

/// The work on one page.
pub(super) struct Taking<'r> {
    reader: &'r mut dyn Reader,
    /// The most bytes of a file that becomes a `data:` address.
    limit: Option<usize>,
    pub found: Inlined,
    /// The files that were read, as they stand in the page.
    read: HashMap<String, Data>,
    /// The paths whose addresses begin with `/`.
    from_root: HashSet<String>,
}

/// A file that is no text.
#[derive(Clone)]
struct Data {
    bytes: usize,
    /// Or why it stays.
    address: Result<String, Reason>,
}

impl<'r> Taking<'r> {
    pub fn new(reader: &'r mut dyn Reader, limit: Option<usize>) -> Self {
        Self {
            reader,
            limit,
            found: Inlined::default(),
            read: HashMap::new(),
            from_root: HashSet::new(),
        }
    }

    fn failed(&self, path: &str, at: At<'_>, error: ReadError) -> FileError {
        FileError {
            place: at.place(),
            error,
            is_from_root: self.from_root.contains(path),
        }
    }

    /// The path and the fragment of a local address. One of another host is noted.
    pub fn local(&mut self, text: &str, at: At<'_>) -> Option<(String, String)> {
        match address(text, &at.folder()) {
            Address::Local { path, fragment } => {
                if text.trim_start().starts_with('/') {
                    self.from_root.insert(path.clone());
                }
                Some((path, fragment))
            }
            Address::Own => None,
            Address::Remote => {
                let remote = &mut self.found.remote;
                if !remote.iter().any(|other| other == text) {
                    remote.push(text.to_owned());
                }
                None
            }
        }
    }

    /// The text of a script or a style sheet.
    pub fn text(&mut self, path: &str, at: At<'_>) -> Result<String, FileError> {
        let read = self.reader.text(path);
        read.map_err(|error| self.failed(path, at, error))
    }

    /// Modules with all that they import. An error is at the first one.
    pub fn modules(
        &mut self,
        modules: &[Entry<'_>],
        at: At<'_>,
    ) -> Result<Option<Module>, FileError> {
        let path = match modules.first() {
            Some(Entry::File(path)) => path,
            _ => "",
        };
        let read = self.reader.modules(modules);
        read.map_err(|error| self.failed(path, at, error))
    }

    /// The size of a file.
    pub fn size(&mut self, path: &str, at: At<'_>) -> Result<usize, FileError> {
        let read = self.reader.bytes(path);
        let bytes = read.map_err(|error| self.failed(path, at, error))?;
        Ok(bytes.len())
    }

    /// Notes that a module in the text of the page stays.
    pub fn leave_text(&mut self, at: At<'_>, reason: Reason) {
        let place = at.place();
        self.found.unbundled.push(Unbundled { place, reason });
    }

    /// Notes that a file is in the page.
    pub fn take(&mut self, path: &str, bytes: usize, script: Option<String>) {
        self.take_as(path, bytes, script, None);
    }

    fn take_as(
        &mut self,
        path: &str,
        bytes: usize,
        script: Option<String>,
        address: Option<String>,
    ) {
        let taken = &mut self.found.taken;
        let is_known = taken
            .iter()
            .any(|other| other.path == path && other.script == script);
        if !is_known {
            taken.push(Taken {
                path: path.to_owned(),
                bytes,
                script,
                address,
            });
        }
    }

    /// Notes that a file stays outside.
    pub fn leave(&mut self, path: &str, at: At<'_>, reason: Reason) -> Result<(), FileError> {
        let bytes = match self.reader.bytes(path) {
            Ok(bytes) => Some(bytes.len()),
            Err(ReadError::Missing(_)) if reason == Reason::Missing => None,
            Err(error) => return Err(self.failed(path, at, error)),
        };
        let stays = &mut self.found.stays;
        if !stays.iter().any(|other| other.path == path) {
            stays.push(Stays {
                path: path.to_owned(),
                bytes,
                place: at.place(),
                reason,
            });
        }
        Ok(())
    }

    /// The `data:` address of a local file, if it goes in.
    pub fn data(
        &mut self,
        path: &str,
        fragment: &str,
        at: At<'_>,
    ) -> Result<Option<String>, FileError> {
        let known = self.read.get(path).cloned();
        let data = match known {
            Some(data) => data,
            None => {
                let read = self.reader.bytes(path);
                let bytes = read.map_err(|error| self.failed(path, at, error))?;
                let address = match self.limit {
                    Some(limit) if bytes.len() > limit => Err(Reason::Large),
                    _ => data::address(path, &bytes).ok_or(Reason::Type),
                };
                let data = Data {
                    bytes: bytes.len(),
                    address,
                };
                self.read.insert(path.to_owned(), data.clone());
                data
            }
        };
        match data.address {
            Ok(address) => {
                self.take_as(path, data.bytes, None, Some(address.clone()));
                Ok(Some(address + fragment))
            }
            Err(reason) => {
                self.leave(path, at, reason)?;
                Ok(None)
            }
        }
    }

    /// Whether there is a file.
    pub fn is_missing(&mut self, path: &str) -> bool {
        matches!(self.reader.bytes(path), Err(ReadError::Missing(_)))
    }
}
