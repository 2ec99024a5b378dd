//! oxc's compressor on a script whose top level is local.

use oxc_allocator::Allocator;
use oxc_span::SourceType;
use oxc_syntax::symbol::SymbolFlags;

use super::script;
use crate::minify::strategy;

/// A name that no script has. Its assignment is the last statement while oxc compresses. It uses and
/// writes the kept names, so that oxc neither removes them nor puts their values elsewhere.
const GUARD: &str = "$$kept$$";

/// The compressed script; `None` if it cannot be compressed, or if a kept name is no `var` and no
/// function, so that it cannot be written.
pub(super) fn compress(source: &str, keep: &[String]) -> Option<String> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let scoping = script::scoping(&program);
    let declared = scoping.iter_bindings_in(scoping.root_scope_id());
    let kept: Vec<_> = declared
        .filter(|&id| keep.iter().any(|kept| kept == scoping.symbol_name(id)))
        .collect();
    if kept.is_empty() {
        return strategy::oxc(source, SourceType::cjs());
    }
    let mut uses = String::new();
    for id in kept {
        let flags = scoping.symbol_flags(id);
        if !flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function) {
            return None;
        }
        let name = scoping.symbol_name(id);
        uses += &format!("{name},{name}=0,");
    }
    let text = format!("{source}\n;{GUARD}=()=>[{uses}]");
    let text = strategy::oxc(&text, SourceType::cjs())?;
    let (text, _) = text.rsplit_once(&format!("{GUARD}="))?;
    Some(text.trim_end_matches([',', ';']).to_owned())
}
