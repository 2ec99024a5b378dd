//! The scope of a comment in a fragment.
//!
//! It explains the lines after it that are indented no less, up to the next
//! comment, the end of its condition, or an include; after those, the first
//! comment of the fragment, which explains all of it, applies again.
//! Comments without code between them are one.

/// A line of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Another fragment begins here.
    Enter,
    /// The other fragment ends here.
    Leave,
    /// A condition begins.
    If,
    /// Its next branch.
    Else,
    /// Its end.
    End,
    /// A comment.
    Comment,
    /// Code.
    Code,
}

#[derive(Debug)]
struct Comment {
    indent: usize,
    text: String,
    /// Whether it has explained code.
    used: bool,
}

/// A fragment that is being read.
#[derive(Debug, Default)]
struct Frame {
    comments: Vec<Comment>,
    /// The number of comments when each open branch began.
    marks: Vec<usize>,
    /// The last comment of the surrounding fragment.
    inherited: String,
    /// Whether that comment explains this include alone.
    introduced: bool,
    has_code: bool,
}

impl Frame {
    /// Drops comments from the end, never the first one of the fragment.
    fn drop_while(&mut self, floor: usize, done: impl Fn(&Comment) -> bool) {
        while self.comments.len() > floor.max(1) && self.comments.last().is_some_and(&done) {
            self.comments.pop();
        }
        let left = self.comments.len();
        self.marks
            .iter_mut()
            .for_each(|mark| *mark = left.min(*mark));
    }

    fn end_branch(&mut self) {
        let mark = self.marks.last().copied().unwrap_or_default();
        self.drop_while(mark, |comment| comment.used);
        // Comments only, and before code: they belong to what follows.
        if let [.., before, last] = self.comments.as_mut_slice()
            && !before.used
            && !last.used
        {
            before.text = std::mem::take(&mut last.text);
            self.comments.pop();
        }
    }

    fn comment(&mut self, indent: usize, text: &str, follows: bool) {
        self.drop_while(0, |comment| comment.used && comment.indent >= indent);
        let mark = self.marks.last().copied().unwrap_or_default();
        let in_branch = self.comments.len() > mark;
        let gap = if follows { "\n" } else { "\n\n" };
        let joined = |before: &str| format!("{before}{gap}{text}");
        let new = match self.comments.last_mut() {
            Some(last) if !last.used && in_branch => {
                last.text = joined(&last.text);
                return;
            }
            Some(last) if !last.used => joined(&last.text),
            None if self.introduced && !self.has_code => joined(&self.inherited),
            _ => text.to_owned(),
        };
        self.comments.push(Comment {
            indent,
            text: new,
            used: false,
        });
    }

    fn code(&mut self, indent: usize) -> String {
        self.has_code = true;
        self.drop_while(0, |comment| comment.used && comment.indent > indent);
        self.comments
            .iter_mut()
            .for_each(|comment| comment.used = true);
        let last = self.comments.last();
        last.map_or_else(|| self.inherited.clone(), |last| last.text.clone())
    }
}

/// Reads fragments that are pasted into one another.
#[derive(Debug, Default)]
pub(super) struct Reader {
    frame: Frame,
    around: Vec<Frame>,
    after_comment: bool,
}

impl Reader {
    /// Reads a line; returns the comment that explains it if it is code.
    pub fn read(&mut self, event: Event, line: &str) -> String {
        let indent = line.len() - line.trim_start().len();
        let follows = std::mem::replace(&mut self.after_comment, event == Event::Comment);
        match event {
            Event::Enter => {
                let last = self.frame.comments.last();
                let frame = Frame {
                    inherited: last
                        .map_or(&self.frame.inherited, |last| &last.text)
                        .clone(),
                    introduced: last.is_some_and(|last| !last.used)
                        && self.frame.comments.len() > 1,
                    ..Frame::default()
                };
                self.around.push(std::mem::replace(&mut self.frame, frame));
            }
            Event::Leave => {
                if let Some(outer) = self.around.pop() {
                    let inner = std::mem::replace(&mut self.frame, outer);
                    if inner.has_code {
                        self.frame.has_code = true;
                        self.frame.comments.iter_mut().for_each(|c| c.used = true);
                        self.frame.drop_while(0, |_| true);
                    }
                }
            }
            Event::If => self.frame.marks.push(self.frame.comments.len()),
            Event::Else => self.frame.end_branch(),
            Event::End => {
                self.frame.end_branch();
                self.frame.marks.pop();
            }
            Event::Comment => {
                let text = line.trim().trim_start_matches('/');
                let text = text.strip_prefix(' ').unwrap_or(text);
                self.frame.comment(indent, text, follows);
            }
            Event::Code => return self.frame.code(indent),
        }
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads lines of which the directives are written as in the fragments.
    fn read(lines: &[&str]) -> Vec<String> {
        let mut reader = Reader::default();
        let mut found = Vec::new();
        for line in lines {
            let event = match line.trim() {
                "//% if" => Event::If,
                "//% else" => Event::Else,
                "//% endif" => Event::End,
                "//% enter" => Event::Enter,
                "//% leave" => Event::Leave,
                text if text.starts_with("//") => Event::Comment,
                _ => Event::Code,
            };
            let comment = reader.read(event, line);
            if event == Event::Code {
                found.push(comment);
            }
        }
        found
    }

    #[test]
    fn a_comment_reaches_as_far_as_its_indentation() {
        let found = read(&["// A", "a (", "  // B", "  b", "    c", ")"]);
        assert_eq!(found, ["A", "B", "B", "A"]);
    }

    #[test]
    fn a_comment_ends_with_its_condition() {
        let found = read(&["// A", "a", "//% if", "// B", "b", "//% endif", "c"]);
        assert_eq!(found, ["A", "B", "A"]);
    }

    #[test]
    fn comments_without_code_between_them_are_one() {
        let found = read(&["// A", "// a", "//% if", "// B", "//% endif", "// C", "c"]);
        assert_eq!(found, ["A\na\n\nB\n\nC"]);
    }

    #[test]
    fn an_included_fragment_takes_the_comment_before_it_and_ends_it() {
        let found = read(&[
            "// A",
            "a",
            "// B",
            "//% enter",
            "b",
            "// C",
            "c",
            "//% leave",
            "d",
        ]);
        assert_eq!(found, ["A", "B", "C", "A"]);
    }

    #[test]
    fn the_first_comment_of_a_file_is_no_introduction() {
        let found = read(&["// A", "//% enter", "// B", "b", "//% leave"]);
        assert_eq!(found, ["B"]);
    }
}
