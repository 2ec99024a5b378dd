//! Minifies the HTML and the CSS around the scripts of a page.

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_markup::Outside;
use golfchess_pages::text;
use golfchess_script::{CodeKind, code_of, compact};
use serde::Serialize;

use super::{Args, Check};

/// What became of the HTML and the CSS around the scripts.
#[derive(Debug, Default, Serialize)]
pub struct Surroundings {
    css: Outcome,
    html: Outcome,
    /// The files beside the page that say what its HTML and CSS may not lose.
    #[serde(skip)]
    read: Vec<PathBuf>,
}

impl Surroundings {
    /// The files beside the page that were read.
    pub fn read(&self) -> &[PathBuf] {
        &self.read
    }
}

/// What became of one of them.
#[derive(Debug, Default, Serialize)]
struct Outcome {
    /// How much smaller it made the page, by the metric.
    saved: usize,
    /// Why it stays as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
}

impl Outcome {
    fn kept(reason: impl ToString) -> Self {
        Self {
            saved: 0,
            kept: Some(reason.to_string()),
        }
    }
}

/// The page with a declaration that it is in UTF-8, if it has none and will be smaller so: else it becomes ASCII.
pub fn declared(args: &Args, page: &str) -> Option<String> {
    let read = |address: &str| Some(file_beside(&args.file, address)?.1);
    let outside = Outside::new(&read);
    // A script that unpacks a whole page writes ASCII.
    if page.is_ascii() || args.keep_html || args.pack {
        return None;
    }
    let declared = golfchess_markup::with_encoding(page, &outside)?;
    let size = |page: &str, text: fn(&str) -> String| {
        let page = with_code(page, text);
        let page = golfchess_markup::minify_css(&page, &outside);
        let html = golfchess_markup::minify_html(&page, &outside);
        args.metric.measure(&html.unwrap_or(page))
    };
    (size(&declared, str::to_owned) < size(page, golfchess_script::ascii)).then_some(declared)
}

/// The page with another text for each script, without its comments.
fn with_code(page: &str, text: fn(&str) -> String) -> String {
    let mut page = page.to_owned();
    for at in (0..code_of(&page).len()).rev() {
        let code = code_of(&page).remove(at);
        if let (CodeKind::Script, Some(around)) = (code.kind, code.wrapper) {
            let script = compact(&code.text).unwrap_or(code.text);
            page = format!("{}{}{}", around.open, text(&script), around.close);
        }
    }
    page
}

/// The page with shorter CSS and HTML as far as it shows the same.
pub fn minified(
    args: &Args,
    page: String,
    mut check: Option<&mut Check>,
    note: &dyn Fn(&str),
) -> Result<(String, Surroundings)> {
    let found = RefCell::new(Vec::new());
    let read = |address: &str| {
        let (file, text) = file_beside(&args.file, address)?;
        found.borrow_mut().push(file);
        Some(text)
    };
    let outside = Outside::new(&read);
    let mut step = |page: &mut String, smaller: String, what: &str| -> Result<Outcome> {
        let sizes = [&*page, &smaller].map(|page| args.metric.measure(page));
        if smaller == *page || (sizes[1], smaller.len()) >= (sizes[0], page.len()) {
            return Ok(Outcome::default());
        }
        let is_right = match &mut check {
            Some(check) => check.accepts_page(smaller.clone())?,
            None => true,
        };
        if !is_right {
            note(&format!(
                "the {what} stays as it is: with the smaller {what}, the page shows something \
                 else than the file"
            ));
            return Ok(Outcome::kept("the page would show something else"));
        }
        *page = smaller;
        Ok(Outcome {
            saved: sizes[0].saturating_sub(sizes[1]),
            kept: None,
        })
    };
    let mut page = page;
    let css = match args.keep_css {
        true => Outcome::kept("--keep-css"),
        false => {
            let smaller = golfchess_markup::minify_css(&page, &outside);
            step(&mut page, smaller, "CSS")?
        }
    };
    let html = match args.keep_html {
        true => Outcome::kept("--keep-html"),
        false => match golfchess_markup::minify_html(&page, &outside) {
            Ok(smaller) => step(&mut page, smaller, "HTML")?,
            Err(reason) => {
                note(&format!("the HTML stays as it is: {reason}"));
                Outcome::kept(reason)
            }
        },
    };
    let read = found.take();
    Ok((page, Surroundings { css, html, read }))
}

/// A file that a page names by a relative address, and its text.
fn file_beside(page: &Path, address: &str) -> Option<(PathBuf, String)> {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    if address.is_empty() || address.contains(':') || address.starts_with('/') {
        return None;
    }
    let file = page.parent()?.join(address);
    let text = text::read_foreign(File::open(&file).ok()?).ok()?;
    Some((file, text))
}
