//! JSON for programs.

use serde::Serialize;

/// Any data as indented JSON with a newline at its end.
///
/// # Errors
/// A map has keys that are no texts.
pub fn json(data: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(data)? + "\n")
}
