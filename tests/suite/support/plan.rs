//! Answers for a page, and the dialogs that must follow.

use fastrand::Rng;

use super::referee::{Dialog, Referee};

/// One answer to a prompt: the text (`None` is Cancel) and the think time in
/// milliseconds.
pub type Answer = (Option<String>, i64);

/// Answers, and the dialogs that they must lead to.
#[derive(Debug, Clone)]
pub struct Plan {
    pub answers: Vec<Answer>,
    pub dialogs: Vec<Dialog>,
    pub referee: Referee,
}

impl Plan {
    /// Follows the script until it ends, the game ends, or Cancel; a script
    /// that ends earlier than the game is followed by Cancel.
    pub fn scripted(flags: &str, script: &[Answer]) -> Self {
        let mut script = script.iter();
        Self::with(flags, |_| script.next().cloned().unwrap_or((None, 0)))
    }

    /// Moves, parted by spaces, without any think time.
    pub fn moves(flags: &str, moves: &str) -> Self {
        let script: Vec<_> = moves
            .split_whitespace()
            .map(|text| (Some(text.to_owned()), 0))
            .collect();
        Self::scripted(flags, &script)
    }

    /// Random play that prefers rare moves, with illegal input between. It ends with
    /// the game, or with Cancel after `turns` answers.
    pub fn random(flags: &str, rng: &mut Rng, turns: usize) -> Self {
        let mut turn = 0;
        let mut last: Vec<String> = Vec::new();
        // Some games trade pieces, some run with pawns, some shuffle to and fro.
        let style = rng.usize(..4) as u32;
        let shuffles = one_in(3, rng);
        Self::with(flags, |referee| {
            turn += 1;
            if turn > turns {
                return (None, 0);
            }
            let longest = if one_in(6, rng) { 60_000 } else { 3_000 };
            let think = rng.usize(..longest) as i64;
            if one_in(5, rng) {
                return (Some(illegal(referee, rng)), think);
            }
            let moves = referee.moves();
            let back = last.iter().rev().nth(1).map(|text| reversed(text));
            let text = match back.filter(|back| moves.contains(back)) {
                Some(back) if shuffles && !one_in(3, rng) => back,
                _ => choose(referee, rng, &moves, style),
            };
            last.push(text.clone());
            (Some(respell(text, rng)), think)
        })
    }

    fn with(flags: &str, mut next: impl FnMut(&Referee) -> Answer) -> Self {
        let mut referee = Referee::new(flags);
        let (mut answers, mut dialogs) = (Vec::new(), Vec::new());
        while let Some(dialog) = referee.dialog() {
            let prompt = matches!(dialog, Dialog::Prompt(_));
            dialogs.push(dialog);
            if !prompt {
                break;
            }
            let (text, think) = next(&referee);
            answers.push((text.clone(), think));
            match text {
                None => break,
                Some(text) => referee.answer(&text, think),
            }
        }
        Self {
            answers,
            dialogs,
            referee,
        }
    }
}

/// A move: the rarest kind now and then, otherwise what the style prefers.
fn choose(referee: &Referee, rng: &mut Rng, moves: &[String], style: u32) -> String {
    let interest = |text: &String| {
        let mut after = referee.clone();
        after.answer(text, 0);
        let rare = |kind| after.played.get(kind) > referee.played.get(kind);
        let fewer = after.board().occupied().len() < referee.board().occupied().len();
        if rare("castling") || rare("en passant") || rare("promotion") {
            9
        } else if fewer {
            style
        } else if after.board().en_passant().is_some() {
            2
        } else {
            1
        }
    };
    let best = moves.iter().map(interest).max().expect("a legal move");
    if best > 1 && !one_in(3, rng) {
        let best: Vec<_> = moves.iter().filter(|text| interest(text) == best).collect();
        pick(&best, rng).clone()
    } else {
        pick(moves, rng)
    }
}

/// The same move in another spelling that the contract allows.
fn respell(mut text: String, rng: &mut Rng) -> String {
    if text.ends_with('q') && one_in(2, rng) {
        // A queen needs no letter, and any other stands for her too.
        text.pop();
        text.push_str(pick(&["", "x", " q", "0", "k", "=N", "\u{20ac}"], rng));
    }
    if one_in(4, rng) {
        text.make_ascii_uppercase();
    }
    if text.len() > 4 && text.is_ascii() && one_in(2, rng) {
        text.push_str(pick(&["n", "e4", "  ", "\u{20ac}"], rng));
    } else if text.len() == 4 && one_in(8, rng) {
        text.push_str(pick(&["q", "Q", "e", "="], rng));
    }
    text
}

fn reversed(text: &str) -> String {
    format!("{}{}", &text[2..4], &text[..2])
}

/// Text that is not a legal move here.
fn illegal(referee: &Referee, rng: &mut Rng) -> String {
    const TEXTS: [&str; 36] = [
        "",
        " ",
        "e",
        "e2",
        "e2e",
        "e9e4",
        "i2i4",
        "a0a1",
        "e2 e4",
        " e2e4",
        "+2e4",
        "0x12",
        "null",
        "undefined",
        "NaN",
        "true",
        "__proto__",
        "constructor",
        "O-O",
        "0-0-0",
        "Nf3",
        "exd5",
        "----",
        "....",
        "9999",
        "1e99",
        "\u{265e}",
        "\u{ff45}\u{ff12}\u{ff45}\u{ff14}",
        "\u{1d7d8}",
        "\\u0041",
        "'\"`",
        "${1}",
        "]]]]",
        "zzzz",
        "hhhh",
        "a1a1",
    ];
    loop {
        let square = |rng: &mut Rng| {
            let file = (b'a' + rng.usize(..9) as u8) as char;
            format!("{file}{}", rng.usize(..10))
        };
        let text = if one_in(2, rng) {
            pick(&TEXTS, rng).to_owned()
        } else {
            square(rng) + &square(rng)
        };
        if referee.parse(&text).is_none() {
            return text;
        }
    }
}

fn one_in(n: usize, rng: &mut Rng) -> bool {
    rng.usize(..n) == 0
}

fn pick<T: Clone>(items: &[T], rng: &mut Rng) -> T {
    rng.choice(items).expect("some items").clone()
}
