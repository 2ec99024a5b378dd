//! Experiments: ideas that did not make pages smaller, kept so that they can be measured again.
//!
//! An experiment is a complete page, or a change of the present fragments. `experiments.toml` in their
//! folder says what each is compared with and why it lost. It has no sizes; each run measures them.

mod list;
mod patch;

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use crate::builder::{BuildError, Builder};
use crate::catalog::Catalog;
use crate::measure::Sizes;

pub use list::{Experiment, Experiments, Make};
pub use patch::Patch;

/// Why an experiment cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// The list of experiments has an error.
    #[error("{}: {reason}", path.display())]
    List {
        /// The list.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// An experiment no longer fits the fragments.
    #[error("experiment `{name}`: {reason}")]
    Unfit {
        /// The experiment.
        name: String,
        /// The reason.
        reason: String,
    },
    /// Several errors.
    #[error("{0}")]
    Several(String),
}

impl ExperimentError {
    fn unfit(name: &str, reason: impl ToString) -> Self {
        Self::Unfit {
            name: name.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// An experiment that has been built, beside the page that it is compared with.
#[derive(Debug, Clone, Serialize)]
pub struct Measured {
    /// The experiment.
    #[serde(flatten)]
    pub experiment: Experiment,
    /// Its page.
    #[serde(skip)]
    pub page: String,
    /// The sizes of its page.
    pub sizes: Sizes,
    /// The sizes of the present page of the same variant.
    pub present: Sizes,
    /// Bytes of its page more than of the present one, as a file.
    pub more_bytes: i64,
    /// The same after `gzip -9`.
    pub more_gzip: i64,
    /// The same after brotli.
    pub more_brotli: i64,
}

impl Experiments {
    /// Builds and measures all experiments.
    ///
    /// # Errors
    /// Every experiment that does not fit the fragments or names no variant.
    pub fn measure(
        &self,
        catalog: &Catalog,
        builder: &Builder,
    ) -> Result<Vec<Measured>, ExperimentError> {
        let measured: Vec<_> = (self.list.par_iter())
            .map(|experiment| self.measured(experiment, catalog, builder))
            .collect();
        let (good, bad): (Vec<_>, Vec<_>) = measured.into_iter().partition(Result::is_ok);
        let mut bad: Vec<_> = bad.into_iter().filter_map(Result::err).collect();
        if bad.len() > 1 {
            let messages: Vec<String> = bad.iter().map(ToString::to_string).collect();
            return Err(ExperimentError::Several(messages.join("\nerror: ")));
        }
        match bad.pop() {
            Some(error) => Err(error),
            None => Ok(good.into_iter().flatten().collect()),
        }
    }

    fn measured(
        &self,
        experiment: &Experiment,
        catalog: &Catalog,
        builder: &Builder,
    ) -> Result<Measured, ExperimentError> {
        let name = &experiment.name;
        let variant = catalog.variant(&experiment.variant);
        let variant = variant.map_err(|error| ExperimentError::unfit(name, error))?;
        let unfit = |error: BuildError| ExperimentError::unfit(name, error);
        let built = builder.build(variant).map_err(unfit)?;
        let page = match &experiment.make {
            Make::Page(file) => self.complete(file)?,
            Make::Patch(patches) => patch::build(experiment, patches, (catalog, builder), variant)?,
        };
        if page == built.page {
            return Err(ExperimentError::unfit(name, SAME));
        }
        let (sizes, present) = (Sizes::of(&page), Sizes::of(&built.page));
        let more = |of: fn(&Sizes) -> usize| of(&sizes) as i64 - of(&present) as i64;
        Ok(Measured {
            experiment: experiment.clone(),
            page,
            sizes,
            present,
            more_bytes: more(|sizes| sizes.bytes),
            more_gzip: more(|sizes| sizes.gzip),
            more_brotli: more(|sizes| sizes.brotli),
        })
    }
}

const SAME: &str = "it makes the very page that it is compared with; the fragments have adopted \
                    the idea; remove the experiment";

impl Measured {
    /// The path of its page in a folder of experiments: one folder each, so that `gen verify`
    /// and `gen replay` find the page under the name of its variant.
    pub fn path(&self) -> PathBuf {
        let file = format!("{}.html", self.experiment.variant);
        Path::new(&self.experiment.name).join(file)
    }
}

#[cfg(test)]
mod tests;
