//! The decoder in JavaScript.

use super::alphabet::Alphabet;
use super::model::{FACTOR, MODULUS, Parameters, TABLE};

/// The decoder with upper-case letters in place of values, and `#` before the names of variables. It reads
/// like this:
///
/// - `#A` is the table of weights and counters, `#o` the codes of the characters so far, `#n` their
///   number, `#l` the last one with a bit above its seven, `#y` the hash of the letters before the next one;
/// - `#r` is the range, `#x` the place in it, `#k` the number of digits so far;
/// - `#c` is the character so far, below a bit that is set, and `#H` the hashes of its contexts;
/// - `#G` has for each context a function that learns from the bit; `#h` is the place of its counter, `#s` its
///   logit;
/// - `#z` is the sum of all weighted logits, `#p` the probability, `#t` its part of the range, `#b` the bit.
///
/// Text and number are added as texts, so that equal characters of two contexts have two hashes.
const TEMPLATE: &str = "\
for(#A=new Float32Array(TABLE),#o=[],#n=#k=#x=#lWORD0=0,#r=1;#n<LENGTH;#o[#n++]=(#l=#c)-128)\
for(#c=1WORD1,\
#H=[CONTEXTS].map(#m=>[...#h=#m+''].map(#d=>#h=(#h+#o[#n-#d]|0)*FACTOR%MODULUS)&&#h);#c<128;\
#r=(#b=#x<(#t=#r*#p|0))?#t:(#x-=#t,#r-#t),#G.map(#m=>#m()),#c+=#c+#b)\
for(#z=0,#G=#H.map((#h,#i,#s)=>(\
#h+=#c*2+5e3,\
#s=Math.log((#A[#h+1]+PRIOR)/(#A[#h]+PRIOR))*32|0,\
#z+=#s*(#A[#i+#c*16]+#A[#i+#l*16]+WEIGHT),\
#m=>{\
#s*=(#b-#p)*RATE;\
#A[#i+#c*16]+=#s;#A[#i+#l*16]+=#s;\
#A[#h+#b]=#A[#h+#b]*KEEP+1;\
#A[#h+!#b]*=DECAY\
})),\
#p=(1e5/(1+Math.exp(-#z))|1)/1e5;#r<1e7;#r*=BASE)#x=#x*BASE+DIGIT;\
END(ALL)";

/// The code of the word in the decoder.
const WORD: [&str; 2] = ["=#y", ",#o[#n]=#y=#l>191&#l%32<27?(#y+#l)*FACTOR%MODULUS:0"];

/// The letters of the variables in the template. The parameters of arrow functions are among them.
const VARIABLES: &str = "AonklxycHbrmdhiGszpt";

/// The text of all codes. Engines take 65,535 arguments of a call; more codes go through an array of bytes.
const ALL: [&str; 2] = [
    "String.fromCharCode(...#o)",
    "new TextDecoder().decode(new Uint8Array(#o))",
];

/// The most codes that are arguments of a call.
const MOST_ARGUMENTS: usize = 65_000;

/// What the decoder does with the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It evaluates a script.
    Evaluate,
    /// It writes a page into the text that the parser of the browser reads.
    Write,
}

impl End {
    /// The function that gets the text.
    fn function(self) -> &'static str {
        match self {
            Self::Evaluate => "eval",
            Self::Write => "document.write",
        }
    }
}

/// The script that unpacks a payload and does with it what is wanted.
pub fn script(
    parameters: &Parameters,
    alphabet: &Alphabet,
    payload: &str,
    length: usize,
    end: End,
    names: &(impl Iterator<Item = String> + Clone),
) -> String {
    let contexts: Vec<String> = parameters.contexts.iter().map(u32::to_string).collect();
    let word = |place: usize| match parameters.has_word() {
        true => WORD[place],
        false => "",
    };
    let hundredths = |part: u32| number(part, 2);
    let values = [
        ("END", end.function().to_owned()),
        ("ALL", ALL[usize::from(length > MOST_ARGUMENTS)].to_owned()),
        ("WORD0", word(0).to_owned()),
        ("WORD1", word(1).to_owned()),
        ("TABLE", whole(TABLE)),
        ("LENGTH", length.to_string()),
        ("CONTEXTS", contexts.join(",")),
        ("FACTOR", FACTOR.to_string()),
        ("MODULUS", whole(MODULUS.unsigned_abs() as usize)),
        ("PRIOR", hundredths(parameters.prior)),
        ("WEIGHT", number(parameters.weight, 3)),
        ("BASE", alphabet.base.to_string()),
        ("DIGIT", alphabet.digit("`PAYLOAD`.charCodeAt(#k++)")),
        ("RATE", number(parameters.rate, 6)),
        ("KEEP", hundredths(parameters.keep)),
        ("DECAY", hundredths(parameters.decay)),
    ];
    let mut script = TEMPLATE.to_owned();
    for (key, value) in values {
        script = script.replace(key, &value);
    }
    for (letter, name) in VARIABLES.chars().zip(names.clone()) {
        script = script.replace(&format!("#{letter}"), &name);
    }
    // Last: it may have any of the texts above.
    script.replace("PAYLOAD", payload)
}

/// The script that assigns a number to each variable of the decoder, and does the same with a text.
pub fn equivalent(text: &str, end: End, names: &(impl Iterator<Item = String> + Clone)) -> String {
    let variables = names.clone().take(VARIABLES.len());
    let assigned: String = variables.map(|name| format!("{name}=")).collect();
    let mut literal = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            // (Those that end a string or the element around it.)
            '\n' | '\r' | '<' => literal += &format!("\\x{:02x}", u32::from(character)),
            _ => literal.push(character),
        }
    }
    format!("{assigned}0;{}(\"{literal}\")", end.function())
}

/// A multiple of ten million, as JavaScript spells it shortest.
fn whole(number: usize) -> String {
    format!("{}e7", number / 10_000_000)
}

/// A number with so many decimal places, as JavaScript spells it shortest.
fn number(value: u32, places: usize) -> String {
    let digits = format!("{value:0width$}", width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    let part = part.trim_end_matches('0');
    let whole = whole.trim_start_matches('0');
    let plain = match part {
        "" if whole.is_empty() => "0".to_owned(),
        "" => whole.to_owned(),
        _ => format!("{whole}.{part}"),
    };
    // With an exponent.
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let mantissa = digits.trim_matches('0');
    match (mantissa, places > zeros) {
        ("", _) | (_, false) => plain,
        _ => {
            let scientific = format!("{mantissa}e-{}", places - zeros);
            if scientific.len() < plain.len() {
                scientific
            } else {
                plain
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_characters() {
        for (value, places, expected) in [
            (25, 2, ".25"),
            (70, 2, ".7"),
            (100, 2, "1"),
            (0, 2, "0"),
            (20, 6, "2e-5"),
            (12, 6, "12e-6"),
            (100, 6, "1e-4"),
            (10, 3, ".01"),
            (9, 3, ".009"),
        ] {
            assert_eq!(number(value, places), expected);
        }
    }
}
