//! `cargo xtask ply`: the CPU time that a page takes for a ply of real games, in Node.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use tempfile::TempDir;

const USAGE: &str = "usage: cargo xtask ply [VARIANT]... [--limit MS] [--games N] [--rounds N] \
                     [--experiments]";

/// Plays one page.
const PLAYER: &str = include_str!("ply.js");

struct Options {
    variants: Vec<String>,
    /// The most milliseconds a ply.
    limit: f64,
    games: usize,
    rounds: usize,
    experiments: bool,
}

/// Runs the command: 1 when a page is over the limit, 2 when nothing could be measured.
pub fn run(arguments: &[String]) -> ExitCode {
    if !Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        eprintln!("skipped: there is no Node here; install nodejs to measure plies");
        return ExitCode::from(2);
    }
    match options(arguments).and_then(|options| measure(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        variants: Vec::new(),
        limit: 5.0,
        games: 3,
        rounds: 3,
        experiments: false,
    };
    let mut arguments = arguments.iter();
    while let Some(word) = arguments.next() {
        let mut number = || {
            let value = arguments.next().and_then(|value| value.parse::<f64>().ok());
            let value = value.filter(|value| *value > 0.0);
            value.ok_or_else(|| format!("{word} needs a number above 0; {USAGE}"))
        };
        match word.as_str() {
            "--limit" => options.limit = number()?,
            "--games" => options.games = number()?.ceil() as usize,
            "--rounds" => options.rounds = number()?.ceil() as usize,
            "--experiments" => options.experiments = true,
            _ if word.starts_with('-') => {
                return Err(format!("`{word}` is no option; {USAGE}"));
            }
            _ => options.variants.push(word.clone()),
        }
    }
    Ok(options)
}

/// How many pages of the catalog are over the limit. What a variant's rules reject is a ply too. Experiments never are: some are there
/// because they are slow.
fn measure(options: &Options) -> Result<usize, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = root.ok_or("there is no repository")?;
    let scratch = TempDir::new().map_err(|error| format!("cannot make a folder: {error}"))?;
    let bench = Bench {
        gen_binary: crate::build_gen(root)?,
        root,
        scratch: scratch.path(),
        options,
    };
    fs::write(bench.player(), PLAYER).map_err(|error| error.to_string())?;
    let pages = if options.experiments {
        bench.experiments()?
    } else {
        bench.catalog()?
    };
    println!(
        "{:16} {:16} {:>7} {:>7}",
        "page", "variant", "plies", "ms each"
    );
    let mut over = 0;
    for (name, variant, file) in pages {
        let (plies, ms) = bench.play(&variant, &file)?;
        let each = ms / plies as f64;
        let slow = !options.experiments && each > options.limit;
        over += usize::from(slow);
        let mark = if slow { "  over the limit" } else { "" };
        if plies == 0 {
            println!("{name:16} {variant:16}       –       –");
        } else {
            println!("{name:16} {variant:16} {plies:7} {each:7.2}{mark}");
        }
    }
    if !options.experiments {
        println!("{over} over the limit of {} ms a ply", options.limit);
    }
    Ok(over)
}

struct Bench<'b> {
    gen_binary: PathBuf,
    root: &'b Path,
    scratch: &'b Path,
    options: &'b Options,
}

/// A name, the variant, the file.
type Page = (String, String, PathBuf);

impl Bench<'_> {
    fn player(&self) -> PathBuf {
        self.scratch.join("ply.cjs")
    }

    /// The pages of the catalog.
    fn catalog(&self) -> Result<Vec<Page>, String> {
        let folder = self.root.join("catalog");
        let mut pages: Vec<Page> = pages(&folder)?
            .into_iter()
            .map(|(name, file)| (name.clone(), name, file))
            .collect();
        let asked = &self.options.variants;
        for name in asked {
            if !pages.iter().any(|page| page.0 == *name) {
                return Err(format!(
                    "there is no page {name}.html in {}",
                    folder.display()
                ));
            }
        }
        pages.retain(|page| asked.is_empty() || asked.contains(&page.0));
        Ok(pages)
    }

    /// The pages of the experiments, and those that they are compared with.
    fn experiments(&self) -> Result<Vec<Page>, String> {
        let folder = self.scratch.join("experiments");
        let out = folder.display().to_string();
        self.said(&["sizes", "--experiments", "--out", &out])?;
        let mut all = Vec::new();
        for name in names(&folder)? {
            for (variant, file) in pages(&folder.join(&name))? {
                all.push((name.clone(), variant, file));
            }
        }
        let mut present: Vec<String> = all.iter().map(|page| page.1.clone()).collect();
        present.sort();
        present.dedup();
        let catalog = self.root.join("catalog");
        let present = present.into_iter().map(|variant| {
            let file = catalog.join(format!("{variant}.html"));
            ("(present)".to_owned(), variant, file)
        });
        all.extend(present);
        let asked = &self.options.variants;
        all.retain(|page| asked.is_empty() || asked.contains(&page.1));
        all.sort_by(|a, b| (&a.1, &a.0).cmp(&(&b.1, &b.0)));
        Ok(all)
    }

    /// How many prompts a page opens in the games, and its milliseconds.
    fn play(&self, variant: &str, file: &Path) -> Result<(usize, f64), String> {
        let games = self.scratch.join(format!("{variant}.txt"));
        if !games.exists() {
            let words = ["plans", variant, "--suite", "games", "--deep"];
            let said = self.said(&words)?;
            let start = format!("gen replay {variant} ");
            let lines = said.lines().filter_map(|line| line.strip_prefix(&start));
            let lines: Vec<&str> = lines.take(self.options.games).collect();
            fs::write(&games, lines.join("\n")).map_err(|error| error.to_string())?;
        }
        let output = Command::new("node")
            .args([self.player(), file.to_owned(), games])
            .arg(self.options.rounds.to_string())
            .output()
            .map_err(|error| format!("cannot run node: {error}"))?;
        let told = String::from_utf8_lossy(&output.stdout);
        let read = || {
            let (plies, ms) = told.trim().split_once(' ')?;
            Some((plies.parse().ok()?, ms.parse().ok()?))
        };
        read().ok_or_else(|| {
            let reason = String::from_utf8_lossy(&output.stderr);
            format!("{} does not run in Node: {reason}", file.display())
        })
    }

    /// What `gen` says.
    fn said(&self, words: &[&str]) -> Result<String, String> {
        let output = Command::new(&self.gen_binary)
            .args(words)
            .current_dir(self.root)
            .output()
            .map_err(|error| format!("cannot run gen: {error}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            let reason = String::from_utf8_lossy(&output.stderr);
            Err(format!("`gen {}` failed: {reason}", words.join(" ")))
        }
    }
}

/// The names in a folder, in their order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)? {
        names.push(
            entry
                .map_err(told)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    names.sort();
    Ok(names)
}

/// The pages of a folder by the names of their files.
fn pages(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let files = names(folder)?.into_iter();
    let pages = files.filter_map(|file| {
        let name = file.strip_suffix(".html")?.to_owned();
        Some((name, folder.join(file)))
    });
    Ok(pages.collect())
}
