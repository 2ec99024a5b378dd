//! Ctrl-C: open writes are finished, browsers are ended, and no file is left behind.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use golfchess_pages::files;
use golfchess_parity::host;

/// From now on an interrupt ends this process with an exit code, once nothing is being written any
/// more. Browsers are ended before, and then `last` is done, since nothing is dropped.
///
/// # Errors
/// The system does not tell about interrupts, or one of these functions has been called before.
pub fn end_with(code: i32, mut last: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || end(code, &mut last))
}

/// From now on the first interrupt only asks for an end, by the flag that this gives; the next one
/// ends this process with exit code 130, as [`end_with`] does.
///
/// # Errors
/// As those of [`end_with`].
pub fn ask_first() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let asked = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&asked);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            end(130, || ());
        }
    })?;
    Ok(asked)
}

fn end(code: i32, last: impl FnOnce()) {
    let _no_writes = files::finish_writes();
    host::end_all();
    last();
    process::exit(code);
}
