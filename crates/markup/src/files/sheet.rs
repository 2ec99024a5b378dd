//! A style sheet with the files that it names.

use golfchess_sizes::text::{BYTE_ORDER_MARK, with_replaced};

use super::address::written;
use super::links::{At, Taking};
use super::quoted::url;
use super::scan::{Named, Scanned, scan};
use super::{FileError, Reason, imports};

/// A style sheet, or a part of the page with one.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    pub css: &'s str,
    /// Where it starts.
    pub at: At<'s>,
    /// Whether it stands there as it is, so that each of its characters has a place.
    pub is_as_written: bool,
}

impl<'s> Source<'s> {
    fn at(self, offset: usize) -> At<'s> {
        let more = if self.is_as_written { offset } else { 0 };
        At {
            offset: self.at.offset + more,
            ..self.at
        }
    }
}

/// CSS with files in it.
pub(super) struct Sheet {
    pub css: String,
    /// Why it cannot stand before other rules.
    alone: Option<Reason>,
    /// The files whose rules it has, as in [`Styled::parts`](super::Styled::parts).
    pub parts: Vec<(Option<String>, usize)>,
}

/// The style sheet of a file; `above` has those that import it.
pub(super) fn of_file(
    taking: &mut Taking<'_>,
    path: &str,
    at: At<'_>,
    above: &mut Vec<String>,
) -> Result<Sheet, FileError> {
    let text = taking.text(path, at)?;
    taking.take(path, text.len(), None);
    let css = text.trim_start_matches(BYTE_ORDER_MARK);
    // In a page, its encoding counts.
    let css = match css.starts_with("@charset \"") {
        true => css.split_once(';').map_or("", |(_, rest)| rest),
        false => css,
    };
    let start = At {
        file: Some(path),
        text: &text,
        offset: text.len() - css.len(),
    };
    let source = Source {
        css,
        at: start,
        is_as_written: true,
    };
    above.push(path.to_owned());
    let sheet = with_files(taking, source, above);
    above.pop();
    sheet
}

/// CSS with the files that it names.
pub(super) fn with_files(
    taking: &mut Taking<'_>,
    source: Source<'_>,
    above: &mut Vec<String>,
) -> Result<Sheet, FileError> {
    let scanned = scan(source.css);
    let mut replaced = Vec::new();
    let mut keeps_import = false;
    let mut parts = vec![(source.at.file.map(str::to_owned), visible(source.css))];
    // The last one first: what stays must come before all rules.
    for named in scanned.named.iter().rev() {
        let at = source.at(named.range.start);
        let new = match &named.conditions {
            None => address(taking, named, at)?,
            Some(conditions) => {
                let state = (&mut keeps_import, &mut parts);
                import(taking, named, conditions, at, above, state)?
            }
        };
        replaced.extend(new.map(|new| (named.range.clone(), new)));
    }
    replaced.reverse();
    let Scanned {
        is_closed,
        has_namespace,
        ..
    } = scanned;
    let alone = match (keeps_import, has_namespace, is_closed) {
        (true, _, _) => Some(Reason::Imports),
        (_, true, _) => Some(Reason::Namespace),
        (_, _, false) => Some(Reason::Open),
        _ => None,
    };
    Ok(Sheet {
        css: with_replaced(source.css, replaced),
        alone,
        parts,
    })
}

/// The text in the place of `url(…)`.
fn address(
    taking: &mut Taking<'_>,
    named: &Named,
    at: At<'_>,
) -> Result<Option<String>, FileError> {
    let Some((path, fragment)) = taking.local(&named.address, at) else {
        return Ok(None);
    };
    let data = taking.data(&path, &fragment, at)?;
    // The address of a file that stays leads from the page now.
    let moved = at.file.map(|_| written(&path, &fragment));
    Ok(data.or(moved).map(|address| url(&address)))
}

/// The text in the place of an `@import`.
fn import(
    taking: &mut Taking<'_>,
    named: &Named,
    conditions: &str,
    at: At<'_>,
    above: &mut Vec<String>,
    (keeps_import, parts): (&mut bool, &mut Vec<(Option<String>, usize)>),
) -> Result<Option<String>, FileError> {
    let Some((path, _)) = taking.local(&named.address, at) else {
        *keeps_import = true;
        return Ok(None);
    };
    // Browsers leave out a style sheet that imports itself.
    if above.contains(&path) {
        return Ok(Some(String::new()));
    }
    let before = taking.found.clone();
    let reason = match *keeps_import {
        true => Reason::Imports,
        false => {
            let sheet = of_file(taking, &path, at, above)?;
            match (sheet.alone, imports::under(conditions, &sheet.css)) {
                (None, Some(css)) => {
                    parts.extend(sheet.parts);
                    return Ok(Some(css));
                }
                (reason, _) => reason.unwrap_or(Reason::Kind),
            }
        }
    };
    taking.found = before;
    *keeps_import = true;
    taking.leave(&path, at, reason)?;
    let address = url(&written(&path, ""));
    let space = if conditions.is_empty() { "" } else { " " };
    Ok(Some(format!("@import {address}{space}{conditions};")))
}

/// The characters that are no white space.
pub(super) fn visible(css: &str) -> usize {
    css.chars().filter(|c| !c.is_whitespace()).count()
}
