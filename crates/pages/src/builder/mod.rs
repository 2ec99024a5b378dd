//! Builds pages: composes fragments, chooses between spellings, and minifies the scripts.

mod catalog;
mod decision;
mod drafts;
mod html;
mod packed;
mod packer;
mod source_map;
mod spellings;

pub use catalog::{CatalogBuild, Page};
pub use decision::{Decision, Trial};
use golfchess_packers::Made;
use golfchess_packers::dictionary::PackError;
use golfchess_script::MinifyOptions;
pub use packed::PackedSearch;
pub use source_map::MappedPage;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::catalog::{Catalog, Manifest, Spelling, Variant};
use crate::compose::{ComposeError, Composed, Position, Templates};
use crate::solutions::Solutions;
use drafts::Drafts;
use packer::Packer;

/// Builds the pages of a catalog from its fragments.
#[derive(Debug)]
pub struct Builder {
    templates: Templates,
    drafts: Drafts,
    /// The options of variants that were asked for, by their names.
    options: Mutex<HashMap<String, Arc<MinifyOptions>>>,
    packer: Packer,
    /// Chooses the spellings, if other fragments do.
    chooser: Option<Box<Self>>,
}

/// Why a page cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The fragments cannot be composed.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// The composed script has an error.
    #[error("{variant}: {place}{}", message(place, error))]
    Script {
        /// The variant.
        variant: String,
        /// File, line and column of the fragment, with a colon and a space after them; empty where
        /// the error is in no particular place.
        place: String,
        /// The error.
        error: Box<golfchess_script::Error>,
    },
    /// The page cannot be packed.
    #[error("{variant} cannot be packed: {reason}")]
    Pack {
        /// The variant.
        variant: String,
        /// The reason.
        reason: Box<PackError>,
    },
}

/// How a catalog keeps a name.
const KEEP: &str = "under `keep` in the manifest";

/// The message of an error whose place in the fragments may be known.
fn message(place: &str, error: &golfchess_script::Error) -> String {
    let excerpt = error.place().map(|(_, excerpt)| excerpt);
    match (error, excerpt) {
        (golfchess_script::Error::Script(error), Some(excerpt)) if !place.is_empty() => {
            format!("{}\n    {excerpt}", error.message)
        }
        (golfchess_script::Error::Unwrappable(_), Some(excerpt)) => {
            format!("{error}\n    {excerpt}")
        }
        _ => error.to_string(),
    }
}

impl BuildError {
    /// What to write instead.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Compose(_) | Self::Pack { .. } => Vec::new(),
            Self::Script { error, .. } => {
                let help = error.help().into_iter();
                help.map(|advice| advice.with(KEEP)).collect()
            }
        }
    }
}

/// A place in the fragments where the page may behave differently from its source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning {
    /// File, line and column of the fragment.
    pub place: String,
    /// What may be different.
    pub message: String,
    /// The line of the composed script, without its indentation.
    pub excerpt: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}\n    {}", self.place, self.message, self.excerpt)
    }
}

impl Builder {
    /// Reads the fragments of a folder.
    ///
    /// # Errors
    /// As [`Templates::load`].
    pub fn load(folder: &Path, catalog: &Catalog) -> Result<Self, ComposeError> {
        Ok(Self::new(Templates::load(folder, catalog)?))
    }

    /// The same with the fragments of the bundled entry.
    ///
    /// # Errors
    /// As [`Templates::load_with`].
    pub fn load_with(
        folder: &Path,
        catalog: &Catalog,
        bundled: BTreeMap<String, String>,
    ) -> Result<Self, ComposeError> {
        Ok(Self::new(Templates::load_with(folder, catalog, bundled)?))
    }

    /// A builder of the pages of these fragments.
    pub fn new(templates: Templates) -> Self {
        Self {
            drafts: Drafts::new(templates.manifest().minify_options()),
            packer: Packer::new(templates.manifest().pack_options()),
            options: Mutex::default(),
            templates,
            chooser: None,
        }
    }

    /// Chooses each spelling as another builder does, by the lengths of its pages. So a change of the
    /// fragments cannot choose another form of the script.
    #[must_use]
    pub fn choosing_as(self, chooser: Self) -> Self {
        Self {
            chooser: Some(Box::new(chooser)),
            ..self
        }
    }

    /// Makes packed pages by these solutions, without a search. One whose script has changed gets the solution
    /// that it had, fitted to the new script.
    #[must_use]
    pub fn with_solutions(mut self, solutions: Solutions) -> Self {
        self.packer.solutions = solutions;
        self
    }

    /// Searches for packed pages whose script has no solution with this number of steps, and fits none.
    #[must_use]
    pub fn with_effort(mut self, steps: u64) -> Self {
        self.packer.options.effort = steps;
        self.packer.searches = true;
        self
    }

    /// The fragments.
    pub fn templates(&self) -> &Templates {
        &self.templates
    }

    fn manifest(&self) -> &Manifest {
        self.templates.manifest()
    }

    /// The readable script of a variant, with the spellings that make its page shortest.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script.
    pub fn script(&self, variant: &Variant) -> Result<Composed, BuildError> {
        let spellings = self.spellings(variant)?;
        Ok(self.templates.compose(variant, &spellings)?)
    }

    /// The readable, runnable page of a variant.
    ///
    /// # Errors
    /// As [`Builder::script`].
    pub fn source_page(&self, variant: &Variant) -> Result<String, BuildError> {
        let script = self.templates.render(variant, &self.spellings(variant)?)?;
        if let Some((open, close)) = self.templates.html(variant)? {
            return Ok(format!("{open}\n{script}{close}"));
        }
        let named = |text: &str| text.replace("{name}", &variant.name);
        // The manifest has it where the HTML is no template.
        let source = self.manifest().source.as_ref();
        let parts = source.and_then(|source| source.open.as_ref().zip(source.close.as_ref()));
        let Some((open, close)) = parts else {
            return Ok(script);
        };
        Ok(named(open.trim_start()) + &script + &named(close))
    }

    /// The shortest page of a variant.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script.
    pub fn build(&self, variant: &Variant) -> Result<Made, BuildError> {
        let spellings = self.spellings(variant)?;
        let script = self.templates.render(variant, &spellings)?;
        self.page(variant, &spellings, &script)
    }

    /// Where each name of a page is first used in the fragments, in the order of
    /// [`Minified::names`](golfchess_script::Minified::names); `None` where minifying made the name.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script.
    pub fn name_positions(
        &self,
        variant: &Variant,
        built: &Made,
    ) -> Result<Vec<Option<Position>>, BuildError> {
        let spellings = self.spellings(variant)?;
        let script = self.templates.compose(variant, &spellings)?;
        let options = self.options(variant)?;
        // Packing changes letters only: the names are those of the page without it.
        let plain = match &built.packed {
            Some(_) => Some(self.minified(variant, &spellings, &script.text)?),
            None => None,
        };
        let built = plain.as_ref().unwrap_or(built);
        let origins = golfchess_script::name_origins(&script.text, built, &options)
            .map_err(|error| self.script_error(variant, &spellings, error.into()))?;
        let positions = origins.into_iter();
        Ok(positions.map(|origin| script.position(origin?)).collect())
    }

    /// Places in the fragments of a variant where its page may behave differently from them.
    /// `script` is its readable script.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script.
    pub fn warnings(&self, variant: &Variant, script: &str) -> Result<Vec<Warning>, BuildError> {
        let found = golfchess_script::warnings(script, &self.manifest().keep);
        let found = found.map_err(|error| self.script_error(variant, &[], error))?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let composed = self.script(variant)?;
        let warning = |error: golfchess_script::ScriptError| Warning {
            place: composed
                .position(error.offset)
                .map_or_else(String::new, |position| self.templates.path(&position)),
            message: error.message,
            excerpt: error.excerpt,
            help: error.help.map(|advice| advice.with(KEEP)),
        };
        Ok(found.into_iter().map(warning).collect())
    }

    /// Reuses the work of an earlier builder for scripts that have not changed.
    pub fn reuse_from(&mut self, earlier: &Self) {
        self.drafts.reuse_from(&earlier.drafts);
    }

    /// The shortest page of a composed script, packed if a flag says so.
    fn page(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
        script: &str,
    ) -> Result<Made, BuildError> {
        if !self.manifest().packs(&variant.flags) {
            return self.minified(variant, spellings, script);
        }
        let options = self.options(variant)?;
        let forms = self.forms(variant, spellings, script)?;
        let packed = self.packer.page(&variant.name, &forms, &options);
        packed.map_err(|reason| pack_error(variant, reason))
    }

    /// The pages of a composed script without packing that have one length, the shortest page first.
    fn forms(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
        script: &str,
    ) -> Result<Vec<Made>, BuildError> {
        let forms = self.drafts.ties(script, &*self.options(variant)?);
        forms.map_err(|error| self.script_error(variant, spellings, error))
    }

    /// The shortest page of a composed script that is not packed.
    fn minified(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
        script: &str,
    ) -> Result<Made, BuildError> {
        let page = self.drafts.page(script, &*self.options(variant)?);
        page.map_err(|error| self.script_error(variant, spellings, error))
    }

    /// An error of a composed script with its place in the fragments.
    fn script_error(
        &self,
        variant: &Variant,
        spellings: &[&Spelling],
        error: golfchess_script::Error,
    ) -> BuildError {
        let place = error.place().and_then(|(offset, _)| {
            let script = self.templates.compose(variant, spellings).ok()?;
            script.position(offset)
        });
        let place = place.map(|position| format!("{}: ", self.templates.path(&position)));
        BuildError::Script {
            variant: variant.name.clone(),
            place: place.unwrap_or_default(),
            error: Box::new(error),
        }
    }
}

fn pack_error(variant: &Variant, reason: PackError) -> BuildError {
    BuildError::Pack {
        variant: variant.name.clone(),
        reason: Box::new(reason),
    }
}
