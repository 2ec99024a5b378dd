//! Pages that unpack themselves.

use std::collections::HashMap;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Deserialize;

use crate::minify::{Minified, Wrapper};

/// A way to pack a script into a page that unpacks and runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Packer {
    /// Repeated texts become single characters that the script does not use.
    Pairs,
    /// Deflate, written in base64, undone by the browser's own decompressor.
    Inflate,
}

impl Packer {
    /// The packed page; `None` when no wrapper can hold it.
    pub fn pack(self, built: &Minified, wrappers: &[Wrapper]) -> Option<String> {
        let script = &built.page[built.script_range(wrappers)?];
        let packed = match self {
            Self::Pairs => pairs(script),
            Self::Inflate => inflate(script),
        };
        let pages = wrappers.iter().filter_map(|wrapper| wrapper.wrap(&packed));
        pages.min_by_key(String::len)
    }
}

/// The longest text that is looked for.
const LONGEST: usize = 80;

/// Packs in steps: the text whose replacement by an unused character saves most goes to the end,
/// after that character. The page undoes the steps from the last one back.
fn pairs(script: &str) -> String {
    let mut text = script.to_owned();
    let mut tokens = String::new();
    // No quotes: the tokens stand in one kind, the page's attribute in another.
    let mut free: Vec<char> = ('!'..='~')
        .filter(|c| !"\"'`\\".contains(*c) && !script.contains(*c))
        .collect();
    while let (Some(part), Some(token)) = (best(&text), free.pop()) {
        let rest = text.replace(&part, &token.to_string());
        text = format!("{rest}{token}{part}");
        tokens.insert(0, token);
    }
    let text = text.replace('\\', "\\\\").replace('`', "\\`");
    let text = text.replace("${", "$\\{");
    format!("s=`{text}`;for(i of'{tokens}')with(s.split(i))s=join(pop());eval(s)")
}

/// The text that saves most bytes, if any does; among equals the first in the alphabet.
fn best(text: &str) -> Option<String> {
    // How often each part stands, and where its last occurrence ends: none may overlap.
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for start in 0..text.len() {
        for end in start + 2..=(start + LONGEST).min(text.len()) {
            let (count, last) = counts.entry(&text[start..end]).or_default();
            if *last <= start {
                *count += 1;
                *last = end;
            }
        }
    }
    let length = |part: &str| -> usize {
        let escapes = part.matches(['\\', '`']).count() + part.matches("${").count();
        part.len() + escapes
    };
    let saved = |part: &str, count: usize| {
        // One character each; the part once more, its token before it and in the list.
        (count * length(part)) as i64 - (count + length(part) + 2) as i64
    };
    let parts = counts.iter().filter(|(_, (count, _))| *count > 1);
    let parts = parts.map(|(part, (count, _))| (saved(part, *count), *part));
    let best = parts.max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(a.1)))?;
    (best.0 > 0).then(|| best.1.to_owned())
}

fn inflate(script: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(script.as_bytes())
        .expect("writing to memory");
    // Browsers do not ask for the signs that fill the end up.
    let data = STANDARD_NO_PAD.encode(encoder.finish().expect("writing to memory"));
    format!(
        "fetch('data:;base64,{data}').then(r=>new Response(r.body.pipeThrough(\
         new DecompressionStream('deflate-raw'))).text()).then(eval)"
    )
}
