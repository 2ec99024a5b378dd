//! Where the scripts and style sheets of a page come from.

use golfchess_markup::files::{self, Made, MadeOf, Reader, Reason, Styled};
use golfchess_markup::{Joined, JoinedScript};
use golfchess_script::{Code, CodeKind, code_of};
use golfchess_sizes::text::line_and_column;

use super::super::folder::{Bundled, Folder};
use super::super::origin::Origin;
use super::super::spot::Spot;
use super::{BUNDLED, Sources};

/// A script of a file that stands in the page.
pub struct Taken {
    /// Its text in the page.
    pub text: String,
    /// Where it was written.
    pub spot: Spot,
    /// Where its parts come from.
    origin: Origin,
}

impl Taken {
    /// `None` for a file that is no script.
    pub fn of(file: &files::Taken, folder: &mut Folder) -> Option<Self> {
        let text = file.script.clone()?;
        let name = folder.shown(&file.path).display().to_string();
        let has_escape = text.contains("<\\");
        let own = has_escape.then(|| folder.text(&file.path).ok()).flatten();
        let origin = Origin::escaped(&name, own.as_ref().unwrap_or(&text), &text);
        Some(Self {
            text,
            spot: Spot::new(Some(name), 1),
            origin,
        })
    }

    /// A script that was made of modules of a page with this text.
    pub fn made(made: Made, page: &str, text: &str, folder: &mut Folder) -> Option<Self> {
        let Made { script, of } = made;
        let (spot, origin) = match of {
            MadeOf::Bundle(number) => {
                let Bundled { name, origins, .. } = folder.bundles.get_mut(number)?;
                // The lines of a bundle are those of no file.
                let name = name.clone() + BUNDLED;
                let origin = Origin::of_bundle(&name, &script, origins.take());
                (Spot::new(Some(name), 1), origin)
            }
            MadeOf::Text { open, start } => {
                let (line, _) = line_and_column(text, start);
                let origin = Origin::behind(page, text, open, start);
                (Spot::new(None, line), origin)
            }
        };
        Some(Self {
            text: script,
            spot,
            origin,
        })
    }

    /// Whether a bundler made it.
    pub fn is_bundle(&self) -> bool {
        let file = self.spot.file.as_ref();
        file.is_some_and(|name| name.ends_with(BUNDLED))
    }
}

/// The style elements of a page with the names of the files that they have rules of.
pub fn styled(
    page: &str,
    styled: Vec<Styled>,
    folder: &Folder,
) -> Vec<(String, Vec<(String, usize)>)> {
    let styled = styled.into_iter().map(|Styled { css, parts, bundle }| {
        let bundle = bundle.and_then(|number| folder.bundles.get(number));
        if let Some(bundle) = bundle.filter(|bundle| !bundle.sheets.is_empty()) {
            return (css, bundle.sheets.clone());
        }
        let parts = parts.into_iter().map(|(path, size)| match path {
            Some(path) => (folder.shown(&path).display().to_string(), size),
            None => (page.to_owned(), size),
        });
        (css, parts.collect())
    });
    styled.collect()
}

impl Sources {
    /// The name of the page or the script.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The files of which the style elements of a page have rules, for each element in its order. `page` has its files in
    /// it, and is not minified.
    pub fn style_parts(&self, page: &str) -> Vec<Vec<(String, usize)>> {
        let styles = files::styles_of(page).into_iter();
        let parts = styles.map(|range| {
            let css = &page[range];
            let known = self.styled.iter().find(|(text, _)| text == css);
            known.map_or_else(|| vec![(self.name.clone(), 1)], |(_, parts)| parts.clone())
        });
        parts.collect()
    }

    /// The `data:` addresses in the page, with the names of their files.
    pub fn addresses(&self) -> &[(String, String)] {
        &self.addresses
    }

    /// Where a part of the page was written.
    pub fn spot(&self, code: &Code) -> Spot {
        match self.script(code) {
            Some(script) => script.spot.clone(),
            None => Spot::new(None, self.line(code.line)),
        }
    }

    /// The line of the page for one of the page with its files.
    fn line(&self, line: usize) -> usize {
        self.lines.get(line - 1).copied().unwrap_or(line)
    }

    /// Why a module in the text of the page stays, if it could be a script.
    pub fn unbundled(&self, module: &Code) -> Option<Reason> {
        let Spot {
            file: None, line, ..
        } = self.spot(module)
        else {
            return None;
        };
        let mut known = self.unbundled.iter();
        known
            .find(|(other, _)| *other == line)
            .map(|(_, reason)| *reason)
    }

    /// The script of a file in the page.
    pub(super) fn script(&self, code: &Code) -> Option<&Taken> {
        let is_script = code.kind == CodeKind::Script;
        self.scripts
            .iter()
            .find(|one| is_script && one.text == code.text)
    }

    /// Takes over that scripts of a page have become one. `page` is the page before.
    pub fn join(&mut self, page: &str, joined: Joined) {
        let own = code_of(page);
        for JoinedScript { text, parts } in joined.scripts {
            let (mut origins, mut spots) = (Vec::new(), Vec::new());
            for (start, range) in parts {
                let stands_there = |code: &&Code| {
                    let wrapper = code.wrapper.as_ref();
                    wrapper.is_some_and(|wrapper| wrapper.open.len() == range.start)
                };
                let Some(code) = own.iter().find(stands_there) else {
                    continue;
                };
                origins.push((start, self.origin(code)));
                spots.push((line_and_column(&text, start).0, self.spot(code)));
            }
            self.scripts.push(Taken {
                text,
                spot: Spot {
                    parts: spots,
                    ..Spot::default()
                },
                origin: Origin::joined(origins),
            });
        }
        self.lines = joined
            .lines
            .into_iter()
            .map(|line| self.line(line))
            .collect();
    }

    /// Says where the script comes from that was printed anew.
    pub fn set_printed(&mut self, places: Vec<(usize, usize)>) {
        self.whole_origin = Some(Origin::printed(&self.name, &self.own, places));
    }

    /// Where the script comes from.
    pub fn whole_origin(&self) -> Origin {
        let own = || Origin::within(&self.name, &self.own, 0);
        self.whole_origin.clone().unwrap_or_else(own)
    }

    /// Where a part of the page comes from.
    pub fn origin(&self, code: &Code) -> Origin {
        if let Some(script) = self.script(code) {
            return script.origin.clone();
        }
        let line = self.spot(code).line;
        let own = code_of(&self.own).into_iter();
        let is_same = |own: &Code| own.kind == code.kind && own.text == code.text;
        let mut same = own
            .filter(is_same)
            .filter_map(|own| Some((own.line, own.wrapper?.open.len())));
        let offset = same.clone().find(|(other, _)| *other == line);
        let offset = offset
            .or_else(|| same.next())
            .map_or(0, |(_, offset)| offset);
        Origin::within(&self.name, &self.own, offset)
    }
}
