//! Searches the edits that make a script smaller.

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;

use super::{
    Known, arrows, cases, constants, continues, dead, fold, inline, lists, local, params, peephole,
    scatter, single, spare, steps, unwrapped, values, vars,
};
use crate::script::{Script, is_script};

/// The most edits that are tried in a script of any size.
const MAX_EDITS: usize = 4_000;

/// The bytes that all tries together may read: a larger script gets fewer of them.
const MAX_BYTES: usize = 8_000_000;

/// The most edits that rewriting tries in a script of some bytes.
pub fn max_edits(bytes: usize) -> usize {
    (MAX_BYTES / bytes.max(1)).min(MAX_EDITS)
}

/// The bytes of a script that is rewritten in one way only: more would take too long.
pub(super) const LARGE: usize = 60_000;

/// The part of the edits that are left which those of one rule may take one at a time.
const FEW: usize = 8;

/// The most edits that are made together, because they may save only together.
const MAX_EDITS_TOGETHER: usize = 12;

/// Lists edits of a script, of which some may make no script; names in the list are kept.
pub(super) type Rule = fn(&Script<'_>, &[String]) -> Vec<Edit>;

/// How the edits of a rule are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// One at a time.
    Alone,
    /// Together, if there are many: each only moves code forwards, or deletes it.
    Together,
}

/// A rule, and how its edits are tried.
type Step = (Rule, Tried);

const VALUES: Step = (values::edits, Tried::Together);
const FOLDS: Step = (fold::edits, Tried::Together);

/// Rewrites a script in several ways.
type Forms = fn(&Script<'_>, &[String]) -> Vec<Option<Sized>>;

/// A script as it is, and with constants.
fn both_forms(script: &Script<'_>, keep: &[String]) -> Vec<Option<Sized>> {
    vec![
        Sized::compress(script, keep),
        Sized::prepared_of(script, keep),
    ]
}

/// A script as it is.
fn plain_form(script: &Script<'_>, keep: &[String]) -> Vec<Option<Sized>> {
    vec![Sized::compress(script, keep)]
}

/// The search for the edits that make a script smaller.
pub(super) struct Search<'k> {
    keep: &'k [String],
    known: &'k Known,
    /// The number of edits that may still be tried.
    left: usize,
}

impl<'k> Search<'k> {
    /// A search for a script of some bytes.
    pub(super) fn new(bytes: usize, keep: &'k [String], known: &'k Known) -> Self {
        Self {
            keep,
            known,
            left: max_edits(bytes),
        }
    }

    /// Makes all edits in a script with canonical names.
    pub(super) fn whole(&mut self, canonical: &str) -> Option<Sized> {
        let moved =
            (canonical.len() <= LARGE).then(|| single::moved(canonical, self.keep, self.known));
        let canonical = moved.as_deref().unwrap_or(canonical);
        let first = self.all(Sized::prepared(canonical, self.keep)?)?;
        // The compressor puts the values of constants in their places, also where that is longer.
        let second = (canonical.len() <= LARGE)
            .then(|| Sized::compressed(canonical, self.keep))
            .flatten();
        let second = second.and_then(|start| self.all(start));
        let both = second.into_iter().chain([first]);
        both.min_by_key(|form| form.size)
    }

    /// Makes all edits, from a first script on.
    fn all(&mut self, first: Sized) -> Option<Sized> {
        let keep = self.keep;
        let mut best = self.improve(first);
        for rule in [values::all as Rule, inline::applications] {
            let mut other = best.clone();
            for _ in 0..MAX_EDITS_TOGETHER {
                let edits = Script::look(&other.text, |script| rule(script, keep));
                let edits = edits.unwrap_or_default().into_iter();
                let mut texts = edits.map(|edit| edit.apply(&other.text));
                let next = texts.find(|text| is_script(text));
                let next = next.and_then(|text| Sized::prepared(&text, keep));
                let Some(next) = next else { break };
                other = next;
            }
            let other = self.improve(other);
            if other.size < best.size {
                best = other;
            }
        }
        let last = Sized::compressed(&vars::undeclare(&best.text, keep), keep)?;
        Some(self.finish(last))
    }

    /// Makes edits that join what is apart, and no others.
    pub(super) fn joined(&mut self, first: Sized) -> Sized {
        const ALL: [Step; 3] = [(scatter::edits, Tried::Alone), VALUES, FOLDS];
        self.each(first, &ALL, both_forms)
    }

    /// Makes each edit after which the compressed script is smaller.
    fn improve(&mut self, best: Sized) -> Sized {
        const ALL: [Step; 12] = [
            (scatter::edits, Tried::Alone),
            (cases::edits, Tried::Alone),
            (continues::edits, Tried::Alone),
            (steps::firsts, Tried::Alone),
            (steps::edits, Tried::Alone),
            (unwrapped::edits, Tried::Alone),
            (arrows::edits, Tried::Together),
            (spare::edits, Tried::Alone),
            VALUES,
            (inline::edits, Tried::Together),
            FOLDS,
            (dead::edits, Tried::Together),
        ];
        self.each(best, &ALL, both_forms)
    }

    /// Makes each edit that makes the script smaller as it is, without constants.
    fn finish(&mut self, best: Sized) -> Sized {
        const ALL: [Step; 5] = [
            (params::first, Tried::Alone),
            (params::others, Tried::Alone),
            (params::braces, Tried::Alone),
            (inline::applications, Tried::Alone),
            FOLDS,
        ];
        self.each(best, &ALL, plain_form)
    }

    fn each(&mut self, mut best: Sized, all: &[Step], forms: Forms) -> Sized {
        while let Some(next) = self.next(&best, all, forms) {
            best = next;
        }
        best
    }

    /// A smaller script after an edit of the first rule that has one.
    fn next(&mut self, best: &Sized, all: &[Step], forms: Forms) -> Option<Sized> {
        let arena = Allocator::default();
        let script = Script::of(&arena, &best.text).ok()?;
        let mut all = all.iter();
        all.find_map(|(rule, tried)| {
            let edits = rule(&script, self.keep);
            // One at a time they would use up what is left.
            match *tried == Tried::Together && edits.len() > self.left / FEW {
                true => self.smaller_together(best, edits, forms),
                false => self.smaller(best, edits, forms),
            }
        })
    }

    /// The script after all edits that make it smaller: they are tried together, and each half of those that do not.
    fn smaller_together(&mut self, best: &Sized, edits: Vec<Edit>, forms: Forms) -> Option<Sized> {
        let mut found: Option<Sized> = None;
        let mut taken: Vec<Edit> = Vec::new();
        let mut groups = vec![edits];
        while let Some(group) = groups.pop() {
            let mut all = taken.clone();
            for edit in &group {
                if Edit::of(&edit.kind, spliced(all.iter().chain([edit]))).is_some() {
                    all.push(edit.clone());
                }
            }
            if all.len() == taken.len() {
                continue;
            }
            let edit = Edit::of("together", spliced(all.iter()));
            let least = found.as_ref().unwrap_or(best);
            match edit.and_then(|edit| self.smaller_form(best, least, &edit, forms)) {
                Some(smaller) => {
                    found = Some(smaller);
                    taken = all;
                }
                None if self.left == 0 => break,
                None if group.len() > 1 => {
                    let (first, second) = group.split_at(group.len() / 2);
                    groups.push(second.to_vec());
                    groups.push(first.to_vec());
                }
                None => {}
            }
        }
        found
    }

    fn smaller(&mut self, best: &Sized, edits: Vec<Edit>, forms: Forms) -> Option<Sized> {
        for edit in edits {
            let smaller = self.smaller_form(best, best, &edit, forms);
            if smaller.is_some() || self.left == 0 {
                return smaller;
            }
        }
        None
    }

    /// A form of a script after an edit that is smaller than another script.
    fn smaller_form(
        &mut self,
        from: &Sized,
        than: &Sized,
        edit: &Edit,
        forms: Forms,
    ) -> Option<Sized> {
        let text = edit.apply(&from.text);
        let arena = Allocator::default();
        let script = Script::of(&arena, &text).ok()?;
        self.left = self.left.checked_sub(1)?;
        let forms = forms(&script, self.keep).into_iter();
        let smaller = forms.flatten().min_by_key(|form| form.size);
        smaller.filter(|form| form.size < than.size)
    }
}

/// The splices of edits.
fn spliced<'e>(edits: impl Iterator<Item = &'e Edit>) -> Vec<Splice> {
    edits
        .flat_map(|edit| edit.splices.iter().cloned())
        .collect()
}

/// A script with its size.
#[derive(Clone)]
pub(super) struct Sized {
    pub(super) text: String,
    pub(super) size: usize,
}

impl Sized {
    /// The script with what the compressor can make most of.
    pub(super) fn prepared(text: &str, keep: &[String]) -> Option<Self> {
        Script::look(text, |script| Self::prepared_of(script, keep)).ok()?
    }

    fn prepared_of(script: &Script<'_>, keep: &[String]) -> Option<Self> {
        let text = constants::declare(script, keep);
        let text = lists::joined(&text).unwrap_or(text);
        Self::compressed(&peephole::operators(&text), keep)
    }

    pub(super) fn compressed(text: &str, keep: &[String]) -> Option<Self> {
        Script::look(text, |script| Self::compress(script, keep)).ok()?
    }

    fn compress(script: &Script<'_>, keep: &[String]) -> Option<Self> {
        let text = local::compress(script, keep)?;
        let size = size(&text);
        Some(Self { text, size })
    }
}

/// The characters of a script in which the names of [`Names::canonical`] count as one, and `const`
/// as `var`.
fn size(text: &str) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let saved = |word: &str| match word {
        "const" => 2,
        _ if word.starts_with("$name") => word.len() - 1,
        _ => 0,
    };
    let saved: usize = text.split(|c| !is_word(c)).map(saved).sum();
    text.len() - saved
}
