//! Statements that show texts with everything that a packed script must escape.

use fastrand::Rng;

/// Characters and sequences that mean something in HTML, in strings, in templates or in encodings.
const PIECES: [&str; 34] = [
    "'",
    "\"",
    "`",
    "\\",
    "$",
    "${",
    "{",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{1}",
    "\u{1f}",
    "\u{17}",
    "\u{1b}(B",
    "\u{1b}$@",
    "\u{7f}",
    "</script",
    "<script",
    "<!--",
    "-->",
    "&lt;",
    "&amp",
    "&#65;",
    "&",
    "<",
    "]",
    "^-",
    "\u{e9}",
    "\u{ff37}",
    "\u{1f600}",
    "\u{2028}",
    "ab",
    "cd cd cd",
];

/// A statement that shows a text.
pub fn statement(rng: &mut Rng) -> String {
    let count = rng.usize(1..12);
    let pieces: Vec<&str> = (0..count)
        .map(|_| PIECES[rng.usize(..PIECES.len())])
        .collect();
    let text = pieces.concat();
    match rng.u8(..4) {
        0 => format!("console.log('{}')\n", escaped(&text, '\'', rng)),
        1 => format!("console.log(\"{}\")\n", escaped(&text, '"', rng)),
        2 => format!("console.log(`{}`)\n", escaped(&text, '`', rng)),
        _ => format!("console.log(String.raw`{}`)\n", raw(&text)),
    }
}

/// The text in a literal: what must be escaped is, and other characters sometimes.
fn escaped(text: &str, delimiter: char, rng: &mut Rng) -> String {
    let mut out = String::new();
    let is_template = delimiter == '`';
    for character in text.chars() {
        let is_line = matches!(character, '\n' | '\r' | '\u{2028}');
        match character {
            '\\' => out.push_str("\\\\"),
            _ if character == delimiter => out.extend(['\\', character]),
            '$' if is_template => out.push_str(if rng.bool() { "\\$" } else { "\\x24" }),
            '\n' if is_template && rng.bool() => out.push('\n'),
            // HTML has no such character.
            '\0' => out.push_str("\\0"),
            _ if is_line || rng.u8(..8) == 0 => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            _ => out.push(character),
        }
    }
    // An octal escape is none in a template.
    out.replace("\\0", "\\x00")
}

/// The text in a template without escapes.
fn raw(text: &str) -> String {
    text.replace(['\\', '`', '$', '\0', '\r'], "")
}
