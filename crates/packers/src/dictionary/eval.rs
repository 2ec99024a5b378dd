//! Whether a script does the same in `eval`.
//!
//! A direct `eval` at the place of the script has its scope, its `this` and, in a script element, makes
//! `var` and functions global. Its `let`, `const` and `class` are local, and so is everything that code
//! in strict mode declares.

use oxc_allocator::Allocator;

use golfchess_script::{Names, ScriptError, script};

/// Why a script means something else in `eval`; `None` if it does not. `keep` has the names that other
/// code may use.
///
/// # Errors
/// The text is not a script.
pub fn obstacle(source: &str, keep: &[String]) -> Result<Option<String>, ScriptError> {
    let arena = Allocator::default();
    let program = script::parse(&arena, source)?;
    let scoping = script::scoping(&program);
    let is_strict = program.has_use_strict_directive();
    let handlers = Names::frugal(source, keep)?.has_handlers();
    let local = scoping
        .iter_bindings_in(scoping.root_scope_id())
        .find(|&id| {
            let is_local = is_strict || scoping.symbol_flags(id).is_block_scoped();
            let name = scoping.symbol_name(id);
            is_local && (handlers || keep.iter().any(|kept| kept == name))
        });
    Ok(local.map(|id| {
        format!(
            "`{}` is declared locally in `eval`, and other code may use it",
            scoping.symbol_name(id)
        )
    }))
}

#[cfg(test)]
mod tests {
    use super::obstacle;

    #[test]
    fn only_declarations_that_other_code_uses_are_obstacles() {
        let keep = ["kept".to_owned()];
        for (script, is_obstacle) in [
            ("var kept=1", false),
            ("function kept(){}", false),
            ("kept=1", false),
            ("let other=1;alert(other)", false),
            ("{let kept=1;alert(kept)}", false),
            ("let kept=1", true),
            ("const kept=1", true),
            ("class kept{}", true),
            ("'use strict';var kept=1", true),
            ("'use strict';function kept(){}", true),
            ("let total=1;alert('<p onclick=total++>')", true),
            ("var total=1;alert('<p onclick=total++>')", false),
        ] {
            let found = obstacle(script, &keep).unwrap();
            assert_eq!(found.is_some(), is_obstacle, "{script}: {found:?}");
        }
    }
}
