//! `cargo xtask picture`: a picture of a page with a board that one clicks.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::browser;

/// The picture, from the root of the repository.
const PICTURE: &str = "docs/board.png";

/// The page.
const PAGE: &str = "catalog/index_TMP_D_SUC_AB.html";

/// Clicks e2 and e4, whose places are those of the squares in the document: file by file, from rank 8. (The
/// element of the page may be a style element, which is open.)
const CLICKS: &str = "</style><script>setTimeout(()=>{for(const at of[38,36])\
document.querySelectorAll('[onmouseup]')[at].onmouseup()})</script>";

/// What the browser gets beside the page: its size, and the time in which the page answers.
const ARGUMENTS: [&str; 4] = [
    "--headless",
    "--no-sandbox",
    "--window-size=560,640",
    "--virtual-time-budget=2500",
];

/// Writes the picture.
pub fn write(root: &Path) -> Result<(), String> {
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let folder = tempfile::tempdir().map_err(|error| format!("a temporary folder: {error}"))?;
    let played = folder.path().join("board.html");
    fs::write(&played, text + CLICKS).map_err(|error| format!("{}: {error}", played.display()))?;
    let picture = root.join(PICTURE);
    let browser = browser::find()?;
    let output = Command::new(&browser)
        .args(ARGUMENTS)
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", played.display()))
        .output()
        .map_err(|error| format!("{}: {error}", browser.display()))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} failed: {reason}", browser.display()));
    }
    eprintln!("wrote {PICTURE} from {PAGE}");
    Ok(())
}
