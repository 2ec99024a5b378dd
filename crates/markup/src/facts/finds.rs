//! By which texts code finds elements.

use oxc_ast::ast::{CallExpression, Expression};

use super::reads::uses;

/// Calls that find elements by what they are.
const CALLS: [&str; 4] = [
    "closest",
    "getElementsByTagName",
    "querySelector",
    "querySelectorAll",
];

/// Other names by which code may find elements.
const OTHERS: [&str; 3] = ["$", "evaluate", "jQuery"];

/// The texts by which code finds elements.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Finds {
    /// The texts of its calls.
    pub texts: Vec<String>,
    /// Whether it may find elements by any text.
    pub any: bool,
    /// Whether it has calls with a text.
    has_calls: bool,
}

impl Finds {
    /// By what code may find elements that is no script.
    pub fn of_text(code: &str) -> Self {
        let mut names = CALLS.iter().chain(&OTHERS);
        Self {
            any: names.any(|name| uses(code, name).next().is_some()),
            ..Self::default()
        }
    }

    /// Whether code finds elements by a text.
    pub const fn is_any(&self) -> bool {
        self.any || self.has_calls
    }

    /// Adds the use of a name that is no call with a text.
    pub fn name(&mut self, name: &str) {
        self.any |= CALLS.contains(&name) || OTHERS.contains(&name);
    }

    /// Adds a call that finds elements by a text, and gives the object on which it is called.
    pub fn call<'c, 'a>(&mut self, call: &'c CallExpression<'a>) -> Option<&'c Expression<'a>> {
        let Expression::StaticMemberExpression(callee) = &call.callee else {
            return None;
        };
        if !CALLS.contains(&&*callee.property.name) {
            return None;
        }
        match call.arguments.first()?.as_expression()? {
            Expression::StringLiteral(text) => self.texts.push(text.value.to_string()),
            // What the name of a place became.
            Expression::NumericLiteral(_) => {}
            _ => return None,
        }
        self.has_calls = true;
        Some(&callee.object)
    }

    /// Adds what other code finds.
    pub fn add(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.any |= other.any;
        self.has_calls |= other.has_calls;
    }
}
