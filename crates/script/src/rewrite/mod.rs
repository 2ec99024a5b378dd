//! Rewrites a script into one with another syntax tree and the same behaviour.
//!
//! oxc's compressor does most of the work. It keeps the variables of a script's top level, because
//! other scripts may use them; here no other script does, except for the kept names. The edits of
//! this module make more work for the compressor: each is kept if the compressed script is smaller.

mod acts;
mod arrows;
mod assigned;
mod bodies;
mod calls;
mod cases;
mod constants;
mod continues;
mod dead;
mod defaults;
pub(super) mod fold;
mod inline;
mod known;
pub(super) mod last;
mod local;
mod moved;
mod other_name;
mod params;
mod peephole;
mod scatter;
mod single;
mod spare;
mod steps;
mod uses;
mod values;
mod vars;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_allocator::Allocator;
use oxc_ast::AstKind;

pub(super) use known::Known;

use super::inline::InlineHandler;
use super::rename::Names;
use super::script::{Script, insert, is_script, replace};
use super::{declared, lists, walk};

/// The most edits that are tried in a script of any size.
const MAX_EDITS: usize = 4_000;

/// The bytes that all tries together may read: a larger script gets fewer of them.
const MAX_BYTES: usize = 8_000_000;

/// The most edits that rewriting tries in a script of some bytes.
pub fn max_edits(bytes: usize) -> usize {
    (MAX_BYTES / bytes.max(1)).min(MAX_EDITS)
}

/// The bytes of a script that is rewritten in one way only: more would take too long.
const LARGE: usize = 60_000;

/// Rules whose edits may be made together: each only moves code forwards, or deletes it.
const TOGETHER: [Rule; 5] = [
    arrows::edits,
    values::edits,
    inline::edits,
    fold::edits,
    dead::edits,
];

/// The part of the edits that are left which those of one rule may take one at a time.
const FEW: usize = 8;

/// The most edits that are made together, because they may save only together.
const MAX_EDITS_TOGETHER: usize = 12;

/// Lists edits of a script, of which some may make no script; names in the list are kept.
type Rule = fn(&Script<'_>, &[String]) -> Vec<Edit>;

/// Rewrites a script in several ways.
type Forms = fn(&Script<'_>, &[String]) -> Vec<Option<Sized>>;

/// The rewritten script; `None` if there is nothing to rewrite, or if a step fails.
pub(super) fn rewrite(source: &str, keep: &[String], known: &Known) -> Option<String> {
    if !is_declarative(source) {
        return None;
    }
    // Different names for all variables: code can be moved without a change of meaning.
    let names = Names::of(source, keep).ok()?;
    let canonical = names.canonical();
    let mut search = Search {
        keep,
        known,
        left: max_edits(source.len()),
    };
    let mut least = search.whole(&canonical)?;
    if let Some(text) = assigned::declared(&canonical, keep)
        && let Some(other) = search.whole(&text)
        && other.size < least.size
    {
        least = other;
    }
    Some(peephole::calls(&peephole::numbers(&least.text)))
}

/// Scripts that are rewritten less: functions, variables and braces alike compress better than short code.
pub(super) fn variants(source: &str, keep: &[String]) -> Vec<String> {
    let Some(names) = Names::of(source, keep)
        .ok()
        .filter(|_| source.len() <= LARGE && is_declarative(source))
    else {
        return Vec::new();
    };
    let known = Known::of(source);
    let mut search = Search {
        keep,
        known: &known,
        left: max_edits(source.len()),
    };
    let canonical = names.canonical();
    let Some(first) = Sized::compressed(&canonical, keep) else {
        return Vec::new();
    };
    let constants = Sized::prepared(&canonical, keep);
    let improved = search.each(
        first.clone(),
        &[scatter::edits, values::edits, fold::edits],
        both_forms,
    );
    let whole = search.whole(&canonical);
    let all = [Some(first), constants, Some(improved), whole].into_iter();
    let all = all.flatten();
    all.map(|form| vars::undeclare(&form.text, keep)).collect()
}

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

/// Whether a script declares a function or a variable, no name inside of a function that must stay there,
/// and has no event handler in a text. The steps only change what is declared, and golfed scripts declare nothing.
/// Code cannot be moved where a kept name means something else, and names in texts stay.
fn is_declarative(source: &str) -> bool {
    let look = |script: &Script<'_>| {
        let scoping = script.scoping();
        let keep = declared::kept(script.program, scoping, &[]);
        let is_hidden = |id| {
            scoping.symbol_scope_id(id) != scoping.root_scope_id() && script.is_kept(&keep, id)
        };
        let declares =
            |node| matches!(node, AstKind::Function(_) | AstKind::VariableDeclaration(_));
        walk::any(script.program, declares)
            && !scoping.symbol_ids().any(is_hidden)
            && InlineHandler::all(script.program, source).is_empty()
    };
    Script::look(source, look).unwrap_or(false)
}

/// Whether code has what a function has of its own and an arrow function has not: `this`, `super`,
/// `new.target` or `arguments`. (Another function in it has its own.)
fn has_own<'a>(code: &impl walk::Root<'a>) -> bool {
    let mut found = false;
    walk::some(code, |node| {
        found |= match node {
            AstKind::ThisExpression(_) | AstKind::Super(_) | AstKind::NewTarget(_) => true,
            AstKind::IdentifierReference(name) => name.name == "arguments",
            _ => false,
        };
        !matches!(node, AstKind::Function(_))
    });
    found
}

/// The search for the edits that make a script smaller.
struct Search<'k> {
    keep: &'k [String],
    known: &'k Known,
    /// The number of edits that may still be tried.
    left: usize,
}

impl Search<'_> {
    /// Makes all edits in a script with canonical names.
    fn whole(&mut self, canonical: &str) -> Option<Sized> {
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

    /// Makes each edit after which the compressed script is smaller.
    fn improve(&mut self, best: Sized) -> Sized {
        const ALL: [Rule; 11] = [
            scatter::edits,
            cases::edits,
            continues::edits,
            steps::firsts,
            steps::edits,
            arrows::edits,
            spare::edits,
            values::edits,
            inline::edits,
            fold::edits,
            dead::edits,
        ];
        self.each(best, &ALL, both_forms)
    }

    /// Makes each edit that makes the script smaller as it is, without constants.
    fn finish(&mut self, best: Sized) -> Sized {
        const ALL: [Rule; 4] = [params::first, params::others, params::braces, fold::edits];
        self.each(best, &ALL, plain_form)
    }

    fn each(&mut self, mut best: Sized, all: &[Rule], forms: Forms) -> Sized {
        while let Some(next) = self.next(&best, all, forms) {
            best = next;
        }
        best
    }

    /// A smaller script after an edit of the first rule that has one.
    fn next(&mut self, best: &Sized, all: &[Rule], forms: Forms) -> Option<Sized> {
        let arena = Allocator::default();
        let script = Script::of(&arena, &best.text).ok()?;
        let mut all = all.iter();
        all.find_map(|rule| {
            let edits = rule(&script, self.keep);
            // One at a time they would use up what is left.
            let together = TOGETHER
                .iter()
                .any(|other| std::ptr::fn_addr_eq(*other, *rule));
            match together && edits.len() > self.left / FEW {
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
struct Sized {
    text: String,
    size: usize,
}

impl Sized {
    /// The script with what the compressor can make most of.
    fn prepared(text: &str, keep: &[String]) -> Option<Self> {
        Script::look(text, |script| Self::prepared_of(script, keep)).ok()?
    }

    fn prepared_of(script: &Script<'_>, keep: &[String]) -> Option<Self> {
        let text = constants::declare(script, keep);
        let text = lists::joined(&text).unwrap_or(text);
        Self::compressed(&peephole::operators(&text), keep)
    }

    fn compressed(text: &str, keep: &[String]) -> Option<Self> {
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

#[cfg(test)]
mod tests;
