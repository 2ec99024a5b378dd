//! A page with the flag A as a side of a duel.
//!
//! A page starts a game only at the start position. So the moves of an opening are typed; an empty answer
//! lets the page move. A page with C plays Black only, from the start position.

use anyhow::{Result, bail};
use fastrand::Rng;
use golfchess::contract::{Show, canonical, cells_of, letters_of, prompt_text};
use golfchess_parity::host::{CELLS, Kind, Session};
use golfchess_parity::{Answer, Dialog, Ending, Reading, Transcript, replay};
use golfchess_rules::{Color, Game, Move};

use crate::player::{Player, Turn};
use crate::times::Time;

/// Comes before the page. It types the first moves. It adds to each later prompt the milliseconds since
/// the last answer, and those of a fixed piece of work: copies and texts of a board, as pages make. It stops
/// the clock, and replaces `Math.random` by a generator with a seed. A host may have replaced the clock, but a
/// date still has the constructor of the real one.
const PRELUDE: &str = "<script>{\
const{now}=(new Date).constructor,ask=globalThis.prompt,start=now();\
let seed=SEED,since=start;\
const work=()=>{let board=[...Array(128).keys()];\
for(let at=0;at<26;at++)board=board.map(value=>board.join().length%9-value)};\
const first=FIRST;\
globalThis.prompt=text=>{\
if(first.length)return first.shift();\
const end=now();work();\
const answer=ask(text+'\\n#'+(end-since)+'/'+(now()-end));since=now();return answer};\
globalThis.Date=class extends Date{constructor(){super(start)}static now(){return start}};\
Math.random=()=>(seed=Math.imul(seed,1664525)+1013904223>>>0)/4294967296\
}</script>";

/// Lets these prompts play a page with a board that one clicks.
const BOARD: &str = include_str!("board.js");

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
pub struct PagePlayer<'s> {
    side: &'s PageSide,
    session: Box<dyn Session>,
    /// The half-moves on its board; 0 before the game, when it is not open.
    plies: usize,
}

impl PageSide {
    pub fn open(&self) -> Result<PagePlayer<'_>> {
        Ok(PagePlayer {
            side: self,
            session: self.host.open_session()?,
            plies: 0,
        })
    }
}

impl Player for PagePlayer<'_> {
    fn new_game(&mut self) -> Result<()> {
        self.plies = 0;
        Ok(())
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Result<Turn> {
        let found = self.answered(game, seed)?;
        let turn = found.or_else(|reason| {
            let moves = game.moves();
            let answers: Vec<Answer> = match self.side.show.board {
                true => clicked(moves).collect(),
                false => answers(moves).collect(),
            };
            let PageSide { name, replay, .. } = self.side;
            let command = replay::command(replay, name, &answers);
            bail!("{name}: {reason}\n  {command}")
        })?;
        self.plies = game.moves().len() + 1;
        Ok(turn)
    }
}

/// These moves as answers, and an empty one.
fn answers(moves: &[Move]) -> impl Iterator<Item = Answer> {
    let typed = moves.iter().map(|mv| Answer::typed(mv.to_string()));
    typed.chain([Answer::typed("")])
}

/// White's moves on a board that one clicks. The page replies at once, or at the next second.
fn clicked(moves: &[Move]) -> impl Iterator<Item = Answer> {
    let white = moves.iter().step_by(2);
    white.flat_map(|mv| {
        let second = Answer(Some(String::new()), 1_000);
        [Answer::typed(mv.to_string()), second]
    })
}

impl PagePlayer<'_> {
    /// Types the moves that the page does not have, and an empty answer. Returns the page's move, or what
    /// is wrong with it.
    fn answered(&mut self, game: &Game, seed: u64) -> Result<Result<Turn, String>> {
        let (left, before): (&[Move], usize) = match self.plies {
            0 => {
                self.open(game.moves(), seed)?;
                // A page that has just been opened shows a prompt first.
                (&[], 1)
            }
            plies => {
                let left = game.moves().get(plies..).unwrap_or_default();
                (left, left.len())
            }
        };
        let typed = left.iter().map(|mv| Answer::typed(self.typed(mv)));
        let answers: Vec<Answer> = typed.chain([Answer::typed("")]).collect();
        let shown = self.session.play(&answers)?;
        Ok(self.read(game, before, &shown))
    }

    /// The text that plays a move.
    fn typed(&self, mv: &Move) -> String {
        let text = mv.to_string();
        match self.side.show.board {
            true => {
                let cells = cells_of(&text).into_iter();
                cells
                    .map(|cell| cell.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            false => text,
        }
    }

    /// Opens the page, which gets these moves without dialogs.
    fn open(&mut self, moves: &[Move], seed: u64) -> Result<()> {
        let seed = Rng::with_seed(seed).u32(..).to_string();
        let moves: Vec<String> = moves.iter().map(|mv| self.typed(mv)).collect();
        let first = serde_json::to_string(&moves)?;
        let prelude = PRELUDE.replace("SEED", &seed).replace("FIRST", &first);
        let board = match self.side.show.board {
            true => format!("<script>({BOARD})({CELLS})</script>"),
            false => String::new(),
        };
        let page = &self.side.page;
        Ok(self.session.open(&format!("{prelude}{board}{page}"))?)
    }

    /// Finds the move in the dialogs. An empty answer follows the first `before` prompts.
    fn read(&self, game: &Game, before: usize, shown: &Transcript) -> Result<Turn, String> {
        let is_prompt = |dialog: &&Dialog| matches!(dialog, Dialog::Prompt(_));
        let prompts = shown.dialogs.iter().filter(is_prompt).count();
        let failed = match &shown.ending {
            Ending::Hung => Some("the page did not answer in time".to_owned()),
            Ending::Threw(error) => Some(format!("the page threw {error}")),
            Ending::Quiet => None,
        };
        if prompts < before {
            let ended = || "the page ended the game, but the game goes on".to_owned();
            return Err(failed.unwrap_or_else(ended));
        }
        match (shown.dialogs.last(), failed) {
            (Some(Dialog::Prompt(text)), _) if prompts > before => self.shown(game, text),
            (Some(Dialog::Alert(code)), _) => last_move(game, Some(code)),
            (_, Some(reason)) => Err(reason),
            (_, None) => last_move(game, None),
        }
    }

    /// Finds the move that leads to the board of a prompt.
    fn shown(&self, game: &Game, text: &str) -> Result<Turn, String> {
        let (text, time) = text.rsplit_once("\n#").unwrap_or((text, ""));
        let (text, show) = match self.side.show {
            show if show.board => (letters(text, show)?, Show::default()),
            show => (canonical(text, show), show),
        };
        // The first line may have the clocks, which stand still.
        let rows = match text.split_once('\n') {
            Some((clocks, rows)) if clocks.starts_with("W:") => rows,
            _ => text.as_str(),
        };
        let rules = game.profile().moves;
        let leads_there = |mv: &Move| {
            let after = game.position().play(*mv, rules);
            after.is_ok_and(|after| prompt_text(&after, None, show) == rows)
        };
        let mv = game.legal_moves().into_iter().find(leads_there);
        let mv = mv.ok_or_else(|| {
            format!("no legal move leads to the board that the page shows:\n{rows}")
        })?;
        let time = time.split_once('/').and_then(|(millis, work)| {
            Some(Time {
                millis: millis.parse().ok()?,
                work: work.parse().ok(),
            })
        });
        Ok(Turn { mv, time })
    }
}

/// The rows of a reading of the cells, as letters.
fn letters(text: &str, show: Show) -> Result<String, String> {
    let reading: Reading =
        serde_json::from_str(text).map_err(|error| format!("no reading of cells: {error}"))?;
    Ok(letters_of(&reading, show))
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
    Ok(Turn { mv, time: None })
}
