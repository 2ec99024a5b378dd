//! The script to pack and the page around it.

use std::collections::BTreeMap;

use golfchess_script::{Minified, MinifyOptions, Wrapper};

use super::entries::{self, Entries, Entry};
use super::form::Form;
use super::literal::Literal;
use super::marks::Marks;
use super::pairs::Pairs;
use super::solution::{self, Scheme, Solution};
use super::template::{LETTERS, Template};
use super::{PackError, PackOptions, Packed, Token, decode, eval};
use crate::Made;

/// The most characters of a script: a search takes time that grows with it.
const LARGEST: usize = 1 << 16;

/// A minified page, and what can be changed in it.
pub(super) struct Target<'m> {
    minified: &'m Minified,
    wrapper: &'m Wrapper,
    pub(super) template: Template,
    pub(super) literal: Literal,
    pub(super) digest: String,
}

/// A packed script, with the tokens of its dictionary.
struct Written {
    script: String,
    dictionary: Vec<Token>,
}

/// The wrapper of a minified page that was made with `options`, and its script.
pub(super) fn script<'m>(
    minified: &'m Minified,
    options: &'m MinifyOptions,
) -> Option<(&'m Wrapper, &'m str)> {
    let wrappers = &options.wrappers;
    let wrapper = wrappers.iter().find(|one| one.name == minified.wrapper)?;
    Some((wrapper, &minified.page[minified.script_range(wrappers)?]))
}

impl<'m> Target<'m> {
    /// The target of a page that was made with `options`.
    ///
    /// # Errors
    /// The script cannot be packed.
    pub(super) fn of(
        minified: &'m Minified,
        options: &'m MinifyOptions,
        pack: &PackOptions,
    ) -> Result<Self, PackError> {
        let Some((wrapper, script)) = script(minified, options) else {
            let reason = "the page has no script in any of its wrappers";
            return Err(PackError::Unpackable(reason.to_owned()));
        };
        if script.len() > LARGEST {
            return Err(PackError::Unpackable(format!(
                "the script has more than {LARGEST} bytes"
            )));
        }
        if let Some(reason) = eval::obstacle(script, &options.keep)? {
            return Err(PackError::Unpackable(reason));
        }
        let reserved = wrapper.reserved();
        let Some(template) = Template::of(script, &options.keep, &reserved, pack.sums)? else {
            let reason = "the script has too many different characters that are not ASCII";
            return Err(PackError::Unpackable(reason.to_owned()));
        };
        let attribute = wrapper.is_handler().then_some(()).and_then(|()| {
            let quote = wrapper.open.chars().next_back();
            quote.filter(|quote| matches!(quote, '"' | '\''))
        });
        let symbols = template.text(&template.first).symbols;
        Ok(Self {
            literal: Literal::for_text(&template.alphabet, &symbols, attribute, pack.ascii),
            digest: solution::digest(script, wrapper, &options.keep, pack),
            minified,
            wrapper,
            template,
        })
    }

    /// Finds the names and groups of this script in others.
    pub(super) fn marks(&self) -> Marks {
        Marks::of(&self.template, self.minified)
    }

    /// The packed page of a form and a dictionary; `None` if they do not fit to the script, or if the page
    /// does not give the script again.
    pub(super) fn page(&self, form: &Form, scheme: &Scheme) -> Option<Made> {
        if !self.template.is_right(form) {
            return None;
        }
        let script = self.template.script(form)?;
        let written = self.write(form, scheme)?;
        let packed = self.protected(written.script)?;
        if decode::decode(&packed).as_ref() != Some(&script) {
            return None;
        }
        let page = self.wrapper.wrap(&packed)?;
        let mut result = Made::from(self.minified.clone());
        if result.names.len() >= self.template.slots.len() {
            for (slot, name) in self.template.slots.iter().zip(&form.names) {
                if let Some(renaming) = result.names.get_mut(slot.number) {
                    renaming.letter = char::from(*name).to_string();
                }
            }
        }
        result.stages.push(("packed", page.len()));
        result.page = page;
        result.packed = Some(Box::new(Packed {
            decoder: scheme.decoder(),
            script,
            dictionary: written.dictionary,
            solution: Solution {
                digest: self.digest.clone(),
                searched: None,
                spellings: BTreeMap::new(),
                form: form.clone(),
                scheme: scheme.clone(),
                marks: self.marks(),
            },
        }));
        Some(result)
    }

    fn write(&self, form: &Form, scheme: &Scheme) -> Option<Written> {
        match scheme {
            Scheme::Pairs { table, run } => self.write_pairs(form, table, *run),
            Scheme::Entries { entries, .. } => self.write_entries(form, entries),
        }
    }

    fn write_pairs(&self, form: &Form, table: &str, run: Option<[char; 2]>) -> Option<Written> {
        let alphabet = &self.template.alphabet;
        let table = table.chars().map(|c| u8::try_from(c).ok());
        let table: Vec<u8> = table.collect::<Option<_>>()?;
        let run = match run {
            None => None,
            Some([first, last]) => Some(u8::try_from(first).ok()?..=u8::try_from(last).ok()?),
        };
        if run.as_ref().is_some_and(|run| !Pairs::is_run(run)) {
            return None;
        }
        let mut pairs = Pairs::new(alphabet, &self.literal, table, run);
        let packed = pairs.pack(&self.template.text(form).symbols)?;
        let tokens = (0..pairs.table.len().saturating_sub(1)).filter_map(|place| {
            let code = pairs.code(place)?;
            let uses = packed.iter().filter(|symbol| **symbol == code).count();
            let units = pairs.table[place..place + 2].iter();
            let units: Vec<u16> = units.map(|&symbol| alphabet.unit(symbol)).collect();
            Some(Token {
                token: char::from(code).to_string(),
                text: String::from_utf16_lossy(&units),
                uses,
            })
        });
        Some(Written {
            dictionary: tokens.filter(|token| token.uses > 0).collect(),
            script: pairs.write(&packed, alphabet, &self.literal),
        })
    }

    fn write_entries(&self, form: &Form, entries: &[[usize; 2]]) -> Option<Written> {
        let alphabet = &self.template.alphabet;
        let text = self.template.text(form);
        let fits = |&[start, length]: &[usize; 2]| {
            length > 1
                && start
                    .checked_add(length)
                    .is_some_and(|end| end <= text.symbols.len())
        };
        let letters = self.free_letters(form)?;
        if !entries.iter().all(fits) {
            return None;
        }
        let mut dictionary = Entries::new(alphabet, &self.literal);
        let entry = |&[start, length]: &[usize; 2]| Entry { start, length };
        dictionary.entries = entries.iter().map(entry).collect();
        let (payload, class) = dictionary.pack(&text)?;
        let tokens = dictionary.entries.iter().zip(&class.tokens);
        let tokens = tokens.map(|(entry, token)| Token {
            token: char::from(*token).to_string(),
            text: alphabet
                .text(entries::stretch(&text.symbols, *entry))
                .unwrap_or_default(),
            // Once it ends its entry.
            uses: payload.iter().filter(|symbol| *symbol == token).count() - 1,
        });
        let payload = self.literal.write(alphabet, &payload);
        Some(Written {
            dictionary: tokens.collect(),
            script: entries::write(&payload, &class, letters),
        })
    }

    /// Names for the decoder, which stay when the script starts.
    fn free_letters(&self, form: &Form) -> Option<[char; 4]> {
        let reserved = self.wrapper.reserved();
        let is_reserved = |letter: u8| reserved.iter().any(|name| name.as_bytes() == [letter]);
        let letters = LETTERS.iter().copied();
        let mut free =
            letters.filter(|&letter| self.template.is_free(letter, form) && !is_reserved(letter));
        let mut next = || free.next().map(char::from);
        Some([next()?, next()?, next()?, next()?])
    }

    /// The packed script with an escape wherever a browser would read something else.
    fn protected(&self, mut script: String) -> Option<String> {
        if self.wrapper.is_none() {
            return Some(script);
        }
        while let Some(misread) = self.wrapper.misread(&script) {
            let at = match misread.character {
                '&' | '<' => script.len() - misread.rest.len(),
                // A comment that hides the end of the script element.
                _ => script.find("<!--")?,
            };
            let code = script.as_bytes()[at];
            script.replace_range(at..=at, &format!("\\x{code:02x}"));
        }
        Some(script)
    }
}
