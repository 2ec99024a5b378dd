//! The final pass over a file, beside the wait for the next save.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};
use golfchess_script::STACK;

use crate::command::minify::Args;
use crate::command::minify::loaded::Loaded;
use crate::command::minify::once::{Once, once};
use crate::command::minify::stage::{Stage, Stop};

/// A pass that runs.
pub struct FinalPass {
    stop: Stop,
    result: Receiver<Result<Once>>,
    is_over: Arc<AtomicBool>,
    worker: JoinHandle<()>,
}

/// Calls something when the pass ends, in whatever way.
struct AtEnd<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        if let Some(call) = self.0.take() {
            call();
        }
    }
}

impl FinalPass {
    /// Starts a pass, which begins when an earlier one has ended. It calls `wake` at its end.
    pub fn start(
        args: &Args,
        mut loaded: Loaded,
        earlier: Option<Self>,
        wake: impl FnOnce() + Send + 'static,
    ) -> Result<Self> {
        let (stop, args) = (Stop::default(), args.clone());
        let (send, result) = channel();
        let (own, is_over) = (stop.clone(), Arc::<AtomicBool>::default());
        let ended = Arc::clone(&is_over);
        let work = move || {
            let _at_end = AtEnd(Some(|| {
                ended.store(true, Ordering::Release);
                wake();
            }));
            if let Some(earlier) = earlier {
                // It has to stop: two would take the processor from the next save.
                let _ = earlier.worker.join();
            }
            own.look();
            let made = once(&args, &mut loaded, Stage::Final, None, &own);
            // Nobody may wait any more.
            let _ = send.send(made);
        };
        let worker = thread::Builder::new().stack_size(STACK).spawn(work);
        Ok(Self {
            stop,
            result,
            is_over,
            worker: worker.context("cannot start the final pass")?,
        })
    }

    /// Ends the pass at its next look. Its result, that of an older file, is lost.
    pub fn stop(&self) {
        self.stop.set();
    }

    /// Waits for the result, which is not written yet.
    pub fn result(self) -> Result<Once> {
        if let Ok(result) = self.result.recv() {
            return result;
        }
        match self.worker.join() {
            Ok(()) => Err(anyhow!("the final pass has ended without a result")),
            // An error of the program.
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Whether the pass has ended.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }
}
