//! What is typed into a page, and what the page has to show for it.

use super::referee::{Dialog, Referee};

/// A small repeatable source of chance (xorshift64*).
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

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

    /// Random play, biased to what is rare, with rubbish between.
    pub fn random(flags: &str, chance: &mut Chance, turns: usize) -> Self {
        let mut turn = 0;
        let mut last: Vec<String> = Vec::new();
        let greed = chance.below(4);
        let shuffle = chance.below(3);
        Self::with(flags, |referee| {
            turn += 1;
            if turn > turns {
                return (None, 0);
            }
            let think = if chance.one_in(6) {
                chance.below(60_000)
            } else {
                chance.below(3_000)
            };
            if chance.one_in(4) {
                return (Some(rubbish(referee, chance)), think as i64);
            }
            let moves = referee.moves();
            let mut text = chance.pick(&moves);
            let back = last.iter().rev().nth(1).map(|mv| reversed(mv));
            match back.filter(|back| moves.contains(back)) {
                Some(back) if chance.below(4) < shuffle => text = back,
                _ => {
                    for _ in 0..greed * 3 {
                        if interest(referee, &text) < 2 {
                            let other = chance.pick(&moves);
                            if interest(referee, &other) > interest(referee, &text) {
                                text = other;
                            }
                        }
                    }
                }
            }
            last.push(text.clone());
            if chance.one_in(4) {
                text.make_ascii_uppercase();
            }
            // A queen needs no letter, and what follows does not matter.
            if text.len() == 5 && text.to_ascii_lowercase().ends_with('q') && chance.one_in(2) {
                text.pop();
                if chance.one_in(2) {
                    text.push_str(chance.pick(&["x", " q", "0", "k", "=N", "\u{20ac}"]));
                }
            } else if text.len() == 5 || chance.one_in(8) {
                if text.len() == 4 {
                    text.push_str(chance.pick(&["q", "n", "Z", " "]));
                }
                text.push_str(chance.pick(&["", "n", "e4", "  "]));
            }
            (Some(text), think as i64)
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

/// How much a move is worth choosing: captures and pawn moves lead to the
/// rules that play at random seldom meets; castling and promotion are rarer still.
fn interest(referee: &Referee, text: &str) -> u32 {
    let mut after = referee.clone();
    let pieces = referee.board().occupied().len();
    after.answer(text, 0);
    let rare = |kind| after.played.get(kind) > referee.played.get(kind);
    if rare("castling") || rare("en passant") || rare("promotion") {
        3
    } else if after.board().occupied().len() < pieces {
        2
    } else {
        u32::from(text.contains('7') || text.contains('2'))
    }
}

fn reversed(text: &str) -> String {
    format!("{}{}", &text[2..4], &text[..2])
}

/// Text that is no legal move here.
fn rubbish(referee: &Referee, chance: &mut Chance) -> String {
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
        let square = |chance: &mut Chance| {
            let file = (b'a' + chance.below(9) as u8) as char;
            format!("{file}{}", chance.below(10))
        };
        let text = if chance.one_in(2) {
            chance.pick(&TEXTS).to_owned()
        } else {
            square(chance) + &square(chance)
        };
        if referee.parse(&text).is_none() {
            return text;
        }
    }
}
