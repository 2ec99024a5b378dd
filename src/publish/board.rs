//! Checks that the board of the site can read what pages show.

use std::path::Path;

use golfchess_parity::host::{HostError, Kind};
use golfchess_parity::mirror::ReadablePageModel;
use golfchess_parity::{Answer, Dialog, Plan, Reference, Subject};

use super::PublishError;
use super::sources::read;
use crate::contract::{Contract, First};

/// The scripts of the board that read a prompt, in the order in which they depend on each other.
const READERS: [&str; 2] = ["runner.js", "play_rules.js"];

/// The start of a game, with a move that every page has: a position for each side to move.
const MOVE: &str = "e2e3";

/// The boards at the prompts of this game.
const BOARDS: [&str; 2] = [
    "rnbqkbnrpppppppp________________________________PPPPPPPPRNBQKBNR",
    "rnbqkbnrpppppppp____________________________P___PPPP_PPPRNBQKBNR",
];

/// The start of a text that Black sees from its own side.
const TURNED: char = '~';

/// Fails if the site's scripts read another board from a prompt of a page than the contract means.
///
/// # Errors
/// The first page that the scripts read wrongly, or scripts that cannot be read or run.
pub(super) fn check(subjects: &[Subject], sources: &Path) -> Result<(), PublishError> {
    let folder = sources.join("script");
    let mut script = String::new();
    for reader in READERS {
        script += &read(&folder.join(reader))?;
    }
    // Announces the board of each text that is typed.
    let page = format!(
        "<script>{script}for(let text;(text=prompt())!==null;)\
         {{let board;try{{const turned=text[0]=='{TURNED}';\
         board=readPrompt(text.slice(turned),turned).board}}catch{{}}alert(board)}}</script>"
    );
    let place = || {
        folder
            .join(READERS[READERS.len() - 1])
            .display()
            .to_string()
    };
    let failed = |error: HostError| PublishError::Text {
        place: place(),
        reason: error.to_string(),
    };
    let plans: Vec<Plan> = subjects.iter().map(plan).collect();
    let mut host = Kind::Embedded.open().map_err(failed)?;
    let plans_of_all: Vec<&Plan> = plans.iter().collect();
    let shown = host.run(&page, &plans_of_all).map_err(failed)?;
    for ((subject, plan), shown) in subjects.iter().zip(&plans).zip(shown) {
        let boards: Vec<&str> = shown.dialogs.iter().filter_map(announced).collect();
        if boards != BOARDS {
            return Err(PublishError::Unread {
                variant: subject.name.clone(),
                text: plan.answers[0].0.clone().unwrap_or_default(),
                place: place(),
            });
        }
    }
    Ok(())
}

/// Types what a page must show in the game.
fn plan(subject: &Subject) -> Plan {
    let contract = subject.reference_as::<Contract>();
    // A page with X may draw this position.
    let known = contract.map(|contract| Contract {
        first: First::Standard,
        ..*contract
    });
    let moves = [Answer::typed(MOVE)];
    let shown = match &known {
        Some(contract) => contract.play(&moves).dialogs,
        None => subject.reference.play(&moves).dialogs,
    };
    let turns = known.is_some_and(|contract| contract.show.turns);
    let prompts = shown.into_iter().enumerate();
    let prompts = prompts.filter_map(|(at, dialog)| match dialog {
        Dialog::Prompt(text) if turns && at == 1 => Some(Answer::typed(format!("{TURNED}{text}"))),
        Dialog::Prompt(text) => Some(Answer::typed(text)),
        _ => None,
    });
    Plan {
        answers: prompts.chain([Answer::CANCEL]).collect(),
        ..Plan::new(&ReadablePageModel::default(), "board", "", &[])
    }
}

fn announced(dialog: &Dialog) -> Option<&str> {
    match dialog {
        Dialog::Alert(board) => Some(board),
        _ => None,
    }
}
