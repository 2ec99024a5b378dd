//! Why a wrapper cannot hold a script.

use serde::Serialize;

use super::Wrapper;
use super::script::{self, ScriptError, Tree};
use super::wrapper::Misread;

/// The first place of a script for which a wrapper cannot hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Obstacle {
    /// The name of the wrapper.
    pub wrapper: String,
    /// What is wrong, where in the composed script, and what to write instead.
    #[serde(flatten)]
    pub error: ScriptError,
}

impl Obstacle {
    /// The obstacle of a wrapper: `script` is what it would hold, `source` the composed script, and
    /// `misfits` what means something else in it.
    pub(super) fn find(
        wrapper: &Wrapper,
        script: &str,
        source: &str,
        misfits: &[ScriptError],
    ) -> Option<Self> {
        let error = match misfits.first() {
            Some(found) => found.clone(),
            // Nothing is around the script that could read it in another way.
            None if wrapper.is_none() => return None,
            None => {
                let (needle, reason, help) = describe(&wrapper.misread(script)?);
                ScriptError::at(source, place(source, &needle), reason).with_help(help)
            }
        };
        let wrapper = wrapper.name.clone();
        Some(Self { wrapper, error })
    }
}

/// The text that is misread, what is wrong with it, and what to write instead.
fn describe(misread: &Misread) -> (String, String, String) {
    let (text, rest) = (misread.character, misread.rest.as_str());
    let code = u32::from(text);
    let escape = format!("\\x{code:02x}");
    match text {
        '<' => {
            let end = rest.find(|c: char| !"</!-".contains(c) && !c.is_ascii_alphabetic());
            let tag = rest[..end.unwrap_or(rest.len())].to_owned();
            let escaped = tag.replacen('<', "<\\", 1);
            let help =
                format!("write `{escaped}` in the text: `\\` before `/` or `!` changes nothing");
            let reason = format!("`{tag}` is HTML inside the script element");
            (tag, reason, help)
        }
        '&' => {
            let end = rest.find(|c: char| c != '&' && c != '#' && !c.is_ascii_alphanumeric());
            let end = end.map_or(rest.len(), |end| {
                end + usize::from(rest[end..].starts_with(';'))
            });
            let reference = rest[..end].to_owned();
            let reason = format!("`{reference}` is a character reference of HTML");
            (
                reference,
                reason,
                format!("write `{escape}` for `&` in the text"),
            )
        }
        _ if !text.is_ascii() => {
            let escape = match code {
                ..=0xffff => format!("\\u{code:04x}"),
                _ => format!("\\u{{{code:x}}}"),
            };
            let reason = format!(
                "`{text}` is not ASCII, and an escape for it would change what the tag of the \
                 template reads"
            );
            let help = format!("write `{escape}` in a string or in a template without a tag");
            (text.to_string(), reason, help)
        }
        '"' | '\'' => {
            let reason = format!("`{text}` ends the attribute");
            let help = format!(
                "write `{escape}` for `{text}` in the text, and other quotes around the text"
            );
            (text.to_string(), reason, help)
        }
        _ if text.is_control() && text != '\n' && text != '\t' => {
            let reason = format!("HTML does not keep the character U+{code:04X}");
            (
                text.to_string(),
                reason,
                format!("write `{escape}` in the text"),
            )
        }
        _ => {
            let reason = format!("{text:?} ends the attribute, which has no quotes");
            let help = "put the attribute of the wrapper in quotes".to_owned();
            (text.to_string(), reason, help)
        }
    }
}

/// Where a text is in the composed script: in a literal if there is one that contains it, because
/// the delimiters of literals are exchanged where that helps.
fn place(source: &str, needle: &str) -> usize {
    let spans = Tree::look(source, |found| script::literal_spans(found.program));
    let within = spans.unwrap_or_default().into_iter().find_map(|span| {
        let text = span.source_text(source);
        // Without the delimiters of a string.
        let inner = text.get(1..text.len().saturating_sub(1));
        match text.starts_with(['"', '\'']) {
            true => Some(span.start as usize + 1 + inner?.find(needle)?),
            false => Some(span.start as usize + text.find(needle)?),
        }
    });
    within.or_else(|| source.find(needle)).unwrap_or_default()
}
