//! The inputs with which pages are compared.

use serde::Deserialize;

/// What happens in a game on a page of the catalog. Without it, the words of each script select the
/// inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct InputRules {
    /// The texts that are typed into prompts; by default common texts and those of the script.
    pub answers: Option<Vec<String>>,
    /// The names of keys, such as `ArrowLeft`.
    pub keys: Vec<String>,
    /// Places that are clicked: CSS selectors, or `X Y` in pixels.
    pub clicks: Vec<String>,
    /// Other steps, such as `type 7` or `wait 500`.
    pub steps: Vec<String>,
    /// The number of frames that a game lasts, 60 in a second.
    pub frames: u32,
}

impl InputRules {
    /// All steps in words.
    pub fn steps(&self) -> impl Iterator<Item = String> {
        let keys = self.keys.iter().map(|key| format!("key {key}"));
        let clicks = self.clicks.iter().map(|place| format!("click {place}"));
        keys.chain(clicks).chain(self.steps.iter().cloned())
    }
}
