//! Scripts in a form in which no rule can change what a `with` or a direct `eval` finds.
//!
//! A name in the body of a `with` gets another one, which the script does not declare. An unknown function gets the
//! object, and a function that reads and writes the variables of these names: nothing else is known of them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use golfchess_sizes::edit::{Edit, Splice};
use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression};
use oxc_span::{GetSpan, Span};

use super::{Dynamic, found_by, runs, scopes_around};
use crate::script::{Script, insert, is_script, replace};
use crate::{evaluated, walk};

/// The start of names in bodies of `with`.
pub const PREFIX: &str = "$$with$";

/// The function around the object of a `with`.
const GUARD: &str = "$$within$$";

/// The first name in the function that an `eval` gets.
const MARK: &str = "$$eval$$";

/// The names of the functions.
pub const OWN: [&str; 2] = [GUARD, MARK];

/// A script in this form.
pub struct Masked<'s> {
    /// The script itself if it needs no other form.
    pub text: Cow<'s, str>,
    /// Whether it has a direct `eval` that finds names.
    pub evaluates: bool,
    /// The names that a `with` or an `eval` may find.
    pub names: BTreeSet<String>,
}

impl<'s> Masked<'s> {
    /// The script in this form; `None` if there is none: the body of a `with` declares a `var`.
    pub fn of(source: &'s str) -> Option<Self> {
        // Most scripts need not be read for it.
        if !["with", "eval", "\\u"]
            .iter()
            .any(|word| source.contains(word))
        {
            return Some(Self::itself(source));
        }
        let look = |script: &Script<'_>| {
            let found = Dynamic::of(script.program, script.scoping());
            if !found.is_any() {
                return Some(None);
            }
            // A declaration cannot have another name.
            if found.declares {
                return None;
            }
            let text = Edit::of("masked", splices(script, &found))?.apply(source);
            Some(Some((text, found)))
        };
        let Some((text, found)) = Script::look(source, look).ok()?? else {
            return Some(Self::itself(source));
        };
        is_script(&text).then(|| Self {
            text: text.into(),
            evaluates: found.evaluates,
            names: found.names(),
        })
    }

    fn itself(source: &'s str) -> Self {
        Self {
            text: source.into(),
            evaluates: false,
            names: BTreeSet::new(),
        }
    }

    /// Whether the script has another form.
    pub fn is_changed(&self) -> bool {
        matches!(self.text, Cow::Owned(_))
    }
}

/// What gives a script this form.
fn splices(script: &Script<'_>, found: &Dynamic) -> Vec<Splice> {
    let scoping = script.scoping();
    let mut splices = Vec::new();
    // Each name in a body, with its place.
    let mut inside: Vec<(Span, String)> = Vec::new();
    walk::within(script.program, |node, around| {
        let AstKind::IdentifierReference(name) = node else {
            return;
        };
        let Some(id) = name.reference_id.get() else {
            return;
        };
        if !found.is_inside(scoping, id, &name.name) || name.name == "eval" {
            return;
        }
        let is_shorthand = match around.last() {
            Some(AstKind::ObjectProperty(property)) => {
                property.shorthand && property.value.span() == name.span
            }
            Some(AstKind::AssignmentTargetPropertyIdentifier(target)) => {
                target.binding.span == name.span
            }
            _ => false,
        };
        let key = match is_shorthand {
            true => format!("{}:", name.name),
            false => String::new(),
        };
        splices.push(replace(&name.span, format!("{key}{PREFIX}{}", name.name)));
        inside.push((name.span, name.name.to_string()));
    });
    walk::all(script.program, |node| match node {
        AstKind::WithStatement(with) => {
            let body = with.body.span();
            let names = inside.iter().filter(|(at, _)| body.contains_inclusive(*at));
            let names: BTreeSet<&str> = names.map(|(_, name)| name.as_str()).collect();
            let object = with.object.span();
            splices.push(insert(object.start, format!("{GUARD}((")));
            splices.push(insert(object.end, format!("),{})", guard(None, names))));
        }
        AstKind::CallExpression(call) if runs(call, scoping) => {
            let visible = scopes_around(call, scoping);
            let found = found_by(call, scoping);
            let is_visible = |name: &&str| {
                let mut all = scoping.symbol_ids();
                all.any(|id| {
                    scoping.symbol_name(id) == *name
                        && visible.contains(&scoping.symbol_scope_id(id))
                })
            };
            let names = found.iter().map(String::as_str);
            let free = scoping.root_unresolved_references();
            let names = names.filter(|name| {
                *name != "eval"
                    && (is_visible(name) || free.keys().any(|other| other.as_str() == *name))
            });
            let names: BTreeSet<&str> = names.collect();
            let end = call.arguments.last().map_or(0, |last| last.span().end);
            splices.push(insert(end, format!(",{}", guard(Some(MARK), names))));
        }
        _ => {}
    });
    splices
}

/// A function that reads and writes names.
fn guard(first: Option<&str>, names: BTreeSet<&str>) -> String {
    let uses = names.into_iter().map(|name| match name {
        // They are no variables, or belong to the function.
        "arguments" | "undefined" => name.to_owned(),
        name => format!("{name},{name}=0"),
    });
    let uses: Vec<String> = first.map(str::to_owned).into_iter().chain(uses).collect();
    format!("()=>[{}]", uses.join(","))
}

/// The script with its own names again; `None` if it cannot have them, or if a name has left the body of its `with`.
pub fn unmasked(masked: &str) -> Option<String> {
    let mut is_moved = false;
    let text = Script::edited(masked, |script| {
        let found = Dynamic::of(script.program, script.scoping());
        let mut splices = Vec::new();
        walk::within(script.program, |node, around| match node {
            AstKind::IdentifierReference(name) => {
                if let Some(own) = name.name.strip_prefix(PREFIX) {
                    let id = name.reference_id.get();
                    is_moved |= !id.is_some_and(|id| found.is_inside(script.scoping(), id, own));
                    splices.push(own_name(own, name.span, around.last()));
                }
            }
            AstKind::CallExpression(call) => {
                splices.extend(without_guard(call).into_iter().flatten())
            }
            _ => {}
        });
        splices
    })?;
    (!is_moved && !text.contains("$$with") && !text.contains(MARK)).then_some(text)
}

fn own_name(own: &str, span: Span, parent: Option<&AstKind<'_>>) -> Splice {
    if let Some(AstKind::ObjectProperty(property)) = parent
        && !property.computed
        && property.value.span() == span
        && property.key.is_specific_static_name(own)
        && property.key.is_identifier()
    {
        return replace(&property.span, own);
    }
    if let Some(AstKind::AssignmentTargetPropertyProperty(property)) = parent
        && !property.computed
        && property.binding.span() == span
        && property.name.is_specific_static_name(own)
        && property.name.is_identifier()
    {
        return replace(&property.span, own);
    }
    replace(&span, own)
}

fn without_guard(call: &CallExpression<'_>) -> Option<[Splice; 2]> {
    let last = call.arguments.last()?;
    if call.callee.is_specific_id(GUARD) {
        let object = call.arguments.first()?.span();
        return Some([
            replace(&Span::new(call.span.start, object.start), "("),
            replace(&Span::new(object.end, call.span.end), ")"),
        ]);
    }
    let [.., before, _] = &call.arguments[..] else {
        return None;
    };
    let is_marked = evaluated::is_direct(call)
        && matches!(last.as_expression()?, Expression::ArrowFunctionExpression(arrow)
            if walk::any(&**arrow, |node| matches!(node, AstKind::IdentifierReference(name) if name.name == MARK)));
    is_marked.then(|| {
        let gone = Span::new(before.span().end, call.span.end - 1);
        [replace(&gone, ""), insert(call.span.end, "")]
    })
}
