//! The tests that took longest, by the times that the test programs print.

use std::cmp::Reverse;

/// How many tests are listed.
const COUNT: usize = 20;

/// The arguments of a test program that make it print the time of each test. They need the variable
/// `RUSTC_BOOTSTRAP` on a stable toolchain.
pub const ARGUMENTS: [&str; 3] = ["-Z", "unstable-options", "--report-time"];

/// A table of the longest tests.
pub fn table(lines: &[String]) -> String {
    let mut times: Vec<(u64, &str)> = lines.iter().filter_map(|line| time(line)).collect();
    times.sort_unstable_by_key(|(time, name)| (Reverse(*time), *name));
    let rows = times.iter().take(COUNT).map(|(millis, name)| {
        format!(
            "| `{name}` | {}.{} |\n",
            millis / 1_000,
            millis % 1_000 / 100
        )
    });
    let rows: String = rows.collect();
    format!("| test | seconds |\n|---|---:|\n{rows}")
}

/// The milliseconds of a test and its name, from a line such as `test gate::grown ... ok <1.250s>`.
fn time(line: &str) -> Option<(u64, &str)> {
    let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (_, time) = result.split_once(" <")?;
    let seconds: f64 = time.strip_suffix("s>")?.parse().ok()?;
    Some(((seconds * 1_000.0).round() as u64, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_come_first() {
        let lines = [
            "running 3 tests",
            "test a::short ... ok <0.049s>",
            "test b::ignored ... ignored, slow: why",
            "test c::long ... FAILED <12.250s>",
            "test d::other ... ok <2.500s>",
        ];
        let table = table(&lines.map(str::to_owned));
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| `c::long` | 12.2 |",
                "| `d::other` | 2.5 |",
                "| `a::short` | 0.0 |"
            ]
        );
    }
}
