//! oxc's compressor on a script whose top level is local.

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{ArrowFunctionExpression, Function};
use oxc_ast_visit::{Visit, walk};
use oxc_span::SourceType;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::script;
use crate::compressor;

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
    let mut waiting = Waiting::default();
    waiting.visit_program(&program);
    // oxc moves the read of a variable over an `await` if it knows one value. A `var` is undefined before.
    let is_read_late = |&id: &SymbolId| {
        let references = scoping.get_resolved_references(id);
        let is_var = scoping
            .symbol_flags(id)
            .contains(SymbolFlags::FunctionScopedVariable);
        is_var
            && references.into_iter().any(|reference| {
                let mut scopes = scoping.scope_ancestors(reference.scope_id());
                scopes.any(|scope| waiting.scopes.contains(&scope))
            })
    };
    let is_kept = |id: &SymbolId| keep.iter().any(|kept| kept == scoping.symbol_name(*id));
    let kept: Vec<_> = declared
        .filter(|id| is_kept(id) || is_read_late(id))
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

/// The scopes of functions that other code can interrupt.
#[derive(Default)]
struct Waiting {
    scopes: HashSet<ScopeId>,
}

impl<'a> Visit<'a> for Waiting {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        if function.r#async || function.generator {
            self.scopes.extend(function.scope_id.get());
        }
        walk::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        if arrow.r#async {
            self.scopes.extend(arrow.scope_id.get());
        }
        walk::walk_arrow_function_expression(self, arrow);
    }
}
