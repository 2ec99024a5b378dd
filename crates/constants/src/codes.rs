//! The numbers of the pieces, and what they cost everywhere but in the step test.

use serde::{Deserialize, Serialize};

use crate::open;
use crate::slide::Slides;

/// A kind of variants: the rules by which the numbers are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is called on the command line.
    pub name: &'static str,
    /// A variant of this kind.
    pub variant: &'static str,
    /// Double step, en passant and castling.
    pub moves: bool,
    /// Choice of the promotion piece.
    pub promotion: bool,
    /// Dead positions.
    pub draws: bool,
}

const fn kind(name: &'static str, variant: &'static str, flags: [bool; 3]) -> Kind {
    let [moves, promotion, draws] = flags;
    Kind {
        name,
        variant,
        moves,
        promotion,
        draws,
    }
}

pub const KINDS: [Kind; 5] = [
    kind("plain", "index_L1", [false, false, false]),
    kind("P", "index_P", [false, true, false]),
    kind("M", "index_M", [true, false, false]),
    kind("MP", "index_MP", [true, true, false]),
    kind("D", "index_TMP_D", [true, true, true]),
];

/// The numbers of the pieces, from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Codes {
    pub king: i64,
    pub pawn: i64,
    /// Black's pawn, if a pawn's number is its direction.
    pub black: Option<i64>,
    pub knight: i64,
    pub rook: i64,
    pub bishop: i64,
    pub queen: i64,
    /// The rook that may still castle.
    pub castling: Option<i64>,
}

impl Codes {
    /// The numbers of king, pawn, knight, rook, bishop and queen, and of the rook that may castle.
    pub fn new(numbers: [i64; 6], castling: Option<i64>) -> Codes {
        let [king, pawn, knight, rook, bishop, queen] = numbers;
        Codes {
            king,
            pawn,
            black: None,
            knight,
            rook,
            bishop,
            queen,
            castling,
        }
    }

    /// The same with a number of its own for Black's pawn.
    pub fn with_black(self, black: Option<i64>) -> Codes {
        Codes { black, ..self }
    }

    /// Whether a number is that of a pawn.
    pub fn is_pawn(&self, code: i64) -> bool {
        code == self.pawn || Some(code) == self.black
    }

    pub fn sliders(&self) -> impl Iterator<Item = i64> + use<> {
        [self.rook, self.bishop, self.queen]
            .into_iter()
            .chain(self.castling)
    }

    /// The pieces that make one step.
    pub fn others(&self) -> impl Iterator<Item = i64> + use<> {
        [self.king, self.pawn, self.knight]
            .into_iter()
            .chain(self.black)
    }

    pub fn all(&self) -> impl Iterator<Item = i64> + use<> {
        self.sliders().chain(self.others())
    }

    fn greatest(&self) -> i64 {
        self.all().max().unwrap_or(0)
    }

    /// The first rank, from a to h.
    pub fn home(&self) -> String {
        let corner = self.castling.unwrap_or(self.rook);
        let half = [corner, self.knight, self.bishop];
        let middle = [self.queen, self.king];
        let rank = half.iter().chain(&middle).chain(half.iter().rev());
        rank.map(i64::to_string).collect()
    }

    /// The letters of the pieces in the order of their numbers from 1.
    pub fn letters(&self) -> String {
        let letter = |code: i64| match code {
            code if code == self.king => 'K',
            code if self.is_pawn(code) => 'P',
            code if code == self.knight => 'N',
            code if code == self.bishop => 'B',
            code if code == self.queen => 'Q',
            code if code == self.rook || Some(code) == self.castling => 'R',
            _ => '_',
        };
        (1..=self.greatest()).map(letter).collect()
    }
}

/// What an item of a page is called, and its text, a letter for each name.
pub type Item = (String, String);

/// Everything outside the step test that the numbers change; nothing if they cannot serve.
pub fn items(kind: &Kind, codes: &Codes, slides: &Slides, last: &str) -> Option<Vec<Item>> {
    let moved = match codes.castling {
        Some(castling) => rook_that_moves(codes, castling),
        None => "-r".to_owned(),
    };
    let queen = match kind.promotion {
        true => choice(codes)?,
        false => format!("-{}", codes.queen),
    };
    let mut items = vec![
        ("letters", spelt_letters(codes)),
        ("king", king(codes)),
        ("slide", slides.shortest(codes)?),
        (
            "promotion",
            format!("{}|o%{last}?{moved}:{queen}", open::no_pawn(codes)),
        ),
        ("side", open::side(codes).to_owned()),
    ];
    if let Some(castling) = codes.castling {
        items.push(("rights", rights(codes, castling)?));
        items.push(("castling", castles(codes, castling)?));
    }
    if kind.draws {
        let live = [codes.pawn, codes.rook, codes.queen, codes.castling?];
        items.push(("dead", class(live)));
    }
    let named = |(name, text): (&str, String)| (name.to_owned(), text);
    Some(items.into_iter().map(named).collect())
}

/// The text that shows a piece: lower case backwards, `_`, and upper case.
pub fn spelt_letters(codes: &Codes) -> String {
    let letters = codes.letters();
    let lower: String = letters.to_lowercase().chars().rev().collect();
    format!("'{lower}_{letters}'")
}

/// The test that is 0 for the opponent's king.
pub fn king(codes: &Codes) -> String {
    match codes.king {
        1 => "~t".to_owned(),
        king => format!("t+{king}"),
    }
}

/// A moved piece as the opponent sees it: a rook that may castle is a plain one from then on.
fn rook_that_moves(codes: &Codes, castling: i64) -> String {
    let below = |modulus: i64| codes.all().all(|code| code == castling || code < modulus);
    if let Some(modulus) = (1..10).find(|m| below(*m) && castling % m == codes.rook) {
        format!("-r%{modulus}")
    } else if below(castling) {
        format!("-r%{castling}||-{}", codes.rook)
    } else {
        format!("r-{castling}?-r:-{}", codes.rook)
    }
}

/// The number of the piece that a pawn becomes: bishop, rook and knight in a row beside the queen,
/// two letters for each, and not found (-1) is the queen.
fn choice(codes: &Codes) -> Option<String> {
    let name = |code: i64| match code {
        code if code == codes.bishop => Some("bB"),
        code if code == codes.rook => Some("rR"),
        code if code == codes.knight => Some("nN"),
        _ => None,
    };
    let row = |direction: i64| -> Option<String> {
        (1..4)
            .map(|at| name(codes.queen + at * direction))
            .collect()
    };
    let above = row(1).map(|row| format!("-{}-'{row}'.indexOf(g[4])>>1", 2 * codes.queen + 1));
    let below = row(-1).map(|row| format!("'{row}'.indexOf(g[4])-{}>>1", 2 * codes.queen - 2));
    above.or(below)
}

/// Arithmetic on two numbers, with its text.
type Operation = (&'static str, fn(f64, f64) -> f64);

/// Whether `a` is a castling rook whose king `d` moves. Any value of the board may be `a`.
fn rights(codes: &Codes, castling: i64) -> Option<String> {
    let operations: [Operation; 5] = [
        ("a-d", |a, d| a - d),
        ("a/d", |a, d| a / d),
        ("a%d", |a, d| a % d),
        ("d%a", |a, d| d % a),
        ("a*d", |a, d| a * d),
    ];
    let cases = on_board(codes).flat_map(|value| codes.all().map(move |piece| (value, piece)));
    test_of(
        (castling, codes.king),
        &operations,
        &cases.collect::<Vec<_>>(),
    )
}

/// Whether `t` is the king that the castling rook `c` met. Own pieces may still be text, which
/// `+` would not add. That a king meets such a rook of its own, or one such rook the other, does
/// not happen: between them stands the king that has not moved, three files or more away.
fn castles(codes: &Codes, castling: i64) -> Option<String> {
    let operations: [Operation; 5] = [
        ("t*c", |t, c| t * c),
        ("t-c", |t, c| t - c),
        ("c-t", |t, c| c - t),
        ("c/t", |t, c| c / t),
        ("t/c", |t, c| t / c),
    ];
    let pair = [codes.king, castling];
    let never = |target: i64, piece: i64| {
        pair.contains(&target) && pair.contains(&piece) && (target, piece) != (codes.king, castling)
    };
    let cases = on_board(codes).flat_map(|target| codes.all().map(move |piece| (target, piece)));
    let cases: Vec<_> = cases
        .filter(|(target, piece)| !never(*target, *piece))
        .collect();
    test_of((codes.king, castling), &operations, &cases)
}

/// What may be on a square, as a number.
fn on_board(codes: &Codes) -> impl Iterator<Item = i64> {
    codes.all().chain(codes.all().map(|code| -code)).chain([0])
}

/// The shortest comparison of an operation's result that only one pair of all cases passes.
fn test_of(one: (i64, i64), operations: &[Operation], cases: &[(i64, i64)]) -> Option<String> {
    let found = operations.iter().flat_map(|(text, operation)| {
        let of = |(left, right): (i64, i64)| operation(left as f64, right as f64);
        let right = of(one);
        let least = (right.ceil() - 1.).max(0.);
        let only = |passes: &dyn Fn(f64) -> bool| {
            cases.iter().all(|case| passes(of(*case)) == (*case == one))
        };
        let above = only(&|value| value > least).then(|| format!("{text}>{least}"));
        let equal = right.fract() == 0. && only(&|value| value == right);
        above
            .into_iter()
            .chain(equal.then(|| format!("{text}=={right}")))
    });
    found.min_by_key(String::len)
}

/// A class of digits for a regular expression.
fn class(mut digits: [i64; 4]) -> String {
    digits.sort_unstable();
    let text = match digits {
        [a, b, c, d] if d - a == 3 => format!("{a}-{d}").replace(&format!("{b}{c}"), ""),
        [a, _, c, d] if c - a == 2 => format!("{a}-{c}{d}"),
        [a, b, _, d] if d - b == 2 => format!("{a}{b}-{d}"),
        digits => digits.iter().map(i64::to_string).collect(),
    };
    format!("[{text}]")
}
