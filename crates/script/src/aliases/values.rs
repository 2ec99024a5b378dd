//! The values of the variables, as their declaration writes them.

use super::uses::{Atom, Use, UseKind};

/// What is around a list of texts that `split` divides: ``[]="".split` ` ``.
const AROUND_LIST: usize = 15;

/// A value that gets a variable.
pub struct Value {
    atom: Atom,
    /// How the script writes it.
    text: String,
}

impl Value {
    /// A value with its text; `None` for a property whose name needs an escape in a text.
    pub fn of(atom: Atom, uses: &[Use]) -> Option<Self> {
        let text = match &atom {
            Atom::Text(value) => {
                let literals = uses.iter().filter(|one| one.kind == UseKind::Value);
                let literals = literals.map(|one| one.text.clone());
                let shortest = literals.min_by_key(String::len);
                let is_quoted = |c: char| c.is_ascii_graphic() && c != '"' && c != '\\';
                let quoted = value.chars().all(is_quoted).then(|| format!("\"{value}\""));
                shortest.or(quoted)?
            }
            Atom::Undefined => "void 0".to_owned(),
            Atom::Null => "null".to_owned(),
            Atom::Number(text) | Atom::Object(text) => text.clone(),
        };
        Some(Self { atom, text })
    }

    /// The bytes of the declaration `a=1,` with a name of one letter.
    pub fn cost(&self) -> isize {
        match self.atom {
            Atom::Undefined => 2,
            _ => self.text.len() as isize + 3,
        }
    }

    /// The value, if it is a text of which a list may have several.
    fn listed(&self) -> Option<&str> {
        match &self.atom {
            Atom::Text(value) if value.chars().all(is_plain) => Some(value),
            _ => None,
        }
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_graphic() && !"\\'\"`$<".contains(c)
}

/// The declarations of variables, without the word before them.
pub fn listed(named: &[(String, &Value)], needs_values: bool) -> String {
    let (listed, alone): (Vec<_>, Vec<_>) = named
        .iter()
        .partition(|(_, value)| value.listed().is_some());
    // Two quotes of each are saved.
    let has_list = 2 * listed.len() > AROUND_LIST;
    let mut parts = Vec::new();
    if has_list {
        let names: Vec<&str> = listed.iter().map(|(name, _)| name.as_str()).collect();
        let texts: Vec<&str> = listed
            .iter()
            .filter_map(|(_, value)| value.listed())
            .collect();
        parts.push(format!(
            "[{}]=\"{}\".split` `",
            names.join(","),
            texts.join(" ")
        ));
    }
    let alone = match has_list {
        true => alone,
        false => named.iter().collect(),
    };
    parts.extend(alone.into_iter().map(|(name, value)| match value.atom {
        Atom::Undefined if !needs_values => name.clone(),
        _ => format!("{name}={}", value.text),
    }));
    parts.join(",")
}
