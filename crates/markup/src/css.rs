//! Minifies CSS.

use std::sync::{Arc, RwLock};

use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, StyleAttribute, StyleSheet};

/// The text of a style sheet, or a shorter one with the same rules. With `keeps_values`, custom properties have the
/// same texts.
pub(super) fn sheet(css: &str, keeps_values: bool) -> String {
    shortest(css, 0, keeps_values, |css, options| {
        let mut sheet = StyleSheet::parse(css, options).ok()?;
        sheet.minify(MinifyOptions::default()).ok()?;
        Some(sheet.to_css(printer()).ok()?.code)
    })
}

/// The text of a `style` attribute, or a shorter one with the same declarations; `keeps_values` as in [`sheet`].
pub(super) fn declarations(css: &str, keeps_values: bool) -> String {
    shortest(css, 1, keeps_values, |css, options| {
        let mut style = StyleAttribute::parse(css, options).ok()?;
        style.minify(MinifyOptions::default());
        Some(style.to_css(printer()).ok()?.code)
    })
}

fn printer() -> PrinterOptions<'static> {
    PrinterOptions {
        minify: true,
        ..PrinterOptions::default()
    }
}

/// The result of the minifier if it knows all of the text, the text without white space, or the text. There are
/// `depth` blocks around it.
fn shortest(
    css: &str,
    depth: usize,
    keeps_values: bool,
    minified: impl for<'c> Fn(&'c str, ParserOptions<'c>) -> Option<String>,
) -> String {
    let values = Values::of(css, depth, true);
    let others = (!keeps_values).then(|| Values::of(css, depth, false));
    let parsed = others.as_ref().unwrap_or(&values);
    let warnings = Arc::new(RwLock::new(Vec::new()));
    let options = ParserOptions {
        warnings: Some(warnings.clone()),
        ..ParserOptions::default()
    };
    let minified = minified(&parsed.css, options).map(|css| parsed.restored(&css));
    let knows_all = warnings.read().is_ok_and(|warnings| warnings.is_empty());
    let minified = minified.filter(|_| knows_all);
    let compacted = values.restored(&compact(&values.css, depth));
    let candidates = [Some(css.to_owned()), Some(compacted), minified];
    let shortest = candidates.into_iter().flatten().min_by_key(String::len);
    shortest.unwrap_or_default()
}

/// Whether a value has a linear gradient with a prefix. Its directions mean something else, and lightningcss writes them
/// as those of today.
fn has_old_gradient(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    value.match_indices("linear-gradient(").any(|(at, _)| {
        let before = value[..at].trim_end_matches("repeating-");
        before.ends_with("-webkit-") || before.ends_with("-moz-") || before.ends_with("-o-")
    })
}

/// CSS with names in the place of some values: those of custom properties, whose texts scripts read, and old gradients.
struct Values {
    css: String,
    /// The start of these names, which is nowhere in the CSS itself.
    mask: String,
    texts: Vec<String>,
}

impl Values {
    /// `custom` says whether values of custom properties are among them.
    fn of(css: &str, depth: usize, custom: bool) -> Self {
        let masks = (0..).map(|at| format!("gen{at}-"));
        let mut values = Self {
            css: String::with_capacity(css.len()),
            mask: masks
                .into_iter()
                .find(|mask| !css.contains(mask))
                .unwrap_or_default(),
            texts: Vec::new(),
        };
        values.read(css, depth, custom);
        values
    }

    fn read(&mut self, css: &str, mut depth: usize, custom: bool) {
        let mut rest = css;
        let mut is_start = depth > 0;
        while let Some(next) = rest.chars().next() {
            if rest.starts_with("/*") {
                let end = rest[2..].find("*/").map_or(rest.len(), |at| at + 4);
                self.css.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            let declaration = &rest[..segment(rest)];
            if is_start
                && (custom && rest.starts_with("--")
                    || !rest.starts_with("--") && has_old_gradient(declaration))
                && is_declaration(rest, depth)
                && let Some((name, value)) = declaration.split_once(':')
            {
                self.add(name, value);
                rest = &rest[declaration.len()..];
                is_start = false;
                continue;
            }
            let length = token(rest, &self.css);
            self.css.push_str(&rest[..length]);
            rest = &rest[length..];
            match next {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            is_start =
                depth > 0 && ("{};".contains(next) || is_start && next.is_ascii_whitespace());
        }
    }

    fn add(&mut self, name: &str, value: &str) {
        let important = value
            .rsplit_once('!')
            .filter(|(_, word)| word.trim().eq_ignore_ascii_case("important"));
        let (value, important) = match important {
            Some((value, _)) => (value, "!important"),
            None => (value, ""),
        };
        let old = (!name.starts_with("--") && !value.contains(['"', '\'', '\\'])).then(|| {
            value
                .split(',')
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(",")
        });
        let text = match old.as_deref().unwrap_or(value).trim() {
            // Old browsers need white space in the place of a value.
            "" if !value.is_empty() => " ",
            text => text,
        };
        let place = self.texts.iter().position(|other| other == text);
        let place = place.unwrap_or(self.texts.len());
        if place == self.texts.len() {
            self.texts.push(text.to_owned());
        }
        let mask = &self.mask;
        self.css
            .push_str(&format!("{name}:{mask}{place}-{important}"));
    }

    /// CSS with the values again.
    fn restored(&self, css: &str) -> String {
        let texts = self.texts.iter().enumerate();
        texts.fold(css.to_owned(), |css, (place, text)| {
            css.replace(&format!("{}{place}-", self.mask), text)
        })
    }
}

/// CSS without comments and without the white space that separates nothing.
fn compact(css: &str, mut depth: usize) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    // What was between the last character and the next one.
    let (mut space, mut comment) = (false, false);
    let mut in_declaration = is_declaration(css, depth);
    while let Some(next) = rest.chars().next() {
        if rest.starts_with("/*") {
            rest = rest[2..].split_once("*/").map_or("", |(_, rest)| rest);
            comment = true;
            continue;
        }
        if next.is_ascii_whitespace() {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            space = true;
            continue;
        }
        let last = out.chars().last();
        let separates = |c: char| "{};,".contains(c);
        let is_free = last
            .is_none_or(|last| separates(last) || last == '(' || in_declaration && last == ':')
            || separates(next)
            || next == ')'
            || in_declaration && next == '!';
        match (space, comment) {
            _ if is_free => {}
            (true, _) => out.push(' '),
            (false, true) => out.push_str("/**/"),
            (false, false) => {}
        }
        (space, comment) = (false, false);
        let length = token(rest, &out);
        if next == '}' && out.ends_with(';') {
            out.pop();
        }
        out.push_str(&rest[..length]);
        rest = &rest[length..];
        match next {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ';' => {}
            _ => continue,
        }
        in_declaration = is_declaration(rest, depth);
    }
    out
}

/// The bytes of what is copied as it is at the start of a text: a string, an address, an escape or a character.
fn token(rest: &str, before: &str) -> usize {
    let mut chars = rest.char_indices();
    let first = chars.next().map_or(' ', |(_, c)| c);
    let past = |end: usize| {
        rest[end..]
            .chars()
            .next()
            .map_or(end, |c| end + c.len_utf8())
    };
    match first {
        '"' | '\'' => {
            let mut is_escaped = false;
            let end = chars.find(|&(_, c)| {
                let ends = !is_escaped && c == first;
                is_escaped = !is_escaped && c == '\\';
                ends
            });
            end.map_or(rest.len(), |(at, _)| at + 1)
        }
        '(' if before.len() >= 3
            && before.as_bytes()[before.len() - 3..].eq_ignore_ascii_case(b"url")
            && !rest[1..].trim_start().starts_with(['"', '\'']) =>
        {
            rest.find(')').map_or(rest.len(), |at| at + 1)
        }
        '\\' => past(1),
        other => other.len_utf8(),
    }
}

/// The bytes up to the end of a declaration or of the text before a block.
fn segment(rest: &str) -> usize {
    let (mut at, mut open) = (0, 0_usize);
    let is_custom = rest.trim_start().starts_with("--");
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            at = rest[at + 2..]
                .find("*/")
                .map_or(rest.len(), |end| at + end + 4);
            continue;
        }
        let length = token(&rest[at..], &rest[..at]);
        match rest.as_bytes()[at] {
            b'{' if open == 0 && !is_custom => return at,
            b';' | b'}' if open == 0 => return at,
            // An address has its end in it.
            b'(' | b'[' | b'{' if length == 1 => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        at += length;
    }
    at
}

/// Whether a declaration starts here, and not the selectors of a block.
fn is_declaration(rest: &str, depth: usize) -> bool {
    depth > 0 && !rest[segment(rest)..].starts_with('{')
}

/// CSS in ASCII: other characters become escapes, which strings and names have alike.
pub(super) fn ascii(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut chars = css.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_ascii() {
            out.push(c);
            continue;
        }
        out.push_str(&format!("\\{:x}", u32::from(c)));
        if chars
            .peek()
            .is_some_and(|next| next.is_ascii_hexdigit() || next.is_ascii_whitespace())
        {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_comments_that_separate_nothing_go() {
        for (css, expected) in [
            (
                "a > b , c {\n  color : red ;\n  margin: 0 1px ;\n}\n",
                "a > b,c{color :red;margin:0 1px}",
            ),
            (
                "a{b:'x  \\' /* y */'; c: url( d e ) }",
                "a{b:'x  \\' /* y */';c:url( d e )}",
            ),
            ("/* a */ a /* b */ b{c:d/* e */f}", "a b{c:d/**/f}"),
            (
                "@media screen and ( min-width: 1px ) {a :hover{b: c !important;}}",
                "@media screen and (min-width: 1px){a :hover{b:c!important}}",
            ),
            ("a{& b : hover{c: d}}", "a{& b : hover{c:d}}"),
            (".a\\ b  .c{*zoom: 1}", ".a\\ b .c{*zoom:1}"),
        ] {
            assert_eq!(compact(css, 0), expected);
        }
    }

    #[test]
    fn old_gradients_keep_their_directions() {
        for gradient in [
            "-webkit-linear-gradient(top,#fff 0%,#000 100%)",
            "-moz-linear-gradient(left,#fff,#000)",
            "-o-repeating-linear-gradient(0deg,#fff,#000 10px)",
            "url(a.png),-webkit-linear-gradient(bottom,#fff,#000)",
        ] {
            for keeps_values in [true, false] {
                let css = format!(
                    "a {{ color: #ffffff; background: {} ; background: linear-gradient(to bottom, #fff, #000) }}",
                    gradient.replace(',', " , ")
                );
                let expected = format!(
                    "a{{color:#fff;background:{gradient};background:linear-gradient(#fff,#000)}}"
                );
                assert_eq!(sheet(&css, keeps_values), expected);
            }
            let attribute = format!("color: #ff0000; background-image: {gradient}");
            let expected = format!("color:red;background-image:{gradient}");
            assert_eq!(declarations(&attribute, false), expected);
        }
    }

    #[test]
    fn characters_outside_ascii_become_escapes() {
        assert_eq!(
            ascii("a:after{content:'\u{2022}a\u{2022}x\u{2022}'}"),
            "a:after{content:'\\2022 a\\2022x\\2022'}"
        );
    }

    #[test]
    fn rules_become_shorter_and_unknown_ones_stay() {
        for (css, expected) in [
            (
                "a { color: #ffffff; margin: 0px 0px 0px 0px }",
                "a{color:#fff;margin:0}",
            ),
            ("a { *zoom: 1; color: #ffffff }", "a{*zoom:1;color:#ffffff}"),
            (
                "a::-moz-x { color: red } a::-webkit-x { color: red }",
                "a::-moz-x{color:red}a::-webkit-x{color:red}",
            ),
            (
                "a { -webkit-box-shadow: 0 0 1px red; box-shadow: 0 0 1px red }",
                "a{-webkit-box-shadow:0 0 1px red;box-shadow:0 0 1px red}",
            ),
            ("a{b:c", "a{b:c"),
        ] {
            assert_eq!(sheet(css, false), expected, "{css}");
        }
        assert_eq!(
            declarations("color: #ffffff; margin: 0px;", false),
            "color:#fff;margin:0"
        );
        assert_eq!(declarations("color", false), "color");
    }

    #[test]
    fn the_values_of_custom_properties_stay_for_scripts() {
        for (css, expected) in [
            (
                ":root { --a: #FFCC00 ; color: #ffffff } b { --c:0.50em }",
                ":root{--a:#FFCC00;color:#fff}b{--c:0.50em}",
            ),
            (
                "a{ /* b */ --c: { d : e } !important; margin: 0px }",
                "a{margin:0;--c:{ d : e }!important}",
            ),
            ("a{margin:var(--b,0px)}", "a{margin:var(--b,0px)}"),
            (
                "@media print { a { --b: #FFFFFF } }",
                "@media print{a{--b:#FFFFFF}}",
            ),
        ] {
            assert_eq!(sheet(css, true), expected, "{css}");
        }
        // The hack with `*` is unknown to the minifier.
        for (css, expected) in [
            ("a{--b:  { c : d }  ;*e: f}", "a{--b:{ c : d };*e:f}"),
            ("a{/* b */ --c: d  e; *f: g}", "a{--c:d  e;*f:g}"),
            ("a{--b: ;*c: d}", "a{--b: ;*c:d}"),
            (
                "a{--b:gen0-1-;--c: d  e;*f: g}",
                "a{--b:gen0-1-;--c:d  e;*f:g}",
            ),
        ] {
            assert_eq!(sheet(css, true), expected, "{css}");
            assert_eq!(sheet(css, false), expected, "{css}");
        }
        assert_eq!(sheet(":root{--a:#FFCC00}", false), ":root{--a:#fc0}");
        let style = "--a: 0.50em; margin: 0px";
        assert_eq!(declarations(style, true), "--a:0.50em;margin:0");
        assert_eq!(declarations("--a: b  c;*d: e", false), "--a:b  c;*d:e");
    }
}
