//! Plays a page against itself: no comparison means anything for a page that shows something else each time.

use golfchess_parity::host::Kind;
use golfchess_parity::mirror::Mirror;
use golfchess_parity::{Difference, Effort, Options, Subject, VerifyError, verify};

/// How often the page is played: some differ in one of a few games only.
const TIMES: usize = 2;

/// The first difference between two times that the readable page is played.
///
/// # Errors
/// The host does not work.
pub fn difference(subject: &Subject, host: Kind) -> Result<Option<Difference>, VerifyError> {
    let options = Options {
        workers: 1,
        fail_fast: true,
        shrinks: false,
        ..Options::new(vec![&Mirror], Effort::Quick, host)
    };
    differs(subject, &options)
}

/// The same with other options.
///
/// # Errors
/// The host does not work.
pub fn differs(
    subject: &Subject,
    options: &Options<'_>,
) -> Result<Option<Difference>, VerifyError> {
    let subject = Subject {
        page: subject.readable.clone(),
        ..subject.clone()
    };
    for _ in 0..TIMES {
        let verdict = verify(std::slice::from_ref(&subject), options, &|_| ())?;
        if let Some(finding) = verdict.findings().next() {
            return Ok(Some(finding.difference.clone()));
        }
    }
    Ok(None)
}

/// A difference in one line.
pub fn in_words(difference: &Difference) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = one_line(&difference.expected.to_string());
    format!("`{expected}`, then `{}`", one_line(&difference.shown))
}
