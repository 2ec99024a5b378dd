//! `gen replay`: one game, dialog for dialog.

use std::path::PathBuf;

use anyhow::{Context, Result};
use golfchess_parity::{Answer, Dialog, Ending, Mode, Plan, Transcript, compare, replay};

use super::chess;
use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use super::verify::{Hosts, and, beside, subject};
use crate::output::{Report, message};

const HELP: &str = "\
Each word answers one prompt. A prompt after the last word is cancelled. A number after `@` is the
think time: how many milliseconds the prompt was open.

Examples: gen replay index_TMP_D_SU f2f3 e7e5 g2g4 d8h4
          gen replay index_T e2e3@900000
          gen replay index_L1 e2e4 --host all

With `--host all`, browsers that show the same dialogs share one listing.";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::CleanUp;
pub const NEEDS: &[Need] = &[Need::TEMPLATES, Need::PAGES, Need::BROWSER];

/// Play answers on a page and show each dialog beside the reference's
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    variant: String,
    /// The answers to the prompts
    answers: Vec<String>,
    /// The folder of the page [default: the catalog's folder]
    #[arg(long, value_name = "DIR")]
    pages: Option<PathBuf>,
    /// The host that runs the page
    #[arg(long, value_enum, default_value_t)]
    host: Hosts,
    /// Use the browser's own dialogs, if the host has them; think times are then ignored
    #[arg(long)]
    real: bool,
}

/// Plays a game. A difference between page and reference is a finding.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    chess::require(project, "replay")?;
    let variant = project.catalog.variant(&args.variant)?;
    let folder = args.pages.as_deref().unwrap_or(&project.folder);
    let subject = subject(project, folder, variant)?;
    for word in &args.answers {
        if replay::has_bad_think_time(word) {
            let exact = replay::word(&replay::read(word));
            message(format_args!(
                "warning: `{word}` is typed as text, since no number follows `@`\n\
                 help: write `{}@900` for a think time of 900 ms, or `{exact}` for this text",
                word.split('@').next().unwrap_or_default()
            ));
        }
    }
    let answers: Vec<Answer> = args.answers.iter().map(|word| replay::read(word)).collect();
    let mode = if args.real {
        Mode::RealDialogs
    } else {
        Mode::Fresh
    };
    let plan = Plan::new(&subject.reference, "replay", "replay", &answers).with_mode(mode);
    args.host.require()?;
    // The hosts that show the same, and what they show.
    let mut groups: Vec<(Vec<String>, Transcript)> = Vec::new();
    for kind in args.host.kinds() {
        let shown = kind.open()?.run(&subject.page, &[&plan])?;
        let shown = shown.into_iter().next().context("the host shows no game")?;
        let shown = shown.canonical(&subject.reference);
        match groups.iter_mut().find(|(_, other)| *other == shown) {
            Some((hosts, _)) => hosts.push(kind.to_string()),
            None => groups.push((vec![kind.to_string()], shown)),
        }
    }
    let mut text = String::new();
    let mut found = false;
    for (hosts, shown) in &groups {
        let differs = compare(&plan.expected, shown).is_some();
        found |= differs;
        if let Hosts::All = args.host {
            text.push_str(&format!("in {}:\n", and(hosts)));
        }
        text.push_str(&side_by_side(&plan, shown));
        text.push_str(match differs {
            true => "they differ\n",
            false => "they are the same\n",
        });
    }
    Ok(Report::judged(text, found))
}

/// Each dialog of the reference beside that of the page, and the answer to it.
fn side_by_side(plan: &Plan, shown: &Transcript) -> String {
    let mut text = String::new();
    for at in 0..plan.expected.len().max(shown.dialogs.len()) {
        let side = |dialogs: &[Dialog]| {
            dialogs
                .get(at)
                .map_or_else(|| "(nothing)".to_owned(), Dialog::to_string)
        };
        text.push_str(&beside(
            "reference",
            &side(&plan.expected),
            "page",
            &side(&shown.dialogs),
        ));
        text.push('\n');
        if let Some(answer) = plan.answers.get(at) {
            let typed = match answer.0 {
                None => "Cancel".to_owned(),
                Some(_) => replay::word(answer),
            };
            text.push_str(&format!("> {typed}\n"));
        }
    }
    match &shown.ending {
        Ending::Quiet => {}
        Ending::Threw(error) => text.push_str(&format!("uncaught error: {error}\n")),
        Ending::Hung => text.push_str("the page hangs\n"),
    }
    text
}
