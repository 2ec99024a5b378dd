//! `cargo xtask ply`: the CPU time that a page takes for a half-move (ply) of real games, in Node.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::value_parser;
use tempfile::TempDir;

use crate::node::Node;
use crate::tool::{Tool, pages};

/// Plays one page.
const PLAYER: &str = include_str!("ply.js");

/// What to measure.
#[derive(clap::Args)]
pub struct Args {
    /// Only these variants
    variants: Vec<String>,
    /// The most time of a ply, in times of a fixed piece of work
    #[arg(long, value_name = "RATIO", default_value_t = 1.0)]
    limit: f64,
    /// How many real games are played
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// How often; the fastest time counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure the experiments beside the pages that they are compared with
    #[arg(long)]
    experiments: bool,
    /// Measure the pages of a revision beside those of the catalog, and report pages that are slower
    #[arg(long, value_name = "REVISION", conflicts_with = "experiments")]
    against: Option<String>,
    /// Measure packed pages beside the same pages without packing, and report packed pages that are slower
    #[arg(long, conflicts_with_all = ["experiments", "against"])]
    packed: bool,
    /// The most time of a ply, in times of the other page [default: 1.2, for packed pages 1.1]
    #[arg(long, value_name = "RATIO")]
    slower: Option<f64>,
}

/// Returns the number of pages of the catalog over the limit. Moves that a variant's rules reject
/// count as plies. Experiments have no limit: some are listed because they are slow.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let bench = Bench {
        node: Node::with(root, &[])?,
        tool: Tool::build(root)?,
        scratch: TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?,
        args,
    };
    if let Some(revision) = &args.against {
        let before = |name: &str| bench.at_revision(revision, name);
        return bench.compare(revision, before, args.slower.unwrap_or(1.2));
    }
    if args.packed {
        let before = |name: &str| Ok(bench.unpacked(name));
        return bench.compare("the unpacked page", before, args.slower.unwrap_or(1.1));
    }
    let pages = if args.experiments {
        bench.experiments()?
    } else {
        bench.catalog()?
    };
    println!(
        "{:20} {:20} {:>7} {:>7} {:>7}",
        "page", "variant", "plies", "ms each", "ratio"
    );
    let mut over = 0;
    for (name, variant, file) in pages {
        let (plies, ms, work) = bench.play(&variant, &file)?;
        let each = ms / plies as f64;
        let ratio = each / work;
        let slow = !args.experiments && ratio > args.limit;
        over += usize::from(slow);
        let mark = if slow { "  over the limit" } else { "" };
        if plies == 0 {
            println!("{name:20} {variant:20}       –       –       –");
        } else {
            println!("{name:20} {variant:20} {plies:7} {each:7.2} {ratio:7.2}{mark}");
        }
    }
    if !args.experiments {
        println!(
            "{over} over the limit of {} times the fixed work a ply",
            args.limit
        );
    }
    Ok(over)
}

/// The pages of a folder.
fn read(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    pages(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

struct Bench<'a> {
    node: Node,
    tool: Tool,
    scratch: TempDir,
    args: &'a Args,
}

/// A name, the variant, the file.
type Page = (String, String, PathBuf);

impl Bench<'_> {
    /// The pages of the catalog.
    fn catalog(&self) -> Result<Vec<Page>, String> {
        let pages = read(&self.tool.root.join("catalog"))?;
        for name in &self.args.variants {
            if !pages.iter().any(|page| page.0 == *name) {
                return Err(format!("there is no page catalog/{name}.html"));
            }
        }
        let pages = pages.into_iter();
        Ok(self.asked(pages.map(|(name, file)| (name.clone(), name, file))))
    }

    /// Measures the pages of the catalog and others, which are named together, in turns. Returns the number of
    /// pages that are slower than they may be.
    fn compare(
        &self,
        others: &str,
        before: impl Fn(&str) -> Result<Option<PathBuf>, String>,
        limit: f64,
    ) -> Result<usize, String> {
        println!(
            "{:20} {:>7} {:>7} {:>7} {:>7}",
            "page", "plies", "before", "now", "times"
        );
        let (mut over, mut compared) = (0, 0);
        for (name, _, file) in self.catalog()? {
            let Some(before) = before(&name)? else {
                continue;
            };
            let (mut least, mut plies) = ([f64::INFINITY; 2], [0; 2]);
            for _ in 0..self.args.rounds {
                for (at, file) in [&before, &file].into_iter().enumerate() {
                    let (count, ms, _) = self.play(&name, file)?;
                    plies[at] = count;
                    least[at] = least[at].min(ms / count as f64);
                }
            }
            if plies[1] == 0 {
                continue;
            }
            compared += 1;
            let [old, new] = least;
            let times = new / old;
            let slow = times > limit;
            over += usize::from(slow);
            let mark = if slow { "  slower" } else { "" };
            println!(
                "{name:20} {:7} {old:7.2} {new:7.2} {times:7.2}{mark}",
                plies[1]
            );
        }
        if compared == 0 {
            return Err(format!(
                "no page of the catalog can be compared with {others}"
            ));
        }
        println!("{over} of {compared} pages take more than {limit} times of {others} a ply");
        Ok(over)
    }

    /// The page without packing of a packed one; `None` if a page is not packed.
    fn unpacked(&self, name: &str) -> Option<PathBuf> {
        let name = name.strip_suffix('Z')?.trim_end_matches('_');
        let file = self.tool.root.join(format!("catalog/{name}.html"));
        file.exists().then_some(file)
    }

    /// A page of the catalog as it is in a revision; `None` where that has no such page.
    fn at_revision(&self, revision: &str, name: &str) -> Result<Option<PathBuf>, String> {
        let git = |words: &[&str]| {
            let mut command = Command::new("git");
            let command = command.current_dir(&self.tool.root).args(words);
            command
                .output()
                .map_err(|error| format!("cannot start git: {error}"))
        };
        let listed = git(&[
            "ls-tree",
            "--name-only",
            revision,
            &format!("catalog/{name}.html"),
        ])?;
        if !listed.status.success() {
            let reason = String::from_utf8_lossy(&listed.stderr);
            return Err(format!("git does not know {revision}: {}", reason.trim()));
        }
        if listed.stdout.is_empty() {
            return Ok(None);
        }
        let page = git(&["show", &format!("{revision}:catalog/{name}.html")])?;
        let file = self.scratch.path().join(format!("{name}.before.html"));
        fs::write(&file, page.stdout).map_err(|error| error.to_string())?;
        Ok(Some(file))
    }

    /// The pages of the experiments, and those that they are compared with.
    fn experiments(&self) -> Result<Vec<Page>, String> {
        let folder = self.scratch.path().join("experiments");
        let out = folder.display().to_string();
        self.tool
            .stdout(&["sizes", "--experiments", "--out", &out])?;
        let failed = |error: std::io::Error| format!("{out}: {error}");
        let mut all = Vec::new();
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let pages = read(&entry.path())?.into_iter();
            all.extend(pages.map(|(variant, file)| (name.clone(), variant, file)));
        }
        let present: BTreeSet<String> = all.iter().map(|page| page.1.clone()).collect();
        let catalog = self.tool.root.join("catalog");
        all.extend(present.into_iter().map(|variant| {
            let file = catalog.join(format!("{variant}.html"));
            ("(present)".to_owned(), variant, file)
        }));
        all.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
        Ok(self.asked(all.into_iter()))
    }

    /// Those of the variants that are asked for.
    fn asked(&self, pages: impl Iterator<Item = Page>) -> Vec<Page> {
        let asked = &self.args.variants;
        let pages = pages.filter(|page| asked.is_empty() || asked.contains(&page.1));
        pages.collect()
    }

    /// How many prompts a page opens in the games, its milliseconds, and those of the fixed work.
    fn play(&self, variant: &str, file: &Path) -> Result<(usize, f64, f64), String> {
        let games = self.scratch.path().join(format!("{variant}.txt"));
        if !games.exists() {
            let words = ["plans", variant, "--suite", "games", "--deep"];
            let plans = self.tool.stdout(&words)?;
            let start = format!("gen replay {variant} ");
            let lines = plans.lines().filter_map(|line| line.strip_prefix(&start));
            let lines: Vec<&str> = lines.take(self.args.games as usize).collect();
            fs::write(&games, lines.join("\n")).map_err(|error| error.to_string())?;
        }
        // Pages with X have none: they draw a first rank, and these games start from the usual one.
        if fs::metadata(&games).is_ok_and(|file| file.len() == 0) {
            return Ok((0, 0.0, 1.0));
        }
        let rounds = self.args.rounds.to_string();
        let failed = self
            .node
            .run(PLAYER, &[file.as_ref(), games.as_ref(), rounds.as_ref()])
            .map_err(|reason| format!("{} does not run: {reason}", file.display()))?;
        let read = || {
            let mut numbers = failed.split_whitespace();
            let plies = numbers.next()?.parse().ok()?;
            let mut ms = || numbers.next()?.parse().ok();
            Some((plies, ms()?, ms()?))
        };
        read().ok_or_else(|| format!("{}: `{}` is no measurement", file.display(), failed.trim()))
    }
}
