//! Scripts with two or three characters in one code point, for contests that count code points.
//!
//! - Two: `escape` writes a code point above U+FFFF as two escapes `%uD8xx%uDCyy`. Without `uD8` and
//!   `uDC` they are `%xx%yy`, which `unescape` reads as two characters.
//! - Three: a code point is a number with three digits of base 95, one for each printable character. The
//!   decoder is longer.

use golfchess_script::{ScriptError, unused_names};

/// Why no code points hold a script.
#[derive(Debug, thiserror::Error)]
pub enum CodePointError {
    /// A code point holds characters up to U+00FF.
    #[error(
        "the script has the character {0:?}; only characters up to U+00FF can share a code point"
    )]
    Character(char),
    /// The text is no script.
    #[error(transparent)]
    Script(#[from] ScriptError),
}

/// The script with the fewest code points that unpacks and evaluates a script. It may have more than the
/// script itself.
///
/// # Errors
/// A character needs a code point of its own.
pub fn pack(script: &str) -> Result<String, CodePointError> {
    if let Some(other) = script.chars().find(|&character| u32::from(character) > 255) {
        return Err(CodePointError::Character(other));
    }
    let two = two(script);
    let three = three(script)?;
    let count = |text: &str| text.chars().count();
    Ok(match three {
        Some(three) if count(&three) < count(&two) => three,
        _ => two,
    })
}

/// The first surrogates; the low byte of each holds a character.
const SURROGATES: [u16; 2] = [0xd800, 0xdc00];

/// Two characters in a code point.
fn two(script: &str) -> String {
    let codes: Vec<u16> = script.encode_utf16().collect();
    let units = codes.chunks(2).flat_map(|pair| {
        // A space follows a script of odd length.
        let pair = [pair[0], pair.get(1).copied().unwrap_or(u16::from(b' '))];
        [SURROGATES[0] + pair[0], SURROGATES[1] + pair[1]]
    });
    let payload: String = char::decode_utf16(units).flatten().collect();
    format!("eval(unescape(escape`{payload}`.replace(/u../g,'')))")
}

/// The printable characters, and the code of the first.
const BASE: u32 = 95;
const FIRST: u32 = 32;

/// The highest digit of each number has at least this added, so that no code point is a surrogate or has
/// a meaning in a template. The decoder takes it by the base.
const HIGH: u32 = 8;

/// Three characters in a code point; `None` if one of them is not printable.
fn three(script: &str) -> Result<Option<String>, ScriptError> {
    let is_printable = |code: u8| (b' '..=b'~').contains(&code);
    if !script.bytes().all(is_printable) {
        return Ok(None);
    }
    let digits: Vec<u32> = script.bytes().map(|code| u32::from(code) - FIRST).collect();
    let payload = digits.chunks(3).filter_map(|chunk| {
        let digit = |at: usize| chunk.get(at).copied().unwrap_or(0);
        let high = match digit(2) {
            low if low < HIGH => low + BASE,
            high => high,
        };
        char::from_u32(digit(0) + BASE * (digit(1) + BASE * high))
    });
    let payload: String = payload.collect();
    let names: Vec<String> = unused_names(script)?.take(4).collect();
    let [text, one, left, number] = [&names[0], &names[1], &names[2], &names[3]];
    Ok(Some(format!(
        "{text}='';for({one} of`{payload}`)for({left}=3,{number}={one}.codePointAt();{left}--;{number}/={BASE})\
         {text}+=String.fromCharCode({number}%{BASE}+{FIRST});eval({text})"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_point_holds_two_or_three_characters() {
        let count = |length: usize| {
            let script = format!("{}1", "a+".repeat(length / 2));
            pack(&script).unwrap().chars().count()
        };
        assert_eq!(count(100), 43 + 51);
        assert_eq!(count(1000), 91 + 334);
        let other = pack("a='\u{2211}'").unwrap_err().to_string();
        assert!(other.contains("'\u{2211}'"), "{other}");
        assert!(pack(&"a=)".repeat(99)).is_err());
    }

    #[test]
    fn each_digit_is_a_code_point_that_a_template_keeps() {
        let printable: String = (b' '..=b'~').map(char::from).collect();
        for one in printable.chars() {
            let text = format!("/*{one}{one}{one}{one}*/");
            let packed = three(&text.replace("*/*", "* *")).unwrap().unwrap();
            let payload = packed.split('`').nth(1).unwrap();
            assert_eq!(payload.chars().count(), text.len().div_ceil(3));
            assert!(
                payload.chars().all(|point| u32::from(point) > 0xffff),
                "{text}"
            );
        }
    }
}
