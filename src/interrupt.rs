//! Handles Ctrl-C: finishes open writes, ends browsers and removes temporary files.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use golfchess_pages::files;
use golfchess_parity::host;

/// Installs a handler: an interrupt finishes open writes, ends the browsers, calls `last` and exits
/// with `code`. Destructors do not run.
///
/// # Errors
/// The handler cannot be installed, or there is one already.
pub fn end_with(code: i32, mut last: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || end(code, &mut last))
}

/// Installs a handler: the first interrupt sets the returned flag, and the second one exits with code
/// 130 as [`end_with`] does.
///
/// # Errors
/// As [`end_with`].
pub fn ask_first() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let requested = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&requested);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            end(130, || ());
        }
    })?;
    Ok(requested)
}

fn end(code: i32, last: impl FnOnce()) {
    let _no_writes = files::finish_writes();
    let _no_browsers = host::end_all();
    last();
    process::exit(code);
}
