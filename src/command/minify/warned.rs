//! What may go wrong with a script.

use std::collections::BTreeSet;

use anyhow::Result;
use golfchess_script::ScriptError;

use super::job::Job;
use super::spot::Spot;
use crate::command::one_file::WITH_OPTION;
use crate::output::count;

/// A note says so if a script gets fewer edits, because it is large.
const FEW_EDITS: usize = 500;

impl Job<'_> {
    /// Prints what may go wrong, and whether the script is too large for all edits.
    pub(super) fn warn(&self, script: &str, spot: &Spot, keep: &[String]) -> Result<()> {
        let warnings = golfchess_script::warnings(script, keep);
        let warnings = warnings.map_err(|error| self.at(spot).unminified(script, &error))?;
        let mut said = BTreeSet::new();
        for warning in &warnings {
            if !said.insert(&warning.message) {
                continue;
            }
            let is_same = |other: &&ScriptError| other.message == warning.message;
            let others = match warnings.iter().filter(is_same).count() {
                1 => String::new(),
                all => format!(" (and in {})", count(all - 1, "other place")),
            };
            let located = self.at(spot).located(warning);
            self.say(format_args!("warning: {located}{others}"));
            if let Some(help) = &warning.help {
                self.say(format_args!("help: {}", help.with(WITH_OPTION)));
            }
        }
        let edits = golfchess_script::max_edits(script.len());
        if edits < FEW_EDITS {
            self.note(&format!(
                "the script has {} bytes, so at most {edits} edits are tried to rewrite it; nothing needs to \
                 be done, and no option changes this",
                script.len()
            ));
        }
        Ok(())
    }
}
