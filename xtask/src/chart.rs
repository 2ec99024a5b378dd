//! `cargo xtask chart`: a bar chart of our sizes and the published ones.

use std::fs;
use std::path::Path;

use crate::tool::Record;

/// The picture, from the root of the repository.
const PICTURE: &str = "docs/sizes.svg";

/// The size record of `gen --all`.
const RECORD: &str = "catalog/sizes.json";

/// The width of everything, its margin, and where the bars begin and end.
const WIDTH: usize = 760;
const MARGIN: usize = 20;
const LEFT: usize = 170;
const RIGHT: usize = 610;

/// The height of the title, of a row, and of one of its two bars.
const TITLE: usize = 56;
const ROW: usize = 48;
const BAR: usize = 17;

/// Colours for light and dark mode. The picture has its own background, because its viewer may
/// ignore the mode.
const STYLE: &str = "\
.paper{fill:#fff}\
text{font:14px system-ui,sans-serif;fill:#1f2328}\
.name{font-family:ui-monospace,monospace}\
.title{font-weight:600}\
.theirs{fill:#9aa4af}.ours{fill:#2f6f3e}.faint{fill:#59636e}\
@media(prefers-color-scheme:dark){\
.paper{fill:#0d1117}text{fill:#e6edf3}.theirs{fill:#6e7781}.ours{fill:#56b36a}.faint{fill:#9198a1}}";

/// Writes the picture.
pub fn write(root: &Path) -> Result<(), String> {
    let file = root.join(PICTURE);
    fs::write(&file, picture(root)?).map_err(|error| format!("{}: {error}", file.display()))?;
    eprintln!("wrote {PICTURE} from {RECORD}");
    Ok(())
}

fn picture(root: &Path) -> Result<String, String> {
    let record = Record::read(&root.join(RECORD))?;
    let pairs: Vec<(String, usize, usize)> = record
        .pages
        .into_iter()
        .filter_map(|page| Some((page.name, page.bytes, page.published?)))
        .collect();
    if pairs.is_empty() {
        return Err(format!("{RECORD}: no page has a published size"));
    }
    Ok(draw(&pairs))
}

/// Name, our bytes and the published ones, row by row.
fn draw(pairs: &[(String, usize, usize)]) -> String {
    let most = pairs.iter().map(|(_, ours, theirs)| ours.max(theirs)).max();
    let most = *most.unwrap_or(&1);
    let length = |bytes: usize| (RIGHT - LEFT) * bytes / most;
    let height = TITLE + ROW * pairs.len() + 8;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" \
         height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"t\">\n<title id=\"t\">Bytes of a page: golfchess beside the published \
         record holder</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\" rx=\"6\"/>\n"
    );
    for (class, at, label) in [
        ("ours", LEFT, "golfchess"),
        ("theirs", LEFT + 110, "published record holder"),
    ] {
        svg += &format!("<rect class=\"{class}\" x=\"{at}\" y=\"20\" width=\"12\" height=\"12\"/>");
        svg += &format!("<text x=\"{}\" y=\"31\">{label}</text>\n", at + 18);
    }
    svg += &format!("<text class=\"title\" x=\"{MARGIN}\" y=\"31\">bytes of a page</text>\n");
    for (at, (name, ours, theirs)) in pairs.iter().enumerate() {
        let top = TITLE + ROW * at;
        svg += &format!(
            "<text class=\"name\" x=\"{MARGIN}\" y=\"{}\">{name}</text>\n",
            top + 22
        );
        for (class, bytes, top) in [("ours", ours, top), ("theirs", theirs, top + BAR + 1)] {
            let length = length(*bytes);
            svg += &format!(
                "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{top}\" width=\"{length}\" \
                 height=\"{BAR}\"/><text x=\"{}\" y=\"{}\">{bytes}</text>\n",
                LEFT + length + 8,
                top + 13,
            );
        }
        let share = 100.0 * *ours as f64 / *theirs as f64;
        svg += &format!(
            "<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{share:.1} %</text>\n",
            WIDTH - MARGIN,
            top + 22
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_picture_shows_the_committed_sizes() {
        let root = crate::root().unwrap();
        let committed = fs::read_to_string(root.join(PICTURE)).unwrap();
        assert!(
            picture(&root).unwrap() == committed,
            "{PICTURE} is out of date: run `cargo xtask chart`"
        );
    }

    #[test]
    fn bars_are_proportional_and_the_longest_fills_the_width() {
        let svg = draw(&[("a".into(), 25, 100), ("b".into(), 50, 60)]);
        let width = |length: usize| format!("width=\"{length}\" height=\"17\"");
        for (bytes, length) in [(100, 440), (25, 110), (50, 220), (60, 264)] {
            assert!(svg.contains(&width(length)), "{bytes}: {svg}");
        }
        assert!(svg.contains(">25.0 %<") && svg.contains(">83.3 %<"));
    }
}
