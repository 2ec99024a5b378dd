//! A script on the way to its page: what can be told before the last choice is made.

use std::collections::HashSet;

use super::letters::{self, Order};
use super::{Candidate, Error, Maker, Minified, Names, Renaming, Setting, Wrapper, shrink};
use crate::measure;

/// All proposals for the page of a script. How long the page will be is known; which of those that
/// are as long is the lightest to send is not.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Bytes of the script after each stage of our own.
    stages: Vec<(&'static str, usize)>,
    candidates: Vec<Candidate>,
    /// The shortest.
    proposals: Vec<Proposal>,
}

/// A script that a wrapper can hold.
#[derive(Debug, Clone)]
struct Proposal {
    maker: Maker,
    /// Its place in the setting.
    wrapper: usize,
    script: String,
    /// Bytes of the page.
    bytes: usize,
}

/// A page with its table of names.
type Spelling = (String, Vec<Renaming>);

impl Draft {
    /// Every maker's script in every wrapper.
    ///
    /// # Errors
    /// A fault in the script, or no wrapper that can hold it.
    pub fn of(source: &str, setting: &Setting) -> Result<Self, Error> {
        // Misspellings are reported by their place in the composed text.
        let names = Names::of(source, &setting.keep)?;
        let letters = letters::assign(&names, Order::Alphabet, &[]);
        let renamed = names.spell(&letters).len();
        let shrunk = shrink(source)?;
        let spelt = Names::of(&shrunk, &setting.keep)?.spell(&letters).len();
        let (candidates, mut proposals) = proposals(&shrunk, setting);
        let bytes = proposals.iter().map(|proposal| proposal.bytes).min();
        let bytes = bytes.ok_or(Error::Unwrappable)?;
        proposals.retain(|proposal| proposal.bytes == bytes);
        Ok(Self {
            stages: vec![
                ("composed", source.len()),
                ("renamed", renamed),
                ("shrunk", spelt),
                ("page", bytes),
            ],
            candidates,
            proposals,
        })
    }

    /// Bytes of the page.
    pub fn bytes(&self) -> usize {
        self.proposals[0].bytes
    }

    /// The page, of the setting that the draft was made for.
    ///
    /// # Errors
    /// No wrapper can hold the script.
    pub fn finish(&self, setting: &Setting) -> Result<Minified, Error> {
        let (winner, (page, names)) = self.lightest(setting).ok_or(Error::Unwrappable)?;
        Ok(Minified {
            page,
            maker: winner.maker,
            wrapper: setting.wrappers[winner.wrapper].name.clone(),
            stages: self.stages.clone(),
            candidates: self.candidates.clone(),
            names,
        })
    }

    /// Of the proposals, and of all orders of letters, the page that travels in the fewest bytes;
    /// among equals the first.
    fn lightest(&self, setting: &Setting) -> Option<(&Proposal, Spelling)> {
        let mut seen = HashSet::new();
        let spellings = self.proposals.iter().flat_map(|proposal| {
            let wrapper = &setting.wrappers[proposal.wrapper];
            let names = Names::of(&proposal.script, &setting.keep).ok();
            Order::ALL.map(|order| {
                let spelling = spell(names.as_ref()?, wrapper, &setting.keep, order)?;
                Some((proposal, spelling))
            })
        });
        spellings
            .flatten()
            .filter(|(_, (page, _))| seen.insert(page.clone()))
            .min_by_key(|(_, (page, _))| measure::brotli_size(page.as_bytes()))
    }
}

/// Every maker's script in every wrapper, and those of them that make a page.
fn proposals(shrunk: &str, setting: &Setting) -> (Vec<Candidate>, Vec<Proposal>) {
    let mut candidates = Vec::new();
    let mut proposals = Vec::new();
    for maker in Maker::ALL {
        let script = maker.propose(shrunk, &setting.keep);
        let names = script.as_ref();
        let names = names.and_then(|script| Names::of(script, &setting.keep).ok());
        for (place, wrapper) in setting.wrappers.iter().enumerate() {
            // All orders of letters make pages of the same length.
            let bytes = names.as_ref().and_then(|names| {
                let (page, _) = spell(names, wrapper, &setting.keep, Order::Alphabet)?;
                Some(page.len())
            });
            candidates.push(Candidate {
                maker,
                wrapper: wrapper.name.clone(),
                bytes,
            });
            proposals.extend(script.clone().zip(bytes).map(|(script, bytes)| Proposal {
                maker,
                wrapper: place,
                script,
                bytes,
            }));
        }
    }
    (candidates, proposals)
}

/// The script of these names in a wrapper with one order of letters, if the wrapper can hold it.
fn spell(names: &Names<'_>, wrapper: &Wrapper, keep: &[String], order: Order) -> Option<Spelling> {
    let letters = letters::assign(names, order, &wrapper.reserved);
    let spelt = names.spell(&letters);
    // Letters must bind as the names did: nothing hidden, nothing captured.
    let faithful =
        Names::of(&spelt, keep).is_ok_and(|again| again.canonical() == names.canonical());
    let page = wrapper.wrap(&spelt).filter(|_| faithful)?;
    Some((page, names.table(&letters)))
}
