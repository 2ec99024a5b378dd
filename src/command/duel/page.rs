//! A page with the flag A as a side of a duel.
//!
//! A page starts a game only at the start position. So it runs anew for each of its moves: all moves so
//! far are typed, and then an empty answer lets it move.

use anyhow::{Result, bail};
use fastrand::Rng;
use golfchess::contract::{Show, canonical, prompt_text};
use golfchess_parity::host::{Host, Kind};
use golfchess_parity::{Answer, Dialog, Ending, Mode, Oracle, Plan, Transcript, replay};
use golfchess_rules::{Color, Game, Move};

use super::player::{Player, Turn};

/// Comes before the page. It adds to each prompt the milliseconds since the last answer, and replaces
/// `Math.random` by a generator with a seed. The driver has replaced the clock, but a date still has
/// the constructor of the real one.
const PRELUDE: &str = "<script>{\
const clock=()=>(new Date).constructor.now(),ask=globalThis.prompt;\
let seed=SEED,since=clock();\
globalThis.prompt=text=>{const answer=ask(text+'\\n#'+(clock()-since));since=clock();return answer};\
Math.random=()=>(seed=Math.imul(seed,1664525)+1013904223>>>0)/4294967296\
}</script>";

/// A page and the host that runs it.
pub struct PageSide {
    pub name: String,
    /// Its text.
    pub page: String,
    /// What it shows.
    pub show: Show,
    /// The start of a command that replays a game.
    pub replay: String,
    pub host: Kind,
}

/// A page in a host.
pub struct PagePlayer {
    host: Box<dyn Host>,
    name: String,
    page: String,
    show: Show,
    replay: String,
}

impl PageSide {
    pub fn open(&self) -> Result<PagePlayer> {
        Ok(PagePlayer {
            host: self.host.open()?,
            name: self.name.clone(),
            page: self.page.clone(),
            show: self.show,
            replay: self.replay.clone(),
        })
    }
}

impl Player for PagePlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Turn> {
        let moves = game.moves().iter().map(|mv| Answer::typed(mv.to_string()));
        let answers: Vec<Answer> = moves.chain([Answer::typed("")]).collect();
        let plan = Plan {
            suite: "duel",
            case: String::new(),
            answers,
            expected: Vec::new(),
            mode: Mode::Fresh,
            // The host gives the page time to think.
            oracle: Oracle::Followed,
            stage: None,
            pace: 0,
        };
        let seed = Rng::with_seed(seed).u32(..).to_string();
        let page = format!("{}{}", PRELUDE.replace("SEED", &seed), self.page);
        let Some(transcript) = self.host.run(&page, &[&plan])?.pop() else {
            bail!("the host returned no game of {}", self.name);
        };
        let found = match &transcript.ending {
            Ending::Hung => Err("the page did not answer in time".to_owned()),
            _ => self.read(game, plan.answers.len(), &transcript),
        };
        found.or_else(|reason| {
            let command = replay::command(&self.replay, &self.name, &plan.answers);
            bail!("{}: {reason}\n  {command}", self.name)
        })
    }
}

impl PagePlayer {
    /// Finds the move in the dialogs that follow some answers, of which the last one is empty.
    fn read(&self, game: &Game, answers: usize, transcript: &Transcript) -> Result<Turn, String> {
        let is_prompt = |dialog: &&Dialog| matches!(dialog, Dialog::Prompt(_));
        let prompts = transcript.dialogs.iter().filter(is_prompt).count();
        if prompts < answers {
            return Err(format!(
                "the page ended the game after {prompts} prompts, but the game goes on"
            ));
        }
        let last = transcript.dialogs.last();
        match last {
            Some(Dialog::Prompt(text)) if prompts > answers => self.shown(game, text),
            Some(Dialog::Alert(code)) => last_move(game, Some(code)),
            _ => last_move(game, None),
        }
    }

    /// Finds the move that leads to the board of a prompt.
    fn shown(&self, game: &Game, text: &str) -> Result<Turn, String> {
        let (text, millis) = text.rsplit_once("\n#").unwrap_or((text, ""));
        let text = canonical(text, self.show);
        // The first line may have the clocks, which stand still.
        let rows = match text.split_once('\n') {
            Some((clocks, rows)) if clocks.starts_with("W:") => rows,
            _ => text.as_str(),
        };
        let rules = game.profile().moves;
        let leads_there = |mv: &Move| {
            let after = game.position().play(*mv, rules);
            after.is_ok_and(|after| prompt_text(after.board(), None, self.show) == rows)
        };
        let mv = game.legal_moves().into_iter().find(leads_there);
        let mv = mv.ok_or_else(|| {
            format!("no legal move leads to the board that the page shows:\n{rows}")
        })?;
        let millis = millis.parse().ok();
        Ok(Turn { mv, millis })
    }
}

/// Finds a move that ends the game as a page announced it. The page does not show the move, so it may
/// have made another one that ends the game in the same way.
fn last_move(game: &Game, code: Option<&str>) -> Result<Turn, String> {
    let winner = match code.and_then(|code| code.chars().next()) {
        Some('W') => Some(Color::White),
        Some('B') => Some(Color::Black),
        _ => None,
    };
    let ends = |mv: &Move| {
        let mut after = game.clone();
        let played = after.play(*mv).is_ok();
        let outcome = after.outcome().filter(|_| played);
        outcome.is_some_and(|outcome| code.is_none() || outcome.winner() == winner)
    };
    let mv = game.legal_moves().into_iter().find(ends);
    let mv = mv.ok_or_else(|| match code {
        Some(code) => format!("the page announced {code}, but no move ends the game so"),
        None => "the page ended the game, but no move does".to_owned(),
    })?;
    Ok(Turn { mv, millis: None })
}
