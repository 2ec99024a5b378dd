//! Writes the addresses of CSS.

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
