//! Reads the games of a PGN text one after the other.

use super::token::{Lexer, Token};
use super::{PgnGame, PgnMove, PgnResult, TagError, Tags, clk, is_chess960};
use crate::{FenError, Position, SanError, read_san};

/// An error in a PGN text, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("PGN line {line}")]
pub struct PgnError {
    /// The line of the text, from 1.
    pub line: u64,
    /// The error.
    #[source]
    pub problem: PgnProblem,
}

/// The kinds of errors in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnProblem {
    /// A tag pair that is not written `[Name "value"]`.
    #[error("the tag pair {0:?} is not of the form [Name \"value\"] on one line")]
    Tag(String),
    /// A tag pair with an invalid name or value.
    #[error(transparent)]
    TagPair(#[from] TagError),
    /// A variation that is not closed.
    #[error("the variation that was opened with ( is not closed")]
    OpenVariation,
    /// A comment that is not closed.
    #[error("the comment that was opened with {{ is not closed")]
    OpenComment,
    /// A character with which no token starts.
    #[error("unexpected character {0:?}")]
    Unexpected(char),
    /// A closing parenthesis without an opening one.
    #[error("unexpected ): no variation is open")]
    CloseVariation,
    /// An annotation glyph that is not a number up to 255.
    #[error("the annotation ${0} is not a number from 0 to 255")]
    Nag(String),
    /// An annotation before the first move.
    #[error("there is no move before this annotation")]
    NoMove,
    /// The start position is not a FEN.
    #[error("the FEN tag is invalid")]
    Fen(#[from] FenError),
    /// A move that cannot be read or is illegal.
    #[error("move {number}{}", if *.black { "..." } else { "." })]
    Move {
        /// The move's number in the game.
        number: u32,
        /// Whether it is Black's.
        black: bool,
        /// The error.
        #[source]
        problem: SanError,
    },
}

/// An iterator over the games of a PGN text.
///
/// Reads any bytes: invalid UTF-8 becomes replacement characters. A byte order mark, lines
/// that end with CR LF, escaped lines (`%`), variations and move numbers are skipped. A game
/// ends with its result, or where the next header or the end of the text follows; its result is
/// then [`PgnResult::Unknown`]. After an error the reader continues with the next game.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    lexer: Lexer<'a>,
    ahead: Option<Token>,
    /// The line of an error that is noticed later.
    failed: Option<u64>,
}

impl<'a> Reader<'a> {
    /// A reader of a whole text.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            lexer: Lexer::new(bytes),
            ahead: None,
            failed: None,
        }
    }

    fn token(&mut self) -> Result<Option<Token>, PgnProblem> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.next(),
        }
    }

    fn game(&mut self) -> Result<Option<PgnGame>, PgnProblem> {
        let (tags, start) = self.header()?;
        let mut game = PgnGame {
            tags,
            start: start.unwrap_or_default(),
            comments: Vec::new(),
            moves: Vec::new(),
            result: PgnResult::Unknown,
        };
        let mut position = game.start;
        let mut ended = false;
        while let Some(token) = self.token()? {
            match token {
                Token::Tag { .. } => {
                    self.ahead = Some(token);
                    break;
                }
                Token::Result(result) => {
                    game.result = result;
                    ended = true;
                    break;
                }
                Token::Comment(text) => add_comment(&mut game, &text),
                Token::Nag(nag) => add_nag(&mut game, nag)?,
                Token::Open => self.skip_variation()?,
                Token::Close => return Err(PgnProblem::CloseVariation),
                Token::Word(word) => position = add_move(&mut game, &position, &word)?,
            }
        }
        let is_game = ended || start.is_some() || !game.moves.is_empty();
        Ok((is_game || game.tags.iter().next().is_some()).then_some(game))
    }

    /// Reads the tag pairs, and the start position when they give one.
    fn header(&mut self) -> Result<(Tags, Option<Position>), PgnProblem> {
        let (mut tags, mut start) = (Tags::new(), None);
        let mut fen = None;
        while let Some(token) = self.token()? {
            let Token::Tag { name, value } = token else {
                self.ahead = Some(token);
                break;
            };
            match name.as_str() {
                "FEN" => fen = Some((value, self.lexer.line)),
                "SetUp" => {}
                _ => tags.set(&name, &value)?,
            }
        }
        // The variant may stand after the position.
        if let Some((fen, line)) = fen {
            let read = match is_chess960(&tags) {
                true => Position::from_chess960_fen(&fen),
                false => fen.parse(),
            };
            start = Some(read.inspect_err(|_| {
                self.failed = Some(line);
                // A tag pair belongs to the next game, moves do not.
                self.ahead = None;
            })?);
        }
        Ok((tags, start))
    }

    /// Skips a variation after its `(`, nested variations included.
    fn skip_variation(&mut self) -> Result<(), PgnProblem> {
        let opened = self.lexer.line;
        let mut depth = 1_usize;
        while depth > 0 {
            match self.token()? {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                next @ (Some(Token::Tag { .. }) | None) => {
                    self.ahead = next; // the next game starts here
                    self.lexer.line = opened;
                    return Err(PgnProblem::OpenVariation);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.game() {
            Ok(game) => game.map(Ok),
            Err(problem) => {
                let line = self.failed.take().unwrap_or(self.lexer.line);
                if self.ahead.is_none() {
                    self.lexer.skip_to_next_header();
                }
                Some(Err(PgnError { line, problem }))
            }
        }
    }
}

fn add_comment(game: &mut PgnGame, text: &str) {
    // Join the lines first: a line may end inside the clock command.
    let mut text = one_spaced(text);
    let comments = match game.moves.last_mut() {
        Some(last) => {
            if last.clock.is_none()
                && let Some((time, rest)) = clk::take(&text)
            {
                (last.clock, text) = (Some(time), one_spaced(&rest));
            }
            &mut last.comments
        }
        None => &mut game.comments,
    };
    if !text.is_empty() {
        comments.push(text);
    }
}

fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn add_nag(game: &mut PgnGame, nag: u8) -> Result<(), PgnProblem> {
    game.moves
        .last_mut()
        .ok_or(PgnProblem::NoMove)?
        .nags
        .push(nag);
    Ok(())
}

/// The marks that stand for the first six annotation glyphs.
const MARKS: [(&str, u8); 6] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
];

fn add_move(game: &mut PgnGame, position: &Position, word: &str) -> Result<Position, PgnProblem> {
    let (san, nag) = MARKS
        .iter()
        .find_map(|(mark, nag)| Some((word.strip_suffix(mark)?, Some(*nag))))
        .unwrap_or((word, None));
    if let ("", Some(nag)) = (san, nag) {
        add_nag(game, nag)?; // a mark separated from its move by a space
        return Ok(*position);
    }
    let mv = read_san(position, san, game.rules()).map_err(|problem| PgnProblem::Move {
        number: position.fullmove_number(),
        black: position.side_to_move() == crate::Color::Black,
        problem,
    })?;
    let mut entry = PgnMove::from(mv);
    entry.nags.extend(nag);
    game.moves.push(entry);
    Ok(position.play_unchecked(mv))
}
