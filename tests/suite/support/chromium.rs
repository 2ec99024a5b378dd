//! A browser of its own for a test.

use golfchess_devtools::{Browser, LaunchOptions, Tab, find_executable};
use tempfile::TempDir;

/// A browser with an empty profile and one tab.
pub struct Chromium {
    pub tab: Tab,
    // The browser ends before its profile.
    _browser: Browser,
    _profile: TempDir,
}

impl Chromium {
    pub fn launch() -> Self {
        let executable = find_executable()
            .expect("a browser: `cargo xtask test` installs one, or name it in $CHROME");
        let profile = tempfile::tempdir().expect("a folder");
        let options = LaunchOptions::new(executable, profile.path().to_owned());
        let browser = Browser::launch(&options).expect("a browser");
        let tab = browser.new_tab().expect("a tab");
        Self {
            tab,
            _browser: browser,
            _profile: profile,
        }
    }
}
