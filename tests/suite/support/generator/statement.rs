//! Random statements.

use super::{Callable, FUNCTIONS, FunctionKind, Generator, LETS, Scope, VARS};

/// After this number of statements, only values are shown.
const MOST: usize = 40;

impl Generator {
    pub(super) fn statements(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        self.statements += 1;
        if depth == 0 || self.statements > MOST {
            return self.show();
        }
        let inner = depth - 1;
        match self.rng.u8(..29) {
            0..3 => self.show(),
            3 | 4 => {
                let name = self.writable();
                let operator = self.pick(&["=", "=", "+=", "-=", "|="]);
                format!("{name} {operator} {};\n", self.expression(2))
            }
            5 => format!("var {} = {};\n", self.pick(&VARS), self.expression(2)),
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
            16 => self.attempt(inner),
            17 => {
                let [value, one, two] = [(); 3].map(|()| self.expression(1));
                let [first, second, last] = [(); 3].map(|()| self.show());
                let end = self.pick(&["break;", ""]);
                format!(
                    "switch ({value}) {{\ncase {one}:\n{first}{end}\ncase {two}:\n{second}default:\n{last}}}\n"
                )
            }
            18 => self.block(inner),
            19 => {
                let [name, other] = [(); 2].map(|()| self.pick(&VARS));
                let [one, two] = [(); 2].map(|()| self.expression(1));
                match self.rng.bool() {
                    true => format!("[{name}, {other} = 3] = [{one}, {two}];\n"),
                    false => format!("({{size: {name} = 2, next: {other}}} = {{next: {one}}});\n"),
                }
            }
            20 => {
                let label = self.pick(&["outer", "again"]);
                let [first, last] = [(); 2].map(|()| self.show());
                format!(
                    "{label}: {{\n{first}if ({}) break {label};\n{last}}}\n",
                    self.expression(1)
                )
            }
            21 | 22 => self.delayed(),
            23..28 => self.form(),
            _ => self.function_in_blocks(),
        }
    }

    /// A value that is computed before a variable is read, while other code writes this variable. Nothing
    /// else writes it, so only this code keeps the minifier from moving the value.
    fn delayed(&mut self) -> String {
        self.loops += 1;
        let (read, set) = (format!("v{}", self.loops), format!("set{}", self.loops));
        let [first, value, change] = [(); 3].map(|()| self.expression(1));
        let name = self.pick(&VARS);
        let rest = match self.rng.u8(..3) {
            0 => format!(
                "(async () => {{\n{name} = await {value};\nprint({read}, {name});\n}})();\n\
                 {read} = {change};\n"
            ),
            1 => format!(
                "var {set} = (value) => {{\n{read} = value;\nreturn [value];\n}};\n{set}({value});\n\
                 {name} = {set}({change});\nprint({read}, {name});\n"
            ),
            _ => format!(
                "for (var {set} of (function* () {{\n{name} = yield 1;\nprint({read}, {name});\n}})()) \
                 {read} = {change};\n"
            ),
        };
        format!("var {read} = {first};\n{rest}")
    }

    /// Functions of one name in two blocks, which code after the blocks calls.
    fn function_in_blocks(&mut self) -> String {
        let is_known = |name: &&'static str| self.functions.iter().any(|known| known.name == *name);
        let Some(name) = FUNCTIONS.into_iter().find(|name| !is_known(name)) else {
            return self.show();
        };
        let test = self.expression(1);
        let [one, two] = [(); 2].map(|()| self.expression(1));
        let last = self.rng.bool();
        let between = if last { "else " } else { "" };
        format!(
            "if ({test}) {{ function {name}() {{ return {one}; }} }}\n\
             {between}{{ function {name}() {{ return {two}; }} }}\n\
             console.log(typeof {name} == 'function' && {name}());\n"
        )
    }

    fn show(&mut self) -> String {
        let value = self.expression(2);
        format!(
            "console.log({}, {value});
",
            self.statements
        )
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

    fn attempt(&mut self, depth: usize) -> String {
        let body = self.block(depth);
        let [test, thrown] = [(); 2].map(|()| self.expression(1));
        let last = match self.rng.bool() {
            true => format!(" finally {}", self.block(depth)),
            false => String::new(),
        };
        format!(
            "try {{\n{body}if ({test}) throw {thrown};\n}} catch (error) {{\n\
             console.log('caught', String(error));\n}}{last}\n"
        )
    }

    fn lexical(&mut self) -> String {
        let value = self.expression(2);
        let scope = self.scopes.last().expect("a scope");
        // A use before the declaration would be an error.
        let is_taken = |name: &&'static str| {
            let mut lexical = scope.lexical.iter();
            lexical.any(|(other, _)| other == name)
                || scope.parameters.contains(name)
                || scope.used.contains(name)
        };
        let free: Vec<&'static str> = LETS.into_iter().filter(|name| !is_taken(name)).collect();
        if free.is_empty() {
            return self.show();
        }
        let (name, is_let) = (self.pick(&free), self.rng.bool());
        let scope = self.scopes.last_mut().expect("a scope");
        scope.lexical.push((name, is_let));
        let word = if is_let { "let" } else { "const" };
        format!("{word} {name} = {value};\n")
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
        use FunctionKind::{Arrow, Closure, Plain};
        let name = self.pick(&FUNCTIONS);
        let kind = self.pick(&[Plain, Plain, Arrow, FunctionKind::Generator, Closure]);
        let mut names = [LETS, VARS].concat();
        self.rng.shuffle(&mut names);
        names.truncate(self.rng.usize(..3));
        let (parameters, scopes) = (names.len(), self.scopes.len());
        let mut list: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        if let Some(last) = list.last_mut()
            && self.rng.u8(..3) == 0
        {
            *last += " = 5";
        }
        let list = list.join(", ");
        let body = self.body(names, kind, depth.min(1));
        // The last declaration of a name in a scope would count for all.
        if self.functions.iter().any(|known| known.name == name) {
            let body = body.replace("yield ", "void ");
            return format!("(function ({list}) {{\n{body}}})({});\n", self.literal());
        }
        self.functions.push(Callable {
            name,
            parameters,
            kind,
            scopes,
        });
        match kind {
            Arrow => format!("var {name} = ({list}) => {{\n{body}}};\n"),
            FunctionKind::Generator => format!("function* {name}({list}) {{\n{body}}}\n"),
            Plain | Closure => format!("function {name}({list}) {{\n{body}}}\n"),
        }
    }

    fn body(&mut self, parameters: Vec<&'static str>, kind: FunctionKind, depth: usize) -> String {
        let was_in_function = std::mem::replace(&mut self.in_function, true);
        self.scopes.push(Scope {
            parameters,
            ..Scope::default()
        });
        let count = self.rng.usize(1..3);
        let mut body = self.statements(count, depth);
        let value = self.expression(2);
        body += &match kind {
            FunctionKind::Generator => format!("yield {value};\nyield {};\n", self.expression(1)),
            FunctionKind::Closure => format!("return (() => {value})();\n"),
            FunctionKind::Plain | FunctionKind::Arrow => format!("return {value};\n"),
        };
        self.scopes.pop();
        self.in_function = was_in_function;
        body
    }
}
