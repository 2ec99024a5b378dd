//! The sizes of pages, and the record of all of them.

mod entry;
mod markdown;
mod record;

pub use entry::Entry;
pub(crate) use markdown::markdown;
pub use record::{FILE_NAME, Record, RecordError};
