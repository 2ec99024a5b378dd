//! Threads that share numbered tasks.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;

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
    let done: Mutex<BTreeMap<usize, T>> = Mutex::default();
    let work = || -> Result<()> {
        let mut player = open()?;
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = task(&mut player, number)?;
            let Ok(mut done) = done.lock() else { break };
            done.insert(number, result);
            if enough(&done) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    let ended: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(count))
            .map(|_| {
                scope.spawn(|| {
                    // One error ends all workers.
                    work().inspect_err(|_| stop.store(true, Ordering::Relaxed))
                })
            })
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Result<()>>| worker.join();
        workers.into_iter().map(join).collect()
    });
    for end in ended {
        match end {
            Ok(worked) => worked?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    Ok(done
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner()))
}
