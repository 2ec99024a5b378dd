//! How much of a file runs when it is played.

use std::collections::BTreeSet;
use std::fmt;

use golfchess_parity::{Dialog, Effect, Transcript};
use golfchess_script::{CodeKind, Counted};
use golfchess_sizes::edit::{Edit, Splice};
use serde::Serialize;

use super::scene;

/// The function that gets the numbers of the functions that run.
const COUNTER: &str = "$ran$";

/// The largest file whose functions are counted: a copy is played once more.
const LARGEST: usize = 300_000;

/// The functions of a file.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Coverage {
    functions: usize,
    /// Those that ran.
    run: usize,
}

/// What runs before a copy.
pub fn before() -> String {
    scene::count(COUNTER)
}

/// A copy of a file that says which of its functions run; `None` if they are not counted.
pub fn counted(source: &str, is_page: bool) -> Option<Counted> {
    if source.len() > LARGEST || source.contains(COUNTER) {
        return None;
    }
    let counted = match is_page {
        true => of_page(source)?,
        false => golfchess_script::counted(source, COUNTER, 0).ok()?,
    };
    (counted.functions > 0).then_some(counted)
}

/// The same for the scripts in elements of a page.
fn of_page(page: &str) -> Option<Counted> {
    let mut functions = 0;
    let mut splices = Vec::new();
    for code in golfchess_script::code_of(page) {
        let Some(wrapper) = code.wrapper.filter(|_| code.kind == CodeKind::Script) else {
            continue;
        };
        let range = wrapper.open.len()..wrapper.open.len() + code.text.len();
        let Ok(counted) = golfchess_script::counted(&code.text, COUNTER, functions) else {
            continue;
        };
        if page.get(range.clone()) == Some(&*code.text) {
            functions += counted.functions;
            splices.push(Splice::new((range.start, range.end), counted.script));
        }
    }
    Some(Counted {
        script: Edit::of("count", splices)?.apply(page),
        functions,
    })
}

impl Coverage {
    /// What games of a copy have said.
    pub fn of(functions: usize, shown: &[Transcript]) -> Self {
        let dialogs = shown.iter().flat_map(|shown| &shown.dialogs);
        let numbers = dialogs.filter_map(|dialog| match dialog {
            Dialog::Effect(Effect::Console, text) => {
                text.strip_prefix("log ")?.strip_prefix(COUNTER)
            }
            _ => None,
        });
        let numbers = numbers.flat_map(str::split_whitespace);
        let run: BTreeSet<usize> = numbers.filter_map(|number| number.parse().ok()).collect();
        Self {
            functions,
            run: run.len().min(functions),
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100 * self.run / self.functions.max(1);
        write!(f, "coverage: {percent} % of the functions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_of_a_page_are_counted_together() {
        let page = "<p onclick='go(() => 1)'><script>a=b=>c</script><script type=module>import 'a'</script><script>function d(){}</script>";
        let counted = counted(page, true).expect("two functions");
        assert_eq!(counted.functions, 2);
        assert!(
            counted
                .script
                .contains("<script>a=b=>($ran$(0),c)</script>"),
            "{}",
            counted.script
        );
        assert!(
            counted
                .script
                .ends_with("<script>function d(){;$ran$(1);}</script>")
        );
        assert!(super::counted("a=1", false).is_none());
        assert!(super::counted("$ran$=>1", false).is_none());
    }

    #[test]
    fn the_functions_of_all_games_are_joined() {
        let line = |text: &str| Dialog::Effect(Effect::Console, text.to_owned());
        let shown = |lines: &[&str]| Transcript {
            dialogs: lines.iter().map(|text| line(text)).collect(),
            ..Transcript::default()
        };
        let games = [shown(&["log $ran$ 0 1", "log 2"]), shown(&["log $ran$ 1"])];
        let coverage = Coverage::of(3, &games);
        assert_eq!(coverage.to_string(), "coverage: 66 % of the functions");
    }
}
