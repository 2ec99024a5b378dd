//! The HTML around the script of a variant, if it is a template.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use golfchess_markup::{Outside, minify_css, minify_html_around};
use golfchess_script::{MinifyOptions, Wrapper, code_of, words};

use super::{BuildError, Builder};
use crate::catalog::{Spelling, Variant};
use crate::compose::ComposeError;

/// The name of the only wrapper of a page.
const NAME: &str = "page";

impl Builder {
    /// The options of the minifier for a variant, with its wrappers.
    ///
    /// # Errors
    /// An error in a fragment or in the HTML.
    pub fn options(&self, variant: &Variant) -> Result<Arc<MinifyOptions>, BuildError> {
        let known = || self.options.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(options) = known().get(&variant.name) {
            return Ok(Arc::clone(options));
        }
        let mut options = self.manifest().minify_options();
        if let Some((open, close)) = self.templates.html(variant)? {
            // All spellings show and read the same.
            let script = self
                .templates
                .render(variant, &self.first_spellings(variant))?;
            let wrapper =
                shortened(&open, &script, &close).map_err(|reason| ComposeError::Html {
                    path: self.manifest().html.clone().unwrap_or_default(),
                    reason: format!("{}: {reason}", variant.name),
                })?;
            options.wrappers = vec![wrapper];
        }
        let others = options.wrappers.iter().flat_map(names_of_others);
        let others: BTreeSet<String> = others.filter(|name| !options.keep.contains(name)).collect();
        options.keep.extend(others);
        let options = Arc::new(options);
        known().insert(variant.name.clone(), Arc::clone(&options));
        Ok(options)
    }

    fn first_spellings(&self, variant: &Variant) -> Vec<&Spelling> {
        let choices = self.manifest().choices.iter();
        let first = choices.filter_map(|choice| {
            let allowed = choice.allowed(&variant.flags);
            allowed.first().map(|&place| &choice.spellings[place])
        });
        first.collect()
    }
}

/// The words of other code in the HTML around a script: names that both may have, and that a short name must not be.
fn names_of_others(wrapper: &Wrapper) -> BTreeSet<String> {
    // The script itself is empty here.
    let others = code_of(&wrapper.page("")).into_iter();
    others.flat_map(|code| words(&code.text)).collect()
}

/// The shortest HTML that shows the same around a script.
///
/// # Errors
/// The reason why a page cannot have this HTML.
fn shortened(open: &str, script: &str, close: &str) -> Result<Wrapper, String> {
    if !open.is_ascii() || !close.is_ascii() {
        let reason =
            "the HTML is not ASCII; write its characters as references, such as `&eacute;`";
        return Err(reason.to_owned());
    }
    let page = format!("{open}{script}{close}");
    let outside = Outside::nothing();
    let css = minify_css(&page, &outside);
    // The script of the page will have escapes for its characters.
    let html = minify_html_around(&css, &outside).unwrap_or_else(|_| css.clone());
    let whole = |page: &str| {
        let codes = code_of(page).into_iter();
        let mut wrappers = codes.filter(|code| code.text == script);
        let wrapper = wrappers.next()?.wrapper?;
        let is_ascii = wrapper.open.is_ascii() && wrapper.close.is_ascii();
        is_ascii.then_some(wrapper)
    };
    let wrapper = [&html, &css, &page]
        .into_iter()
        .find_map(|page| whole(page));
    let wrapper = wrapper.ok_or("a browser does not run the script in this HTML")?;
    Ok(Wrapper {
        name: NAME.to_owned(),
        ..wrapper
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_html_around_a_script_gets_shorter() {
        let open =
            "<!doctype html>\n<p id=\"p\"> a </p>\n<style> p { color: red } </style>\n<script>";
        let wrapper = shortened(open, "\np.onclick = b\n", "</script>\n</body>\n").expect("HTML");
        assert_eq!(
            wrapper.open,
            "<!doctype html><p id=p>a</p><style>p{color:red}</style><script>"
        );
        assert_eq!(wrapper.close, "</script>");
    }

    #[test]
    fn what_the_script_reads_stays() {
        let wrapper = shortened("<p id=\"p\"> a </p> <script>", "p.firstChild", "</script>");
        assert_eq!(wrapper.expect("HTML").open, "<p id=p> a </p><script>");
    }

    #[test]
    fn characters_of_the_script_do_not_matter_unless_they_are_a_name_in_the_html() {
        let script = "alert('\u{2211}')";
        let wrapper = shortened("<p> a </p> <script>", script, "</script>").expect("HTML");
        assert_eq!(wrapper.open, "<p>a</p><script>");
        let open = "<title>&ndash;</title> <p id=&eacute;> a </p> <script>";
        let wrapper = shortened(open, script, "</script>").expect("HTML");
        assert_eq!(
            wrapper.open,
            "<title>&#8211</title><p id=&#233>a</p><script>"
        );
        let script = "document.querySelector('#\u{e9}').firstChild";
        let wrapper = shortened(open, script, "</script>").expect("HTML");
        assert_eq!(
            wrapper.open,
            "<title>&#8211</title><p id=&#233> a </p><script>"
        );
    }

    #[test]
    fn the_words_of_other_code_in_the_html_are_found() {
        let wrapper = Wrapper {
            open: "<p onclick='go(b)'>go.on</p><script>let c</script><script>".to_owned(),
            close: "</script><script src=d.js></script>".to_owned(),
            ..Wrapper::script()
        };
        let names = names_of_others(&wrapper);
        assert_eq!(
            names.into_iter().collect::<Vec<_>>(),
            ["b", "c", "go", "let"]
        );
        let svg = names_of_others(&Wrapper::svg());
        assert!(svg.is_empty(), "{svg:?}");
    }

    #[test]
    fn html_in_which_no_script_runs_is_refused() {
        for (open, reason) in [
            ("<p>\u{e9}<script>", "is not ASCII"),
            ("<textarea><script>", "does not run"),
            ("<!--<script>", "does not run"),
        ] {
            let error = shortened(open, "a()", "</script>").expect_err(open);
            assert!(error.contains(reason), "{open}: {error}");
        }
    }
}
