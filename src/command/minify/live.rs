//! `--serve`: the last good page on a port of this machine, shown anew after each save.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use anyhow::Result;
use tiny_http::Request;

use super::served::{file_in, listen, respond};

/// The page around the frame with the result.
const SHELL: &str = include_str!("live.html");

/// The names of the result and of the number of the next one. No file has them.
const PAGE: &str = ".gen-page";
const NEXT: &str = ".gen-next";

/// How long a browser waits for the next result before it asks again.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves a page until the program ends.
pub struct Live {
    shown: Arc<Shown>,
    /// Where a browser finds it.
    pub address: String,
}

/// What is shown.
#[derive(Default)]
struct Shown {
    /// The page, and how many there were.
    page: Mutex<(String, usize)>,
    changed: Condvar,
}

impl Live {
    /// Starts to serve on a port that is free, which only programs of this machine reach. Files beside the page are read
    /// from a folder.
    pub fn start(folder: &Path) -> Result<Self> {
        let folder = fs::canonicalize(folder)?;
        let shown = Arc::<Shown>::default();
        let answering = Arc::clone(&shown);
        let (_, address) = listen(move |request| {
            let (folder, shown) = (folder.clone(), Arc::clone(&answering));
            // One that waits for the next page stops no other.
            thread::spawn(move || answer(request, &folder, &shown));
        })?;
        Ok(Self { shown, address })
    }

    /// Shows another page.
    pub fn show(&self, page: String) {
        let mut shown = self.shown.lock();
        *shown = (page, shown.1 + 1);
        self.shown.changed.notify_all();
    }
}

impl Shown {
    fn lock(&self) -> MutexGuard<'_, (String, usize)> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the page as soon as it is another one, or after some time.
    fn next(&self, number: &str) -> usize {
        let is_same = |shown: &mut (String, usize)| shown.1.to_string() == number;
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), PATIENCE, is_same);
        let (shown, _) = waited.unwrap_or_else(PoisonError::into_inner);
        shown.1
    }
}

fn answer(request: Request, folder: &Path, shown: &Shown) {
    let address = request.url().to_owned();
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    let found = match path.trim_start_matches('/') {
        "" => {
            let number = shown.lock().1.to_string();
            let names = [("PAGE", PAGE), ("NEXT", NEXT), ("NUMBER", &number)];
            let shell = names
                .into_iter()
                .fold(SHELL.to_owned(), |shell, (key, value)| {
                    shell.replace(key, value)
                });
            Some(("text/html", shell.into_bytes()))
        }
        PAGE => Some(("text/html", shown.lock().0.clone().into_bytes())),
        NEXT => Some(("text/plain", shown.next(query).to_string().into_bytes())),
        _ => file_in(folder, &address),
    };
    respond(request, found);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_waited_for() {
        let live = Live::start(Path::new(".")).expect("a server");
        live.show("one".to_owned());
        assert_eq!(live.shown.next("0"), 1);
        let shown = Arc::clone(&live.shown);
        let next = thread::spawn(move || shown.next("1"));
        live.show("two".to_owned());
        assert_eq!(next.join().expect("a number"), 2);
        assert_eq!(live.shown.lock().0, "two");
    }
}
