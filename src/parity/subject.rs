//! What is put to the proof.

use crate::catalog::FlagSet;
use crate::rules::{Profile, ProfileError, Show};

/// A page with the rules that it has to keep.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What the variant is called.
    pub name: String,
    /// Its place in the catalog, by which long lists of games are spread over the pages.
    pub place: usize,
    /// The rules of its games.
    pub profile: Profile,
    /// How it shows them.
    pub show: Show,
    /// The page as it is on disk.
    pub page: String,
    /// The readable page that it was made from.
    pub readable: String,
}

impl Subject {
    /// The flags that name rules of games.
    const RULES: &str = "TMPD";
    /// All flags that a subject is made from: those of rules, and those of how games are shown.
    pub const FLAGS: &str = "TMPDSU";

    /// The subject of a variant with these flags.
    ///
    /// # Errors
    /// The flags name no set of rules.
    pub fn new(
        name: &str,
        place: usize,
        flags: &FlagSet,
        page: String,
        readable: String,
    ) -> Result<Self, ProfileError> {
        Ok(Self {
            name: name.to_owned(),
            place,
            profile: flags.in_order(Self::RULES).parse()?,
            show: Show {
                result: flags.has('S'),
                fullwidth: flags.has('U'),
            },
            page,
            readable,
        })
    }

    /// Whether the page has no rule and no show at all, or all of them: these two are tried most.
    pub(crate) fn is_extreme(&self) -> bool {
        let Self { profile, show, .. } = self;
        let moves = profile.moves;
        let most = profile.draws.threefold && show.result && show.fullwidth;
        let moves_more = moves.special_moves || moves.promotion_choice;
        let shows_more = show.result || show.fullwidth;
        let least = !(profile.clocks || moves_more || shows_more);
        most || least
    }
}
