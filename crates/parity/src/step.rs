//! What happens on a page besides the answers to its dialogs.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// One thing that happens on a page, in words such as `key ArrowLeft` or `frames 10`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `key NAME`: a key goes down and up, and does in a field or on a button what it does there. `Alt+`,
    /// `Control+`, `Meta+` and `Shift+` before NAME are keys that are held.
    Key(String),
    /// `down NAME`: a key goes down.
    Down(String),
    /// `up NAME`: a key goes up.
    Up(String),
    /// `click PLACE`: the pointer presses a place. PLACE is a CSS selector, `X Y` in pixels of the
    /// window, or `@N`: the element N, from 0, of those that react to a click, counted around.
    Click(String),
    /// `move PLACE`: the pointer moves to a place.
    Move(String),
    /// `type TEXT`: a text is typed into the field that has the focus.
    Type(String),
    /// `set TEXT`: the field that has the focus gets another text; a list gets another choice.
    Set(String),
    /// `clear`: the field that has the focus becomes empty.
    Clear,
    /// `frames N`: time passes until N frames have been drawn, 60 in a second.
    Frames(u32),
    /// `wait N`: N milliseconds pass.
    Wait(u32),
}

/// The largest number of frames, and of milliseconds, of a step.
const LONGEST: u32 = 600_000;

impl Step {
    /// The first word, and the rest.
    pub(crate) fn words(&self) -> (&'static str, String) {
        match self {
            Step::Key(name) => ("key", name.clone()),
            Step::Down(name) => ("down", name.clone()),
            Step::Up(name) => ("up", name.clone()),
            Step::Click(place) => ("click", place.clone()),
            Step::Move(place) => ("move", place.clone()),
            Step::Type(text) => ("type", text.clone()),
            Step::Set(text) => ("set", text.clone()),
            Step::Clear => ("clear", String::new()),
            Step::Frames(count) => ("frames", count.to_string()),
            Step::Wait(time) => ("wait", time.to_string()),
        }
    }

    /// The same step with half of its time, if it has a time that can be less.
    pub(crate) fn halved(&self) -> Option<Self> {
        match *self {
            Step::Frames(count @ 2..) => Some(Step::Frames(count / 2)),
            Step::Wait(time @ 2..) => Some(Step::Wait(time / 2)),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            (verb, rest) if rest.is_empty() => f.write_str(verb),
            (verb, rest) => write!(f, "{verb} {rest}"),
        }
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why words are no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The first word is no kind of step, or nothing follows it.
    #[error(
        "`{0}` is no step: write key NAME, down NAME, up NAME, click PLACE, move PLACE, \
         type TEXT, set TEXT, clear, frames N or wait MILLISECONDS"
    )]
    Unknown(String),
    /// A number is missing or too large.
    #[error("`{0}` needs a whole number from 1 to {LONGEST}")]
    Number(String),
}

impl FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        if text == "clear" {
            return Ok(Step::Clear);
        }
        let unknown = || StepError::Unknown(text.to_owned());
        let (verb, rest) = text.split_once(' ').ok_or_else(unknown)?;
        if rest.is_empty() {
            return Err(unknown());
        }
        let number = || {
            let number = rest.parse().ok();
            let number = number.filter(|number| (1..=LONGEST).contains(number));
            number.ok_or_else(|| StepError::Number(text.to_owned()))
        };
        let rest = rest.to_owned();
        Ok(match verb {
            "key" => Step::Key(rest),
            "down" => Step::Down(rest),
            "up" => Step::Up(rest),
            "click" => Step::Click(rest),
            "move" => Step::Move(rest),
            "type" => Step::Type(rest),
            "set" => Step::Set(rest),
            "frames" => Step::Frames(number()?),
            "wait" => Step::Wait(number()?),
            _ => return Err(unknown()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_read_back_from_their_words() {
        for words in [
            "key ArrowLeft",
            "down a",
            "up a",
            "click #add > b",
            "click 12 40",
            "move 1 2",
            "type two words ",
            "set two words",
            "clear",
            "frames 600",
            "wait 1",
        ] {
            let step: Step = words.parse().expect(words);
            assert_eq!(step.to_string(), words);
        }
    }

    #[test]
    fn words_that_are_no_step_are_refused_with_the_reason() {
        for words in ["key", "key ", "press a", "set ", "clear a", ""] {
            let error = words.parse::<Step>().unwrap_err();
            assert_eq!(error, StepError::Unknown(words.to_owned()));
        }
        for words in ["frames 0", "frames a", "wait -1", "wait 600001"] {
            let error = words.parse::<Step>().unwrap_err();
            assert_eq!(error, StepError::Number(words.to_owned()));
        }
    }
}
