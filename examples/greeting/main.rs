//! Verifies a page that is not chess, with the parity crate alone:
//! `cargo run --example greeting [-- PAGE]`
//!
//! The page asks for names and greets each one, until the name is empty or the prompt is
//! cancelled. The exit code is 1 if the page differs from this description.

use std::process::ExitCode;
use std::sync::Arc;

use golfchess_parity::host::Kind;
use golfchess_parity::{
    Answer, Dialog, Effort, Expected, Options, Plan, Reference, Subject, Suite, SuiteContext,
    verify,
};

/// The description of the page as a program.
#[derive(Debug)]
struct Greeting;

impl Reference for Greeting {
    fn play(&self, answers: &[Answer]) -> Expected {
        let mut answers = answers.iter().cloned();
        let mut expected = Expected {
            answers: Vec::new(),
            dialogs: Vec::new(),
        };
        loop {
            let answer = answers.next().unwrap_or(Answer::CANCEL);
            expected.dialogs.push(Dialog::Prompt("Name?".to_owned()));
            expected.answers.push(answer.clone());
            match answer.0 {
                Some(name) if !name.is_empty() => {
                    let greeting = Dialog::Alert(format!("Hello {name}"));
                    expected.dialogs.push(greeting);
                }
                _ => return expected,
            }
        }
    }
}

/// Names of several kinds, and none.
struct Names;

impl Suite for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
        let reference = context.subject.reference.as_ref();
        let plan = |case: &str, names: &[&str]| {
            let answers: Vec<Answer> = names.iter().copied().map(Answer::typed).collect();
            Plan::new(reference, "names", case, &answers)
        };
        vec![
            plan("cancel at once", &[]),
            plan("an empty name", &[""]),
            plan("two names", &["Ada", "Grace"]),
            plan("a name of digits", &["0", "1"]),
            plan("HTML in a name", &["<b>", "&amp;"]),
        ]
    }
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let page = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => include_str!("page.html").to_owned(),
    };
    let subject = Subject {
        name: "greeting".to_owned(),
        place: 0,
        same_as: None,
        reference: Arc::new(Greeting),
        readable: page.clone(),
        page,
    };
    let options = Options {
        replay: "replay".to_owned(),
        ..Options::new(vec![&Names], Effort::Usual, Kind::Embedded)
    };
    let verdict = verify(&[subject], &options, &|_dialogs| ())?;
    for finding in verdict.findings() {
        let difference = &finding.difference;
        println!(
            "{}: expected {}, got {}\n  {}",
            finding.case, difference.expected, difference.shown, finding.replay
        );
    }
    println!("{} dialogs compared", verdict.dialogs());
    Ok(ExitCode::from(u8::from(
        verdict.findings().next().is_some(),
    )))
}
