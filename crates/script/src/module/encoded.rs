//! Makes a script of a module.

use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Declaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind, Expression,
    ImportDeclaration, ImportDeclarationSpecifier, ModuleDeclaration, Program, StringLiteral,
    WithClause,
};
use oxc_span::{GetSpan, Span};

use super::imports::{Import, Imported};
use super::{DEFAULT, EXPORT, LIVE, META, MODULE, Module, RELATED, exported, free_names};
use crate::script::{ScriptError, replace};
use crate::walk;

/// A module that becomes a script.
struct Encoder<'s> {
    source: &'s str,
    splices: Vec<Splice>,
    imports: Vec<Import>,
    /// The local names of the imports, in the order of the imports.
    parameters: Vec<(usize, String)>,
    passed_on: Vec<String>,
    /// Whether the module imports files beside it.
    is_related: bool,
    /// The names of exports, and the local names.
    exports: Vec<(String, String)>,
}

/// Makes a script of a module.
pub(super) fn encoded(source: &str, program: &Program<'_>) -> Result<Module, ScriptError> {
    let refused = |offset: usize, what: &str| {
        let message = format!("a module with {what} is not minified");
        Err(ScriptError::at(source, offset, message))
    };
    if let Some(at) = comment_of_html(source, program) {
        return refused(at, "a comment of HTML");
    }
    if let Some(at) = free_arguments(program) {
        return refused(at, "`arguments` outside of functions");
    }
    let mut encoder = Encoder {
        source,
        splices: Vec::new(),
        imports: Vec::new(),
        parameters: Vec::new(),
        passed_on: Vec::new(),
        is_related: false,
        exports: Vec::new(),
    };
    for declaration in program
        .body
        .iter()
        .filter_map(|one| one.as_module_declaration())
    {
        if let Err(what) = encoder.add(declaration) {
            return refused(declaration.span().start as usize, what);
        }
    }
    if let Some((name, _)) = encoder.exports.iter().find(|(name, _)| name == "__proto__") {
        return refused(source.find(name).unwrap_or_default(), "this export");
    }
    encoder.replace_in_code(program);
    let hashbang = program.hashbang.as_ref().map(|hashbang| {
        encoder.splices.push(replace(hashbang, ""));
        hashbang.span.source_text(source).to_owned()
    });
    encoder.finished(program, hashbang.unwrap_or_default())
}

impl<'s> Encoder<'s> {
    fn text(&self, node: &impl GetSpan) -> &'s str {
        node.span().source_text(self.source)
    }

    fn remove(&mut self, span: Span) {
        // The statements around it stay apart, and lines keep their numbers.
        let lines = self.text(&span).matches('\n').count();
        let text = format!(";{}", "\n".repeat(lines));
        self.splices.push(replace(&span, text));
    }

    /// Takes a declaration out of the code.
    fn add(&mut self, declaration: &ModuleDeclaration<'_>) -> Result<(), &'static str> {
        match declaration {
            ModuleDeclaration::ImportDeclaration(import) => {
                if import.phase.is_some() {
                    return Err("a phase of an import");
                }
                self.add_import(import);
                self.remove(import.span);
            }
            ModuleDeclaration::ExportAllDeclaration(all) => {
                let from = self.from(&all.source, all.with_clause.as_deref());
                self.passed_on.push(match &all.exported {
                    None => format!("export*from{from}"),
                    Some(name) => {
                        let name = self.text(name);
                        let space = if name.starts_with(['"', '\'']) {
                            ""
                        } else {
                            " "
                        };
                        let after = if space.is_empty() { "" } else { " " };
                        format!("export*as{space}{name}{after}from{from}")
                    }
                });
                self.remove(all.span);
            }
            ModuleDeclaration::ExportFromDeclaration(export) => {
                let from = self.from(&export.source, export.with_clause.as_deref());
                let names = export.specifiers.iter().map(|one| {
                    let (local, exported) = (self.text(&one.local), self.text(&one.exported));
                    match local == exported {
                        true => local.to_owned(),
                        false => format!("{local} as {exported}"),
                    }
                });
                let names: Vec<String> = names.collect();
                self.passed_on
                    .push(format!("export{{{}}}from{from}", names.join(",")));
                self.remove(export.span);
            }
            ModuleDeclaration::ExportNamedDeclaration(export) => {
                for one in &export.specifiers {
                    let name = self.text(&one.exported).to_owned();
                    self.exports.push((name, one.local.name().to_string()));
                }
                self.remove(export.span);
            }
            ModuleDeclaration::ExportDeclaration(export) => {
                let names = declared(&export.declaration).ok_or("this export")?;
                let pairs = names.into_iter().map(|name| (name.clone(), name));
                self.exports.extend(pairs);
                let before = Span::new(export.span.start, export.declaration.span().start);
                self.splices.push(replace(&before, self.lines_of(before)));
            }
            ModuleDeclaration::ExportDefaultDeclaration(export) => self.add_default(export)?,
            ModuleDeclaration::TSExportAssignment(_)
            | ModuleDeclaration::TSNamespaceExportDeclaration(_) => {
                return Err("an export of TypeScript");
            }
        }
        Ok(())
    }

    fn lines_of(&self, span: Span) -> String {
        "\n".repeat(self.text(&span).matches('\n').count())
    }

    fn add_import(&mut self, import: &ImportDeclaration<'_>) {
        let from = self.from(&import.source, import.with_clause.as_deref());
        let known = self.imports.iter().position(|one| one.from == from);
        let place = known.unwrap_or_else(|| {
            self.imports.push(Import {
                from,
                names: Vec::new(),
            });
            self.imports.len() - 1
        });
        for specifier in import.specifiers.iter().flatten() {
            let (name, local) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    let imported = self.text(&one.imported).to_owned();
                    let name = match imported == "default" {
                        true => Imported::Default,
                        false => Imported::Named(imported),
                    };
                    (name, &one.local)
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                    (Imported::Default, &one.local)
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                    (Imported::All, &one.local)
                }
            };
            self.imports[place].names.push(name);
            self.parameters.push((place, local.name.to_string()));
        }
    }

    /// The address of another module with its attributes.
    fn from(&mut self, source: &StringLiteral<'_>, with: Option<&WithClause<'_>>) -> String {
        self.is_related |= source.value.starts_with(['.', '/']);
        let address = self.text(source);
        let inner = &address[1..address.len() - 1];
        let address = match inner.contains(['\'', '"', '\\']) {
            true => address.to_owned(),
            false => format!("'{inner}'"),
        };
        let Some(with) = with else {
            return address;
        };
        let attributes = with.with_entries.iter().map(|one| {
            let value = self.text(&one.value);
            format!("{}:{value}", self.text(&one.key))
        });
        let attributes: Vec<String> = attributes.collect();
        format!("{address}with{{{}}}", attributes.join(","))
    }

    fn add_default(&mut self, export: &ExportDefaultDeclaration<'_>) -> Result<(), &'static str> {
        let named = match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.id.as_ref(),
            ExportDefaultDeclarationKind::ClassDeclaration(class) => class.id.as_ref(),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => {
                return Err("an export of TypeScript");
            }
            _ => None,
        };
        let value = export.declaration.span();
        let before = Span::new(export.span.start, value.start);
        let lines = self.lines_of(before);
        if let Some(id) = named {
            let pair = ("default".to_owned(), id.name.to_string());
            self.exports.push(pair);
            self.splices.push(replace(&before, lines));
            return Ok(());
        }
        let is_sequence = matches!(
            export.declaration.as_expression(),
            Some(Expression::SequenceExpression(_))
        );
        let (open, close) = if is_sequence {
            ("((", "));")
        } else {
            ("(", ");")
        };
        let text = format!("{DEFAULT}{open}{lines}");
        self.splices.push(replace(&before, text));
        let after = Span::new(value.end, export.span.end);
        let rest = self.text(&after).trim_end_matches(';');
        self.splices.push(replace(&after, format!("{rest}{close}")));
        Ok(())
    }

    /// Replaces what a function of a script does not have.
    fn replace_in_code(&mut self, program: &Program<'_>) {
        let mut splices = Vec::new();
        walk::within(program, |node, around| match node {
            AstKind::ThisExpression(this) if !around.iter().any(has_this) => {
                splices.push(replace(this, "(void 0)"));
            }
            AstKind::ImportMeta(meta) => splices.push(replace(meta, META)),
            _ => {}
        });
        self.splices.extend(splices);
    }

    fn finished(mut self, program: &Program<'_>, hashbang: String) -> Result<Module, ScriptError> {
        let is_async = if walk::awaits(program) { "async " } else { "" };
        // The parameters stand in the order of the imports.
        let mut parameters = std::mem::take(&mut self.parameters);
        parameters.sort_by_key(|(place, _)| *place);
        let parameters: Vec<String> = parameters.into_iter().map(|(_, name)| name).collect();
        let mut open = format!(
            "{MODULE}({is_async}function({}){{\"use strict\";",
            parameters.join(",")
        );
        if !parameters.is_empty() {
            let sets = parameters.iter().map(|name| format!("{name}=$value$"));
            let sets: Vec<String> = sets.collect();
            open += &format!("{LIVE}(function($value$){{{}}});", sets.join(";"));
        }
        let values = self
            .exports
            .iter()
            .map(|(name, local)| format!("{name}:()=>{local}"));
        let values: Vec<String> = values.collect();
        let related = match self.is_related {
            true => format!(",{RELATED}"),
            false => String::new(),
        };
        let close = match values.is_empty() {
            true => format!("\n}}{related})"),
            false => format!("\n;{EXPORT}({{{}}})}}{related})", values.join(",")),
        };
        let edit = Edit::of("module", self.splices);
        let Some(edit) = edit else {
            let message = "the declarations of the module stand in each other";
            return Err(ScriptError::at(self.source, 0, message));
        };
        let script = open + &edit.apply(self.source) + &close;
        let free: BTreeSet<String> = free_names(&script)?.into_iter().collect();
        Ok(Module {
            script,
            hashbang,
            imports: self.imports,
            passed_on: self.passed_on,
            exports: exported(self.source).unwrap_or_default(),
            free: free.into_iter().collect(),
        })
    }
}

/// Where a script has a comment that a module reads as operators.
fn comment_of_html(source: &str, program: &Program<'_>) -> Option<usize> {
    let marks = ["<!--", "-->"]
        .iter()
        .flat_map(|mark| source.match_indices(mark));
    let mut marks: Vec<usize> = marks.map(|(at, _)| at).collect();
    if marks.is_empty() {
        return None;
    }
    let mut texts: Vec<Span> = program
        .comments
        .iter()
        .map(|comment| comment.span)
        .collect();
    walk::all(program, |node| match node {
        AstKind::StringLiteral(text) => texts.push(text.span),
        AstKind::TemplateElement(text) => texts.push(text.span),
        AstKind::RegExpLiteral(text) => texts.push(text.span),
        _ => {}
    });
    marks.retain(|at| {
        !texts
            .iter()
            .any(|span| (span.start as usize..span.end as usize).contains(at))
    });
    marks.first().copied()
}

/// Where a module names the arguments of a function that it is not in.
fn free_arguments(program: &Program<'_>) -> Option<usize> {
    let mut found = None;
    walk::within(program, |node, around| {
        if let AstKind::IdentifierReference(name) = node
            && name.name == "arguments"
            && !around.iter().any(|one| matches!(one, AstKind::Function(_)))
        {
            found.get_or_insert(name.span.start as usize);
        }
    });
    found
}

/// The names that a declaration declares; `None` for those of TypeScript.
fn declared(declaration: &Declaration<'_>) -> Option<Vec<String>> {
    let one = |id: Option<&oxc_ast::ast::BindingIdentifier<'_>>| Some(vec![id?.name.to_string()]);
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            let ids = variables.declarations.iter();
            let ids = ids.flat_map(|one| one.id.get_binding_identifiers());
            Some(ids.map(|id| id.name.to_string()).collect())
        }
        Declaration::FunctionDeclaration(function) => one(function.id.as_ref()),
        Declaration::ClassDeclaration(class) => one(class.id.as_ref()),
        _ => None,
    }
}

/// Whether a node gives `this` to the code in it.
fn has_this(node: &AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::Function(_)
            | AstKind::PropertyDefinition(_)
            | AstKind::AccessorProperty(_)
            | AstKind::StaticBlock(_)
    )
}
