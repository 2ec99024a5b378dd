//! What Node runs of the corpus.

use serde_json::{Value, json};

pub const LOOK: &str = concat!(
    include_str!("parse.js"),
    include_str!("record.js"),
    include_str!("look.js")
);

pub const TOOLS: &str = concat!(
    include_str!("parse.js"),
    include_str!("record.js"),
    include_str!("tools.js")
);

pub const JUDGE: &str = concat!(
    include_str!("parse.js"),
    include_str!("record.js"),
    include_str!("sizes.js"),
    include_str!("judge.js")
);

pub const PAGES: &str = concat!(
    include_str!("../shown.js"),
    include_str!("../looks.js"),
    include_str!("sizes.js"),
    include_str!("pages.js")
);

const WORKER: &str = include_str!("worker.js");
const HARNESS: &str = include_str!("harness.js");

/// All that a record of a program depends on, besides the version of Node.
pub const RECORD: [&str; 3] = [JUDGE, WORKER, HARNESS];

/// A job for a script that records programs, with the milliseconds that one may run.
pub fn recorded(mut job: Value, milliseconds: usize) -> Value {
    job["worker"] = json!(WORKER);
    job["harness"] = json!(HARNESS);
    job["milliseconds"] = json!(milliseconds);
    job
}
