//! Benchmarks: `cargo bench --package golfchess-bench`.
