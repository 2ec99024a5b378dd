//! What becomes of each tag that names a file.

use std::ops::Range;

use html5gum::{EndTag, StartTag};

use super::element::{Attribute, attributes, start_tag, value, written};
use super::links::At;
use super::page::Walk;
use super::sheet::{self, Sheet, Source};
use super::{FileError, Reason, Styled};
use crate::css;

/// Attributes that name an image, a sound or a video.
const DATA: [(&str, &str); 13] = [
    ("audio", "src"),
    ("body", "background"),
    ("feimage", "href"),
    ("image", "href"),
    ("image", "xlink:href"),
    ("img", "src"),
    ("input", "src"),
    ("source", "src"),
    ("table", "background"),
    ("td", "background"),
    ("th", "background"),
    ("video", "poster"),
    ("video", "src"),
];

/// Attributes that name a file for which there is no form inside of the page.
const OTHERS: [(&str, &str); 9] = [
    ("embed", "src"),
    ("frame", "src"),
    ("iframe", "src"),
    ("img", "srcset"),
    ("object", "data"),
    ("source", "srcset"),
    ("track", "src"),
    ("use", "href"),
    ("use", "xlink:href"),
];

/// What a `link` says of a place that is not loaded with the page.
const LEADING: [&str; 14] = [
    "alternate",
    "author",
    "canonical",
    "dns-prefetch",
    "help",
    "license",
    "me",
    "next",
    "pingback",
    "preconnect",
    "prev",
    "privacy-policy",
    "search",
    "shortlink",
];

/// The attributes of a `link` that a `style` element does not have.
const OF_LINKS: [&str; 11] = [
    "as",
    "charset",
    "crossorigin",
    "fetchpriority",
    "href",
    "hreflang",
    "integrity",
    "referrerpolicy",
    "rel",
    "sizes",
    "type",
];

pub(super) fn at(page: &str, offset: usize) -> At<'_> {
    At {
        file: None,
        text: page,
        offset,
    }
}

impl<'w> Walk<'w> {
    /// The attributes of a tag that name files.
    pub fn tag(&mut self, tag: &StartTag<usize>) -> Result<(), FileError> {
        let page: &'w str = self.page;
        let element = String::from_utf8_lossy(&tag.name).into_owned();
        let all = attributes(page, tag);
        if element == "link" {
            return self.link(&all, tag.span.start..tag.span.end);
        }
        for attribute in &all {
            let Attribute { name, value, range } = attribute;
            let at = at(page, range.start);
            let is_any = |known: &[(&str, &str)]| known.contains(&(&*element, &**name));
            if is_any(&DATA) {
                self.data(&all, attribute)?;
            } else if is_any(&OTHERS) {
                for address in addresses(name, value) {
                    if let Some((path, _)) = self.taking.local(address, at) {
                        self.taking.leave(&path, at, Reason::Kind)?;
                    }
                }
            } else if name == "style" && value.to_ascii_lowercase().contains("url(") {
                let source = Source {
                    css: value,
                    at,
                    is_as_written: false,
                };
                let css = sheet::with_files(&mut self.taking, source, &mut Vec::new())?.css;
                if css != *value {
                    let new = written(name, &css, self.is_utf8);
                    self.edits.push((range.clone(), new));
                }
            }
        }
        Ok(())
    }

    /// Puts the file of an attribute into it.
    fn data(&mut self, all: &[Attribute], attribute: &Attribute) -> Result<(), FileError> {
        let Attribute { name, value, range } = attribute;
        let at = at(self.page, range.start);
        let Some((path, fragment)) = self.taking.local(value, at) else {
            return Ok(());
        };
        let expects = all.iter().any(|other| other.name == "onerror");
        if expects && self.taking.is_missing(&path) {
            return self.taking.leave(&path, at, Reason::Missing);
        }
        if let Some(address) = self.taking.data(&path, &fragment, at)? {
            let new = written(name, &address, self.is_utf8);
            self.edits.push((range.clone(), new));
        }
        Ok(())
    }

    fn link(&mut self, all: &[Attribute], range: Range<usize>) -> Result<(), FileError> {
        let page: &'w str = self.page;
        let rel = value(all, "rel").unwrap_or_default().to_ascii_lowercase();
        let is = |word: &str| rel.split_ascii_whitespace().any(|other| other == word);
        let Some(href) = all.iter().find(|attribute| attribute.name == "href") else {
            return Ok(());
        };
        if is("icon") || is("apple-touch-icon") {
            return self.data(all, href);
        }
        let early = ["preload", "prefetch", "modulepreload"].into_iter().any(is);
        // Nothing loads where these lead.
        let leads = rel
            .split_ascii_whitespace()
            .all(|word| LEADING.contains(&word));
        if leads && !early && !is("stylesheet") {
            return Ok(());
        }
        let at = at(page, href.range.start);
        let Some((path, _)) = self.taking.local(&href.value, at) else {
            return Ok(());
        };
        if early {
            self.preloads.push((range, path));
            return Ok(());
        }
        let has = |name: &str| value(all, name).is_some();
        let kind = value(all, "type").unwrap_or_default().trim();
        let is_css = kind.is_empty() || kind.eq_ignore_ascii_case("text/css");
        let reason = match () {
            () if !is("stylesheet") => Reason::Kind,
            () if !self.nested.is_empty() => Reason::Nested,
            () if is("alternate") || has("disabled") || !is_css => Reason::Alternative,
            () if has("onload") || has("onerror") => Reason::Handler,
            () => {
                let Sheet { css, parts, .. } =
                    sheet::of_file(&mut self.taking, &path, at, &mut Vec::new())?;
                let start = start_tag("style", all, &OF_LINKS, self.is_utf8);
                let css = self.in_style(css, parts);
                self.edits.push((range, format!("{start}{css}</style>")));
                return Ok(());
            }
        };
        self.taking.leave(&path, at, reason)
    }

    /// CSS that a style element can hold.
    pub(super) fn in_style(&mut self, css: String, parts: Vec<(Option<String>, usize)>) -> String {
        let mut css = match self.is_utf8 {
            true => css,
            false => css::ascii(&css),
        };
        while let Some(end) = css.to_ascii_lowercase().find("</style") {
            css.insert(end + 1, '\\');
        }
        self.texts.push(css.clone());
        self.styled.push(Styled {
            css: css.clone(),
            parts,
            bundle: None,
        });
        css
    }

    /// A style element of the page.
    pub fn style(&mut self, start: &StartTag<usize>, end: &EndTag<usize>) -> Result<(), FileError> {
        let page: &'w str = self.page;
        if !self.nested.is_empty() {
            return Ok(());
        }
        let range = start.span.end..end.span.start;
        let text = &page[range.clone()];
        let source = Source {
            css: text,
            at: at(page, range.start),
            is_as_written: true,
        };
        let Sheet { css, parts, .. } =
            sheet::with_files(&mut self.taking, source, &mut Vec::new())?;
        if css != text {
            let css = self.in_style(css, parts);
            self.edits.push((range, css));
        }
        Ok(())
    }
}

/// The addresses in the value of an attribute.
fn addresses<'v>(name: &str, value: &'v str) -> Vec<&'v str> {
    // The commas of `data:` addresses separate nothing.
    if name != "srcset" || value.contains("data:") {
        return vec![value];
    }
    let candidates = value.split(',');
    let addresses = candidates.filter_map(|one| one.split_ascii_whitespace().next());
    addresses.collect()
}
