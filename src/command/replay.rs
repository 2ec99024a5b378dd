//! `gen replay`: one game, dialog for dialog.

use std::path::PathBuf;

use anyhow::{Context, Result};
use golfchess_parity::host::Kind;
use golfchess_parity::{
    Answer, Dialog, Difference, Effect, Ending, Mode, Model, Oracle, Plan, Stage, Step, Subject,
    Transcript, Wanted, compare_pages, replay,
};

use super::Environment;
use super::project::page_of;
use super::scenarios::named;
use super::verify::{Hosts, and, beside};
use crate::options::number;
use crate::output::{Report, help, message};

const HELP: &str = "\
Each word answers one prompt. A prompt after the last word is cancelled; the word `@cancel` cancels
one before others. A number after `@` is the think time: how many milliseconds the prompt was open.

On a page with C, each word is clicks on squares: `e2e4`, `b7b8n` for the clicks that promote to a
knight, `e2` for one. The number after `@` is the time that passes before them, and each `~` after a
square holds the button there for 120 ms.

Pages that are no chess pages are compared with their readable pages, in all that they show. --step
is one of: key NAME, down NAME, up NAME, click PLACE, move PLACE, type TEXT, set TEXT, clear,
frames N, wait MILLISECONDS.

Examples: gen replay index_TMP_D_SU f2f3 e7e5 g2g4 d8h4
          gen replay index_T e2e3@900000
          gen replay index_L1 e2e4 --host all
          gen replay snake_W --step 'key ArrowUp' --step 'frames 30'
          gen replay tip_G --scenario three_people

With `--host all`, browsers that show the same dialogs share one listing.";

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
    #[arg(long, value_parser = Hosts::parser(), default_value = Kind::default().name())]
    host: Hosts,
    /// Use the browser's own dialogs, if the host has them; think times are then ignored
    #[arg(long)]
    real: bool,
    /// What happens after the page has loaded, in this order; not on chess pages
    #[arg(long, value_name = "STEP", conflicts_with = "real")]
    step: Vec<Step>,
    /// The seed of the page's random numbers; not on chess pages
    #[arg(long, value_name = "N", conflicts_with = "real", value_parser = number::<u32>(0))]
    seed: Option<u32>,
    /// The inputs of this scenario, and what it says that the page must show
    #[arg(long, value_name = "NAME", conflicts_with_all = ["answers", "step", "seed", "real"])]
    scenario: Option<String>,
}

/// Plays a game. A difference between page and reference is a finding.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let variant = project.catalog.variant(&args.variant)?;
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
    let page = page_of(project, args.pages.as_deref(), variant)?;
    args.host.require()?;
    let subject = project.subject(variant, page)?;
    let plan = plan_of(project.model()?, args, &subject, &answers)?.with_mode(mode);
    let games = in_each(&args.host, |kind| Game::of(&subject, kind, plan.clone()))?;
    let mut text = String::new();
    for (hosts, game) in &games {
        if args.host.kinds().len() > 1 {
            text.push_str(&format!("in {}:\n", and(hosts)));
        }
        text.push_str(&game.listing());
    }
    Ok(Report::with_findings(
        text,
        games.iter().any(|(_, game)| game.differs),
    ))
}

/// The game of the command line.
fn plan_of(model: &dyn Model, args: &Args, subject: &Subject, answers: &[Answer]) -> Result<Plan> {
    let plan = Plan::new(subject.reference.as_ref(), "replay", "replay", answers);
    let stage = Stage {
        steps: args.step.clone(),
        seed: args.seed.unwrap_or(Stage::default().seed),
        ..Stage::default()
    };
    if model.oracle() != Oracle::ReadablePage {
        if args.scenario.is_some() || args.seed.is_some() || !args.step.is_empty() {
            return Err(help::error(
                format!("{} have no scenarios, steps and seeds", model.pages()),
                "give answers only; a think time after the first one selects the random numbers",
            ));
        }
        return Ok(plan);
    }
    if let Some(name) = &args.scenario {
        let scenario = named(model.scenarios(), name)?.on(&subject.name);
        if scenario.shown.is_none() {
            return Err(help::error(
                format!(
                    "the scenario {name} does not say what {} must show",
                    subject.name
                ),
                format!("write it with `gen scenarios record {name}`, and read it"),
            ));
        }
        return Ok(scenario.plan());
    }
    let plan = Plan {
        oracle: Oracle::ReadablePage,
        ..plan
    };
    Ok(if args.real {
        plan
    } else {
        plan.with_stage(stage)
    })
}

/// The game in each host; hosts with the same dialogs share one.
fn in_each(hosts: &Hosts, play: impl Fn(Kind) -> Result<Game>) -> Result<Vec<(Vec<String>, Game)>> {
    let mut games: Vec<(Vec<String>, Game)> = Vec::new();
    for &kind in hosts.kinds() {
        let game = play(kind)?;
        match games.iter_mut().find(|(_, other)| *other == game) {
            Some((hosts, _)) => hosts.push(kind.to_string()),
            None => games.push((vec![kind.to_string()], game)),
        }
    }
    Ok(games)
}

/// A game beside what must be shown.
#[derive(PartialEq)]
struct Game {
    /// The title of what must be shown.
    oracle: &'static str,
    answers: Vec<Answer>,
    /// On a page with cells: the answers and times after which it is read, in order.
    acts: Vec<String>,
    expected: Vec<Dialog>,
    shown: Transcript,
    differs: bool,
}

impl Game {
    /// Plays a page, and asks the oracle what it must show.
    fn of(subject: &Subject, kind: Kind, plan: Plan) -> Result<Self> {
        let shown = play(kind, &subject.page, &plan)?.canonical(subject.reference.as_ref());
        let difference = plan.judge(subject.reference.as_ref(), &shown);
        let differs = difference.is_some();
        let acts = acts(&plan);
        let (oracle, expected, differs) = match plan.oracle {
            Oracle::Reference => ("reference", plan.expected, differs),
            Oracle::PageChooses => ("reference", followed(&shown, difference.as_ref()), differs),
            Oracle::Recorded => ("scenario", plan.expected, differs),
            Oracle::ReadablePage => {
                let readable =
                    play(kind, &subject.readable, &plan)?.canonical(subject.reference.as_ref());
                let differs = compare_pages(&readable, &shown).is_some();
                ("readable page", readable.dialogs, differs)
            }
        };
        Ok(Self {
            oracle,
            acts,
            answers: plan.answers,
            expected,
            shown,
            differs,
        })
    }

    /// Each dialog of the oracle beside that of the page, and the answer to it.
    fn listing(&self) -> String {
        let mut text = String::new();
        let mut answers = self.answers.iter();
        let mut acts = self.acts.iter();
        for at in 0..self.expected.len().max(self.shown.dialogs.len()) {
            let both = [&self.expected, &self.shown.dialogs].map(|dialogs| dialogs.get(at));
            if let [Some(Dialog::Effect(Effect::Step, step)), right] = both
                && right == both[0]
            {
                text.push_str(&format!("> {step}\n"));
                continue;
            }
            let side = |dialogs: &[Dialog]| {
                dialogs
                    .get(at)
                    .map_or_else(|| "(nothing)".to_owned(), Dialog::to_string)
            };
            text.push_str(&beside(
                self.oracle,
                &side(&self.expected),
                "page",
                &side(&self.shown.dialogs),
            ));
            text.push('\n');
            let dialog = both[0].or(both[1]);
            if matches!(dialog, Some(Dialog::Effect(Effect::Cells, _)))
                && let Some(act) = acts.next()
            {
                text.push_str(&format!("> {act}\n"));
            }
            let is_prompt = matches!(dialog, Some(Dialog::Prompt(_) | Dialog::Confirm(_)));
            if let Some(answer) = is_prompt.then(|| answers.next()).flatten() {
                let typed = match answer.0 {
                    None => "Cancel".to_owned(),
                    Some(_) => replay::word(answer),
                };
                text.push_str(&format!("> {typed}\n"));
            }
        }
        match &self.shown.ending {
            Ending::Quiet => {}
            Ending::Threw(error) => text.push_str(&format!("uncaught error: {error}\n")),
            Ending::Hung => text.push_str("the page hangs\n"),
        }
        text.push_str(match self.differs {
            true => "they differ\n",
            false => "they are the same\n",
        });
        text
    }
}

/// What happens before each reading of cells but the first: an answer in its first press, and time.
fn acts(plan: &Plan) -> Vec<String> {
    let Some(cells) = &plan.cells else {
        return Vec::new();
    };
    let mut acts = Vec::new();
    for (answer, presses) in plan.answers.iter().zip(&cells.presses) {
        if answer.1 > 0 {
            acts.push(format!("{} ms", answer.1));
        }
        let text = answer.0.as_deref().unwrap_or_default();
        acts.extend((1..=presses.len()).map(|press| match presses.len() {
            1 => text.to_owned(),
            all => format!("{text}, press {press} of {all}"),
        }));
    }
    acts
}

/// The dialogs of a reference that follows the page: those of the page up to the difference, and the
/// expected one.
fn followed(shown: &Transcript, difference: Option<&Difference>) -> Vec<Dialog> {
    let mut dialogs = shown.dialogs.clone();
    if let Some(Difference { at, expected, .. }) = difference {
        dialogs.truncate(*at);
        match expected {
            Wanted::Dialog(dialog) => dialogs.push(dialog.clone()),
            Wanted::Nothing => {}
            Wanted::Choice(words) => dialogs.push(Dialog::Prompt(words.clone())),
        }
    }
    dialogs
}

/// The transcript of a page.
fn play(kind: Kind, page: &str, plan: &Plan) -> Result<Transcript> {
    let transcripts = kind.open()?.run(page, &[plan])?;
    let transcript = transcripts.into_iter().next();
    transcript.context("the host did not play the game")
}
