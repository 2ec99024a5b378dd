//! The scripts that run when the page is read: their order counts, not their places.

use std::mem;
use std::ops::Range;

use super::element::{Attribute, start_tag};
use super::links::At;
use super::modules::{Held, Outcome};
use super::page::Walk;
use super::places::at;
use super::scripts::{Time, in_element, is_of_file};
use super::sheet::visible;
use super::{Entry, FileError, Made, MadeOf, Reason};

/// A script that does not run where it stands.
pub(super) struct Late<'w> {
    /// Its element.
    pub range: Range<usize>,
    pub attributes: Vec<Attribute>,
    pub time: Time,
    /// The place for errors and notes.
    pub offset: usize,
    pub code: LateCode<'w>,
    /// What keeps it outside of the page, whatever its text is.
    pub obstacle: Option<Reason>,
}

/// The code of a late script.
pub(super) enum LateCode<'w> {
    /// The path of a classic script.
    File(String),
    Module(Entry<'w>),
    /// A module in the text of the page that does the same in a function.
    Body(Entry<'w>),
    /// It is on another host, or nobody can read it.
    Elsewhere,
}

impl Late<'_> {
    pub fn at<'p>(&self, page: &'p str) -> At<'p> {
        at(page, self.offset)
    }
}

impl<'w> Walk<'w> {
    /// Places all late scripts.
    pub fn late_scripts(&mut self) -> Result<(), FileError> {
        let late = mem::take(&mut self.late);
        let outcomes = self.outcomes(&late)?;
        for (one, outcome) in late.iter().zip(outcomes) {
            let place = one.at(self.page);
            let held = match (&one.code, outcome) {
                (LateCode::File(path), _) => self.file(one, path)?,
                (_, Some(Outcome::Script(held))) if !self.must_wait(held.time) => {
                    self.made(one, held)?;
                    Ok(())
                }
                (_, Some(Outcome::Joined)) if !self.must_wait(Time::Deferred) => {
                    self.edits.push((one.range.clone(), String::new()));
                    self.take_module(one)?;
                    Ok(())
                }
                (_, Some(Outcome::Stays(reason))) => Err(reason),
                (_, Some(_)) => Err(Reason::Order),
                (_, None) => {
                    self.waits |= one.time == Time::Deferred;
                    Ok(())
                }
            };
            let Err(reason) = held else {
                continue;
            };
            self.waits |= one.time == Time::Deferred;
            match &one.code {
                LateCode::File(path) | LateCode::Module(Entry::File(path)) => {
                    self.taking.leave(path, place, reason)?;
                }
                LateCode::Module(Entry::Text { imports, .. })
                | LateCode::Body(Entry::Text { imports, .. }) => {
                    self.taking.leave_text(place, reason);
                    for (range, path) in imports {
                        let place = at(self.page, range.start);
                        // Nothing says that a file has to be here that the page does not get.
                        if self.taking.size(path, place).is_ok() {
                            self.taking.leave(path, place, Reason::Module)?;
                        }
                    }
                }
                _ => self.taking.leave_text(place, reason),
            }
        }
        Ok(())
    }

    /// Whether a script cannot move, because one before it stays.
    fn must_wait(&self, time: Time) -> bool {
        time == Time::Deferred && self.waits
    }

    /// A classic script of a file, or why it stays.
    fn file(&mut self, late: &Late<'w>, path: &str) -> Result<Result<(), Reason>, FileError> {
        let text = self.taking.text(path, late.at(self.page))?;
        let held = match late.obstacle {
            Some(reason) => Err(reason),
            None if self.must_wait(late.time) => Err(Reason::Order),
            None => in_element(&text, late.time),
        };
        Ok(held.map(|script| {
            self.taking.take(path, text.len(), Some(script.clone()));
            self.edits.push((late.range.clone(), String::new()));
            self.add_last(late, script, false);
        }))
    }

    /// A script that was made of modules.
    fn made(&mut self, late: &Late<'w>, held: Held) -> Result<(), FileError> {
        let Held {
            script, sheet, of, ..
        } = held;
        self.take_module(late)?;
        let sheet = sheet.map(|css| {
            let file = match &late.code {
                LateCode::Module(Entry::File(path)) => Some(path.clone()),
                _ => None,
            };
            let parts = vec![(file, visible(&css))];
            let css = self.in_style(css, parts);
            if let (Some(styled), MadeOf::Bundle(number)) = (self.styled.last_mut(), of) {
                styled.bundle = Some(number);
            }
            format!("<style>{css}</style>")
        });
        self.edits
            .push((late.range.clone(), sheet.unwrap_or_default()));
        let made = Made {
            script: script.clone(),
            of,
        };
        self.taking.found.made.push(made);
        self.add_last(late, script, true);
        Ok(())
    }

    /// Notes that the file of a module is in the page.
    fn take_module(&mut self, late: &Late<'w>) -> Result<(), FileError> {
        if let LateCode::Module(Entry::File(path)) = &late.code {
            let size = self.taking.size(path, late.at(self.page))?;
            self.taking.take(path, size, None);
        }
        Ok(())
    }

    /// Adds a script to the end of the body.
    fn add_last(&mut self, late: &Late<'w>, script: String, is_module: bool) {
        let own = late.attributes.iter().cloned();
        let own: Vec<Attribute> = own
            .filter(|one| !is_of_file(&one.name, is_module))
            .collect();
        let open = start_tag("script", &own, &[], self.is_utf8);
        self.last.push_str(&format!("{open}{script}</script>"));
        self.texts.push(script);
    }
}
