//! The figures and pages that the site's templates and scripts work on.

use std::collections::BTreeMap;

use golfchess_pages::builder::{Builder, CatalogBuild};
use golfchess_pages::catalog::{Catalog, Collection, Flag};
use golfchess_pages::cost::{Cost, costs};
use golfchess_pages::experiment::Measured;
use golfchess_pages::measure::Record;
use golfchess_parity::Subject;
use golfchess_script::Renaming;
use serde::Serialize;
use serde_json::{Value, json};

use super::{BOARD, FRONT, PublishError, SEED, anatomy, diagram, transcripts};
use crate::suites::subject;

/// A catalog with its pages, record and experiments.
pub(super) struct Data<'d> {
    catalog: &'d Catalog,
    builder: &'d Builder,
    build: &'d CatalogBuild,
    record: &'d Record,
    experiments: &'d [Measured],
    sources: BTreeMap<String, Source<'d>>,
}

#[derive(Serialize)]
struct Source<'d> {
    source: String,
    names: &'d [Renaming],
}

impl<'d> Data<'d> {
    pub fn new(
        catalog: &'d Catalog,
        builder: &'d Builder,
        build: &'d CatalogBuild,
        record: &'d Record,
        experiments: &'d [Measured],
    ) -> Result<Self, PublishError> {
        let mut sources = BTreeMap::new();
        for page in &build.pages {
            let source = builder.source_page(&page.variant)?;
            let names = &page.built.names;
            sources.insert(page.variant.name.clone(), Source { source, names });
        }
        Ok(Self {
            catalog,
            builder,
            build,
            record,
            experiments,
            sources,
        })
    }

    /// Sizes, flags and finished pages, for every page of the site.
    pub fn main(&self) -> String {
        let mut variants = self.variants();
        for (variant, page) in variants.iter_mut().zip(&self.build.pages) {
            variant["page"] = json!(page.built.page);
        }
        let data = json!({
            "variants": variants,
            "flags": shown_flags(self.catalog),
            "front": FRONT,
            "board": BOARD,
        });
        format!("const golfchess = {data};\n")
    }

    /// The readable pages with their names.
    pub fn sources(&self) -> String {
        format!("golfchess.sources = {};\n", json!(self.sources))
    }

    /// The pages with dialogs, and their contracts. (The scripts of the site type into dialogs; a page
    /// with C shows its own board.)
    pub fn subjects(&self) -> Result<Vec<Subject>, PublishError> {
        let pages = self.build.pages.iter().enumerate();
        let pages = pages.filter(|(_, page)| !page.variant.flags.has('C'));
        let subjects = pages.map(|(place, page)| {
            let (variant, built) = (&page.variant, page.built.page.clone());
            let readable = self.sources[&variant.name].source.clone();
            let subject = subject(&variant.name, place, &variant.flags, built, readable);
            let subject = subject.map_err(|error| PublishError::Rules {
                variant: variant.name.clone(),
                error,
            })?;
            let same = self.catalog.unpacked(variant);
            Ok(Subject {
                same_as: same.map(|other| other.name.clone()),
                ..subject
            })
        });
        subjects.collect()
    }

    /// The variables of the site's templates.
    pub fn context(&self) -> Result<Value, PublishError> {
        let variants = self.variants();
        let costs = costs(self.catalog, self.record);
        let mut pages = self.build.pages.iter();
        let front = pages.find(|page| page.variant.name == FRONT);
        let manifest = self.catalog.manifest();
        let anatomy = match front {
            None => None,
            Some(page) => Some(anatomy::anatomy(
                self.builder,
                &self.builder.script(&page.variant)?,
                &page.built,
                &*self.builder.options(&page.variant)?,
                &manifest.entry,
            )),
        };
        let named = |name: &str| variants.iter().find(|variant| variant["name"] == name);
        Ok(json!({
            "front": named(FRONT),
            "board": named(BOARD),
            "typed": typed(&variants),
            // Another page with X begins with a position of its own: its games are not recorded.
            "recorded": typed(&variants).into_iter().filter(|variant| !has(variant, 'X')).collect::<Vec<_>>(),
            "clicked": variants.iter().filter(|variant| has_board(variant)).collect::<Vec<_>>(),
            "compared": self.compared(&variants),
            "variants": variants,
            "flags": shown_flags(self.catalog),
            "collections": self.collections(&variants, &costs),
            "largest": self.record.pages.iter().map(|entry| entry.bytes).max(),
            "widest_cost": costs.iter().map(|cost| cost.max).max(),
            "costs": costs,
            "total": self.record.total(),
            "widest": self.record.pages.iter().map(|entry| entry.published.unwrap_or(0)).max(),
            "diagrams": diagram::all(),
            "anatomy": anatomy,
            "experiments": self.experiments,
        }))
    }

    /// The pages with a published size beside theirs, the flags that one of them has, and those that
    /// none has.
    fn compared(&self, variants: &[Value]) -> Value {
        let pages = variants
            .iter()
            .filter(|variant| variant["published"].is_number());
        let pages: Vec<_> = pages.collect();
        let is_compared = |flag: &Flag| pages.iter().any(|page| has(page, flag.letter));
        let (does, lacks): (Vec<_>, Vec<_>) =
            shown_flags(self.catalog).into_iter().partition(is_compared);
        json!({ "pages": pages, "does": does, "lacks": lacks })
    }

    fn variants(&self) -> Vec<Value> {
        let entries = self.record.pages.iter().map(|entry| {
            let mut variant = json!(entry);
            variant["share"] = json!(entry.share());
            variant
        });
        entries.collect()
    }

    /// The collections with their pages, sums and costs.
    fn collections(&self, variants: &[Value], costs: &[Cost]) -> Vec<Value> {
        let mut rest = variants;
        let of = |collection: &Collection| {
            let (pages, others) = rest.split_at(collection.variants.len());
            rest = others;
            let costs = costs.iter().filter(|cost| cost.is_of(collection));
            json!({
                "name": collection.name,
                "variants": pages,
                "typed": typed(pages),
                "total": self.record.part(collection).total(),
                "costs": costs.collect::<Vec<_>>(),
            })
        };
        self.catalog.collections().iter().map(of).collect()
    }
}

fn has(variant: &Value, flag: char) -> bool {
    variant["flags"]
        .as_str()
        .is_some_and(|flags| flags.contains(flag))
}

/// Whether one clicks on a page; the others read typed moves.
fn has_board(variant: &Value) -> bool {
    has(variant, 'C')
}

fn typed(variants: &[Value]) -> Vec<&Value> {
    variants
        .iter()
        .filter(|variant| !has_board(variant))
        .collect()
}

/// The flags that a page of the catalog has.
fn shown_flags(catalog: &Catalog) -> Vec<Flag> {
    let is_used = |flag: &&Flag| {
        let mut variants = catalog.variants().iter();
        variants.any(|variant| variant.flags.has(flag.letter))
    };
    let flags = catalog.manifest().flags.iter();
    flags.filter(is_used).cloned().collect()
}

/// Transcripts of games that the reference engine played.
pub(super) fn transcripts(subjects: &[Subject]) -> String {
    let games = transcripts::transcripts(subjects, SEED);
    format!("golfchess.transcripts = {};\n", json!(games))
}
