//! x
mod compress;
pub use compress::{brotli_size, gzip_size};
