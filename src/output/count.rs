//! Counts with their nouns.

/// A number with its noun: `1 page`, `2 pages`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        let counts = [0, 1, 2].map(|number| count(number, "page"));
        assert_eq!(counts, ["0 pages", "1 page", "2 pages"]);
    }
}
