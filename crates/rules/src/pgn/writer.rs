//! Writes a game in the PGN export format.

use super::{PgnGame, PgnMove, clk};
use crate::{Color, IllegalMove, MoveRules, Position, write_san};

/// The tags that every game has, in their order (the "seven tag roster"), with what stands for
/// a value that is not known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// No line of moves is longer than this, unless one word is.
const LINE_LENGTH: usize = 79;

impl PgnGame {
    /// The game as PGN, with a line end after its last line: the seven roster tags first, then
    /// the start position if it is not the usual one, then the other tags; the moves in lines of
    /// at most 79 characters.
    ///
    /// A `}` in a comment is written as `)`, since PGN has no way to hold it.
    ///
    /// # Errors
    /// [`IllegalMove`] when a move of the game is illegal.
    pub fn write(&self) -> Result<String, IllegalMove> {
        let mut text = String::new();
        for (name, unknown) in ROSTER {
            let value = match name {
                "Result" => self.result.as_str(),
                _ => self.tags.get(name).unwrap_or(unknown),
            };
            push_tag(&mut text, name, value);
        }
        if self.start != Position::start() {
            push_tag(&mut text, "SetUp", "1");
            push_tag(&mut text, "FEN", &self.start.to_string());
        }
        let is_written = |name: &str| {
            name == "FEN" || name == "SetUp" || ROSTER.iter().any(|(roster, _)| *roster == name)
        };
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_written(name)) {
            push_tag(&mut text, name, value);
        }
        text.push('\n');
        push_lines(&mut text, &self.words()?);
        Ok(text)
    }

    /// The words of the movetext.
    fn words(&self) -> Result<Vec<String>, IllegalMove> {
        let mut words = Vec::new();
        for comment in &self.comments {
            push_comment(&mut words, None, comment);
        }
        let mut position = self.start;
        let mut numbered = false; // whether the number of Black's move is clear already
        for PgnMove {
            mv,
            nags,
            clock,
            comments,
        } in &self.moves
        {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if !numbered => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(write_san(&position, *mv, MoveRules::FIDE)?);
            position = position.after(*mv);
            words.extend(nags.iter().map(|nag| format!("${nag}")));
            let before = words.len();
            let mut comments = comments.iter();
            if let Some(clock) = clock {
                // As one word: not every reader finds a command across a line end.
                let comment = comments.next().map_or("", String::as_str);
                push_comment(&mut words, Some(clk::write(*clock)), comment);
            }
            for comment in comments {
                push_comment(&mut words, None, comment);
            }
            numbered = words.len() == before;
        }
        words.push(self.result.to_string());
        Ok(words)
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

fn push_comment(words: &mut Vec<String>, command: Option<String>, comment: &str) {
    let comment = comment.replace('}', ")");
    let rest = comment.split_whitespace().map(str::to_owned);
    let mut inner = command.into_iter().chain(rest).peekable();
    if inner.peek().is_some() {
        words.push("{".to_owned());
        words.extend(inner);
        words.push("}".to_owned());
    }
}

fn push_lines(text: &mut String, words: &[String]) {
    let mut length = 0;
    for word in words {
        let chars = word.chars().count();
        if length > 0 && length + 1 + chars > LINE_LENGTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += chars;
    }
    text.push('\n');
}
