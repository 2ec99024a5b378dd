//! Names that code may find by texts that are put together when it runs.

use std::collections::BTreeSet;

use oxc_ast::ast::{BinaryExpression, Expression};
use oxc_syntax::operator::BinaryOperator;

use super::text::{Text, may_have_script, words};
use super::{Reader, This, with_reader};
use crate::script::ScriptError;

/// A text of which only the ends are known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    start: String,
    end: String,
    /// Whether code in HTML has the name. That is not only a property of the window.
    is_code: bool,
}

impl Pattern {
    /// The name of a property of the window.
    pub(super) fn of_property(text: &Text) -> Self {
        let mut parts = text.known.split(' ');
        let start = parts.next().unwrap_or_default().to_owned();
        let end = parts.next_back().unwrap_or_default().to_owned();
        Self {
            start,
            end,
            is_code: false,
        }
    }

    /// The name that starts at the end of a part of an event handler; `None` if something else may follow alone.
    pub(super) fn of_handler(text: &str) -> Option<Self> {
        let code = open_handler(text)?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let before = code.trim_end_matches(is_part);
        let start = &code[before.len()..];
        let starts_code = before.is_empty() || before.ends_with([';', '{', '}']);
        let is_name = !start.is_empty() && !start.starts_with(|c: char| c.is_ascii_digit());
        // After `go(` a value follows, or a text in quotes.
        let is_outside = before.matches(['"', '\'', '`']).count() % 2 == 0;
        (is_outside && (is_name || starts_code)).then(|| Self {
            start: start.to_owned(),
            end: String::new(),
            is_code: true,
        })
    }

    fn fits(&self, name: &str) -> bool {
        name.len() >= self.start.len() + self.end.len()
            && name.starts_with(&self.start)
            && name.ends_with(&self.end)
    }
}

/// The code of the event handler in which a part of HTML ends.
fn open_handler(text: &str) -> Option<&str> {
    let tag = &text[text.rfind('<')?..];
    let is_handler = |&at: &usize| {
        let before = tag[..at].trim_end();
        let name = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let word = &before[name.len()..];
        word.get(..2)
            .is_some_and(|on| on.eq_ignore_ascii_case("on"))
            && name.ends_with(|c: char| c.is_whitespace() || "\"'/".contains(c))
    };
    let at = tag.match_indices('=').map(|(at, _)| at).find(is_handler)?;
    let value = tag[at + 1..].trim_start();
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let code = &value[1..];
            (!code.contains(quote)).then_some(code)
        }
        _ => (!value.contains([' ', '>'])).then_some(value),
    }
}

impl Reader<'_> {
    /// Reads the HTML that a sum makes: an attribute may stand in several strings.
    pub(super) fn joined(&mut self, sum: &BinaryExpression<'_>) {
        // Sums are nested on the left.
        if sum.operator != BinaryOperator::Addition || !self.sums.insert(sum.span.start) {
            return;
        }
        let text = Text::of_sum(sum).known;
        if may_have_script(&text) {
            let found = words(&text).into_iter();
            self.in_html
                .extend(found.filter(|name| self.names.contains(name)));
        }
    }

    /// A property of the global object has a name of which only the ends are known.
    pub(super) fn looked_up_built(&mut self, object: &Expression<'_>, text: &Text) {
        let is_alias = match object {
            Expression::Identifier(name) => {
                let id = name.reference_id.get();
                let symbol = id.and_then(|id| self.scoping.get_reference(id).symbol_id());
                symbol.is_some_and(|symbol| self.aliases.contains(&symbol))
            }
            // It may be the global object.
            Expression::ThisExpression(_) => {
                self.this.last() == Some(&This::Caller) && !text.known.trim().is_empty()
            }
            _ => false,
        };
        if is_alias && text.whole().is_none() {
            self.unknown.insert(Pattern::of_property(text));
        }
    }
}

/// The names of a script that some code, of the same script or of another one, may find by texts that are put
/// together when it runs: `window['go_'+name]`, `` `<p onclick="${name}()">` ``.
///
/// # Errors
/// One of the texts is not a script.
pub fn names_by_unknown_text(code: &str, script: &str) -> Result<Vec<String>, ScriptError> {
    let (patterns, mut named) = with_reader(code, &[], |reader| (reader.unknown, reader.in_html))?;
    if patterns.is_empty() && named.is_empty() {
        return Ok(Vec::new());
    }
    let (properties, names) = with_reader(script, &[], |reader| (reader.properties, reader.names))?;
    named.retain(|name| names.contains(name));
    for pattern in &patterns {
        let among = if pattern.is_code { &names } else { &properties };
        named.extend(among.iter().filter(|name| pattern.fits(name)).cloned());
    }
    let named: BTreeSet<String> = named;
    Ok(named.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::names_by_unknown_text;

    fn names(source: &str) -> Vec<String> {
        names_by_unknown_text(source, source).expect(source)
    }

    #[test]
    fn names_that_a_text_may_become_are_found() {
        let script = "function go_left(){}function go_right(){}let go_up=1;var other=d;";
        let go = ["go_left", "go_right"];
        for (code, expected) in [
            ("window['go_'+d]()", &go[..]),
            ("self[`go_${d}`]()", &go[..]),
            ("globalThis[d+'_left']", &["go_left"]),
            ("this['go_'+d]()", &go[..]),
            ("alert('go_'+d in window)", &go[..]),
            ("window[d]()", &["go_left", "go_right", "other"]),
            ("var w=window;w['go_'+d]()", &go[..]),
            (
                "b.innerHTML='<b onclick=\"go_'+d+'(3)\">'",
                &["go_left", "go_right", "go_up"],
            ),
            (
                "b.innerHTML=`<b onclick=\"go_${d}(3)\">`",
                &["go_left", "go_right", "go_up"],
            ),
            (
                "b.innerHTML='<b onclick='+d+'(3)>'",
                &["go_left", "go_right", "go_up", "other"],
            ),
            ("b.innerHTML='<b onclick=\"other('+d+')\">'", &["other"]),
            ("b.innerHTML='<b on'+'click=other('+d+')>'", &["other"]),
            ("b.innerHTML='<a href=javascript:other()>'", &["other"]),
        ] {
            let found = names(&format!("{script}{code}"));
            assert_eq!(
                found.iter().filter(|name| *name != "w").collect::<Vec<_>>(),
                expected,
                "{code}"
            );
        }
    }

    #[test]
    fn other_texts_find_no_names() {
        for code in [
            "window['other']",
            "window[0]",
            "a['go_'+d]",
            "function f(){this[d]}",
            "b.innerHTML='<b title=\"'+d+'\">'",
            "b.innerHTML='<b onclick=\"alert('+d+')\">'",
            "b.innerHTML='<b onclick=\"alert(`go_'+d+'`)\">'",
            "b.innerHTML='<b onclick=alert(1)>'+d",
            // The names in a handler in a template become short too.
            "b.innerHTML=`<b onclick=\"other(${d})\">`",
        ] {
            let found = names(&format!("var go_left=1,other=2;{code}"));
            assert_eq!(found, [""; 0], "{code}");
        }
    }

    #[test]
    fn the_code_may_be_that_of_another_script() {
        let found = names_by_unknown_text("window['go_'+d]()", "function go_left(){}var a");
        assert_eq!(found.unwrap(), ["go_left"]);
    }
}
