//! Random expressions.

use super::{Callable, FunctionKind, Generator, KEYS, LETS, Scope};

const LITERALS: [&str; 19] = [
    "1.5",
    "0x1f",
    "1e3",
    "-0",
    ".5",
    "''",
    "'ab'",
    "\"it's\"",
    "'\\u00e9'",
    "' 3 '",
    "true",
    "null",
    "undefined",
    "NaN",
    "[1, 2]",
    "[, 3]",
    "[]",
    "({size: 1})",
    "({size: 2, next: [3]})",
];

impl Generator {
    pub(super) fn literal(&mut self) -> String {
        match self.rng.bool() {
            true => self.rng.u8(..20).to_string(),
            false => self.pick(&LITERALS).to_owned(),
        }
    }

    /// An expression of some depth.
    pub(super) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.rng.bool() {
                true => self.literal(),
                false => self.readable().to_owned(),
            };
        }
        let inner = depth - 1;
        match self.rng.u8(..22) {
            0..4 => self.binary(
                inner,
                &["+", "-", "*", "%", "&", "|", "^", "<<", ">>>", "**"],
            ),
            4 => self.binary(inner, &["<", ">=", "==", "!=", "===", "!=="]),
            5 | 6 => self.binary(inner, &["&&", "||", "??"]),
            7 => {
                let [test, yes, no] = [(); 3].map(|()| self.expression(inner));
                format!("({test} ? {yes} : {no})")
            }
            8 => {
                let operator = self.pick(&["!", "-", "+", "~", "typeof ", "void "]);
                format!("{operator}({})", self.expression(inner))
            }
            9..12 => self.change(inner),
            12 | 13 => self.call(inner),
            14 => {
                let text = self.pick(&["a", "é", "\\n"]);
                let [one, two] = [(); 2].map(|()| self.expression(inner));
                match self.statements % 2 {
                    0 => format!("`{text}:${{{one}}}-${{{two}}}`"),
                    _ => format!("('{text}:' + ({one}) + '-' + ({two}))"),
                }
            }
            15 => {
                let name = self.readable();
                let member = self.pick(&[".length", ".size", ".next", "?.[0]", ".x?.y"]);
                format!("({name} ?? 0){member}")
            }
            16 => {
                let [one, two] = [(); 2].map(|()| self.expression(inner));
                format!("[{one}, ...[{two}]]")
            }
            17 => self.member(inner),
            18 => {
                let name = self.pick(&LETS);
                self.scopes.push(Scope {
                    parameters: vec![name],
                    ..Scope::default()
                });
                let body = self.expression(inner);
                self.scopes.pop();
                let method = self.pick(&["map", "filter", "some", "find"]);
                format!("[1, 2, 3].{method}({name} => {body})")
            }
            19 => {
                let text = self.pick(&["/a+/", "/[;)]/g", "/(?<k>\\d)/", "/B/i"]);
                format!("String({}).replace({text}, '.')", self.expression(inner))
            }
            20 => format!("({}, {})", self.expression(inner), self.expression(inner)),
            _ => {
                let known = [
                    "Math.abs",
                    "Number",
                    "String",
                    "Boolean",
                    "JSON.stringify",
                    "parseInt",
                ];
                format!("{}({})", self.pick(&known), self.expression(inner))
            }
        }
    }

    fn binary(&mut self, depth: usize, operators: &[&str]) -> String {
        let operator = self.pick(operators);
        let [left, right] = [(); 2].map(|()| self.expression(depth));
        format!("(({left}) {operator} ({right}))")
    }

    /// An assignment or a step.
    fn change(&mut self, depth: usize) -> String {
        let name = self.writable();
        match self.rng.u8(..6) {
            0 => format!("{name}++"),
            1 => format!("--{name}"),
            _ => {
                let operator = self.pick(&["=", "+=", "-=", "*=", "||=", "??=", "&&="]);
                format!("({name} {operator} {})", self.expression(depth))
            }
        }
    }

    /// A property of an object literal.
    fn member(&mut self, depth: usize) -> String {
        let [first, second] = [(); 2].map(|()| self.pick(&KEYS));
        let [one, two] = [(); 2].map(|()| self.expression(depth));
        match self.rng.u8(..3) {
            0 => format!("({{{first}: {one}, ['{second}' + 1]: {two}}})"),
            1 => format!("({{get {first}() {{ return {one} }}}}).{first}"),
            _ => format!("({{{first}() {{ return this.{second} }}, {second}: {two}}}).{first}()"),
        }
    }

    /// A call of a function that is declared before; functions call none.
    fn call(&mut self, depth: usize) -> String {
        let around = self.scopes.len();
        let is_free = !self.in_function;
        let known = self
            .functions
            .iter()
            .filter(|known| is_free && known.scopes <= around);
        let known: Vec<Callable> = known.copied().collect();
        if known.is_empty() {
            return self.expression(depth);
        }
        let called = self.pick(&known);
        let count = self.rng.usize(..=called.parameters);
        let arguments: Vec<String> = (0..count).map(|_| self.expression(depth.min(1))).collect();
        let call = format!("{}({})", called.name, arguments.join(", "));
        match called.kind {
            FunctionKind::Generator => format!("[...{call}]"),
            _ => call,
        }
    }
}
