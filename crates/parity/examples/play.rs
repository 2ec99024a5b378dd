//! Runs a page with some answers and prints its dialogs:
//! `cargo run -p golfchess-parity --example play -- page.html answer...`

use std::error::Error;

use golfchess_parity::host::Kind;
use golfchess_parity::{Answer, Expected, Plan, Reference, replay};

/// Expects no dialogs: the page is only run.
#[derive(Debug)]
struct NoExpectation;

impl Reference for NoExpectation {
    fn play(&self, answers: &[Answer]) -> Expected {
        Expected {
            answers: answers.to_vec(),
            dialogs: Vec::new(),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("usage: play page.html answer...")?;
    let page = std::fs::read_to_string(file)?;
    let mut answers: Vec<Answer> = words.map(|word| replay::read(&word)).collect();
    answers.push(Answer::CANCEL);
    let plan = Plan::new(&NoExpectation, "example", "example", &answers);
    let mut host = Kind::Embedded.open()?;
    for transcript in host.run(&page, &[&plan])? {
        for dialog in &transcript.dialogs {
            println!("{dialog}\n");
        }
        println!("{:?}", transcript.ending);
    }
    Ok(())
}
