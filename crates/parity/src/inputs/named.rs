//! The keys that a script names in its text.

/// Keys that have names of several letters, besides the function keys.
const NAMES: [&str; 20] = [
    "Escape",
    "Tab",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Shift",
    "Control",
    "Alt",
    "Meta",
    "Space",
    "Enter",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Pause",
];

/// Their numbers in `keyCode` and `which`.
const CODES: [(u32, &str); 18] = [
    (8, "Backspace"),
    (9, "Tab"),
    (13, "Enter"),
    (16, "Shift"),
    (17, "Control"),
    (18, "Alt"),
    (27, "Escape"),
    (32, "Space"),
    (33, "PageUp"),
    (34, "PageDown"),
    (35, "End"),
    (36, "Home"),
    (37, "ArrowLeft"),
    (38, "ArrowUp"),
    (39, "ArrowRight"),
    (40, "ArrowDown"),
    (45, "Insert"),
    (46, "Delete"),
];

/// The keys whose names, characters or numbers stand in a script, each once, in its order.
pub(super) fn keys(script: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut add = |key: Option<String>| {
        if let Some(key) = key.filter(|key| !keys.contains(key)) {
            keys.push(key);
        }
    };
    let has_codes = ["keyCode", "which"]
        .iter()
        .any(|word| script.contains(word));
    let bytes = script.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\'' | b'`' => {
                let text = script[at + 1..].split(char::from(*byte)).next();
                let text = text.filter(|text| text.len() <= LONGEST && starts(&script[..at], text));
                add(text.and_then(named));
            }
            b'0'..=b'9' if has_codes && !is_within(bytes[..at].last()) => {
                let number = script[at..].split(|c: char| !c.is_ascii_digit()).next();
                let number = number.unwrap_or_default();
                if !is_within(bytes.get(at + number.len())) {
                    add(number.parse().ok().and_then(coded));
                }
            }
            _ => {}
        }
    }
    keys
}

/// The length of the longest name.
const LONGEST: usize = "ArrowRight".len();

/// Whether a quote behind some code starts a text: behind the last letter of a text it ends one, and what is between two
/// texts looks like a key too (`'a','b'`).
fn starts(code: &str, text: &str) -> bool {
    let code = code.trim_end();
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        || code.ends_with("case")
        || !code.ends_with(|c: char| c.is_alphanumeric())
}

/// Whether a number goes on, or is a part of a name.
fn is_within(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(byte))
}

/// The key that has a name or a character.
fn named(text: &str) -> Option<String> {
    let one = |text: &str| {
        let mut characters = text.chars();
        let is_one = characters.next().is_some_and(|c| c.is_ascii_graphic());
        is_one && characters.next().is_none()
    };
    let function = text
        .strip_prefix('F')
        .and_then(|number| number.parse().ok());
    let is_function = function.is_some_and(|number: u8| (1..=12).contains(&number));
    if NAMES.contains(&text) || is_function || one(text) && text != "\\" {
        return Some(text.to_owned());
    }
    match text {
        " " => Some("Space".to_owned()),
        _ => ["Key", "Digit"]
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))
            .filter(|rest| one(rest))
            .map(str::to_ascii_lowercase),
    }
}

/// The number of a key in `keyCode`.
pub(super) fn code(key: &str) -> u32 {
    let named = CODES.iter().find(|(_, name)| *name == key);
    let function = key
        .strip_prefix('F')
        .and_then(|number| number.parse::<u32>().ok());
    let character = key.chars().next().map(|c| c.to_ascii_uppercase());
    match (named, function) {
        (Some((code, _)), _) => *code,
        (None, Some(number)) => 111 + number,
        (None, None) => character.map_or(0, u32::from),
    }
}

/// The key that has a number.
fn coded(code: u32) -> Option<String> {
    let named = CODES.iter().find(|(of_key, _)| *of_key == code);
    let named = named.map(|(_, name)| (*name).to_owned());
    named.or_else(|| match code {
        48..=57 | 65..=90 => char::from_u32(code).map(|c| c.to_ascii_lowercase().to_string()),
        112..=123 => Some(format!("F{}", code - 111)),
        _ => None,
    })
}
