//! Ctrl-C: what is being written is written to its end first, and nothing is left behind.

use std::process;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use crate::parity::host::browser;

/// Shared by those who write, taken by the end.
static WRITING: RwLock<()> = RwLock::new(());

/// An interrupt waits until this is dropped.
#[derive(Debug)]
#[must_use]
pub struct Hold(#[expect(dead_code, reason = "its life is its use")] RwLockReadGuard<'static, ()>);

/// Keeps interrupts waiting while files are replaced. One thread must not hold twice.
pub fn hold() -> Hold {
    Hold(WRITING.read().unwrap_or_else(PoisonError::into_inner))
}

/// From now on an interrupt ends this process with an exit code, once nothing is being written any
/// more. Browsers are ended before, and then `last` is done, since nothing is dropped.
///
/// # Errors
/// The system does not tell about interrupts, or this has been called before.
pub fn end_with(code: i32, mut last: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        let _end = WRITING.write().unwrap_or_else(PoisonError::into_inner);
        browser::end_all();
        last();
        process::exit(code);
    })
}
