//! Which things of one sequence are which of another.

/// Pairs two sequences in order so that the sum of the scores is largest; pairs
/// that follow each other in both sequences are preferred. `score` is 0 for
/// things that are no pair. Gives, for each thing on the right, its partner.
pub(super) fn align(
    left: usize,
    right: usize,
    score: impl Fn(usize, usize) -> u32,
) -> Vec<Option<usize>> {
    let width = right + 1;
    // The best sum of the first `i` and `j` things; and the best with a pair of
    // the last two of them, 0 if they are none.
    let mut best = vec![0; (left + 1) * width];
    let mut paired = vec![0; (left + 1) * width];
    for i in 1..=left {
        for j in 1..=right {
            let (here, before) = (i * width + j, (i - 1) * width + j - 1);
            let value = score(i - 1, j - 1);
            if value > 0 {
                let chained = if paired[before] > 0 {
                    paired[before] + 1
                } else {
                    0
                };
                paired[here] = value + best[before].max(chained);
            }
            best[here] = paired[here].max(best[here - width]).max(best[here - 1]);
        }
    }
    let mut partners = vec![None; right];
    let (mut i, mut j) = (left, right);
    // Whether the pair to the right of here counted on one here.
    let mut chained = false;
    while i > 0 && j > 0 {
        let here = i * width + j;
        if chained || (paired[here] > 0 && paired[here] == best[here]) {
            partners[j - 1] = Some(i - 1);
            let before = here - width - 1;
            chained = paired[before] > 0 && paired[before] + 1 > best[before];
            (i, j) = (i - 1, j - 1);
        } else if best[here] == best[here - width] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partners(left: &str, right: &str) -> Vec<Option<usize>> {
        let (left, right) = (left.as_bytes(), right.as_bytes());
        align(left.len(), right.len(), |i, j| {
            u32::from(left[i] == right[j]) * 2
        })
    }

    #[test]
    fn what_is_missing_on_either_side_is_skipped() {
        let expected = [Some(0), None, Some(2), Some(3)];
        assert_eq!(partners("abcd", "axcd"), expected);
        assert_eq!(partners("", "a"), [None]);
        assert_eq!(partners("a", ""), []);
    }

    #[test]
    fn neighbours_stay_together() {
        assert_eq!(partners("(..(ab", "(ab"), [Some(3), Some(4), Some(5)]);
        assert_eq!(partners("ab)..)", "ab)"), [Some(0), Some(1), Some(2)]);
    }
}
