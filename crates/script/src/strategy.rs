//! Strategies that shorten a script. Each makes a candidate; the shortest correct one wins.

use std::panic;

use oxc_span::SourceType;

use super::dynamic::{self, Masked};
use super::kept::is_kept;
use super::mangle::{self, Order};
use super::rename::Names;
use super::rewrite::Known;
use super::{compact, compressor, declared, distinct, lists, rewrite, risk, script};

/// How a script was shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Renaming and compacting the composed text.
    Own,
    /// oxc's compressor, then renaming and compacting.
    OxcMinify,
    /// Our own rewriting with oxc's compressor, then renaming and compacting.
    Rewrite,
    /// minify-js, accepted only when it kept the syntax tree up to names.
    MinifyJs,
}

impl Strategy {
    /// All strategies; among equal results the first is preferred.
    pub const ALL: [Self; 4] = [Self::Own, Self::OxcMinify, Self::MinifyJs, Self::Rewrite];

    /// The name in tables and lists of options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::OxcMinify => "oxc-minify",
            Self::Rewrite => "rewrite",
            Self::MinifyJs => "minify-js",
        }
    }

    /// Whether it changes the syntax tree.
    pub(super) const fn rewrites(self) -> bool {
        matches!(self, Self::OxcMinify | Self::Rewrite)
    }

    /// Shortens a compacted script; `None` when the strategy fails. [`Strategy::Own`] returns the
    /// script itself.
    pub fn propose(self, source: &str, keep: &[String]) -> Option<String> {
        self.proposal(source, keep, false)
    }

    /// The same. A `quick` result of oxc's compressor is not compacted.
    pub(super) fn proposal(self, source: &str, keep: &[String], quick: bool) -> Option<String> {
        if self == Self::Own {
            return Some(source.to_owned());
        }
        let masked = Masked::of(source)?;
        if masked.evaluates && self == Self::Rewrite
            || masked.is_changed() && self == Self::MinifyJs
        {
            return None;
        }
        let source = &computed(readable(&masked.text, keep)?);
        let shortened = match self {
            Self::Own => source.clone(),
            Self::OxcMinify => {
                let text = compressor::compress(source, SourceType::script())?;
                match text.strip_suffix(';') {
                    _ if !quick => compact(&text).ok()?,
                    Some(shorter) if script::equivalent(&text, shorter) => shorter.to_owned(),
                    _ => text,
                }
            }
            Self::Rewrite => {
                let keep = kept(source, keep, &masked);
                compact(&rewrite::rewrite(source, &keep, &Known::of(source))?).ok()?
            }
            Self::MinifyJs => minify_js(source, keep)?,
        };
        if !is_kept(source, &shortened) {
            return None;
        }
        let shortened = match self {
            Self::Rewrite => compact(&rewrite::last::rewritten(&shortened)).ok()?,
            _ => shortened,
        };
        match masked.is_changed() {
            true => compact(&dynamic::unmasked(&shortened)?).ok(),
            false => Some(shortened),
        }
    }

    /// Other results of the strategy, which are no shorter but may compress better.
    pub fn variants(self, source: &str, keep: &[String]) -> Vec<String> {
        let masked = Masked::of(source).filter(|masked| self == Self::Rewrite && !masked.evaluates);
        let Some(masked) = masked else {
            return Vec::new();
        };
        let Some(source) = &readable(&masked.text, keep).map(computed) else {
            return Vec::new();
        };
        let texts = rewrite::variants(source, &kept(source, keep, &masked)).into_iter();
        let texts = texts.filter_map(|text| compact(&text).ok());
        let texts = texts.filter(|text| is_kept(source, text));
        match masked.is_changed() {
            true => {
                let texts = texts.filter_map(|text| dynamic::unmasked(&text));
                texts.filter_map(|text| compact(&text).ok()).collect()
            }
            false => texts.collect(),
        }
    }
}

/// The script in a form that compressors read as browsers do; `None` if there is none.
pub(super) fn readable(source: &str, keep: &[String]) -> Option<String> {
    distinct::distinct(source, keep).filter(|source| !risk::is_misfolded(source))
}

/// The names that the steps of rewriting keep. In a masked script they see where the others are used.
fn kept(source: &str, keep: &[String], masked: &Masked<'_>) -> Vec<String> {
    let mut kept = declared::kept_in(source, keep);
    kept.retain(|name| keep.contains(name) || !masked.names.contains(name));
    kept
}

/// The script with what compressors leave to the browser.
fn computed(source: String) -> String {
    lists::joined(&source).unwrap_or(source)
}

/// minify-js 0.6.0 drops necessary parentheses, so its result counts only where the syntax tree is
/// unchanged. It panics on some scripts, which counts as no result.
fn minify_js(source: &str, keep: &[String]) -> Option<String> {
    let attempt = panic::catch_unwind(|| {
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
    });
    let proposal = attempt.ok().flatten()?;
    // It renames too, so both are compared with canonical names.
    let canonical = |text: &str| {
        let names = Names::of(text, keep).ok()?;
        Some(names.spell(&mangle::assign(&names, Order::Alphabet, &[])))
    };
    script::equivalent(&canonical(source)?, &canonical(&proposal)?).then_some(proposal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_shortens_a_plain_script() {
        for strategy in Strategy::ALL {
            let proposal = strategy
                .propose("var a=1;alert(a)", &[])
                .expect("a proposal");
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
        // minify-js 0.6.0 panics on it.
        let source = "if(1)alert(1);else alert(2)";
        assert_eq!(Strategy::MinifyJs.propose(source, &[]), None);
    }
}
