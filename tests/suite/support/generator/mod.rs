//! Makes random scripts that show their values: scopes, hoisting, closures, getters, generators, `await`, labels,
//! functions in blocks, defaults of parameters, errors, classes, `delete`, regular expressions and templates.
//!
//! Each script ends: loops count down and functions call no functions. It avoids what docs/minify.md
//! assumes: no read in a temporal dead zone, no texts or names of functions, no effects of getters.

mod expression;
mod forms;
mod statement;

use fastrand::Rng;

/// Names of `var`, of functions, and of `let` and `const`: a name of one kind never clashes with one of another
/// kind in the same scope.
const VARS: [&str; 6] = ["total", "count", "text", "list", "a", "b"];
const LETS: [&str; 6] = ["item", "value", "left", "right", "c", "d"];
const FUNCTIONS: [&str; 5] = ["make", "step", "show", "turn", "f"];
const KEYS: [&str; 4] = ["size", "next", "x", "y"];

/// A script for a seed.
pub fn script(seed: u64) -> String {
    let mut generator = Generator {
        rng: Rng::with_seed(seed),
        scopes: vec![Scope::default()],
        functions: Vec::new(),
        loops: 0,
        in_function: false,
        statements: 0,
    };
    // The minifier knows that its name is not written, which it does not know of `console`.
    let mut text = "function print(one, two) { console.log(one, two); }\n".to_owned();
    for name in VARS {
        if generator.rng.bool() {
            text += &format!("var {name} = {};\n", generator.literal());
        }
    }
    // The others are written before they are read.
    for name in VARS {
        text += &format!("{name} = typeof {name} == 'undefined' ? 1 : {name};\n");
    }
    let count = generator.rng.usize(4..12);
    text += &generator.statements(count, 3);
    text + "console.log(total, count, text, String(list), a, b);\n"
}

#[derive(Default)]
struct Scope {
    /// The variables of `let` and `const` so far; whether each can be written.
    lexical: Vec<(&'static str, bool)>,
    parameters: Vec<&'static str>,
    /// The names that are used so far, in it or in scopes in it.
    used: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FunctionKind {
    Plain,
    Arrow,
    Generator,
    /// It returns what a function in it returns.
    Closure,
}

/// A function that is declared.
#[derive(Clone, Copy)]
struct Callable {
    name: &'static str,
    parameters: usize,
    kind: FunctionKind,
    /// How many scopes are around it.
    scopes: usize,
}

struct Generator {
    rng: Rng,
    /// The open scopes.
    scopes: Vec<Scope>,
    /// The functions that these declare.
    functions: Vec<Callable>,
    loops: usize,
    in_function: bool,
    /// The number of statements so far.
    statements: usize,
}

impl Generator {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.usize(..all.len())]
    }

    /// A variable that can be read here.
    fn readable(&mut self) -> &'static str {
        let mut names: Vec<&'static str> = VARS.to_vec();
        for scope in &self.scopes {
            names.extend(scope.lexical.iter().map(|(name, _)| *name));
            names.extend(&scope.parameters);
        }
        // Half of them from the inner scopes.
        let start = names.len().saturating_sub(8);
        let name = match self.rng.bool() {
            true => self.pick(&names),
            false => self.pick(&names[start..]),
        };
        for scope in &mut self.scopes {
            scope.used.push(name);
        }
        name
    }

    /// A variable that can be written here.
    fn writable(&mut self) -> &'static str {
        let name = self.readable();
        let mut lexical = self
            .scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.lexical.iter().rev());
        // The innermost declaration decides.
        match lexical.find(|(other, _)| *other == name) {
            Some((_, false)) => self.pick(&VARS),
            _ => name,
        }
    }
}
