//! What sees how an attribute is written.

use super::Facts;
use super::code::Code;
use super::reads::uses;

impl Facts {
    /// Whether something could see how an attribute is written, of all elements or of those with a name.
    pub fn sees(&self, attribute: &str, name: Option<&str>) -> bool {
        let selects = |text: &str| selects(text, attribute, name);
        let code_selects = |code: &Code| {
            let any = |has: &dyn Fn(&str) -> bool| code.texts.iter().any(|text| has(text));
            // The rest of a selector may be another text.
            let is_built = any(&|text| text.trim_end().ends_with('['));
            any(&selects) || is_built && any(&|text| uses(text, attribute).next().is_some())
        };
        let reads = [
            "getAttribute",
            "hasAttribute",
            "attributes",
            "attr",
            "toggleAttribute",
            "getNamedItem",
        ];
        let reads = || {
            reads.iter().any(|word| self.own.text.contains(word))
                && self.own.text.contains(attribute)
        };
        let of_sheet = || self.sheets.contains("attr(") && self.sheets.contains(attribute);
        selects(&self.sheets)
            || [&self.own, &self.files].into_iter().any(code_selects)
            || of_sheet()
            || reads()
            || self.reads_html
    }
}

/// Whether a text has a selector for an attribute of all elements, or of those with a name.
fn selects(text: &str, attribute: &str, name: Option<&str>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut found = text.match_indices('[');
    found.any(|(at, _)| {
        let rest = text[at + 1..].trim_start().strip_prefix(attribute);
        let is_end = |c: char| c.is_whitespace() || ",{}>+~(".contains(c);
        let compound = text[..at].rsplit(is_end).next().unwrap_or_default();
        let other = compound.split(|c| !is_part(c)).next().unwrap_or_default();
        let is_free = name.is_none_or(|name| other.is_empty() || other.eq_ignore_ascii_case(name));
        is_free && rest.is_some_and(|rest| !rest.starts_with(is_part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outside::Outside;
    use crate::tree::Tree;

    #[test]
    fn an_attribute_is_seen_by_selectors_and_by_code_with_its_name() {
        let sees = |page: &str, name: Option<&str>| {
            Facts::of(&Tree::of(page), &Outside::nothing()).sees("type", name)
        };
        for page in [
            "<style>input[type=text]{color:red}</style>",
            "<style>a,b>input.c:not(.d)[type=text]{color:red}</style>",
            "<style>[type=text]{color:red}</style>",
            "<style>*[type=text]{color:red}</style>",
            "<style>a\u{3000}input[type=text]{color:red}</style>",
            "<script>a.getAttribute('type')</script>",
            "<script>document.querySelector('[ type]')</script>",
            "<script>document.querySelector('input[' + a)('type')</script>",
        ] {
            assert!(sees(page, None), "{page}");
            assert!(sees(page, Some("input")), "{page}");
        }
        let of_button = "<style>button[type=text] input{color:red}</style>";
        assert!(sees(of_button, None));
        for page in [
            of_button,
            "<style>input[types=text]{color:red}</style>",
            "<script>a.getAttribute('src')</script>",
            "<script>a[type]</script>",
            "<script>a('[', b.type)</script>",
        ] {
            assert!(!sees(page, Some("input")), "{page}");
        }
    }
}
