//! Handles Ctrl-C, SIGTERM and SIGHUP: finishes open writes, ends processes and removes temporary files.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use golfchess_pages::files::{self, LastWrites};
use golfchess_parity::host;

/// Installs a handler: an interrupt finishes open writes, ends the browsers, calls `last` and exits
/// with `code`. Destructors do not run.
///
/// # Errors
/// The handler cannot be installed, or there is one already.
pub fn end_with(code: i32, mut last: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    end_by(move |_| {
        last();
        code
    })
}

/// The same; `last` returns the exit code, and nothing but it can write files. A second interrupt does not
/// wait for its end.
///
/// # Errors
/// As [`end_with`].
pub fn end_by(last: impl FnOnce(&LastWrites) -> i32 + Send + 'static) -> Result<(), ctrlc::Error> {
    static HAVE_ENDED: AtomicBool = AtomicBool::new(false);
    let mut last = Some(last);
    ctrlc::set_handler(move || match last.take() {
        Some(last) => {
            thread::spawn(|| {
                let writes = files::finish_writes();
                let _no_browsers = host::end_all();
                HAVE_ENDED.store(true, Ordering::Relaxed);
                process::exit(last(&writes));
            });
        }
        None if HAVE_ENDED.load(Ordering::Relaxed) => process::exit(130),
        None => {}
    })
}
