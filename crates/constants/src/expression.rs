//! JavaScript's arithmetic, as far as the fragments use it: what a piece of them is, evaluated
//! as it stands there.

use crate::formula::whole;

/// The operators that stand between two operands, those that bind least first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The value of an expression, with the values of its names; undefined is no number.
pub fn evaluate(text: &str, names: &dyn Fn(&str) -> Option<f64>) -> Result<f64, String> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        at: 0,
        names,
    };
    let value = reader.conditional();
    let value = value.map_err(|reason| format!("`{text}`: {reason}"))?;
    match reader.tokens.get(reader.at) {
        None => Ok(value),
        Some(token) => Err(format!("`{text}`: `{token}` does not belong there")),
    }
}

/// The characters that an expression takes when each name is one letter and no space is left.
pub fn length(text: &str) -> usize {
    let tokens = tokens(text).unwrap_or_else(|_| vec![text.to_owned()]);
    let mut length = 0;
    let mut before: &str = "";
    for token in &tokens {
        let is_name = token.starts_with(|c: char| c.is_ascii_alphabetic());
        length += if is_name && before != "." {
            1
        } else {
            token.chars().count()
        };
        before = token;
    }
    length
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = if first.is_ascii_alphanumeric() {
            rest.find(|c: char| !c.is_ascii_alphanumeric())
        } else if first == '\'' {
            let end = rest[1..]
                .find('\'')
                .ok_or_else(|| format!("`{text}`: a string has no end"))?;
            Some(end + 2)
        } else {
            let pairs = ["**", "<<", ">>", "==", "!=", "||", "&&"];
            let is_pair = pairs.iter().any(|pair| rest.starts_with(pair));
            Some(if is_pair { 2 } else { first.len_utf8() })
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token.to_owned());
        rest = after.trim_start();
    }
    Ok(tokens)
}

struct Reader<'a> {
    tokens: Vec<String>,
    at: usize,
    names: &'a dyn Fn(&str) -> Option<f64>,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let is = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.take(token) {
            true => Ok(()),
            false => Err(format!("`{token}` is missing")),
        }
    }

    fn conditional(&mut self) -> Result<f64, String> {
        let test = self.binary(0)?;
        if !self.take("?") {
            return Ok(test);
        }
        let yes = self.conditional()?;
        self.expect(":")?;
        let no = self.conditional()?;
        Ok(if is_true(test) { yes } else { no })
    }

    fn binary(&mut self, level: usize) -> Result<f64, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.power();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.take(operator)) {
            let right = self.binary(level + 1)?;
            left = apply(operator, left, right);
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<f64, String> {
        let base = self.unary()?;
        Ok(if self.take("**") {
            base.powf(self.power()?)
        } else {
            base
        })
    }

    fn unary(&mut self) -> Result<f64, String> {
        if self.take("!") {
            return Ok(truth(!is_true(self.unary()?)));
        }
        if self.take("~") {
            return Ok(f64::from(!whole(self.unary()?) as i32));
        }
        if self.take("-") {
            return Ok(-self.unary()?);
        }
        if self.take("+") {
            return self.unary();
        }
        if self.take("(") {
            let value = self.conditional()?;
            self.expect(")")?;
            return Ok(value);
        }
        let token = self
            .tokens
            .get(self.at)
            .ok_or("something is missing at the end")?
            .clone();
        self.at += 1;
        if let Some(text) = token.strip_prefix('\'') {
            self.expect("[")?;
            let at = self.conditional()?;
            self.expect("]")?;
            let digit = (at >= 0. && at.fract() == 0.).then(|| text.as_bytes().get(at as usize));
            let digit = digit.flatten().filter(|byte| byte.is_ascii_digit());
            return Ok(digit.map_or(f64::NAN, |byte| f64::from(byte - b'0')));
        }
        let number = token.parse().ok();
        let value = number.or_else(|| (self.names)(&token));
        value.ok_or_else(|| format!("`{token}` is no number and no known name"))
    }
}

fn is_true(value: f64) -> bool {
    value != 0. && !value.is_nan()
}

fn truth(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn apply(operator: &str, left: f64, right: f64) -> f64 {
    let bits = |number: u32| f64::from(number as i32);
    let (a, b) = (whole(left), whole(right));
    match operator {
        "||" if is_true(left) => left,
        "&&" if !is_true(left) => left,
        "||" | "&&" => right,
        "|" => bits(a | b),
        "^" => bits(a ^ b),
        "&" => bits(a & b),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<<" => bits(a << (b & 31)),
        ">>" => f64::from(a as i32 >> (b & 31)),
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => left % right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        evaluate(text, &|name| (name == "x").then_some(3.)).expect("an expression")
    }

    #[test]
    fn arithmetic_is_that_of_javascript() {
        assert_eq!(value("1 << 33 & 38 & 2 + x * 4"), 2.);
        assert_eq!(value("-7 % 4"), -3.);
        assert_eq!(value("2 ** 3 ** 2 % 100"), 12.);
        assert_eq!(value("x - 2 | 0 ? 5 : 6 - !0"), 5.);
        assert_eq!(value("1 << 1 & 282 / 0"), 0.);
        assert_eq!(value("-1 >> 1 & '0123'[x]"), 3.);
        assert_eq!(value("0 - 7 >> 1"), -4.);
        assert_eq!(value("-27 & 3 ^ x | 4"), 6.);
        assert_eq!(value("~4294967295"), 0.);
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let error = evaluate("1 + y", &|_| None).expect_err("y is unknown");
        assert!(
            error.contains("`1 + y`") && error.contains("`y`"),
            "{error}"
        );
        assert!(evaluate("1 2", &|_| None).is_err());
        assert!(evaluate("(1", &|_| None).is_err());
    }

    #[test]
    fn names_are_one_letter_long() {
        assert_eq!(length("~target"), 2);
        assert_eq!(
            length("-7 - 'bB'.indexOf(typed[4]) >> 1"),
            "-7-'bB'.indexOf(g[4])>>1".len()
        );
    }
}
