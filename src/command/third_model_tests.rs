//! A model of another crate: no command is changed for it.

use std::fs;
use std::sync::Arc;

use clap::Parser;
use golfchess_parity::{
    Answer, CatalogPage, Dialog, Expected, Model, ModelError, Plan, Reference, Suite, SuiteContext,
};

use super::{Environment, golf, plans, replay, verify};
use crate::output::Report;

/// Pages that greet; with the flag Q in capitals.
#[derive(Debug)]
struct Greetings;

#[derive(Debug)]
struct Greeting {
    word: &'static str,
}

struct Names;

impl Model for Greetings {
    fn pages(&self) -> &'static str {
        "pages that greet"
    }

    fn suites(&self) -> Vec<&'static dyn Suite> {
        vec![&Names]
    }

    fn reference(&self, page: &CatalogPage) -> Result<Arc<dyn Reference>, ModelError> {
        let word = if page.flags == "Q" { "HI " } else { "hi " };
        Ok(Arc::new(Greeting { word }))
    }
}

impl Reference for Greeting {
    fn play(&self, answers: &[Answer]) -> Expected {
        let answer = answers.first().cloned().unwrap_or(Answer::CANCEL);
        let name = answer.0.clone().unwrap_or_else(|| "null".to_owned());
        let greeting = format!("{}{name}", self.word);
        Expected {
            answers: vec![answer],
            dialogs: vec![Dialog::Prompt("Name?".to_owned()), Dialog::Alert(greeting)],
        }
    }
}

impl Suite for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
        let reference = context.subject.reference.as_ref();
        let plan = |name: &str| Plan::new(reference, "names", name, &[Answer::typed(name)]);
        ["Ada", "", "Grace"].map(plan).to_vec()
    }
}

const MANIFEST: &str = "title = 't'\nentry = 'page.js'\nreference = 'greetings'\n\
    naming = { stem = 'p', bare = 'bare', parts = ['Q'] }\n\
    wrapper = [{ name = 'script', open = '<script>', close = '</script>' }]\n\
    source = { open = '<script>', close = '</script>' }\n\
    flag = [{ letter = 'Q', group = 'g', title = 't', text = 't' }]\n";

const PAGE: &str = "word = '/*% if Q %*/HI/*% else %*/hi/*% endif %*/ ';\n\
    who = prompt('Name?');\nalert(word + who);\n";

#[derive(Parser)]
enum Line {
    Verify(verify::Args),
    Replay(replay::Args),
    Golf(golf::Args),
    Plans(plans::Args),
}

/// Runs a command in a folder with the fragments.
fn run(folder: &std::path::Path, words: &str) -> anyhow::Result<Report> {
    let folders = crate::options::Folders {
        templates: folder.to_owned(),
        catalog: folder.join("catalog"),
    };
    let mut env = Environment::new(&folders);
    env.open_model = |_, _| Ok(Arc::new(Greetings));
    match Line::try_parse_from(["gen"].into_iter().chain(words.split(' ')))? {
        Line::Verify(args) => verify::run(&env, &args),
        Line::Replay(args) => replay::run(&env, &args),
        Line::Golf(args) => golf::run(&env, &args),
        Line::Plans(args) => plans::run(&env, &args),
    }
}

#[test]
fn the_commands_work_with_a_model_that_they_do_not_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    for (file, text) in [
        ("catalog.toml", MANIFEST),
        ("page.js", PAGE),
        (
            "pages/p_bare.html",
            "<script>alert('hi '+prompt('Name?'))</script>",
        ),
        (
            "pages/p_Q.html",
            "<script>alert('Hi '+prompt('Name?'))</script>",
        ),
    ] {
        fs::write(folder.path().join(file), text).expect("written");
    }
    let pages = format!("--host embedded --pages {}", pages.display());
    let run = |words: &str| run(folder.path(), words);
    let verified = run(&format!("verify p_bare {pages}")).expect("a verdict");
    assert_eq!(verified.code, 0);
    let failed = run(&format!("verify {pages} --suite names")).expect("a verdict");
    assert_eq!(failed.code, 1);
    let found = failed.text;
    assert!(
        found.contains("p_Q fails names in embedded: Ada"),
        "{found}"
    );
    let replayed = run(&format!("replay p_Q Ada {pages}")).expect("a game");
    assert_eq!(replayed.code, 1);
    assert!(replayed.text.contains("HI Ada"), "{}", replayed.text);
    let state = folder.path().join("state");
    let golf = format!(
        "golf p_bare --host embedded --candidates 20 --state {}",
        state.display()
    );
    assert_eq!(run(&golf).expect("a search").code, 0);
    for (words, message) in [
        ("verify --suite mirror", "there is no suite `mirror`"),
        (
            "verify --suite rules",
            "gen verify --suite rules needs a catalog of chess pages",
        ),
        (
            "replay p_Q --seed 2 --host embedded --pages pages",
            "pages that greet have no scenarios",
        ),
        ("plans p_Q", "gen plans needs a catalog of chess pages"),
    ] {
        let words = words.replace("--pages pages", &pages["--host embedded ".len()..]);
        let error = run(&words).err().map(|error| format!("{error:#}"));
        assert!(
            error.as_ref().is_some_and(|error| error.contains(message)),
            "{words}: {error:?}"
        );
    }
}
