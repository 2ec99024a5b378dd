//! Pages of a catalog of any kind, of which only the readable pages say what they must show.

use anyhow::Result;
use golfchess_pages::catalog::Variant;
use golfchess_pages::minify;
use golfchess_parity::mirror::{MirrorSubject, Unmodelled};

use super::project::Project;

/// The subject of a variant, with any page.
pub fn subject(project: &Project, variant: &Variant, page: String) -> Result<MirrorSubject> {
    let script = project.builder.script(variant)?;
    Ok(MirrorSubject {
        name: variant.name.clone(),
        place: project.catalog.place(variant),
        reference: Unmodelled {
            dictionary: minify::dictionary(&script.text)?,
        },
        page,
        readable: project.builder.source_page(variant)?,
    })
}
