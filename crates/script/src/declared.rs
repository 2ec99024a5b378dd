//! The declared names that must not be shortened.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_ast::ast::Program;
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolFlags;

use super::dynamic::Dynamic;
use super::script::Script;
use super::{evaluated, globals, walk};

/// The names of `keep`, and those that must stay although the script declares them: `arguments`, whose
/// first value is that of its function; a `var` at the top level that sets a property of the browser's
/// window; functions in blocks, whose name is a variable of the block and of the function around it
/// (ECMAScript, B.3.2); names that a `with` or a direct `eval` may find; and `__proto__`.
pub(super) fn kept(program: &Program<'_>, scoping: &Scoping, keep: &[String]) -> Vec<String> {
    let top = scoping.iter_bindings_in(scoping.root_scope_id());
    let window = top.filter(|&id| {
        let flags = scoping.symbol_flags(id);
        flags.contains(SymbolFlags::FunctionScopedVariable) && is_of_window(scoping.symbol_name(id))
    });
    let mut names: BTreeSet<String> = keep.iter().cloned().collect();
    names.extend(window.map(|id| scoping.symbol_name(id).to_owned()));
    names.extend(functions_in_blocks(program));
    names.extend(evaluated::all_names(program, scoping));
    names.extend(Dynamic::of(program, scoping).kept());
    let mut declared = scoping.symbol_ids();
    if declared.any(|id| scoping.symbol_name(id) == "arguments") {
        names.insert("arguments".to_owned());
    }
    // `{__proto__}` makes a property, and `{__proto__:a}` sets the prototype.
    let free = scoping.root_unresolved_references();
    let has_proto = |name: &str| name == PROTO;
    if scoping.symbol_names().any(has_proto) || free.keys().any(|name| has_proto(name)) {
        names.insert(PROTO.to_owned());
    }
    names.into_iter().collect()
}

const PROTO: &str = "__proto__";

/// The same for the text of a script; only `keep` if it is none.
pub(super) fn kept_in(source: &str, keep: &[String]) -> Vec<String> {
    let kept = |script: &Script<'_>| kept(script.program, script.scoping(), keep);
    Script::look(source, kept).unwrap_or_else(|_| keep.to_vec())
}

/// The names of functions that blocks declare.
pub(super) fn functions_in_blocks(program: &Program<'_>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    walk::within(program, |node, around| {
        if let AstKind::Function(function) = node
            && function.is_declaration()
            && around
                .last()
                .is_none_or(|parent| walk::body(*parent).is_none())
        {
            names.extend(function.id.as_ref().map(|name| name.name.to_string()));
        }
    });
    names
}

/// Whether the browser reads or converts what a script writes to a global variable, or ignores it.
fn is_of_window(name: &str) -> bool {
    let is_handler = name.starts_with("on") && globals::is_known(name);
    is_handler || WINDOW.contains(&name)
}

/// Properties of a window that cannot hold any value.
const WINDOW: [&str; 17] = [
    "caches",
    "closed",
    "cookieStore",
    "crypto",
    "customElements",
    "document",
    "frameElement",
    "history",
    "indexedDB",
    "localStorage",
    "location",
    "name",
    "navigator",
    "sessionStorage",
    "speechSynthesis",
    "status",
    "top",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_window_and_of_functions_in_blocks_stay() {
        let names = |source| kept_in(source, &[]);
        assert_eq!(names("var onload=f,name=1,a"), ["name", "onload"]);
        assert_eq!(names("function onload(){}let name;()=>{var name}"), [""; 0]);
        assert_eq!(
            names("if(a){function f(){}}else function g(){}"),
            ["f", "g"]
        );
        assert_eq!(
            names("function f(){function g(){}}(()=>{function h(){}})"),
            [""; 0]
        );
        assert_eq!(names("function f(){{function g(){}}}"), ["g"]);
        assert_eq!(
            names("function f(){var arguments;f(arguments)}"),
            ["arguments"]
        );
        assert_eq!(names("f=__proto__=>({__proto__})"), ["__proto__"]);
        assert_eq!(kept_in("var name", &["a".into()]), ["a", "name"]);
    }
}
