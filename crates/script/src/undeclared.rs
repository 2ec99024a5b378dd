//! Leaves out `var` at the top level of a sloppy script: its variables become properties of the window, which are
//! written before they are read.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Expression, ForStatementInit, ForStatementLeft, Program, Statement, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::script::{Script, is_script, replace};
use super::{declared, walk};

/// The script without `var` where no name is read before it is written; `None` if none can go.
pub(super) fn without_var(source: &str, keep: &[String]) -> Option<String> {
    let text = Script::edited(source, |script| {
        let uses = Uses::of(script);
        // The property of a `var` cannot be deleted.
        if !script.program.directives.is_empty() || uses.deletes {
            return Vec::new();
        }
        let keep = declared::kept(script.program, script.scoping(), keep);
        let spans = uses.removable(&keep).into_iter();
        spans
            .map(|span| replace(&Span::sized(span.start, "var ".len() as u32), ""))
            .collect()
    });
    text.filter(|text| text != source && is_script(text))
}

/// A `var` with variables of the top level.
struct Declaration {
    span: Span,
    /// Its variables, each with the end of its value: where it is written.
    names: Vec<(SymbolId, u32)>,
    /// Whether it is only names with values.
    is_simple: bool,
    /// Whether it runs in each run of the script, unless an error ends it.
    always_runs: bool,
    /// For the head of `for(var a in b)`, the body.
    body: Option<Span>,
}

/// What a script does with the variables of its top level.
struct Uses<'s, 'a> {
    script: &'s Script<'a>,
    uses: Vec<(SymbolId, Span)>,
    /// The functions that the top level declares, which run when something names them.
    functions: BTreeMap<SymbolId, Span>,
    declarations: Vec<Declaration>,
    deletes: bool,
}

impl<'s, 'a> Uses<'s, 'a> {
    fn of(script: &'s Script<'a>) -> Self {
        let functions = script.program.body.iter().filter_map(|one| match one {
            Statement::FunctionDeclaration(function) => {
                Some((function.id.as_ref()?.symbol_id.get()?, function.span))
            }
            _ => None,
        });
        let mut uses = Self {
            script,
            uses: Vec::new(),
            functions: functions.collect(),
            declarations: Vec::new(),
            deletes: false,
        };
        walk::all(script.program, |node| match node {
            AstKind::VariableDeclaration(declaration) => uses.declare(declaration),
            AstKind::IdentifierReference(name) => {
                let symbol = script.symbol(name);
                uses.uses.extend(symbol.map(|symbol| (symbol, name.span)));
            }
            AstKind::UnaryExpression(unary) => {
                uses.deletes |= unary.operator == UnaryOperator::Delete
                    && matches!(unary.argument, Expression::Identifier(_));
            }
            _ => {}
        });
        uses.mark_first(script.program);
        uses
    }

    fn declare(&mut self, declaration: &VariableDeclaration<'_>) {
        let scoping = self.script.scoping();
        let root = scoping.root_scope_id();
        let mut names = Vec::new();
        let mut is_simple = true;
        for declarator in &declaration.declarations {
            let all = declarator.id.get_binding_identifiers();
            let symbols = all.iter().filter_map(|name| name.symbol_id.get());
            names.extend(symbols.map(|symbol| (symbol, declarator.span.end)));
            is_simple &= declarator.init.is_some() && declarator.id.is_binding_identifier();
        }
        let is_top = names
            .first()
            .is_some_and(|(name, _)| scoping.symbol_scope_id(*name) == root);
        if declaration.kind == VariableDeclarationKind::Var && is_top {
            self.declarations.push(Declaration {
                span: declaration.span,
                names,
                is_simple,
                always_runs: false,
                body: None,
            });
        }
    }

    /// Marks the declarations that always run, and those in heads of loops.
    fn mark_first(&mut self, program: &Program<'_>) {
        for statement in &program.body {
            match statement {
                Statement::VariableDeclaration(declaration) => self.mark(declaration.span, None),
                Statement::ForStatement(each) => {
                    if let Some(ForStatementInit::VariableDeclaration(first)) = &each.init {
                        self.mark(first.span, None);
                    }
                }
                Statement::ForInStatement(each) => {
                    if let ForStatementLeft::VariableDeclaration(head) = &each.left {
                        self.mark(head.span, Some(each.body.span()));
                    }
                }
                Statement::ForOfStatement(each) => {
                    if let ForStatementLeft::VariableDeclaration(head) = &each.left {
                        self.mark(head.span, Some(each.body.span()));
                    }
                }
                _ => {}
            }
        }
    }

    fn mark(&mut self, span: Span, body: Option<Span>) {
        for declaration in &mut self.declarations {
            if declaration.span == span {
                declaration.always_runs = body.is_none();
                declaration.body = body;
            }
        }
    }

    /// The declarations whose `var` can go.
    fn removable(&self, keep: &[String]) -> Vec<Span> {
        let mut stay: BTreeSet<SymbolId> = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for declaration in &self.declarations {
            for &(name, written) in &declaration.names {
                let is_first = seen.insert(name);
                if !declaration.is_simple && declaration.body.is_none()
                    || is_first && !self.is_written_first(declaration, name, written, keep)
                    || !is_first && declaration.body.is_some()
                {
                    stay.insert(name);
                }
            }
        }
        // All declarations of a name go, or none.
        loop {
            let before = stay.len();
            for declaration in &self.declarations {
                if declaration
                    .names
                    .iter()
                    .any(|(name, _)| stay.contains(name))
                {
                    stay.extend(declaration.names.iter().map(|(name, _)| *name));
                }
            }
            if stay.len() == before {
                break;
            }
        }
        let goes = |one: &&Declaration| {
            !one.names.is_empty() && one.names.iter().all(|(name, _)| !stay.contains(name))
        };
        self.declarations
            .iter()
            .filter(goes)
            .map(|one| one.span)
            .collect()
    }

    /// Whether nothing can read a variable before its first declaration has written it.
    fn is_written_first(
        &self,
        declaration: &Declaration,
        name: SymbolId,
        written: u32,
        keep: &[String],
    ) -> bool {
        let scoping = self.script.scoping();
        let flags = scoping.symbol_flags(name);
        let mut references = scoping.get_resolved_references(name);
        if flags.intersects(SymbolFlags::Function)
            || self.script.is_kept(keep, name)
            // A name that nothing reads cannot be shortened without a declaration.
            || !references.any(|reference| reference.is_read())
        {
            return false;
        }
        if let Some(body) = declaration.body {
            let mut uses = self.uses.iter().filter(|(used, _)| *used == name);
            return uses.all(|(_, place)| contains(body, *place));
        }
        declaration.always_runs && !self.run_before(written, keep).any(|(used, _)| used == name)
    }

    /// What code uses that can run before a place of the top level: the code there, and functions that are named in it
    /// or that other code may call.
    fn run_before(&self, end: u32, keep: &[String]) -> impl Iterator<Item = (SymbolId, Span)> {
        let mut regions = vec![Span::new(0, end)];
        let mut running: BTreeSet<SymbolId> = BTreeSet::new();
        let functions = self.functions.iter();
        let of_others = functions.filter(|(symbol, _)| self.script.is_kept(keep, **symbol));
        for (symbol, span) in of_others {
            running.insert(*symbol);
            regions.push(*span);
        }
        let mut found = Vec::new();
        while let Some(region) = regions.pop() {
            for (symbol, place) in &self.uses {
                let is_here = contains(region, *place);
                let in_function = self.functions.values();
                // The first region has the top level only, another one a function.
                let mut in_function = in_function
                    .filter(|function| contains(region, **function) && **function != region);
                if !is_here || in_function.any(|function| contains(*function, *place)) {
                    continue;
                }
                found.push((*symbol, *place));
                if let Some(function) = self.functions.get(symbol)
                    && running.insert(*symbol)
                {
                    regions.push(*function);
                }
            }
        }
        found.into_iter()
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::without_var;

    fn result(source: &str) -> Option<String> {
        without_var(source, &["kept".to_owned()])
    }

    #[test]
    fn variables_that_are_written_first_need_no_declaration() {
        for (source, expected) in [
            ("var a=1;f(a)", "a=1;f(a)"),
            ("var a=g(),b=a;f(b)", "a=g(),b=a;f(b)"),
            ("for(var i=0;i<3;i++)f(i)", "for(i=0;i<3;i++)f(i)"),
            (
                "for(var i=0;i<3;)i++;for(var i=5;i--;)f(i)",
                "for(i=0;i<3;)i++;for(i=5;i--;)f(i)",
            ),
            ("var a=1;if(f)var a=2;g(a)", "a=1;if(f)a=2;g(a)"),
            ("for(var k in f)g(k)", "for(k in f)g(k)"),
            ("for(var k of f)g(()=>k)", "for(k of f)g(()=>k)"),
            // The functions run later.
            (
                "g();var a=1;function f(){return a}f()",
                "g();a=1;function f(){return a}f()",
            ),
            ("g();var a=1;h(()=>a)", "g();a=1;h(()=>a)"),
            // One that runs before does not use it.
            (
                "function f(){return 2}function g(){return a}var a=f();g()",
                "function f(){return 2}function g(){return a}a=f();g()",
            ),
            ("var kept=1;var a=2;f(a)", "var kept=1;a=2;f(a)"),
            ("var a;var b=1;f(a,b)", "var a;b=1;f(a,b)"),
            (
                "function f(){var a=1;return a}var b=2;f(b)",
                "function f(){var a=1;return a}b=2;f(b)",
            ),
        ] {
            assert_eq!(result(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn other_declarations_stay() {
        for source in [
            "'use strict';var a=1;f(a)",
            "var a;f(a)",
            "var a=1,b;f(a,b)",
            "var[a]=f;g(a)",
            "let a=1;f(a)",
            "function f(){var a=1;return a}f()",
            // It is read before it is written.
            "f(a);var a=1",
            "var b=a,a=1;f(b)",
            "var a=g(a);f(a)",
            "if(f)g(typeof a);var a=1;f(a)",
            "g(()=>a);var a=1",
            "f();var a=1;function f(){return a}",
            "g(f);var a=1;function f(){return a}",
            "f();var a=1;function f(){h()}function h(){return a}",
            "g();var a=1;function kept(){return a}",
            "(function(){return typeof a})();var a=1;f(a)",
            // It may not be written.
            "if(f)var a=1;g(a)",
            "for(var k in f);g(k)",
            "for(;f();)for(var i=0;i<3;i++)g(i)",
            "try{g();var a=1}catch(e){}f(a)",
            "l:{if(f)break l;var a=1}g(a)",
            // Nothing reads it.
            "var a=1",
            "var a=1;delete a;f(a)",
            "var kept=1;f(kept)",
            "function a(){}var a=1;f(a)",
            "var onload=f;g(onload)",
        ] {
            assert_eq!(result(source), None, "{source}");
        }
    }
}
