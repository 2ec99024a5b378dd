//! `cargo xtask chart`: the sizes beside the published ones, as a picture.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The picture, from the top of the repository.
const PICTURE: &str = "docs/sizes.svg";

/// Where its numbers are from: what `gen --all` has recorded.
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

/// Colours for light and, in the second half, for dark; with a paper of their own, because what
/// shows the picture may be of the other kind.
const STYLE: &str = "\
.paper{fill:#fff}\
text{font:14px system-ui,sans-serif;fill:#1f2328}\
.name{font-family:ui-monospace,monospace}\
.title{font-weight:600}\
.theirs{fill:#9aa4af}.ours{fill:#2f6f3e}.faint{fill:#59636e}\
@media(prefers-color-scheme:dark){\
.paper{fill:#0d1117}text{fill:#e6edf3}.theirs{fill:#6e7781}.ours{fill:#56b36a}.faint{fill:#9198a1}}";

#[derive(Deserialize)]
struct Record {
    pages: Vec<Page>,
}

#[derive(Deserialize)]
struct Page {
    name: String,
    bytes: usize,
    published: Option<usize>,
}

/// Draws the picture anew.
pub fn write(root: &Path) -> Result<(), String> {
    let file = root.join(PICTURE);
    fs::write(&file, picture(root)?).map_err(|error| format!("{}: {error}", file.display()))?;
    eprintln!("{PICTURE} drawn from {RECORD}");
    Ok(())
}

fn picture(root: &Path) -> Result<String, String> {
    let told = |error: &dyn std::fmt::Display| format!("{RECORD}: {error}");
    let text = fs::read_to_string(root.join(RECORD)).map_err(|error| told(&error))?;
    let record: Record = serde_json::from_str(&text).map_err(|error| told(&error))?;
    let pairs: Vec<(String, usize, usize)> = record
        .pages
        .into_iter()
        .filter_map(|page| Some((page.name, page.bytes, page.published?)))
        .collect();
    if pairs.is_empty() {
        return Err(told(&"no page has a published size to stand beside"));
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
            "{PICTURE} is stale: draw it with `cargo xtask chart`"
        );
    }

    #[test]
    fn the_longest_bar_fills_its_place_and_others_keep_their_share() {
        let svg = draw(&[("a".into(), 25, 100), ("b".into(), 50, 60)]);
        let width = |length: usize| format!("width=\"{length}\" height=\"17\"");
        for (bytes, length) in [(100, 440), (25, 110), (50, 220), (60, 264)] {
            assert!(svg.contains(&width(length)), "{bytes}: {svg}");
        }
        assert!(svg.contains(">25.0 %<") && svg.contains(">83.3 %<"));
    }
}
