//! Compares a page with the readable page that it was built from, without a model of its behaviour.

mod scenarios;

use std::collections::BTreeSet;
use std::sync::Arc;

use fastrand::Rng;

pub use self::scenarios::Scenarios;
use crate::scenario::Scenario;
use crate::{
    Answer, CatalogPage, Effort, Expected, Inputs, Mode, Model, ModelError, Oracle, Plan,
    Reference, Stage, Step, Suite, SuiteContext,
};

/// The reference of a page without a model. It expects no dialogs, and cancels the dialogs after
/// the last answer that is not Cancel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadablePageModel {
    /// Texts that the page may accept as answers, such as the strings of its script.
    pub dictionary: Vec<String>,
    /// What the games of the suite consist of.
    pub inputs: Inputs,
    /// The scenarios that are for this page. In a catalog they are recorded.
    pub scenarios: Vec<Scenario>,
    /// A script that runs before those of the page and of its readable page.
    pub before: Arc<str>,
}

impl Reference for ReadablePageModel {
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

/// The model of pages without a reference of their own: their readable pages and scenarios say what they
/// must show.
#[derive(Clone, Debug, Default)]
pub struct ReadablePages {
    /// All scenarios.
    pub scenarios: Vec<Scenario>,
    /// What the games consist of; `None` for the usual inputs for each script.
    pub inputs: Option<Inputs>,
}

impl Model for ReadablePages {
    fn pages(&self) -> &'static str {
        "pages without a model of their own"
    }

    fn suites(&self) -> Vec<&'static dyn Suite> {
        vec![&Scenarios, &Mirror]
    }

    fn reference(&self, page: &CatalogPage) -> Result<Arc<dyn Reference>, ModelError> {
        let usual = || Inputs::of_script(&page.script);
        let of_page = |scenario: &Scenario| {
            let applies = scenario.applies(|flag| page.flags.contains(flag));
            let own = applies.then(|| scenario.on(&page.name));
            own.filter(|scenario| scenario.shown.is_some())
        };
        Ok(Arc::new(ReadablePageModel {
            dictionary: page.dictionary.clone(),
            inputs: self.inputs.clone().unwrap_or_else(usual),
            scenarios: self.scenarios.iter().filter_map(of_page).collect(),
            before: Arc::default(),
        }))
    }

    fn oracle(&self) -> Oracle {
        Oracle::ReadablePage
    }

    fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }
}

/// The suite that compares pages with their readable pages. Some games answer the first dialogs with
/// the same text and cancel the others, some do one step; the others have random answers and steps.
#[derive(Clone, Copy, Debug)]
pub struct Mirror;

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

/// The most dialogs of a game that get a text.
const PROMPTS: usize = 12;

/// The number of dialogs that are cancelled after them. A page that opens more is stopped.
const CANCELS: usize = 4;

/// The most steps of a game, apart from those in which only time passes.
const STEPS: usize = 40;

impl Suite for Mirror {
    fn name(&self) -> &'static str {
        "mirror"
    }

    fn coverage(&self, _effort: Effort) -> &'static str {
        "each of some texts at every dialog, Cancel, each step, random texts and steps"
    }

    fn plans(&self, context: &SuiteContext<'_>) -> Vec<Plan> {
        let model = context.subject.reference_as::<ReadablePageModel>();
        let Some(reference) = model else {
            return Vec::new();
        };
        let ReadablePageModel {
            dictionary,
            inputs,
            before,
            ..
        } = reference;
        let stage = |steps: Vec<Step>| Stage {
            steps,
            before: Arc::clone(before),
            ..Stage::default()
        };
        let plan = |case: String, answers: &[Answer], stage: Stage| {
            Plan::new(reference, "mirror", case, answers).with_stage(stage)
        };
        let texts: BTreeSet<&str> = match &inputs.answers {
            Some(answers) => answers.iter().map(String::as_str).collect(),
            None => {
                let dictionary = dictionary.iter().map(String::as_str);
                TEXTS.into_iter().chain(dictionary).collect()
            }
        };
        let texts: Vec<&str> = texts.into_iter().collect();
        let after = inputs.time();
        let mut plans = vec![plan("Cancel".to_owned(), &[], stage(after.clone()))];
        for text in &texts {
            let case = format!("{text:?} at {PROMPTS} dialogs");
            let answers = vec![Answer::typed(*text); PROMPTS];
            plans.push(plan(case, &answers, stage(after.clone())));
        }
        for step in &inputs.steps {
            let steps = [std::slice::from_ref(step), &after].concat();
            plans.push(plan(step.to_string(), &[], stage(steps)));
        }
        let mut rng = context.rng_of_page(0);
        for game in 1..=context.by_effort(5, 20, 200) {
            let answers = match texts[..] {
                [] => Vec::new(),
                _ => random_answers(&texts, &mut rng),
            };
            let stage = Stage {
                steps: random_steps(inputs, &mut rng),
                seed: rng.u32(1..1_000),
                before: Arc::clone(before),
                ..Stage::default()
            };
            plans.push(plan(format!("random inputs {game}"), &answers, stage));
        }
        plans
    }

    fn mode(&self, _effort: Effort) -> Mode {
        Mode::Fresh
    }

    fn oracle(&self) -> Oracle {
        Oracle::ReadablePage
    }

    fn is_sample(&self) -> bool {
        true
    }
}

fn random_answers(texts: &[&str], rng: &mut Rng) -> Vec<Answer> {
    let answers = (0..rng.usize(1..=PROMPTS)).map(|_| {
        let think = if rng.u8(..) < 64 { rng.u64(..3_000) } else { 0 };
        let text = texts[rng.usize(..texts.len())].to_owned();
        Answer((rng.u8(..) >= 16).then_some(text), think)
    });
    answers.collect()
}

/// Steps of the alphabet, with the frames of a game spread between them.
fn random_steps(inputs: &Inputs, rng: &mut Rng) -> Vec<Step> {
    let mut steps = Vec::new();
    let count = rng.usize(1..=STEPS);
    let mut frames = inputs.frames;
    if inputs.steps.is_empty() {
        return inputs.time();
    }
    for _ in 0..count {
        steps.push(inputs.steps[rng.usize(..inputs.steps.len())].clone());
        if frames > 0 && rng.bool() {
            let some = rng.u32(1..=frames.min(30));
            frames -= some;
            steps.push(Step::Frames(some));
        }
    }
    if frames > 0 {
        steps.push(Step::Frames(frames));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Kind;
    use crate::{Options, Subject, Verdict, verify};

    fn verdict(page: &str, readable: &str) -> Verdict {
        let reference = ReadablePageModel {
            dictionary: vec!["stop".to_owned()],
            ..ReadablePageModel::default()
        };
        let subject = Subject::of(reference, page, readable);
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
    fn a_difference_after_a_frame_is_found_and_shrunk_to_its_steps() {
        let page = |then: &str| {
            format!(
                "<script>draw=time=>{{if(time>200)console.log({then});requestAnimationFrame(draw)}};\
                 draw(0)</script>"
            )
        };
        let reference = ReadablePageModel {
            inputs: Inputs::of_script(&page("1")),
            ..ReadablePageModel::default()
        };
        let subject = Subject::of(reference, &page("1"), &page("2"));
        let options = Options {
            replay: "gen replay".to_owned(),
            ..Options::new(vec![&Mirror], Effort::Quick, Kind::Embedded)
        };
        let verdict = verify(&[subject], &options, &|_| ()).expect("an engine");
        let finding = verdict.findings().next().expect("a finding");
        assert_eq!(finding.replay, "gen replay --step 'frames 15' page");
        assert_eq!(finding.difference.expected.to_string(), "console\nlog 2");
    }

    #[test]
    fn an_endless_page_is_compared_too() {
        let page = |text: &str| format!("<script>for(;;)prompt({text})</script>");
        assert_eq!(verdict(&page("1"), &page("1")).findings().count(), 0);
        assert_eq!(verdict(&page("1"), &page("2")).findings().count(), 1);
    }
}
