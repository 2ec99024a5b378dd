//! Decides which scripts become of the modules of a page.

use std::ops::Range;
use std::slice;

use golfchess_script::inline_module;

use super::late::{Late, LateCode};
use super::page::Walk;
use super::places::at;
use super::scripts::{Time, in_element, is_of_file};
use super::{Entry, FileError, MadeOf, Module, Reason};

/// What becomes of a module.
pub(super) enum Outcome {
    /// A script.
    Script(Held),
    /// Nothing: it is in the script of a module before it.
    Joined,
    Stays(Reason),
}

/// A script that was made of modules.
pub(super) struct Held {
    pub script: String,
    pub sheet: Option<String>,
    pub of: MadeOf,
    pub time: Time,
}

/// What is before a module that is the body of a function now. In a strict function that is called so, `this` is
/// undefined, as in a module.
const OPEN: &str = "\"use strict\";(function(){";

/// A module in the text of a page, and what keeps it there; `None` if no browser reads it.
pub(super) fn in_text<'w>(
    walk: &mut Walk<'w>,
    range: Range<usize>,
) -> Option<(LateCode<'w>, Option<Reason>)> {
    let page: &'w str = walk.page;
    let module = inline_module(&page[range.clone()])?;
    let mut imports = Vec::new();
    let mut obstacle = module.awaits.then_some(Reason::Awaits);
    for (place, address) in module.addresses {
        let place = place.start + range.start..place.end + range.start;
        let is_local = address.starts_with(['.', '/']);
        if !is_local && !address.contains(':') {
            // The name of a package.
            continue;
        }
        match walk.taking.local(&address, at(page, place.start)) {
            Some((path, _)) => imports.push((place, path)),
            // (The text of a module may stand in its address.)
            None if address.starts_with("data:") => {}
            None => obstacle = Some(Reason::Imported),
        }
    }
    let entry = Entry::Text {
        page,
        range,
        imports,
    };
    let code = match module.is_function_body {
        true => LateCode::Body(entry),
        false => LateCode::Module(entry),
    };
    Some((code, obstacle))
}

impl<'w> Walk<'w> {
    /// What becomes of each module among the late scripts; `None` for other scripts.
    pub fn outcomes(&mut self, late: &[Late<'w>]) -> Result<Vec<Option<Outcome>>, FileError> {
        let mut modules = Vec::new();
        for one in late {
            let LateCode::Module(entry) = &one.code else {
                modules.push(None);
                continue;
            };
            // A file that stays may share others too.
            let is_file = matches!(entry, Entry::File(_));
            modules.push(match is_file || self.obstacle(one).is_none() {
                true => self
                    .taking
                    .modules(slice::from_ref(entry), one.at(self.page))?,
                false => None,
            });
        }
        let sharing = sharing(&modules);
        // Those between them run between them.
        let group = match (sharing.first(), sharing.last()) {
            (Some(&first), Some(&last)) => first..last + 1,
            _ => 0..0,
        };
        let joined = self.joined(&late[group.clone()])?;
        let mut outcomes = Vec::new();
        for (number, (one, module)) in late.iter().zip(modules).enumerate() {
            let is_in_group = group.contains(&number);
            outcomes.push(match (&one.code, &joined) {
                (LateCode::File(_) | LateCode::Elsewhere, _) => None,
                (_, Some(joined)) if is_in_group => Some(match joined {
                    Err(reason) => Outcome::Stays(*reason),
                    Ok(_) if number > group.start => Outcome::Joined,
                    Ok(joined) => held(joined.clone(), Time::Deferred),
                }),
                _ if sharing.contains(&number) => {
                    let own = self.obstacle(one);
                    Some(Outcome::Stays(own.unwrap_or(Reason::Shares)))
                }
                _ => Some(self.alone(one, module)),
            });
        }
        Ok(outcomes)
    }

    /// What keeps a late script outside.
    fn obstacle(&self, late: &Late<'w>) -> Option<Reason> {
        let is_mapped =
            self.has_import_map && matches!(&late.code, LateCode::Module(Entry::Text { .. }));
        late.obstacle.or(is_mapped.then_some(Reason::Imported))
    }

    fn alone(&self, late: &Late<'w>, module: Option<Module>) -> Outcome {
        if let Some(reason) = self.obstacle(late) {
            return Outcome::Stays(reason);
        }
        let LateCode::Body(Entry::Text { range, .. }) = &late.code else {
            return match module {
                Some(module) => held(module, late.time),
                None => Outcome::Stays(Reason::Module),
            };
        };
        match in_element(&self.page[range.clone()], late.time) {
            Err(reason) => Outcome::Stays(reason),
            Ok(text) => Outcome::Script(Held {
                script: format!("{OPEN}{text}\n}})()"),
                sheet: None,
                of: MadeOf::Text {
                    open: OPEN.len(),
                    start: range.start,
                },
                time: late.time,
            }),
        }
    }

    /// The bundle of modules that share others: a browser runs each module once. `None` if they cannot be one script.
    fn joined(&mut self, group: &[Late<'w>]) -> Result<Option<Result<Module, Reason>>, FileError> {
        let mut entries = Vec::new();
        for one in group {
            let is_plain = one.attributes.iter().all(|one| is_of_file(&one.name, true));
            match &one.code {
                LateCode::Module(entry) | LateCode::Body(entry)
                    if is_plain && self.obstacle(one).is_none() =>
                {
                    entries.push(entry.clone());
                }
                _ => return Ok(None),
            }
        }
        let Some(first) = group.first() else {
            return Ok(None);
        };
        let module = self.taking.modules(&entries, first.at(self.page))?;
        Ok(
            module.map(|module| match in_element(&module.script, Time::Deferred) {
                Ok(_) => Ok(module),
                Err(reason) => Err(reason),
            }),
        )
    }
}

/// A bundle as a script, if an element can hold it.
fn held(module: Module, time: Time) -> Outcome {
    match in_element(&module.script, time) {
        Err(reason) => Outcome::Stays(reason),
        Ok(script) => Outcome::Script(Held {
            script,
            sheet: module.sheet,
            of: MadeOf::Bundle(module.number),
            time,
        }),
    }
}

/// The numbers of the modules that have a file that another one has too.
fn sharing(modules: &[Option<Module>]) -> Vec<usize> {
    let share = |one: &Module, other: &Module| match (&one.files, &other.files) {
        (Some(one), Some(other)) => one.iter().any(|file| other.contains(file)),
        // It is not known.
        _ => true,
    };
    let all = || modules.iter().enumerate();
    let sharing = all().filter_map(|(number, module)| {
        let module = module.as_ref()?;
        let mut others = all().filter(|(other, _)| *other != number);
        let is_shared =
            others.any(|(_, other)| other.as_ref().is_some_and(|one| share(module, one)));
        is_shared.then_some(number)
    });
    sharing.collect()
}
