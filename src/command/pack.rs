//! `gen pack`.

use anyhow::Result;
use clap::builder::TypedValueParser;
use golfchess_pages::catalog::Variant;
use golfchess_pages::pack::{PackOptions, Solutions};

use super::all::lock;
use super::environment::Environment;
use crate::options::{number, number_in};
use crate::output::{Report, Steps, count, help, message};

const HELP: &str = "\
A flag with `pack = true` in the manifest packs the pages that have it. The solutions are in packed.json
beside the pages; gen --all makes the pages from it, and searches only if a script has changed.

Example: gen pack && gen --all
         gen pack index_TMP_D_SU_Z --effort 50000000 --seed 2";

/// Search for smaller packed pages
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Names of packed pages [default: all of the catalog]
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// The steps of each search
    #[arg(long, value_name = "STEPS", default_value_t = 5_000_000, value_parser = steps())]
    effort: u64,
    /// The start of the random numbers: the same seed gives the same result
    #[arg(long, value_name = "SEED", default_value_t = PackOptions::default().seed, value_parser = number::<u64>(0))]
    seed: u64,
}

/// The numbers of steps that a search may have.
pub fn steps() -> impl TypedValueParser<Value = u64> {
    number_in::<u64>(1..=1_000_000_000)
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = env.project()?;
    let manifest = project.catalog.manifest();
    let variants: Vec<&Variant> = match args.variants.is_empty() {
        true => project.catalog.variants().iter().collect(),
        false => {
            let named = args.variants.iter();
            let named = named.map(|name| project.catalog.variant(name));
            named.collect::<Result<_, _>>()?
        }
    };
    let is_packed = |variant: &&Variant| manifest.packs(&variant.flags);
    if let Some(other) = variants
        .iter()
        .find(|one| !is_packed(one) && !args.variants.is_empty())
    {
        return Err(help::error(
            format!("{} is not packed", other.name),
            "name a page with a flag that has `pack = true` in catalog.toml",
        ));
    }
    let variants: Vec<&Variant> = variants.into_iter().filter(is_packed).collect();
    if variants.is_empty() {
        message("note: no page of the catalog is packed");
    }
    let options = PackOptions {
        effort: args.effort,
        seed: args.seed,
        ..manifest.pack_options()
    };
    let folder = lock(&project.folder)?;
    let mut solutions = Solutions::load(&project.folder)?;
    let mut changed = 0;
    for variant in variants {
        let unit = manifest.metric.unit();
        let steps = Steps::new(&variant.name)?;
        let tick = |done: u64, all: u64| steps.show(done, all);
        let found = project.builder.search_packed(variant, &options, &tick)?;
        drop(steps);
        match found {
            Some((solution, size)) => {
                message(format_args!("{}: {size} {unit}", variant.name));
                solutions.insert(variant.name.clone(), solution);
                // Each search takes long.
                folder.write(&[(Solutions::FILE_NAME.to_owned(), solutions.to_json())])?;
                changed += 1;
            }
            None => message(format_args!("{}: nothing smaller", variant.name)),
        }
    }
    message(format_args!("{} smaller", count(changed, "page")));
    Ok(Report::default())
}
