//! oxc's compressor on a script whose top level is local.

use oxc_allocator::Allocator;
use oxc_span::SourceType;

use super::script;
use crate::minify::strategy;

/// A name that no script has. Its assignment is the last statement while oxc compresses, so that oxc
/// removes none of the names that it reads.
const GUARD: &str = "$$kept$$";

/// The compressed script.
pub(super) fn compress(source: &str, keep: &[String]) -> Option<String> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let scoping = script::scoping(&program);
    let declared = scoping.iter_bindings_in(scoping.root_scope_id());
    let declared = declared.map(|id| scoping.symbol_name(id));
    let kept: Vec<&str> = declared
        .filter(|name| keep.iter().any(|kept| kept == name))
        .collect();
    if kept.is_empty() {
        return strategy::oxc(source, SourceType::cjs());
    }
    let guard = format!("{GUARD}=()=>[{}]", kept.join(","));
    let text = strategy::oxc(&format!("{source}\n;{guard}"), SourceType::cjs())?;
    let (text, _) = text.rsplit_once(&format!("{GUARD}="))?;
    Some(text.trim_end_matches([',', ';']).to_owned())
}
