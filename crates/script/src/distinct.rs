//! Different names for the variables that share a name in the parameters and the body of a function.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;

use super::parameters::{self, Parameters};
use super::rename::Names;
use super::script;

/// The script with different names for the two variables, which no other reader can mix up; the script itself
/// if there are no two. `None` if a function declares a parameter again that another parameter uses: they are
/// two variables of one name.
pub(super) fn distinct(source: &str, keep: &[String]) -> Option<String> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source).ok()?;
    let mut scoping = script::mixed_scoping(&program);
    let functions = Parameters::all(&program);
    let symbols = |scoping: &Scoping, function: &Parameters| -> BTreeSet<SymbolId> {
        let references = function.references.iter();
        references
            .filter_map(|&id| scoping.get_reference(id).symbol_id())
            .filter(|&id| scoping.symbol_scope_id(id) == function.scope)
            .collect()
    };
    let is_twice = |function: &Parameters| {
        symbols(&scoping, function).into_iter().any(|id| {
            let again = scoping.symbol_redeclarations(id).iter();
            let mut spans = again.map(|one| one.span).chain([scoping.symbol_span(id)]);
            spans.any(|span| function.has_in_body(span)) && !function.declares_in_body(&scoping, id)
        })
    };
    if functions.iter().any(is_twice) {
        return None;
    }
    let is_mixed = functions.iter().any(|function| {
        let mut symbols = symbols(&scoping, function).into_iter();
        symbols.any(|id| function.declares_in_body(&scoping, id))
    });
    if !is_mixed {
        return Some(source.to_owned());
    }
    parameters::separate(&program, &mut scoping);
    Some(Names::of(source, keep).ok()?.canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_value_does_not_see_the_variables_of_the_body() {
        for (source, renamed) in [
            (
                "function f(p=v){var v=2;return p+v}f()",
                "function $name0$($name1$=v){var $name2$=2;return $name1$+$name2$}$name0$()",
            ),
            (
                "var f=(p=()=>v)=>{let v=2;return p()+v};f();var v",
                "var $name0$=($name1$=()=>$name2$)=>{let $name3$=2;return \
                 $name1$()+$name3$};$name0$();var $name2$",
            ),
            (
                "function f(p=g()){function g(){}return p}f()",
                "function $name0$($name1$=g()){function $name2$(){}return $name1$}$name0$()",
            ),
        ] {
            let keep = ["v", "g"].map(str::to_owned);
            let keep = if source.ends_with("var v") {
                &[][..]
            } else {
                &keep
            };
            assert_eq!(distinct(source, keep).expect(source), renamed, "{source}");
        }
    }

    #[test]
    fn other_scripts_stay() {
        for source in [
            "function f(p=v){return p}var v",
            "function f(p,q=p){var r=q;return r}",
            "function f(p){var p}",
            // oxc knows what is around if it stands before.
            "var v=1;var f=(p=()=>v)=>{let v=2;return p()+v};f()",
            "function f(v,p=function(q=v){var v}){return p(v)}f()",
            "var f=(p=v)=>v",
        ] {
            assert_eq!(distinct(source, &[]).as_deref(), Some(source));
        }
    }

    #[test]
    fn a_parameter_that_is_declared_again_is_two_variables() {
        assert_eq!(
            distinct("function f(p,q=()=>p){var p=2;return q()}", &[]),
            None
        );
    }
}
