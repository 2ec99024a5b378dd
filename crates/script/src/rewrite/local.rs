//! oxc's compressor on a script whose top level is local.

use std::collections::HashSet;

use oxc_span::SourceType;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::Script;
use crate::compressor;
use crate::script::Body;

/// A name that no script has. Its assignment is the last statement while oxc compresses. It uses and
/// writes the kept names, so that oxc neither removes them nor puts their values elsewhere.
const GUARD: &str = "$$kept$$";

/// The compressed script; `None` if it cannot be compressed, or if a kept name is no `var` and no
/// function, so that it cannot be written.
pub(super) fn compress(script: &Script<'_>, keep: &[String]) -> Option<String> {
    let (source, scoping) = (script.source, script.scoping());
    let declared = scoping.iter_bindings_in(scoping.root_scope_id());
    // The scopes of functions that other code can interrupt.
    let functions = script.facts().functions.iter();
    let waiting = functions.filter(|function| function.waits());
    let waiting: HashSet<_> = waiting.filter_map(Body::scope).collect();
    // oxc moves the read of a variable over an `await` if it knows one value. A `var` is undefined before.
    let is_read_late = |&id: &SymbolId| {
        let references = scoping.get_resolved_references(id);
        let is_var = scoping
            .symbol_flags(id)
            .contains(SymbolFlags::FunctionScopedVariable);
        is_var
            && references.into_iter().any(|reference| {
                let mut scopes = scoping.scope_ancestors(reference.scope_id());
                scopes.any(|scope| waiting.contains(&scope))
            })
    };
    let kept: Vec<_> = declared
        .filter(|id| script.is_kept(keep, *id) || is_read_late(id))
        .collect();
    if kept.is_empty() {
        return compressor::compress(source, SourceType::cjs());
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
    let text = compressor::compress(&text, SourceType::cjs())?;
    let (text, _) = text.rsplit_once(&format!("{GUARD}="))?;
    Some(text.trim_end_matches([',', ';']).to_owned())
}
