//! The `dialogs` suite: real `prompt` and `alert` dialogs of a page loaded from its file.

use crate::parity::{Plan, Script, Setting, Suite};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let game = |name, words| {
        let mut script = Script::new(setting.subject);
        script.words(words);
        script.plan(Suite::Dialogs, name)
    };
    vec![
        game("a game to its end", "f2f3 E7e6 i2 g2g3 a7a6 g3g4 d8h4"),
        game("Cancel", "e2e3"),
    ]
}
