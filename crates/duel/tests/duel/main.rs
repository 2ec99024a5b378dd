//! `cargo duel`: pages against random moves, pages and engines.

mod boards;
// Its engine is a script for the shell.
#[cfg(unix)]
mod engines;
mod folder;
mod games;
mod planned;
mod positions;
mod usage;
