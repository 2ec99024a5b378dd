//! Comments of fragments as HTML.

use crate::publish::text::escaped;

/// A comment as HTML: paragraphs, and lines that are indented as they stand. The
/// capitals at its start become its heading.
pub(super) fn html(comment: &str) -> String {
    let mut blocks: Vec<(bool, Vec<&str>)> = Vec::new();
    let mut goes_on = false;
    for line in comment.lines() {
        if line.trim().is_empty() {
            goes_on = false;
            continue;
        }
        let verbatim = is_indented(line);
        match blocks.last_mut() {
            // Conditions tear tables apart; paragraphs end with an empty line.
            Some((last, lines)) if *last == verbatim && (verbatim || goes_on) => lines.push(line),
            _ => blocks.push((verbatim, vec![line])),
        }
        goes_on = true;
    }
    let shown = blocks.iter().map(|(verbatim, lines)| {
        if *verbatim {
            format!("<pre>{}</pre>", escaped(&dedented(lines)))
        } else {
            format!("<p>{}</p>", paragraph(&lines.join(" ")))
        }
    });
    shown.collect()
}

fn dedented(lines: &[&str]) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let least = lines.iter().map(indent).min().unwrap_or_default();
    let cut: Vec<_> = lines.iter().map(|line| &line[least..]).collect();
    cut.join("\n")
}

fn is_indented(line: &str) -> bool {
    line.starts_with("  ")
}

fn paragraph(text: &str) -> String {
    let (heading, rest) = text.split_at(heading(text));
    let heading = match heading {
        "" => String::new(),
        heading => format!("<strong>{}</strong>", escaped(heading)),
    };
    heading + &code(&escaped(rest))
}

/// The length of the capitals at the start; a single word in the middle of a
/// sentence counts from four letters on.
fn heading(text: &str) -> usize {
    let mut end = 0;
    for word in text.split(' ') {
        let letters = word.trim_end_matches(['.', ',', ';', '?', ':']);
        let capitals = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase());
        if !capitals {
            break;
        }
        end += usize::from(end > 0) + letters.len();
        if letters.len() < word.len() {
            end += usize::from(word.ends_with('?'));
            break;
        }
    }
    if end < 4 { 0 } else { end }
}

/// Text between backticks as code; a backtick without a partner stays.
fn code(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        return text.to_owned();
    }
    let marked = pieces.iter().enumerate().map(|(at, piece)| {
        if at % 2 == 0 {
            (*piece).to_owned()
        } else {
            format!("<code>{piece}</code>")
        }
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_at_the_start_are_the_heading() {
        let shown = html("IS IT SO? Yes,\n`a < b` is.\n\nIT is.");
        let expected = "<p><strong>IS IT SO?</strong> Yes, <code>a &lt; b</code> is.</p>\
                        <p>IT is.</p>";
        assert_eq!(shown, expected);
        assert_eq!(html("A rook; CASTLING"), "<p>A rook; CASTLING</p>");
        assert_eq!(
            html("THE CLOCKS; and TIME"),
            "<p><strong>THE CLOCKS</strong>; and TIME</p>"
        );
    }

    #[test]
    fn a_table_stays_as_it_stands() {
        let shown = html("Codes:\n\n   1 king\n\n   2 pawn\nand so on");
        assert_eq!(
            shown,
            "<p>Codes:</p><pre>1 king\n2 pawn</pre><p>and so on</p>"
        );
    }

    #[test]
    fn a_lone_backtick_stays() {
        assert_eq!(html("a ` b"), "<p>a ` b</p>");
    }
}
