//! What each file contributes to a result.

use std::fmt;

use golfchess_markup::files::{places_of, styles_of};
use serde::Serialize;

use super::layout::{Layout, Located};
use super::sources::Sources;
use crate::output::count;

/// The most files that a report for people names.
const NAMED: usize = 10;

/// The bytes of a result by the files that they come from, the largest part first, then those of no file.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Contributions(Vec<Contribution>);

/// What a file contributes.
#[derive(Debug, Serialize)]
struct Contribution {
    /// `None` for what bundlers and wrappers add.
    file: Option<String>,
    bytes: usize,
}

impl Contributions {
    /// The same in a result with so many bytes, which unpacks this one.
    pub fn scaled(self, bytes: usize) -> Self {
        let Self(mut all) = self;
        let sum = all.iter().map(|one| one.bytes).sum::<usize>().max(1);
        let mut before = 0;
        for one in &mut all {
            let share = |part: usize| bytes * part / sum;
            let end = before + one.bytes;
            one.bytes = share(end) - share(before);
            before = end;
        }
        Self(all)
    }

    /// Those of a result. `before` is the page that was minified, with its files in it; `None` for a script.
    pub fn of(result: &str, before: Option<&str>, layout: &Layout, sources: &Sources) -> Self {
        let mut paint = Paint {
            files: vec![None],
            owners: vec![0; result.len()],
        };
        if let Some(before) = before {
            let page = paint.number(sources.name());
            paint.owners.fill(page);
            for (file, address) in sources.addresses() {
                let file = paint.number(file);
                for range in places_of(result, address) {
                    paint.owners[range].fill(file);
                }
            }
            let all = sources.style_parts(before);
            let styles = styles_of(result);
            if all.len() == styles.len() {
                for (range, parts) in styles.into_iter().zip(all) {
                    let parts = parts.into_iter();
                    let parts = parts.map(|(file, size)| (paint.number(&file), size));
                    let parts: Vec<_> = parts.collect();
                    let open = range.filter(|&at| paint.owners[at] == page).collect();
                    paint.divide(open, &parts);
                }
            }
        }
        for script in &layout.scripts {
            paint.script(script, layout);
        }
        paint.counted()
    }
}

/// Who has each byte.
struct Paint {
    /// `None` is nobody.
    files: Vec<Option<String>>,
    owners: Vec<usize>,
}

impl Paint {
    fn number(&mut self, file: &str) -> usize {
        let is_same = |other: &Option<String>| other.as_deref() == Some(file);
        let known = self.files.iter().position(is_same);
        known.unwrap_or_else(|| {
            self.files.push(Some(file.to_owned()));
            self.files.len() - 1
        })
    }

    /// Gives the parts of a script to its files. What minifying made belongs to what stands before it.
    fn script(&mut self, script: &Located, layout: &Layout) {
        let parts = &script.parts;
        let owners = parts.iter().map(|part| match part.place {
            Some(place) => self.number(&layout.sources[place.source].name),
            None => 0,
        });
        let owners: Vec<usize> = owners.collect();
        let starts = parts.iter().skip(1).map(|part| part.start);
        let ends = starts.chain([script.bytes]);
        let mut start = 0;
        let sized = ends.zip(&owners).map(|(end, owner)| {
            let size = end.saturating_sub(start);
            start = end;
            (*owner, size)
        });
        let sized: Vec<(usize, usize)> = sized.collect();
        if script.is_packed || script.range.len() != script.bytes {
            return self.divide(script.range.clone().collect(), &sized);
        }
        let mut at = script.range.start;
        for (owner, size) in sized {
            self.owners[at..at + size].fill(owner);
            at += size;
        }
    }

    /// Divides bytes in the ratio of sizes.
    fn divide(&mut self, places: Vec<usize>, sizes: &[(usize, usize)]) {
        let sum: usize = sizes.iter().map(|(_, size)| size).sum();
        let mut before = 0;
        for (owner, size) in sizes {
            let share = |part: usize| places.len() * part / sum.max(1);
            for &at in &places[share(before)..share(before + size)] {
                self.owners[at] = *owner;
            }
            before += size;
        }
    }

    fn counted(self) -> Contributions {
        let mut bytes = vec![0; self.files.len()];
        for owner in self.owners {
            bytes[owner] += 1;
        }
        let all = self.files.into_iter().zip(bytes);
        let all = all.map(|(file, bytes)| Contribution { file, bytes });
        let mut all: Vec<Contribution> = all.filter(|one| one.bytes > 0).collect();
        all.sort_by(|one, other| {
            let key = |one: &Contribution| (one.file.is_none(), usize::MAX - one.bytes);
            key(one)
                .cmp(&key(other))
                .then_with(|| one.file.cmp(&other.file))
        });
        Contributions(all)
    }
}

impl fmt::Display for Contributions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(all) = self;
        let sum: usize = all.iter().map(|one| one.bytes).sum();
        write!(f, "the result has {}:", count(sum, "byte"))?;
        let width = all.iter().map(|one| one.bytes.to_string().len()).max();
        let width = width.unwrap_or_default();
        let (files, rest): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.file.is_some());
        for Contribution { file, bytes } in files.iter().take(NAMED) {
            let file = file.as_deref().unwrap_or_default();
            write!(f, "\n  {bytes:width$} from {file}")?;
        }
        let others = files.get(NAMED..).unwrap_or_default();
        if !others.is_empty() {
            let bytes: usize = others.iter().map(|one| one.bytes).sum();
            write!(
                f,
                "\n  {bytes:width$} from {}",
                count(others.len(), "other")
            )?;
        }
        for one in rest {
            write!(f, "\n  {:width$} from no file", one.bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_files_contribute_is_divided_anew() {
        let all = [("a", 5), ("b", 3), ("c", 1)].map(|(file, bytes)| Contribution {
            file: Some(file.to_owned()),
            bytes,
        });
        let Contributions(scaled) = Contributions(all.into()).scaled(100);
        let bytes: Vec<usize> = scaled.iter().map(|one| one.bytes).collect();
        assert_eq!(bytes, [55, 33, 12]);
        let Contributions(none) = Contributions(Vec::new()).scaled(1);
        assert!(none.is_empty());
    }
}
