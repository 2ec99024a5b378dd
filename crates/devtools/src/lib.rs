#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod browser;
mod connection;
mod executable;
mod tab;

pub use browser::{Browser, LaunchOptions};
pub use connection::Event;
pub use executable::{executables, find_executable};
pub use tab::Tab;

use std::time::Duration;

/// Why the browser does not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program does not start.
    #[error("cannot start the browser")]
    Start(#[source] std::io::Error),
    /// The program runs and does not offer its debugging port.
    #[error("the browser does not offer its debugging port{}", shown(.output))]
    NoPort {
        /// The end of its error output.
        output: String,
    },
    /// The connection does not open.
    #[error("cannot connect to the browser: {0}")]
    Connect(String),
    /// The connection has ended.
    #[error("the connection to the browser has ended")]
    Closed,
    /// The browser does not answer.
    #[error("{method}: no answer from the browser in {} s", limit.as_secs())]
    Timeout {
        /// The method that was called, or the event that was awaited.
        method: String,
        /// How long it was awaited.
        limit: Duration,
    },
    /// The browser refuses a call.
    #[error("{method}: {message}")]
    Refused {
        /// The method that was called.
        method: String,
        /// The browser's reason.
        message: String,
    },
}

fn shown(output: &str) -> String {
    match output.trim() {
        "" => String::new(),
        output => format!(": {output}"),
    }
}
