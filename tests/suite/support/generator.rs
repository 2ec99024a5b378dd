//! Makes random scripts that show their values: scopes, hoisting, closures, getters, generators, `await`, labels,
//! functions in blocks, regular expressions and templates.
//!
//! Each script ends: loops count down and functions call earlier functions only. It avoids what
//! docs/minify.md assumes: no read in a temporal dead zone, no texts or names of functions, no effects of
//! getters.

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
        lines: 0,
    };
    let mut text = String::new();
    for name in VARS {
        if generator.rng.bool() {
            let value = generator.literal();
            text += &format!("var {name} = {value};\n");
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
}

/// A function that is declared, and how many parameters it has.
#[derive(Clone)]
struct Callable {
    name: &'static str,
    parameters: usize,
    kind: &'static str,
    /// The depth of the scope that it is declared in.
    scope: usize,
}

struct Generator {
    rng: Rng,
    scopes: Vec<Scope>,
    functions: Vec<Callable>,
    loops: usize,
    in_function: bool,
    lines: usize,
}

impl Generator {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.usize(..all.len())]
    }

    fn literal(&mut self) -> String {
        match self.rng.u8(..9) {
            0..4 => self.rng.u8(..20).to_string(),
            4 => self.pick(&["1.5", "0x1f", "1e3", "-0", ".5"]).to_owned(),
            5 => self
                .pick(&["''", "'ab'", "\"it's\"", "'\\u00e9'", "' 3 '"])
                .to_owned(),
            6 => self
                .pick(&["true", "false", "null", "undefined", "NaN"])
                .to_owned(),
            7 => self.pick(&["[1, 2]", "[, 3]", "[]"]).to_owned(),
            _ => self.pick(&["{size: 1}", "{size: 2, next: [3]}"]).to_owned(),
        }
        .replace("{size: 1}", "({size: 1})")
        .replace("{size: 2, next: [3]}", "({size: 2, next: [3]})")
    }

    /// A variable that can be read here.
    fn readable(&mut self) -> &'static str {
        let mut names: Vec<&'static str> = VARS.to_vec();
        for scope in &self.scopes {
            names.extend(scope.lexical.iter().map(|(name, _)| *name));
            names.extend(&scope.parameters);
        }
        let start = names.len().saturating_sub(8);
        match self.rng.bool() {
            true => self.pick(&names),
            false => self.pick(&names[start..]),
        }
    }

    /// A variable that can be written here.
    fn writable(&mut self) -> &'static str {
        let name = self.readable();
        // The innermost declaration decides.
        let lexical = self
            .scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.lexical.iter().rev());
        let declared = lexical.into_iter().find(|(other, _)| *other == name);
        match declared {
            Some((_, false)) => self.pick(&VARS),
            _ => name,
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.rng.bool() {
                true => self.literal(),
                false => self.readable().to_owned(),
            };
        }
        let inner = depth - 1;
        match self.rng.u8(..22) {
            0..4 => {
                let operator = self.pick(&["+", "-", "*", "%", "&", "|", "^", "<<", ">>>", "**"]);
                let [left, right] = [self.expression(inner), self.expression(inner)];
                format!("(({left}) {operator} ({right}))")
            }
            4 => {
                let operator = self.pick(&["<", ">=", "==", "!=", "===", "!=="]);
                let [left, right] = [self.expression(inner), self.expression(inner)];
                format!("({left} {operator} {right})")
            }
            5 | 6 => {
                let operator = self.pick(&["&&", "||", "??"]);
                let [left, right] = [self.expression(inner), self.expression(inner)];
                format!("(({left}) {operator} ({right}))")
            }
            7 => {
                let [test, yes, no] = [(); 3].map(|()| self.expression(inner));
                format!("({test} ? {yes} : {no})")
            }
            8 => {
                let operator = self.pick(&["!", "-", "+", "~", "typeof ", "void "]);
                format!("{operator}({})", self.expression(inner))
            }
            9 | 10 => {
                let name = self.writable();
                let operator = self.pick(&["=", "+=", "-=", "*=", "||=", "??=", "&&="]);
                format!("({name} {operator} {})", self.expression(inner))
            }
            11 => {
                let name = self.writable();
                match self.pick(&[0, 1]) {
                    0 => format!("{name}++"),
                    _ => format!("--{name}"),
                }
            }
            12 | 13 => self.call(inner),
            14 => {
                let parts = [self.expression(inner), self.expression(inner)];
                format!(
                    "`{}:${{{}}}-${{{}}}`",
                    self.pick(&["a", "é", "\\n"]),
                    parts[0],
                    parts[1]
                )
            }
            15 => {
                let name = self.readable();
                let method = self.pick(&[".length", ".size", "?.next", "?.[0]", "?.x?.y"]);
                format!(
                    "({name} ?? 0){}",
                    method
                        .trim_start_matches('?')
                        .replacen('[', if method == "?.[0]" { "?.[" } else { "[" }, 1)
                        .replace(".?.", "?.")
                )
            }
            16 => {
                let parts = [self.expression(inner), self.expression(inner)];
                format!("[{}, ...[{}]]", parts[0], parts[1])
            }
            17 => {
                let [first, second] = [self.pick(&KEYS), self.pick(&KEYS)];
                let [one, two] = [self.expression(inner), self.expression(inner)];
                match self.rng.u8(..3) {
                    0 => format!("({{{first}: {one}, ['{second}' + 1]: {two}}})"),
                    1 => format!("({{get {first}() {{ return {one} }}}}).{first}"),
                    _ => format!(
                        "({{{first}() {{ return this.{second} }}, {second}: {two}}}).{first}()"
                    ),
                }
            }
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
                let [text, flags] = [
                    self.pick(&["/a+/", "/[;)]/", "/(?<k>\\d)/"]),
                    self.pick(&["", "g", "i"]),
                ];
                format!(
                    "String({}).replace({text}{flags}, '.')",
                    self.expression(inner)
                )
            }
            20 => format!("({}, {})", self.expression(inner), self.expression(inner)),
            _ => {
                let function = self.pick(&[
                    "Math.abs",
                    "Number",
                    "String",
                    "Boolean",
                    "JSON.stringify",
                    "parseInt",
                ]);
                format!("{function}({})", self.expression(inner))
            }
        }
    }

    /// A call of a function that is declared before.
    fn call(&mut self, depth: usize) -> String {
        let depth_here = self.scopes.len();
        let known: Vec<Callable> = self
            .functions
            .iter()
            .filter(|known| known.scope < depth_here && !self.in_function)
            .cloned()
            .collect();
        if known.is_empty() {
            return self.expression(depth);
        }
        let called = known[self.rng.usize(..known.len())].clone();
        let count = self.rng.usize(..=called.parameters);
        let arguments: Vec<String> = (0..count).map(|_| self.expression(depth.min(1))).collect();
        let call = format!("{}({})", called.name, arguments.join(", "));
        match called.kind {
            "generator" => format!("[...{call}]"),
            _ => call,
        }
    }

    fn show(&mut self) -> String {
        let value = self.expression(2);
        format!("console.log({}, {value});\n", self.lines)
    }

    /// Statements that may declare variables of their own.
    fn statements(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn block(&mut self, depth: usize) -> String {
        let before = self.functions.len();
        self.scopes.push(Scope::default());
        let count = self.rng.usize(1..4);
        let text = self.statements(count, depth);
        self.scopes.pop();
        self.functions.truncate(before);
        format!("{{\n{text}}}\n")
    }

    fn statement(&mut self, depth: usize) -> String {
        self.lines += 1;
        if depth == 0 || self.lines > 40 {
            return self.show();
        }
        let inner = depth - 1;
        match self.rng.u8(..22) {
            0..3 => self.show(),
            3 | 4 => format!("{};\n", self.assignment()),
            5 => {
                let name = self.pick(&VARS);
                format!("var {name} = {};\n", self.expression(2))
            }
            6..9 => self.lexical(),
            9 => {
                let test = self.expression(2);
                let then = self.block(inner);
                match self.rng.bool() {
                    true => format!("if ({test}) {then}"),
                    false => format!("if ({test}) {then} else {}", self.block(inner)),
                }
            }
            10 | 11 => self.repeat(inner),
            12..16 => self.function(inner),
            16 => {
                let body = self.block(inner);
                let thrown = self.expression(1);
                let last = match self.rng.bool() {
                    true => format!(" finally {}", self.block(inner)),
                    false => String::new(),
                };
                format!(
                    "try {{\n{body}if ({}) throw {thrown};\n}} catch (error) {{\nconsole.log('caught', String(error));\n}}{last}\n",
                    self.expression(1)
                )
            }
            17 => {
                let [value, one, two] = [(); 3].map(|()| self.expression(1));
                let [first, second] = [self.show(), self.show()];
                let end = self.pick(&["break;", ""]);
                format!(
                    "switch ({value}) {{\ncase {one}:\n{first}{end}\ncase {two}:\n{second}default:\n{}}}\n",
                    self.show()
                )
            }
            18 => self.block(inner),
            19 => {
                let [name, other] = [self.pick(&VARS), self.pick(&VARS)];
                let values = [self.expression(1), self.expression(1)];
                match self.rng.bool() {
                    true => format!("[{name}, {other} = 3] = [{}, {}];\n", values[0], values[1]),
                    false => format!(
                        "({{size: {name} = 2, next: {other}}} = {{next: {}}});\n",
                        values[0]
                    ),
                }
            }
            20 => {
                let label = self.pick(&["outer", "again"]);
                let body = self.show();
                format!(
                    "{label}: {{\n{body}if ({}) break {label};\n{}}}\n",
                    self.expression(1),
                    self.show()
                )
            }
            _ => {
                let [now, later] = [self.show(), self.show()];
                let name = self.writable();
                format!(
                    "(async () => {{\n{now}{name} = await {};\n{later}}})();\n",
                    self.expression(1)
                )
            }
        }
    }

    fn assignment(&mut self) -> String {
        let name = self.writable();
        let operator = self.pick(&["=", "=", "+=", "-=", "|="]);
        format!("{name} {operator} {}", self.expression(2))
    }

    fn lexical(&mut self) -> String {
        let is_let = self.rng.bool();
        let scope = self.scopes.last().expect("a scope");
        let is_taken = |name: &&'static str| {
            scope.lexical.iter().any(|(other, _)| other == name) || scope.parameters.contains(name)
        };
        let free: Vec<&'static str> = LETS.into_iter().filter(|name| !is_taken(name)).collect();
        if free.is_empty() {
            return self.show();
        }
        let name = self.pick(&free);
        // A value must not read an outer variable of this name.
        let value = loop {
            let value = self.expression(2);
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            if !value.split(|c| !is_word(c)).any(|word| word == name) {
                break value;
            }
        };
        let scope = self.scopes.last_mut().expect("a scope");
        scope.lexical.push((name, is_let));
        format!(
            "{} {name} = {value};\n",
            if is_let { "let" } else { "const" }
        )
    }

    fn repeat(&mut self, depth: usize) -> String {
        self.loops += 1;
        let (counter, most) = (format!("i{}", self.loops), self.rng.u8(1..4));
        let body = self.block(depth);
        match self.rng.u8(..5) {
            0 => format!("for (var {counter} = 0; {counter} < {most}; {counter}++) {body}"),
            1 => format!("for (let {counter} = {most}; {counter}--;) {body}"),
            2 => format!("var {counter} = {most};\nwhile ({counter}--) {body}"),
            3 => format!("var {counter} = 0;\ndo {body} while (++{counter} < {most});\n"),
            _ => {
                let head = self.pick(&["of [1, 'x']", "in {x: 1, y: 2}"]);
                format!("for (const {counter} {head}) {body}")
            }
        }
    }

    fn function(&mut self, depth: usize) -> String {
        let name = self.pick(&FUNCTIONS);
        let count = self.rng.usize(..3);
        let mut names = [LETS, VARS].concat();
        self.rng.shuffle(&mut names);
        let parameters: Vec<&'static str> = names.into_iter().take(count).collect();
        let kind = self.pick(&["plain", "plain", "arrow", "generator", "closure"]);
        let scope = self.scopes.len() - 1;
        let was_in_function = std::mem::replace(&mut self.in_function, true);
        self.scopes.push(Scope {
            parameters: parameters.clone(),
            ..Scope::default()
        });
        let statements = self.rng.usize(1..3);
        let mut body = self.statements(statements, depth.min(1));
        let value = self.expression(2);
        body += &match kind {
            "generator" => format!("yield {value};\nyield {};\n", self.expression(1)),
            "closure" => format!("return (() => {value})();\n"),
            _ => format!("return {value};\n"),
        };
        self.scopes.pop();
        self.in_function = was_in_function;
        let mut list: Vec<String> = parameters.iter().map(|&name| name.to_owned()).collect();
        if let Some(last) = list.last_mut()
            && self.rng.u8(..3) == 0
        {
            *last += " = 5";
        }
        let list = list.join(", ");
        // One declaration of a name in a scope: the last one would count before it.
        let is_known = self.functions.iter().any(|known| known.name == name);
        if is_known {
            return format!(
                "(function ({list}) {{\n{}}})({});\n",
                body.replace("yield ", "void "),
                self.literal()
            );
        }
        self.functions.push(Callable {
            name,
            parameters: count,
            kind,
            scope,
        });
        match kind {
            "arrow" => format!("var {name} = ({list}) => {{\n{body}}};\n"),
            "generator" => format!("function* {name}({list}) {{\n{body}}}\n"),
            _ => format!("function {name}({list}) {{\n{body}}}\n"),
        }
    }
}
