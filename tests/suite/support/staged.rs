//! Plays a page on a stage in a host.

use golfchess_parity::host::Host;
use golfchess_parity::mirror::ReadablePageModel;
use golfchess_parity::{Answer, Dialog, Plan, Stage, Transcript};

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

/// What a page has shown, a line each.
pub fn lines(shown: &Transcript) -> Vec<String> {
    let parts = shown.dialogs.iter().map(Dialog::parts);
    parts
        .map(|(kind, text)| format!("{kind}: {text}"))
        .collect()
}
