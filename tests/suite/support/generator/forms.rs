//! Random statements of forms that minifiers have read wrongly: defaults of parameters, expressions that throw,
//! shorthand, `delete`, classes, many names.

use super::{Generator, KEYS, VARS};

/// More names than there are names of one letter.
const MANY: usize = 60;

/// One script of so many has this number of names.
const OF_MANY: u8 = 12;

impl Generator {
    pub(super) fn form(&mut self) -> String {
        self.loops += 1;
        let number = self.loops;
        match self.rng.u8(..9) {
            0 | 1 => self.default_parameter(number),
            2 => self.throwing(),
            3 => self.shorthand(),
            4 => self.deleted(number),
            5 => self.class(number),
            6 => self.only_call(number),
            7 => self.continued(number),
            _ if self.rng.u8(..OF_MANY) == 0 => self.many_names(number),
            _ => self.try_function(number),
        }
    }

    /// A default that reads a variable, while the body declares another one of this name.
    fn default_parameter(&mut self, number: usize) -> String {
        let name = self.pick(&VARS);
        let [value, given] = [(); 2].map(|()| self.expression(1));
        let parameter = self.pick(&["p", "p1", name]);
        let read = match self.rng.u8(..3) {
            _ if parameter == name => value.clone(),
            0 => name.to_owned(),
            1 => format!("() => {name}"),
            _ => format!("({name} = {name} ?? 1)"),
        };
        let own = match parameter == name {
            true => String::new(),
            false => format!("var {name} = {value};\n"),
        };
        let called = self.pick(&["", "undefined", &given]);
        format!(
            "function g{number}({parameter} = {read}, q = 7) {{\n{own}\
             return [typeof {parameter} == 'function' ? {parameter}() : {parameter}, {name}, q];\n}}\n\
             print(String(g{number}({called})), {name});\n"
        )
    }

    /// An expression that may throw and whose value nothing uses.
    fn throwing(&mut self) -> String {
        let name = self.pick(&VARS);
        let value = self.literal();
        let thrown = [
            format!("class Own extends {name} {{}}"),
            format!("{name}.x.y"),
            format!("({name})()"),
            format!("'x' in {name}"),
            format!("{value} instanceof {name}"),
            format!("var {{ x }} = {name}"),
            format!("[...{name}]"),
            format!("Symbol() + {name}"),
            format!("1n + {name}"),
            format!("new {name}"),
        ];
        let thrown = &thrown[self.rng.usize(..thrown.len())];
        format!(
            "try {{\n{thrown};\nprint('nothing thrown', {value});\n}} catch {{\nprint('thrown', {value});\n}}\n"
        )
    }

    /// Properties with the names of variables.
    fn shorthand(&mut self) -> String {
        let [one, two] = [(); 2].map(|()| self.readable());
        let target = self.pick(&VARS);
        let value = self.expression(1);
        let set = self.pick(&["", " = 4"]);
        format!(
            "print(JSON.stringify({{ {one}, {two}, size: {value} }}), 1);\n\
             ({{ {target}{set} }} = {{ {target}: {value} }});\n"
        )
    }

    /// A property that is deleted.
    fn deleted(&mut self, number: usize) -> String {
        let [first, second] = [(); 2].map(|()| self.pick(&KEYS));
        let value = self.expression(1);
        format!(
            "var o{number} = {{ {first}: {value}, {second}: 2 }};\n\
             print(delete o{number}.{first}, delete o{number}['{second}' + 1]);\n\
             print(JSON.stringify(o{number}), '{second}' in o{number});\n"
        )
    }

    /// A class with a private field, an accessor and a class that inherits it.
    fn class(&mut self, number: usize) -> String {
        let [key, other] = [(); 2].map(|()| self.pick(&KEYS));
        let [field, made, step] = [(); 3].map(|()| self.expression(1));
        format!(
            "class A{number} {{\n#own = {field};\nconstructor(one) {{ this.{key} = one; }}\n\
             get both() {{ return [this.{key}, this.#own]; }}\n\
             static from(one) {{ return new this(one); }}\nmethod() {{ return this.{other}; }}\n}}\n\
             class B{number} extends A{number} {{\nmethod() {{ return [super.method(), {step}]; }}\n}}\n\
             print(String(A{number}.from({made}).both), String(B{number}.from(3).method()));\n"
        )
    }

    /// A function with statements that is called once.
    fn only_call(&mut self, number: usize) -> String {
        let [test, early, late] = [(); 3].map(|()| self.expression(1));
        let given = self.literal();
        let target = self.pick(&VARS);
        let used = match self.rng.u8(..3) {
            0 => format!("h{number}({given});\n"),
            1 => format!("{target} = h{number}({given});\n"),
            _ => format!("print(h{number}({given}), 1);\n"),
        };
        format!(
            "function h{number}(q) {{\nvar kept = q;\nif ({test}) return {early};\n\
             for (var each of [1, 2]) kept += each;\n{target} = kept;\nreturn {late};\n}}\n{used}"
        )
    }

    /// A loop whose rounds end early.
    fn continued(&mut self, number: usize) -> String {
        let [first, second] = [(); 2].map(|()| self.expression(1));
        let word = self.pick(&["continue", "break"]);
        let target = self.pick(&["", &format!(" l{number}")]).to_owned();
        format!(
            "l{number}: for (var i{number} of [1, 2]) {{\nfor (var k{number} of 'ab') {{\n\
             if ({first} && k{number} == 'a') {{ print(k{number}, i{number}); {word}{target}; }}\n\
             print({second}, k{number});\n}}\n}}\n"
        )
    }

    /// A function with more variables than there are letters, all of them live at once.
    fn many_names(&mut self, number: usize) -> String {
        let names = (0..MANY).map(|at| format!("n{number}x{at}"));
        let names: Vec<String> = names.collect();
        let values = names.iter().enumerate();
        let values: Vec<String> = values
            .map(|(at, name)| format!("{name} = {at} + q"))
            .collect();
        format!(
            "function m{number}(q) {{\nvar {};\nq = {};\nreturn [{}].join(q);\n}}\nprint(m{number}(1), 2);\n",
            values.join(", "),
            self.literal(),
            names.join(", ")
        )
    }

    /// A function that catches what its body throws.
    fn try_function(&mut self, number: usize) -> String {
        let [value, other] = [(); 2].map(|()| self.expression(1));
        let parameter = self.pick(&["e", "q", "total"]);
        format!(
            "function t{number}(q) {{\ntry {{ if (q) throw {value}; return {other}; }} \
             catch ({parameter}) {{ return [typeof {parameter}, q]; }}\n}}\n\
             print(String(t{number}(0)), String(t{number}(1)));\n"
        )
    }
}
