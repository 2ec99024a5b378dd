//! The work that a progress bar shows, in words.

use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, WeakProgressBar};

/// The bar that was started last, and its template.
static LAST: Mutex<Option<(String, WeakProgressBar)>> = Mutex::new(None);

/// Makes a bar the one that [`work`] describes.
pub fn follow(template: &str, bar: &ProgressBar) {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    *last = Some((template.to_owned(), bar.downgrade()));
}

/// What the last bar shows, such as `building 40/87 pages`; `None` if it is finished, or there is none.
pub fn work() -> Option<String> {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let (template, bar) = last.as_ref()?;
    let bar = bar.upgrade().filter(|bar| !bar.is_finished())?;
    Some(in_words(template, &bar))
}

/// A template with its values, without what moves or depends on time.
fn in_words(template: &str, bar: &ProgressBar) -> String {
    let mut text = String::new();
    for part in template.split('{') {
        let Some((key, rest)) = part.split_once('}') else {
            text += part;
            continue;
        };
        text += &match key {
            "pos" => bar.position().to_string(),
            "len" => bar.length().unwrap_or_default().to_string(),
            "percent" => {
                (100 * bar.position() / bar.length().unwrap_or_default().max(1)).to_string()
            }
            "prefix" => bar.prefix(),
            "msg" => bar.message(),
            _ => String::new(),
        };
        text += rest;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches([',', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_stay_and_what_moves_goes() {
        let bar = ProgressBar::hidden();
        bar.set_length(80);
        bar.set_position(20);
        bar.set_prefix("index_M");
        for (template, words) in [
            (
                "building {bar:36} {pos}/{len} pages",
                "building 20/80 pages",
            ),
            (
                "{prefix}: {msg} {bar:30} {pos} dialogs, {per_sec} {elapsed}",
                "index_M: 20 dialogs",
            ),
            ("{prefix} {wide_bar} {percent} % {eta}", "index_M 25 %"),
        ] {
            assert_eq!(in_words(template, &bar), words);
        }
    }
}
