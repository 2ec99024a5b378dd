//! What the games of the suite `mirror` consist of.

mod named;

use crate::Step;

/// An alphabet of inputs for games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The texts of answers; `None` stands for common texts and those of the page's dictionary.
    pub answers: Option<Vec<String>>,
    /// Keys, clicks and other steps, each of which may happen at any time.
    pub steps: Vec<Step>,
    /// The number of frames that a game lasts.
    pub frames: u32,
}

/// Keys that many pages distinguish.
const KEYS: [&str; 8] = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Space",
    "Enter",
    "a",
    "1",
];

/// The most keys besides that a script names.
const MOST_NAMED: usize = 24;

/// The number of frames of a game, if the manifest does not say it: two seconds.
const FRAMES: u32 = 120;

impl Inputs {
    /// The usual inputs for a script, chosen by its words: keys for a script that has the word
    /// `keydown`, for example, and those that it names. A script that computes these words needs inputs of its own.
    pub fn of_script(script: &str) -> Self {
        let lower = script.to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let mut steps = Vec::new();
        if has(&["keydown", "keyup", "keypress"]) {
            steps.extend(Self::keys_of(script).into_iter().map(Step::Key));
        }
        if has(&["click", "mouse", "pointer", "touch", "<button", "<input"]) {
            steps.extend((0..6).map(|at| Step::Click(format!("@{at}"))));
            let points = ["20 20", "150 75", "320 240"];
            steps.extend(points.map(|point| Step::Click(point.to_owned())));
        }
        if has(&["mousemove", "pointermove"]) {
            steps.push(Step::Move("100 50".to_owned()));
        }
        if has(&["<input", "<textarea"]) {
            steps.extend(["7", "abc"].map(|text| Step::Type(text.to_owned())));
        }
        let has_time = has(&["requestanimationframe", "settimeout", "setinterval"]);
        Self {
            answers: (!has(&["prompt", "confirm"])).then(Vec::new),
            steps,
            frames: if has_time { FRAMES } else { 0 },
        }
    }

    /// The number of a key in `keyCode`.
    pub fn code_of(key: &str) -> u32 {
        named::code(key)
    }

    /// The usual keys, and those that a script names.
    pub fn keys_of(script: &str) -> Vec<String> {
        let mut keys = KEYS.map(str::to_owned).to_vec();
        let named = named::keys(script).into_iter();
        let named = named.filter(|key| !KEYS.contains(&&**key));
        keys.extend(named.take(MOST_NAMED));
        keys
    }

    /// The time that passes in a game without other steps.
    pub(crate) fn time(&self) -> Vec<Step> {
        (self.frames > 0)
            .then_some(Step::Frames(self.frames))
            .into_iter()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_script_select_its_inputs() {
        let none = Inputs::of_script("document.title = 1");
        assert_eq!(none.answers, Some(Vec::new()));
        assert_eq!((none.steps.len(), none.frames), (0, 0));
        let dialogs = Inputs::of_script("alert(prompt())");
        assert_eq!((dialogs.answers, dialogs.steps.len()), (None, 0));
        let keys = Inputs::of_script("onkeydown = draw; setInterval(draw, 9)");
        assert_eq!((keys.steps.len(), keys.frames), (KEYS.len(), FRAMES));
        assert!(Inputs::of_script("b.onclick = go").steps.len() > 5);
    }

    #[test]
    fn the_keys_that_a_script_names_are_pressed_too() {
        let keys = |script: &str| {
            let steps = Inputs::of_script(script).steps.into_iter().skip(KEYS.len());
            steps.map(|step| step.to_string()).collect::<Vec<_>>()
        };
        let script = "onkeydown = e => { if (e.key == 'F4' || e.key === `q` || e.code == \"KeyW\" || e.key == 'a') go() }";
        assert_eq!(keys(script), ["key F4", "key q", "key w"]);
        assert_eq!(
            keys("onkeyup = e => ['b','?'].includes(e.key)"),
            ["key b", "key ?"]
        );
        assert_eq!(keys("go('F4')"), [""; 0]);
        let script = "onkeyup = e => { switch (e.keyCode) { case 27: case 82: case 114: case 5000: go(98.5) } }";
        assert_eq!(keys(script), ["key Escape", "key r", "key F3"]);
        assert_eq!(keys("onkeyup = e => go(27)"), [""; 0]);
        for (key, code) in [("Escape", 27), ("F3", 114), ("F", 70), ("q", 81), ("7", 55)] {
            assert_eq!(Inputs::code_of(key), code, "{key}");
        }
        let all: String = ('!'..'~').map(|key| format!("'{key}',")).collect();
        assert_eq!(keys(&format!("onkeyup = [{all}]")).len(), MOST_NAMED);
    }
}
