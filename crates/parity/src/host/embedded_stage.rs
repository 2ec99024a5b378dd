//! A game on a stage in the embedded engine, which has no document and no events.

use std::sync::atomic::{AtomicBool, Ordering};

use rquickjs::context::EvalOptions;
use rquickjs::{CatchResultExt, Ctx, Error, Function, Object, Value};

use super::embedded::{TIMEOUT, Timeout, in_engine};
use super::events::read_log;
use super::{FAKES, HostError, Kind};
use crate::{Answer, Ending, Stage, Step, Transcript};

/// The stage without a document.
const EMBEDDED_STAGE: &str = include_str!("embedded_stage.js");

/// Plays one game. A page or a step that needs a document or events is an error.
pub(super) fn play(
    script: &str,
    answers: &[Answer],
    stage: &Stage,
) -> Result<Transcript, HostError> {
    let can_play = |step: &&Step| matches!(step, Step::Frames(_) | Step::Wait(_));
    if let Some(step) = stage.steps.iter().find(|step| !can_play(step)) {
        return Err(unsupported(format!("events for the step `{step}`")));
    }
    let timeout = Timeout::new(TIMEOUT);
    let stop = move || timeout.is_over();
    in_engine(stop, |ctx, stopped| {
        perform(ctx, script, (answers, stage), stopped)
    })
}

fn perform(
    ctx: &Ctx<'_>,
    script: &str,
    (answers, stage): (&[Answer], &Stage),
    stopped: &AtomicBool,
) -> Result<Transcript, HostError> {
    let is_stopped = || stopped.load(Ordering::Relaxed);
    let install = || -> rquickjs::Result<Object<'_>> {
        let embedded_stage: Function<'_> = ctx.eval(EMBEDDED_STAGE)?;
        let fakes_of: Function<'_> = ctx.eval(FAKES)?;
        let answers = ctx.json_parse(serde_json::to_string(answers).unwrap_or_default())?;
        embedded_stage.call((fakes_of, ctx.globals(), answers, stage.seed))
    };
    let played = install().catch(ctx)?;
    // A script as that of a page: what it declares is global. It may be stopped.
    let evaluate = |script: &str| -> rquickjs::Result<()> {
        let mut options = EvalOptions::default();
        options.strict = false;
        match ctx.eval_with_options::<Value<'_>, _>(script, options) {
            Err(Error::Exception) if !is_stopped() => {
                played.get::<_, Function<'_>>("fail")?.call((ctx.catch(),))
            }
            ended => ended.map(|_| ()).or_else(|error| match is_stopped() {
                true => Ok(()),
                false => Err(error),
            }),
        }
    };
    // What promises do after a script or a step.
    let settle = || while !is_stopped() && ctx.execute_pending_job() {};
    for script in [&*stage.before, script] {
        evaluate(script)?;
    }
    settle();
    for step in stage.steps.iter().take_while(|_| !is_stopped()) {
        let (verb, rest) = step.words();
        let function: Function<'_> = played.get("step")?;
        match function.call::<_, ()>((verb, &rest)).catch(ctx) {
            Err(caught) if !is_stopped() => return Err(caught.into()),
            _ => settle(),
        }
    }
    if is_stopped() {
        return Ok(Transcript {
            dialogs: Vec::new(),
            ending: Ending::Hung,
        });
    }
    let text = |name: &str| played.get::<_, Function<'_>>(name)?.call::<_, String>(());
    let lack = text("lack")?;
    if !lack.is_empty() {
        return Err(unsupported(format!("`{lack}`")));
    }
    let shown = Transcript {
        dialogs: read_log(&text("take")?)?,
        ending: Ending::Quiet,
    };
    Ok(shown.without(&stage.ignored))
}

fn unsupported(what: String) -> HostError {
    HostError::Unsupported {
        host: Kind::Embedded,
        what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialog;

    fn run(script: &str, answers: &[&str], steps: &[&str]) -> Result<Vec<String>, HostError> {
        let answers: Vec<Answer> = answers.iter().copied().map(Answer::typed).collect();
        let steps = steps.iter().map(|step| step.parse().expect("a step"));
        let stage = Stage {
            steps: steps.collect(),
            ..Stage::default()
        };
        let shown = play(script, &answers, &stage)?;
        let lines = shown.dialogs.iter().map(Dialog::parts);
        let lines = lines.map(|(kind, text)| format!("{kind}: {text}"));
        Ok(lines.collect())
    }

    #[test]
    fn dialogs_console_timers_frames_and_errors_are_recorded_in_order() {
        let script = "
            setTimeout(() => console.log('late', {a: [1]}, x => x), 20);
            count = 0;
            draw = time => { if (count++ < 2) requestAnimationFrame(draw); else nothing() };
            requestAnimationFrame(draw);
            confirm('sure?') && alert(prompt('name', 'Ada'));
            Promise.resolve().then(() => console.warn(count));
        ";
        let shown = run(script, &["", "Bob"], &["frames 2", "wait 100"]).expect("an engine");
        assert_eq!(
            shown,
            [
                "confirm: sure?",
                "prompt: name [Ada]",
                "alert: Bob",
                "console: warn 0",
                "step: frames 2",
                "console: log late {\"a\":[1]} function",
                "step: wait 100",
                "error: ReferenceError: nothing is not defined",
            ]
        );
    }

    #[test]
    fn kinds_of_outputs_are_left_out() {
        let stage = Stage {
            ignored: vec!["console"],
            ..Stage::default()
        };
        let script = "console.log(1); alert(2)";
        let shown = play(script, &[], &stage).expect("an engine");
        assert_eq!(shown.dialogs, [Dialog::Alert("2".to_owned())]);
    }

    #[test]
    fn time_passes_only_in_steps_and_random_numbers_depend_on_the_seed() {
        let script = "
            then = Date.now(); from = performance.now();
            show = () => alert([Date.now() - then, performance.now() - from, Math.random()]);
            show(); setInterval(show, 300)
        ";
        let shown = run(script, &[], &["wait 700"]).expect("an engine");
        let random = |line: &str| line.split(',').nth(2).map(str::to_owned);
        assert!(shown[0].starts_with("alert: 0,0,"), "{shown:?}");
        assert!(shown[2].starts_with("alert: 300,300,"), "{shown:?}");
        assert!(shown[3].starts_with("alert: 600,600,"), "{shown:?}");
        assert_eq!(shown.len(), 4);
        assert_ne!(random(&shown[0]), random(&shown[2]));
        let again = run(script, &[], &["wait 700"]).expect("an engine");
        assert_eq!(again, shown);
    }

    #[test]
    fn what_needs_a_document_or_events_is_an_error_with_its_name() {
        for (script, steps, what) in [
            ("document.title = 1", &[][..], "`document`"),
            ("onkeydown = () => 0", &[], "`onkeydown`"),
            (
                "setTimeout(() => innerWidth, 9)",
                &["wait 10"],
                "`innerWidth`",
            ),
            ("alert(1)", &["key a"], "events for the step `key a`"),
        ] {
            let error = run(script, &[], steps).expect_err(script).to_string();
            assert!(error.contains(what), "{script}: {error}");
        }
        let own = run("var history = [1]; alert(history)", &[], &[]).expect("a variable");
        assert_eq!(own, ["alert: 1"]);
    }

    #[test]
    fn floods_and_endless_scripts_end() {
        let flood = run("for (;;) console.log(1)", &[], &["wait 9"]).expect("an engine");
        assert!(flood.len() > 900 && flood.len() < 1_100, "{}", flood.len());
        let stage = Stage::default();
        let endless = play("for (;;);", &[], &stage).expect("an engine");
        assert_eq!(endless.ending, Ending::Hung);
    }
}
