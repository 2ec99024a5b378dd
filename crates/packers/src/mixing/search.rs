//! Tunes the model to a text.

use std::collections::HashMap;

use super::model::Parameters;
use super::stream;

/// The contexts to start from: all kinds, which most scripts need.
const START: [u32; 12] = [0, 10, 1, 12, 123, 1234, 12345, 2, 13, 23, 24, 345];

/// At most so many contexts: the decoder has room for 16, and its time grows with them.
const MOST: usize = 12;

/// The characters that a context may consist of.
const FARTHEST: u32 = 9;

/// The values that parameters take, in their order.
const PRIORS: [u32; 8] = [10, 14, 18, 22, 26, 30, 36, 44];
const KEEPS: [u32; 8] = [50, 55, 60, 65, 70, 75, 80, 85];
const DECAYS: [u32; 8] = [80, 84, 87, 90, 92, 94, 96, 98];
const RATES: [u32; 8] = [4, 6, 8, 10, 14, 20, 30, 40];
const WEIGHTS: [u32; 8] = [6, 7, 8, 9, 10, 11, 13, 15];

/// The contexts of up to three characters, each with and without the letters, and the longest ones.
fn candidates() -> Vec<u32> {
    let mut all: Vec<u32> = vec![0, 1234, 12345, 123_456];
    for first in 1..=FARTHEST {
        all.push(first);
        for second in first + 1..=FARTHEST {
            all.push(10 * first + second);
            for third in second + 1..=FARTHEST {
                all.push(100 * first + 10 * second + third);
            }
        }
    }
    all.extend([1, 2, 3, 12].map(|context| 10 * context));
    all
}

/// A search with a limited number of steps. A step is the cost of one set of contexts.
struct Search<'s> {
    text: &'s [u8],
    parameters: Parameters,
    /// The bits of the text with the parameters.
    cost: f64,
    contexts: HashMap<u32, Vec<u32>>,
    /// The logits of contexts with the counters of the parameters.
    logits: HashMap<u32, Vec<f32>>,
    left: usize,
    steps: usize,
    progress: &'s dyn Fn(usize),
}

/// What the search starts from: good for most scripts.
pub(super) fn start() -> Parameters {
    Parameters {
        contexts: START.to_vec(),
        prior: 26,
        keep: 60,
        decay: 87,
        rate: 10,
        weight: 9,
    }
}

/// The bits that a text takes with the parameters from which the search starts.
pub fn estimate(text: &[u8]) -> f64 {
    cost(text, &start())
}

/// The bits that a text takes with some parameters.
pub(super) fn cost(text: &[u8], parameters: &Parameters) -> f64 {
    let logits: Vec<Vec<f32>> = parameters
        .contexts
        .iter()
        .map(|&context| stream::logits(text, &stream::contexts(text, context), parameters))
        .collect();
    let logits: Vec<&[f32]> = logits.iter().map(|one| &one[..]).collect();
    stream::cost(text, &logits, parameters)
}

/// The parameters with which a text takes the fewest bits, of those that so many steps find.
pub fn tune(text: &[u8], effort: usize, progress: &dyn Fn(usize)) -> Parameters {
    let parameters = start();
    let mut search = Search {
        text,
        parameters: parameters.clone(),
        cost: f64::INFINITY,
        contexts: HashMap::new(),
        logits: HashMap::new(),
        left: effort,
        steps: 0,
        progress,
    };
    search.try_parameters(parameters);
    search.tune_numbers();
    while search.left > 0 {
        let before = search.cost;
        search.exchange();
        search.tune_numbers();
        if search.cost >= before {
            break;
        }
    }
    search.parameters.contexts.sort_unstable();
    search.parameters
}

impl Search<'_> {
    /// The cost of other parameters; infinite if no step is left.
    fn cost_of(&mut self, parameters: &Parameters) -> f64 {
        if self.left == 0 {
            return f64::INFINITY;
        }
        self.left -= 1;
        self.steps += 1;
        (self.progress)(self.steps);
        let is_known = parameters.counters() == self.parameters.counters();
        let mut own = HashMap::new();
        let known = if is_known { &mut self.logits } else { &mut own };
        for &context in &parameters.contexts {
            let contexts = self.contexts.entry(context);
            let contexts = contexts.or_insert_with(|| stream::contexts(self.text, context));
            known
                .entry(context)
                .or_insert_with(|| stream::logits(self.text, contexts, parameters));
        }
        let logits: Vec<&[f32]> = parameters
            .contexts
            .iter()
            .map(|one| &known[one][..])
            .collect();
        stream::cost(self.text, &logits, parameters)
    }

    /// Takes other parameters if they cost less.
    fn try_parameters(&mut self, parameters: Parameters) -> bool {
        let cost = self.cost_of(&parameters);
        let is_better = cost < self.cost;
        if is_better {
            if parameters.counters() != self.parameters.counters() {
                self.logits.clear();
            }
            self.cost = cost;
            self.parameters = parameters;
        }
        is_better
    }

    /// Tries the values beside that of each number.
    fn tune_numbers(&mut self) {
        type Field = fn(&mut Parameters) -> &mut u32;
        let fields: [(Field, &[u32]); 5] = [
            (|of| &mut of.rate, &RATES),
            (|of| &mut of.keep, &KEEPS),
            (|of| &mut of.decay, &DECAYS),
            (|of| &mut of.prior, &PRIORS),
            (|of| &mut of.weight, &WEIGHTS),
        ];
        for (field, values) in fields {
            for is_up in [true, false] {
                loop {
                    let mut other = self.parameters.clone();
                    let value = *field(&mut other);
                    let next = match is_up {
                        true => values.iter().find(|&&next| next > value),
                        false => values.iter().rev().find(|&&next| next < value),
                    };
                    let Some(&next) = next else { break };
                    *field(&mut other) = next;
                    if !self.try_parameters(other) {
                        break;
                    }
                }
            }
        }
    }

    /// Adds contexts while they help, and leaves those out that help least.
    fn exchange(&mut self) {
        let mut gains: Vec<(f64, u32)> = Vec::new();
        let base = self.parameters.clone();
        for context in candidates() {
            if !base.contexts.contains(&context) {
                let cost = self.cost_of(&with(&base, context));
                gains.push((cost, context));
            }
        }
        gains.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (_, context) in gains.into_iter().take(BEST) {
            let more = with(&self.parameters, context);
            let mut tried = vec![more.clone()];
            if more.contexts.len() > MOST {
                tried = (0..MOST).map(|at| without(&more, at)).collect();
            }
            let costs = tried.into_iter().map(|one| (self.cost_of(&one), one));
            let costs: Vec<(f64, Parameters)> = costs.collect();
            let least = costs
                .into_iter()
                .min_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((cost, parameters)) = least.filter(|(cost, _)| *cost < self.cost) {
                self.cost = cost;
                self.parameters = parameters;
            }
        }
    }
}

/// How many of the contexts that save most are tried in place of others.
const BEST: usize = 8;

fn with(parameters: &Parameters, context: u32) -> Parameters {
    let mut more = parameters.clone();
    more.contexts.push(context);
    more
}

fn without(parameters: &Parameters, at: usize) -> Parameters {
    let mut less = parameters.clone();
    less.contexts.remove(at);
    less
}
