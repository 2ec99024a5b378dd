//! Minifies the scripts of a page, and what is around them.

use std::collections::BTreeSet;

use anyhow::Result;
use golfchess_script::{Code, CodeKind, ScriptError, Wrapper, code_of, syntax_error, words};

use super::job::{Job, note};
use super::{around, input};
use crate::command::one_file::keep_built;

/// A script in a page of minified scripts.
pub struct Part {
    /// Its number among the code of the page.
    pub number: usize,
    pub script: String,
    /// The names that it keeps.
    pub keep: Vec<String>,
}

impl Part {
    /// The HTML around it in a page, and the names that it must keep or leave to the other code there; `None` if the
    /// page does not have it any more.
    pub fn place(&self, page: &str) -> Option<(Wrapper, Vec<String>)> {
        let mut code = golfchess_script::code_of(page);
        let at = code.iter().position(|code| code.text == self.script)?;
        let around = code.remove(at).wrapper?;
        let others = code.iter().flat_map(|code| words(&code.text));
        Some((around, others.chain(self.keep.iter().cloned()).collect()))
    }
}

impl Job<'_> {
    /// The smallest page for a page. Each script is minified after those behind it, and keeps the
    /// names that it shares with other code of the page.
    pub(super) fn page(&mut self, html: &str) -> Result<String> {
        let code = code_of(html);
        if self.args.wrapper.is_some() {
            let (around, script) = input::split(&self.args.file, html)?;
            let spot = self.sources.spot(&code[0]);
            return self.packed_script(&script, &around, &spot);
        }
        let declared = around::declared(self.args, html);
        let html = declared.as_deref().unwrap_or(html);
        let code = code_of(html);
        let mut page = html.to_owned();
        let mut parts = Vec::new();
        for at in (0..code.len()).rev() {
            // The code before it is as it was, the code behind it is minified.
            let mut others = code_of(&page);
            let part = others.remove(at);
            let spot = self.sources.spot(&part);
            let Some(around) = &part.wrapper else {
                self.note_kept(&part);
                continue;
            };
            if part.kind == CodeKind::Module {
                match self.module_of_page(html, &part, around)? {
                    Some(text) => {
                        if let Some(reason) = self.sources.unbundled(&part) {
                            self.note(&format!("the module {spot} stays a module: {reason}"));
                        }
                        page = around.page(&text);
                    }
                    None => self.note_kept(&part),
                }
                continue;
            }
            if part.kind == CodeKind::Script {
                // A browser runs the other scripts.
                if code.len() > 1
                    && let Some(error) = syntax_error(&part.text)
                {
                    self.note(&format!(
                        "the script {spot} stays as it is: {}",
                        error.message
                    ));
                    continue;
                }
                if golfchess_markup::reads_script(html, &around.open) {
                    self.note(&format!(
                        "the script {spot} stays as it is: a script may read its text"
                    ));
                    continue;
                }
            }
            let keep = shared(&part.text, &others);
            let mut keep = keep.map_err(|error| self.at(&spot).failed(&part.text, &error))?;
            for other in &others {
                let built = golfchess_script::names_by_unknown_text(&other.text, &part.text);
                keep_built(built.unwrap_or_default(), &mut keep, &note(self.is_quiet));
            }
            match self.minified((at, &part.text), around, &spot, &keep) {
                Ok((made, options)) => {
                    let range = made.script_range(&options.wrappers);
                    let part = Part {
                        number: at,
                        script: made.page[range.unwrap_or_default()].to_owned(),
                        keep: options.keep,
                    };
                    parts.insert(0, part);
                    page = made.minified.page;
                }
                // `this`, `return` and the names of an element have their meaning only in its own handler.
                Err(_)
                    if part.kind == CodeKind::Handler
                        && (code.len() > 1
                            || golfchess_script::returns(&part.text)
                            || words(&part.text).contains("this")) =>
                {
                    self.note_kept(&part);
                }
                Err(error) => return Err(error),
            }
        }
        if code.is_empty() {
            self.note(&format!("{} has no script", self.file));
        }
        // Without code, there is nothing to play.
        let check = self.check.as_mut().filter(|_| !code.is_empty());
        let note = note(self.is_quiet);
        let (page, around) = around::minified(self.args, page, check, &note)?;
        self.around = Some(around);
        self.packed_page(page, &parts)
    }

    fn note_kept(&self, code: &Code) {
        let kind = match code.kind {
            CodeKind::Script => "script",
            CodeKind::Module => "module",
            CodeKind::Handler => "event handler",
            CodeKind::Link => "link",
            CodeKind::File => return,
        };
        let reason = match code.kind {
            CodeKind::Module => match self.sources.unbundled(code) {
                Some(reason) => format!(": {reason}"),
                None => ": no smaller module shows the same".to_owned(),
            },
            _ => String::new(),
        };
        self.note(&format!(
            "the {kind} {} stays as it is{reason}",
            self.sources.spot(code)
        ));
    }
}

/// The names of a script that other code of its page may use, and those of the other code, which the
/// script must not have.
fn shared(script: &str, others: &[Code]) -> Result<Vec<String>, ScriptError> {
    let mut names = BTreeSet::new();
    for code in others {
        match code.kind {
            CodeKind::File => names.extend(golfchess_script::global_names(script)?),
            _ => names.extend(words(&code.text)),
        }
    }
    Ok(names.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_leaves_names_to_the_other_code_of_its_page() {
        let part = Part {
            number: 0,
            script: "a=own".to_owned(),
            keep: vec!["kept".to_owned()],
        };
        let page = "<p onclick=handled()><script>a=own</script><script>other=1</script>";
        let (around, keep) = part.place(page).expect("a place");
        assert_eq!(around.open, "<p onclick=handled()><script>");
        assert_eq!(keep, ["handled", "1", "other", "kept"]);
        assert!(part.place("<script>a=other</script>").is_none());
    }
}
