//! Composes the readable script of a variant from fragments.

mod around;
mod bundled;
mod composed;
mod cycle;
mod error;
mod marks;
mod templates;

pub use bundled::{BUNDLE, BUNDLE_HTML, template_line};
pub use composed::{Composed, Position};
pub use error::ComposeError;
pub use templates::{SITE_FOLDER, Templates};
