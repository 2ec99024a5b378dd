//! Addresses of a page or a style sheet.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Where an address leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// To the page itself, or to data that stand in the address.
    Own,
    /// To another host.
    Remote,
    /// To a file.
    Local {
        /// Its path from the folder of the page.
        path: String,
        /// With its `#`, or nothing.
        fragment: String,
    },
}

/// What an address means in a file of a folder; the folder is a path from that of the page, with `/` at its end, or
/// nothing.
pub(super) fn address(text: &str, folder: &str) -> Address {
    let text: String = text
        .trim_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !"\t\n\r".contains(*c))
        .collect();
    let (text, fragment) = match text.split_once('#') {
        Some((text, fragment)) => (text, format!("#{fragment}")),
        None => (&*text, String::new()),
    };
    let text = text.split('?').next().unwrap_or_default();
    if text.is_empty() {
        return Address::Own;
    }
    // Browsers read both slashes alike.
    let text = text.replace('\\', "/");
    if text.starts_with("//") {
        return Address::Remote;
    }
    if let Some((scheme, _)) = text.split_once(':')
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    {
        let own = ["data", "blob", "about", "javascript"];
        return match own.iter().any(|own| own.eq_ignore_ascii_case(scheme)) {
            true => Address::Own,
            false => Address::Remote,
        };
    }
    // The folder of the page is the root of what is handed in.
    let folder = if text.starts_with('/') { "" } else { folder };
    let name = percent_decode_str(&text).decode_utf8_lossy();
    let mut path: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." if path.last().is_some_and(|last| *last != "..") => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    match path.is_empty() {
        true => Address::Own,
        false => Address::Local {
            path: path.join("/"),
            fragment,
        },
    }
}

/// The folder of a file, with `/` at its end.
pub(super) fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..=at])
}

/// What an address must not have as it is.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'?')
    .add(b'\\');

/// The address of a file in a page.
pub(super) fn written(path: &str, fragment: &str) -> String {
    let path = utf8_percent_encode(path, ENCODED).to_string();
    // Before a colon, a name would be a scheme.
    let first = path.split('/').next().unwrap_or_default();
    let prefix = if first.contains(':') { "./" } else { "" };
    [prefix, &path, fragment].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_to_a_file_or_elsewhere() {
        for (text, folder, expected) in [
            ("a.js", "", "a.js"),
            (" ./b/../a.js?v=1 ", "", "a.js"),
            ("../img/a%20b.png", "css/", "img/a b.png"),
            ("../../a", "css/", "../a"),
            ("../a", "../b/", "../a"),
            ("..\\a", "../", "../../a"),
            ("/a.js", "css/", "a.js"),
            ("\u{e9} x.png", "", "\u{e9} x.png"),
            ("%C3%A9.png", "", "\u{e9}.png"),
            ("a\n.js", "", "a.js"),
        ] {
            let expected = Address::Local {
                path: expected.to_owned(),
                fragment: String::new(),
            };
            assert_eq!(address(text, folder), expected, "{text}");
        }
        let svg = Address::Local {
            path: "a.svg".to_owned(),
            fragment: "#b".to_owned(),
        };
        assert_eq!(address("a.svg?c#b", ""), svg);
        for own in [
            "",
            "#a",
            "?a",
            "data:,a",
            "JavaScript:a",
            "about:blank",
            ".",
        ] {
            assert_eq!(address(own, ""), Address::Own, "{own}");
        }
        for remote in ["//a/b", "\\\\a/b", "https://a/b", "mailto:a", "file:///a"] {
            assert_eq!(address(remote, ""), Address::Remote, "{remote}");
        }
    }

    #[test]
    fn a_path_becomes_an_address_that_leads_to_it() {
        for path in ["a b/c?.png", "100%.png", "\u{e9}#.png", "a:b.png"] {
            let expected = Address::Local {
                path: path.to_owned(),
                fragment: String::new(),
            };
            assert_eq!(address(&written(path, ""), ""), expected);
        }
    }
}
