//! Collections: the pages of a catalog in groups, each with a sum and limits of its own.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use super::{FlagSet, GateLimits, Manifest, Variant, names, variant};

/// A `[[collection]]` of a manifest: its pages by a rule over flags or by a list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollectionRule {
    /// The name, for `--collection`.
    pub name: String,
    /// A title of a few words.
    pub title: String,
    /// A line that says what the collection is for.
    pub text: String,
    /// All legal sets of these flags are pages of the collection.
    #[serde(default)]
    pub flags: Option<String>,
    /// Of these, only the sets that have all of these flags.
    #[serde(default)]
    pub only: Vec<char>,
    /// The names of the pages, in their order. Used instead of `flags`.
    #[serde(default)]
    pub pages: Option<Vec<String>>,
    /// The growth of these pages and of their sum; `None` is that of the manifest.
    #[serde(default)]
    pub gate: Option<GateLimits>,
    /// The most bytes of all pages of the collection together.
    #[serde(default)]
    pub budget: Option<usize>,
}

/// Pages of a catalog with a sum and limits of their own. A catalog that declares no collections has
/// one of all variants.
#[derive(Debug, Clone, PartialEq)]
pub struct Collection {
    /// The name, for `--collection`.
    pub name: String,
    /// A title of a few words.
    pub title: String,
    /// A line that says what the collection is for.
    pub text: String,
    /// How much its pages and their sum may grow.
    pub gate: GateLimits,
    /// The most bytes of all pages together.
    pub budget: Option<usize>,
    /// Its pages, in the order of the catalog.
    pub variants: Vec<Variant>,
    /// Whether the manifest declares it.
    pub declared: bool,
}

/// No collection has the name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownCollection {
    /// The manifest declares others.
    #[error("there is no collection `{name}`; the collections are {}", names.join(", "))]
    Misspelt {
        /// The name.
        name: String,
        /// The names of the collections.
        names: Vec<String>,
    },
    /// The manifest declares none.
    #[error("there is no collection `{name}`: the manifest declares no [[collection]]")]
    Undeclared {
        /// The name.
        name: String,
    },
}

impl Collection {
    /// The collection of all variants, where the manifest declares none.
    fn of_all(manifest: &Manifest, legal: &[Variant]) -> Self {
        Self {
            name: "all".to_owned(),
            title: manifest.title.clone(),
            text: String::new(),
            gate: manifest.gate.clone(),
            budget: None,
            variants: legal.to_vec(),
            declared: false,
        }
    }

    /// The names of its pages.
    pub fn names(&self) -> HashSet<&str> {
        let names = self.variants.iter().map(|variant| variant.name.as_str());
        names.collect()
    }
}

/// Returns the collections of a manifest whose legal variants are `legal`, or the first problem.
pub(super) fn resolve(manifest: &Manifest, legal: &[Variant]) -> Result<Vec<Collection>, String> {
    if manifest.collections.is_empty() {
        return Ok(vec![Collection::of_all(manifest, legal)]);
    }
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    let mut found: Vec<Collection> = Vec::new();
    for rule in &manifest.collections {
        names::validate_word("collection.name", &rule.name)?;
        let name = &rule.name;
        if found
            .iter()
            .any(|other| other.name.eq_ignore_ascii_case(name))
        {
            return Err(format!(
                "collection `{name}` is declared twice: upper and lower case do not count"
            ));
        }
        let variants = rule
            .variants(manifest, legal)
            .map_err(|reason| format!("collection `{name}`: {reason}"))?;
        if variants.is_empty() {
            return Err(format!("collection `{name}` has no page"));
        }
        for variant in &variants {
            if let Some(other) = owners.insert(variant.name.clone(), name) {
                return Err(match other == name {
                    true => format!("collection `{name}`: {} is listed twice", variant.name),
                    false => format!(
                        "{} is in the collections `{other}` and `{name}`; a page is in one",
                        variant.name
                    ),
                });
            }
        }
        found.push(Collection {
            name: name.clone(),
            title: rule.title.clone(),
            text: rule.text.clone(),
            gate: rule.gate.clone().unwrap_or_else(|| manifest.gate.clone()),
            budget: rule.budget,
            variants,
            declared: true,
        });
    }
    let budgets = manifest.budget.keys();
    if let Some(name) = budgets.into_iter().find(|name| !owners.contains_key(*name)) {
        return Err(format!("`{name}` under budget is in no collection"));
    }
    Ok(found)
}

impl CollectionRule {
    /// The pages of the rule or of the list.
    fn variants(&self, manifest: &Manifest, legal: &[Variant]) -> Result<Vec<Variant>, String> {
        match (&self.flags, &self.pages) {
            (Some(letters), None) => self.by_rule(letters, manifest, legal),
            (None, Some(pages)) => {
                if !self.only.is_empty() {
                    return Err("`only` belongs to `flags`, not to `pages`".to_owned());
                }
                let find =
                    |name: &String| variant::find(manifest, legal, legal.len(), name).cloned();
                let found = pages.iter().map(find).collect::<Result<_, _>>();
                found.map_err(|error| error.to_string())
            }
            _ => Err("give either `flags` or `pages`".to_owned()),
        }
    }

    fn by_rule(
        &self,
        letters: &str,
        manifest: &Manifest,
        legal: &[Variant],
    ) -> Result<Vec<Variant>, String> {
        if let Some(letter) = letters
            .chars()
            .find(|&letter| manifest.flag(letter).is_none())
        {
            return Err(format!("`flags` has {letter}, which is no flag"));
        }
        if let Some(letter) = self.only.iter().find(|&&letter| !letters.contains(letter)) {
            return Err(format!("`only` has {letter}, which is not in `flags`"));
        }
        let allowed = FlagSet::new(letters);
        let wanted = |variant: &&Variant| {
            let flags = &variant.flags;
            let inside = flags.without(&allowed) == FlagSet::default();
            inside && self.only.iter().all(|&letter| flags.has(letter))
        };
        Ok(legal.iter().filter(wanted).cloned().collect())
    }
}
