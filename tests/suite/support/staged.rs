//! Plays a page on a stage in a host.

use golfchess_parity::host::Host;
use golfchess_parity::mirror::ReadablePageModel;
use golfchess_parity::{Answer, Dialog, Ending, Plan, Stage, Transcript};

use super::traps::Trap;

/// What a page shows after some steps.
pub fn play(host: &mut dyn Host, page: &str, answers: &[Answer], steps: &[&str]) -> Transcript {
    let steps = steps.iter().map(|step| step.parse().expect("a step"));
    let stage = Stage {
        steps: steps.collect(),
        ..Stage::default()
    };
    let plan = Plan::new(&ReadablePageModel::default(), "test", "test", answers).with_stage(stage);
    let shown = host.run(page, &[&plan]).expect("a host");
    shown.into_iter().next().expect("a transcript")
}

/// What a page of a trap, or a result of it, shows when a person does there what the trap says.
pub fn shown(host: &mut dyn Host, trap: &Trap, page: &str) -> Vec<String> {
    let answers = ["3", "hello", "7", "x"].map(Answer::typed);
    // For timers.
    let steps = trap.actions.iter().map(String::as_str).chain(["wait 200"]);
    let shown = play(host, page, &answers, &steps.collect::<Vec<_>>());
    assert_eq!(shown.ending, Ending::Quiet, "{}", trap.file);
    lines(&shown)
}

/// What a page has shown, a line each.
pub fn lines(shown: &Transcript) -> Vec<String> {
    let parts = shown.dialogs.iter().map(Dialog::parts);
    parts
        .map(|(kind, text)| format!("{kind}: {text}"))
        .collect()
}
