//! Style sheets in the place of the `@import` that names them.

/// The rules of a style sheet under the conditions of its `@import`; `None` if these are not known.
pub(super) fn under(conditions: &str, css: &str) -> Option<String> {
    if conditions.contains("/*") {
        return None;
    }
    let mut rest = conditions.trim();
    let mut css = css.to_owned();
    let (mut layer, mut supports) = (None, None);
    if let Some((name, behind)) = function(rest, "layer") {
        layer = Some(format!("@layer {name}"));
        rest = behind;
    } else if let Some(behind) = word(rest, "layer") {
        layer = Some("@layer".to_owned());
        rest = behind;
    }
    if let Some((condition, behind)) = function(rest, "supports") {
        supports = Some(format!("@supports ({condition})"));
        rest = behind;
    }
    let media = (!rest.is_empty()).then(|| format!("@media {rest}"));
    for around in [layer, supports, media].into_iter().flatten() {
        css = format!("{around}{{{css}}}");
    }
    Some(css)
}

/// What is behind a word at the start.
fn word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.get(..word.len())?;
    let behind = &text[word.len()..];
    let is_word = start.eq_ignore_ascii_case(word)
        && !behind.starts_with(|c: char| c.is_alphanumeric() || "-_(".contains(c));
    is_word.then(|| behind.trim_start())
}

/// What is in the parentheses of a function at the start, and what is behind them.
fn function<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let start = text.get(..name.len())?;
    let inner = text[name.len()..].strip_prefix('(')?;
    if !start.eq_ignore_ascii_case(name) {
        return None;
    }
    let mut depth = 1;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((inner[..at].trim(), inner[at + 1..].trim_start()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_get_the_conditions_of_their_import() {
        for (conditions, expected) in [
            ("", "a{}"),
            ("screen and (color)", "@media screen and (color){a{}}"),
            ("layer", "@layer{a{}}"),
            ("layer(b.c) print", "@media print{@layer b.c{a{}}}"),
            (
                "LAYER supports(display:grid) print",
                "@media print{@supports (display:grid){@layer{a{}}}}",
            ),
            (
                "supports((a:b) and (c:d))",
                "@supports ((a:b) and (c:d)){a{}}",
            ),
        ] {
            assert_eq!(under(conditions, "a{}").as_deref(), Some(expected));
        }
        assert_eq!(under("/* b */ print", "a{}"), None);
    }
}
