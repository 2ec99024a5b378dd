//! Marks of the names and groups of a script, by which a solution finds them in a script that has
//! changed.

use golfchess_script::{Minified, Strategy};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::form::{Form, Items, Part};
use super::template::{LETTERS, Slot, Template};

/// One mark for each slot and each group of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Marks {
    /// What has written the script.
    #[serde(default)]
    pub(super) strategy: Option<Strategy>,
    /// The readable name of each slot.
    #[serde(with = "words")]
    names: Vec<String>,
    /// A short digest of the readable text of each group.
    #[serde(with = "words")]
    groups: Vec<String>,
}

/// Words of one text.
mod words {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(words: &[String], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&words.join(" "))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
        let text = String::deserialize(from)?;
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }
}

impl Marks {
    /// The marks of a template of a page before it was packed.
    pub(super) fn of(template: &Template, minified: &Minified) -> Self {
        let Minified {
            names, strategy, ..
        } = minified;
        let name = |slot: &Slot| names.get(slot.number).map(|renaming| renaming.name.clone());
        let names: Option<Vec<String>> = template.slots.iter().map(name).collect();
        let Some(names) = names else {
            return Self::default();
        };
        let mut groups = vec![String::new(); template.first.orders.len()];
        mark(template.parts(), &names, &mut groups);
        Self {
            strategy: Some(*strategy),
            names,
            groups,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The form of a template that is most like a form with these marks.
    pub(super) fn fit(&self, form: &Form, template: &Template, marks: &Self) -> Form {
        let places = (0..form.names.len()).collect::<Vec<_>>();
        let is_known = |form: usize, marks: usize| form > 0 && form == marks;
        let names = match is_known(form.names.len(), self.names.len()) && !marks.is_empty() {
            true => counterparts(&numbered(&self.names), &numbered(&marks.names)),
            false => in_order(places.len(), template.slots.len()),
        };
        let wanted = names.iter().map(|old| Some(form.names[(*old)?]));
        let first = &template.first.orders;
        let orders = match is_known(form.orders.len(), self.groups.len()) && !marks.is_empty() {
            true => aligned(&self.groups, &marks.groups),
            false => in_order(form.orders.len(), first.len()),
        };
        let orders = orders.iter().zip(first).map(|(old, first)| {
            let order = old.map_or(first, |old| &form.orders[old]);
            match order.len() == first.len() {
                true => order.clone(),
                false => first.clone(),
            }
        });
        Form {
            names: letters(template, &wanted.collect::<Vec<_>>()),
            orders: orders.collect(),
        }
    }
}

/// Notes a digest of the readable text of each group, the first place of the group only.
fn mark(parts: &[Part], names: &[String], groups: &mut [String]) {
    for part in parts {
        let Part::Items(items) = part else { continue };
        if groups[items.group].is_empty() {
            let mut text = Vec::new();
            read(items, names, &mut text);
            let digest = Sha256::digest(&text);
            groups[items.group] = format!("{:02x}{:02x}", digest[0], digest[1]);
        }
        for item in &items.items {
            mark(item, names, groups);
        }
    }
}

/// Appends the items in their first order, with readable names.
fn read(items: &Items, names: &[String], text: &mut Vec<u8>) {
    for item in &items.items {
        text.extend(&items.separators[0]);
        for part in item {
            match part {
                Part::Text(symbols) => text.extend(symbols),
                Part::Name(slot) => text.extend(names[*slot].as_bytes()),
                Part::Items(items) => read(items, names, text),
            }
        }
    }
}

/// Each word with the number of equal words before it.
fn numbered(words: &[String]) -> Vec<(&String, usize)> {
    let before = |at: usize| {
        words[..at]
            .iter()
            .filter(|word| **word == words[at])
            .count()
    };
    (0..words.len())
        .map(|at| (&words[at], before(at)))
        .collect()
}

/// The place in `old` of each item of `new`.
fn counterparts<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Option<usize>> {
    let find = |item: &T| old.iter().position(|other| other == item);
    new.iter().map(find).collect()
}

/// The same places, if there are as many.
fn in_order(old: usize, new: usize) -> Vec<Option<usize>> {
    (0..new).map(|at| (old == new).then_some(at)).collect()
}

/// The place in `old` of each item of `new` by the longest common subsequence. Between two common items,
/// the others belong together if there are as many.
fn aligned(old: &[String], new: &[String]) -> Vec<Option<usize>> {
    let mut lengths = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            lengths[i][j] = match old[i] == new[j] {
                true => lengths[i + 1][j + 1] + 1,
                false => lengths[i + 1][j].max(lengths[i][j + 1]),
            };
        }
    }
    let mut places = vec![None; new.len()];
    let (mut i, mut j) = (0, 0);
    let mut gap = (0, 0);
    while i < old.len() || j < new.len() {
        let is_common = i < old.len() && j < new.len() && old[i] == new[j];
        if is_common {
            fill(&mut places, gap, (i, j));
            places[j] = Some(i);
            (i, j) = (i + 1, j + 1);
            gap = (i, j);
        } else if j == new.len() || i < old.len() && lengths[i + 1][j] >= lengths[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    fill(&mut places, gap, (i, j));
    places
}

/// Pairs the items between two common ones.
fn fill(places: &mut [Option<usize>], from: (usize, usize), to: (usize, usize)) {
    if to.0 - from.0 == to.1 - from.1 {
        for (at, place) in (from.0..).zip(&mut places[from.1..to.1]) {
            *place = Some(at);
        }
    }
}

/// A letter for each slot: the wanted one where no slot before it that meets it has it, or else its first
/// one, or any.
fn letters(template: &Template, wanted: &[Option<u8>]) -> Vec<u8> {
    let mut chosen: Vec<Option<u8>> = vec![None; wanted.len()];
    let fits = |chosen: &[Option<u8>], at: usize, letter: u8| {
        let slot = &template.slots[at];
        let mut others = slot.meets.iter();
        LETTERS.contains(&letter)
            && !slot.forbidden.contains(&letter)
            && others.all(|&other| chosen[other] != Some(letter))
    };
    for (at, letter) in wanted.iter().enumerate() {
        chosen[at] = letter.filter(|&letter| fits(&chosen, at, letter));
    }
    for at in 0..chosen.len() {
        if chosen[at].is_none() {
            let mut others = [template.first.names[at]]
                .into_iter()
                .chain(LETTERS.iter().copied());
            chosen[at] = others.find(|&letter| fits(&chosen, at, letter));
        }
    }
    let first = template.first.names.iter();
    chosen
        .iter()
        .zip(first)
        .map(|(letter, first)| letter.unwrap_or(*first))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use golfchess_script::{NameKind, Renaming};

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn groups_are_found_beside_changed_ones() {
        let places = |old: &str, new: &str| -> String {
            let places = aligned(&words(old), &words(new)).into_iter();
            places
                .map(|place| place.map_or("-".to_owned(), |at| at.to_string()))
                .collect()
        };
        assert_eq!(places("a b c d", "a b c d"), "0123");
        // One has changed, one is new, one is gone.
        assert_eq!(places("a b c d", "a x c d"), "0123");
        assert_eq!(places("a b c d", "a b x c d"), "01-23");
        assert_eq!(places("a b c d", "a c d"), "023");
        assert_eq!(places("a b c d", "x y c d"), "0123");
        assert_eq!(places("a b", "x y z"), "---");
        assert_eq!(places("", "x"), "-");
    }

    #[test]
    fn equal_names_are_told_apart_by_their_order() {
        let (old, new) = (words("from to from"), words("side from to from from"));
        let places = counterparts(&numbered(&old), &numbered(&new));
        assert_eq!(places, [None, Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn a_form_is_fitted_to_a_script_with_a_further_name() {
        let keep = [];
        let template = |script: &str| {
            let template = Template::of(script, &keep, &[], false);
            template.expect(script).expect(script)
        };
        let page = |names: &str| Minified {
            has_aliases: false,
            page: String::new(),
            strategy: Strategy::Own,
            wrapper: String::new(),
            stages: Vec::new(),
            candidates: Vec::new(),
            obstacles: Vec::new(),
            names: words(names)
                .into_iter()
                .map(|name| Renaming {
                    letter: name.clone(),
                    name,
                    kind: NameKind::Global,
                    uses: 1,
                })
                .collect(),
        };
        let old = template("a=1;b=a*9;alert(b,a)");
        let marks = Marks::of(&old, &page("board count"));
        let form = Form {
            names: b"xa".to_vec(),
            orders: old.first.orders.clone(),
        };
        let new = template("c=2;a=1;b=a*9;alert(b,a,c)");
        let fitted = marks.fit(&form, &new, &Marks::of(&new, &page("side board count")));
        assert!(new.is_right(&fitted), "{fitted:?}");
        let script = new.script(&fitted).expect("a script");
        assert!(script.contains("x=1;a=x*9;alert(a,x,c)"), "{script}");
        // Without marks, a form of another script is of no use.
        let unmarked = Marks::default().fit(&form, &new, &Marks::of(&new, &page("")));
        assert_eq!(unmarked, new.first);
    }
}
