//! Other ways to a short script, beside our own: each proposes, none is trusted
//! with the last word.

use std::panic::{self, AssertUnwindSafe};

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_minifier::{CompressOptions, Minifier, MinifierOptions};

use super::mangle::{self, Order};
use super::rename::Names;
use super::{compact, script};

/// What made a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Our own renaming and shrinking of the composed text.
    Own,
    /// oxc's compressor, then our own stages again.
    OxcMinify,
    /// minify-js, accepted only when it kept the syntax tree up to names.
    MinifyJs,
}

impl Strategy {
    /// All strategies, in the order in which equal results are preferred.
    pub const ALL: [Self; 3] = [Self::Own, Self::OxcMinify, Self::MinifyJs];

    /// The name shown to people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::OxcMinify => "oxc minify + own",
            Self::MinifyJs => "minify-js",
        }
    }

    /// The strategy's proposal for a script that is already compacted;
    /// `None` when it fails on it. [`Strategy::Own`] proposes the script itself.
    pub(crate) fn propose(self, source: &str, keep: &[String]) -> Option<String> {
        match self {
            Self::Own => Some(source.to_owned()),
            Self::OxcMinify => compact(&oxc(source)?).ok(),
            Self::MinifyJs => minify_js(source, keep),
        }
    }
}

fn oxc(source: &str) -> Option<String> {
    let options = CodegenOptions {
        single_quote: true,
        ..CodegenOptions::minify()
    };
    let print = |program: &Program<'_>| Codegen::new().with_options(options).build(program).code;
    Some(oxc_tree(source, print)?.trim_end().to_owned())
}

/// Reads the tree that oxc's compressor makes of a script; nodes keep their places in `source`.
pub(super) fn oxc_tree<T>(source: &str, read: impl FnOnce(&Program<'_>) -> T) -> Option<T> {
    let arena = Allocator::default();
    let mut program = script::parse(&arena, source).ok()?;
    let options = MinifierOptions {
        compress: Some(CompressOptions::smallest()),
        // `rename` chooses the names.
        mangle: None,
        mangle_properties: None,
    };
    Minifier::new(options).minify(&arena, &mut program);
    Some(read(&program))
}

/// minify-js 0.6.0 drops parentheses that matter and panics on some scripts,
/// so its word counts only where the tree proves that nothing has changed.
fn minify_js(source: &str, keep: &[String]) -> Option<String> {
    let attempt = || {
        let session = minify_js::Session::new();
        let mut out = Vec::new();
        minify_js::minify(
            &session,
            minify_js::TopLevelMode::Global,
            source.as_bytes(),
            &mut out,
        )
        .ok()?;
        String::from_utf8(out).ok()
    };
    let proposal = quietly(attempt)?;
    // It renames too, so both are compared under one and the same naming.
    let canonical = |text: &str| {
        let names = Names::of(text, keep).ok()?;
        Some(names.spell(&mangle::assign(&names, Order::Alphabet, &[])))
    };
    script::equivalent(&canonical(source)?, &canonical(&proposal)?).then_some(proposal)
}

/// Runs `attempt`; a panic in it counts as no result and is not printed.
fn quietly(attempt: impl FnOnce() -> Option<String>) -> Option<String> {
    thread_local!(static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(attempt));
    QUIET.set(false);
    result.ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_maker_proposes_something_for_a_plain_script() {
        for strategy in Strategy::ALL {
            let proposal = strategy.propose("a=1;alert(a)", &[]).expect("a proposal");
            assert!(
                proposal.contains("alert"),
                "{}: {proposal}",
                strategy.name()
            );
        }
    }

    #[test]
    fn a_miscompiled_script_is_refused() {
        // minify-js turns these into f(1,2,3), -b**2 and --b.
        for source in ["f((1,2),3)", "a=(-b)**2", "a=- -b"] {
            assert_eq!(Strategy::MinifyJs.propose(source, &[]), None, "{source}");
        }
    }

    #[test]
    fn a_panic_is_no_result() {
        assert_eq!(quietly(|| panic!("as minify-js does")), None);
    }
}
