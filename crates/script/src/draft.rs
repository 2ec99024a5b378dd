//! The candidates for the page of a script, before the last choice between them.

mod choice;
mod proposal;
mod spelling;

use self::choice::smallest;
use self::proposal::{Proposal, escaped, proposals};
use super::lookup::Lookups;
use super::mangle::{self, Order};
use super::private;
use super::rename;
use super::{Candidate, Error, Minified, MinifyOptions, Names, Obstacle, Wrapper, compact};

/// The candidates for the page of a script. [`Draft::finish`] chooses the smallest one.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Bytes of the script after each stage.
    stages: Vec<(&'static str, usize)>,
    candidates: Vec<Candidate>,
    /// Why wrappers can hold no candidate.
    obstacles: Vec<Obstacle>,
    /// The names of the script in their order, which rewriting replaces by numbers.
    readable: Vec<String>,
    proposals: Vec<Proposal>,
}

impl Draft {
    /// Tries every strategy with every wrapper.
    ///
    /// # Errors
    /// An error in the script, no statement in it, or no wrapper that can hold it.
    pub fn of(source: &str, options: &MinifyOptions) -> Result<Self, Error> {
        // Errors have their place in the composed text. A name that only lookups by its text use
        // is not misspelt, so these come first.
        let lookups = Lookups::of(source, &options.keep)?;
        let names = Names::of(source, &options.keep)?;
        let letters = mangle::assign(&names, Order::Alphabet, &[]);
        let renamed = names.spell(&letters).len();
        let compacted = match options.quick {
            true => compact::quick(source)?,
            false => compact(source)?,
        };
        if compacted.is_empty() {
            return Err(Error::Empty);
        }
        let compacted = private::shortened(&escaped(compacted, options));
        let compact_names = Names::of(&compacted, &options.keep)?;
        let readable = compact_names.table(&letters).into_iter();
        let readable = readable.map(|renaming| renaming.name).collect();
        let spelt = compact_names.spell(&letters);
        let misfits = |wrapper: &Wrapper| match wrapper.is_handler() {
            true if options.portable && lookups.handler.is_empty() && wrapper.hides_document() => {
                &lookups.document[..]
            }
            true => &lookups.handler[..],
            // (Nobody knows what is around a bare script.)
            false if wrapper.is_none() => &[],
            false => &lookups.element[..],
        };
        let fits = |wrapper: &Wrapper| misfits(wrapper).is_empty();
        let (candidates, proposals) = proposals(&compacted, options, &fits);
        let is_used = |place| proposals.iter().any(|proposal| proposal.wrapper == place);
        let unused = options.wrappers.iter().enumerate();
        let unused = unused.filter(|(place, _)| !is_used(*place));
        let obstacles = unused
            .filter_map(|(_, wrapper)| Obstacle::find(wrapper, &spelt, source, misfits(wrapper)))
            .collect();
        let smallest = proposals.iter().min_by_key(|proposal| proposal.size);
        let Some(bytes) = smallest.map(Proposal::bytes) else {
            return Err(Error::Unwrappable(obstacles));
        };
        Ok(Self {
            stages: vec![
                ("composed", source.len()),
                ("renamed", renamed),
                ("compacted", spelt.len()),
                ("page", bytes),
            ],
            candidates,
            obstacles,
            readable,
            proposals,
        })
    }

    /// The size of the page by the metric of the options that the draft was made with.
    pub fn size(&self, options: &MinifyOptions) -> usize {
        let metric = options.metric;
        let sizes = self.proposals.iter().map(|proposal| proposal.size);
        let least = sizes.min().unwrap_or_default();
        match metric.depends_on_letters() {
            false => least,
            true => {
                let smallest = smallest(&self.proposals, options, false);
                smallest.map_or(least, |(_, (page, _))| metric.measure(&page))
            }
        }
    }

    /// The smallest page that is accepted, with the options that the draft was made with; `None` if all are
    /// refused.
    ///
    /// # Errors
    /// `accept` fails, or no wrapper can hold the script.
    pub fn finish_accepted<E: From<Error>>(
        &self,
        options: &MinifyOptions,
        mut accept: impl FnMut(&Minified) -> Result<bool, E>,
    ) -> Result<Option<Minified>, E> {
        let mut left = self.clone();
        while !left.proposals.is_empty() {
            let built = left.finish(options)?;
            if accept(&built)? {
                return Ok(Some(built));
            }
            // Another order of letters does the same.
            let is_same = |proposal: &Proposal| {
                proposal.strategy == built.strategy
                    && proposal.has_aliases == built.has_aliases
                    && options.wrappers[proposal.wrapper].name == built.wrapper
            };
            left.proposals.retain(|proposal| !is_same(proposal));
        }
        Ok(None)
    }

    /// The page, with the options that the draft was made with.
    ///
    /// # Errors
    /// No wrapper can hold the script.
    pub fn finish(&self, options: &MinifyOptions) -> Result<Minified, Error> {
        let (winner, (page, mut names)) =
            smallest(&self.proposals, options, true).ok_or(Error::Unwrappable(Vec::new()))?;
        for renaming in &mut names {
            if let Some((number, property)) = rename::canonical_number(&renaming.name)
                && let Some(name) = self.readable.get(number)
            {
                renaming.name.clone_from(name);
                if let Some(property) = property {
                    renaming.name += &format!(".{property}");
                }
            }
        }
        Ok(Minified {
            page,
            strategy: winner.strategy,
            has_aliases: winner.has_aliases,
            wrapper: options.wrappers[winner.wrapper].name.clone(),
            stages: self.stages.clone(),
            candidates: self.candidates.clone(),
            obstacles: self.obstacles.clone(),
            names,
        })
    }

    /// The pages of all candidates that are as small as the page by their lengths, that one first. Packing
    /// decides between them otherwise than gzip.
    ///
    /// # Errors
    /// No wrapper can hold the script.
    pub fn ties(&self, options: &MinifyOptions) -> Result<Vec<Minified>, Error> {
        let mut ties = vec![self.finish(options)?];
        let least = self.proposals.iter().map(Proposal::bytes).min();
        for proposal in &self.proposals {
            if Some(proposal.bytes()) != least {
                continue;
            }
            let alone = Self {
                proposals: vec![proposal.clone()],
                ..self.clone()
            };
            let tie = alone.finish(options)?;
            if ties.iter().all(|other| other.page != tie.page) {
                ties.push(tie);
            }
        }
        Ok(ties)
    }
}
