//! From fragments to the readable script of one variant.

mod blame;
mod depth;
mod templates;

pub use templates::{ComposeError, SITE_FOLDER, Templates};
