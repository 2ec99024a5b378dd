//! Reads what addresses lead to, and keeps account of it.

use std::collections::HashMap;

use golfchess_sizes::text::line_and_column;

use super::address::{Address, address, folder_of};
use super::{FileError, Inlined, Module, Place, ReadError, Reader, Reason, Stays, Taken, data};

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

    fn failed(self, error: ReadError) -> FileError {
        FileError {
            place: self.place(),
            error,
        }
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
        }
    }

    /// The path and the fragment of a local address. One of another host is noted.
    pub fn local(&mut self, text: &str, at: At<'_>) -> Option<(String, String)> {
        match address(text, &at.folder()) {
            Address::Local { path, fragment } => Some((path, fragment)),
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
        read.map_err(|error| at.failed(error))
    }

    /// A module with all that it imports.
    pub fn module(&mut self, path: &str, at: At<'_>) -> Result<Option<Module>, FileError> {
        let read = self.reader.module(path);
        read.map_err(|error| at.failed(error))
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
            Err(error) => return Err(at.failed(error)),
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
                let bytes = read.map_err(|error| at.failed(error))?;
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
