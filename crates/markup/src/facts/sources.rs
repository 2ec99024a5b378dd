//! The code and the style sheets of a page.

use std::collections::HashSet;

use golfchess_script::{look_into, texts};

use super::known::known_sheet;
use super::reads::uses;
use crate::outside::Outside;
use crate::tree::{Data, Element, Id, Tree};

/// The code and the style sheets of a page, as they stand there.
#[derive(Default)]
pub(super) struct Sources {
    pub own: Vec<String>,
    pub files: Vec<String>,
    pub sheets: String,
    /// Whether there are style sheets that are not read.
    pub has_unknown_sheets: bool,
    /// The ids and classes of the page.
    pub labels: HashSet<String>,
}

impl Sources {
    pub fn of(tree: &Tree, outside: &Outside<'_>) -> Self {
        let mut sources = Self::default();
        for id in tree.all() {
            if let Data::Element(element) = &tree.nodes[id].data {
                sources.read(tree, id, element, outside);
            }
        }
        // jQuery looks at nothing of the page but what others ask it for.
        let labels = &sources.labels;
        sources.files.retain(|file| !is_jquery(file, labels));
        match imported(&sources.sheets) {
            Some(rules) => sources.sheets += &rules,
            None => sources.has_unknown_sheets = true,
        }
        sources
    }

    fn read(&mut self, tree: &Tree, id: Id, element: &Element, outside: &Outside<'_>) {
        for (name, value) in &element.attributes {
            if ["class", "id"].contains(&name.as_str()) {
                let labels = value.split_ascii_whitespace().map(str::to_ascii_lowercase);
                self.labels.extend(labels);
            }
            let is_link = value
                .trim_start()
                .get(..11)
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript:"));
            if name.starts_with("on") || is_link {
                self.own.push(value.clone());
            }
        }
        match &*element.name {
            "script" => match element.attribute("src") {
                Some(file) => self.files.extend(outside.read(file)),
                None => self.own.push(tree.text_in(id)),
            },
            "style" => {
                self.sheets.push_str(&tree.text_in(id));
                self.sheets.push('\n');
            }
            "link"
                if element
                    .attribute("rel")
                    .is_some_and(|rel| rel.to_ascii_lowercase().contains("stylesheet")) =>
            {
                let file = element.attribute("href").unwrap_or_default();
                match outside.read(file) {
                    Some(sheet) => self.sheets.extend([&*sheet, "\n"]),
                    None => match known_sheet(file) {
                        Some(rules) => self.sheets.extend([rules, "\n"]),
                        None => self.has_unknown_sheets = true,
                    },
                }
            }
            _ => {}
        }
    }
}

/// The rules of the known style sheets that others import; `None` if one of them is not known.
fn imported(sheets: &str) -> Option<String> {
    let sheets = sheets.to_ascii_lowercase();
    let imports = sheets.split("@import").skip(1);
    imports
        .map(|rest| {
            let address = rest.trim_start();
            let address = address.strip_prefix("url(").unwrap_or(address).trim_start();
            let address = address.trim_start_matches(['"', '\'']);
            // (Between quotes an address may have other separators, as that of a font does.)
            let end = address.find(['"', '\'', ')', '{']).unwrap_or(address.len());
            known_sheet(&address[..end])
        })
        .collect()
}

/// Whether a script file is jQuery, and nothing more: a file with more has selectors for the page.
fn is_jquery(file: &str, labels: &HashSet<String>) -> bool {
    let mut definitions =
        uses(file, "jQuery").filter_map(|rest| rest.trim_start().strip_prefix('='));
    let defines = definitions.any(|rest| {
        let end = rest.find([';', ')', ',']).unwrap_or(rest.len());
        rest[..end].contains(".$")
    });
    defines
        && look_into(file, texts).is_some_and(|texts| {
            let texts = texts.concat();
            let kinds = [".", "#"];
            let is_named = |label: &String| {
                kinds
                    .iter()
                    .any(|kind| texts.contains(&format!("{kind}{label}")))
            };
            !labels.iter().any(is_named)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_more_than_jquery_is_no_library() {
        let labels: HashSet<String> = ["message".to_owned()].into();
        for (file, expected) in [
            ("window.jQuery = window.$ = a;", true),
            ("(function(a){a.jQuery=a.$=b,b.message})(this)", true),
            ("window.jQuery = window.$ = a; $('#message')", false),
            ("var b = window.jQuery;", false),
            ("window.jQuery = a; a.$", false),
        ] {
            assert_eq!(is_jquery(file, &labels), expected, "{file}");
        }
    }
}
