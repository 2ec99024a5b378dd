//! Threads that share numbered tasks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Result;

/// What is in a mutex, whatever happened to other threads.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does the tasks from 0 to `count` in several threads, or until the results are `enough`. Each thread
/// opens a player of its own. Returns the results by their numbers, which may have gaps if they were
/// enough.
pub fn share<P, T: Send>(
    threads: usize,
    count: usize,
    open: impl Fn() -> Result<P> + Sync,
    task: impl Fn(&mut P, usize) -> Result<T> + Sync,
    enough: impl Fn(&BTreeMap<usize, T>) -> bool + Sync,
) -> Result<BTreeMap<usize, T>> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let results = Mutex::new(Ok(BTreeMap::new()));
    let work = || -> Result<()> {
        let mut player = open()?;
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = task(&mut player, number)?;
            if let Ok(done) = &mut *locked(&results) {
                done.insert(number, result);
                stop.fetch_or(enough(done), Ordering::Relaxed);
            }
        }
        Ok(())
    };
    let work = || {
        // One error ends all workers.
        if let Err(error) = work() {
            stop.store(true, Ordering::Relaxed);
            *locked(&results) = Err(error);
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(work);
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}
