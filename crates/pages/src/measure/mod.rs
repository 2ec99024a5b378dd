//! What a page weighs, and the record of all of them.

mod compress;
mod entry;
mod markdown;
mod record;

pub use compress::{brotli_size, gzip_size};
pub use entry::Entry;
pub(crate) use markdown::markdown;
pub use record::{FILE_NAME, Record, RecordError};
