//! Compares a page with the readable page that it was built from, without a model of its behaviour.

use std::collections::BTreeSet;

use crate::{
    Answer, Effort, Expected, Mode, Oracle, Plan, Reference, Subject, Suite, SuiteContext,
};

/// A page without a model of its behaviour: only its readable page says what it must show.
pub type MirrorSubject = Subject<Unmodelled>;

/// The reference of a page without a model. It expects no dialogs, and cancels the prompts after
/// the last typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    /// Texts that the page may know as answers, such as the strings of its script.
    pub dictionary: Vec<String>,
}

impl Reference for Unmodelled {
    fn play(&self, answers: &[Answer]) -> Expected {
        let typed = answers.iter().rposition(|answer| answer.0.is_some());
        let mut answers = answers[..typed.map_or(0, |last| last + 1)].to_vec();
        answers.extend(vec![Answer::CANCEL; CANCELS]);
        Expected {
            answers,
            dialogs: Vec::new(),
        }
    }
}

/// The suite that compares pages with their readable pages. Each game answers the first prompts with
/// the same text, or with random texts, and cancels the others.
#[derive(Clone, Copy, Debug)]
pub struct Mirror;

impl Mirror {
    /// What the suite plays, in one phrase.
    pub const COVERAGE: &'static str =
        "each of some texts at every prompt, random texts, and Cancel";
}

/// Texts that many pages distinguish: nothing, numbers of each sign, words, and characters with a
/// meaning in HTML.
const TEXTS: [&str; 14] = [
    "",
    "0",
    "1",
    "2",
    "3",
    "10",
    "100",
    "-1",
    "2.5",
    "a",
    "yes",
    "no",
    "<b>&amp;",
    "\u{e9}\u{265e}",
];

/// The most prompts of a game that get a text.
const PROMPTS: usize = 12;

/// The number of prompts that are cancelled after them. A page that opens more is stopped.
const CANCELS: usize = 4;

impl Suite<Unmodelled> for Mirror {
    fn name(&self) -> &'static str {
        "mirror"
    }

    fn plans(&self, context: &SuiteContext<'_, Unmodelled>) -> Vec<Plan> {
        let reference = &context.subject.reference;
        let plan = |case: String, answers: &[Answer]| Plan::new(reference, "mirror", case, answers);
        let dictionary = reference.dictionary.iter().map(String::as_str);
        let texts: BTreeSet<&str> = TEXTS.into_iter().chain(dictionary).collect();
        let texts: Vec<&str> = texts.into_iter().collect();
        let mut plans = vec![plan("Cancel".to_owned(), &[])];
        for text in &texts {
            let case = format!("{text:?} at {PROMPTS} prompts");
            plans.push(plan(case, &vec![Answer::typed(*text); PROMPTS]));
        }
        let mut rng = context.rng_of_page(0);
        for game in 1..=context.by_effort(5, 20, 200) {
            let answers: Vec<Answer> = (0..rng.usize(1..=PROMPTS))
                .map(|_| {
                    let think = if rng.u8(..) < 64 { rng.u64(..3_000) } else { 0 };
                    let text = texts[rng.usize(..texts.len())];
                    Answer(Some(text.to_owned()), think)
                })
                .collect();
            plans.push(plan(format!("random answers {game}"), &answers));
        }
        plans
    }

    fn mode(&self, _effort: Effort) -> Mode {
        Mode::Fresh
    }

    fn oracle(&self) -> Oracle {
        Oracle::ReadablePage
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Kind;
    use crate::{Options, Verdict, verify};

    fn verdict(page: &str, readable: &str) -> Verdict {
        let subject = Subject {
            name: "page".to_owned(),
            place: 0,
            reference: Unmodelled {
                dictionary: vec!["stop".to_owned()],
            },
            page: page.to_owned(),
            readable: readable.to_owned(),
        };
        let options = Options::new(vec![&Mirror], Effort::Quick, Kind::Embedded);
        verify(&[subject], &options, &|_| ()).expect("an engine")
    }

    #[test]
    fn equal_pages_have_no_finding_and_their_dialogs_are_counted() {
        let page = "<script>alert(prompt('a'))</script>";
        let verdict = verdict(page, "<script>text = prompt('a'); alert(text)</script>");
        assert_eq!(verdict.findings().count(), 0);
        let games = verdict.tallies[0].games;
        assert_eq!((games, verdict.dialogs()), (1 + 15 + 5, 2 * games));
    }

    #[test]
    fn a_difference_after_a_word_of_the_script_is_found_and_shrunk() {
        let page = |then: &str| {
            format!("<script>prompt('a');if(prompt('b')=='stop')alert({then})</script>")
        };
        let verdict = verdict(&page("1"), &page("2"));
        let finding = verdict.findings().next().expect("a finding");
        assert_eq!(finding.difference.at, 2);
        assert_eq!(finding.answers.len(), 2);
        assert_eq!(finding.answers[1].0.as_deref(), Some("stop"));
        assert_eq!(finding.replay.split(' ').next_back(), Some("stop"));
    }

    #[test]
    fn an_endless_page_is_compared_too() {
        let page = |text: &str| format!("<script>for(;;)prompt({text})</script>");
        assert_eq!(verdict(&page("1"), &page("1")).findings().count(), 0);
        assert_eq!(verdict(&page("1"), &page("2")).findings().count(), 1);
    }
}
