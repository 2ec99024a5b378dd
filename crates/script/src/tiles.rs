//! Finds parts of a script again in another script of the same code whose parts stand elsewhere.
//!
//! Rewriting puts functions where they are called and moves assignments, so two syntax trees cannot be walked side by
//! side. Long runs of equal tokens are matched first, then shorter ones, each nearest to the run before it.

use std::collections::HashMap;

/// The lengths of runs that are matched, one after the other.
const LENGTHS: [usize; 7] = [32, 16, 8, 5, 3, 2, 1];

/// A run of this length counts even if it has nothing but punctuation.
const LONG: usize = 8;

/// The most places of a run that are compared.
const MOST: usize = 48;

/// The farthest place of a single token from that of the token before it.
const NEAR: usize = 40;

/// A token: the number of its text, and whether it is a word (a name, a literal or a keyword).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Label {
    pub text: u32,
    pub is_word: bool,
}

/// For each token its place among those of the other script; `None` where none is alike.
pub(super) fn places(tokens: &[Label], other: &[Label]) -> Vec<Option<usize>> {
    let mut found = vec![None; tokens.len()];
    let mut is_used = vec![false; other.len()];
    for length in LENGTHS {
        let mut index: HashMap<&[Label], Vec<usize>> = HashMap::new();
        for (at, run) in other.windows(length).enumerate() {
            if counts(run) {
                index.entry(run).or_default().push(at);
            }
        }
        let mut at = 0;
        // Where the token after the last match would be.
        let mut expected: Option<usize> = None;
        while at + length <= tokens.len() {
            if let Some(place) = found[at] {
                expected = Some(place + 1);
                at += 1;
                continue;
            }
            let known = index.get(&tokens[at..at + length]);
            let best = known.and_then(|starts| {
                let open = starts.iter().copied().filter(|&start| !is_used[start]);
                let distance = |start: usize| expected.map_or(start, |near| start.abs_diff(near));
                let mut open: Vec<usize> = open.collect();
                if open.len() > MOST {
                    open.sort_by_key(|&start| distance(start));
                    open.truncate(MOST);
                }
                let is_near =
                    |start: &usize| length > 1 || starts.len() == 1 || distance(*start) <= NEAR;
                let sized = open.into_iter().filter(is_near).map(|start| {
                    let run = (at..tokens.len()).zip(start..other.len());
                    let run = run.take_while(|&(left, right)| {
                        tokens[left] == other[right] && found[left].is_none() && !is_used[right]
                    });
                    (run.count(), start)
                });
                let sized = sized.filter(|(size, _)| *size >= length);
                sized.min_by_key(|&(size, start)| (usize::MAX - size, distance(start)))
            });
            let Some((size, start)) = best else {
                at += 1;
                continue;
            };
            for step in 0..size {
                found[at + step] = Some(start + step);
                is_used[start + step] = true;
            }
            expected = Some(start + size);
            at += size;
        }
    }
    found
}

/// Whether a run says more than where brackets are.
fn counts(run: &[Label]) -> bool {
    run.len() >= LONG || run.iter().any(|label| label.is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> Vec<Label> {
        let labels = text.chars().map(|c| Label {
            text: c as u32,
            is_word: c.is_alphanumeric(),
        });
        labels.collect()
    }

    fn found(tokens: &str, other: &str) -> Vec<Option<usize>> {
        places(&labels(tokens), &labels(other))
    }

    #[test]
    fn moved_runs_are_found_and_others_have_no_place() {
        // The first half stands behind the second one.
        let places = found("klmnopabcdefgh", "abcdefgh;klmnop");
        let expected: Vec<Option<usize>> = (9..15).chain(0..8).map(Some).collect();
        assert_eq!(places, expected);
        assert_eq!(found("x;a", "a;"), [None, None, Some(0)]);
        assert_eq!(found("", "a"), []);
        assert_eq!(found("();", "();"), [None; 3]);
    }

    #[test]
    fn the_nearest_of_equal_runs_is_taken() {
        let other = "abcdefghij(x).(x)klmnopqrst";
        let places = found("klmnopqrst", other);
        assert_eq!(places[0], Some(17));
        let places = found("abcdefghij[x]", other);
        assert_eq!(places[11], Some(11));
        let places = found("klmnopqrst[x]", "(x).(x)klmnopqrst");
        assert_eq!(places[11], Some(5));
    }

    #[test]
    fn long_runs_of_brackets_have_a_place() {
        let places = found("(([[]]))", "a(([[]]))");
        assert_eq!(places, (1..9).map(Some).collect::<Vec<_>>());
        assert_eq!(found("([])", "a([])"), [None; 4]);
    }

    #[test]
    fn a_single_token_has_a_far_place_only_if_there_is_one() {
        let far = ".".repeat(NEAR + 1);
        assert_eq!(found("abcdx", &format!("abcd{far}x"))[4], Some(NEAR + 5));
        assert_eq!(found("abcdx", &format!("abcd{far}x;x"))[4], None);
        assert_eq!(found("abcdx", "abcd..x;x")[4], Some(6));
    }
}
