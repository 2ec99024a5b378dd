//! Decides how the script of another file can stand in the page.

use golfchess_script::syntax_error;

use super::Reason;

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
