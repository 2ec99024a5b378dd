//! Writes games in the PGN export format.

use super::{PgnGame, PgnMove, clk};
use crate::{Color, IllegalMove, Position, write_san};

/// The seven tag roster in its order, with the placeholder for an unknown value.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The greatest length of a line of moves, in characters; a longer word has a line of its own.
const LINE_LENGTH: usize = 79;

impl PgnGame {
    /// The game as PGN text. The seven roster tags come first, then the start position if it is not
    /// the standard one or the game is one of Chess960, then the other tags. Lines of moves have at most 79 characters.
    ///
    /// A `}` in a comment is written as `)`, because PGN cannot escape it.
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
        if self.rules().chess960 || self.start != Position::start() {
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
        let mut numbered = false; // whether Black's move needs no number
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
            words.push(write_san(&position, *mv, self.rules())?);
            position = position.play_unchecked(*mv);
            words.extend(nags.iter().map(|nag| format!("${nag}")));
            let before = words.len();
            let mut comments = comments.iter();
            if let Some(clock) = clock {
                // One word: some readers do not find a command that spans two lines.
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
