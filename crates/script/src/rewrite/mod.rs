//! Rewrites a script into one with another syntax tree and the same behaviour.
//!
//! oxc's compressor does most of the work. It keeps the variables of a script's top level, because
//! other scripts may use them; here no other script does, except for the kept names. The edits of
//! this module make more work for the compressor: each is kept if the compressed script is smaller.

mod arrows;
mod bodies;
mod calls;
mod cases;
mod constants;
mod dead;
mod defaults;
mod fold;
mod inline;
mod known;
pub(super) mod last;
mod local;
mod moved;
mod params;
mod peephole;
mod scatter;
mod scopes;
mod uses;
mod values;
mod vars;

use golfchess_sizes::edit::Edit;
use oxc_allocator::Allocator;
use oxc_ast::ast::{Function, Program, VariableDeclaration};
use oxc_ast_visit::Visit;
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeFlags;

use super::declared;
use super::inline::InlineHandler;
use super::rename::Names;
use super::script;

/// The most edits that are tried in a script of any size.
const MAX_EDITS: usize = 4_000;

/// The bytes that all tries together may read: a larger script gets fewer of them.
const MAX_BYTES: usize = 8_000_000;

/// The most edits that rewriting tries in a script of some bytes.
pub fn max_edits(bytes: usize) -> usize {
    (MAX_BYTES / bytes.max(1)).min(MAX_EDITS)
}

/// The bytes of a script that is rewritten in one way only: more would take too long.
const LARGE: usize = 20_000;

/// The most edits that are made together, because they may save only together.
const MAX_EDITS_TOGETHER: usize = 12;

/// Lists edits of a script; names in the list are kept.
type Propose = fn(&str, &[String]) -> Vec<Edit>;

/// The rewritten script; `None` if there is nothing to rewrite, or if a step fails.
pub(super) fn rewrite(source: &str, keep: &[String]) -> Option<String> {
    if !is_declarative(source) {
        return None;
    }
    // Different names for all variables: code can be moved without a change of meaning.
    let names = Names::of(source, keep).ok()?;
    let canonical = names.canonical();
    let mut search = Search {
        keep,
        left: max_edits(source.len()),
    };
    let least = search.whole(&canonical)?;
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
    let mut search = Search {
        keep,
        left: max_edits(source.len()),
    };
    let Some(first) = Sized::compressed(&names.canonical(), keep) else {
        return Vec::new();
    };
    let start = Sized {
        text: first.text.clone(),
        size: first.size,
    };
    let constants = Sized::prepared(&names.canonical(), keep);
    let improved = search.each(
        start,
        &[scatter::edits, values::edits, fold::edits],
        both_forms,
    );
    let whole = search.whole(&names.canonical());
    let all = [Some(first), constants, Some(improved), whole].into_iter();
    let all = all.flatten();
    all.map(|form| vars::undeclare(&form.text, keep)).collect()
}

/// A script as it is, and with constants.
fn both_forms(text: &str, keep: &[String]) -> Vec<Option<Sized>> {
    vec![Sized::compressed(text, keep), Sized::prepared(text, keep)]
}

/// A script as it is.
fn plain_form(text: &str, keep: &[String]) -> Vec<Option<Sized>> {
    vec![Sized::compressed(text, keep)]
}

/// Whether a script declares a function or a variable, no name inside of a function that must stay there,
/// and has no event handler in a text. The steps only change what is declared, and golfed scripts declare nothing.
/// Code cannot be moved where a kept name means something else, and names in texts stay.
fn is_declarative(source: &str) -> bool {
    #[derive(Default)]
    struct Declarations(bool);
    impl<'a> Visit<'a> for Declarations {
        fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {
            self.0 = true;
        }
        fn visit_variable_declaration(&mut self, _: &VariableDeclaration<'a>) {
            self.0 = true;
        }
    }
    let arena = Allocator::default();
    script::parse(&arena, source).is_ok_and(|program| {
        let scoping = script::scoping(&program);
        let keep = declared::kept(&program, &scoping, &[]);
        let is_hidden = |id| {
            scoping.symbol_scope_id(id) != scoping.root_scope_id()
                && keep.iter().any(|kept| kept == scoping.symbol_name(id))
        };
        let mut declarations = Declarations::default();
        declarations.visit_program(&program);
        declarations.0
            && !scoping.symbol_ids().any(is_hidden)
            && InlineHandler::all(&program, source).is_empty()
    })
}

/// The search for the edits that make a script smaller.
struct Search<'k> {
    keep: &'k [String],
    /// The number of edits that may still be tried.
    left: usize,
}

impl Search<'_> {
    /// Makes all edits in a script with canonical names.
    fn whole(&mut self, canonical: &str) -> Option<Sized> {
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
        for propose in [values::all as Propose, inline::applications] {
            let mut other = Sized {
                text: best.text.clone(),
                size: best.size,
            };
            for _ in 0..MAX_EDITS_TOGETHER {
                let edits = propose(&other.text, keep).into_iter();
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
        const ALL: [Propose; 7] = [
            scatter::edits,
            cases::edits,
            arrows::edits,
            values::edits,
            inline::edits,
            fold::edits,
            dead::edits,
        ];
        self.each(best, &ALL, both_forms)
    }

    /// Makes each edit that makes the script smaller as it is, without constants.
    fn finish(&mut self, best: Sized) -> Sized {
        const ALL: [Propose; 4] = [params::first, params::others, params::braces, fold::edits];
        self.each(best, &ALL, plain_form)
    }

    fn each(
        &mut self,
        mut best: Sized,
        all: &[Propose],
        forms: fn(&str, &[String]) -> Vec<Option<Sized>>,
    ) -> Sized {
        while let Some(next) = all
            .iter()
            .find_map(|propose| self.smaller(&best, *propose, forms))
        {
            best = next;
        }
        best
    }

    fn smaller(
        &mut self,
        best: &Sized,
        propose: Propose,
        forms: impl Fn(&str, &[String]) -> Vec<Option<Sized>>,
    ) -> Option<Sized> {
        for edit in propose(&best.text, self.keep) {
            let text = edit.apply(&best.text);
            if !is_script(&text) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            let forms = forms(&text, self.keep).into_iter();
            let smaller = forms.flatten().min_by_key(|form| form.size);
            let smaller = smaller.filter(|form| form.size < best.size);
            if smaller.is_some() {
                return smaller;
            }
        }
        None
    }
}

/// A script with its size.
struct Sized {
    text: String,
    size: usize,
}

impl Sized {
    /// The script with what the compressor can make most of.
    fn prepared(text: &str, keep: &[String]) -> Option<Self> {
        Self::compressed(&peephole::operators(&constants::declare(text, keep)), keep)
    }

    fn compressed(text: &str, keep: &[String]) -> Option<Self> {
        let text = local::compress(text, keep)?;
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

fn is_script(text: &str) -> bool {
    script::parse(&Allocator::default(), text).is_ok()
}

/// The edits that `find` lists for a script. Some may make no script.
fn edits_of(source: &str, find: impl FnOnce(&Program<'_>, &Scoping) -> Vec<Edit>) -> Vec<Edit> {
    let arena = Allocator::default();
    let Ok(program) = script::parse(&arena, source) else {
        return Vec::new();
    };
    find(&program, &script::scoping(&program))
}

#[cfg(test)]
mod tests;
