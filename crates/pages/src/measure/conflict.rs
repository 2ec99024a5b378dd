//! The conflict markers that git leaves in a text.

/// The side of a conflict that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Ours,
    Base,
    Theirs,
}

/// The side that begins after a line; `None` if the line is not a marker.
fn marker(line: &str, side: Side) -> Option<Side> {
    let starts = |mark: &str| {
        let rest = line.strip_prefix(mark);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    match side {
        _ if starts("<<<<<<<") => Some(Side::Ours),
        Side::Ours if starts("|||||||") => Some(Side::Base),
        Side::Ours | Side::Base if starts("=======") => Some(Side::Theirs),
        Side::Theirs if starts(">>>>>>>") => Some(Side::Both),
        _ => None,
    }
}

/// The line of the first marker, counted from 1.
pub(super) fn first_marker(text: &str) -> Option<usize> {
    let place = text
        .lines()
        .position(|line| marker(line, Side::Both).is_some());
    place.map(|place| place + 1)
}

/// Our side and their side of a text with conflict markers; `None` if there are none.
pub(super) fn sides(text: &str) -> Option<[String; 2]> {
    first_marker(text)?;
    let mut sides = [String::new(), String::new()];
    let mut side = Side::Both;
    for line in text.lines() {
        if let Some(next) = marker(line, side) {
            side = next;
            continue;
        }
        for (text, own) in sides.iter_mut().zip([Side::Ours, Side::Theirs]) {
            if side == Side::Both || side == own {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    Some(sides)
}
