//! Experiments that change the present fragments.

use serde::Deserialize;

use super::{Experiment, ExperimentError};
use crate::builder::Builder;
use crate::catalog::{Catalog, Variant};
use crate::compose::Templates;
use crate::text;

/// The file among the fragments that is the manifest.
const MANIFEST: &str = "catalog.toml";

/// A replacement in one fragment, or in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// The file in the folder of the fragments.
    pub file: String,
    /// The text to replace, which the file must have exactly once.
    pub find: String,
    /// The new text.
    pub replace: String,
}

impl Patch {
    /// The text with the change.
    pub(super) fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(&self.find).count() {
            1 => Ok(text.replace(&self.find, &self.replace)),
            count => Err(format!(
                "its text occurs {count} times in {}, but must occur once; update or remove the \
                 experiment. The text is\n{}",
                self.file, self.find
            )),
        }
    }
}

/// The page of a variant from the fragments with changes, which are made in memory.
pub(super) fn build(
    experiment: &Experiment,
    patches: &[Patch],
    (catalog, builder): (&Catalog, &Builder),
    variant: &Variant,
) -> Result<String, ExperimentError> {
    let unfit = |reason: String| ExperimentError::unfit(&experiment.name, reason);
    let templates = builder.templates();
    let mut fragments = templates.fragments().clone();
    let mut manifest = None;
    let path = templates.folder().join(MANIFEST);
    for patch in patches {
        let missing = || {
            unfit(format!(
                "{} is not a fragment",
                templates.folder().join(&patch.file).display()
            ))
        };
        if patch.file == MANIFEST {
            let text = match manifest.take() {
                Some(text) => text,
                None => text::read(&path)
                    .map_err(|error| unfit(format!("{}: {error}", path.display())))?,
            };
            manifest = Some(patch.apply(&text).map_err(unfit)?);
        } else {
            let text = fragments.get_mut(&patch.file).ok_or_else(missing)?;
            *text = patch.apply(text).map_err(unfit)?;
        }
    }
    let mut catalog = match manifest {
        Some(text) => Catalog::parse(&text, &path).map_err(|error| unfit(error.to_string()))?,
        None => catalog.clone(),
    };
    for spelling in &experiment.leave_out {
        let missing = || {
            unfit(format!(
                "no choice has the spelling `{spelling}`; update leave_out or remove the experiment"
            ))
        };
        catalog = catalog.without_spelling(spelling).ok_or_else(missing)?;
    }
    let templates = Templates::new(templates.folder(), fragments, &catalog)
        .map_err(|error| unfit(error.to_string()))?;
    let built = Builder::new(templates).build(variant);
    Ok(built
        .map_err(|error| unfit(error.to_string()))?
        .minified
        .page)
}
