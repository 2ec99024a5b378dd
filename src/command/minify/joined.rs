//! Scripts of a page that follow each other become one.

use anyhow::Result;

use super::check::Check;
use super::input::Kind;
use super::loaded::Loaded;
use crate::output::{count, message};

impl Loaded {
    /// Joins scripts of a page that follow each other, if the page then shows what the file shows.
    pub fn join(&mut self, check: Option<&mut Check>) -> Result<()> {
        if self.input.kind != Kind::Page {
            return Ok(());
        }
        let Some(joined) = golfchess_markup::joined(&self.input.text) else {
            return Ok(());
        };
        let is_right = match check {
            Some(check) => check.accepts_page(joined.page.clone())?,
            None => true,
        };
        if !is_right {
            return Ok(());
        }
        for script in &joined.scripts {
            message(format_args!(
                "note: {} that follow each other become one",
                count(script.parts.len(), "script")
            ));
        }
        let text = joined.page.clone();
        self.sources.join(&self.input.text, joined);
        self.input.text = text;
        Ok(())
    }
}
