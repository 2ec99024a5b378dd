//! Why a script cannot become a page.

use super::advice::{Advice, KEEP};
use super::{Obstacle, ScriptError};

/// Why a script cannot become a page.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The composed script has an error.
    #[error("in the composed script, {0}")]
    Script(#[from] ScriptError),
    /// There are no statements.
    #[error("the script is empty")]
    Empty,
    /// No wrapper can hold the script.
    #[error("{}", unwrappable(.0))]
    Unwrappable(Vec<Obstacle>),
}

fn unwrappable(obstacles: &[Obstacle]) -> String {
    match obstacles.is_empty() {
        true => "with all short names that were tried, the script means something else".to_owned(),
        false => format!("no wrapper can hold the script{}", listed(obstacles)),
    }
}

/// The reasons of several wrappers, each once. The place of the first one is that of the error.
fn listed(obstacles: &[Obstacle]) -> String {
    let mut reasons: Vec<(Vec<String>, String)> = Vec::new();
    for obstacle in obstacles {
        let mut reason = obstacle.error.message.clone();
        if obstacle.error.line != obstacles[0].error.line {
            reason.push_str(&format!(" (`{}`)", obstacle.error.excerpt));
        }
        let wrapper = format!("`{}`", obstacle.wrapper);
        match reasons.iter_mut().find(|(_, other)| *other == reason) {
            Some((wrappers, _)) => wrappers.push(wrapper),
            None => reasons.push((vec![wrapper], reason)),
        }
    }
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(wrappers, reason)| format!("in {}, {reason}", wrappers.join(" and ")))
        .collect();
    format!(": {}", reasons.join("; "))
}

impl Error {
    /// Where the error is, and an excerpt of this line of the composed script.
    pub fn place(&self) -> Option<(usize, &str)> {
        match self {
            Self::Script(error) => Some(error),
            Self::Empty => None,
            Self::Unwrappable(obstacles) => obstacles.first().map(|first| &first.error),
        }
        .map(|error| (error.offset, error.excerpt.as_str()))
    }

    /// What to write instead, each advice once.
    pub fn help(&self) -> Vec<Advice> {
        let obstacles = match self {
            Self::Script(error) => return error.help.iter().cloned().collect(),
            Self::Empty => return vec!["write a statement".into()],
            Self::Unwrappable(obstacles) if obstacles.is_empty() => {
                return vec![format!("keep the names of the script, each {KEEP}").into()];
            }
            Self::Unwrappable(obstacles) => obstacles.iter(),
        };
        let mut help: Vec<Advice> = Vec::new();
        for advice in obstacles.filter_map(|obstacle| obstacle.error.help.as_ref()) {
            if !help.contains(advice) {
                help.push(advice.clone());
            }
        }
        help
    }
}
