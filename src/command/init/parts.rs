//! The script of a page that becomes a fragment, and what stays around it.

use std::path::Path;

use anyhow::{Error, Result};
use golfchess_markup::{ascii_html, joined, reads_script};
use golfchess_script::{Code, CodeKind, ScriptError, Wrapper, code_of, html_tokens, words};

use super::super::minify::sources::Sources;
use super::super::one_file::keep_built;
use crate::output::{count, help, message};

/// A page divided into the script of the fragment and the rest.
pub struct Parts {
    /// The HTML around the script, in ASCII.
    pub wrapper: Wrapper,
    pub script: String,
    /// The code that stays in the HTML.
    others: Vec<Code>,
}

impl Parts {
    /// Divides a page: scripts that follow each other become one, and the largest classic script is that of the
    /// fragment, or the largest event handler if there is no script.
    pub fn of(page: &Path, html: &str, sources: &Sources) -> Result<Self> {
        let joined = joined(html);
        let html = ascii_html(joined.as_ref().map_or(html, |joined| joined.page.as_str()));
        let code = code_of(&html);
        let chosen = (0..code.len())
            .filter(|&at| is_fragment(&html, &code[at]))
            .max_by_key(|&at| (code[at].kind == CodeKind::Script, code[at].text.len()))
            .ok_or_else(|| no_fragment(page, &code, sources))?;
        let (wrapper, script) = with_escapes(html, chosen);
        let wrapper = match code[chosen].kind {
            CodeKind::Handler if !is_alone(&wrapper) => quoted(&wrapper, &script)
                .ok_or_else(|| no_fragment(page, &code[chosen..=chosen], sources))?,
            _ => wrapper,
        };
        let mut others = code;
        others.remove(chosen);
        Ok(Self {
            wrapper,
            script,
            others,
        })
    }

    /// The names that the script shares with the code around it.
    pub fn shared(&self) -> Result<Vec<String>, ScriptError> {
        let own = words(&self.script);
        let mut shared = Vec::new();
        for other in &self.others {
            match other.kind {
                CodeKind::File => shared.extend(golfchess_script::global_names(&self.script)?),
                _ => shared.extend(
                    words(&other.text)
                        .into_iter()
                        .filter(|name| own.contains(name)),
                ),
            }
        }
        let mut shared: Vec<String> = shared
            .into_iter()
            .filter(|name| is_name(name, &self.script))
            .collect();
        for other in &self.others {
            let built = golfchess_script::names_by_unknown_text(&other.text, &self.script);
            let note = |text: &str| message(format_args!("note: {text}"));
            keep_built(built.unwrap_or_default(), &mut shared, &note);
        }
        shared.sort();
        shared.dedup();
        Ok(shared)
    }

    /// Says what stays in the HTML.
    pub fn note(&self) {
        let kinds = [
            (CodeKind::Script, "script"),
            (CodeKind::Module, "module"),
            (CodeKind::Handler, "event handler"),
            (CodeKind::Link, "link"),
        ];
        let counts = kinds.map(|(kind, name)| {
            let same = self.others.iter().filter(|code| code.kind == kind);
            (same.count(), name)
        });
        let found = counts.iter().filter(|(found, _)| *found > 0);
        let found: Vec<String> = found.map(|(found, name)| count(*found, name)).collect();
        if !found.is_empty() {
            message(format_args!(
                "note: the fragment is the largest script; in the HTML of the catalog, as they are: {}",
                found.join(", ")
            ));
        }
    }
}

/// Whether a word of a script can be the name of a variable there.
fn is_name(word: &str, script: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut places = script.match_indices(word);
    let is_apart = places.any(|(at, _)| !script[..at].ends_with(|c| c == '.' || in_word(c)));
    is_apart && golfchess_script::syntax_error(&format!("var {word}")).is_none()
}

/// Whether code can be minified apart from the rest of its page.
fn is_fragment(html: &str, code: &Code) -> bool {
    let Some(around) = &code.wrapper else {
        return false;
    };
    match code.kind {
        CodeKind::Script => {
            golfchess_script::syntax_error(&code.text).is_none_or(|_| code_of(html).len() == 1)
                && !reads_script(html, &around.open)
        }
        // `this` and `return` have their meaning only in the handler.
        CodeKind::Handler => {
            !golfchess_script::returns(&code.text)
                && !words(&code.text).contains("this")
                && (is_alone(around) || quoted(around, &code.text).is_some())
        }
        CodeKind::Module | CodeKind::Link | CodeKind::File => false,
    }
}

/// Whether the page has nothing but the element of this event handler.
pub fn is_alone(wrapper: &Wrapper) -> bool {
    html_tokens(wrapper.page("").trim()).count() == 1
}

/// The HTML around an event handler, with quotes in which the script can be written; `None` if there are none.
fn quoted(wrapper: &Wrapper, script: &str) -> Option<Wrapper> {
    const QUOTES: [char; 2] = ['"', '\''];
    let open = wrapper.open.strip_suffix(QUOTES);
    let close = wrapper.close.strip_prefix(QUOTES);
    let close = close.filter(|_| open.is_some()).unwrap_or(&wrapper.close);
    let open = open.unwrap_or(&wrapper.open);
    let mut quotes = QUOTES.into_iter().filter(|quote| !script.contains(*quote));
    quotes.find_map(|quote| {
        let quoted = Wrapper {
            open: format!("{open}{quote}"),
            close: format!("{quote}{close}"),
            ..wrapper.clone()
        };
        quoted.holds(script).then_some(quoted)
    })
}

/// The HTML around a script, with escapes in the other scripts, and the script.
fn with_escapes(mut html: String, chosen: usize) -> (Wrapper, String) {
    for at in 0..code_of(&html).len() {
        let code = code_of(&html).swap_remove(at);
        let (false, Some(around)) = (at == chosen || code.text.is_ascii(), code.wrapper) else {
            continue;
        };
        if code.kind != CodeKind::Handler {
            html = around.page(&golfchess_script::ascii(&code.text));
        }
    }
    let code = code_of(&html).swap_remove(chosen);
    (code.wrapper.unwrap_or_else(Wrapper::none), code.text)
}

/// Why no code of a page can be a fragment, with its line.
fn no_fragment(page: &Path, code: &[Code], sources: &Sources) -> Error {
    let of_kind = |kind: CodeKind| code.iter().find(|code| code.kind == kind);
    let page = page.display();
    let own = code.iter().find(|code| code.kind != CodeKind::File);
    let place = own.map_or(String::new(), |code| {
        let spot = sources.spot(code);
        let file = spot.file.unwrap_or_else(|| page.to_string());
        format!("{file}:{}: ", spot.line)
    });
    let (reason, advice) = if of_kind(CodeKind::Script).is_some() {
        (
            "the script cannot be a fragment: a script of the page may read its text, or no browser runs it",
            "write a classic script of which nothing reads the text",
        )
    } else if let Some(module) = of_kind(CodeKind::Module) {
        let reason = sources.unbundled(module);
        let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
        return help::error(
            format!("{place}the module stays a module{reason}, and a fragment is a classic script"),
            "put code that waits into an async function, `(async () => { … })()`, and import files of this \
             folder or packages only",
        );
    } else if of_kind(CodeKind::Handler).is_some() {
        (
            "no event handler can be a fragment: each has `this`, `return`, or both kinds of quotes",
            "move the code into a function of a script element: `<button onclick=\"go(this)\">` and \
             `<script>function go(button) { … }</script>`",
        )
    } else if of_kind(CodeKind::Link).is_some() {
        (
            "the code of links cannot be a fragment",
            "move the code into a function of a script element",
        )
    } else if of_kind(CodeKind::File).is_some() {
        (
            "all scripts are files of other hosts",
            "write a script into the page, or save the files beside it",
        )
    } else {
        (
            "the page has no script",
            "write one in a script element, or name a script (.js)",
        )
    };
    let place = match place.is_empty() {
        true => format!("{page}: "),
        false => place,
    };
    help::error(format!("{place}{reason}"), advice)
}
