//! The sizes of pages, and the record of a whole catalog.

mod conflict;
mod entry;
mod markdown;
mod record;
mod sizes;

pub use entry::Entry;
pub(crate) use markdown::markdown;
pub use record::{FILE_NAME, Record, RecordError};
pub use sizes::Sizes;
