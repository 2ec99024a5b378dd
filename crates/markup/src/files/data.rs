//! Files as `data:` addresses.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Extensions with the types that browsers need.
const TYPES: [(&str, &str); 24] = [
    ("aac", "audio/aac"),
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("flac", "audio/flac"),
    ("gif", "image/gif"),
    ("ico", "image/x-icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("m4a", "audio/mp4"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("oga", "audio/ogg"),
    ("ogg", "audio/ogg"),
    ("ogv", "video/ogg"),
    ("opus", "audio/ogg"),
    ("otf", "font/otf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("ttf", "font/ttf"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
];

/// The extensions of images, sounds, videos and fonts, which an address can hold.
pub fn media_extensions() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(extension, _)| *extension)
}

/// The type of an image, a sound, a video or a font by the extension of its file.
pub fn media_type(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    let mut types = TYPES.into_iter();
    types
        .find(|(known, _)| known.eq_ignore_ascii_case(extension))
        .map(|(_, kind)| kind)
}

/// The shortest address with the bytes of a file; `None` if its type is not known.
pub(super) fn address(path: &str, bytes: &[u8]) -> Option<String> {
    let kind = media_type(path)?;
    let base64 = format!("data:{kind};base64,{}", STANDARD.encode(bytes));
    let text = match kind {
        "image/svg+xml" => std::str::from_utf8(bytes).ok(),
        _ => None,
    };
    let encoded = text.map(|text| format!("data:{kind},{}", encoded(text)));
    Some(match encoded {
        Some(encoded) if encoded.len() <= base64.len() => encoded,
        _ => base64,
    })
}

/// A text of XML in an address: only characters stand encoded that an address cannot have.
fn encoded(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').trim();
    // Behind a question mark, the encoding of the page decides what other characters are.
    let is_query = text.contains('?');
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "%#".contains(c) || c.is_ascii_control() || !c.is_ascii() && is_query {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_stay_readable_and_others_become_base64() {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg'>\n<path fill='#f00' d='M0 0h9\u{e9}%'/></svg>\n";
        let expected = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'>%0A<path fill='%23f00' d='M0 0h9\u{e9}%25'/></svg>";
        assert_eq!(
            address("a/B.SVG", drawing.as_bytes()).as_deref(),
            Some(expected)
        );
        assert_eq!(
            address("a.svg", "<?\u{e9}".as_bytes()).as_deref(),
            Some("data:image/svg+xml,<?%C3%A9")
        );
        assert_eq!(
            address("a.png", b"\x89PNG").as_deref(),
            Some("data:image/png;base64,iVBORw==")
        );
        assert_eq!(address("png", b""), None);
        assert_eq!(address("a.exe", b""), None);
    }
}
