//! Work that is spread over all cores, with a line of progress on a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Work {
    workers: usize,
    terminal: bool,
}

impl Work {
    pub fn new() -> Work {
        Work {
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            terminal: io::stderr().is_terminal(),
        }
    }

    /// What a function finds in all items, in their order.
    pub fn each<T: Sync, R: Send>(
        &self,
        name: &str,
        items: &[T],
        find: impl Fn(&T) -> Vec<R> + Sync,
    ) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.workers {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = items.get(at) else { break };
                        self.progress(&format!("{name}: {at} of {}", items.len()));
                        let results = find(item);
                        found.lock().expect("no panic").push((at, results));
                    }
                });
            }
        });
        self.progress("");
        let mut found = found.into_inner().expect("no panic");
        found.sort_by_key(|(at, _)| *at);
        found.into_iter().flat_map(|(_, results)| results).collect()
    }

    fn progress(&self, text: &str) {
        if self.terminal {
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
        }
    }
}
