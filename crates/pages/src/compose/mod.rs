//! From fragments to the readable script of one variant.

mod blame;
mod decision;
mod depth;
mod drafts;
mod templates;

pub use decision::{Decision, Trial};
pub use templates::{ComposeError, SITE_FOLDER, Templates};
