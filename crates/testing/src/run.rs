//! Runs of a program.

use std::process::Output;

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// The standard output.
    pub out: String,
    /// The standard error.
    pub err: String,
}

impl Run {
    /// The result of a program that has ended.
    ///
    /// # Panics
    /// A signal has ended it, or an output is not UTF-8.
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Self {
            code: output.status.code().expect("an exit code"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The data of a run that must succeed.
    ///
    /// # Panics
    /// The run has another exit code than 0.
    pub fn good(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }

    /// Checks that wrong usage was refused with these words.
    ///
    /// # Panics
    /// The run has another exit code than 2, or does not say this.
    pub fn refused(&self, said: &str) {
        assert_eq!(self.code, 2, "{self:?}");
        assert!(self.err.contains(said), "{said}: {self:?}");
    }
}
