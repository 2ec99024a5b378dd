//! Packs a script with context mixing: a decoder of some 500 bytes predicts each bit of the script from
//! several contexts, and an arithmetic decoder reads what the predictions leave open.
//!
//! The method is that of PAQ (M. Mahoney, *Adaptive weighing of context models for lossless data
//! compression*, 2005): counters for each context, a mixer that adds their logits with learned
//! weights, and arithmetic coding. The decoder in JavaScript (`decoder`) and `model` compute the same
//! numbers: each result of `Math.log` and `Math.exp` is cut to an integer, and [`pack`] refuses
//! parameters with which a result is so close to a boundary that two engines could differ.

mod alphabet;
mod coder;
mod decoder;
mod model;
mod search;
mod stream;
#[cfg(test)]
mod tests;

use golfchess_script::{ScriptError, unused_names, unused_words};
use golfchess_sizes::metric::Metric;
use serde::Serialize;

use self::alphabet::Alphabet;
use self::coder::{Encoder, decode};
use self::decoder::End;
use self::model::Model;
pub use self::model::Parameters;

/// The fewest bytes of a script that this method can make smaller: below, the decoder is too large.
pub const LEAST: usize = 1000;

/// The most bytes: a browser needs some seconds for them.
pub const MOST: usize = 500_000;

/// The bytes of a text for which the parameters are searched: those at its start stand for a longer one.
const SAMPLE: usize = 65_000;

/// What is wanted of a packed script.
#[derive(Debug, Clone)]
pub struct Options {
    /// The size that counts.
    pub metric: Metric,
    /// Whether all characters must be printable ASCII.
    pub is_printable: bool,
    /// How many sets of parameters to try. The same number gives the same script on every machine.
    pub effort: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            metric: Metric::Bytes,
            is_printable: false,
            effort: EFFORT,
        }
    }
}

/// The sets of parameters that are tried by default: some seconds for 30 kB.
pub const EFFORT: usize = 500;

/// A packed script.
#[derive(Debug, Clone)]
pub struct Packed {
    /// A script that unpacks the original and evaluates it.
    pub script: String,
    /// A script that gives the same names values, and evaluates the original: it does what the other one
    /// does, in no time.
    pub equivalent: String,
    /// How it was packed.
    pub report: Report,
}

/// How a script was packed.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// What the model was tuned to.
    pub parameters: Parameters,
    /// The symbols of the payload.
    pub base: u8,
    /// The bytes of the payload, with escapes.
    pub payload: usize,
}

/// Why a script cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The text has too few or too many bytes.
    #[error("the text has {0} bytes; context mixing is for {LEAST} to {MOST}")]
    Size(usize),
    /// A character above U+007F.
    #[error("the text has the character {0:?}, which is not ASCII")]
    Character(char),
    /// The text is no script.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// With all tried parameters, engines could compute different numbers.
    #[error("engines could unpack different scripts with each tried set of parameters")]
    Unsafe,
    /// The packed script was decoded, and is another one.
    #[error("the packed script leads back to another script; please report it with the script")]
    Undecoded,
}

/// The smallest script by the metric that unpacks and evaluates a script.
///
/// # Errors
/// The script is too small, too large or not ASCII.
pub fn pack(script: &str, options: &Options) -> Result<Packed, PackError> {
    pack_with(script, options, &|_| ())
}

/// [`pack`], which calls `progress` after each step.
///
/// # Errors
/// As [`pack`].
pub fn pack_with(
    script: &str,
    options: &Options,
    progress: &dyn Fn(usize),
) -> Result<Packed, PackError> {
    refuse(script)?;
    let names = unused_names(script)?;
    pack_text(script, End::Evaluate, &names, options, progress)
}

/// The smallest script by the metric that unpacks a page and hands it to `document.write`. It calls `progress` after each
/// step. Whether the page does the same when a script writes it, the caller must know.
///
/// # Errors
/// The page is too small, too large or not ASCII.
pub fn pack_page_with(
    page: &str,
    options: &Options,
    progress: &dyn Fn(usize),
) -> Result<Packed, PackError> {
    refuse(page)?;
    pack_text(page, End::Write, &unused_words(page), options, progress)
}

fn refuse(text: &str) -> Result<(), PackError> {
    if !(LEAST..=MOST).contains(&text.len()) {
        return Err(PackError::Size(text.len()));
    }
    match text.chars().find(|character| !character.is_ascii()) {
        Some(other) => Err(PackError::Character(other)),
        None => Ok(()),
    }
}

fn pack_text(
    text: &str,
    end: End,
    names: &(impl Iterator<Item = String> + Clone),
    options: &Options,
    progress: &dyn Fn(usize),
) -> Result<Packed, PackError> {
    let bytes = text.as_bytes();
    let mut parameters = search::tune(sample(bytes), options.effort, progress);
    for _ in 0..TRIES {
        if let Some(predicted) = predictions(bytes, &parameters) {
            let alphabets = Alphabet::for_metric(options.metric, options.is_printable);
            let packed = alphabets.iter().filter_map(|alphabet| {
                let digits = encode(bytes, &predicted, alphabet.base);
                if decode(&digits, alphabet.base, &parameters, bytes.len()) != bytes {
                    return None;
                }
                let payload = alphabet.payload(&digits);
                let length = bytes.len();
                Some(Packed {
                    script: decoder::script(&parameters, alphabet, &payload, length, end, names),
                    equivalent: decoder::equivalent(text, end, names),
                    report: Report {
                        parameters: parameters.clone(),
                        base: alphabet.base,
                        payload: payload.len(),
                    },
                })
            });
            let smallest = packed.min_by_key(|packed| options.metric.measure(&packed.script));
            return smallest.ok_or(PackError::Undecoded);
        }
        parameters.prior += 1;
    }
    Err(PackError::Unsafe)
}

/// The bits that a script takes, or the start of a long one, without the decoder, with the parameters that the search
/// starts from.
pub fn estimate(script: &str) -> f64 {
    search::estimate(sample(script.as_bytes()))
}

/// A script about as large as that which [`pack`] or [`pack_page_with`] makes of a text, without a search. It has the
/// decoder, and unpacks nothing. The search makes it some percent smaller. `None` if the text cannot be packed.
pub fn stand_in(text: &str, options: &Options) -> Option<String> {
    refuse(text).ok()?;
    let (sample, parameters, names) =
        (sample(text.as_bytes()), search::start(), unused_words(text));
    let bits = search::estimate(sample) * text.len() as f64 / sample.len() as f64;
    let alphabets = Alphabet::for_metric(options.metric, options.is_printable).iter();
    let scripts = alphabets.map(|alphabet| {
        let digits = (bits / f64::from(alphabet.base).log2()).ceil() as usize;
        let payload = alphabet.payload(&any_digits(digits, alphabet.base));
        let length = text.len();
        decoder::script(
            &parameters,
            alphabet,
            &payload,
            length,
            End::Evaluate,
            &names,
        )
    });
    scripts.min_by_key(|script| options.metric.estimate(script))
}

/// Digits without an order, as those of a packed text are, from the generator of Numerical Recipes.
fn any_digits(digits: usize, base: u8) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (((state >> 16) * u32::from(base)) >> 16) as u8
    };
    (0..digits).map(|_| next()).collect()
}

/// The start of a text.
fn sample(text: &[u8]) -> &[u8] {
    &text[..text.len().min(SAMPLE)]
}

/// How many parameters to try if engines could differ. One try in some hundred fails.
const TRIES: usize = 8;

/// The probability that each bit of a text is 1, or `None` if engines could compute another one.
fn predictions(text: &[u8], parameters: &Parameters) -> Option<Vec<f64>> {
    let mut model = Model::new(parameters);
    let mut predicted = Vec::with_capacity(7 * text.len());
    for byte in text {
        for at in (0..7).rev() {
            predicted.push(model.predict());
            model.update(byte >> at & 1 == 1);
        }
    }
    model.is_safe().then_some(predicted)
}

/// The digits of a text.
fn encode(text: &[u8], predicted: &[f64], base: u8) -> Vec<u8> {
    let mut encoder = Encoder::new(base);
    let bits = text
        .iter()
        .flat_map(|byte| (0..7).rev().map(move |at| byte >> at & 1 == 1));
    for (bit, &probability) in bits.zip(predicted) {
        encoder.write(bit, probability);
    }
    encoder.finish()
}
