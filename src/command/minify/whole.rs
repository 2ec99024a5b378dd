//! Packs a whole page: a script unpacks it and writes it.

use anyhow::Result;
use golfchess_markup::{Outside, Written};
use golfchess_packers::dictionary::PackOptions;
use golfchess_packers::mixing;
use golfchess_script::Wrapper;
use serde::Serialize;

use super::job::Job;
use super::packing::{mixing_options, spelling};
use super::page::Part;
use crate::output::Steps;

/// How a script unpacks a whole page.
#[derive(Serialize)]
pub struct Whole {
    #[serde(flatten)]
    pub report: mixing::Report,
    /// The page that it writes.
    #[serde(skip)]
    pub page: String,
}

impl Job<'_> {
    /// The page that a script writes, if it is smaller than `most` by the metric and shows what the file shows, or why
    /// there is none.
    pub(super) fn written(
        &mut self,
        page: &str,
        parts: &[Part],
        packing: &PackOptions,
        most: usize,
    ) -> Result<Result<(String, mixing::Report), String>> {
        let page = respelt(page, parts);
        let Written { before, text } = match golfchess_markup::written(&page, &Outside::nothing()) {
            Ok(written) => written,
            Err(reason) => return Ok(Err(reason.to_string())),
        };
        let metric = self.args.metric;
        let wanted = mixing_options(packing, metric)?;
        let progress = Steps::new("packing the page")?;
        let tick = |done: usize| {
            self.stop.look();
            progress.show(done as u64, wanted.effort as u64);
        };
        let packed = match mixing::pack_page_with(text, &wanted, &tick) {
            Ok(packed) => packed,
            Err(reason) => return Ok(Err(reason.to_string())),
        };
        let with = |script: &str| Some(format!("{before}{}", Wrapper::script().wrap(script)?));
        let Some((written, played)) = with(&packed.script).zip(with(&packed.equivalent)) else {
            return Ok(Err("no wrapper can hold the packed page".to_owned()));
        };
        let size = metric.measure(&written);
        if size >= most {
            return Ok(Err(format!("{size} {} instead of {most}", metric.unit())));
        }
        let is_right = match &mut self.check {
            Some(check) => check.accepts_page(played)?,
            None => true,
        };
        Ok(match is_right {
            true => Ok((written, packed.report)),
            false => Err("the page would show something else".to_owned()),
        })
    }
}

/// The page with the names in its scripts with which they take the fewest bits.
fn respelt(page: &str, parts: &[Part]) -> String {
    let mut page = page.to_owned();
    for part in parts {
        let other = part.place(&page).and_then(|(around, keep)| {
            let spelling = spelling(&part.script, &keep)?;
            around.wrap(&spelling.script)
        });
        page = other.unwrap_or(page);
    }
    page
}
