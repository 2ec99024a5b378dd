//! The names of variants.

use serde::Deserialize;

use super::FlagSet;

/// The naming rule of a catalog: `STEM_PART_PART…`, or `STEM_BARE` without flags.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Naming {
    /// The start of every name.
    pub stem: String,
    /// The part that stands for "no flags".
    pub bare: String,
    /// The letters of each part of the name, in the order of the name.
    pub parts: Vec<String>,
}

impl Naming {
    /// Returns the name of a set of flags.
    pub(crate) fn name(&self, flags: &FlagSet) -> String {
        let mut words: Vec<_> = self
            .parts
            .iter()
            .map(|part| flags.in_order(part))
            .filter(|word| !word.is_empty())
            .collect();
        if words.is_empty() {
            words.push(self.bare.clone());
        }
        format!("{}_{}", self.stem, words.join("_"))
    }

    /// Returns the flags of a name, legal or not; `None` if no set of flags has the name.
    pub(crate) fn flags(&self, name: &str) -> Option<FlagSet> {
        let letters = name.strip_prefix(&self.stem)?.strip_prefix('_')?;
        let flags = if letters == self.bare {
            FlagSet::default()
        } else {
            FlagSet::new(&letters.replace('_', ""))
        };
        (self.name(&flags) == name).then_some(flags)
    }

    /// Returns all letters in the order of the name.
    pub fn order(&self) -> String {
        self.parts.concat()
    }

    /// Returns a sort key for variants: by part, within a part by the number of its flags, then by
    /// their order.
    pub(super) fn rank(&self, flags: &FlagSet) -> Vec<(usize, Vec<usize>)> {
        let places = |part: &String| {
            let places: Vec<_> = part
                .chars()
                .enumerate()
                .filter(|&(_, letter)| flags.has(letter))
                .map(|(place, _)| place)
                .collect();
            (places.len(), places)
        };
        self.parts.iter().map(places).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naming() -> Naming {
        Naming {
            stem: "index".into(),
            bare: "L1".into(),
            parts: ["TMP", "D", "SU"].map(String::from).into(),
        }
    }

    #[test]
    fn flags_is_the_inverse_of_name() {
        for flags in FlagSet::subsets_that("TMPDSU", |_| true) {
            assert_eq!(naming().flags(&naming().name(&flags)), Some(flags));
        }
    }

    #[test]
    fn name_joins_the_parts_that_have_flags() {
        let name = |letters| naming().name(&FlagSet::new(letters));
        assert_eq!(name(""), "index_L1");
        assert_eq!(name("US"), "index_SU");
        assert_eq!(name("MUT"), "index_TM_U");
        assert_eq!(name("TMPDSU"), "index_TMP_D_SU");
    }

    #[test]
    fn flags_rejects_other_names() {
        for name in [
            "index",
            "index_",
            "index_MT",
            "index_US",
            "index_L1_S",
            "index_Q",
        ] {
            assert_eq!(naming().flags(name), None, "{name}");
        }
    }
}
