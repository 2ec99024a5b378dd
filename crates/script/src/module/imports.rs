//! The imports of a module.

use std::fmt::Write as _;

/// What a module imports from another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// The address and the attributes, as they are printed.
    pub from: String,
    /// In the order of the parameters.
    pub names: Vec<Imported>,
}

/// One name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Imported {
    /// `import a from …`
    Default,
    /// `import * as a from …`
    All,
    /// `import {a} from …`, as it is printed.
    Named(String),
}

impl Import {
    /// The statement, with the local name of each import in the order of [`Self::names`]; `None` for one that
    /// nothing uses.
    pub fn print(&self, locals: &[Option<String>]) -> String {
        let of = |kind: fn(&Imported) -> bool| {
            let pairs = self.names.iter().zip(locals);
            let pairs = pairs.filter(move |(name, _)| kind(name));
            pairs.filter_map(|(name, local)| Some((name, local.as_deref()?)))
        };
        let mut defaults = of(|name| *name == Imported::Default).map(|(_, local)| local);
        let default = defaults.next();
        let others = defaults.map(|local| format!("default as {local}"));
        let named = of(|name| matches!(name, Imported::Named(_))).map(|(name, local)| match name {
            Imported::Named(name) if name != local => {
                let space = if name.ends_with(['"', '\'']) { "" } else { " " };
                format!("{name}{space}as {local}")
            }
            _ => local.to_owned(),
        });
        let named: Vec<String> = others.chain(named).collect();
        let mut wholes = of(|name| *name == Imported::All).map(|(_, local)| format!("*as {local}"));
        let mut first: Vec<String> = default.map(str::to_owned).into_iter().collect();
        if named.is_empty() {
            first.extend(wholes.next());
        } else {
            first.push(format!("{{{}}}", named.join(",")));
        }
        let mut text = self.statement(&first.join(","));
        for whole in wholes {
            text += &self.statement(&whole);
        }
        text
    }

    fn statement(&self, clause: &str) -> String {
        let mut text = "import".to_owned();
        if !clause.is_empty() {
            let before = if clause.starts_with(['{', '*']) {
                ""
            } else {
                " "
            };
            let after = if clause.ends_with('}') { "" } else { " " };
            let _ = write!(text, "{before}{clause}{after}from");
        }
        text + &self.from + ";"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_have_as_few_characters_as_possible() {
        let named = |name: &str| Imported::Named(name.to_owned());
        for (names, locals, expected) in [
            (vec![], vec![], "import'm';"),
            (
                vec![Imported::Default],
                vec![Some("a")],
                "import a from'm';",
            ),
            (vec![Imported::All], vec![Some("a")], "import*as a from'm';"),
            (vec![named("b")], vec![Some("a")], "import{b as a}from'm';"),
            (vec![named("a")], vec![Some("a")], "import{a}from'm';"),
            (
                vec![named("'-'")],
                vec![Some("a")],
                "import{'-'as a}from'm';",
            ),
            (vec![named("b")], vec![None], "import'm';"),
            (
                vec![
                    Imported::Default,
                    named("b"),
                    Imported::Default,
                    Imported::All,
                ],
                vec![Some("a"), Some("b"), Some("c"), Some("d")],
                "import a,{default as c,b}from'm';import*as d from'm';",
            ),
            (
                vec![Imported::All, Imported::Default],
                vec![Some("a"), Some("b")],
                "import b,*as a from'm';",
            ),
        ] {
            let import = Import {
                from: "'m'".to_owned(),
                names,
            };
            let locals: Vec<Option<String>> = locals
                .into_iter()
                .map(|local| local.map(str::to_owned))
                .collect();
            assert_eq!(import.print(&locals), expected);
        }
    }
}
