//! Reads and writes the texts and addresses of CSS.

/// A text or an address without escapes.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let digits = after
            .bytes()
            .take(6)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        if digits > 0 {
            let code = u32::from_str_radix(&after[..digits], 16).unwrap_or_default();
            out.push(
                char::from_u32(code)
                    .filter(|c| *c != '\0')
                    .unwrap_or('\u{fffd}'),
            );
            rest = &after[digits..];
            rest = rest.strip_prefix([' ', '\n', '\t']).unwrap_or(rest);
        } else {
            // An escaped line end is nothing.
            let first = after.chars().next();
            out.extend(first.filter(|c| *c != '\n'));
            rest = &after[first.map_or(0, char::len_utf8)..];
        }
    }
    out + rest
}

/// `url(…)` with an address.
pub(super) fn url(address: &str) -> String {
    let needs_quotes = |c: char| "\"'()\\".contains(c) || c <= ' ';
    if !address.contains(needs_quotes) {
        return format!("url({address})");
    }
    let quote = match address.matches('"').count() > address.matches('\'').count() {
        true => '\'',
        false => '"',
    };
    let mut out = String::from("url(");
    out.push(quote);
    for c in address.chars() {
        match c {
            '\n' => out.push_str("\\a "),
            c if c == quote || c == '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out.push(')');
    out
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for address in ["a.png", "a b", "it's", "a\"b'c\"", "a\\b", "a)"] {
            let css = format!("a{{b:{}}}", url(address));
            assert_eq!(scan(&css).named[0].address, address, "{css}");
        }
    }
}
