//! The command line.

use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};

use clap_complete::Shell;

use crate::command::{doctor, golf, man, perft, plans, publish, replay, verify, watch};

/// Builds the smallest pages from readable fragments, and guards their sizes.
#[derive(Debug, Parser)]
#[command(
    name = "gen",
    version,
    arg_required_else_help = true,
    after_help = "Examples: gen --all\n          gen watch\n          gen sizes --quiet | head -3\n\n\
                  Data goes to stdout, talk to stderr. Exit codes: 0 good, 1 a finding (a page \
                  grew,\na file is stale), 2 wrong usage or environment."
)]
pub struct Cli {
    /// Rebuild the whole catalog and show its sizes
    #[arg(long)]
    pub all: bool,

    /// Write the catalog to this folder [default: the catalog's own]
    #[arg(long, requires = "all", value_name = "DIR")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub folders: Folders,

    #[command(flatten)]
    pub manner: Manner,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Where fragments and pages are.
#[derive(Debug, Clone, Args)]
pub struct Folders {
    /// The folder of the manifest and the fragments
    #[arg(long, global = true, default_value = "templates", value_name = "DIR")]
    pub templates: PathBuf,

    /// The folder of the pages and their record
    #[arg(long, global = true, default_value = "catalog", value_name = "DIR")]
    pub catalog: PathBuf,
}

/// How to talk.
#[derive(Debug, Clone, Args)]
pub struct Manner {
    /// Say nothing on stderr but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// Whether to use colours; `auto` looks at the terminal and at NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build single pages
    #[command(after_help = "Example: gen build index_TMP_D_SU > chess.html")]
    Build(Build),
    /// Show the readable page that a variant is made from
    #[command(after_help = "Example: gen source index_L1 > readable.html")]
    Source {
        /// The variant
        variant: String,
    },
    /// Show how a page came to be: spellings, stages, candidates, names
    #[command(after_help = "Example: gen explain index_TMP_D_SU")]
    Explain {
        /// The variant
        variant: String,
        /// How to show it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show the sizes of the present fragments' pages
    #[command(after_help = "Examples: gen sizes --format markdown\n          \
                            gen sizes --experiments --out tried")]
    Sizes {
        /// How to show them
        #[arg(long, value_enum, default_value_t)]
        format: SizesFormat,
        /// A record's file or a git revision to show the change against
        #[arg(long, default_value = "HEAD", value_name = "FILE|REV")]
        baseline: String,
        /// Show what lost instead, built and measured anew: the experiments of a folder
        #[arg(
            long,
            num_args = 0..=1,
            require_equals = true,
            default_missing_value = "experiments",
            value_name = "DIR",
            conflicts_with = "baseline"
        )]
        experiments: Option<PathBuf>,
        /// Also write the experiments' pages, each into a folder of its own below this one
        #[arg(long, requires = "experiments", value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Compare two variants, or two records (files or git revisions)
    #[command(after_help = "Examples: gen compare index_TMP index_TMP_D\n          \
                            gen compare HEAD~5 catalog/sizes.json")]
    Compare {
        /// A variant, a record's file or a git revision
        a: String,
        /// Another of the same kind
        b: String,
        /// How to show it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show what each flag costs
    #[command(after_help = "Example: gen cost --pairs")]
    Cost {
        /// Show every pair of pages too
        #[arg(long)]
        pairs: bool,
        /// How to show it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The gate: fail if a page grew, is stale or is over its budget
    #[command(after_help = "Example: gen check --baseline origin/main\n\n\
                            In GitHub Actions it also writes a job summary.")]
    Check {
        /// A record's file or a git revision that pages must not outgrow
        /// [default: the sizes accepted in the catalog's own record]
        #[arg(long, value_name = "FILE|REV")]
        baseline: Option<String>,
        /// How to show it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Rebuild the catalog and accept its sizes as the new baseline
    #[command(after_help = "Example: gen record && git add catalog")]
    Record,
    /// Rebuild what a changed fragment affects, show the change, and play the pages
    #[command(after_help = watch::HELP)]
    Watch(watch::Args),
    /// The parity proof: play every page against the reference and compare all it shows
    #[command(after_help = verify::HELP)]
    Verify(verify::Args),
    /// Look for savings: try edits of the fragments and keep what still plays right
    #[command(after_help = golf::HELP)]
    Golf(golf::Args),
    /// Show what a suite types, a line a game
    #[command(after_help = plans::HELP)]
    Plans(plans::Args),
    /// Make the site: every page with its figures, a manual, a board to play on
    #[command(after_help = "Examples: gen publish\n          gen publish --check")]
    Publish(publish::Args),
    /// Play answers on a page and show each dialog beside the reference's
    #[command(after_help = replay::HELP)]
    Replay(replay::Args),
    /// Count the lines of play of a length, each played to its end one by one
    #[command(after_help = "Example: gen perft 5 --divide")]
    Perft(perft::Args),
    /// Play a variant in the terminal, text for text as its page shows it
    #[command(
        after_help = "Each line of input answers one prompt; its end is Cancel.\n\n\
                            Example: printf 'f2f3\\ne7e5\\ng2g4\\nd8h4\\n' | gen play index_TMP_D_S"
    )]
    Play {
        /// The variant
        #[arg(default_value = "index_TMP_D_SU")]
        variant: String,
    },
    /// Say what is there, what is missing, and what to do about it
    #[command(after_help = doctor::HELP)]
    Doctor {
        /// How to show it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Print the completions of a shell
    #[command(
        after_help = "Examples: gen completions bash > ~/.local/share/bash-completion/completions/gen\n          \
                            gen completions fish > ~/.config/fish/completions/gen.fish"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page, or write all of them
    #[command(after_help = man::HELP)]
    Man(man::Args),
}

/// What `gen build` builds, and to where.
#[derive(Debug, Args)]
pub struct Build {
    /// Names such as index_TMP_D_SU
    #[arg(required_unless_present = "flags")]
    pub variants: Vec<String>,
    /// The letters of the flags instead of a name, such as TMPDSU
    #[arg(long, conflicts_with = "variants", value_name = "LETTERS")]
    pub flags: Option<String>,
    /// A file for one page, a folder for several [default: one page to stdout]
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Also write PAGE.html.map, with which developer tools show the fragments; the page gets a
    /// comment with the name of this file
    #[arg(long, requires = "out")]
    pub source_map: bool,
}

/// Formats of most commands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Table,
    /// For programs
    Json,
}

/// Formats of `gen sizes`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SizesFormat {
    /// For people
    #[default]
    Table,
    /// For a README or a comment
    Markdown,
    /// For programs
    Json,
    /// For a spreadsheet
    Csv,
}
