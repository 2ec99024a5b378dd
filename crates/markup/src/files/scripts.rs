//! Decides how the script of another file can stand in the page.

use golfchess_script::{is_classic_type, syntax_error};
use html5gum::{EndTag, StartTag};

use super::element::{attributes, start_tag, value};
use super::late::{Late, LateCode};
use super::page::Walk;
use super::places::at;
use super::{Entry, FileError, Reason, modules};

/// The attributes that only a script of another file has.
const OF_FILES: [&str; 8] = [
    "async",
    "charset",
    "crossorigin",
    "defer",
    "fetchpriority",
    "integrity",
    "referrerpolicy",
    "src",
];

/// When a browser runs a script of another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    /// Where it stands.
    Now,
    /// After the page is read, in the order of the page.
    Deferred,
    /// At any time.
    Any,
}

/// The text of a script as a script element can hold it, or why none can.
pub(super) fn in_element(text: &str, time: Time) -> Result<String, Reason> {
    if text.contains("currentScript") {
        return Err(Reason::ReadsElement);
    }
    // At the end of the body, the page still loads, and what is written joins it.
    // (One that looks for the event too does the same at both times.)
    let reads_state = text.contains("readyState") && !text.contains("DOMContentLoaded");
    if time != Time::Now && (reads_state || text.contains("document.write")) {
        return Err(Reason::ReadsElement);
    }
    let lower = text.to_ascii_lowercase();
    if !lower.contains("</script") && !lower.contains("<!--") {
        return Ok(text.to_owned());
    }
    // In texts and regular expressions, the escapes mean the same characters. Elsewhere they are errors.
    let mut out = String::with_capacity(text.len() + 1);
    for (at, c) in text.char_indices() {
        out.push(c);
        if c == '<'
            && ["/script", "!--"]
                .iter()
                .any(|end| lower[at + 1..].starts_with(end))
        {
            out.push('\\');
        }
    }
    let reads_raw = text.contains("raw");
    match reads_raw || syntax_error(&out).is_some() {
        true => Err(Reason::EndsElement),
        false => Ok(out),
    }
}

/// Whether an attribute has no meaning for a script that stands in the page.
pub(super) fn is_of_file(name: &str, is_module: bool) -> bool {
    OF_FILES.contains(&name) || is_module && name == "type"
}

impl<'w> Walk<'w> {
    /// A script element.
    pub fn script(
        &mut self,
        start: &StartTag<usize>,
        end: &EndTag<usize>,
    ) -> Result<(), FileError> {
        let page: &'w str = self.page;
        let all = attributes(page, start);
        let has = |name: &str| value(&all, name).is_some();
        let kind = value(&all, "type").unwrap_or_default().trim();
        self.has_import_map |= kind.eq_ignore_ascii_case("importmap");
        let is_module = kind.eq_ignore_ascii_case("module");
        if !is_module && (!is_classic_type(start) || has("nomodule")) {
            return Ok(());
        }
        let time = match () {
            // Nobody can rely on when a module with `async` runs either.
            () if has("async") => Time::Any,
            () if has("defer") || is_module => Time::Deferred,
            () => Time::Now,
        };
        let nested = (!self.nested.is_empty()).then_some(Reason::Nested);
        let handled = (has("onload") || has("onerror")).then_some(Reason::Handler);
        let mut obstacle = nested.or(handled);
        let src = all.iter().find(|attribute| attribute.name == "src");
        let text = start.span.end..end.span.start;
        let offset = src.map_or(text.start, |src| src.range.start);
        let code = match src {
            None if !is_module || page[text.clone()].trim().is_empty() => return Ok(()),
            None => match modules::in_text(self, text) {
                Some((code, reason)) => {
                    obstacle = obstacle.or(reason);
                    code
                }
                None => LateCode::Elsewhere,
            },
            Some(src) => match self.taking.local(&src.value, at(page, offset)) {
                Some((path, _)) if is_module => LateCode::Module(Entry::File(path)),
                Some((path, _)) => LateCode::File(path),
                None => LateCode::Elsewhere,
            },
        };
        let range = start.span.start..end.span.end;
        if time != Time::Now {
            self.late.push(Late {
                range,
                attributes: all,
                time,
                offset,
                code,
                obstacle,
            });
            return Ok(());
        }
        let LateCode::File(path) = code else {
            return Ok(());
        };
        let place = at(page, offset);
        let text = self.taking.text(&path, place)?;
        let held = obstacle.map_or_else(|| in_element(&text, time), Err);
        let script = match held {
            Ok(script) => script,
            Err(reason) => return self.taking.leave(&path, place, reason),
        };
        self.taking.take(&path, text.len(), Some(script.clone()));
        let open = start_tag("script", &all, &OF_FILES, self.is_utf8);
        self.edits.push((range, format!("{open}{script}</script>")));
        self.texts.push(script);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_has_no_end_tag_in_its_element() {
        let held = |text| in_element(text, Time::Now);
        assert_eq!(held("a='</Script>'").as_deref(), Ok("a='<\\/Script>'"));
        assert_eq!(held("a=/<!--/").as_deref(), Ok("a=/<\\!--/"));
        assert_eq!(held("a</script/.b"), Err(Reason::EndsElement));
        assert_eq!(held("<!-- a\nb()"), Err(Reason::EndsElement));
        assert_eq!(held("a=String.raw`</script>`"), Err(Reason::EndsElement));
        assert_eq!(held("document.currentScript"), Err(Reason::ReadsElement));
        assert_eq!(
            held("document.write(1)").as_deref(),
            Ok("document.write(1)")
        );
        let late = in_element("document.write(1)", Time::Deferred);
        assert_eq!(late, Err(Reason::ReadsElement));
    }
}
