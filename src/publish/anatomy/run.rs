//! Stretches of a page, and the rules that merge small ones.

use std::ops::Range;

/// The fewest bytes that a stretch has when it can join another of its fragment.
const SMALL: usize = 8;

/// A stretch of a page that comes from one fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The fragment.
    pub fragment: String,
    /// The fragment's comments about it.
    pub comments: Vec<String>,
    /// Its byte offsets in the page.
    pub span: Range<usize>,
    /// Whether it has only operators and brackets.
    punctuation: bool,
}

impl Run {
    /// One token.
    pub fn new(fragment: String, comment: String, span: Range<usize>, punctuation: bool) -> Self {
        let comments = vec![comment];
        Self {
            fragment,
            comments: comments.into_iter().filter(|c| !c.is_empty()).collect(),
            span,
            punctuation,
        }
    }

    /// A stretch without a comment.
    pub fn bare(fragment: &str, span: Range<usize>) -> Self {
        Self {
            fragment: fragment.to_owned(),
            comments: Vec::new(),
            span,
            punctuation: false,
        }
    }

    /// Appends the next stretch without its comments.
    fn merge(&mut self, next: Self) {
        self.span.end = next.span.end;
        self.punctuation &= next.punctuation;
    }

    /// Appends the next stretch of the same fragment with its comments.
    fn join(&mut self, next: Self) {
        for comment in &next.comments {
            if !self.comments.contains(comment) {
                self.comments.push(comment.clone());
            }
        }
        self.merge(next);
    }

    /// Whether the next stretch is of the same fragment, and small or without new comments.
    fn accepts(&self, next: &Self) -> bool {
        let is_known = next.comments.iter().all(|c| self.comments.contains(c));
        self.fragment == next.fragment && (next.span.len() < SMALL || is_known)
    }

    fn is_like(&self, other: &Self) -> bool {
        self.fragment == other.fragment && self.comments == other.comments
    }
}

/// The stretches after merging. The text of `entry` itself only frames the fragments that it
/// includes, and is merged with them.
pub(super) fn merged(tokens: Vec<Run>, entry: &str) -> Vec<Run> {
    let runs = combined(tokens);
    // Punctuation alone needs no explanation.
    let mut kept: Vec<Run> = Vec::new();
    for run in runs {
        match kept.last_mut() {
            Some(last) if run.punctuation => last.merge(run),
            _ => kept.push(run),
        }
    }
    let kept = combined(forward(kept, |run, _| run.fragment == entry, false));
    let mut joined: Vec<Run> = Vec::new();
    for run in kept {
        match joined.last_mut() {
            Some(last) if last.accepts(&run) => last.join(run),
            _ => joined.push(run),
        }
    }
    let small = |run: &Run, next: &Run| run.span.len() < SMALL && run.fragment == next.fragment;
    forward(joined, small, true)
}

/// Merges neighbours of one fragment with the same comments.
fn combined(runs: Vec<Run>) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::new();
    for run in runs {
        match all.last_mut() {
            Some(last) if last.is_like(&run) => last.merge(run),
            _ => all.push(run),
        }
    }
    all
}

/// Merges each stretch for which `goes` holds into the next one.
fn forward(runs: Vec<Run>, goes: impl Fn(&Run, &Run) -> bool, comments: bool) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::new();
    for mut run in runs {
        if let Some(before) = all.pop_if(|before| goes(before, &run)) {
            if comments {
                let own = std::mem::take(&mut run.comments);
                run.comments = before.comments;
                run.comments.extend(own);
                run.comments.dedup();
            }
            run.span.start = before.span.start;
        }
        all.push(run);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(fragment: &str, comment: &str, span: Range<usize>, punctuation: bool) -> Run {
        Run::new(fragment.to_owned(), comment.to_owned(), span, punctuation)
    }

    fn shape(runs: &[Run]) -> Vec<(&str, String, Range<usize>)> {
        let shape = |run: &Run| run.comments.join("+");
        runs.iter()
            .map(|run| (run.fragment.as_str(), shape(run), run.span.clone()))
            .collect()
    }

    #[test]
    fn small_stretches_join_their_own_fragment_only() {
        let found = merged(
            vec![
                run("a", "1", 0..10, false),
                run("a", "2", 10..12, false),
                run("b", "3", 12..14, false),
                run("b", "4", 14..30, false),
                run("c", "5", 30..33, false),
                run("b", "4", 33..34, true),
            ],
            "page",
        );
        let expected = [
            ("a", "1+2".to_owned(), 0..12),
            ("b", "3+4".to_owned(), 12..30),
            ("c", "5".to_owned(), 30..34),
        ];
        assert_eq!(shape(&found), expected);
    }

    #[test]
    fn the_frame_goes_with_what_is_in_it() {
        let found = merged(
            vec![
                run("page", "all", 0..9, false),
                run("a", "1", 9..20, false),
                run("page", "all", 20..22, true),
            ],
            "page",
        );
        assert_eq!(shape(&found), [("a", "1".to_owned(), 0..22)]);
    }
}
