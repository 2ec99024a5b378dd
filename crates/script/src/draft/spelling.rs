//! A script with short names in its page.

use crate::mangle::{self, Order};
use crate::{Names, Renaming, Wrapper, handler};

/// A page with its table of names.
pub type Spelling = (String, Vec<Renaming>);

/// The script of these names in a wrapper with one order of letters, if the wrapper can hold it.
pub fn spell(
    names: &Names<'_>,
    wrapper: &Wrapper,
    keep: &[String],
    order: Order,
) -> Option<Spelling> {
    let letters = mangle::assign(names, order, &reserved(names, wrapper));
    let page = faithful(names, &names.spell(&letters), wrapper, keep)?;
    Some((page, names.table(&letters)))
}

/// The letters that no implicit global may get.
pub fn reserved(names: &Names<'_>, wrapper: &Wrapper) -> Vec<String> {
    let mut reserved = wrapper.reserved();
    if names.has_handlers() {
        reserved.extend(handler::RESERVED.map(str::to_owned));
    }
    reserved
}

/// The page of a spelling, if every short name refers to the same declaration as the readable name.
pub fn faithful(
    names: &Names<'_>,
    spelt: &str,
    wrapper: &Wrapper,
    keep: &[String],
) -> Option<String> {
    let again = Names::frugal(spelt, keep);
    let is_faithful = again.is_ok_and(|again| again.canonical() == names.canonical());
    wrapper.wrap(spelt).filter(|_| is_faithful)
}
